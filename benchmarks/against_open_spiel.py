"""Is the plain search plain? Uct against OpenSpiel's C++ MCTSBot, everything else being equal.

    python benchmarks/against_open_spiel.py GAME GAMES SIMULATIONS     connect4 400 1000

Same simulations, same constant (results on [-1, 1] there, so twice the c), one playout a leaf, most
visits, colours alternated, two random moves to open with. Both prove wins and losses: without its
solver, MCTSBot still drops the exploration term of children that end the game, which is not plain
UCT. The score should be 50 % within its interval.
"""

import sys

import numpy as np
import pyspiel
from scipy.stats import binomtest

import playout
from playout import Uct, find

PEERS = {
    "connect4": "connect_four",
    "hex:7": "hex(board_size=7)",
    "hex:11": "hex(board_size=11)",
    "othello": "othello",
    "breakthrough": "breakthrough",
}
C = 0.4


def action_of(name: str, theirs, state, move: int) -> int:
    """Our move as OpenSpiel numbers it."""
    if name != "breakthrough":
        return move
    (from_col, from_row), (to_col, to_row) = state.game.move_cells(state.words, move)
    cells = [f"{'abcdefgh'[c]}{8 - r}" for c, r in ((from_col, from_row), (to_col, to_row))]
    for action in theirs.legal_actions():
        if theirs.action_to_string(theirs.current_player(), action).rstrip("*") == "".join(cells):
            return action
    raise AssertionError(f"{cells} is not legal in\n{theirs}")


def game(name: str, seed: int, simulations: int) -> float:
    """One game; our points. We begin in games of even number."""
    peer = pyspiel.load_game(PEERS[name])
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(peer, evaluator, 2 * C, simulations, 1000, True, seed, False)
    state, theirs = find(name).start(), peer.new_initial_state()
    generator = np.random.default_rng(seed // 2)  # both colours open in the same way
    us = seed % 2
    while not state.is_over:
        to_move = {action_of(name, theirs, state, int(m)): int(m) for m in state.moves()}
        if len(state.history) < 2:
            action = sorted(to_move)[generator.integers(len(to_move))]
        elif state.player == us:
            found = playout.search(state, Uct(c=C), simulations=simulations, seed=seed).move
            action = next(a for a, m in to_move.items() if m == found)
        else:
            action = bot.step(theirs)
        state = state.play(to_move[action])
        theirs.apply_action(action)
    return 0.5 if state.is_draw else float(state.winner == us)


def interval_of(points: float, n: int) -> str:
    """A score in words, with its interval."""
    interval = binomtest(round(points), n).proportion_ci(method="wilson")
    return f"{points} of {n}, {points / n:.1%} [{interval.low:.1%}, {interval.high:.1%}]"


def main() -> None:
    name, n_games, simulations = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    points = 0.0
    for seed in range(n_games):
        points += game(name, seed, simulations)
        if (seed + 1) % 50 == 0 or seed + 1 == n_games:
            print(f"{name}, {simulations} simulations: {interval_of(points, seed + 1)}", flush=True)


if __name__ == "__main__":
    main()
