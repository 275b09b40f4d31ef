"""The default player against OpenSpiel's C++ MCTSBot, at equal time on one core.

    python benchmarks/equal_time.py GAME GAMES SIMULATIONS      hex:11 200 500

MCTSBot runs a number of simulations with its solver on; we get, for each move, the time that its
last move took. Colours alternate; each pair of games opens with the same two random moves.
"""

import sys
import time

import numpy as np
import pyspiel
from against_open_spiel import PEERS, C, action_of, interval_of

import playout
from playout import find


def game(name: str, seed: int, simulations: int) -> float:
    """One game; our points. We begin in games of even number."""
    peer = pyspiel.load_game(PEERS[name])
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(peer, evaluator, 2 * C, simulations, 1000, True, seed, False)
    state, theirs = find(name).start(), peer.new_initial_state()
    began = time.perf_counter()
    bot.step(theirs)  # what a move takes, should ours be the first
    seconds = time.perf_counter() - began
    generator = np.random.default_rng(seed // 2)
    us = seed % 2
    while not state.is_over:
        to_move = {action_of(name, theirs, state, int(m)): int(m) for m in state.moves()}
        if len(state.history) < 2:
            action = sorted(to_move)[generator.integers(len(to_move))]
        elif state.player == us:
            found = playout.search(state, seconds=seconds, seed=seed).move
            action = next(a for a, m in to_move.items() if m == found)
        else:
            began = time.perf_counter()
            action = bot.step(theirs)
            seconds = max(time.perf_counter() - began, 0.001)
        state = state.play(to_move[action])
        theirs.apply_action(action)
    return 0.5 if state.is_draw else float(state.winner == us)


def main() -> None:
    name, n_games, simulations = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    playout.search(find(name).start(), simulations=1)  # compiles
    points = 0.0
    for seed in range(n_games):
        points += game(name, seed, simulations)
        if (seed + 1) % 20 == 0 or seed + 1 == n_games:
            print(
                f"{name}, {simulations} simulations of MCTSBot: {interval_of(points, seed + 1)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
