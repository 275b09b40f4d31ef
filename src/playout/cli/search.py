"""`playout search`."""

import argparse
import math
import sys
from typing import Any

from .places import start_of

__all__ = ["run_search"]


def run_search(options: argparse.Namespace) -> int:
    from ..players import Searcher, player_of
    from ..search import SearchError
    from ..search.export import check_limits

    player = player_of(options.player)
    if not isinstance(player, Searcher):
        raise SearchError(f"{options.player} does not search")
    if player.is_policy and (options.save or options.describe):
        raise SearchError(f"{options.player} plays without a tree: nothing to save or describe")
    state = start_of(options).play_all(" ".join(options.moves))
    for path in filter(None, (options.svg, options.save)):
        check_writable(path)  # rather now than after the search
    if options.save:
        check_limits(state, options.depth, options.least)
    found, result = None, None
    if player.is_policy:
        result = player.search(state, options.seed)
    elif player.seconds and not player.simulations and not (options.save or options.describe):
        proof = player.proof(state, player.seconds)
        result = proof if proof and not math.isnan(proof.value) else None
    if result is None:
        found, result = searched(state, player, options.seed)
    print(f"{state}\n\n{result}")
    if found and options.describe:
        print(f"\n{found.describe()}")
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(result.svg())
    if found and options.save:
        found.save(options.save, options.depth, options.least)
    return 0


def check_writable(path: str) -> None:
    """Raise the OSError now that writing to a file would raise later, as far as one can tell."""
    import errno
    import os

    folder = os.path.dirname(path) or "."
    problem = 0
    if os.path.isdir(path):
        problem = errno.EISDIR
    elif not os.path.isdir(folder):
        problem = errno.ENOENT
    elif not os.access(path if os.path.exists(path) else folder, os.W_OK):
        problem = errno.EACCES
    if problem:
        raise OSError(problem, os.strerror(problem), path)


def searched(state: Any, player: Any, seed: int | None) -> tuple[Any, Any]:
    """A search run with a player's budget, and its result; on a terminal one can watch it."""
    from ..search import Search, check, check_budget
    from ..search.run import MEMORY

    budget = player.simulations, player.seconds
    algorithm = player.algorithm_for(state)
    check(state, algorithm)
    check_budget(state, *budget, player.threads, MEMORY)
    found = Search(state, algorithm, seed=seed, threads=player.threads, most=player.simulations)
    if not sys.stderr.isatty():
        return found, found.run(*budget)
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    # Nothing for a search that is over soon; from the start where it is known to take longer.
    wait_s = 0.0 if player.simulations is None and player.seconds > QUIET_S else QUIET_S
    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as line:

        def show(result: Any) -> None:
            if result.seconds >= wait_s:
                line.update(Text(progress_line(result)), refresh=True)

        return found, found.run(*budget, show)


QUIET_S = 2.0  # what is over sooner needs no progress


def progress_line(result: Any) -> str:
    """How a search stands: its move, what it is worth, and how much was done."""
    value = "" if math.isnan(result.value) else f", value {result.value:.1%}"
    return f"{result.move}{value}, {result.simulations:,} simulations in {result.seconds:.0f} s"
