"""Small commands: GTP, the page, a position, counts, the games, compiling, checks, speed."""

import argparse
import json
import sys

from .places import start_of

__all__ = [
    "run_bench",
    "run_check",
    "run_games",
    "run_gtp",
    "run_perft",
    "run_show",
    "run_warmup",
    "run_web",
]


def run_gtp(options: argparse.Namespace) -> int:
    from ..formats import serve_gtp

    serve_gtp(options.player, options.game, sys.stdin, sys.stdout)
    return 0


def run_web(options: argparse.Namespace) -> int:
    try:
        from ..web import catalogue, serve
    except ModuleNotFoundError as error:
        print(f"playout: the page needs {error.name}: pip install 'playout[web]'", file=sys.stderr)
        return 2
    from ..errors import PlayoutError
    from ..registry import load

    for path in options.files:
        if not load(path):
            raise PlayoutError(
                f"{path} defines no class with @game, @algorithm, @policy, @schedule or @solver"
            )
    catalogue()  # what cannot be shown is said now, not on the page
    return serve(options.host, options.port, options.token, open_browser=not options.no_browser)


def run_show(options: argparse.Namespace) -> int:
    state = start_of(options).play_all(" ".join(options.moves))
    print(state)
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(state.svg())
    return 0


def run_perft(options: argparse.Namespace) -> int:
    from ..perft import perft
    from ..rules import GameError

    if options.depth < 0:
        raise GameError(f"the depth must not be negative, not {options.depth}")
    state = start_of(options)
    for depth in range(options.depth + 1):
        print(f"{depth:>3} {perft(state, depth):,}", flush=True)
    return 0


def run_games(options: argparse.Namespace) -> int:
    from .. import games
    from ..parameters import parameters_of

    for name, cls in games.NAMES.items():
        game = getattr(games, cls)
        parameters = [
            f"{parameter.name}={parameter.text_of(parameter.default)}"
            + (f" ({wanted})" if (wanted := parameter.wanted()) else "")
            for parameter in parameters_of(game).values()
        ]
        print(f"{name:14}{game().goal()}\n{'':14}{', '.join(parameters)}")
    return 0


def run_warmup(options: argparse.Namespace) -> int:
    from .. import games
    from ..catalogue import find
    from ..players import player_of
    from ..playouts import run_playouts

    names = options.game or list(games.NAMES)
    found = [find(name) for name in names]  # a name that is wrong is said so first
    for i, (name, game) in enumerate(zip(names, found, strict=True), 1):
        state = game.start()
        run_playouts(state, 1)
        for player in ("random", "default"):  # a level is a budget for the default
            player_of(player).prepare(state)
        print(f"{name} is ready ({i} of {len(names)})", flush=True)
    return 0


def run_check(options: argparse.Namespace) -> int:
    import os

    # Numba is not loaded yet: have it check every array access of the rules.
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
    from ..catalogue import find
    from ..conformance import problems
    from ..rules import GameError

    if options.games < 1:
        raise GameError(f"--games must be at least 1, not {options.games}")
    game = find(options.game)
    found = list(problems(game, options.games))
    for problem in found:
        print(problem)
    if not found:
        print(f"{game}: {options.games} random games, no rule broken")
    return 1 if found else 0


def run_bench(options: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    from ..bench import GAMES, Row, compare, report
    from ..rules import GameError

    if not 0 < options.seconds < float("inf"):
        raise GameError(f"--seconds must be more than 0, not {options.seconds}")
    on_gpu = options.device == "cuda"
    table = Table(title=f"uniformly random playouts per second, {options.device}")
    for column in ("game", "playout", "OpenSpiel C++", "ratio"):
        table.add_column(column, justify="left" if column == "game" else "right")
    rows: list[Row] = []
    alone = options.alone or on_gpu
    for row in compare(options.game or GAMES, options.seconds, options.device, not alone):
        rows.append(row)
        peer_rate = "" if row.peer_rate is None else f"{row.peer_rate:,.0f}"
        ratio = "" if row.ratio is None else f"{row.ratio:,.1f}"
        table.add_row(row.game, f"{row.rate:,.0f}", peer_rate, ratio)
        print(f"{row.game}: {row.rate:,.0f} {ratio}", file=sys.stderr, flush=True)
    Console().print(table)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report(rows, options.device), file, indent=1)
            file.write("\n")
    return 0
