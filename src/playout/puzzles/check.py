"""Solves a puzzle again, and says what is wrong with it."""

from ..solve import OUTCOMES, Solver
from ..state import IllegalMove, State
from .make import only_move
from .puzzle import Puzzle

__all__ = ["problem_of"]


def problem_of(puzzle: Puzzle, solver: Solver) -> str:
    """What does not hold of a puzzle; nothing, if its answer is the only one, and its line keeps
    the value and holds out as long as it says."""
    state = puzzle.state
    solution = solver.solve(state, all_moves=True)
    only = only_move(solution)
    if solution.outcome != puzzle.goal:
        return f"{puzzle.id}: its value is {solution.outcome}, not {puzzle.goal}"
    if only is None or only.name != puzzle.answer:
        return f"{puzzle.id}: the only move is {only}, not {puzzle.answer}"
    if solution.plies != puzzle.plies:
        return f"{puzzle.id}: it takes {solution.plies} plies, not {puzzle.plies}"
    return _problem_of_line(puzzle, state, solver)


def _problem_of_line(puzzle: Puzzle, state: State, solver: Solver) -> str:
    mine = state.player
    for move in puzzle.line:
        try:
            state = state.play(move)
        except IllegalMove as error:
            return f"{puzzle.id}: {error}"
        if value_for(mine, state, solver) != puzzle.goal:
            return f"{puzzle.id}: {move} gives away the {puzzle.goal}"
    return "" if len(puzzle.line) % 2 else f"{puzzle.id}: the line ends with the other's move"


def value_for(player: int, state: State, solver: Solver) -> str:
    """What a position is worth to a player, whoever is to move."""
    if state.is_over:
        return OUTCOMES[1 if state.is_draw else 2 * (state.winner == player)]
    outcome = solver.solve(state).outcome
    return outcome if state.player == player else OUTCOMES[2 - OUTCOMES.index(outcome)]
