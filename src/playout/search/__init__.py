"""The searches, and the one door to all of them: `playout.search(state, algorithm, ...)`."""

import sys
import types
from collections.abc import Callable
from typing import Any

from ..parameters import shown
from ..registry import REGISTRY
from ..state import State
from .algorithm import MEAN, ROBUST, SECURE, VISITS, algorithm
from .defaults import LEVELS, default_for, proof_share
from .errors import SearchError
from .flat import Flat, Ucb
from .halving import Halving, Shuss
from .history import History
from .implicit import Implicit
from .lgr import Lgr
from .mast import Mast, Nst
from .policy import Biased, Bridges, Random, policy
from .ppa import Ppa, Ppaf
from .rave import Amaf, Grave, Rave
from .result import Result
from .run import MEMORY, Search, check_parallel, pick
from .schedules import Alpha, Bias, Hand, Mse, Ratio, Threshold, Weights, schedule
from .statistics import per_expansion, per_node, per_search, statistics
from .tree import NODE_BYTES
from .uct import Uct

__all__ = [
    "LEVELS",
    "MEAN",
    "ROBUST",
    "SECURE",
    "VISITS",
    "Alpha",
    "Amaf",
    "Bias",
    "Biased",
    "Bridges",
    "Flat",
    "Grave",
    "Halving",
    "Hand",
    "History",
    "Implicit",
    "Lgr",
    "Mast",
    "Mse",
    "Nst",
    "Ppa",
    "Ppaf",
    "Random",
    "Ratio",
    "Rave",
    "Result",
    "Search",
    "SearchError",
    "Shuss",
    "Threshold",
    "Ucb",
    "Uct",
    "Weights",
    "algorithm",
    "default_for",
    "per_expansion",
    "per_node",
    "per_search",
    "policy",
    "proof_share",
    "schedule",
    "search",
    "statistics",
]

# By name, as on the command line: `grave`, `rave:beta=hand`, `uct:policy=mast`.
POLICIES, SEARCHES, SCHEDULES = (REGISTRY[kind] for kind in ("policy", "search", "schedule"))

MOST_SIMULATIONS = 2**31 - 1  # visits are counted in 32 bits
MOST_SECONDS = 10**9
MOST_NODES = 2**31 - 1  # of a tree: they are numbered in 32 bits


def search(
    state: State,
    algorithm: Any = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    parallel: str = "root",
    memory: int = MEMORY,
    on_progress: Callable[[Result], Any] | None = None,
) -> Result:
    """Search for a move, by the algorithm given or as the game's default player does.

    simulations, seconds   the budget, one or both: whichever is spent first
    seed                   the same seed and simulations give the same result
    threads                how many: each grows a tree of its own, and they are added up
                           (parallel="root", which is all that is left of that choice)
    memory                 a ceiling in bytes for the tree; full, it stays as large as it is
    on_progress            called about 20 times a second with the result so far; returns True
                           to stop the search

    A move that wins at once is found without a simulation. Where the other player threatens to
    win at once, and a single move stops that, it gets no more than a thousand. A playout policy,
    such as Random(), needs no budget: it plays the move it picks.

    The default player searches by `default_for(game)`. Where that was seen to pay, in Connect 4,
    a solver first tries to settle the position in a share of the seconds (`proof_share(game)`);
    there is none where simulations are given. What it settles is the result: `algorithm` is
    None, the value exact, each row says what is proven of its move, and both `simulations` and
    `nodes` count the positions that the solver looked at.
    """
    check_parallel(parallel)
    if algorithm is None and isinstance(state, State):
        check_budget(state, simulations, seconds, threads, memory)
        from ..players import Searcher  # late: players know of solvers, and stand above searches

        budget = seconds, simulations
        player = Searcher(None, *budget, threads=threads, memory=memory)
        return player.search(state, seed, on_progress)
    check(state, algorithm)
    if hasattr(algorithm, "pick"):
        return pick(state, algorithm, seed)
    check_budget(state, simulations, seconds, threads, memory)
    found = Search(state, algorithm, seed=seed, threads=threads, memory=memory, most=simulations)
    result = found.run(simulations, seconds, on_progress)
    found.close()
    return result


def check(state: Any, algorithm: Any) -> None:
    """Raise a SearchError unless this algorithm can search this position."""
    if not isinstance(state, State):
        raise SearchError(f"a search starts from a State, not from {state!r}")
    if state.is_over:
        raise SearchError(f"there is nothing to search: {state.outcome()}")
    is_search, is_policy = hasattr(algorithm, "choose"), hasattr(algorithm, "pick")
    if isinstance(algorithm, type) or not (is_search or is_policy):
        known = ", ".join(cls.__name__ for cls in (POLICIES | SEARCHES).values())
        raise SearchError(f"{algorithm!r} is no algorithm; there are {known}, such as Uct(c=0.7)")
    problem = algorithm.unfit(state.game)
    if is_search:
        problem = problem or algorithm.policy.unfit(state.game)
    if problem:
        raise SearchError(f"{problem}, and {state.game} has none")


def check_budget(
    state: State,
    simulations: int | None,
    seconds: float | None,
    threads: int,
    memory: int,
) -> None:
    """Raise a SearchError unless a search can be run with this."""
    if simulations is None and seconds is None:
        raise SearchError("say how long: simulations=10_000 or seconds=1.0")
    check_amounts(simulations, seconds, threads)
    least = (NODE_BYTES + 16) * (state.game.n_moves() + 1) + 16 * state.game.n_codes()
    if memory < threads * least:
        raise SearchError(
            f"memory must be at least {threads * least} bytes for {state.game}, not {shown(memory)}"
        )
    if memory > threads * MOST_NODES * NODE_BYTES:
        most = threads * MOST_NODES * NODE_BYTES
        raise SearchError(f"memory must be at most {most} bytes, not {shown(memory)}")


def check_amounts(simulations: int | None, seconds: float | None, threads: int) -> None:
    """Raise a SearchError for a budget that no search could be given."""
    if simulations is not None:
        if not isinstance(simulations, int) or simulations < 1:
            wanted = "a whole number from 1"
            raise SearchError(f"simulations must be {wanted}, not {shown(simulations)}")
        if simulations > MOST_SIMULATIONS:
            most = MOST_SIMULATIONS
            raise SearchError(f"simulations must be at most {most}, not {shown(simulations)}")
    if seconds is not None and not seconds > 0:
        raise SearchError(f"seconds must be more than 0, not {shown(seconds)}")
    if seconds is not None and seconds > MOST_SECONDS:
        raise SearchError(f"seconds must be at most {MOST_SECONDS}, not {shown(seconds)}")
    if not isinstance(threads, int) or not 1 <= threads <= 256:
        raise SearchError(f"threads must be a whole number from 1 to 256, not {shown(threads)}")


class _Door(types.ModuleType):
    """This module is callable, since `playout.search` names both the room and its door."""

    def __call__(self, *args: Any, **kwargs: Any) -> Result:
        return search(*args, **kwargs)


sys.modules[__name__].__class__ = _Door
