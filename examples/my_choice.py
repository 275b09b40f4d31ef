"""A search of your own by a choice: epsilon-greedy in a tree.

    python examples/my_choice.py

Where a score is not enough, for it has no dice, a search says itself which child comes next.
"""

from typing import Annotated

import playout
from playout import Connect4, Range, SearchParameters, algorithm, below, unit


@algorithm
class Greedy(SearchParameters):
    """The child with the best mean so far; now and then any child."""

    epsilon: Annotated[float, Range(0, 1), "how often it takes any child"] = 0.2

    def choose(self, tree, descent, stream):
        first = tree.first[descent.node]
        n_tried = tree.n_tried[descent.node]  # those that have been tried come first
        if n_tried == 0 or unit(stream) < self.epsilon:
            return first + below(stream, tree.n_children[descent.node])
        best = first
        for child in range(first, first + n_tried):
            if tree.mean[child] > tree.mean[best]:
                best = child
        return best


if __name__ == "__main__":
    state = Connect4().start().play_all("444")
    print(playout.search(state, Greedy(epsilon=0.1), simulations=100_000, seed=1))
