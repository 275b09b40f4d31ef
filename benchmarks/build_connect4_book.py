"""Make the opening book of Connect 4: all positions of the first plies, and repertoires from there.

    python benchmarks/build_connect4_book.py LOG [--plies N] [--lines N] [--memory GIB]

Each score is appended to LOG as it is found, and found there by the next run: a run that is
stopped loses nothing. What is nearer to the empty board comes first, all with one table. When
a ply is complete the book is written; run it again with larger numbers for a deeper one.
"""

import argparse
import time
from pathlib import Path

from playout.solve import connect4_book as books
from playout.solve.connect4 import Connect4Solver

Position = tuple[int, int]  # the discs of the player to move, and all discs


class Enough(Exception):
    """The time is up."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("log", type=Path)
    parser.add_argument("--plies", type=int, default=1, help="discs up to which all is solved")
    parser.add_argument("--lines", type=int, default=4, help="discs up to which moves are found")
    parser.add_argument("--memory", type=float, default=2, help="of the table, in GiB")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    options = parser.parse_args()
    solver = Connect4Solver(books.GAME, int(options.memory * 2**30), book=False)
    known = read_log(options.log)
    try:
        with options.log.open("a") as log:
            scorer = Scorer(solver, known, log, time.monotonic() + options.seconds)
            complete = every_position(scorer, options.plies)
            repertoires(scorer, complete, options.plies, options.lines)
    except Enough:
        print("out of time; run it again to go on")


def read_log(path: Path) -> dict[int, int]:
    lines = path.read_text().splitlines() if path.exists() else []
    return {int(key): int(score) for key, score in (line.split() for line in lines)}


class Scorer:
    """Scores positions, by the log or by the solver."""

    def __init__(self, solver, known, log, deadline):
        self.solver, self.known, self.log, self.deadline = solver, known, log, deadline

    def score(self, position: Position, at_least: int = -99) -> int:
        key = books.canonical(sum(position))
        if key not in self.known:
            began = time.monotonic()
            if began > self.deadline:
                raise Enough
            self.note(key, self.solver.score_of(*position, at_least=at_least))
            took = time.monotonic() - began
            n_discs = position[1].bit_count()
            print(f"{n_discs} discs: score {self.known[key]:3}, {took:.1f} s", flush=True)
        return self.known[key]

    def best(self, position: Position) -> Position | None:
        """Where the best move leads, the most central of them whatever is known of the others: the
        solver will choose that one too. None if it wins the game."""
        score = self.score(position)
        open_ones = [
            child for child in books.children(*position) if not books.has_four(child[0] ^ child[1])
        ]
        if len(open_ones) < len(books.children(*position)):
            return None
        for child in open_ones:
            key = books.canonical(sum(child))
            if key in self.known:
                is_best = self.known[key] == -score
            else:  # no reply is worth less than -score: is this one worth more?
                reply = self.solver.score_of(*child, at_least=-score, at_most=1 - score)
                is_best = reply == -score
            if is_best:
                if key not in self.known:
                    self.note(key, -score)
                return child
        raise AssertionError(f"no move of {position} keeps the score {score}")

    def note(self, key: int, score: int) -> None:
        self.known[key] = score
        print(key, score, file=self.log, flush=True)


def every_position(scorer: Scorer, plies: int) -> dict[int, int]:
    """The scores of all positions of up to so many discs, by key."""
    complete: dict[int, int] = {}
    for level in books.opening_positions(plies):
        least = dict.fromkeys(level, -99)
        for key, score in complete.items():
            for child in books.children(*books.position(key)):
                shared = books.canonical(sum(child))
                if shared in least:  # worth at least the opposite of what it comes from
                    least[shared] = max(least[shared], -score)
        for key, position in level.items():
            complete[key] = scorer.score(position, least[key])
    return complete


def repertoires(scorer: Scorer, complete: dict[int, int], plies: int, lines: int) -> None:
    """Add the best moves of whoever keeps to them, and all replies, up to so many discs."""
    scores = dict(complete)
    empty = (0, 0)
    # For each number of discs, positions in which the player to move has kept to the book.
    levels: list[list[tuple[Position, int]]] = [[] for _ in range(lines + 3)]
    levels[0] = [(empty, -99)]
    levels[1] = [(child, -99) for child in books.children(*empty)]
    for n_discs in range(lines + 1):
        seen = set()
        for position, least in levels[n_discs]:
            key = books.canonical(sum(position))
            if key in seen:
                continue
            seen.add(key)
            scores[key] = scorer.score(position, least)
            child = scorer.best(position)
            if child is not None:
                scores[books.canonical(sum(child))] = -scores[key]
                levels[n_discs + 2] += [
                    (reply, scores[key])  # who plays the best move loses nothing
                    for reply in books.children(*child)
                    if not books.has_four(reply[0] ^ reply[1])
                ]
        if n_discs >= plies:
            books.write(books.FILE, plies, n_discs, scores)
            size = books.FILE.stat().st_size
            print(f"lines of {n_discs}: {len(scores)} positions, {size} bytes", flush=True)


if __name__ == "__main__":
    main()
