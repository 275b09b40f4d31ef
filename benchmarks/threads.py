"""Simulations per second on one thread and on several, in turn; prints a Markdown table.

python benchmarks/threads.py [THREADS]      two threads unless told; on a quiet machine
"""

import statistics
import sys

from playout import Grave, Rave, Search, Uct, find

GAMES = ("hex:11", "connect4")
ALGORITHMS = (Uct(), Rave(), Grave())
SECONDS = 0.3
ROUNDS = 7


def rate(game, algorithm, threads: int, seconds: float, seed: int) -> float:
    search = Search(game.start(), algorithm, threads=threads, seed=seed)
    result = search.run(seconds=seconds)
    search.close()
    return result.simulations / result.seconds


def main() -> None:
    threads = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    print(f"| game | search | 1 thread | {threads} threads | ratio |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name in GAMES:
        game = find(name)
        for algorithm in ALGORITHMS:
            rate(game, algorithm, 1, 0.01, 0)  # compiles
            pairs = [
                [rate(game, algorithm, n, SECONDS, seed) for n in (1, threads)]
                for seed in range(ROUNDS)
            ]
            one, many = (statistics.median(rates) for rates in zip(*pairs, strict=True))
            kind = type(algorithm).__name__
            print(
                f"| `{name}` | {kind} | {one:,.0f} | {many:,.0f} | {many / one:.2f} |", flush=True
            )


if __name__ == "__main__":
    main()
