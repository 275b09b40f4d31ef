"""A solver that anybody can check: the whole game tree, in plain Python."""

from functools import cache

from playout.solve import DRAW, LOSS, OUTCOMES, WIN, MoveValue, Solution

FLIPPED = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}


@cache
def value(state):
    """Outcome for the player to move, and plies to the end: fastest wins, slowest losses."""
    if state.is_over:
        if state.is_draw:
            return DRAW, 0
        return (WIN if state.winner == state.player else LOSS), 0
    return max((after(state, move) for move in state.moves()), key=rank)


def after(state, move):
    """What a move leads to, for the player who makes it."""
    child = state.play(move)
    outcome, plies = value(child)
    same = child.player == state.player
    return (outcome if same else FLIPPED[outcome]), plies + 1


def rank(row):
    outcome, plies = row
    return OUTCOMES.index(outcome), -plies if outcome == WIN else plies


class NaiveSolver:
    """What `solver_for` gives, for boards of a few cells."""

    def solve(self, state, *, seconds=None, all_moves=False, on_progress=None):
        rows = tuple(MoveValue(move, *_spread(after(state, move))) for move in state.moves())
        outcome, plies = value(state)
        return Solution(state, outcome, None, plies, (), rows, 1, 0.0)


def _spread(row):
    return row[0], None, row[1]
