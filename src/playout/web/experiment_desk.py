"""What the lab of the page does: it looks at experiments, defines them, runs and stops them.

Spec and ledger are all there is to know of an experiment, so nothing is lost with the server, and
what a terminal began is here as well. The parts that need the packages of the lab are imported
when they are asked for: without these the page says what to install.
"""

import asyncio
import contextlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from ..errors import PlayoutError
from ..extras import require
from ..kernel import let_words_wrap
from ..language import Text, printable
from . import experiment_models as models
from .experiment_runs import AT_ONCE, Runs

if TYPE_CHECKING:
    from .experiment_look import Look

__all__ = ["Desk"]

MOST_SHOWN = 100  # experiments of a list
CAPS = {"seconds": 10, "simulations": 1_000_000, "threads": 1}  # of a player of the page
REPORT_FILES = {
    "report.html": "text/html; charset=utf-8",
    "report.md": "text/plain; charset=utf-8",
    "report.json": "application/json",
    "games.csv": "text/csv; charset=utf-8",
    "contests.csv": "text/csv; charset=utf-8",
    "answers.csv": "text/csv; charset=utf-8",
    "positions.csv": "text/csv; charset=utf-8",
}
LIMITS = models.Limits(
    games=models.MOST_GAMES,
    players=models.MOST_PLAYERS,
    opening=models.MOST_OPENING,
    seconds=CAPS["seconds"],
    simulations=CAPS["simulations"],
    at_once=AT_ONCE,
)


def folder_of(chosen: str | Path | None) -> Path:
    """Where experiments are kept: a folder of the user's own."""
    usual = Path(platformdirs.user_data_dir("playout")) / "experiments"
    return Path(chosen).expanduser().absolute() if chosen else usual


class Desk:
    """The experiments of a folder."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder, self.runs = folder_of(folder), Runs()
        self._looks: dict[Path, Look] = {}
        # One thread: a large ledger may keep it busy, and a board must not wait for that.
        self._pool = ThreadPoolExecutor(1, "playout-lab", let_words_wrap)

    async def _in_pool(self, function: Any, *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *args)

    def close(self) -> None:
        """End what runs, without waiting for it."""
        self.runs.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    # -- looking --

    async def every(self, language: str) -> models.Experiments:
        """The experiments of the folder; or what is to be installed first."""
        missing: models.Said | None = None
        try:
            require("lab")
        except PlayoutError as error:
            missing = models.Said(text=str(error), french=_french(error))
        paths = [] if missing else await self._in_pool(self._latest)
        shown = [await self._in_pool(self._summary, path, language) for path in paths[:MOST_SHOWN]]
        return models.Experiments(
            missing=missing,
            folder=printable(str(self.folder)),
            limits=LIMITS,
            experiments=tuple(shown),
            left_off=len(paths) - len(shown),
        )

    async def detail(self, id: str, language: str) -> models.Detail:
        return await self._in_pool(self._detail, id, language)  # type: ignore[no-any-return]

    def _latest(self) -> list[Path]:
        """The specs of the folder, that which was written to last first."""
        from .experiment_look import changed, stamp_of
        from .experiment_specs import specs_in

        newest = {path: changed(stamp_of(path, "")) for path in specs_in(self.folder).values()}
        return sorted(newest, key=lambda path: -newest[path])

    def _look(self, path: Path, language: str) -> "Look":
        from .experiment_look import look_at, stamp_of

        known = self._looks.get(path)
        if known is None or known.stamp != stamp_of(path, language):
            known = self._looks[path] = look_at(path, language)
        return known

    def _state(self, path: Path, look: "Look") -> dict[str, Any]:
        """Whether it is running, and why the last run failed, which no file says."""
        from ..lab.commands import ledger_of
        from ..lab.run.ledger import Ledger

        run = self.runs.of(path)
        if run is not None and run.is_running:
            return {"state": "running", "why": None}
        if Ledger.is_driven(Path(ledger_of(str(path)))):
            return {"state": "elsewhere"}
        if run is not None and run.why and look.about["state"] != "finished":
            return {"state": "failed", "why": models.Said(text=run.why, french=_french(run.why))}
        return {}

    def _summary(self, path: Path, language: str) -> models.Summary:
        look = self._look(path, language)
        return look.summary(**self._state(path, look))

    def _detail(self, id: str, language: str) -> models.Detail:
        from .experiment_look import command_for

        path = self._path(id)
        look = self._look(path, language)
        return look.detail(**self._state(path, look), command=command_for(path))

    def _path(self, id: str) -> Path:
        """The spec of a name: one of those that are there, whatever else the name may be."""
        require("lab")
        from .experiment_specs import specs_in

        path = specs_in(self.folder).get(id)
        if path is None:
            raise PlayoutError("there is no such experiment any more", "no-experiment")
        return path

    async def file(self, id: str, name: str) -> tuple[bytes, str]:
        """The spec, or a file of the report, and of what type it is."""
        return await self._in_pool(self._file, id, name)  # type: ignore[no-any-return]

    def _file(self, id: str, name: str) -> tuple[bytes, str]:
        from .experiment_look import report_folder

        path = self._path(id)
        if name == id:
            return path.read_bytes(), "text/plain; charset=utf-8"
        file = report_folder(path) / name
        if name in REPORT_FILES and os.path.isfile(file):  # nobody reads a pipe to its end
            with contextlib.suppress(OSError):
                return file.read_bytes(), REPORT_FILES[name]
        raise PlayoutError("there is no such file", "no-file")

    # -- doing --

    async def create(self, new: models.NewExperiment) -> models.Detail:
        """Write a spec and begin its experiment."""
        require("lab")
        from .experiment_specs import write_spec

        async with self.runs.turn:
            self.runs.check_free()
            path = await self._in_pool(write_spec, new, self.folder, CAPS)
            await self.runs.start(path, new.language)
        return await self.detail(path.name, new.language)

    async def run(self, id: str, language: str) -> models.Detail:
        """Begin an experiment of the folder, or continue it."""
        seen = await self.detail(id, language)
        if not seen.may_run:
            why = seen.why.text if seen.why else ""
            raise PlayoutError(Text("{error}", error=why), "not-from-page")
        if seen.state == "elsewhere":
            raise PlayoutError("it is running in another program", "runs-elsewhere")
        async with self.runs.turn:
            await self.runs.start(await self._in_pool(self._path, id), language)
        return await self.detail(id, language)

    async def stop(self, id: str, language: str) -> models.Detail:
        """Stop a run of this server; what was played is kept."""
        await self.runs.stop(await self._in_pool(self._path, id))
        return await self.detail(id, language)

    async def report(self, id: str, language: str) -> models.Detail:
        """Have the lab's own report written."""
        await self.runs.report(await self._in_pool(self._path, id), language)
        return await self.detail(id, language)


def _french(text: Any) -> str:
    from ..language import translated

    return translated(text, "fr")
