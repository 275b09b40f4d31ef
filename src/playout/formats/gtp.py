"""A player that is another program, spoken to by GTP 2 (and its relative for Hex)."""

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
from ..players import Choice
from ..search import SearchError
from ..state import IllegalMove, Move, State
from .gtp_notation import colour_names, read_move, size_text, write_move, wrong_move
from .process import Program, ProgramError

__all__ = ["GtpPlayer", "program_of"]

MOVE_S = 60.0  # for a move, where nothing else is said
START_S = 30.0
LATE_S = 0.5  # a program may be so late: it counts its seconds in its own way
SYNTAX = "write program:gnugo --mode gtp, or program:seconds=5;gnugo --mode gtp"


class GtpPlayer:
    """The moves of a program, which is started by `prepare`, or when it first has to move.

    command         the program and its arguments, as a list
    seconds         for a move; it is told so, and it loses when it takes half a second more
    start_seconds   for the program to start, and to be told of a game: its moves, its clock

    Whatever goes wrong with it, it loses the game with the reason; for the next game it is started
    again. It ends, with all that it started, at `close()`, with the player, or with us.
    """

    def __init__(
        self, command: Sequence[str], seconds: float | None = None, start_seconds: float = START_S
    ) -> None:
        if isinstance(command, str) or not command:
            raise SearchError("a program is given as a list: its name and its arguments")
        for key, value in (("seconds", seconds), ("start_seconds", start_seconds)):
            if value is not None and not 0 < value < math.inf:
                raise SearchError(f"program: {key} must be more than 0, not {value}")
        self.command = tuple(command)
        self.seconds = seconds
        self.start_seconds = start_seconds
        self.name = os.path.basename(self.command[0])
        self._program: Program | None = None
        self._commands: frozenset[str] = frozenset()
        self._position: State | None = None  # the one that the program has before it
        self._told: int | None = None  # seconds
        self._finalizer: Any = None

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return self._program.pid if self._program else None

    def choose(
        self,
        state: State,
        seed: int,
        progress: Callable | None = None,
        seconds: float | None = None,
    ) -> Choice:
        """`seconds` are for this move alone; programs know whole ones, so it has at least one."""
        told = self._seconds_for(seconds)
        limit = (told or MOVE_S) + LATE_S
        with self._or_it_has_lost():
            is_new = self._tell_position(state, limit)
            # A program may have to get ready for its first clock.
            wait = self.start_seconds if is_new else limit
            self._tell_options(told, seed, time.monotonic() + wait)
            colour = colour_names(state.game)[state.player]
            text = self._order(f"genmove {colour}", time.monotonic() + limit)
            move = self._understood(state, text)
        self._position = state.play(move)
        return Choice(move)

    def prepare(self, state: State, seconds: float | None = None) -> None:
        """Start the program and tell it of a game, so that no clock of a move runs meanwhile."""
        with self._or_it_has_lost():
            self._tell_position(state, self.start_seconds)
            deadline = time.monotonic() + self.start_seconds
            self._tell_options(self._seconds_for(seconds), 0, deadline)

    def _seconds_for(self, seconds: float | None) -> float | None:
        """The time for a move: its own, or less where it is given less."""
        limits = [self.seconds] if self.seconds else []
        if seconds is not None:
            limits.append(max(seconds, 1.0))
        return min(limits, default=None)

    @contextlib.contextmanager
    def _or_it_has_lost(self) -> Iterator[None]:
        """Whatever goes wrong meanwhile is the program's failure."""
        try:
            yield
        except ProgramError as error:
            words = self._program.last_words() if self._program else ""
            self._end(kindly=False)
            last = f"; its last words: {words}" if words else ""
            raise PlayerFailedError(error.kind, f"{self.name}: {error}{last}") from None
        except ForfeitError:
            self._position = None  # it has played what we do not know
            raise
        except BaseException:
            self._end(kindly=False)  # an answer may be under way
            raise

    def close(self) -> None:
        """End the program; the next move would start it again."""
        self._end(kindly=True)

    def __enter__(self) -> "GtpPlayer":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<GtpPlayer {shlex.join(self.command)}>"

    # -- the program --

    def _start(self) -> None:
        deadline = time.monotonic() + self.start_seconds
        self._program = program = Program(self.command)
        self._finalizer = weakref.finalize(self, program.end)
        version = program.ask("protocol_version", deadline)
        if not version.is_error and version.text != "2":
            raise ProgramError(f"it speaks version {version.text[:20]!r} of GTP, not 2")
        name = program.ask("name", deadline)
        if not name.is_error and name.text and name.text.isprintable():
            self.name = name.text[:60]
        commands = program.ask("list_commands", deadline)
        self._commands = frozenset() if commands.is_error else frozenset(commands.text.split())

    def _end(self, kindly: bool) -> None:
        program, self._program = self._program, None
        self._position = self._told = None
        if program is not None:
            self._finalizer.detach()
            program.end(kindly)

    def _order(self, command: str, deadline: float) -> str:
        """What the program answers to a command that it must obey."""
        if self._program is None:
            raise ProgramError("it does not run", Failure.CRASHED)
        answer = self._program.ask(command, deadline)
        if answer.is_error:
            why = repr(answer.text[:200])
            what = f"{self.name} answered {command!r} with the error {why}"
            raise PlayerFailedError(Failure.REFUSED, what)
        return answer.text

    # -- what it is told --

    def _tell_position(self, state: State, limit: float) -> bool:
        """Bring the program to a position: by the moves since the last one, or by all of them, in
        which case it is True."""
        known, game = self._position, state.game
        if known is not None and not _leads_to(known, state):
            known = None
        moves = state.history[len(known.history) if known else 0 :]
        self._check_reachable(known or game.start(), moves, state)
        deadline = time.monotonic() + (self.start_seconds if known is None else limit)
        if known is None:
            if self._program is not None and not self._program.is_alive:
                self._end(kindly=False)  # it left between two games
            if self._program is None:
                self._start()
            size = size_text(game)
            if size:
                self._order(f"boardsize {size}", deadline)
            self._order("clear_board", deadline)
        colours = colour_names(game)
        first = len(state.history) - len(moves)
        for ply, move in enumerate(moves, first):
            self._order(f"play {colours[ply % 2]} {write_move(game, move.name)}", deadline)
        self._position = state
        return known is None

    def _check_reachable(self, begin: State, moves: tuple[Move, ...], state: State) -> None:
        try:
            for move in moves:
                begin = begin.play(int(move))
        except IllegalMove:
            begin = state.game.start()
        if begin != state:
            raise PlayerFailedError(
                Failure.REFUSED,
                f"{self.name} cannot be told of a position that was set up: it knows moves only",
            )

    def _tell_options(self, seconds: float | None, seed: int, deadline: float) -> None:
        """The time for a move and the seed, if the program has commands for them."""
        whole = int(seconds) if seconds else 0
        if whole and whole != self._told and "time_settings" in self._commands:
            self._order(f"time_settings 0 {whole} 1", deadline)
            self._told = whole
        if "set_random_seed" in self._commands:
            self._order(f"set_random_seed {seed % 2**31}", deadline)

    def _understood(self, state: State, text: str) -> Move:
        """The move that an answer means."""
        if text.lower() == "resign":
            raise ResignedError(self.name)
        name = read_move(state.game, text[:200])
        if name is not None:
            try:
                return state.play(name).history[-1]
            except IllegalMove:
                why = wrong_move(state, name)
                played = write_move(state.game, name)
                what = f"{self.name} played {played}: {why}"
                raise PlayerFailedError(Failure.ILLEGAL, what) from None
        what = f"{self.name} answered {text[:80]!r}, which is no move in {state.game}"
        raise PlayerFailedError(Failure.ILLEGAL, what)


def _leads_to(known: State, state: State) -> bool:
    return known.game == state.game and state.history[: len(known.history)] == known.history


def program_of(text: str) -> GtpPlayer:
    """The player that `program:gnugo --mode gtp` means, with or without the `program:`.

    Settings stand before the command, each with a semicolon: `program:seconds=5;start=60;mohex`.
    The command is split as a shell would split it, but no shell is started.
    """
    rest = text.removeprefix("program:").strip()
    values: dict[str, float] = {}
    while match := re.match(r"(\w+)\s*=([^;\s]*)\s*;\s*", rest):
        key, value = match.groups()
        if key not in SETTINGS:
            known = ", ".join(SETTINGS)
            raise SearchError(f"program has no setting {key!r}; it takes {known}")
        try:
            values[SETTINGS[key]] = float(value)
        except ValueError:
            raise SearchError(f"program: {key} must be a number, not {value!r}") from None
        rest = rest[match.end() :]
    try:
        command = shlex.split(rest)
    except ValueError as error:
        raise SearchError(f"program: {rest!r} cannot be split: {str(error).lower()}") from None
    if not command:
        raise SearchError(f"program: no command; {SYNTAX}")
    if shutil.which(command[0]) is None:
        raise SearchError(f"program: there is no program {command[0]!r}; {SYNTAX}")
    return GtpPlayer(command, **values)


SETTINGS = {"seconds": "seconds", "start": "start_seconds"}
