"""A server of GTP 2, and of HTP for Hex: other programs ask our players for moves.

    id command arguments     ->     =id answer     or     ?id error

An empty line ends an answer. A command that fails changes nothing. Once there is a clock, it
limits the time of a move as well as the player's own budget.
"""

import contextlib
import io
import math
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from typing import IO, Any, NamedTuple

import numpy as np

from .. import __version__
from ..catalogue import find, resized
from ..games import Go
from ..kernel import split
from ..players import Searcher, player_of
from ..rules import GameError
from ..search import SearchError
from ..state import IllegalMove, Move, State
from .gtp_clock import Clock, Settings, moves_left
from .gtp_lines import Lines, clean, counted, is_number, one_paragraph
from .gtp_notation import (
    board_text,
    colour_names,
    read_colour,
    read_move,
    size_text,
    why_illegal,
    write_move,
)

__all__ = ["GtpServer", "serve_gtp"]

ANALYSES = "plist/Legal Moves/all_legal_moves\nstring/Final Score/final_score"


def serve_gtp(
    player_text: str, game_text: str, input: IO[Any] | None = None, output: IO[str] | None = None
) -> None:
    """Answer the commands of `input` until it ends or one of them is `quit`.

    Nothing else is written to `output`: what is printed meanwhile goes to stderr. A search is cut
    short when the input ends or says `# interrupt`.
    """
    input, output = input or sys.stdin, output or sys.stdout
    if isinstance(output, io.TextIOWrapper):
        output.reconfigure(errors="replace")  # for the characters of boards
    lines = Lines(input)
    server = GtpServer(player_text, game_text, lines.is_interrupted)
    with contextlib.redirect_stdout(sys.stderr):
        for line in lines:
            reply = server.answer(line)
            if reply is not None:
                output.write(reply)
                output.flush()
            if server.has_quit:
                break


class CommandError(Exception):
    """A command that fails; the message is the answer."""


class InvalidArgument(Exception):
    """An argument that cannot be read."""


class Command(NamedTuple):
    """A command, with the least and the most number of its arguments."""

    run: Callable[..., str | None]
    least: int = 0
    most: int = 0
    invalid: str = ""  # the answer to invalid or missing arguments


class GtpServer:
    """A game, the positions so far, and the player of both sides."""

    def __init__(
        self, player_text: str, game_text: str, is_interrupted: Callable[[], bool] = lambda: False
    ) -> None:
        """A search ends early when `is_interrupted` returns True."""
        player = player_of(player_text)
        if not isinstance(player, Searcher):
            why = "a person cannot answer for a program; name another player"
            raise SearchError(why, "human-player")
        self.player = player
        self.is_interrupted = is_interrupted
        self.states: list[State] = [find(game_text).start()]
        self.seed = secrets.randbits(63)
        self.now: Callable[[], float] = time.monotonic
        self.settings = Settings()
        self.restart_clocks()
        self.has_quit = False
        self.commands = {
            "protocol_version": Command(lambda: "2"),
            "name": Command(lambda: "Playout"),
            "version": Command(lambda: __version__),
            "known_command": Command(self.known_command, 1, 1),
            "list_commands": Command(lambda: "\n".join(self.commands)),
            "quit": Command(self.quit),
            "boardsize": Command(self.boardsize, 1, 2, "boardsize not an integer"),
            "clear_board": Command(self.clear_board),
            "komi": Command(self.komi, 1, 1, "komi not a float"),
            "play": Command(self.play, 2, 2, "invalid color or coordinate"),
            "genmove": Command(self.genmove, 1, 1, "invalid color"),
            "reg_genmove": Command(self.reg_genmove, 1, 1, "invalid color"),
            "undo": Command(self.undo),
            "showboard": Command(self.showboard),
            "final_score": Command(self.final_score),
            "time_settings": Command(self.time_settings, 3, 3, "not three integers"),
            "time_left": Command(self.time_left, 3, 3, "not a color and two integers"),
            "all_legal_moves": Command(self.all_legal_moves, 0, 1, "invalid color"),
            "set_random_seed": Command(self.set_random_seed, 1, 1, "seed not an integer"),
            "gogui-analyze_commands": Command(lambda: ANALYSES),
            "hexgui-analyze_commands": Command(lambda: ANALYSES),
        }

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def game(self) -> Any:
        return self.state.game

    def answer(self, line: str) -> str | None:
        """The reply to a line; None to a line without a command."""
        words = clean(line).split()
        if not words:
            return None
        number = words.pop(0) if is_number(words[0]) else ""
        try:
            sign, text = "=", self.run(*words)
        except CommandError as error:
            sign, text = "?", str(error)
        except SearchError as error:
            sign, text = "?", f"no move: {error}"
        except Exception as error:  # a bug of ours must not end the server
            traceback.print_exc(file=sys.stderr)
            sign, text = "?", f"internal error: {type(error).__name__}: {error}"
        return one_paragraph(f"{sign}{number} {text}") + "\n\n"

    def run(self, name: str = "", *arguments: str) -> str:
        if name not in self.commands:
            raise CommandError("unknown command")
        run, least, most, invalid = self.commands[name]
        if len(arguments) > most or (len(arguments) < least and not invalid):
            needs = f"command needs {counted(least, most)}" if most else "no arguments allowed"
            raise CommandError(needs)
        try:
            if len(arguments) < least:
                raise InvalidArgument
            return run(*arguments) or ""
        except InvalidArgument:
            raise CommandError(invalid) from None

    # -- the session --

    def known_command(self, name: str) -> str:
        return "true" if name in self.commands else "false"

    def quit(self) -> None:
        self.has_quit = True

    def komi(self, text: str) -> None:
        """Play on by another komi; it means nothing in games other than Go."""
        try:
            komi = float(text)
        except ValueError:
            raise InvalidArgument from None
        if not isinstance(self.game, Go):
            return
        try:
            states = [self.game._replace(komi=komi).start()]
        except GameError as error:
            raise CommandError(str(error)) from None
        for move in self.state.history:
            states.append(states[-1].play(int(move)))
        self.states = states

    def set_random_seed(self, text: str) -> None:
        self.seed = _integer(text) % 2**63

    # -- the clock --

    def time_settings(self, *texts: str) -> None:
        self.settings = Settings(*map(_number, texts))
        self.restart_clocks()
        self.prepare()

    def restart_clocks(self) -> None:
        self.clocks = (Clock(self.settings), Clock(self.settings))

    def time_left(self, colour: str, seconds: str, stones: str) -> None:
        clock = self.clocks[self.player_of(colour)]
        clock.left, clock.stones = _number(seconds), _number(stones)
        self.prepare()

    # -- the board --

    def boardsize(self, *texts: str) -> None:
        cols, rows = _integer(texts[0]), _integer(texts[-1])
        is_rectangle = hasattr(self.game, "cols")
        if size_text(self.game) is None or (cols != rows and not is_rectangle):
            raise CommandError("unacceptable size")
        try:
            self.begin(resized(self.game, f"{cols}x{rows}" if is_rectangle else str(cols)))
        except GameError:
            raise CommandError("unacceptable size") from None

    def clear_board(self) -> None:
        self.begin(self.game)

    def begin(self, game: Any) -> None:
        self.states = [game.start()]
        self.restart_clocks()
        self.prepare()

    def prepare(self) -> None:
        """Compile now, before the clock of a move runs."""
        with contextlib.suppress(SearchError):  # genmove will report it
            self.player.prepare(self.game.start())

    def showboard(self) -> str:
        return f"\n{board_text(self.state)}\n{self.state.outcome()}"

    def final_score(self) -> str:
        if not self.state.is_over:
            raise CommandError("cannot score")
        winner = self.state.winner
        lead = self.game.lead(self.state.words)
        margin = "" if lead is None else f"{abs(lead):g}"
        return "0" if winner is None else f"{colour_names(self.game)[winner][0].upper()}+{margin}"

    def all_legal_moves(self, colour: str | None = None) -> str:
        if colour is not None and self.player_of(colour) != self.state.player:
            return ""
        return " ".join(write_move(self.game, move.name) for move in self.state.moves())

    # -- moves --

    def player_of(self, colour: str) -> int:
        player = read_colour(self.game, colour)
        if player is None:
            raise InvalidArgument
        return player

    def play(self, colour: str, text: str) -> None:
        player, name, state = self.player_of(colour), read_move(self.game, text), self.state
        if name is None:
            raise InvalidArgument
        if not state.is_over and player != state.player:
            raise CommandError(f"illegal move (it is not {colour_names(self.game)[player]}'s turn)")
        try:
            self.states.append(state.play(name))
        except IllegalMove:
            raise CommandError(f"illegal move ({why_illegal(state, name)})") from None

    def undo(self) -> None:
        if len(self.states) == 1:
            raise CommandError("cannot undo")
        self.states.pop()

    def genmove(self, colour: str) -> str:
        began = self.now()
        move = self.best(colour)
        if move is None:
            return self.at_end()
        self.clocks[self.state.player].spend(self.now() - began)
        self.states.append(self.state.play(int(move)))
        return write_move(self.game, move.name)

    def reg_genmove(self, colour: str) -> str:
        move = self.best(colour)
        return self.at_end() if move is None else write_move(self.game, move.name)

    def at_end(self) -> str:
        """What is answered for a move when the game is over."""
        return "pass" if isinstance(self.game, Go) else "resign"

    def best(self, colour: str) -> Move | None:
        """The player's move; None when the game is over."""
        player, state = self.player_of(colour), self.state
        if state.is_over:
            return None
        if player != state.player:
            raise CommandError(f"it is not {colour_names(self.game)[player]}'s turn")
        seed = int(split(np.uint64(self.seed), np.uint64(len(state.history))))
        seconds = self.clocks[player].for_move(moves_left(state))
        limit = seconds if math.isfinite(seconds) else None
        result = self.player.search(state, seed, lambda _: self.is_interrupted(), limit=limit)
        return result.move


def _integer(text: str) -> int:
    if not re.fullmatch("[+-]?[0-9]{1,18}", text):
        raise InvalidArgument
    return int(text)


def _number(text: str) -> int:
    if not is_number(text):
        raise InvalidArgument
    return int(text)
