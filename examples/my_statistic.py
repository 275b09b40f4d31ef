"""A statistic of your own: the variance of results, for UCB-V (Audibert and others 2009)."""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

import playout
from playout import Connect4, Range, SearchParameters, algorithm, per_node, statistics


@statistics
class Squares(NamedTuple):
    square: Any = per_node(np.float64)  # the sum of squared results


@algorithm(statistics=Squares)
class UcbV(SearchParameters):
    """Q + sqrt(2 V ln N / n) + c ln N / n, V being the variance of the results."""

    c: Annotated[float, Range(0), "how much is explored where results do not vary"] = 0.2

    def score(self, tree, child, parent):
        mean, share = np.float64(tree.mean[child]), parent.log_visits / tree.visits[child]
        variance = max(0.0, tree.stats.square[child] / tree.visits[child] - mean * mean)
        return mean + math.sqrt(2.0 * variance * share) + self.c * share

    def update(self, game, tree, simulation):
        for i in range(simulation.depth + 1):
            node, result = simulation.path[i], simulation.result(i)
            tree.stats.square[node] += result * result
            if tree.first[node] < 0:  # with transpositions: the node that has its children
                tree.stats.square[-tree.first[node]] += result * result


if __name__ == "__main__":
    state = Connect4().start().play_all("444")
    print(playout.search(state, UcbV(), simulations=100_000, seed=1))
