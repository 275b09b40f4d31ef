"""How hard a puzzle is for a search: the simulations that it needs to find the answer and to stay
with it."""

from statistics import median_high
from typing import Any

from ..search import Search, Uct, default_for
from ..state import State

__all__ = ["effort"]

BUDGETS: tuple[int, ...] = tuple(2**k for k in range(4, 17))  # 16 to 65,536 simulations
NEVER: int = 2**17  # what is said of a search that needs more
SEEDS = (1, 2, 3)
MEMORY = 64 * 2**20


def effort(state: State, answer: int) -> int:
    """The median over the game's default search and plain UCT, and over some seeds."""
    algorithms = (default_for(state.game), Uct())
    needs = [_needed(state, answer, one, seed) for one in algorithms for seed in SEEDS]
    return int(median_high(needs))


def _needed(state: State, answer: int, algorithm: Any, seed: int) -> int:
    """The least budget from which on the answer is what the search would play."""
    search = Search(state, algorithm, seed=seed, memory=MEMORY)
    needed, spent = BUDGETS[0], 0
    for budget, larger in zip(BUDGETS, (*BUDGETS[1:], NEVER), strict=True):
        result = search.run(budget - spent)
        if int(result.move) != answer:
            needed = larger
        if result.simulations < budget - spent:  # proven: nothing will change
            break
        spent = budget
    search.close()
    return needed
