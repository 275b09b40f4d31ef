"""The searches, and the one door to all of them: `playout.search(state, algorithm, ...)`."""

import inspect
import sys
import types
from collections.abc import Callable
from typing import Any

from ..protocols import Algorithm, PlayoutPolicy
from ..registry import REGISTRY
from ..state import State
from .algorithm import MEAN, ROBUST, SECURE, UCB, VISITS, algorithm
from .changes import Change
from .checks import check, check_budget, check_parallel
from .defaults import (
    FORMER_LEVELS,
    LEVELS,
    MASTER,
    Elo,
    best_for,
    default_for,
    elo_of,
    has_master,
    proof_share,
)
from .errors import SearchError
from .flat import Flat, Ucb
from .gumbel import Gumbel
from .halving import Halving, Shuss
from .history import History
from .implicit import Implicit
from .lgr import Lgr
from .mast import Mast, Nst
from .policy import Biased, Bridges, Random, policy
from .ppa import Ppa, Ppaf
from .puct import Puct
from .puctgrave import PuctGrave
from .rave import Amaf, Grave, Rave
from .result import Result
from .run import MEMORY, Search
from .schedules import Alpha, Bias, Child, Hand, Mse, Ratio, Threshold, Weights, schedule
from .start import pick
from .statistics import per_expansion, per_node, per_search, statistics
from .trace import Playout, Selection, Step, trace_playout
from .uct import Uct
from .uctamaf import UctAmaf

__all__ = [
    "FORMER_LEVELS",
    "LEVELS",
    "MASTER",
    "MEAN",
    "ROBUST",
    "SECURE",
    "UCB",
    "VISITS",
    "Alpha",
    "Amaf",
    "Bias",
    "Biased",
    "Bridges",
    "Change",
    "Child",
    "Elo",
    "Flat",
    "Grave",
    "Gumbel",
    "Halving",
    "Hand",
    "History",
    "Implicit",
    "Lgr",
    "Mast",
    "Mse",
    "Nst",
    "Playout",
    "Ppa",
    "Ppaf",
    "Puct",
    "PuctGrave",
    "Random",
    "Ratio",
    "Rave",
    "Result",
    "Search",
    "SearchError",
    "Selection",
    "Shuss",
    "Step",
    "Threshold",
    "Ucb",
    "Uct",
    "UctAmaf",
    "Weights",
    "algorithm",
    "best_for",
    "default_for",
    "elo_of",
    "has_master",
    "per_expansion",
    "per_node",
    "per_search",
    "policy",
    "proof_share",
    "schedule",
    "search",
    "statistics",
    "trace_playout",
]

# By name, as on the command line: `grave`, `rave:beta=hand`, `uct:policy=mast`.
POLICIES, SEARCHES, SCHEDULES = (REGISTRY[kind] for kind in ("policy", "search", "schedule"))


def search(
    state: State,
    algorithm: Algorithm | PlayoutPolicy | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    parallel: str = "root",
    memory: int = MEMORY,
    early_win: bool = False,
    on_progress: Callable[[Result], Any] | None = None,
) -> Result:
    """Search for a move, by the algorithm given or as the game's default player does.

    simulations, seconds   the budget, one or both: whichever is spent first
    seed                   the same seed and simulations give the same result
    threads                how many: each grows a tree of its own, and they are added up
                           (parallel="root", which is all that is left of that choice)
    memory                 a ceiling in bytes for the tree; full, it stays as large as it is
    early_win              look for moves that win at once, or stop that, before the search: for
                           policies, and for searches that prove nothing; the others always do
    on_progress            called about 20 times a second with the result so far; returns True
                           to stop the search

    A move that wins at once is found without a simulation. Where the other player threatens to
    win at once, and a single move stops that, it gets no more than a thousand. A playout policy,
    such as Random(), needs no budget: it plays the move it picks.

    The default player searches by `best_for(game)`, with a network in some games, where it is given
    seconds alone. Where simulations are given it is `default_for(game)`, without one. Where that
    was seen to pay, in Connect 4, a solver first tries to settle the position in a share of the
    seconds (`proof_share(game)`); there is none where simulations are given. What it settles is the
    result: `algorithm` is
    None, the value exact, each row says what is proven of its move, and both `simulations` and
    `nodes` count the positions that the solver looked at.
    """
    check_parallel(parallel)
    if algorithm is None and isinstance(state, State):
        check_budget(simulations, seconds)
        from ..players import Searcher  # late: players know of solvers, and stand above searches

        budget = seconds, simulations
        player = Searcher(None, *budget, threads=threads, memory=memory, early_win=early_win)
        return player.search(state, seed, on_progress)
    check(state, algorithm)
    if hasattr(algorithm, "pick"):
        return pick(state, algorithm, seed, early_win)
    check_budget(simulations, seconds, algorithm)
    found = Search(
        state,
        algorithm,
        seed=seed,
        threads=threads,
        memory=memory,
        most=simulations,
        early_win=early_win,
    )
    result = found.run(simulations, seconds, on_progress)
    found.close()
    return result


class _CallableModule(types.ModuleType):
    """`playout.search` is a module and a function."""

    def __call__(self, *args: Any, **kwargs: Any) -> Result:
        return search(*args, **kwargs)


sys.modules[__name__].__class__ = _CallableModule
sys.modules[__name__].__signature__ = inspect.signature(search)  # type: ignore[attr-defined]
# What `help(playout.search)` shows first.
__doc__ = f"search{inspect.signature(search)}\n\n{inspect.getdoc(search)}\n\n{__doc__}"
