"""The matches by which the default searches and the levels were chosen.

    python benchmarks/matches.py defaults|levels|papers [FILE] [--games N] [--processes N]

Colours alternate, and each pair of games opens with the same two random moves. Prints a Markdown
table, a score with its interval and the Elo difference it stands for; FILE gets it as JSON.
"""

import argparse
import itertools
import json
import math
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple

import numpy as np

import playout
from playout import find, search
from playout.search import LEVELS, default_for

CHUNK = 8  # games a process plays at a time

CANDIDATES = (
    "Uct(c=0.2)",
    "Uct(c=0.7)",
    "Rave(schedule=Bias(1e-3))",
    "Grave()",
    "Grave(schedule=Bias(1e-3))",
    "Grave(expand=1,schedule=Bias(1e-3))",
)
MORE = {
    "atarigo:9": ["Grave(ref=100)"],
    "breakthrough": ["Uct(expand=8)", "Implicit()", "Implicit(alpha=0.6)"],
    "connect4": ["Uct(c=1.0)", "Uct(policy=Biased())"],
    "domineering": ["Uct(expand=8)"],
    "hex:11": ["Rave()", "Grave(expand=16)", "Grave(policy=Bridges())"],
    "knightthrough": ["Implicit()"],
    "mnk:9x9x5": ["Uct(policy=Biased())"],
    "nogo:9": ["Uct(expand=8)"],
    "othello": ["Uct(expand=8)", "Implicit()"],
}
# What the papers compare at 1,000 simulations.
PAPERS = (
    ("hex:11", "Rave()", "Uct()"),
    ("atarigo:8", "Rave(expand=1)", "Uct()"),
    ("atarigo:8", "Grave(expand=1)", "Rave(expand=1)"),
    ("atarigo:8", "Grave(expand=1,ref=100,schedule=Bias(1e-3))", "Rave(expand=1)"),
)


class Match(NamedTuple):
    """Two searches, by the text that makes them, and what each may spend on a move."""

    game: str
    one: str
    other: str
    one_budget: tuple
    other_budget: tuple


def matches(which: str) -> list[Match]:
    if which == "defaults":
        budget = ("seconds", 0.02)
        return [
            Match(game, one, "Uct()", budget, budget)
            for game, more in MORE.items()
            for one in (*CANDIDATES, *more)
        ]
    if which == "papers":
        budget = ("simulations", 1000)
        return [Match(game, one, other, budget, budget) for game, one, other in PAPERS]
    budgets = [next(iter(level.items())) for level in LEVELS.values()]
    return [
        Match(game, "default", "Random()" if low is None else "default", high, low or high)
        for game in ("hex:11", "connect4", "breakthrough")
        for low, high in itertools.pairwise([None, *budgets])
    ]


def made(text: str, game) -> object:
    """The search that a text makes."""
    names = {name: getattr(playout.search, name) for name in playout.search.__all__}
    return default_for(game) if text == "default" else eval(text, names)


def play(match: Match, seeds: range) -> list[float]:
    """The first one's points in each of these games."""
    start = find(match.game).start()
    players = made(match.one, start.game), made(match.other, start.game)
    budgets = dict([match.one_budget]), dict([match.other_budget])
    points = []
    for seed in seeds:
        generator = np.random.default_rng(seed // 2)
        state = start
        while not state.is_over:
            if len(state.history) < 2:
                move = state.moves()[generator.integers(len(state.moves()))]
            else:
                who = (state.player + seed) % 2
                number = 1000 * seed + len(state.history)
                move = search(state, players[who], seed=number, **budgets[who]).move
            state = state.play(move)
        points.append(0.5 if state.is_draw else float((state.winner + seed) % 2 == 0))
    return points


def elo(points: list[float]) -> float:
    """The difference in Elo that a score stands for; half a point either way keeps it finite."""
    won = sum(points) + 0.5
    return 400.0 * math.log10(won / (len(points) + 1.0 - won))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("which", choices=["defaults", "levels", "papers"])
    parser.add_argument("file", nargs="?")
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    results: dict[Match, list[float]] = {match: [] for match in matches(options.which)}
    chunks = [range(i, min(i + CHUNK, options.games)) for i in range(0, options.games, CHUNK)]
    with ProcessPoolExecutor(options.processes) as pool:
        jobs = {pool.submit(play, m, chunk): m for chunk in chunks for m in results}
        for job in as_completed(jobs):
            results[jobs[job]] += job.result()
    rows = []
    print("| game | | against | score | Elo |\n| --- | --- | --- | ---: | ---: |")
    for match, points in results.items():
        score = float(np.mean(points))
        half = 1.96 * float(np.std(points)) / math.sqrt(len(points))
        budgets = [f"{value} {kind}" for kind, value in (match.one_budget, match.other_budget)]
        print(
            f"| {match.game} | {match.one}, {budgets[0]} | {match.other}, {budgets[1]}"
            f" | {score:.1%} ± {half:.1%} of {len(points)} | {elo(points):+.0f} |",
            flush=True,
        )
        rows.append(match._asdict() | {"games": len(points), "score": score, "half": half})
    if options.file:
        with open(options.file, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
