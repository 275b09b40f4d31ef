"""A solver of your own, here of Nim with one heap: arithmetic knows it all.

playout solve nim:50 --solver examples/my_solver.py
"""

from playout import Nim
from playout.solve import MoveValue, Solution, solver


@solver
class BoutonSolver:
    """Whoever leaves a multiple of `take` + 1 matches wins; one more where the last one loses."""

    def __init__(self, game, memory=0):
        self.game = game

    @staticmethod
    def fits(game, distance):
        return isinstance(game, Nim) and not game.heap2 + game.heap3 + game.heap4 and not distance

    def solve(self, state, *, seconds=None, all_moves=False, on_progress=None):
        values = [MoveValue(move, self.outcome(state.play(move))) for move in state.moves()]
        best = next((row for row in values if row.outcome == "win"), values[0])
        shown = tuple(values) if all_moves else ()
        return Solution(state, best.outcome, None, None, (best.move,), shown, len(values), 0.0)

    def outcome(self, state):
        """For the player who has just moved."""
        left = int(state.words[1])
        return "win" if left % (self.game.take + 1) == self.game.misere else "loss"
