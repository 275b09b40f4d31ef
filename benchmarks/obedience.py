"""Does a search keep to its time, stop when told, and stay within its memory?

    python benchmarks/obedience.py [FILE]     prints a Markdown table; FILE gets it as JSON

Overshoot over 500 random budgets from 1 ms to 2 s, the time from a wish to stop to the result,
the memory of a tree that is capped at 64 MB, and of a million simulations on a 19x19 Hex board.
"""

import json
import random
import resource
import sys
import threading
import time

import numpy as np

import playout
from playout import Grave, Search, Uct, find

BUDGETS = 500
STOPS = 50


def overshoots(name: str, algorithm) -> list[float]:
    """By how much each of a number of random budgets was exceeded, in milliseconds."""
    state = find(name).start()
    playout.search(state, algorithm, simulations=10)  # compiles
    generator = random.Random(1)
    late = []
    for _ in range(BUDGETS // 4):
        # As many short budgets as long ones: the logarithm is uniform.
        seconds = 0.001 * 2000.0 ** generator.random()
        began = time.perf_counter()
        playout.search(state, algorithm, seconds=seconds)
        late.append(1000.0 * (time.perf_counter() - began - seconds))
    return late


def stops(name: str, algorithm) -> list[float]:
    """How long it took from `stop` to the result, in milliseconds."""
    took = []
    for i in range(STOPS):
        running = Search(find(name).start(), algorithm)
        thread = threading.Thread(target=running.run, kwargs={"seconds": 60.0})
        thread.start()
        time.sleep(0.02 + 0.002 * i)
        began = time.perf_counter()
        running.stop()
        thread.join()
        took.append(1000.0 * (time.perf_counter() - began))
    return took


def megabytes(algorithm, name: str, simulations: int, memory: int) -> tuple[float, float]:
    """The size of a tree after so many simulations, and what the process grew by."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    running = Search(find(name).start(), algorithm, memory=memory, seed=1)
    result = running.run(simulations=simulations)
    assert result.simulations == simulations
    size = sum(array.nbytes for array in running.trees[0]) / 2**20
    return size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - before


def main() -> None:
    cases = [("hex:11", Uct()), ("hex:11", Grave()), ("connect4", Uct()), ("breakthrough", Uct())]
    late = [value for case in cases for value in overshoots(*case)]
    stopped = [value for case in cases[:2] for value in stops(*case)]
    rows = {
        "overshoot of 500 budgets, 99th percentile, ms": float(np.percentile(late, 99)),
        "overshoot, median, ms": float(np.median(late)),
        "overshoot, worst, ms": max(late),
        "stopping, 99th percentile of 100, ms": float(np.percentile(stopped, 99)),
        "stopping, worst, ms": max(stopped),
    }
    for algorithm in (Uct(), Grave()):
        name = type(algorithm).__name__
        size, grown = megabytes(algorithm, "hex:11", 400_000, 64 * 2**20)
        rows[f"{name}, Hex 11, capped at 64 MB: tree, MB"] = size
        rows[f"{name}, Hex 11, capped at 64 MB: process grew by, MB"] = grown
    size, grown = megabytes(Grave(), "hex:19", 1_000_000, 512 * 2**20)
    rows["Grave, a million simulations of Hex 19, capped at 512 MB: tree, MB"] = size
    rows["Grave, a million simulations of Hex 19: process grew by, MB"] = grown
    print("| | |\n| --- | ---: |")
    for name, value in rows.items():
        print(f"| {name} | {value:.1f} |")
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
