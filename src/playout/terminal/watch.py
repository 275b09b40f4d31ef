"""A machine against a machine: live on a terminal, line by line in a pipe."""

import contextlib
import math
import time
from typing import Any

from ..arena import ForfeitError, failure_in
from ..board import Board
from ..formats import GtpPlayer
from ..players import Searcher, player_of
from ..search import Result, SearchError
from ..state import State
from .drawing import draw, glyph
from .keys import keys
from .programs import Outside
from .score import Score
from .screen import Screen, bar, curve
from .thinking import Interrupt, interruptible, opinion, rate_of

__all__ = ["watch"]

INTERRUPTED = 130
STEP_S = 0.05
SEEDS = 1_000_003  # between the seeds of two games
BESIDE = 40  # columns for the words beside a board, with the gap


def watch(
    start: State, names: tuple[str, str], games: int, pause_s: float | None, seed: int
) -> int:
    """Play so many games, the colours changing each time; 0, or 130 after Ctrl-C."""
    screen = Screen()
    match = Match(start, names, games)
    view = LiveView(match, screen) if screen.is_terminal else PlainView(match, screen)
    if pause_s is None:
        pause_s = 0.5 if screen.is_terminal else 0.0
    with interruptible() as wish, contextlib.suppress(Ended), contextlib.closing(match), view:
        for number in range(games):
            match.begin(number)
            while not match.is_over:
                player = match.players[match.state.player]
                move_seed = seed + SEEDS * number + len(match.state.history)
                try:
                    result = player.search(match.state, move_seed, view.watcher(player, wish))
                except ForfeitError as error:
                    match.forfeit(str(error))
                    break
                view.check(wish)
                match.play(result)
                view.moved(result)
                view.wait(pause_s, wish)
            match.end()
            view.ended()
            view.wait(2 * pause_s, wish)
    view.close()
    return INTERRUPTED if wish.asked else 0


class Ended(Exception):
    """The watcher has seen enough."""


class Match:
    """Games between two machines, and how the one on the board goes."""

    def __init__(self, start: State, names: tuple[str, str], games: int) -> None:
        self.start = start
        self.games = games
        both = names if names[0] != names[1] else (f"{names[0]} (A)", f"{names[1]} (B)")
        self.score = Score(both)
        self._searchers = tuple(machine(name) for name in names)
        for player in self._searchers:  # compiles now, rather than in the middle of the game
            if isinstance(player, Searcher):
                player.prepare(start)
        self.lines: list[str] = []
        self.begin(0)

    def begin(self, number: int) -> None:
        """Set the board up; in every second game B begins."""
        self.number = number
        order = (0, 1) if number % 2 == 0 else (1, 0)
        self.seats = order
        self.players = [self._searchers[i] for i in order]
        self.names = [self.score.names[i] for i in order]
        self.state = self.start
        self.values = [math.nan, math.nan]  # what each player last thought of its chances
        self.curve: list[float] = []
        self.reason: str | None = None  # why the player to move has lost

    @property
    def is_over(self) -> bool:
        return self.state.is_over or self.reason is not None

    def forfeit(self, reason: str) -> None:
        """Who is to move cannot, and loses."""
        self.reason = reason

    def close(self) -> None:
        """End the programs that play."""
        for player in self._searchers:
            if isinstance(player, Outside):
                player.close()

    def play(self, result: Result) -> None:
        mover = self.state.player
        if not math.isnan(result.value):
            self.values[mover] = result.value
            self.curve.append(result.value if mover == 0 else 1.0 - result.value)
        self.state = self.state.play(result.move)

    def end(self) -> None:
        """Count the game and put it into words."""
        winner = self.state.winner if self.reason is None else 1 - self.state.player
        is_failure = failure_in(self.reason or "") is not None
        self.score.add(None if winner is None else self.seats[winner], is_failure)
        moves = len(self.state.history) - len(self.start.history)
        sides = self.state.game.player_names()
        how = "a draw" if winner is None else f"{self.names[winner]} won as {sides[winner]}"
        how += f" ({self.reason})" if self.reason else ""
        self.lines.append(f"game {self.number + 1}: {how}, {moves} moves; {self.score}")


def machine(name: str) -> Searcher | Outside:
    """The player of this name, who must not be a person."""
    player = player_of(name, programs=True)
    if isinstance(player, GtpPlayer):
        return Outside(player)
    if not isinstance(player, Searcher):
        raise SearchError(f"watch is for machines: for {name} there is playout play")
    return player


class PlainView:
    """A line for each move and for each game."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match, self.screen = match, screen

    def __enter__(self) -> "PlainView":
        self.screen.say(f"{self.match.start.game}: {' against '.join(self.match.score.names)}")
        return self

    def __exit__(self, *error: Any) -> None:
        pass

    def watcher(self, player: Searcher | Outside, wish: Interrupt) -> Any:
        """What a search calls as it goes; True ends it."""
        return lambda result: wish.asked

    def check(self, wish: Interrupt) -> None:
        """Raise Ended where the person at the terminal has had enough."""
        if wish.asked:
            raise Ended

    def moved(self, result: Result) -> None:
        mover = result.state.player
        side = result.state.game.player_names()[mover]
        number = len(result.state.history) + 1
        self.screen.say(
            f"game {self.match.number + 1}, move {number}: {side}"
            f" ({self.match.names[mover]}) plays {result.move}{opinion(result)}"
        )

    def wait(self, seconds: float, wish: Interrupt) -> None:
        """Let a while pass; the wish to end is heard."""
        until = time.monotonic() + seconds
        self.check(wish)
        while time.monotonic() < until:
            time.sleep(STEP_S)
            self.check(wish)

    def ended(self) -> None:
        self.screen.say(self.match.lines[-1])

    def close(self) -> None:
        """The last words."""
        if not self.match.is_over:
            self.screen.say(f"ended in game {self.match.number + 1}; {self.match.score}")


class LiveView(PlainView):
    """The whole terminal: who thinks what, the score, the board. q ends it, space pauses."""

    def __enter__(self) -> "LiveView":
        from rich.console import Console
        from rich.live import Live

        self.stack = contextlib.ExitStack()
        self.key = self.stack.enter_context(keys())
        self.live = self.stack.enter_context(
            Live(console=Console(), screen=True, auto_refresh=False, vertical_overflow="crop")
        )
        self.work = ""
        self.is_paused = self.is_left = False
        self.show()
        return self

    def __exit__(self, *error: Any) -> None:
        self.stack.close()

    def watcher(self, player: Searcher | Outside, wish: Interrupt) -> Any:
        def look(result: Result) -> bool:
            self.match.values[self.match.state.player] = result.value
            self.work = self.describe(result, "thinks:")
            self.show()
            self.obey_key()
            return wish.asked or self.is_left

        return look

    def obey_key(self) -> None:
        """q ends it all; space stops and starts the moves."""
        key = self.key()
        if key == " ":
            self.is_paused = not self.is_paused
            self.show()
        elif key in ("q", "Q"):
            self.is_left = True

    def check(self, wish: Interrupt) -> None:
        self.obey_key()
        if self.is_left or wish.asked:
            raise Ended

    def wait(self, seconds: float, wish: Interrupt) -> None:
        super().wait(seconds, wish)
        while self.is_paused:
            super().wait(STEP_S, wish)

    def moved(self, result: Result) -> None:
        self.work = self.describe(result, f"plays {result.move}:")
        self.show()

    def ended(self) -> None:
        self.work = self.match.lines[-1].partition(";")[0]
        self.show()

    def describe(self, result: Result, verb: str) -> str:
        side = result.state.game.player_names()[result.state.player]
        if not result.simulations:
            return f"{side} {verb.rstrip(':')}"
        line = " ".join(move.name for move in result.line[:8])
        work = f"{result.simulations:,} simulations, {rate_of(result):,.0f}/s"
        return f"{side} {verb} {work}, line {line}"

    def show(self) -> None:
        self.live.update(self.picture(), refresh=True)

    def picture(self) -> Any:
        """The words above the board, or beside a small board where the window is too low."""
        from rich.table import Table
        from rich.text import Text

        width, height = self.screen.width, self.screen.height
        head, board = self.head(width), draw(self.match.state, self.screen)
        spare = height - len(head) - len(board.split("\n"))
        if spare < 0:
            small = Text.from_ansi(draw(self.match.state, self.screen, width=width - BESIDE))
            room = width - 2 - max(len(line) for line in small.split())
            if room >= BESIDE - 2:
                both = Table.grid(padding=(0, 2))
                both.add_row(small, Text.from_ansi("\n".join(self.head(room))))
                return both
        lines = [*head, *[""] * (spare > 0), board]
        return Text.from_ansi("\n".join(lines), no_wrap=True, overflow="crop")

    def head(self, width: int) -> list[str]:
        match, screen = self.match, self.screen
        game = match.state.game
        moves = len(match.state.history)
        keys = "paused: space goes on" if self.is_paused else "q ends, space pauses"
        lines = [f"game {match.number + 1} of {match.games}, move {moves}  ({keys})  {game}"]
        board = match.state.board()
        sides = game.player_names()
        bar_width = 20 if width >= 60 else 10
        wide = max(len(f"{sides[i]} {match.names[i]}") for i in (0, 1))
        wide = min(wide, width - bar_width - 10)
        for i in (0, 1):
            who = f"{f'{sides[i]} {match.names[i]}'[:wide]:{wide}}"
            if match.state.player == i and not match.state.is_over:
                who = screen.paint(who, "bold")
            sign = ""
            if isinstance(board, Board):
                sign = screen.paint(glyph(board, i), board.colours[i]) + " "
            value = match.values[i]
            worth = "" if math.isnan(value) else f"{bar(value, bar_width)} {value:>4.0%}"
            lines.append(f"{sign}{who}  {worth}")
        lines.append(self.work)
        label = f"win rate of {sides[0]} "
        lines.append(label + curve(match.curve, width - len(label) - 1))
        if match.games > 1:
            lines.append(f"score {match.score}")
        return lines

    def close(self) -> None:
        self.screen.say(f"{draw(self.match.state, self.screen)}\n")
        for line in self.match.lines:
            self.screen.say(line)
        super().close()
