"""What the network of Hex says of every opening on a small board, beside the exact map.

    python benchmarks/training/openings.py [FILE.json] [--net hex11] [--sizes 6 7] [--seconds 1]

Each opening is won or lost by whoever plays it. The solver says which it is; the network alone, a
search of 100 simulations and one of so many seconds say who is more likely to win. Openings that
the solver does not settle in --solve-seconds are unknown, and count nowhere.
"""

import argparse
import json
import sys

import numpy as np

from playout import Hex, __version__, search, solve
from playout.lab.stats.intervals import wilson
from playout.nets import read
from playout.nets.forward import forward
from playout.nets.planes import planes_of
from playout.player_spec import PlayerSpec


def believed(state, network, name, seconds):
    """The chance to win of whoever played the opening, by each of the three."""
    _, value = forward(network, planes_of(state))
    yield 1 - float(1 / (1 + np.exp(-value[0])))
    puct = PlayerSpec.parse(f"puct:net={name}").algorithm
    yield 1 - search(state, puct, simulations=100, seed=1).value
    yield 1 - search(state, puct, seconds=seconds, seed=1).value


def measure(size, asked):
    network = read(asked.net)
    start = Hex(size).start()
    names = ("network alone", "100 simulations", f"{asked.seconds:g} s")
    right, known, wrong = dict.fromkeys(names, 0), 0, {name: [] for name in names}
    truth = {}
    for move in start.moves():
        state = start.play(move)
        outcome = str(solve(state, seconds=asked.solve_seconds).outcome)
        truth[move.name] = {"win": "loss", "loss": "win"}.get(outcome, "unknown")
        if truth[move.name] == "unknown":
            continue
        known += 1
        for name, chance in zip(
            names, believed(state, network, asked.net, asked.seconds), strict=True
        ):
            if (chance > 0.5) == (truth[move.name] == "win"):
                right[name] += 1
            else:
                wrong[name].append(f"{move.name} {chance:.2f}")
    rows = {}
    for name in names:
        _, low, high = wilson(right[name], known)
        rows[name] = {"right": right[name], "n": known, "low": low, "high": high}
        rows[name]["wrong"] = wrong[name]
        print(f"{size}x{size}, {name}: {right[name]} of {known}; wrong: {' '.join(wrong[name])}")
    won = [name for name, outcome in truth.items() if outcome == "win"]
    return {"size": size, "winning": won, "openings": len(truth), "known": known, "rows": rows}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?")
    parser.add_argument("--net", default="hex11")
    parser.add_argument("--sizes", type=int, nargs="+", default=[6, 7])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--solve-seconds", type=float, default=120.0)
    asked = parser.parse_args()
    settings = vars(asked) | {"playout": __version__, "python": sys.version.split()[0]}
    boards = [measure(size, asked) for size in asked.sizes]
    if asked.file:
        with open(asked.file, "w", encoding="utf-8") as file:
            json.dump({"settings": settings, "boards": boards}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
