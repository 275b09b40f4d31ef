"""Seconds and nodes to solve every opening of Hex on small boards.

    python benchmarks/solve_hex.py [FILE] [--largest 6] [--seconds 600]

prints a Markdown table; FILE gets it as JSON. One thread. Processor seconds are given beside
those of the clock: on a machine with other work they are the ones to compare.
"""

import argparse
import json
import time

from playout import Hex
from playout.solve.hex import HexSolver


def measure(size: int, seconds: float) -> dict:
    solver = HexSolver(Hex(size), memory=1 << 30)
    began = time.process_time()
    solution = solver.solve(Hex(size).start(), all_moves=True, seconds=seconds)
    outcomes = [row.outcome for row in solution.moves]
    return {
        "size": size,
        "winning": outcomes.count("win"),
        "losing": outcomes.count("loss"),
        "unknown": outcomes.count("unknown"),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 2),
        "processor_seconds": round(time.process_time() - began, 2),
        "lost": " ".join(row.move.name for row in solution.moves if row.outcome == "loss"),
        "line": " ".join(move.name for move in solution.line),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?")
    parser.add_argument("--largest", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=600.0)
    asked = parser.parse_args()
    HexSolver(Hex(2)).solve(Hex(2).start())  # compiles
    rows = []
    print("| size | winning openings | losing | unknown | nodes | seconds | of the processor |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for size in range(2, asked.largest + 1):
        row = measure(size, asked.seconds)
        rows.append(row)
        print(
            f"| {size} | {row['winning']} | {row['losing']} | {row['unknown']} | {row['nodes']:,}"
            f" | {row['seconds']:.2f} | {row['processor_seconds']:.2f} |",
            flush=True,
        )
    if asked.file:
        with open(asked.file, "w") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
