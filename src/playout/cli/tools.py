"""Small commands: GTP, the page, a position, counts, compiling, checks, speed."""

import argparse
import json
import os
import sys

from ..extras import require
from ..language import Text, number, said, tr
from .arguments import FROM_POSITION, GAME, GAME_HELP, GAMES, PLAYER, SIZE, argument, command
from .position import game_of, position_of

CONFIG_EXAMPLE = """a file of defaults, for example:
  lang = "fr"

  [play]
  game = "connect4"
  opponent = "easy"

  [web]
  port = 8000"""


@command(
    "gtp",
    "answer another program, such as HexGui, by GTP",
    argument("--game", default="hex", help=GAME_HELP),
    PLAYER,
    description="Play for another program, which asks for moves by GTP 2. Its clock (time_settings,"
    " time_left) takes precedence over the time of the player.",
    examples=("playout gtp --game hex:11 --player hard",),
)
def run_gtp(options: argparse.Namespace) -> int:
    from ..formats import serve_gtp

    serve_gtp(options.player, options.game, sys.stdin, sys.stdout)
    return 0


@command(
    "web",
    "play on a page in the browser",
    argument("files", nargs="*", metavar="FILE.py", help="games and searches of your own"),
    argument("--host", default="127.0.0.1", help="address to serve the page on"),
    argument("--port", type=int, default=8642, help="port; 0 takes a free one"),
    argument(
        "--token",
        help="password of 16 characters or more, or set PLAYOUT_TOKEN, which other users of this"
        " machine cannot see; if other machines can reach the page and you give none, one is"
        " generated",
    ),
    argument("--no-browser", action="store_true", help="do not open the browser"),
    argument(
        "--games",
        metavar="FOLDER",
        help="keep the games of the page as files, too: the list is the same in every browser",
    ),
    argument(
        "--experiments",
        metavar="FOLDER",
        help="folder with the experiments of the page and their results",
    ),
    description="Start the page and open it in the browser: play, analyse, and see how a search"
    " thinks. Ctrl-C ends it.",
    examples=("playout web", "playout web --port 8000 --no-browser"),
)
def run_web(options: argparse.Namespace) -> int:
    from pathlib import Path

    from ..errors import PlayoutError
    from ..registry import REGISTRY, load, name_of

    require("web")
    from ..web import catalogue, serve
    from ..web.kept import Folder

    if not 0 <= options.port < 2**16:
        why = "--port must be from 0 to 65535, not {port}"
        raise PlayoutError(why, "bad-port", port=options.port)
    loaded = []
    for named in options.files:
        path, _, name = named.partition("::")
        classes = [cls for cls in load(path) if name in ("", name_of(cls))]
        if not classes and name:
            raise PlayoutError("{path} defines no {name}", "none-in-file", path=path, name=name)
        if not classes:
            decorators = "@game, @algorithm, @policy, @schedule or @solver"
            why = "{path} defines no class with {decorators}"
            raise PlayoutError(why, "none-in-file", path=path, decorators=decorators)
        loaded += [(path, cls) for cls in classes]
    for path, cls in loaded:  # the page knows them by their names alone
        if cls not in REGISTRY[cls.kind].values():
            fields = {"path": path, "kind": Text(cls.kind), "name": name_of(cls)}
            why = "{path}: another {kind} is called {name}: rename this one"
            raise PlayoutError(why, "name-taken", **fields)
    catalogue()  # raises now what cannot be shown on the page
    games_in = Path(options.games).expanduser() if options.games else None
    if games_in is not None and games_in.exists() and not games_in.is_dir():
        why = "--games: {path} is a file, not a folder"
        raise PlayoutError(why, "not-a-folder", path=games_in)
    if games_in is not None:
        Folder(games_in).check()
    token = options.token or os.environ.get("PLAYOUT_TOKEN")
    return serve(
        options.host,
        options.port,
        token,
        open_browser=not options.no_browser,
        experiments_in=options.experiments,
        games_in=games_in,
    )


@command(
    "show",
    "show a position",
    *FROM_POSITION,
    argument("--svg", metavar="FILE", help="also draw it to a file"),
    description="Show the board after some moves.",
    examples=(
        "playout show connect4 4453",
        "playout show hex:5 c3 b4 --svg board.svg",
        'playout show hex:5 --position "a1 b2 / c3 / 2"',
    ),
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
    "count the move sequences of a game, or its positions",
    GAME,
    argument("depth", type=int, help="how many moves ahead to count"),
    SIZE,
    argument("--positions", action="store_true", help="count different positions instead"),
    description="Count how many sequences of 0, 1, 2, ... moves a game has, which tests its rules.",
    examples=("playout perft connect4 4", "playout perft hex:3 3 --positions"),
)
def run_perft(options: argparse.Namespace) -> int:
    from ..perft import perft, positions
    from ..rules import GameError

    if options.depth < 0:
        why = "the depth must not be negative, not {depth}"
        raise GameError(why, "negative-depth", depth=options.depth)
    state = game_of(options).start()
    counts = (perft(state, depth) for depth in range(options.depth + 1))
    for depth, n in enumerate(positions(state, options.depth) if options.positions else counts):
        print(f"{depth:>3} {number(n, ',')}", flush=True)
    return 0


@command(
    "warmup",
    "prepare a game, or all of them, so that it starts at once",
    GAMES,
    description="Compile what a game needs ahead of time, so that nobody waits later: its search,"
    " its solver and random moves.",
    examples=("playout warmup nim", "playout warmup"),
)
def run_warmup(options: argparse.Namespace) -> int:
    from .. import games
    from ..warmup import warm_up

    return warm_up(options.game or list(games.NAMES))


@command(
    "check",
    "test the rules of a game of your own",
    GAME,
    argument("--games", type=int, default=200, help="number of random games"),
    description="Play random games by the rules of a game, such as one of your own, and report what"
    " is wrong with them.",
    examples=("playout check nim --games 20",),
)
def run_check(options: argparse.Namespace) -> int:
    import os

    # Numba is not loaded yet: have it check every array access of the rules.
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
    from ..catalogue import find
    from ..conformance import problems
    from ..nets.checks import untried_symmetries
    from ..rules import GameError

    if options.games < 1:
        why = "--games must be at least 1, not {games}"
        raise GameError(why, "too-few-games", games=options.games)
    game = find(options.game)
    n_problems = 0
    for problem in problems(game, options.games):
        print(said(problem))
        n_problems += 1
    if not n_problems:
        text = "{game}: {n} random games, no rule broken"
        print(tr(text, game=str(game), n=options.games))
        for symmetry in untried_symmetries(game):
            why = "symmetries() has {symmetry!r}, not tried: by it the start is another position"
            print(tr(why, symmetry=symmetry))
    return 1 if n_problems else 0


@command(
    "bench",
    "measure playouts per second",
    GAMES,
    argument(
        "--seconds", type=float, default=2.0, help="how long to measure each game, in seconds"
    ),
    argument(
        "--device",
        choices=("cpu", "cuda"),
        default="cpu",
        help="on the processor, or on a graphics card",
    ),
    argument("--alone", action="store_true", help="do not compare with OpenSpiel"),
    argument("--json", metavar="FILE", help="also write the result to a file"),
    description="Measure how many random games per second this machine plays, beside OpenSpiel.",
    examples=("playout bench nim --seconds 0.5 --alone", "playout bench hex connect4"),
)
def run_bench(options: argparse.Namespace) -> int:
    from ..bench import GAMES, Row, compare, report
    from ..rules import GameError

    if not 0 < options.seconds < float("inf"):
        why = "--seconds must be more than 0, not {seconds}"
        raise GameError(why, "bad-seconds", seconds=options.seconds)
    alone = options.alone or options.device == "cuda"
    print(tr("uniformly random playouts per second, {device}", device=options.device) + "\n")
    names = options.game or GAMES
    wide = max(14, *map(len, names))
    print(f"{tr('game'):<{wide}} {'playout':>14} {'OpenSpiel C++':>14} {tr('ratio'):>7}")
    rows: list[Row] = []
    for row in compare(names, options.seconds, options.device, not alone):
        rows.append(row)
        peer = ""
        if row.peer_rate is not None:
            peer = f"{number(row.peer_rate, '>14,.0f')} {number(row.ratio or 0.0, '>7,.1f')}"
        rate = number(row.rate, ">14,.0f")
        print(f"{row.game:<{wide}} {rate} {peer}".rstrip(), flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report(rows, options.device), file, indent=1)
            file.write("\n")
    return 0


@command(
    "config",
    "show your own defaults, and where they are kept",
    description="Show your own defaults, kept in a file: the language, and options of commands.",
    examples=("playout config",),
    notes=(CONFIG_EXAMPLE,),
)
def run_config(options: argparse.Namespace) -> int:
    from ..config import read_config

    config = read_config()
    if not config.path.exists():
        print(tr("{path} is not there: write it to have your own defaults.", path=config.path))
        print("\n" + tr(CONFIG_EXAMPLE))
        return 0
    print(f"{config.path}\n\n{config.text.strip()}")
    return 0
