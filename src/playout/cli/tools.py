"""Small commands: GTP, the page, a position, counts, compiling, checks, speed."""

import argparse
import json
import sys

from .arguments import FROM_POSITION, GAME, GAME_HELP, GAMES, PLAYER, SIZE, argument, command
from .position import game_of, position_of


@command(
    "gtp",
    "answer another program, such as HexGui, by GTP",
    argument("--game", default="hex", help=f"{GAME_HELP} (hex)"),
    PLAYER,
    description="Answer another program by GTP 2. Its clock (time_settings, time_left)\n"
    "takes precedence over the player's own budget.",
)
def run_gtp(options: argparse.Namespace) -> int:
    from ..formats import serve_gtp

    serve_gtp(options.player, options.game, sys.stdin, sys.stdout)
    return 0


@command(
    "web",
    "play on a page in the browser",
    argument("files", nargs="*", metavar="FILE.py", help="games and searches of your own"),
    argument("--host", default="127.0.0.1", help="address to serve on (127.0.0.1)"),
    argument("--port", type=int, default=8642, help="port (8642); 0 takes a free one"),
    argument("--token", help="password; made up where other machines can reach the page"),
    argument("--no-browser", action="store_true", help="do not open the browser"),
)
def run_web(options: argparse.Namespace) -> int:
    from ..errors import PlayoutError
    from ..registry import REGISTRY, load, name_of

    try:
        from ..web import catalogue, serve
    except ModuleNotFoundError as error:
        raise PlayoutError(f"the page needs {error.name}: pip install 'playout[web]'") from None
    for path, classes in {path: load(path) for path in options.files}.items():
        if not classes:
            decorators = "@game, @algorithm, @policy, @schedule or @solver"
            raise PlayoutError(f"{path} defines no class with {decorators}")
        for cls in classes:
            if cls not in REGISTRY[cls.kind].values():
                why = f"{path}: another {cls.kind} is called {name_of(cls)}: rename this one"
                raise PlayoutError(why)
    catalogue()  # raises now what cannot be shown on the page
    return serve(options.host, options.port, options.token, open_browser=not options.no_browser)


@command(
    "show",
    "show a position",
    *FROM_POSITION,
    argument("--svg", metavar="FILE", help="also draw it to a file"),
)
def run_show(options: argparse.Namespace) -> int:
    state = position_of(options)
    print(state)
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(state.svg())
    return 0


@command(
    "perft",
    "count the move sequences of a game",
    GAME,
    argument("depth", type=int, help="the most moves of a sequence"),
    SIZE,
)
def run_perft(options: argparse.Namespace) -> int:
    from ..perft import perft
    from ..rules import GameError

    if options.depth < 0:
        raise GameError(f"the depth must not be negative, not {options.depth}")
    state = game_of(options).start()
    for depth in range(options.depth + 1):
        print(f"{depth:>3} {perft(state, depth):,}", flush=True)
    return 0


@command(
    "warmup",
    "compile a game, or all of them, ahead of time",
    GAMES,
    description="Compile what the default search, the levels and random need.",
)
def run_warmup(options: argparse.Namespace) -> int:
    from .. import games
    from ..catalogue import find
    from ..players import player_of
    from ..playouts import run_playouts

    names = options.game or list(games.NAMES)
    starts = [find(name).start() for name in names]  # a wrong name is an error before all else
    for i, (name, state) in enumerate(zip(names, starts, strict=True), 1):
        run_playouts(state, 1)
        for player in ("random", "default"):  # a level is a budget for the default
            player_of(player).prepare(state)
        print(f"{name} is ready ({i} of {len(names)})", flush=True)
    return 0


@command(
    "check",
    "test the rules of a game of your own",
    GAME,
    argument("--games", type=int, default=200, help="number of random games (200)"),
)
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
    n_problems = 0
    for problem in problems(game, options.games):
        print(problem)
        n_problems += 1
    if not n_problems:
        print(f"{game}: {options.games} random games, no rule broken")
    return 1 if n_problems else 0


@command(
    "bench",
    "measure playouts per second",
    GAMES,
    argument("--seconds", type=float, default=2.0, help="for each game and program (2)"),
    argument("--device", choices=("cpu", "cuda"), default="cpu", help="cpu"),
    argument("--alone", action="store_true", help="without OpenSpiel"),
    argument("--json", metavar="FILE", help="also write the result to a file"),
)
def run_bench(options: argparse.Namespace) -> int:
    from ..bench import GAMES, Row, compare, report
    from ..rules import GameError

    if not 0 < options.seconds < float("inf"):
        raise GameError(f"--seconds must be more than 0, not {options.seconds}")
    alone = options.alone or options.device == "cuda"
    print(f"uniformly random playouts per second, {options.device}\n")
    names = options.game or GAMES
    wide = max(14, *map(len, names))
    print(f"{'game':<{wide}} {'playout':>14} {'OpenSpiel C++':>14} {'ratio':>7}")
    rows: list[Row] = []
    for row in compare(names, options.seconds, options.device, not alone):
        rows.append(row)
        peer = "" if row.peer_rate is None else f"{row.peer_rate:>14,.0f} {row.ratio:>7,.1f}"
        print(f"{row.game:<{wide}} {row.rate:>14,.0f} {peer}".rstrip(), flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report(rows, options.device), file, indent=1)
            file.write("\n")
    return 0
