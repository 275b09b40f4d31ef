"""A teacher at the board: what is true of a position, and of the moves that were made."""

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from ..solve.solution import OUTCOMES, Solution
from ..solve.teacher import MISTAKE, RIGHT, Judgement, judge
from ..state import Move, State
from .screen import Screen
from .thinking import interruptible

__all__ = ["Teacher", "watched"]

PATIENCE_S = 5.0  # for a move; what takes longer is not known
QUIET_S = 0.5


@contextlib.contextmanager
def watched(stream: TextIO, quiet_s: float) -> Iterator[Callable[[int, float], bool]]:
    """What a solver is to call as it works: it shows how far it is, where someone looks at the
    stream, and passes on the first Ctrl-C as the wish to stop."""
    with contextlib.ExitStack() as stack:
        wish = stack.enter_context(interruptible())
        live: Any = None

        def show(nodes: int, seconds: float) -> bool:
            nonlocal live
            if stream.isatty() and seconds >= quiet_s:
                from rich.console import Console
                from rich.live import Live
                from rich.text import Text

                if live is None:
                    console = Console(file=stream)
                    live = Live(console=console, transient=True, auto_refresh=False)
                    stack.enter_context(live)
                text = f"solving, {nodes:,} positions in {seconds:.0f} s; Ctrl-C stops"
                live.update(Text(text), refresh=True)
            return wish.asked

        yield show


class Teacher:
    """Someone who knows the truth, where it can be known in a few seconds."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.is_on = False
        self._solver: Any = None

    def watch(self, before: State, move: Move) -> None:
        """Say what is to be said of a move, if asked to."""
        if self.is_on:
            self.say(self.judgement(before, move))

    def say(self, found: Judgement) -> None:
        colour = {RIGHT: "green", MISTAKE: "red"}.get(found.kind, "yellow")
        self.screen.say(f"Teacher: {self.screen.paint(str(found), colour)}")

    def judgement(self, before: State, move: Move) -> Judgement:
        """A move beside what was best in the position before it."""
        return judge(self.truth(before), move)

    def truth(self, state: State) -> Solution:
        """All moves of a position; Ctrl-C or the clock may leave some or all of them unknown."""
        from ..solve import solver_for

        if self._solver is None or self._solver.game != state.game:
            self._solver = solver_for(state.game)
        with watched(sys.stdout, QUIET_S) as show:
            solution: Solution = self._solver.solve(
                state, seconds=PATIENCE_S, all_moves=True, on_progress=show
            )
        return solution

    def review(self, states: list[State]) -> None:
        """Every move of a game that gave something away, with what it cost each side."""
        names = states[0].game.player_names()
        found = []
        for before, after in itertools.pairwise(states):
            judged = self.judgement(before, after.history[-1])
            found.append((before.player, judged))
            if judged.kind == MISTAKE:
                number = len(after.history) - len(states[0].history)
                self.screen.say(f"{number:>4}. {names[before.player]}: {judged}")
        for player, name in enumerate(names):
            mine = [judged for who, judged in found if who == player]
            known = [judged for judged in mine if {judged.before, judged.after} <= {*OUTCOMES}]
            wrong = [judged for judged in known if judged.kind == MISTAKE]
            cost = sum(judged.cost for judged in wrong)
            text = f"{name}: {len(wrong)} {'mistake' if len(wrong) == 1 else 'mistakes'}"
            text += f" in {len(mine)} {'move' if len(mine) == 1 else 'moves'}"
            text += f", worth {cost:g} {'point' if cost == 1 else 'points'}" if wrong else ""
            unknown = len(mine) - len(known)
            self.screen.say(text + (f"; of {unknown} nobody knows" if unknown else ""))
