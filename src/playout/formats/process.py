"""A program that answers GTP commands: its process, its pipes, and how it is ended.

The program leads a process group of its own, which is killed with it. A watchdog, a shell that
waits for this process to vanish, kills the group even where this process is killed itself.
"""

import contextlib
import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..arena import Failure

__all__ = ["Answer", "Program", "ProgramError"]

MOST_BYTES = 1_000_000  # of one answer
CHUNK_BYTES = 65_536
KEPT_BYTES = 2_000  # of the end of stderr
QUIT_S = 0.5  # to end by itself after `quit`
EXIT_S = 0.5  # to end after it has closed its output
POLL_S = 0.05
WATCHDOG = 'read -r line; kill -s KILL -- "-$0"'


class ProgramError(Exception):
    """Why a program cannot be used any more."""

    def __init__(self, why: str, kind: Failure = Failure.NONSENSE) -> None:
        super().__init__(why)
        self.kind = kind


class Answer(NamedTuple):
    """The answer to a command: `= text`, or `? text` for an error."""

    is_error: bool
    text: str


class Program:
    """A program that runs."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = _started(command)
        self.pid = self._process.pid
        self._watchdog = _watchdog(self.pid)
        self._received = self._errors = b""  # from stdout and stderr
        self._has_ended = False
        self._pipes = [self._process.stdin, self._process.stdout, self._process.stderr]
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes if pipe)
        os.set_blocking(self._stdin, False)
        self._outputs = selectors.DefaultSelector()
        self._outputs.register(self._stdout, selectors.EVENT_READ)
        self._outputs.register(self._stderr, selectors.EVENT_READ)

    @property
    def is_alive(self) -> bool:
        return not self._has_ended and self._process.poll() is None

    def ask(
        self, command: str, deadline: float, on_wait: Callable[[], None] | None = None
    ) -> Answer:
        """Send a command and wait for the answer, until `time.monotonic()` is at the deadline.

        `on_wait` is called now and then meanwhile; it may raise an exception to end the wait.
        """
        began = time.monotonic()
        self._send(command)
        while (answer := self._answer()) is None:
            left = deadline - time.monotonic()
            if left <= 0:
                after = f" after {shown(self._received)}" if self._received.strip() else ""
                waited = f"{time.monotonic() - began:.1f} s"
                why = f"no answer to {command!r}{after} in {waited}"
                raise ProgramError(why, Failure.TOO_SLOW)
            if on_wait:
                on_wait()
            self._receive(min(left, POLL_S) if on_wait else left)
        return answer

    def _send(self, command: str) -> None:
        self._receive(0)
        if self._received.strip():
            raise ProgramError(f"it said {shown(self._received)} without being asked")
        try:
            os.write(self._stdin, f"{command}\n".encode())
        except BlockingIOError:
            raise ProgramError("it does not read its input", Failure.TOO_SLOW) from None
        except OSError:
            raise ProgramError(self._how_it_ended(), Failure.CRASHED) from None

    def _receive(self, seconds: float) -> None:
        """Wait so long for output, and read it."""
        for key, _ in self._outputs.select(seconds):
            data = os.read(key.fd, CHUNK_BYTES)
            if not data:
                self._outputs.unregister(key.fd)
                if key.fd == self._stdout:
                    raise ProgramError(self._how_it_ended(), Failure.CRASHED)
            elif key.fd == self._stdout:
                self._received = (self._received + data.replace(b"\r", b"")).lstrip(b" \t\n")
            else:
                self._errors = (self._errors + data)[-KEPT_BYTES:]

    def _answer(self) -> Answer | None:
        """The answer, once it has been received completely."""
        text, is_whole, rest = self._received.partition(b"\n\n")
        is_long = b"\n" in self._received or len(text) > KEPT_BYTES
        if text[:1] not in (b"", b"=", b"?") and is_long:
            raise ProgramError(f"{shown(text)} is not an answer in GTP")
        if len(text) > MOST_BYTES:
            raise ProgramError(f"its answer has no end: more than {MOST_BYTES:,} bytes")
        if not is_whole:
            return None
        self._received = rest.lstrip(b" \t\n")
        content = re.sub(r"^[=?]\d*", "", text.decode(errors="replace"))
        return Answer(text.startswith(b"?"), content.strip())

    def _how_it_ended(self) -> str:
        """Why it cannot be read from or written to any more."""
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

    def last_stderr_line(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            os.set_blocking(self._stderr, False)
            for _ in range(MOST_BYTES // CHUNK_BYTES):  # it may never stop
                self._errors = (self._errors + os.read(self._stderr, CHUNK_BYTES))[-KEPT_BYTES:]
        lines = [line for line in self._errors.splitlines() if line.strip()]
        return shown(lines[-1]) if lines else ""

    def end(self, politely: bool = True) -> None:
        """End it and all its children: by `quit`, if politely, and soon after by a signal."""
        if self._has_ended:
            return
        self._has_ended = True
        if politely:
            with contextlib.suppress(OSError):
                os.write(self._stdin, b"quit\n")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_S)
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10 * EXIT_S)
        if self._watchdog:
            self._watchdog.kill()
            self._watchdog.communicate()
        self._outputs.close()
        for pipe in self._pipes:
            if pipe:
                pipe.close()


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    if not hasattr(os, "killpg"):
        why = "other programs can play on Linux, macOS and the like only"
        raise ProgramError(why, Failure.NOT_STARTED)
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except FileNotFoundError:
        why = f"there is no program {command[0]!r}"
    except (OSError, ValueError) as error:
        why = f"{command[0]!r} cannot be started: {getattr(error, 'strerror', None) or error}"
    raise ProgramError(why, Failure.NOT_STARTED)


def _watchdog(group: int) -> subprocess.Popen[bytes] | None:
    """A shell that kills a group of processes when its input ends, because this process has."""
    null = subprocess.DEVNULL
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", WATCHDOG, str(group)],
            stdin=subprocess.PIPE,
            stdout=null,
            stderr=null,
            start_new_session=True,
        )
    except OSError:
        return None


def shown(data: bytes, most: int = 80) -> str:
    """The first line of some output, shortened and quoted."""
    text = data[: 4 * most].decode(errors="replace").strip().partition("\n")[0].rstrip()
    return repr(text if len(text) <= most else text[: most - 3] + "...")
