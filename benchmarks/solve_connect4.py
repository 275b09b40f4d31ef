"""The Connect 4 solver beside bitbully's, and how long positions take it.

    python benchmarks/solve_connect4.py [FILE] [--positions N] [--lengths 12-41]

prints two Markdown tables; FILE gets them as JSON. Both score all moves of the same random
positions, by turns, without an opening book, each position with an empty table. Times are those
of the processor, so that other programs on the machine matter little.
"""

import argparse
import json
import random
import statistics
import time
from pathlib import Path

import bitbully

from playout import Connect4
from playout.solve.connect4 import Connect4Solver


def random_state(n_discs, rng):
    while True:
        state = Connect4().start()
        for _ in range(n_discs):
            state = state.play(rng.choice(state.moves()))
            if state.is_over:
                break
        else:
            return state


def timed(function, *args):
    began = time.process_time()
    result = function(*args)
    return result, time.process_time() - began


def measure(n_discs, n_positions):
    """One row: both solvers on the same positions, and whether they agree."""
    rng = random.Random(n_discs)
    solver = Connect4Solver(Connect4(), book=False)
    peer = bitbully.BitBully(opening_book=None)
    solver.scores(random_state(36, rng))  # compiles
    ours, theirs, differences, nodes = [], [], 0, 0
    for _ in range(n_positions):
        state = random_state(n_discs, rng)
        board = bitbully.Board([int(move) for move in state.history])
        solver.forget()
        peer.reset_transposition_table()
        mine, took = timed(solver.scores, state)
        ours.append(took)
        nodes += solver.nodes
        other, took = timed(peer.score_all_moves, board)
        theirs.append(took)
        differences += dict(mine) != other
    return {
        "discs": n_discs,
        "positions": n_positions,
        "differences": differences,
        "ours_s": sum(ours),
        "theirs_s": sum(theirs),
        "ratio": sum(theirs) / sum(ours),
        "median_s": statistics.median(ours),
        "worst_s": max(ours),
        "nodes_per_s": nodes / sum(ours),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--lengths", default="12-41")
    options = parser.parse_args()
    first, last = map(int, options.lengths.split("-"))
    rows = []
    print("| discs | positions | differences | bitbully / ours | median s | worst s | nodes/s |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for n_discs in range(first, last + 1):
        row = measure(n_discs, options.positions)
        rows.append(row)
        print(
            f"| {n_discs} | {row['positions']} | {row['differences']} | {row['ratio']:.2f}"
            f" | {row['median_s']:.5f} | {row['worst_s']:.4f} | {row['nodes_per_s']:,.0f} |",
            flush=True,
        )
        total = sum(row["theirs_s"] for row in rows) / sum(row["ours_s"] for row in rows)
        found = {"peer": f"bitbully {bitbully.__version__}", "ratio": total, "lengths": rows}
        if options.file:  # after every row: a run that is stopped leaves what it has measured
            options.file.write_text(json.dumps(found, indent=1) + "\n")
    print(f"\nall: {total:.2f} times as fast as {found['peer']}")


if __name__ == "__main__":
    main()
