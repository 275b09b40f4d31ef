"""The values by which a search chooses among the moves of a node, and beta, for people."""

import math
from typing import Any

import numpy as np

from ..kernel import entry
from .algorithm import FIRST_PLAY, Descent
from .rave import FIRST_OF_ALL
from .statistics import copy_some
from .tree import ROOT, Tree

__all__ = ["Score", "has_scores", "root_of", "scores_at", "scores_of_root"]

Score = tuple[float, float]  # the value of choice, infinite where it decides; beta, nan if none


def has_scores(algorithm: Any) -> bool:
    """Whether a search chooses by a score, in the root as well."""
    return hasattr(algorithm, "score") and not algorithm.rounds(2)


@entry
def fill_scores(algorithm, tree, node, player, path, depth, scores, betas):
    """Score every child of a node, tried or not, as a simulation would that comes by the path."""
    parent = algorithm.prepare(tree, Descent(node, player, path, depth))
    first = np.uint64(tree.first[node])
    for i in range(tree.n_children[node]):
        child = first + np.uint64(i)
        if i >= tree.n_tried[node]:
            scores[i] = algorithm.first_play(tree, child, parent)
        elif tree.width[child] > 0:
            scores[i] = algorithm.score(tree, child, parent)
        else:  # proven
            scores[i] = tree.mean[child]
        betas[i] = algorithm.amaf_weight(tree, child, parent)


def scores_at(
    algorithm: Any, tree: Tree, node: int, player: int, path: np.ndarray, depth: int
) -> dict[int, Score]:
    """The score of every child of a node, by move."""
    n, n_tried = int(tree.n_children[node]), int(tree.n_tried[node])
    scores, betas = np.zeros(n), np.zeros(n)
    fill_scores(algorithm, tree, node, player, path, depth, scores, betas)
    if getattr(algorithm, "untried", None) == FIRST_OF_ALL:
        scores[n_tried:] = FIRST_PLAY
    decides = np.abs(scores) >= FIRST_PLAY
    scores[decides] = np.copysign(math.inf, scores[decides])
    first = int(tree.first[node])
    moves = tree.move[first : first + n].tolist()
    return dict(zip(moves, zip(scores.tolist(), betas.tolist(), strict=True), strict=True))


def root_of(game: Any, tree: Tree) -> Tree:
    """The root and its children, as a tree of their own."""
    first, n = int(tree.first[ROOT]), int(tree.n_children[ROOT])
    top = Tree.of(game, 1 + n, 1, 1, type(tree.stats))
    copy_some(tree, top, [ROOT, *range(first, first + n)], int(tree.row[ROOT]))
    top.first[ROOT], top.row[ROOT] = 1, 1
    return top


def scores_of_root(algorithm: Any, roots: tuple[Tree, ...], player: int) -> dict[int, Score]:
    """The scores of the root's moves; of several trees their mean, weighted by visits."""
    found = [scores_at(algorithm, top, ROOT, player, np.zeros(1, np.int32), 0) for top in roots]
    if len(found) == 1:
        return found[0]
    means = {}
    for move in found[0]:
        weights = [int(top.visits[top.move == move].max()) for top in roots]
        parts = [part for part, n in zip(found, weights, strict=True) if n] or found
        weights = [n for n in weights if n] or [1] * len(found)
        pairs = np.array([part[move] for part in parts])
        score, beta = np.average(pairs, axis=0, weights=weights).tolist()
        means[move] = score, beta
    return means
