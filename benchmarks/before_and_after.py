"""Is anything slower than it was? Rates of this checkout and of another commit, in turns.

    python benchmarks/before_and_after.py COMMIT [FILE] [--rounds 7]

Two processes, one with the sources of each, measure the same thing one after the other, round by
round, in seconds of the processor; the best of all rounds counts, since what disturbs a
measurement only ever makes it slower. Prints simulations a second and their ratio.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent
GAMES = ("hex:11", "connect4", "breakthrough", "othello", "nogo:9")
SEARCHES = (
    "uct",
    "rave",
    "grave",
    "shuss",
    "halving",
    "history",
    "uct:policy=mast",
    "uct:policy=nst",
)

# What each process runs: a case a line in, simulations a second out.
MEASURE = """
import sys, time
import playout
from playout import find
from playout.players import player_of
time.perf_counter = time.thread_time
for line in sys.stdin:
    game, player, n = line.split()
    state = find(game).start()
    if player == "playouts":
        run = lambda: playout.run_playouts(state, int(n), seed=1)
    else:
        algorithm = player_of(player).algorithm
        run = lambda: playout.search(state, algorithm, simulations=int(n), seed=1)
    began = time.perf_counter()
    run()
    print(int(n) / (time.perf_counter() - began), flush=True)
"""


class Side:
    """A process with the sources of one checkout."""

    def __init__(self, checkout: Path) -> None:
        quiet = {"PYTHONPATH": str(checkout / "src"), "PLAYOUT_QUIET": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", MEASURE],
            env=os.environ | quiet,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, game: str, player: str, n: int) -> float:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{game} {player} {n}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def compare(before: Side, after: Side, game: str, player: str, rounds: int) -> dict[str, Any]:
    n = 1000
    for side in (before, after):
        side.rate(game, player, n)  # compiles
    n = max(n, int(0.2 * before.rate(game, player, n)))  # about 0.2 s
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for side, found in zip((before, after), rates, strict=True):
            found.append(side.rate(game, player, n))
    old, new = map(max, rates)
    return {"game": game, "what": player, "before": old, "after": new, "ratio": new / old}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("commit")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "before"
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(place), options.commit], check=True)
        try:
            sides = Side(place), Side(HERE)
            print("| game | | before /s | now /s | ratio |\n| --- | --- | ---: | ---: | ---: |")
            for game in GAMES:
                for player in ("playouts", *SEARCHES):
                    row = compare(*sides, game, player, options.rounds)
                    rates = f"{row['before']:,.0f} | {row['after']:,.0f}"
                    print(f"| {game} | {player} | {rates} | {row['ratio']:.3f} |", flush=True)
                    rows.append(row)
        finally:
            subprocess.run([*git, "remove", "--force", str(place)], check=True)
    if options.file:
        Path(options.file).write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
