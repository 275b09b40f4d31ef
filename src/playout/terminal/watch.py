"""A machine against a machine: live on a terminal, one line per move in a pipe."""

import contextlib
import itertools
import math
import sys
import time
from typing import Any

from ..arena import ForfeitError, failure_in, in_words
from ..board import Board
from ..formats import GtpPlayer
from ..language import number, said, tr
from ..live import Live, bar, cells
from ..players import Searcher, player_of
from ..search import Result, SearchError
from ..state import State
from .drawing import draw
from .keys import keys
from .score import Score
from .screen import Screen, curve
from .thinking import CtrlC, catch_ctrl_c, evaluation, speed

__all__ = ["watch"]

INTERRUPTED = 130
POLL_S = 0.05
SEEDS = 1_000_003  # between the seeds of two games
TEXT_WIDTH = 40  # columns for the text beside a board, with the gap


def watch(
    start: State, names: tuple[str, str], games: int, pause_s: float | None, seed: int
) -> int:
    """Play so many games, the colours changing each time; 0, or 130 after Ctrl-C."""
    screen = Screen()
    match = Match(start, names, games)
    if pause_s is None:
        pause_s = 0.5 if screen.is_terminal else 0.0
    with catch_ctrl_c() as ctrl_c:
        view = (LiveView if screen.is_terminal else PlainView)(match, screen, ctrl_c)
        with contextlib.suppress(Stop), contextlib.closing(match), view:
            for number in range(games):
                match.begin(number)
                play(match, view, pause_s, seed + SEEDS * number)
                view.wait(2 * pause_s)
    view.close()
    return INTERRUPTED if ctrl_c.is_pressed else 0


def play(match: "Match", view: "PlainView", pause_s: float, seed: int) -> None:
    """Play one game to the end."""
    while not match.is_over:
        player = match.players[match.state.player]
        move_seed = seed + len(match.state.history)
        try:
            result = player.search(match.state, move_seed, view.on_progress)
        except ForfeitError as error:
            match.reason = str(error)
            break
        view.check()
        match.play(result)
        view.show_move(result)
        view.wait(pause_s)
    match.end()
    view.show_end()


class Stop(Exception):
    """The user ends the match."""


class Match:
    """Games between two machines, and the one that is being played."""

    def __init__(self, start: State, names: tuple[str, str], games: int) -> None:
        self.start = start
        self.games = games
        both = names if names[0] != names[1] else (f"{names[0]} (A)", f"{names[1]} (B)")
        self.score = Score(both)
        self._players = tuple(machine(name) for name in names)
        for player in self._players:  # compiles now, rather than in the middle of the game
            if isinstance(player, Searcher):
                player.prepare(start)
        self.lines: list[str] = []
        self.begin(0)

    def begin(self, number: int) -> None:
        """Set up the board; in every second game B plays first."""
        self.number = number
        self.order = (0, 1) if number % 2 == 0 else (1, 0)
        self.players = [self._players[i] for i in self.order]
        self.names = [self.score.names[i] for i in self.order]
        self.state = self.start
        self.values = [math.nan, math.nan]  # the last win chance that each player reported
        self.curve: list[float] = []
        self.reason: str | None = None  # why the player to move has forfeited

    @property
    def is_over(self) -> bool:
        return self.state.is_over or self.reason is not None

    def close(self) -> None:
        """End the programs that play."""
        for player in self._players:
            if isinstance(player, GtpPlayer):
                player.close()

    def play(self, result: Result) -> None:
        mover = self.state.player
        if not math.isnan(result.value):
            self.values[mover] = result.value
            self.curve.append(result.value if mover == 0 else 1.0 - result.value)
        self.state = self.state.play(result.move)

    def end(self) -> None:
        """Count the game, and describe it in a line."""
        winner = self.state.winner if self.reason is None else 1 - self.state.player
        is_failure = failure_in(self.reason or "") is not None
        self.score.add(None if winner is None else self.order[winner], is_failure)
        moves = len(self.state.history) - len(self.start.history)
        sides = self.state.game.player_names()
        how = tr("a draw")
        if winner is not None:
            how = tr("{player} won as {side}", player=self.names[winner], side=sides[winner])
        how += f" ({in_words(self.reason)})" if self.reason else ""
        fields = {"game": self.number + 1, "result": how, "n": moves}
        text = tr("game {game}: {result}, {n} move", "game {game}: {result}, {n} moves", **fields)
        self.lines.append(tr("{text}; {score}", text=text, score=str(self.score)))


def machine(name: str) -> Searcher | GtpPlayer:
    """The player of this name, who must not be a person."""
    player = player_of(name, programs=True)
    if player is None:
        why = "watch is for machines: for {name} there is playout play"
        raise SearchError(why, "human-player", name=name)
    return player


class PlainView:
    """A line for each move and for each game."""

    def __init__(self, match: Match, screen: Screen, ctrl_c: CtrlC) -> None:
        self.match, self.screen, self.ctrl_c = match, screen, ctrl_c

    def __enter__(self) -> "PlainView":
        one, other = self.match.score.names
        game = str(self.match.start.game)
        self.screen.say(tr("{game}: {one} against {other}", game=game, one=one, other=other))
        return self

    def __exit__(self, *error: Any) -> None:
        pass

    def is_stopped(self) -> bool:
        """Whether the user wants to end the match."""
        return self.ctrl_c.is_pressed

    def on_progress(self, result: Result) -> bool:
        """Called by a search as it goes; True ends it."""
        return self.is_stopped()

    def check(self) -> None:
        if self.is_stopped():
            raise Stop

    def wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        self.check()
        while time.monotonic() < until:
            time.sleep(POLL_S)
            self.check()

    def show_move(self, result: Result) -> None:
        mover = result.state.player
        side = result.state.game.player_names()[mover]
        fields = {"game": self.match.number + 1, "n": len(result.state.history) + 1, "side": side}
        fields |= {"player": self.match.names[mover], "move": result.move.name}
        text = tr("game {game}, move {n}: {side} ({player}) plays {move}", **fields)
        self.screen.say(text + evaluation(result))

    def show_end(self) -> None:
        self.screen.say(self.match.lines[-1])

    def close(self) -> None:
        if not self.match.is_over:
            text = tr("ended in game {n}", n=self.match.number + 1)
            self.screen.say(tr("{text}; {score}", text=text, score=str(self.match.score)))


class LiveView(PlainView):
    """The whole terminal: win chances, the score, the board. q ends it, space pauses."""

    def __enter__(self) -> "LiveView":
        self.stack = contextlib.ExitStack()
        self.key = self.stack.enter_context(keys())
        self.live = self.stack.enter_context(Live(sys.stdout, fills_screen=True))
        self.news = ""
        self.is_paused = self.has_quit = False
        self.show()
        return self

    def __exit__(self, *error: Any) -> None:
        self.stack.close()

    def is_stopped(self) -> bool:
        key = self.key()
        if key == " ":
            self.is_paused = not self.is_paused
            self.show()
        self.has_quit = self.has_quit or key in ("q", "Q")
        return self.has_quit or self.ctrl_c.is_pressed

    def on_progress(self, result: Result) -> bool:
        self.match.values[self.match.state.player] = result.value
        self.news = self.describe(result, tr("{player} thinks", player=self.side(result)))
        self.show()
        return self.is_stopped()

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        while self.is_paused:
            super().wait(POLL_S)

    def show_move(self, result: Result) -> None:
        what = tr("{player} plays {move}", player=self.side(result), move=result.move.name)
        self.news = self.describe(result, what)
        self.show()

    def show_end(self) -> None:
        self.news = self.match.lines[-1].partition(";")[0]
        self.show()

    def side(self, result: Result) -> str:
        """The name of the side that was to move."""
        return said(result.state.game.player_names()[result.state.player])

    def describe(self, result: Result, what: str) -> str:
        if not result.simulations:
            return what
        line = tr("line {moves}", moves=" ".join(move.name for move in result.line[:8]))
        return tr("{player}: {text}", player=what, text=f"{speed(result)}, {line}")

    def show(self) -> None:
        self.live.show(self.picture())

    def picture(self) -> list[str]:
        """The text above the board, or beside a small board where the window is too low."""
        width, height = self.screen.width, self.screen.height
        head, board = self.head(width), draw(self.match.state, self.screen)
        spare = height - len(head) - len(board.split("\n"))
        if spare < 0:
            small = draw(self.match.state, self.screen, width=width - TEXT_WIDTH).split("\n")
            wide = max(map(cells, small))
            if width - 2 - wide >= TEXT_WIDTH - 2:
                beside = itertools.zip_longest(small, self.head(width - 2 - wide), fillvalue="")
                return [left + " " * (wide + 2 - cells(left)) + right for left, right in beside]
        return [*head, *[""] * (spare > 0), board]

    def head(self, width: int) -> list[str]:
        match, game = self.match, self.match.state.game
        at = {"n": match.number + 1, "games": match.games, "move": len(match.state.history)}
        hint = tr("paused: space continues") if self.is_paused else tr("q ends, space pauses")
        label = tr("win rate of {player} ", player=game.player_names()[0])
        lines = [
            f"{tr('game {n} of {games}, move {move}', **at)}  ({hint})  {game}",
            *self.players(width),
            self.news,
            label + curve(match.curve, width - len(label) - 1),
        ]
        return [*lines, f"{tr('score')} {match.score}"] if match.games > 1 else lines

    def players(self, width: int) -> list[str]:
        """A line for each player: its side, its name, and its win chance as a bar."""
        match, board = self.match, self.match.state.board()
        sides = [said(side) for side in match.state.game.player_names()]
        names = [f"{side} {name}" for side, name in zip(sides, match.names, strict=True)]
        bar_width = 20 if width >= 60 else 10
        wide = min(max(map(len, names)), width - bar_width - 10)
        lines = []
        for i, value in enumerate(match.values):
            name = f"{names[i][:wide]:{wide}}"
            if match.state.player == i and not match.state.is_over:
                name = self.screen.paint(name, "bold")
            if isinstance(board, Board):
                name = f"{self.screen.paint(board.glyph(i), board.colours[i])} {name}"
            share = number(value, ">4.0%")
            chance = "" if math.isnan(value) else f"{bar(value, bar_width)} {share}"
            lines.append(f"{name}  {chance}")
        return lines

    def close(self) -> None:
        self.screen.say(f"{draw(self.match.state, self.screen)}\n")
        for line in self.match.lines:
            self.screen.say(line)
        super().close()
