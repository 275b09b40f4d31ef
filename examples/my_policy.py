"""A playout policy of your own: look at a few moves, and win at once if one of them does.

python examples/my_policy.py
"""

from typing import Annotated, NamedTuple

import playout
from playout import Connect4, Range, Uct, below, policy
from playout.rules import wins_at_once


@policy
class Glance(NamedTuple):
    """A win among a few random moves, else any move."""

    tries: Annotated[int, Range(0, 1000), "how many moves it looks at"] = 2

    def pick(self, game, state, moves, n, line, memory, stream):
        room = state[game.n_words() :]  # for another position, to try a move
        for _ in range(self.tries):
            i = below(stream, n)
            if wins_at_once(game, state, moves[i], room):
                return i
        return below(stream, n)


if __name__ == "__main__":
    state = Connect4().start().play_all("444")
    print(playout.search(state, Uct(policy=Glance(tries=3)), simulations=100_000, seed=1))
