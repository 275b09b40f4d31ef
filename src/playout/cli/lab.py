"""`playout match`, `playout accuracy` and `playout lab`."""

import argparse

from ..extras import require
from ..language import Text
from .arguments import GAME_HELP, MACHINE_HELP, MACHINE_OR_PROGRAM, SEED_1, argument, command

EXIT_CODES = """exit code:
  0    all games were played
  1    some games could not be played
  2    invalid input, or the experiment cannot go on
  3    all games were played, but in some a player crashed, was too slow or moved illegally
  130  interrupted by Ctrl-C"""
EXAMPLES = """examples:
  playout accuracy uct rave grave default --game connect4
  playout accuracy uct:c=0.7 random --game hex:4 --plies 2 8 --positions 200
  playout accuracy default --game connect4 --seconds 1 --workers 1 --ledger a.sqlite"""
SPEC = argument("spec", help="a TOML or JSON file")
KEPT = argument("spec", help="a TOML or JSON file, or a ledger")
REPORT = argument("--report", metavar="FOLDER", help="write a report")
LEDGER = argument("--ledger", metavar="FILE", help="the results; SPEC's .sqlite")
RUNNING = (
    argument("--workers", type=int, help="processes; one per core by default"),
    argument("--ledger", metavar="FILE", help="keep the results here, and continue from them"),
    argument("--mix", action="store_true", help="accept results of another version of the code"),
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
        help="number of games: pairs with colours swapped; A begins the last of an odd one",
    ),
    SEED_1,
    argument("--opening", type=int, default=2, help="random moves at the start"),
    argument("--equal-seconds", type=float, help="measured time per move for both"),
    argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop early by a sequential test between two Elo differences, such as 0 50",
    ),
    REPORT,
    *RUNNING,
    epilog=EXIT_CODES,
)
def run_match(options: argparse.Namespace) -> int:
    return _run("match", options)


@command(
    "accuracy",
    "measure how often players find a move that keeps the value",
    argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help=Text("{machine}; one with its own budget keeps it", machine=MACHINE_HELP),
    ),
    argument("--game", default="connect4", help=GAME_HELP),
    argument("--positions", type=int, default=1000, help="number of positions"),
    argument(
        "--plies",
        type=int,
        nargs=2,
        default=(8, 30),
        metavar=("LEAST", "MOST"),
        help="random moves that lead to a position",
    ),
    argument("--solve-seconds", type=float, default=60.0, help="skip what takes longer"),
    SEED_1,
    argument("--simulations", type=int, nargs="+", metavar="N", help="budgets (100 1000 10000)"),
    argument("--seconds", type=float, nargs="+", metavar="S", help="or budgets in time"),
    REPORT,
    argument("--positions-out", metavar="FILE", help="write the positions: .csv or .jsonl"),
    *RUNNING,
    description="Ask players about random positions that a solver has solved.",
    epilog=EXAMPLES,
)
def run_accuracy(options: argparse.Namespace) -> int:
    return _run("accuracy", options)


@command("lab resume", "the same: play the missing games", SPEC, *RUNNING, *CLUSTER)
@command("lab run", "play the games of a spec", SPEC, *RUNNING, *CLUSTER, epilog=EXIT_CODES)
def run_spec(options: argparse.Namespace) -> int:
    return _run("run", options)


@command("lab status", "show the results so far", KEPT, LEDGER)
def run_status(options: argparse.Namespace) -> int:
    return _run("status", options)


@command(
    "lab report",
    "write the report: HTML, Markdown, CSV and JSON",
    KEPT,
    LEDGER,
    argument("--folder", help="where to write it; SPEC's name and -report"),
    argument("--figures", metavar="svg,png,pdf", help="also write all figures as files"),
)
def run_report(options: argparse.Namespace) -> int:
    return _run("report", options)


@command(
    "lab export",
    "write the games to a file",
    KEPT,
    LEDGER,
    argument("file", help="games.csv, games.jsonl with all there is, or games.txt: a game a line"),
)
def run_export(options: argparse.Namespace) -> int:
    return _run("export", options)
