"""What is done once, before the first simulation: see what needs no search.

Early win detection: a move that wins at once is played, and a move after which the other player
wins at once is proven lost, so that a single block is forced. And a playout policy, asked for a
move by itself, picks one without any simulation.
"""

import numpy as np

from ..kernel import compiled, entry
from ..rules import ONGOING, copy_words, first_threat, wins_at_once
from .tree import LOST, ROOT, UNPROVEN, WON, best_proven, expand, first_visit, settle

__all__ = ["FORCED", "OPEN", "look_ahead", "pick_move"]

OPEN, DECIDED, FORCED = 0, 1, 2


@entry
def look_ahead(game, algorithm, tree, state, moves, root):
    """Give the root its children, and prove what two plies decide, unless nothing is to be
    proven: OPEN, DECIDED, or FORCED where a single move is left.

    `state` and `moves` are those of a Scratch, with room behind them.
    """
    words = state[game.n_words() :]
    replies = moves[game.n_moves() :]
    copy_words(game, root, state)
    if tree.proven[ROOT] != UNPROVEN:
        return DECIDED
    has_children = tree.first[ROOT] != 0
    if not has_children:
        has_children = expand(game, tree, np.int64(ROOT), state, moves)
        if has_children:
            algorithm.expanded(game, tree, np.int64(ROOT), state)
    if not (has_children and algorithm.solver):
        return OPEN
    first = np.int64(tree.first[ROOT])
    n = tree.n_children[ROOT]
    for child in range(first, first + n):
        if wins_at_once(game, state, tree.move[child], words):
            settle_child(tree, child, np.int64(WON), np.int64(0))
            settle(tree, np.int64(ROOT), np.int64(LOST), np.int64(1))
            return DECIDED
    # Only where the other player threatens to win is it worth to look at every answer.
    if first_threat(game, state, words, replies) < 0:
        return OPEN
    for child in range(first, first + n):
        copy_words(game, root, state)
        game.play(state, tree.move[child])
        if tree.proven[child] == UNPROVEN and can_win(game, state, moves):
            settle_child(tree, child, np.int64(LOST), np.int64(1))
    n_lost = 0
    for child in range(first, first + n):
        n_lost += tree.proven[child] == LOST
    best = best_proven(tree, np.int64(ROOT))
    if best != 0:
        outcome = WON + LOST - np.int64(tree.proven[best])
        settle(tree, np.int64(ROOT), outcome, np.int64(tree.distance[best]) + 1)
        return DECIDED
    return FORCED if n_lost == n - 1 else OPEN


@compiled
def settle_child(tree, child, outcome, distance):
    """Prove a child of the root, which counts as tried from then on."""
    if tree.visits[child] == 0:
        child = first_visit(tree, np.int64(ROOT), child)
    settle(tree, child, outcome, distance)


@compiled
def can_win(game, state, moves):
    """Whether the player to move has a move that wins at once."""
    if game.winner(state) == ONGOING:
        n = game.moves(state, moves)
        for i in range(n):
            if wins_at_once(game, state, moves[i], state[game.n_words() :]):
                return True
    return False


@entry
def pick_move(game, policy, tree, scratch, root):
    """Let a playout policy play: the child of the root that it picks gets the only visit."""
    copy_words(game, root, scratch.state)
    expand(game, tree, ROOT, scratch.state, scratch.moves)
    n = tree.n_children[ROOT]
    i = policy.pick(
        game, scratch.state, scratch.moves, n, scratch.line, scratch.memory, scratch.stream
    )
    child = first_visit(tree, ROOT, tree.first[ROOT] + i)
    tree.visits[child] = 1
    tree.total[child] = np.nan
