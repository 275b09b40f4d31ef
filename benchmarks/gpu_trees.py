"""Whole searches on a GPU: are they the CPU's, and how many simulations per second is that?

    python benchmarks/gpu_trees.py [FILE]     prints a Markdown table; FILE gets it as JSON

1,024 trees of Hex 7x7 are compared with the CPU's for the same seeds, every visit, total and
move of every node; then larger batches are timed.
"""

import json
import sys
import time

import numpy as np

from playout import Grave, Hex, Uct
from playout.gpu.trees import grow_trees, grow_trees_on_cpu, rate

SIMULATIONS = 1_000
COLUMNS = ("visits", "total", "move", "first", "n_children", "n_tried", "proven", "mean", "width")
BATCHES = (1_024, 8_192, 32_768)


def difference(state, algorithm, n_trees: int) -> tuple[int, float]:
    """How many trees differ from the CPU's, and how long the CPU took, in seconds."""
    on_gpu = grow_trees(state, algorithm, n_trees, SIMULATIONS, seed=7)
    grow_trees_on_cpu(state, algorithm, 1, SIMULATIONS)  # compiles
    began = time.perf_counter()
    on_cpu = grow_trees_on_cpu(state, algorithm, n_trees, SIMULATIONS, seed=7)
    seconds = time.perf_counter() - began
    differing = 0
    for i, tree in enumerate(on_cpu):
        used = int(tree.counts[0])
        same = used == on_gpu.counts[i, 0] and all(
            np.array_equal(getattr(tree, name)[:used], getattr(on_gpu, name)[i, :used])
            for name in COLUMNS
        )
        differing += not same
    return differing, seconds


def main() -> None:
    rows = []
    print("| game | search | trees | differ from the CPU's | simulations/s | one core of the CPU |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for size in (7, 11):
        state = Hex(size).start()
        for algorithm in (Uct(), Grave(expand=1), Grave()):
            differing, cpu_s = difference(state, algorithm, BATCHES[0] if size == 7 else 64)
            n_compared = BATCHES[0] if size == 7 else 64
            cpu_rate = n_compared * SIMULATIONS / cpu_s
            for n_trees in BATCHES if size == 7 else BATCHES[:2]:
                per_second = rate(state, algorithm, n_trees, SIMULATIONS)
                name = f"{type(algorithm).__name__}(expand={algorithm.expand})"
                print(
                    f"| hex:{size} | {name} | {n_trees:,} | {differing} of {n_compared:,} |"
                    f" {per_second / 1e6:.1f} M | {cpu_rate / 1e6:.2f} M |",
                    flush=True,
                )
                rows.append(
                    {
                        "game": f"hex:{size}",
                        "search": name,
                        "trees": n_trees,
                        "differing": differing,
                        "compared": n_compared,
                        "per_second": per_second,
                        "cpu_per_second": cpu_rate,
                    }
                )
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
