"""Kernels as a wheel brings them, for any processor of a level, beside those for this machine:

    python benchmarks/precompiled.py [--rounds 25] [--out FILE.json] [--wheel FOLDER] [GAME ...]

Compiles what a wheel has of these games, as it is built, or takes it from FOLDER. Then two
processes are kept, one that has only those, and compiles nothing, and one that compiles its own;
they are asked in turn for simulations of the game's search without a network, of that with one
where it is the default, and for random playouts, on the clock of their own thread. The ratio of a
round is of two measurements side by side, and the median over all rounds is shown.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playout import cache, find
from playout.playouts import run_playouts
from playout.processor import BASELINE, shipped_level
from playout.search import Search, best_for, default_for

PRECOMPILE = Path(__file__).parents[1] / "tools/precompile.py"
GAMES = ("hex", "connect4", "breakthrough", "othello")
SLICE_S = 0.15  # of a measurement


def simulate(state, n, chosen=default_for):
    search = Search(state, chosen(state.game), seed=1, most=n)
    began = time.thread_time()
    search.run(n)
    spent = time.thread_time() - began
    search.close()
    return spent


def simulate_with_network(state, n):
    return simulate(state, n, best_for)


def play_out(state, n):
    began = time.thread_time()
    run_playouts(state, n, seed=1)
    return time.thread_time() - began


KINDS = {"simulations": simulate, "network": simulate_with_network, "playouts": play_out}


def kinds_of(name):
    """What is measured of a game."""
    game = find(name)
    has_network = best_for(game) != default_for(game)
    return [kind for kind in KINDS if kind != "network" or has_network]


def answer(shipped):
    """In a process of its own: a line with a game, what to do, how often; its rate."""
    if shipped:
        cache.SHIPPED = Path(shipped)
    for line in sys.stdin:
        game, kind, n = line.split()
        state = find(game).start()
        KINDS[kind](state, 1)
        if shipped and cache.COMPILED:
            sys.exit(f"{game}, {kind}: compiled, and not shipped: {cache.COMPILED}")
        print(int(n) / KINDS[kind](state, int(n)), flush=True)


class Runner:
    def __init__(self, folder, shipped=""):
        environment = {**os.environ, "PLAYOUT_CACHE_DIR": folder, "PLAYOUT_QUIET": "1"}
        command = [sys.executable, __file__, "--answer", shipped]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def rate(self, game, kind, n):
        self.process.stdin.write(f"{game} {kind} {n}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def compare(native, shipped, game, kind, rounds):
    first = 200 if kind == "network" else 2000
    n = max(1, int(native.rate(game, kind, first) * SLICE_S))
    shipped.rate(game, kind, first)
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
    parser.add_argument("--wheel", metavar="FOLDER", help="the kernels that a wheel was built with")
    parser.add_argument("--out", help="also write it to a file")
    parser.add_argument("--answer", metavar="SHIPPED", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer is not None:
        return answer(options.answer)
    if shipped_level(has_vectors=False) is None:
        sys.exit(f"this processor is below {BASELINE}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        one, other, wheel = (str(Path(folder, name)) for name in ("one", "other", "wheel"))
        if options.wheel:
            wheel = options.wheel
        else:
            subprocess.run([sys.executable, str(PRECOMPILE), wheel, *options.game], check=True)
        native, shipped = Runner(one), Runner(other, wheel)
        print(f"{'game':<14} {'':<12} {'this machine':>14} {'a wheel':>14} {'ratio':>7}")
        for game in options.game:
            for kind in kinds_of(game):
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
