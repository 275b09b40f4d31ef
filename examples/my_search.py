"""An epsilon-greedy tree search, as an example of a search of your own.

    python examples/my_search.py

A search is a NamedTuple of parameters with a method `choose`, compiled like the rules of a game.
`playout.search` does the rest: the tree, the playouts, the clock, the proofs.
"""

from typing import NamedTuple

import playout
from playout import Connect4, algorithm, below, unit


@algorithm
class Greedy(NamedTuple):
    """The child with the best mean so far; now and then any child."""

    epsilon: float = 0.2

    def choose(self, tree, node, reference, player, stream):
        first = tree.first[node]
        if tree.n_tried[node] == 0 or unit(stream) < self.epsilon:
            return first + below(stream, tree.n_children[node])
        best = first
        for child in range(first, first + tree.n_tried[node]):  # the tried ones come first
            if tree.mean[child] > tree.mean[best]:
                best = child
        return best


if __name__ == "__main__":
    state = Connect4().start().play_all("444")
    print(playout.search(state, Greedy(epsilon=0.1), simulations=100_000, seed=1))
