"""A player that is another program, which speaks GTP 2 or its variant for Hex."""

import contextlib
import math
import os
import re
import shlex
import shutil
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..arena import Failure, ForfeitError, PlayerFailedError, ResignedError
from ..language import Text
from ..players import Choice
from ..search import Result, SearchError
from ..state import IllegalMove, Move, State
from .gtp_notation import colour_names, read_move, size_text, why_illegal, write_move
from .process import Answer, Program, ProgramError

__all__ = ["GtpPlayer", "program_of"]

MOVE_S = 60.0  # for a move, where no time is given
START_S = 30.0
LATE_S = 0.5  # tolerance: a program measures its time in its own way
SETTINGS = {"seconds": "seconds", "start": "start_seconds"}
SYNTAX = Text("write program:gnugo --mode gtp, or program:seconds=5;gnugo --mode gtp")


class Stopped(Exception):
    """The caller does not wait for the answer any longer."""


class GtpPlayer:
    """The moves of a program, which is started by `prepare` or for its first move.

    command         the program and its arguments, as a list
    seconds         for a move; the program gets this limit, and loses half a second after it
    start_seconds   for the program to start, and to receive the moves and the clock of a game

    After any failure it loses the game with the reason; for the next game it is started again.
    The program and its children end at `close()`, with this object, or with this process.
    """

    def __init__(
        self, command: Sequence[str], seconds: float | None = None, start_seconds: float = START_S
    ) -> None:
        if isinstance(command, str) or not command:
            why = "a program is given as a list: its name and its arguments"
            raise SearchError(why, "command-not-a-list")
        for key, value in (("seconds", seconds), ("start_seconds", start_seconds)):
            if value is not None and not 0 < value < math.inf:
                why = "program: {key} must be more than 0, not {value}"
                raise SearchError(why, "bad-program-seconds", key=key, value=value)
        self.command = tuple(command)
        self.seconds = seconds
        self.start_seconds = start_seconds
        self.name = os.path.basename(self.command[0])
        self._program: Program | None = None
        self._commands: frozenset[str] = frozenset()
        self._position: State | None = None  # the position of the program's board
        self._seconds_sent: int | None = None
        self._on_wait: Callable[[], None] | None = None
        self._finalizer: Any = None

    @property
    def pid(self) -> int | None:
        """The process id, while the program runs."""
        return self._program.pid if self._program else None

    def choose(
        self,
        state: State,
        seed: int,
        progress: Callable[[float], Any] | None = None,
        seconds: float | None = None,
    ) -> Choice:
        """`seconds` are for this move alone; programs know whole ones, so it has at least one."""
        seconds = self._seconds_for(seconds)
        limit = (seconds or MOVE_S) + LATE_S
        with self._failures():
            is_new = self._send_position(state, limit)
            # A program may have to get ready for its first clock.
            wait = self.start_seconds if is_new else limit
            self._send_options(seconds, seed, time.monotonic() + wait)
            colour = colour_names(state.game)[state.player]
            text = self._command(f"genmove {colour}", time.monotonic() + limit)
            move = self._move_of(state, text)
        self._position = state.play(move)
        return Choice(move)

    def search(
        self, state: State, seed: int, on_progress: Callable[[Result], bool] | None = None
    ) -> Result:
        """The move as a result without numbers; if `on_progress` returns True, the program ends
        and the move is any one."""
        began = time.monotonic()

        def result_of(move: Move) -> Result:
            seconds = time.monotonic() - began
            return Result(state, None, move, math.nan, (), 0, seconds, 0, 0, ())

        def on_wait() -> None:
            if on_progress and on_progress(result_of(state.moves()[0])):
                raise Stopped

        self._on_wait = on_wait
        try:
            return result_of(self.choose(state, seed).move)
        except Stopped:
            return result_of(state.moves()[0])
        finally:
            self._on_wait = None

    def prepare(self, state: State, seconds: float | None = None) -> None:
        """Start the program and send it a position, before the clock of a move runs."""
        with self._failures():
            self._send_position(state, self.start_seconds)
            deadline = time.monotonic() + self.start_seconds
            self._send_options(self._seconds_for(seconds), 0, deadline)

    def close(self) -> None:
        """End the program; the next move would start it again."""
        self._end(politely=True)

    def __enter__(self) -> "GtpPlayer":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def _seconds_for(self, seconds: float | None) -> float | None:
        """The time for a move: its own, or the given one where that is less."""
        limits = [self.seconds] if self.seconds else []
        if seconds is not None:
            limits.append(max(seconds, 1.0))
        return min(limits, default=None)

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        """Turn what goes wrong with the program into a forfeit."""
        try:
            yield
        except ProgramError as error:
            line = self._program.last_stderr_line() if self._program else ""
            self._end(politely=False)
            last = f"; stderr: {line}" if line else ""
            raise PlayerFailedError(error.kind, f"{self.name}: {error}{last}") from None
        except ForfeitError:
            self._position = None  # its board is now unknown
            raise
        except BaseException:
            self._end(politely=False)  # an answer may still come
            raise

    # -- the program --

    def _start(self) -> None:
        deadline = time.monotonic() + self.start_seconds
        self._program = Program(self.command)
        self._finalizer = weakref.finalize(self, self._program.end)
        version = self._ask("protocol_version", deadline)
        if not version.is_error and version.text != "2":
            raise ProgramError(f"it speaks version {version.text[:20]!r} of GTP, not 2")
        name = self._ask("name", deadline)
        if not name.is_error and name.text and name.text.isprintable():
            self.name = name.text[:60]
        commands = self._ask("list_commands", deadline)
        self._commands = frozenset() if commands.is_error else frozenset(commands.text.split())

    def _end(self, politely: bool) -> None:
        program, self._program = self._program, None
        self._position = self._seconds_sent = None
        if program is not None:
            self._finalizer.detach()
            program.end(politely)

    def _ask(self, command: str, deadline: float) -> Answer:
        if self._program is None:
            raise ProgramError("it does not run", Failure.CRASHED)
        return self._program.ask(command, deadline, self._on_wait)

    def _command(self, command: str, deadline: float) -> str:
        """The answer to a command; an error fails the game."""
        answer = self._ask(command, deadline)
        if answer.is_error:
            what = f"{self.name} answered {command!r} with the error {answer.text[:200]!r}"
            raise PlayerFailedError(Failure.REFUSED, what)
        return answer.text

    # -- what is sent --

    def _send_position(self, state: State, limit: float) -> bool:
        """Send the moves since the program's position, or all of them; True for all."""
        game, known = state.game, self._position
        is_new = known is None or not _leads_to(known, state)
        base = game.start() if known is None or is_new else known
        moves = state.history[len(base.history) :]
        if not _is_reached(state, base, moves):
            what = f"{self.name} cannot play a position that was set up: GTP sends moves only"
            raise PlayerFailedError(Failure.REFUSED, what)
        deadline = time.monotonic() + (self.start_seconds if is_new else limit)
        if is_new:
            if self._program is not None and not self._program.is_alive:
                self._end(politely=False)  # it ended between two games
            if self._program is None:
                self._start()
            if size := size_text(game):
                self._command(f"boardsize {size}", deadline)
            self._command("clear_board", deadline)
            if "komi" in game._fields:
                self._command(f"komi {game.komi:g}", deadline)
        colours = colour_names(game)
        for ply, move in enumerate(moves, len(state.history) - len(moves)):
            self._command(f"play {colours[ply % 2]} {write_move(game, move.name)}", deadline)
        self._position = state
        return is_new

    def _send_options(self, seconds: float | None, seed: int, deadline: float) -> None:
        """Send the time for a move and the seed, if the program has commands for them."""
        whole = int(seconds) if seconds else 0
        if whole and whole != self._seconds_sent and "time_settings" in self._commands:
            self._command(f"time_settings 0 {whole} 1", deadline)
            self._seconds_sent = whole
        if "set_random_seed" in self._commands:
            self._command(f"set_random_seed {seed % 2**31}", deadline)

    def _move_of(self, state: State, text: str) -> Move:
        """The move that an answer means."""
        if text.lower() == "resign":
            raise ResignedError(self.name)
        name = read_move(state.game, text[:200])
        if name is None:
            what = f"{self.name} answered {text[:80]!r}, which is not a move in {state.game}"
            raise PlayerFailedError(Failure.ILLEGAL, what)
        try:
            return state.play(name).history[-1]
        except IllegalMove:
            what = f"{self.name} played {write_move(state.game, name)}: {why_illegal(state, name)}"
            raise PlayerFailedError(Failure.ILLEGAL, what) from None


def _leads_to(known: State, state: State) -> bool:
    return known.game == state.game and state.history[: len(known.history)] == known.history


def _is_reached(state: State, base: State, moves: Sequence[Move]) -> bool:
    """Whether the moves lead from one position to another."""
    try:
        for move in moves:
            base = base.play(int(move))
    except IllegalMove:
        return False
    return base == state


def program_of(text: str) -> GtpPlayer:
    """The player that `program:gnugo --mode gtp` means, with or without the `program:`.

    Settings precede the command, each with a semicolon: `program:seconds=5;start=60;mohex`. The
    command is split as a shell would split it, but no shell is started.
    """
    values, rest = _settings(text.removeprefix("program:").strip())
    try:
        command = shlex.split(rest)
    except ValueError as error:
        why = "program: {rest!r} cannot be split: {why}"
        raise SearchError(why, "command-not-split", rest=rest, why=str(error).lower()) from None
    if not command:
        raise SearchError("program: no command; {syntax}", "no-command", syntax=SYNTAX)
    if shutil.which(command[0]) is None:
        why = "program: there is no program {program!r}; {syntax}"
        raise SearchError(why, "unknown-program", program=command[0], syntax=SYNTAX)
    return GtpPlayer(command, **values)


def _settings(text: str) -> tuple[dict[str, float], str]:
    """The settings that a text begins with, and the rest of it."""
    values: dict[str, float] = {}
    while match := re.match(r"(\w+)\s*=([^;\s]*)\s*;\s*", text):
        key, value = match.groups()
        if key not in SETTINGS:
            known = ", ".join(SETTINGS)
            why = "program has no setting {key!r}; it takes {known}"
            raise SearchError(why, "unknown-program-setting", key=key, known=known)
        try:
            values[SETTINGS[key]] = float(value)
        except ValueError:
            why = "program: {key} must be a number, not {value!r}"
            raise SearchError(why, "program-setting-not-a-number", key=key, value=value) from None
        text = text[match.end() :]
    return values, text
