"""Our players for other programs: a server that speaks GTP 2, and HTP for Hex.

    id command arguments     ->     =id answer     or     ?id what is wrong

An empty line ends an answer. A command that fails leaves everything as it was. Once there is a
clock, a move takes no more than it is allotted, whatever the player's own budget.
"""

import contextlib
import io
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from typing import IO, Any, NamedTuple

import numpy as np

from .. import __version__
from ..arena import ForfeitError
from ..catalogue import find, resized
from ..kernel import split
from ..players import player_of
from ..rules import GameError
from ..search import SearchError
from ..state import IllegalMove, Move, State
from .gtp_clock import Clocks, Settings
from .gtp_lines import Lines, clean, counted, is_count, is_integer, one_paragraph
from .gtp_notation import (
    board_text,
    colour_names,
    read_colour,
    read_move,
    size_text,
    write_move,
    wrong_move,
)

__all__ = ["GtpServer", "serve_gtp"]

ANALYSES = "plist/Legal Moves/all_legal_moves\nstring/Final Score/final_score"


def serve_gtp(
    player_text: str, game_text: str, input: IO[Any] | None = None, output: IO[str] | None = None
) -> None:
    """Answer the commands of `input` until it ends or one of them is `quit`.

    Nothing else is written to `output`: what anything prints meanwhile goes to stderr. A search
    that is under way when the input ends, or says `# interrupt`, is cut short.
    """
    input, output = input or sys.stdin, output or sys.stdout
    if isinstance(output, io.TextIOWrapper):
        output.reconfigure(errors="replace")  # boards are drawn with what not every terminal has
    lines = Lines(input)
    server = GtpServer(player_text, game_text, lines.wants_haste)
    with contextlib.redirect_stdout(sys.stderr), contextlib.closing(server):
        for line in lines:
            reply = server.answer(line)
            if reply is not None:
                output.write(reply)
                output.flush()
            if server.has_quit:
                break


class Refused(Exception):
    """A command that cannot be obeyed; the message is the answer."""


class Command(NamedTuple):
    """What a command takes and what it does."""

    run: Callable[..., str]
    least: int = 0
    most: int = 0
    too_few: str = ""  # the answer to fewer arguments, where it is not the usual one


class GtpServer:
    """A game, the moves so far, and who finds the next one."""

    def __init__(
        self, player_text: str, game_text: str, wants_haste: Callable[[], bool] | None = None
    ) -> None:
        """`wants_haste` is asked during a search whether it is to end."""
        self.player = player_of(player_text)
        if self.player is None:
            raise SearchError("a person cannot answer for a program; name another player")
        self.wants_haste = wants_haste
        self.states: list[State] = [find(game_text).start()]
        self.seed = secrets.randbits(63)
        self.now: Callable[[], float] = time.monotonic
        self.clocks = Clocks()
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
            "all_legal_moves": Command(self.all_legal_moves, 0, 1),
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

    def close(self) -> None:
        """End the player, where it is a program."""
        if hasattr(self.player, "close"):
            self.player.close()

    def answer(self, line: str) -> str | None:
        """The reply to a line, as it is to be sent; None to a line without a command."""
        words = clean(line).split()
        if not words:
            return None
        number = ""
        if is_count(words[0]):
            number = words.pop(0)
        try:
            sign, text = "=", self.obey(words)
        except Refused as error:
            sign, text = "?", str(error)
        except (ForfeitError, SearchError) as error:
            sign, text = "?", f"no move: {error}"
        except Exception as error:  # a bug of ours must not end the conversation
            traceback.print_exc(file=sys.stderr)
            sign, text = "?", f"internal error: {type(error).__name__}: {error}"
        return one_paragraph(f"{sign}{number} {text}") + "\n\n"

    def obey(self, words: list[str]) -> str:
        name, *arguments = words or [""]
        command = self.commands.get(name)
        if command is None:
            raise Refused("unknown command")
        n = len(arguments)
        if n < command.least and command.too_few:
            raise Refused(command.too_few)
        if not command.least <= n <= command.most:
            if command.most == 0:
                raise Refused("no arguments allowed")
            raise Refused(f"command needs {counted(command.least, command.most)}")
        return command.run(*arguments)

    # -- the conversation --

    def known_command(self, name: str) -> str:
        return "true" if name in self.commands else "false"

    def quit(self) -> str:
        self.has_quit = True
        return ""

    def komi(self, text: str) -> str:
        try:
            float(text)
        except ValueError:
            raise Refused("komi not a float") from None
        return ""

    def set_random_seed(self, text: str) -> str:
        if not is_integer(text):
            raise Refused("seed not an integer")
        self.seed = int(text) % 2**63
        return ""

    # -- the clock --

    def time_settings(self, *texts: str) -> str:
        if not all(is_count(text) for text in texts):
            raise Refused("not three integers")
        self.clocks = Clocks(Settings(*map(int, texts)))
        self.prepare()
        return ""

    def time_left(self, colour: str, seconds: str, stones: str) -> str:
        player = self.colour(colour)
        if not (is_count(seconds) and is_count(stones)):
            raise Refused("not a color and two integers")
        self.clocks.set(player, int(seconds), int(stones))
        self.prepare()
        return ""

    # -- the board --

    def boardsize(self, *texts: str) -> str:
        if not all(is_integer(text) for text in texts):
            raise Refused("boardsize not an integer")
        cols, rows = int(texts[0]), int(texts[-1])
        is_rectangle = hasattr(self.game, "cols")
        if size_text(self.game) is None or (cols != rows and not is_rectangle):
            raise Refused("unacceptable size")
        try:
            game = resized(self.game, f"{cols}x{rows}" if is_rectangle else str(cols))
            self.begin(game)
        except GameError:
            raise Refused("unacceptable size") from None
        return ""

    def clear_board(self) -> str:
        self.begin(self.game)
        return ""

    def begin(self, game: Any) -> None:
        self.states = [game.start()]
        self.clocks.restart()
        self.prepare()

    def prepare(self) -> None:
        """Compile now, and not when a move is waited for."""
        if hasattr(self.player, "prepare"):
            with contextlib.suppress(SearchError):  # what is wrong is said when it has to move
                self.player.prepare(self.game.start())

    def showboard(self) -> str:
        return f"\n{board_text(self.state)}\n{self.state.outcome()}"

    def final_score(self) -> str:
        if not self.state.is_over:
            raise Refused("cannot score")
        if self.state.winner is None:
            return "0"
        return colour_names(self.game)[self.state.winner][0].upper() + "+"

    def all_legal_moves(self, colour: str | None = None) -> str:
        if colour is not None and self.colour(colour) != self.state.player:
            return ""
        return " ".join(write_move(self.game, move.name) for move in self.state.moves())

    # -- moves --

    def colour(self, text: str, complaint: str = "invalid color") -> int:
        player = read_colour(self.game, text)
        if player is None:
            raise Refused(complaint)
        return player

    def play(self, colour: str, text: str) -> str:
        player = self.colour(colour, "invalid color or coordinate")
        name = read_move(self.game, text)
        if name is None:
            raise Refused("invalid color or coordinate")
        state = self.state
        if not state.is_over and player != state.player:
            raise Refused(f"illegal move (it is not {colour_names(self.game)[player]}'s turn)")
        try:
            self.states.append(state.play(name))
        except IllegalMove:
            raise Refused(f"illegal move ({self.complaint(name)})") from None
        return ""

    def complaint(self, name: str) -> str:
        """Why a move is illegal, in a few words."""
        if self.state.is_over:
            return "the game is over"
        if name == "swap-sides":
            return "not swap-sides but swap-pieces is played"
        return wrong_move(self.state, name)

    def undo(self) -> str:
        if len(self.states) == 1:
            raise Refused("cannot undo")
        self.states.pop()
        return ""

    def genmove(self, colour: str) -> str:
        began = self.now()
        move = self.best(colour)
        if move is None:
            return "resign"
        self.clocks.spend(self.state.player, self.now() - began)
        self.states.append(self.state.play(int(move)))
        return write_move(self.game, move.name)

    def reg_genmove(self, colour: str) -> str:
        move = self.best(colour)
        return "resign" if move is None else write_move(self.game, move.name)

    def best(self, colour: str) -> Move | None:
        """The player's move; None when the game is over."""
        player, state = self.colour(colour), self.state
        if state.is_over:
            return None
        if player != state.player:
            raise Refused(f"it is not {colour_names(self.game)[player]}'s turn")
        seed = int(split(np.uint64(self.seed), np.uint64(len(state.history))))
        if hasattr(self.player, "search"):
            wants_haste = self.wants_haste
            watch = (lambda result: wants_haste()) if wants_haste else None
            return self.player.search(state, seed, watch, limit=self.clocks.for_move(state)).move
        return self.player.choose(state, seed).move
