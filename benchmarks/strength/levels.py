"""Each level's Elo in every game: against its neighbours, with random moves as zero.

    python benchmarks/strength/levels.py --workers 16 --minutes 8 --out FILE [--games hex go]

Every level meets the one below on the usual board of each game, each opening (two random moves)
once with either colour. All pairings get the same time, up to 400 games, so that cheap ones end
early and the long ones have the rest. FILE keeps what was played: a further run goes on with it,
and one that is stopped loses nothing but the games in progress. It has two parts:

    levels    {game: {level: [elo, low, high]}}, by the ratings of the lab, with 95 % intervals
    met       {game: {"one - other": [points of one, games, seconds]}}

Needs numba, numpy and scipy.
"""

import argparse
import contextlib
import json
import multiprocessing
import os
import platform
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from playout.arena import opening, play_game
from playout.catalogue import find
from playout.games import NAMES
from playout.lab.stats.ratings import bradley_terry
from playout.players import player_of
from playout.search import LEVELS, MASTER, has_master

MOST_GAMES = 400  # a pairing
OPENING = 2  # random moves
# Between the highest two levels are more than a hundred Elo for each doubling: who stands between
# them bounds both, where one alone would win every game.
STONE = {"stone": "default:simulations=100000"}
SOLVED = ("connect4", "mnk", "nim")  # `perfect` knows the truth on the usual board in good time

Met = dict[str, dict[str, list[float]]]


def rungs(game: str) -> dict[str, str]:
    """The players of a game by their names, the weakest first."""
    levels = {name: name for name in LEVELS}
    highest = {name: levels.pop(name) for name in ("maximum", MASTER)}
    if not has_master(find(game)):
        del highest[MASTER]
    perfect = {"perfect": "perfect"} if game in SOLVED else {}
    return {"random": "random", **levels, **STONE, **highest, **perfect}


def prepare(game: str) -> None:
    """Compile what the players need, for all workers."""
    start = find(game).start()
    for spec in rungs(game).values():
        player: Any = player_of(spec)
        player.prepare(start)


def play(game: str, pairing: str, number: int) -> tuple[float, float]:
    """The points of the first of two players in a game, and its seconds."""
    began = time.perf_counter()
    names = pairing.split(" - ")
    players: Any = [player_of(rungs(game)[name]) for name in names]
    swapped = number % 2 == 1
    start = opening(find(game), 1 + number // 2, OPENING)
    winner = play_game(start, players[::-1] if swapped else players, number).winner
    points = 0.5 if winner is None else float((winner == 0) != swapped)
    return points, time.perf_counter() - began


class Ladder:
    """What was played, which game is next, and the file that keeps it."""

    def __init__(self, path: Path, games: list[str], seconds: float) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.until = time.monotonic() + seconds
        self.met: Met = json.loads(path.read_text())["met"] if path.exists() else {}
        self.running: dict[Future[Any], tuple[str, str, int]] = {}
        self.ready: set[str] = set()  # compiled
        for game in games:
            pairs = [f"{two} - {one}" for one, two in pairwise(rungs(game))]
            known = self.met.get(game, {})
            self.met[game] = {pair: known.get(pair, [0.0, 0, 0.0]) for pair in pairs}
        self.games = games  # those of before keep what they have
        self.next = {(g, pair): int(self.met[g][pair][1]) for g in games for pair in self.met[g]}

    def task(self) -> tuple[str, str, int] | None:
        """The game that is next: of the pairing that had the least time, if there is enough."""
        left = self.until - time.monotonic()
        waiting = [
            (self.spent(game, pair), game, pair)
            for (game, pair), number in self.next.items()
            if game in self.ready and number < MOST_GAMES and self.length(game, pair) < left
        ]
        if not waiting:
            return None
        _, game, pair = min(waiting)
        number = self.next[game, pair]
        self.next[game, pair] += 1
        return game, pair, number

    def length(self, game: str, pair: str) -> float:
        """The seconds of a game, a little more than those so far."""
        _, n, seconds = self.met[game][pair]
        return 1.2 * seconds / n if n else 0.0

    def spent(self, game: str, pair: str) -> float:
        """The seconds of a pairing, with a guess for its games in progress."""
        n_running = self.next[game, pair] - self.met[game][pair][1]
        return self.met[game][pair][2] + n_running * max(self.length(game, pair), 0.01)

    def add(self, game: str, pair: str, points: float, seconds: float) -> None:
        kept = self.met[game][pair]
        kept[:] = [kept[0] + points, int(kept[1]) + 1, round(kept[2] + seconds, 3)]

    def save(self) -> None:
        levels = {
            game: ratings(met)
            for game, met in self.met.items()
            if any(row[1] for row in met.values())
        }
        machine = f"{platform.machine()}, Python {platform.python_version()}"
        whole = {"machine": machine, "levels": levels, "met": self.met}
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(whole, indent=1) + "\n")
        part.replace(self.path)


def ratings(met: dict[str, list[float]]) -> dict[str, list[int]]:
    """Elo above random moves, with its 95 % interval, of all levels that have played."""
    names = list(dict.fromkeys(n for pair in met for n in reversed(pair.split(" - "))))
    points = np.zeros((len(names), len(names)))
    for pair, (won, n, _) in met.items():
        i, j = (names.index(name) for name in pair.split(" - "))
        points[i, j], points[j, i] = won, n - won
    elo, covariance = bradley_terry(points)
    variance = covariance.diagonal() + covariance[0, 0] - 2 * covariance[0]
    margin = 1.96 * np.sqrt(np.maximum(variance, 0))
    rows = zip(names, elo - elo[0], margin, points.sum(-1) + points.sum(0), strict=True)
    return {
        name: [round(e), round(e - m), round(e + m)]
        for name, e, m, n in rows
        if n and name not in ("random", *STONE)
    }


def run(ladder: Ladder, workers: int) -> None:
    """Play until the time is over; the file is written every few seconds."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context)
    compiling = {pool.submit(prepare, game): game for game in ladder.games}
    saved = time.monotonic()
    try:
        while time.monotonic() < ladder.until:
            while len(ladder.running) + len(compiling) < workers and (task := ladder.task()):
                ladder.running[pool.submit(play, *task)] = task
            if not ladder.running and not compiling:
                return
            left = max(ladder.until - time.monotonic(), 0.01)
            done, _ = wait({*ladder.running, *compiling}, min(left, 5), FIRST_COMPLETED)
            for future in done:
                if future in compiling:
                    future.result()
                    ladder.ready.add(compiling.pop(future))
                else:
                    game, pair, _ = ladder.running.pop(future)
                    ladder.add(game, pair, *future.result())
            if time.monotonic() - saved > 5:
                ladder.save()
                saved = time.monotonic()
    finally:
        ladder.save()
        for process in list((pool._processes or {}).values()):
            process.kill()
        with contextlib.suppress(Exception):
            pool.shutdown(wait=False, cancel_futures=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", nargs="*", default=sorted(NAMES))
    asked = parser.parse_args()
    ladder = Ladder(asked.out, asked.games, asked.minutes * 60)
    run(ladder, asked.workers)
    for game in ladder.games:
        met = ladder.met[game]
        print(game, ratings(met) if game in ladder.ready else "not compiled in time")
        for pair, (won, n, seconds) in met.items():
            print(f"  {pair}: {won:g} of {n}, {seconds:.0f} s")


if __name__ == "__main__":
    main()
