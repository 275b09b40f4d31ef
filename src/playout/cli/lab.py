"""`playout match`, `playout accuracy` and `playout lab`."""

import argparse

from ..extras import require
from ..language import Text
from .arguments import (
    DUEL,
    GAME_HELP,
    MACHINE_HELP,
    MACHINE_OR_PROGRAM,
    SEED_1,
    argument,
    command,
)

EXIT_CODES = """exit code:
  0    all games were played
  1    some games could not be played
  2    invalid input, or the experiment cannot continue
  3    all games were played, but in some a player crashed, was too slow or moved illegally
  130  interrupted by Ctrl-C"""
SPEC = argument("spec", help="the experiment: a TOML or JSON file")
KEPT = argument(
    "spec", help="the experiment: a TOML or JSON file, or the .sqlite file with its results"
)
REPORT = argument("--report", metavar="FOLDER", help="write a report to this folder")
LEDGER = argument(
    "--ledger", metavar="FILE", help="the file with the results (SPEC, ending in .sqlite)"
)
RUNNING = (
    argument("--workers", type=int, help="how many processes play; by default one per core"),
    argument(
        "--ledger", metavar="FILE", help="keep the results in this file, and continue from it"
    ),
    argument(
        "--mix", action="store_true", help="also count results of another version of the code"
    ),
)
CLUSTER = (
    argument("--scheduler", metavar="tcp://...", help="play on a Dask cluster"),
    argument(
        "--wait",
        type=float,
        metavar="SECONDS",
        help="how long to wait for workers of a cluster (300), or inf",
    ),
)


def _run(what: str, options: argparse.Namespace) -> int:
    require("lab")
    from ..lab import commands

    code: int = getattr(commands, what)(options)
    return code


@command(
    "match",
    "measure which of two players is stronger",
    argument("one", metavar="A", help=MACHINE_OR_PROGRAM),
    argument("other", metavar="B", help="the other player"),
    argument("--game", default="hex:7", help=GAME_HELP),
    argument(
        "--games",
        type=int,
        default=100,
        help="number of games, in pairs with the colours swapped; with an odd number A begins the"
        " last one",
    ),
    SEED_1,
    argument("--opening", type=int, default=2, help="number of random moves at the start"),
    argument(
        "--equal-seconds",
        type=float,
        help="give both players this many seconds per move, measured by the clock",
    ),
    argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop as soon as the games decide between two differences in Elo, such as 0 50 (a"
        " sequential test)",
    ),
    REPORT,
    *RUNNING,
    description="Let two players play each other, and say how sure it is that one is stronger.",
    examples=(
        "playout match hard easy --game connect4 --games 20",
        "playout match grave:seconds=0.1 uct:seconds=0.1 --game hex:7 --report duel",
    ),
    notes=(EXIT_CODES,),
)
def run_match(options: argparse.Namespace) -> int:
    return _run("match", options)


@command(
    "accuracy",
    "measure how often players find a move that gives nothing away",
    argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help=Text(
            "{machine}; one with simulations or seconds of its own keeps them", machine=MACHINE_HELP
        ),
    ),
    argument("--game", default="connect4", help=GAME_HELP),
    argument("--positions", type=int, default=1000, help="number of positions"),
    argument(
        "--plies",
        type=int,
        nargs=2,
        default=(8, 30),
        metavar=("LEAST", "MOST"),
        help="how many random moves lead to a position",
    ),
    argument(
        "--solve-seconds",
        type=float,
        default=60.0,
        help="leave out positions that take more seconds to solve",
    ),
    SEED_1,
    argument(
        "--simulations",
        type=int,
        nargs="+",
        metavar="N",
        help="simulations per move, one or more numbers (100 1000 10000)",
    ),
    argument(
        "--seconds", type=float, nargs="+", metavar="S", help="instead of them: seconds per move"
    ),
    REPORT,
    argument("--positions-out", metavar="FILE", help="write the positions: .csv or .jsonl"),
    *RUNNING,
    description="Ask players for a move in random positions that a solver has solved, and count how"
    " often the move gives nothing away.",
    examples=(
        "playout accuracy uct rave grave default --game connect4",
        "playout accuracy uct:c=0.7 random --game hex:4 --plies 2 8 --positions 200",
        "playout accuracy default --game connect4 --seconds 1 --workers 1 --ledger a.sqlite",
    ),
)
def run_accuracy(options: argparse.Namespace) -> int:
    return _run("accuracy", options)


@command(
    "lab resume",
    "continue an experiment that was stopped",
    *(SPEC, *RUNNING, *CLUSTER),
    description="Continue an experiment that was stopped: play the games that are missing.",
    examples=("playout lab resume duel.toml",),
)
@command(
    "lab run",
    "play the games of an experiment",
    *(SPEC, *RUNNING, *CLUSTER),
    description="Play the games of an experiment. Each is kept as it ends; run again to continue.",
    examples=("playout lab run duel.toml", "playout lab run duel.toml --workers 2"),
    notes=(DUEL, EXIT_CODES),
)
def run_spec(options: argparse.Namespace) -> int:
    return _run("run", options)


@command(
    "lab status",
    "show the results so far",
    *(KEPT, LEDGER),
    description="Show the results of an experiment so far, also while it runs.",
    examples=("playout lab status duel.toml", "playout lab status duel.sqlite"),
)
def run_status(options: argparse.Namespace) -> int:
    return _run("status", options)


@command(
    "lab report",
    "write the report: HTML, Markdown, CSV and JSON",
    KEPT,
    LEDGER,
    argument("--folder", help="the folder to write to (SPEC's name and -report)"),
    argument("--figures", metavar="svg,png,pdf", help="also write all figures as files"),
    description="Write a report on an experiment: a page for the browser, and tables as files.",
    examples=("playout lab report duel.toml", "playout lab report duel.toml --figures svg"),
)
def run_report(options: argparse.Namespace) -> int:
    return _run("report", options)


@command(
    "lab export",
    "write the games to a file",
    KEPT,
    LEDGER,
    argument("file", help="games.csv, games.jsonl with all there is, or games.txt: a game a line"),
    description="Write all games of an experiment to one file, for other programs.",
    examples=("playout lab export duel.toml games.csv",),
)
def run_export(options: argparse.Namespace) -> int:
    return _run("export", options)
