"""The teacher: solves positions, and judges the moves that were played."""

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from ..language import said, tr
from ..solve.solution import OUTCOMES, Solution
from ..solve.teacher import MISTAKE, RIGHT, Judgement, judge
from ..state import Move, State
from .screen import Screen, live_text
from .thinking import catch_ctrl_c

__all__ = ["Teacher", "solver_progress"]

SOLVE_S = 5.0  # for a position; what takes longer stays unknown
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
        return solution

    def review(self, states: list[State]) -> None:
        """Every mistake of a game, then how many each player made and what they cost."""
        names = [said(name) for name in states[0].game.player_names()]
        judgements: tuple[list[Judgement], ...] = ([], [])
        for number, (before, after) in enumerate(itertools.pairwise(states), 1):
            judgement = judge(self.solve(before), after.history[-1])
            judgements[before.player].append(judgement)
            if judgement.kind == MISTAKE:
                text = tr("{player}: {text}", player=names[before.player], text=str(judgement))
                self.screen.say(f"{number:>4}. {text}")
        for name, own in zip(names, judgements, strict=True):
            self.screen.say(tr("{player}: {text}", player=name, text=_summary(own)))


def _summary(judgements: list[Judgement]) -> str:
    known = [each for each in judgements if {each.before, each.after} <= {*OUTCOMES}]
    mistakes = [each for each in known if each.kind == MISTAKE]
    text = tr(
        "{mistakes} in {moves}",
        mistakes=tr("{n} mistake", "{n} mistakes", n=len(mistakes)),
        moves=tr("{n} move", "{n} moves", n=len(judgements)),
    )
    if mistakes:
        text += tr(", worth {n:g} point", ", worth {n:g} points", n=sum(m.cost for m in mistakes))
    n_unknown = len(judgements) - len(known)
    return text + (tr("; {n} unknown", n=n_unknown) if n_unknown else "")
