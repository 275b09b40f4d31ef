"""What is done once, before the first simulation: see what needs no search.

Early win detection: a move that wins at once is played, and a move after which the other player
wins at once is proven lost, so that a single block is forced. And a playout policy, asked for a
move by itself, picks one without any simulation.
"""

import dataclasses
import time
from typing import Any

import numpy as np

from ..kernel import compiled, entry, seed_stream
from ..rules import ONGOING, copy_words, first_threat, wins_at_once
from ..state import State
from .checks import seed_word
from .errors import naming
from .loop import Scratch
from .result import Result, read
from .tree import LOST, ROOT, UNPROVEN, WON, Tree, best_proven, expand, first_visit, settle
from .uct import Uct

__all__ = ["FORCED", "OPEN", "look_ahead", "pick"]

OPEN, DECIDED, FORCED = 0, 1, 2


@entry
def look_ahead(game, algorithm, tree, state, moves, root, early_win):
    """Give the root its children, and prove what two plies decide, if the search proves or this
    is wanted: OPEN, DECIDED, or FORCED where a single move is left.

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
    if not (has_children and (algorithm.solver or early_win)):
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
    n = game.playout_moves(scratch.state, scratch.moves)
    i = policy.pick(
        game, scratch.state, scratch.moves, n, scratch.line, scratch.memory, scratch.stream
    )
    child = np.int64(tree.first[ROOT])
    while tree.move[child] != scratch.moves[i]:
        child += 1
    child = first_visit(tree, ROOT, child)
    tree.visits[child] = 1
    tree.total[child] = np.nan


def pick(state: State, policy: Any, seed: int | None, early_win: bool = False) -> Result:
    """The move of a playout policy, as the result of a search without simulations.

    `early_win`: a move that wins at once, or the only one that stops such a move, comes first.
    """
    began = time.perf_counter()
    game, algorithm = state.game, Uct(policy=policy)  # type: ignore[call-arg]
    tree, scratch = Tree.of(game, 1 + game.n_moves()), Scratch.of(game, algorithm)
    seed_stream(scratch.stream, np.uint64(seed_word(seed)))
    found = OPEN
    if early_win:
        found = look_ahead(
            game, algorithm, tree, scratch.state, scratch.moves, state.words, early_win
        )
    if found == OPEN:
        tree = Tree.of(game, 1 + game.n_moves())
        with naming(policy):
            pick_move(game, policy, tree, scratch, state.words)
    result = read(state, algorithm, [tree], 0, time.perf_counter() - began)
    return dataclasses.replace(result, algorithm=policy, roots=())
