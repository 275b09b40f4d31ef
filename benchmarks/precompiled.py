"""Kernels as a wheel brings them, for any processor of a level, beside those for this machine:

    python benchmarks/precompiled.py [--rounds 25] [--out FILE.json] [GAME ...]

Two processes are kept, one with each, and asked in turn for simulations of the game's default
search and for random playouts, on the clock of their own thread; the ratio of a round is of two
measurements side by side, and the median over all rounds is shown. Both compile first.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from playout import cache, find
from playout.playouts import run_playouts
from playout.search import Search, default_for

GAMES = ("hex", "connect4", "breakthrough", "othello")
SLICE_S = 0.15  # of a measurement


def simulate(state, n):
    search = Search(state, default_for(state.game), seed=1, most=n)
    began = time.thread_time()
    search.run(n)
    spent = time.thread_time() - began
    search.close()
    return spent


def play_out(state, n):
    began = time.thread_time()
    run_playouts(state, n, seed=1)
    return time.thread_time() - began


KINDS = {"simulations": simulate, "playouts": play_out}


def answer():
    """In a process of its own: a line with a game, what to do, how often; its rate."""
    for line in sys.stdin:
        game, kind, n = line.split()
        state = find(game).start()
        KINDS[kind](state, 1)
        print(int(n) / KINDS[kind](state, int(n)), flush=True)


class Runner:
    def __init__(self, folder, **settings):
        environment = {**os.environ, **settings, "PLAYOUT_CACHE_DIR": folder, "PLAYOUT_QUIET": "1"}
        command = [sys.executable, __file__, "--answer"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def rate(self, game, kind, n):
        self.process.stdin.write(f"{game} {kind} {n}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def compare(native, shipped, game, kind, rounds):
    n = max(1, int(native.rate(game, kind, 2000) * SLICE_S))
    shipped.rate(game, kind, 2000)
    pairs = []
    for i in range(rounds):
        both = [(native, 0), (shipped, 1)][:: 1 if i % 2 else -1]
        rates = {which: runner.rate(game, kind, n) for runner, which in both}
        pairs.append((rates[0], rates[1]))
    ratio = statistics.median(b / a for a, b in pairs)
    best = [max(rates) for rates in zip(*pairs, strict=True)]
    return {"game": game, "kind": kind, "native": best[0], "shipped": best[1], "ratio": ratio}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(GAMES))
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--out", help="also write it to a file")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        return answer()
    if not cache.has_baseline():
        sys.exit(f"this processor is below {cache.BASELINE}")
    rows = []
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        baseline = {"NUMBA_CPU_NAME": cache.BASELINE, "NUMBA_CPU_FEATURES": ""}
        native, shipped = Runner(one), Runner(other, **baseline)
        print(f"{'game':<14} {'':<12} {'this machine':>14} {cache.BASELINE:>14} {'ratio':>7}")
        for game in options.game:
            for kind in KINDS:
                row = compare(native, shipped, game, kind, options.rounds)
                rows.append(row)
                rates = f"{row['native']:>14,.0f} {row['shipped']:>14,.0f}"
                print(f"{game:<14} {kind:<12} {rates} {row['ratio']:>7.3f}", flush=True)
        for runner in (native, shipped):
            runner.process.stdin.close()
            runner.process.wait()
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
