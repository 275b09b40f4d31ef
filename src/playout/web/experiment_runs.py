"""Experiments that the page runs: each in a process of its own, which ends with the server."""

import asyncio
import contextlib
import os
import sys
from pathlib import Path

from ..errors import PlayoutError
from ..language import Text
from .limits import CORES

__all__ = ["AT_ONCE", "Runs"]

AT_ONCE = 2  # experiments
WORKERS = max(1, (CORES - 1) // AT_ONCE)  # of each: a core is left for the page
STOP_S = 10.0  # before one that does not stop is killed; its ledger does not mind
REPORT_S = 300.0
MOST_SAID = 4000  # characters that are kept of what it says
WELL = (None, 0, 1, 3, 130)  # it runs; all was played, or what could be; it was stopped
REFUSED = 2  # it has said why


class Run:
    """One run of an experiment."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.said, self.was_stopped = process, "", False
        self.ended = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        assert self.process.stderr is not None
        while text := await self.process.stderr.read(1024):
            self.said = (self.said + text.decode(errors="replace"))[-MOST_SAID:]
        await self.process.wait()

    @property
    def is_running(self) -> bool:
        return self.process.returncode is None

    @property
    def why(self) -> str:
        """Why it could not go on; nothing if it could, or was stopped."""
        code = self.process.returncode
        if self.was_stopped or code in WELL:
            return ""
        lines = [line for line in self.said.splitlines() if line.strip()]
        if code == REFUSED and lines:
            return lines[-1].removeprefix("playout: ")
        return Text("it ended with exit code {code}; all that was played is kept", code=code)

    def let_go(self) -> None:
        """Close its pipe: it stops then, and keeps what it has."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, RuntimeError):
            self.process.stdin.close()

    async def stop(self) -> None:
        self.was_stopped = True
        self.let_go()
        try:
            await asyncio.wait_for(asyncio.shield(self.ended), STOP_S)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.ended


class Runs:
    """The latest run of each experiment, by the path of its spec."""

    def __init__(self) -> None:
        self._runs: dict[Path, Run] = {}
        self.turn = asyncio.Lock()  # whoever starts a run has it
        self._report = asyncio.Lock()

    def of(self, spec: Path) -> Run | None:
        return self._runs.get(spec)

    @property
    def n_running(self) -> int:
        return sum(run.is_running for run in self._runs.values())

    def check_free(self) -> None:
        """Raise an error if another run would be too many."""
        if self.n_running >= AT_ONCE:
            why = "{n} experiments are running; stop one of them first"
            raise PlayoutError(why, "too-many-running", n=AT_ONCE)

    async def start(self, spec: Path, language: str) -> None:
        """Begin an experiment, or go on with it, in one's turn; nothing if it is running."""
        run = self._runs.get(spec)
        if run is not None and run.is_running:
            return
        self.check_free()
        command = "-m", "playout.lab.attended", str(spec), str(WORKERS), language
        self._runs[spec] = Run(await _process(*command, stdin=asyncio.subprocess.PIPE))

    async def stop(self, spec: Path) -> None:
        run = self._runs.get(spec)
        if run is not None and run.is_running:
            await run.stop()

    async def report(self, spec: Path, language: str) -> None:
        """Have `playout lab report` write the report; one at a time."""
        async with self._report:
            command = "-m", "playout", "--lang", language, "lab", "report", str(spec)
            run = Run(await _process(*command, stdin=asyncio.subprocess.DEVNULL))
            try:
                await asyncio.wait_for(asyncio.shield(run.ended), REPORT_S)
            finally:
                if run.is_running:
                    run.process.kill()
            if run.process.returncode:
                raise PlayoutError("{error}", "no-report", error=run.why or run.said[-200:])

    def close(self) -> None:
        """Let all of them go, without waiting for them."""
        for run in self._runs.values():
            if run.is_running:
                run.let_go()


async def _process(*arguments: str, stdin: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        stdin=stdin,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PLAYOUT_QUIET": "1"},
    )
