"""How good the policy of a network is by itself, without a search, beside the truth.

    python benchmarks/training/policy.py connect4 200 8 30 [--symmetries]

Positions of random games, from so many to so many stones, as in the lab's measures of accuracy; a
move is right if it keeps what the position is worth. With --symmetries the network is asked about
the position as the game's symmetries turn it, too, and the mean counts, as with
`puct:symmetries=true,simulations=1`.
"""

import sys

import numpy as np

from playout import find, solve
from playout.lab.accuracy.positions import positions_of
from playout.nets import read
from playout.nets.evaluate import Averaged, Evaluator
from playout.nets.planes import moves_of, planes_of
from playout.state import State


def worth(state: State, player: int) -> float:
    """What a position is worth for a player: 1, 1/2 or 0."""
    if state.is_over:
        return 0.5 if state.is_draw else float(state.winner == player)
    score = {"win": 1.0, "draw": 0.5, "loss": 0.0}[str(solve(state).outcome)]
    return score if state.player == player else 1 - score


def main(name: str, n: int, low: int, high: int, symmetries: bool) -> None:
    network = read(name)
    game = find(network.game)
    evaluator: Evaluator | Averaged = Evaluator(network, game)
    if symmetries:
        evaluator = Averaged(Evaluator(network, game), game)
    planes, policy, value = evaluator.room(1)
    right = known = 0
    off = 0.0
    for line in positions_of(network.game, n, (low, high), 1):
        state = game.start()
        for move in line:
            state = state.play(move)
        planes[:] = planes_of(state)
        evaluator.evaluate(1, planes, policy, value)
        moves, indices = moves_of(state)
        best = int(moves[np.argmax(policy[0][indices])])
        after = state.play(best)
        known += 1
        right += worth(after, state.player) == worth(state, state.player)
        off += abs(1 / (1 + np.exp(-value[0])) - worth(state, state.player))
        if known % 50 == 0:
            print(f"{right} of {known} right, value off by {off / known:.3f}", flush=True)
    print(f"{name}: the policy alone keeps the value in {right} of {known} positions")


if __name__ == "__main__":
    arguments = [text for text in sys.argv[1:] if text != "--symmetries"]
    numbers = map(int, arguments[1:4])
    main(arguments[0], *numbers, symmetries="--symmetries" in sys.argv)
