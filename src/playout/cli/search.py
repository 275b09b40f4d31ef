"""`playout search`."""

import argparse
import contextlib
import math
import sys
from collections.abc import Callable, Iterator
from typing import Any

from ..language import tr
from .arguments import FROM_POSITION, PLAYER, QUIET_S, SEED, argument, command
from .position import position_of


@command(
    "search",
    "search a position and show the result",
    *(*FROM_POSITION, PLAYER, SEED),
    argument("--describe", action="store_true", help="also show the best lines of play"),
    argument("--svg", metavar="FILE", help="draw the board, the moves coloured by their visits"),
    argument("--save", metavar="FILE", help="write the tree as JSON"),
    argument("--depth", type=int, default=3, help="how many moves deep the saved tree goes"),
    argument("--least", type=int, default=1, help="save only nodes with this many visits or more"),
    description="Let a search think about a position, and show its moves, the best one first.",
    examples=(
        "playout search connect4 4453",
        "playout search hex:7 d4 --player uct:seconds=2,c=0.7 --describe",
    ),
)
def run_search(options: argparse.Namespace) -> int:
    from ..search.export import check_limits

    player = searcher_of(options)
    state = position_of(options)
    if options.save:
        check_limits(state, options.depth, options.least)
    for path in filter(None, (options.svg, options.save)):
        open(path, "a", encoding="utf-8").close()  # an error comes now rather than after the search
    note = without_proof(player, state) if options.save or options.describe else ""
    with progress(player) as show:
        result, search = player.run(state, options.seed, show)
    print(f"{state}\n{note}\n{result}")
    if search and options.describe:
        print(f"\n{search.describe()}")
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(result.svg())
    if search and options.save:
        search.save(options.save, options.depth, options.least)
    return 0


def searcher_of(options: argparse.Namespace) -> Any:
    """The player that searches; a SearchError where it cannot do what is asked."""
    from ..players import Searcher, player_of
    from ..search import SearchError

    player = player_of(options.player)
    if not isinstance(player, Searcher):
        raise SearchError("{player} does not search", "not-a-search", player=options.player)
    if player.is_policy and (options.save or options.describe):
        why = "{player} plays without a tree: nothing to save or describe"
        raise SearchError(why, "no-tree", player=options.player)
    return player


def without_proof(player: Any, state: Any) -> str:
    """Let a player search instead of prove, for its tree; the note to print where that matters."""
    would_prove = player.proof_share(state) and player.simulations is None
    player.prove = 0.0
    note = tr("Searched without a proof, which would have no tree to show.")
    return f"\n{note}\n" if would_prove else ""


@contextlib.contextmanager
def progress(player: Any) -> Iterator[Callable[[Any], None]]:
    """A callback that shows the progress of a player's search, on a terminal."""
    from ..terminal.screen import live_text

    # From the start where the search is known to take longer.
    is_long = player.simulations is None and player.seconds > QUIET_S
    with live_text(sys.stderr, 0.0 if is_long else QUIET_S) as show:
        yield lambda result: show(progress_line(result), result.seconds)


def progress_line(result: Any) -> str:
    if result.algorithm is None:
        return tr(
            "proving: {n:,} positions in {seconds:.0f} s", n=result.nodes, seconds=result.seconds
        )
    value = "" if math.isnan(result.value) else tr(", value {value:.1%}", value=result.value)
    work = {"n": result.simulations, "seconds": result.seconds}
    return f"{result.move}{value}, {tr('{n:,} simulations in {seconds:.0f} s', **work)}"
