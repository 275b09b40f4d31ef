"""`playout search`."""

import argparse
import contextlib
import math
import sys
from collections.abc import Callable, Iterator
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
    note = without_proof(player, state) if options.save or options.describe else ""
    with watched(player) as show:
        result, found = player.run(state, options.seed, show)
    print(f"{state}\n{note}\n{result}")
    if found and options.describe:
        print(f"\n{found.describe()}")
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(result.svg())
    if found and options.save:
        found.save(options.save, options.depth, options.least)
    return 0


def without_proof(player: Any, state: Any) -> str:
    """Have a player search, for its tree; what is to be said of the proof that is left out."""
    would_prove = player.proof_share(state) and player.simulations is None
    player.prove = 0.0
    return "\nSearched without a proof, which would have no tree to show.\n" if would_prove else ""


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


@contextlib.contextmanager
def watched(player: Any) -> Iterator[Callable[[Any], None] | None]:
    """What shows on a terminal how a player's search stands; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    # Nothing for a search that is over soon; from the start where it is known to take longer.
    wait_s = 0.0 if player.simulations is None and player.seconds > QUIET_S else QUIET_S
    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as line:

        def show(result: Any) -> None:
            if result.seconds >= wait_s:
                line.update(Text(progress_line(result)), refresh=True)

        yield show


QUIET_S = 2.0  # what is over sooner needs no progress


def progress_line(result: Any) -> str:
    """How a search stands: its move, what it is worth, and how much was done."""
    if result.algorithm is None:
        return f"proving: {result.nodes:,} positions in {result.seconds:.0f} s"
    value = "" if math.isnan(result.value) else f", value {result.value:.1%}"
    return f"{result.move}{value}, {result.simulations:,} simulations in {result.seconds:.0f} s"
