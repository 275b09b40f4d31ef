"""A program that answers commands by GTP: its process, its pipes, and its certain end.

The program leads a session of its own, so that what it starts is ended with it. A guard, a shell
that waits for us to vanish, ends them even where we are killed without warning.
"""

import contextlib
import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import NamedTuple

from ..arena import Failure

__all__ = ["Answer", "Program", "ProgramError"]

MOST_BYTES = 1_000_000  # of one answer
CHUNK_BYTES = 65_536
KEPT_BYTES = 2_000  # of what it wrote to stderr last
QUIT_S = 0.5  # to leave by itself when told so
EXIT_S = 0.5  # from the end of its output to its own
GUARD = 'read -r line; kill -s KILL -- "-$0"'


class ProgramError(Exception):
    """Why a program can no longer be spoken to."""

    def __init__(self, why: str, kind: Failure = Failure.NONSENSE) -> None:
        super().__init__(why)
        self.kind = kind


class Answer(NamedTuple):
    """What a program said to a command: `= text`, or `? text` for an error."""

    is_error: bool
    text: str


class Program:
    """A running program."""

    def __init__(self, command: Sequence[str]) -> None:
        if not hasattr(os, "killpg"):
            raise ProgramError(
                "other programs can play on Linux, macOS and the like only", Failure.NOT_STARTED
            )
        self._outputs = selectors.DefaultSelector()
        try:
            self._process = subprocess.Popen(
                list(command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._outputs.close()
            why = f"{command[0]!r} cannot be started: {getattr(error, 'strerror', None) or error}"
            if isinstance(error, FileNotFoundError):
                why = f"there is no program {command[0]!r}"
            raise ProgramError(why, Failure.NOT_STARTED) from None
        self.pid = self._process.pid
        self._guard = _guard(self.pid)
        self._heard = b""
        self._complaints = b""
        self._has_ended = False
        self._pipes = [self._process.stdin, self._process.stdout, self._process.stderr]
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes if pipe)
        os.set_blocking(self._stdin, False)
        self._outputs.register(self._stdout, selectors.EVENT_READ)
        self._outputs.register(self._stderr, selectors.EVENT_READ)

    @property
    def is_alive(self) -> bool:
        return not self._has_ended and self._process.poll() is None

    def ask(self, command: str, deadline: float) -> Answer:
        """Send a command and wait for the answer, until `time.monotonic()` is at the deadline."""
        began = time.monotonic()
        self._hear(0)
        if self._heard.strip():
            raise ProgramError(f"it said {shown(self._heard)} without being asked")
        try:
            os.write(self._stdin, f"{command}\n".encode())
        except BlockingIOError:
            raise ProgramError("it does not read its input", Failure.TOO_SLOW) from None
        except OSError:
            raise ProgramError(self._how_it_ended(), Failure.CRASHED) from None
        while (answer := self._answer()) is None:
            left = deadline - time.monotonic()
            if left <= 0:
                after = f" after {shown(self._heard)}" if self._heard.strip() else ""
                waited = f"{time.monotonic() - began:.1f} s"
                why = f"no answer to {command!r}{after} in {waited}"
                raise ProgramError(why, Failure.TOO_SLOW)
            self._hear(left)
        return answer

    def _hear(self, seconds: float) -> None:
        """Wait so long for something to be written, and read it."""
        for key, _ in self._outputs.select(seconds):
            data = os.read(key.fd, CHUNK_BYTES)
            if not data:
                self._outputs.unregister(key.fd)
                if key.fd == self._stdout:
                    raise ProgramError(self._how_it_ended(), Failure.CRASHED)
            elif key.fd == self._stdout:
                self._heard = (self._heard + data.replace(b"\r", b"")).lstrip(b" \t\n")
            else:
                self._complaints = (self._complaints + data)[-KEPT_BYTES:]

    def _answer(self) -> Answer | None:
        """The answer in what was heard, once it is whole."""
        text, is_whole, rest = self._heard.partition(b"\n\n")
        if text[:1] not in (b"", b"=", b"?") and (b"\n" in self._heard or len(text) > KEPT_BYTES):
            raise ProgramError(f"{shown(text)} is no answer of GTP")
        if len(text) > MOST_BYTES:
            raise ProgramError(f"its answer has no end: more than {MOST_BYTES:,} bytes")
        if not is_whole:
            return None
        self._heard = rest.lstrip(b" \t\n")
        said = re.sub(r"^[=?]\d*", "", text.decode(errors="replace"))
        return Answer(text.startswith(b"?"), said.strip())

    def _how_it_ended(self) -> str:
        """Why nothing more can be read from it or written to it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_S)
        code = self._process.returncode
        if code is None:
            return "it closed its output or its input"
        if code >= 0:
            return f"it ended with exit code {code}"
        with contextlib.suppress(ValueError):
            return f"it was killed by {signal.Signals(-code).name}"
        return f"it was killed by signal {-code}"

    def last_words(self) -> str:
        """The last line that it wrote to stderr, so far as anyone has looked."""
        with contextlib.suppress(OSError, ValueError):
            os.set_blocking(self._stderr, False)
            for _ in range(MOST_BYTES // CHUNK_BYTES):  # it may never stop
                self._complaints += os.read(self._stderr, CHUNK_BYTES)
                self._complaints = self._complaints[-KEPT_BYTES:]
        lines = [line for line in self._complaints.splitlines() if line.strip()]
        return shown(lines[-1]) if lines else ""

    def end(self, kindly: bool = True) -> None:
        """End it and all that it started: it is told to quit, and soon after it is killed."""
        if self._has_ended:
            return
        self._has_ended = True
        if kindly:
            with contextlib.suppress(OSError):
                os.write(self._stdin, b"quit\n")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_S)
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10 * EXIT_S)
        if self._guard:
            self._guard.kill()
            self._guard.communicate()
        self._outputs.close()
        for pipe in self._pipes:
            if pipe:
                pipe.close()


def _guard(group: int) -> subprocess.Popen | None:
    """A shell that kills a group of processes when we are gone and its input ends."""
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", GUARD, str(group)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None


def shown(data: bytes, most: int = 80) -> str:
    """The first line of what a program wrote, fit to be part of a sentence."""
    text = data[: 4 * most].decode(errors="replace").strip().partition("\n")[0].rstrip()
    return repr(text if len(text) <= most else text[: most - 3] + "...")
