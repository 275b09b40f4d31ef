"""Puzzles: to solve one, and to make more."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..language import tr
from .arguments import SEED_HELP, argument, command

if TYPE_CHECKING:
    from ..puzzles.puzzle import Puzzle

GAME_HELP = "connect4, hex or breakthrough"


@command(
    "puzzle",
    "solve a puzzle: find the only move that wins, or saves the game",
    argument("game", nargs="?", default="connect4", help=GAME_HELP),
    argument("--grade", type=int, help="how hard, from 1 to 5; without it, as hard as suits you"),
    argument("--id", help="a certain puzzle, by its name, such as 3f2a9c01"),
    argument("--record", action="store_true", help="show what you have solved, and no puzzle"),
    argument("--reset", action="store_true", help="forget what you have solved"),
    description="Show a position in which one move alone wins, or saves the game, and let you find"
    " it. What you have solved is kept.",
    examples=("playout puzzle", "playout puzzle hex --grade 3", "playout puzzle --record"),
)
def run_puzzle(options: argparse.Namespace) -> int:
    from ..terminal.puzzle import forget, play, show_record

    if options.reset:
        return forget()
    if options.record:
        return show_record()
    return play(options.game, options.grade, options.id)


@command(
    "puzzles",
    "make puzzles from games that searches play",
    argument("game", help=GAME_HELP),
    argument("--count", type=int, default=90, help="how many puzzles"),
    argument("--seed", type=int, default=7, help=SEED_HELP),
    argument("--out", metavar="FILE", help="the file to write"),
    description="Make puzzles from games between searches: positions in which, as a solver proves,"
    " one move alone keeps the win or the draw. The same seed gives the same file.",
    examples=("playout puzzles hex --count 2 --seed 7 --out hex-puzzles.json",),
)
def run_puzzles(options: argparse.Namespace) -> int:
    from ..errors import PlayoutError
    from ..puzzles.make import BOARDS, make
    from ..puzzles.puzzle import GAMES, PuzzleError, write

    if options.game not in BOARDS:
        why = "there are no puzzles of {game}; there are some of {games}"
        raise PuzzleError(why, "no-puzzles", game=options.game, games=", ".join(GAMES))
    if not 1 <= options.count <= 10_000:
        why = "--count must be from 1 to 10,000, not {count}"
        raise PlayoutError(why, "bad-count", count=options.count)
    path = Path(options.out or f"{options.game}-puzzles.json")
    counts = f"--count {options.count} --seed {options.seed}"
    recipe = f"playout puzzles {shlex.quote(options.game)} {counts}"

    def tell(games: int, found: "list[Puzzle]") -> None:
        shown = tr("{n} of {count} puzzles, from {games} games", n=len(found), **told(games))
        end = "\r" if sys.stderr.isatty() else "\n"
        if sys.stderr.isatty() or games % 25 == 0:
            print(shown, end=end, file=sys.stderr, flush=True)

    def told(games: int) -> dict[str, int]:
        return {"count": options.count, "games": games}

    made = make(options.game, options.count, options.seed, tell)
    write(path, recipe, made)
    print(tr("{n} puzzles are in {path}", n=len(made), path=path))
    return 0
