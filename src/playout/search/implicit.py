"""Implicit minimax backups (Lanctot, Winands, Pepels and Sturtevant 2014).

UCT on a blend of two values of a move,

    (1 - alpha) Q + alpha V

the mean result Q of its simulations and the minimax value V of the game's own evaluation over
what the tree holds below it. All children of a node are evaluated when it gets them, tried or
not. From then on the node is worth the best of them, seen from the other side.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..language import Text
from ..parameters import Range
from ..rules import FIRST, ONGOING, copy_words, has_evaluation
from .algorithm import algorithm
from .statistics import per_node, statistics
from .tree import home_of, result_for

__all__ = ["Implicit"]


@statistics
class MinimaxValues(NamedTuple):
    """The minimax value of the evaluation, for the player who moved into a node."""

    minimax: Any = per_node(np.float32)


@algorithm(statistics=MinimaxValues)
class Implicit(NamedTuple):
    """UCT with implicit minimax, for games with an evaluation."""

    alpha: Annotated[float, Range(0, 1), "the weight of the evaluation"] = 0.4
    c: Annotated[float, Range(0), "how much it explores"] = 0.4

    def score(self, tree, child, parent):
        mean = np.float64(tree.mean[child])
        blend = mean + self.alpha * (tree.stats.minimax[child] - mean)
        return blend + self.c * math.sqrt(parent.log_visits) * tree.width[child]

    def expanded(self, game, tree, node, state):
        evaluate_children(game, tree, node, state)
        tree.stats.minimax[node] = minimax_of(tree, node)

    def update(self, game, tree, simulation):
        back_up_minimax(tree, simulation.path, simulation.depth, self.transpositions)

    def estimates(self, tree, node, child, player):
        return {"minimax": (1, float(tree.stats.minimax[child]))}

    def unfit(self, game):
        return "" if has_evaluation(game) else Text("Implicit needs a game with an evaluation")


@compiled
def evaluate_children(game, tree, node, state):
    """What each child is worth to who moves in the node: how the game has ended, or else what the
    evaluation says. `state` is the node's, with room for another one behind it."""
    words = state[game.n_words() :]
    player = game.player(state)
    first = np.int64(tree.first[node])
    for child in range(first, first + tree.n_children[node]):
        copy_words(game, state, words)
        game.play(words, np.int64(tree.move[child]))
        winner = np.int64(game.winner(words))
        if winner != ONGOING:
            value = result_for(player, winner, 0.5)
        else:
            value = game.evaluate(words)
            if player != FIRST:
                value = 1.0 - value
        tree.stats.minimax[child] = value


@compiled
def minimax_of(tree, node):
    """The best of a node's children, seen from the other side."""
    first = np.int64(tree.first[node])
    best = np.float32(0)
    for child in range(first, first + tree.n_children[node]):
        best = max(best, tree.stats.minimax[child])
    return np.float32(1) - best


@compiled
def back_up_minimax(tree, path, depth, transpositions):
    """Bring the nodes of a path up to date, from below until one stays what it was: only new
    children change a value, and then those of the nodes above. Only the last two may have new
    children. With transpositions, what is below any node may have changed by another path."""
    for i in range(depth, -1, -1):
        node = np.int64(path[i])
        home = home_of(tree, node)
        if tree.first[home] > 0:
            value = minimax_of(tree, home)
            if value == tree.stats.minimax[node] and i < depth - 1 and not transpositions:
                return
            tree.stats.minimax[node] = value
            tree.stats.minimax[home] = value
