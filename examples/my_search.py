"""A search of your own by a score: UCB1 in a tree, which is UCT.

    python examples/my_search.py

In every node a simulation goes on to the child of the highest score.
"""

import math
from typing import Annotated

import numpy as np

import playout
from playout import Connect4, Range, SearchParameters, algorithm


@algorithm
class Ucb1(SearchParameters):
    """Q + c sqrt(ln N / n), for a child with mean result Q after n of the N visits of its node."""

    c: Annotated[float, Range(0), "how much it explores"] = 0.4

    def score(self, tree, child, parent):
        exploration = np.float32(self.c * math.sqrt(parent.log_visits))
        return tree.mean[child] + exploration * tree.width[child]  # width: 1 / sqrt(n)


if __name__ == "__main__":
    state = Connect4().start().play_all("444")
    print(playout.search(state, Ucb1(c=0.5), simulations=100_000, seed=1))
