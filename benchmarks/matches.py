"""The matches by which the default searches and the levels were chosen, and then measured.

    python benchmarks/matches.py candidates|defaults|levels|papers [FILE] [--games N] [--seed N]

`candidates` plays what might be a game's default against UCT, to pick from; `defaults` plays what
was picked against UCT once more, in other games: the best of many candidates was lucky, too. A
score of the first kind is not to be printed as a claim, one of the second kind is.

Pairs of games begin with the same two random moves, colours swapped, and are what intervals are
taken of. A second is one of the processor, so that other programs on the machine do not matter.
Prints a Markdown table; FILE gets it as JSON, after each match.
"""

import argparse
import itertools
import json
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, NamedTuple

from playout import find
from playout.arena import opening, play_game
from playout.lab.stats.pentanomial import Pairs, share_of
from playout.players import player_of
from playout.search import LEVELS

CHUNK = 4  # pairs that a process plays at a time
SECONDS = "seconds=0.02"

CANDIDATES = (
    "uct:c=0.2",
    "uct:c=0.7",
    "rave:beta=bias,bias=1e-3",
    "grave",
    "grave:beta=bias,bias=1e-3",
    "grave:expand=1,beta=bias,bias=1e-3",
)
IMPLICIT = tuple(f"implicit:alpha={alpha}" for alpha in (0.2, 0.4, 0.6, 0.8))
MORE: dict[str, tuple[str, ...]] = {
    "atarigo:9": ("grave:ref=100",),
    "breakthrough": ("uct:expand=8", *IMPLICIT),
    "connect4": ("uct:c=1.0", "uct:policy=biased"),
    "domineering": ("uct:expand=8",),
    "hex:11": ("rave", "grave:expand=16", "grave:policy=bridges"),
    "knightthrough": IMPLICIT,
    "mnk:9x9x5": ("uct:policy=biased",),
    "nogo:9": ("uct:expand=8",),
    "othello": ("uct:expand=8", *IMPLICIT),
}
# What the papers compare at 1,000 simulations.
PAPERS = (
    ("hex:11", "rave", "uct"),
    ("atarigo:8", "rave:expand=1", "uct"),
    ("atarigo:8", "grave:expand=1", "rave:expand=1"),
    ("atarigo:8", "grave:expand=1,ref=100,beta=bias,bias=1e-3", "rave:expand=1"),
)


class Match(NamedTuple):
    """Two players, as on the command line, and a game."""

    game: str
    one: str
    other: str


def matches(which: str) -> list[Match]:
    if which == "candidates":
        return [
            Match(game, with_budget(one, SECONDS), with_budget("uct", SECONDS))
            for game, more in MORE.items()
            for one in (*CANDIDATES, *more)
        ]
    if which == "defaults":
        players = with_budget("default", SECONDS), with_budget("uct", SECONDS)
        return [Match(game, *players) for game in MORE]
    if which == "papers":
        return [
            Match(game, *(with_budget(player, "simulations=1000") for player in players))
            for game, *players in PAPERS
        ]
    return [
        Match(game, high, low)
        for game in ("hex:11", "connect4", "breakthrough")
        for low, high in itertools.pairwise(["random", *LEVELS])
    ]


def with_budget(player: str, budget: str) -> str:
    return f"{player}{',' if ':' in player else ':'}{budget}"


class Part(NamedTuple):
    """What came of some pairs of a match."""

    pairs: Pairs
    simulations: tuple[int, int]  # of either player
    moves: tuple[int, int]

    def __add__(self, other: Any) -> "Part":
        def added(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
            return a[0] + b[0], a[1] + b[1]

        return Part(
            self.pairs + other.pairs,
            added(self.simulations, other.simulations),
            added(self.moves, other.moves),
        )


def play(match: Match, seeds: range) -> Part:
    """A pair of games for each of these seeds."""
    time.perf_counter = time.thread_time
    game = find(match.game)
    total = Part(Pairs(), (0, 0), (0, 0))
    for seed in seeds:
        points, simulations, moves = [0.0, 0.0], [0, 0], [0, 0]
        start = opening(game, seed, 2)
        for first in (0, 1):  # who moves first
            players = [player_of(text) for text in (match.one, match.other)]
            players = players[::-1] if first else players
            played = play_game(start, players, 2 * seed + first)
            points[first] = 0.5 if played.winner is None else float(played.winner == first)
            for i, turn in enumerate(played.turns, start.player + first):
                simulations[i % 2] += turn.simulations
                moves[i % 2] += 1
        part = Pairs().with_result(*points), tuple(simulations), tuple(moves)
        total += Part(*part)
    return total


def row_of(match: Match, part: Part) -> dict[str, Any]:
    pairs = part.pairs
    elo = pairs.elo()
    share = [share_of(end) for end in (elo.low, elo.high)]
    return match._asdict() | {
        "games": pairs.games,
        "points": pairs.points,
        "share": round(pairs.mean, 4),
        "share_interval": [round(end, 4) for end in share],
        "elo": [None if abs(e) == float("inf") else round(e, 1) for e in elo],
        "simulations_a_move": [
            round(n / max(k, 1)) for n, k in zip(part.simulations, part.moves, strict=True)
        ],
    }


def line_of(row: dict[str, Any]) -> str:
    low, high = row["share_interval"]
    share = f"{row['share']:.1%} [{low:.1%}, {high:.1%}] of {row['games']}"
    elo = " to ".join("?" if e is None else f"{e:+.0f}" for e in row["elo"][1:])
    return f"| {row['game']} | {row['one']} | {row['other']} | {share} | {elo} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("which", choices=["candidates", "defaults", "levels", "papers"])
    parser.add_argument("file", nargs="?")
    parser.add_argument("--games", type=int, default=400, help="in pairs")
    parser.add_argument("--seed", type=int, default=0, help="other seeds are other games")
    parser.add_argument("--only", default="", help="matches in whose line this word is")
    parser.add_argument("--but", help="matches in whose line this word is not")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    chosen = [
        match
        for match in matches(options.which)
        if options.only in " ".join(match) and not (options.but and options.but in " ".join(match))
    ]
    begin = options.seed << 20
    seeds = range(begin, begin + options.games // 2)
    rows: list[dict[str, Any]] = []
    print("| game | | against | score | Elo |\n| --- | --- | --- | ---: | ---: |")
    with ProcessPoolExecutor(options.processes) as pool:
        for match in chosen:
            chunks = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)]
            jobs = [pool.submit(play, match, chunk) for chunk in chunks]
            parts = [job.result() for job in as_completed(jobs)]
            rows.append(row_of(match, sum(parts[1:], parts[0])))
            print(line_of(rows[-1]), flush=True)
            if options.file:
                with open(options.file, "w", encoding="utf-8") as file:
                    json.dump(rows, file, indent=1)
                    file.write("\n")


if __name__ == "__main__":
    main()
