"""Worth: the minimax value of a game's evaluation over what the tree holds (implicit minimax).

All children of a node are evaluated when it gets them, tried or not. From then on the node is
worth the best of them, seen from the other side.
"""

import numpy as np

from ..kernel import compiled
from ..rules import FIRST, ONGOING, copy_words
from .tree import result_for

__all__ = ["back_up_worth", "evaluate_children", "worth_by_children"]


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
            worth = result_for(player, winner)
        else:
            worth = game.evaluate(words)
            if player != FIRST:
                worth = 1.0 - worth
        tree.worth[child] = worth


@compiled
def worth_by_children(tree, node):
    """The best of a node's children, seen from the other side."""
    first = np.int64(tree.first[node])
    best = np.float32(0)
    for child in range(first, first + tree.n_children[node]):
        best = max(best, tree.worth[child])
    return np.float32(1) - best


@compiled
def back_up_worth(tree, path, depth):
    """Bring the nodes of a path up to date, from below until one stays what it was: only new
    children change a worth, and then that of the nodes above. Only the last two may have new
    children."""
    for i in range(depth, -1, -1):
        node = np.int64(path[i])
        if tree.first[node] > 0:
            worth = worth_by_children(tree, node)
            if worth == tree.worth[node] and i < depth - 1:
                return
            tree.worth[node] = worth
