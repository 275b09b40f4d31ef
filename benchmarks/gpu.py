"""Every game on a GPU: the same winners as on the CPU, and how many playouts a second.

    python benchmarks/gpu.py [FILE]      prints a Markdown table; FILE gets the figures as JSON

For each game the first CHECKED playouts of two seeds, from the start and from a position some
plies later, are run on both and compared one by one; then the rates are measured.
"""

import json
import sys
import time

import numpy as np
from numba import cuda

from playout import find, gpu, run_playouts
from playout.conformance import random_game

GAMES = [
    "hex:11", "hex:19", "hex:5,swap=true", "connect4", "connect4:9x6,line=5", "breakthrough",
    "breakthrough:5x5,misere=true", "knightthrough", "knightthrough:3x5", "domineering", "atarigo",
    "atarigo:9", "nogo", "nogo:9", "mnk", "mnk:15x15x5", "othello", "othello:6", "nim",
]  # fmt: skip
CHECKED = 20_000
LAUNCH_S = 0.5


def differences(name: str) -> int:
    """How many playouts the two devices disagree on."""
    count = 0
    for seed, plies in ((1, 0), (2, 4)):
        state = random_game(find(name), seed, plies)
        ours = run_playouts(state, CHECKED, seed)
        count += int(np.sum(gpu.run_playouts(state, CHECKED, seed) != ours))
        counts = np.bincount(ours, minlength=3)
        count += int(np.abs(gpu.count_winners(state, CHECKED, seed) - counts).sum())
    return count


def rate(run, state) -> float:
    """Playouts per second of a launch that lasts about LAUNCH_S, the best of three."""
    n = 1_000
    while True:
        began = time.perf_counter()
        run(state, n, 3)
        if time.perf_counter() - began > LAUNCH_S / 2:
            break
        n *= 2
    times = []
    for _ in range(3):
        began = time.perf_counter()
        run(state, n, 3)
        times.append(time.perf_counter() - began)
    return n / min(times)


def main() -> None:
    device = cuda.get_current_device().name
    device = device.decode() if isinstance(device, bytes) else device
    rows = []
    print(f"| game | {device}, million playouts/s | one CPU core there | ratio | differences |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in GAMES:
        state = find(name).start()
        wrong = differences(name)
        on_gpu, on_cpu = rate(gpu.count_winners, state), rate(run_playouts, state)
        rows.append({"game": name, "gpu": on_gpu, "cpu": on_cpu, "differences": wrong})
        print(
            f"| `{name}` | {on_gpu / 1e6:,.1f} | {on_cpu / 1e6:,.2f} | {on_gpu / on_cpu:,.0f}"
            f" | {wrong} of {2 * CHECKED:,} |",
            flush=True,
        )
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump({"device": device, "games": rows}, file, indent=1)


if __name__ == "__main__":
    main()
