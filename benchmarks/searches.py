"""Simulations per second of a search from the start, in turn with OpenSpiel's C++ MCTSBot.

    python benchmarks/searches.py [FILE]      prints a Markdown table; FILE gets it as JSON

Both run 10,000 simulations with one playout each; OpenSpiel's is UCT. A second table shows what
a simulation costs in a search a hundred times as long.
"""

import json
import statistics
import sys
import time

import pyspiel

import playout
from playout import Grave, Rave, Uct, find

GAMES = {
    "hex:11": "hex(board_size=11)",
    "breakthrough": "breakthrough",
    "connect4": "connect_four",
    "othello": "othello",
}
ALGORITHMS = {"uct": Uct(solver=False), "rave": Rave(solver=False), "grave": Grave(solver=False)}
SIMULATIONS = 10_000
ROUNDS = 5


def ours(state, algorithm, simulations=SIMULATIONS) -> float:
    result = playout.search(state, algorithm, simulations=simulations, seed=1, memory=2**31)
    return result.simulations / result.seconds


def theirs(name: str) -> float:
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 0.8, SIMULATIONS, 1000, False, 1, False)
    began = time.perf_counter()
    bot.mcts_search(game.new_initial_state())
    return SIMULATIONS / (time.perf_counter() - began)


def main() -> None:
    rows = []
    print("| game | uct/s | rave/s | grave/s | OpenSpiel uct/s | uct ratio | rave, grave of uct |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, peer in GAMES.items():
        state = find(name).start()
        rates = {key: [] for key in (*ALGORITHMS, "peer")}
        for algorithm in ALGORITHMS.values():
            ours(state, algorithm, 10)  # compiles
        for _ in range(ROUNDS):
            for key, algorithm in ALGORITHMS.items():
                rates[key].append(ours(state, algorithm))
            rates["peer"].append(theirs(peer))
        median = {key: statistics.median(values) for key, values in rates.items()}
        uct = median["uct"]
        print(
            f"| `{name}` | {uct:,.0f} | {median['rave']:,.0f} | {median['grave']:,.0f}"
            f" | {median['peer']:,.0f} | {uct / median['peer']:,.0f}"
            f" | {median['rave'] / uct:.0%}, {median['grave'] / uct:.0%} |",
            flush=True,
        )
        rows.append({"game": name, **median})
    print("\n| game | microseconds a simulation, 10,000 | 1,000,000 |\n| --- | ---: | ---: |")
    for row in rows:
        state = find(row["game"]).start()
        row["uct_long"] = ours(state, ALGORITHMS["uct"], 1_000_000)
        print(
            f"| `{row['game']}` | {1e6 / row['uct']:.2f} | {1e6 / row['uct_long']:.2f} |",
            flush=True,
        )
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
