"""Makes puzzles: searches play each other, with some noise, and solvers look for the positions in
which one move alone keeps the value. The same seed gives the same puzzles.

No solver has a time limit: a limit would make the puzzles depend on the machine. Instead, each
board is solved from so many moves on that it takes seconds at most.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..catalogue import find
from ..players import player_of
from ..solve import DRAW, WIN, Solution, solver_for
from ..state import Move, State
from .grade import effort
from .puzzle import GRADES, Puzzle, grade_of, id_of
from .symmetry import image_key

__all__ = ["BOARDS", "make"]


class Source(NamedTuple):
    """A board, and from which move on its positions are solved."""

    game: str
    first_ply: int


BOARDS = {  # in turn
    "connect4": (Source("connect4", 10),),
    "hex": (Source("hex:5", 3), Source("hex:6", 4), Source("hex:7", 7)),
    "breakthrough": (Source("breakthrough:5x5", 10), Source("breakthrough:5x6", 23)),
}
SHARES = (0.1, 0.25, 0.3, 0.2, 0.15)  # of the grades from 1 to 5, as far as there are such puzzles
MOST_GAMES = 8  # for each puzzle that is wanted
WEAKEST, STRONGEST = 30, 300  # simulations a move of those who play
NOISE = 0.1  # the share of random moves
MOST_OWN_MOVES = 4  # in the line of a puzzle
Told = Callable[[int, list[Puzzle]], Any]


class Candidate(NamedTuple):
    """A position with one move that keeps its value, and how hard that is to find."""

    simulations: int
    solution: Solution
    answer: Move


def make(game: str, count: int, seed: int, tell: Told = lambda games, found: None) -> list[Puzzle]:
    """So many puzzles, the easiest first, or fewer; `tell` hears how far it is.

    At most one is taken from a game: the hardest of a grade of which some are still wanted.
    """
    wanted = dict(zip(GRADES, _quotas(count), strict=True))
    solvers = {source.game: solver_for(find(source.game)) for source in BOARDS[game]}
    seen: set[Any] = set()
    found: list[Puzzle] = []
    for number in range(MOST_GAMES * count):
        source = BOARDS[game][number % len(BOARDS[game])]
        solver = solvers[source.game]
        for candidate in _candidates(source, solver, np.random.default_rng([seed, number])):
            key = image_key(candidate.solution.state)
            grade = grade_of(candidate.simulations)
            if wanted[grade] and key not in seen:
                wanted[grade] -= 1
                seen.add(key)
                found.append(_puzzle(source.game, solver, candidate))
                break
        tell(number + 1, found)
        if len(found) == count:
            break
    return sorted(found, key=lambda puzzle: (puzzle.simulations, puzzle.plies or 0, puzzle.id))


def _quotas(count: int) -> list[int]:
    ends = np.rint(np.cumsum((0.0, *SHARES)) * count).astype(int)
    return [int(n) for n in np.diff(ends)]


def _candidates(source: Source, solver: Any, generator: np.random.Generator) -> list[Candidate]:
    """Those of one game, the hardest first."""
    candidates = []
    states = _played(find(source.game), generator)[source.first_ply :]
    for state in reversed(states):  # what is solved first helps with what is before it
        solution = solver.solve(state, all_moves=True)
        if (answer := only_move(solution)) is not None:
            candidates.append(Candidate(effort(state, int(answer)), solution, answer))
    return sorted(candidates, key=lambda candidate: -candidate.simulations)


def _played(game: Any, generator: np.random.Generator) -> list[State]:
    """The positions of a game between two searches, before its end."""
    budgets = generator.integers(WEAKEST, STRONGEST, 2)
    players: Any = [player_of(f"default:simulations={budget}") for budget in budgets]
    state: State = game.start()
    states = []
    while not state.is_over:
        states.append(state)
        moves = state.moves()
        if len(states) <= 2 or generator.random() < NOISE:
            move = moves[generator.integers(len(moves))]
        else:
            move = players[state.player].choose(state, int(generator.integers(2**31))).move
        state = state.play(move)
    return states


def only_move(solution: Solution) -> Move | None:
    """The one move that keeps a win, or a draw; None if there are others, or there is no choice."""
    keeping = [row.move for row in solution.moves if row.outcome == solution.outcome]
    if solution.outcome in (WIN, DRAW) and len(keeping) == 1 and len(solution.moves) > 1:
        return keeping[0]
    return None


def _puzzle(game: str, solver: Any, candidate: Candidate) -> Puzzle:
    solution = candidate.solution
    moves = tuple(move.name for move in solution.state.history)
    line = line_of(solver, solution, candidate.answer)
    goal, needed = solution.outcome, candidate.simulations
    return Puzzle(id_of(game, moves), game, moves, goal, line, needed, solution.plies)


def line_of(solver: Any, solution: Solution, answer: Move) -> tuple[str, ...]:
    """The answer and what follows, up to the last move of which a choice had to be made: while at
    most half of the moves keep the value."""
    state, line = solution.state.play(answer), [answer.name]
    while len(line) < 2 * MOST_OWN_MOVES - 1 and not state.is_over:
        reply = solver.solve(state).line[0]
        after = state.play(reply)
        if after.is_over:
            break
        here = solver.solve(after, all_moves=True)
        keeping = [row for row in here.moves if row.outcome == solution.outcome]
        if 2 * len(keeping) > len(here.moves):
            break
        best = min(keeping, key=lambda row: row.plies or 0).move
        line += [reply.name, best.name]
        state = after.play(best)
    return tuple(line)
