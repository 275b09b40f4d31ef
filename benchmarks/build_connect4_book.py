"""Make the opening book of Connect 4: solve every position of the first plies.

    python benchmarks/build_connect4_book.py PLIES LOG [--memory GIB] [--seconds S]

Each score is appended to LOG as it is found, and found there by the next run: a run that is
stopped loses nothing. Plies are solved in order, the empty board first, all with one table. When
a ply is complete the book is written; run it again with a larger PLIES for a deeper one.
"""

import argparse
import time
from pathlib import Path

from playout.solve import connect4_book as books
from playout.solve.connect4 import Connect4Solver


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("plies", type=int)
    parser.add_argument("log", type=Path)
    parser.add_argument("--memory", type=float, default=2, help="of the table, in GiB")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    options = parser.parse_args()
    deadline = time.monotonic() + options.seconds
    solver = Connect4Solver(books.GAME, int(options.memory * 2**30), book=False)
    known = read_log(options.log)
    with options.log.open("a") as log:
        for plies, level in enumerate(books.opening_positions(options.plies)):
            if not solve_level(solver, level, known, log, deadline):
                print("out of time; run it again to go on")
                return
            scores = {
                key: score
                for key, score in known.items()
                if books.position(key)[1].bit_count() <= plies
            }
            books.write(books.FILE, plies, scores)
            print(f"{plies} plies: {len(scores)} positions, {books.FILE.stat().st_size} bytes")


def read_log(path: Path) -> dict[int, int]:
    lines = path.read_text().splitlines() if path.exists() else []
    return {int(key): int(score) for key, score in (line.split() for line in lines)}


def n_discs(key: int) -> int:
    return books.position(key)[1].bit_count()


def solve_level(solver, level, known, log, deadline) -> bool:
    """Solve the positions of one ply; False if time ran out."""
    # A position is worth at least the opposite of what any of those it comes from is worth.
    least = {key: -99 for key in level if key not in known}
    for key, score in known.items():
        for child in children_of(key):
            if child in least:
                least[child] = max(least[child], -score)
    todo = sorted(least)
    for i, key in enumerate(todo):
        began = time.monotonic()
        if began > deadline:
            return False
        known[key] = solver.score_of(*level[key], at_least=least[key])
        print(key, known[key], file=log, flush=True)
        took = time.monotonic() - began
        print(f"{i + 1} of {len(todo)}: score {known[key]:3}, {took:.1f} s", flush=True)
    return True


def children_of(key: int) -> list[int]:
    mine, discs = books.position(key)
    return [books.canonical(sum(child)) for child in books.children(mine, discs)]


if __name__ == "__main__":
    main()
