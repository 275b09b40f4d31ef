"""The teacher: solves positions, and judges the moves that were played."""

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from ..language import said, tr
from ..solve.solution import UNKNOWN, Solution
from ..solve.teacher import (
    ENOUGH,
    MISTAKE,
    RIGHT,
    SOLVE_S,
    UNSURE,
    UNTRIED,
    Judgement,
    Tally,
    judge,
    with_plies,
)
from ..state import Move, State
from .screen import Screen, live_text
from .thinking import catch_ctrl_c

__all__ = ["Teacher", "solver_progress"]

QUIET_S = 0.5


@contextlib.contextmanager
def solver_progress(stream: TextIO, quiet_s: float) -> Iterator[Callable[[int, float], bool]]:
    """A callback for a solver: it shows the progress on a terminal; True after Ctrl-C."""
    with catch_ctrl_c() as ctrl_c, live_text(stream, quiet_s) as show:

        def on_progress(nodes: int, seconds: float) -> bool:
            work = {"nodes": nodes, "seconds": seconds}
            text = tr("solving, {nodes:,} positions in {seconds:.0f} s; Ctrl-C stops", **work)
            show(text, seconds)
            return ctrl_c.is_pressed

        yield on_progress


class Teacher:
    """Says which moves are right, where a solver knows it within seconds."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.is_on = False
        self._solver: Any = None

    def comment(self, before: State, move: Move) -> None:
        """Judge a move, while the teacher is on."""
        if self.is_on:
            judgement = judge(self.solve(before), move)
            colour = {RIGHT: "green", MISTAKE: "red"}.get(judgement.kind, "yellow")
            text = self.screen.paint(str(judgement), colour)
            self.screen.say(tr("Teacher: {judgement}", judgement=text))

    def solve(self, state: State) -> Solution:
        """All moves of a position; after Ctrl-C or a time-out some of them are unknown."""
        from ..solve import solver_for

        if self._solver is None or self._solver.game != state.game:
            self._solver = solver_for(state.game)
        with solver_progress(sys.stdout, QUIET_S) as show:
            solution: Solution = self._solver.solve(
                state, seconds=SOLVE_S, all_moves=True, on_progress=show
            )
            return with_plies(self._solver, solution, SOLVE_S, on_progress=show)

    def review(self, states: list[State]) -> None:
        """Every mistake of a game, then how well each player played."""
        names = [said(name) for name in states[0].game.player_names()]
        played: tuple[list[Judgement], ...] = ([], [])
        for number, (before, judgement) in enumerate(
            zip(states, self._judged(states), strict=False), 1
        ):
            played[before.player].append(judgement)
            if judgement.kind == MISTAKE:
                text = tr("{player}: {text}", player=names[before.player], text=str(judgement))
                self.screen.say(f"{number:>4}. {text}")
        for name, own in zip(names, played, strict=True):
            if own:
                self.screen.say(tr("{player}: {text}", player=name, text=str(Tally.of(own))))

    def _judged(self, states: list[State]) -> list[Judgement]:
        """All moves of a game. They are solved from its end, where that is easy; what comes before
        some that are not known, or before Ctrl-C, is not tried."""
        found: list[Judgement] = []
        for before, after in reversed(list(itertools.pairwise(states))):
            move = after.history[-1]
            late = found[-ENOUGH:]
            is_hard = len(late) == ENOUGH and all(one.kind == UNSURE for one in late)
            if is_hard or (late and late[-1].why in ("cancelled", UNTRIED)):
                found.append(Judgement(move, UNSURE, (), UNKNOWN, UNKNOWN, 0.0, why=UNTRIED))
            else:
                found.append(judge(self.solve(before), move))
        return found[::-1]
