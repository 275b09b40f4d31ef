"""Depth-first proof-number search (Nagai 2002), a slice at a time, on a stack of its own.

A question has a yes or a no: does the first player win, or does the first player at least draw?
Every node has two numbers for its player to move: phi, how many leaves must still be decided to
prove that this player gets their way, and delta, how many to prove that they do not.

    phi(node) = min of delta(child)        delta(node) = sum of phi(child)

phi 0 and delta INFINITE is proven, the other way round disproven. The search goes down to the
child of least delta, stays below it until its numbers pass the thresholds at which another
child or another branch further up becomes more promising, and hands its numbers up.

    frame d of the stack: a node on the path, with its children's numbers

The numbers of the children on the path live in the stack and not in the table only. Each visit
to a child then raises what is known of it, however much the table has forgotten: that is why
the search ends with a table of any size.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled, entry, mix
from ..rules import DRAW, FIRST, ONGOING
from .dfpn_table import INFINITE, delta_of, find, identify, phi_of, store, work_of

__all__ = [
    "BROKEN",
    "DRAWS",
    "NODES",
    "NO_LIMIT",
    "OPEN",
    "SOLVED",
    "Question",
    "Stack",
    "locate",
    "search",
    "unwind",
]

NO_LIMIT = -1
DEPTH, IS_NEW, NODES, DRAWS = 0, 1, 2, 3  # what `counts` counts
N_CHILDREN, CHOSEN, PHI_LIMIT, DELTA_LIMIT, WORK = 0, 1, 2, 3, 4  # what a frame says of its node
OPEN, SOLVED, BROKEN = 0, 1, 2
TOP = INFINITE - 1  # numbers that grow beyond this stay here: large, but nothing is proven


class Stack(NamedTuple):
    """The path from the root, and room to work in. Few arrays: each costs time to compile."""

    states: np.ndarray  # uint64[depth, word]
    moves: np.ndarray  # int64[depth, child], as phi and delta
    phi: np.ndarray
    delta: np.ndarray
    keys: np.ndarray  # uint64[depth, child, 2]: the key and the check
    frames: np.ndarray  # int64[depth, 5]: N_CHILDREN to WORK
    root: np.ndarray  # uint64[2]: the key and the check
    counts: np.ndarray  # int64: DEPTH to DRAWS
    replies: np.ndarray  # int64: scratch
    words: np.ndarray  # uint64: scratch

    @classmethod
    def of(cls, game: Any) -> "Stack":
        depth, n_moves = game.max_plies() + 2, game.n_moves()
        return cls(
            states=np.zeros((depth + 1, game.n_words()), np.uint64),
            moves=np.zeros((depth, n_moves), np.int64),
            phi=np.zeros((depth, n_moves), np.int64),
            delta=np.zeros((depth, n_moves), np.int64),
            keys=np.zeros((depth, n_moves, 2), np.uint64),
            frames=np.zeros((depth, 5), np.int64),
            root=np.zeros(2, np.uint64),
            counts=np.zeros(4, np.int64),
            replies=np.zeros(n_moves, np.int64),
            words=np.zeros(game.n_words(), np.uint64),
        )

    def begin(self, words: np.ndarray, key: int, check: int) -> None:
        """Make a position that is not over the root."""
        self.states[0] = words
        self.root[:] = key, check
        self.frames[0] = 0, -1, INFINITE, INFINITE, 0
        self.counts[DEPTH], self.counts[IS_NEW] = 0, 1

    @property
    def answer(self) -> int:
        """The move by which the root's player to move gets what they want; -1 if there is none."""
        chosen = self.frames[0, CHOSEN]
        return int(self.moves[0, chosen]) if chosen >= 0 else -1


class Question(NamedTuple):
    """What is asked, of the first player: whether they win, or whether they at least draw.

    After `limit` plies a game that goes on counts as a draw, unless that is NO_LIMIT.
    """

    draw_is_enough: int  # 0 or 1
    limit: int = NO_LIMIT


@compiled
def salt_of(question, depth):
    """What keeps the answers to different questions apart in the table."""
    left = question.limit - depth if question.limit >= 0 else -1
    return mix(np.uint64(2 * (left + 1)) + np.uint64(question.draw_is_enough) + np.uint64(1))


@compiled
def list_children(game, symmetry, stack, question, depth):
    """Expand a node by the rules: its undecided children, or the one that decides it.

    Returns how many are listed. Children that lose are not; none at all means a lost node.
    """
    mine = stack.states[depth]
    child = stack.states[depth + 1]
    player = game.player(mine)
    salt = salt_of(question, depth + 1)
    moves = stack.moves[depth]
    n_legal = game.moves(mine, moves)
    n = 0
    for i in range(n_legal):
        move = moves[i]
        for j in range(game.n_words()):
            child[j] = mine[j]
        game.play(child, move)
        winner = game.winner(child)
        moves[n] = move
        if winner == ONGOING and depth + 1 != question.limit:
            key, check = identify(game, symmetry, child, stack.words, salt)
            stack.keys[depth, n, 0] = key
            stack.keys[depth, n, 1] = check
            stack.phi[depth, n] = 1
            stack.delta[depth, n] = game.moves(child, stack.replies)
            n += 1
            continue
        if winner == DRAW:
            stack.counts[DRAWS] += 1
        is_enough = winner == FIRST or (winner != 1 - FIRST and question.draw_is_enough)
        if is_enough == (player == FIRST):
            moves[0] = move
            stack.phi[depth, 0] = INFINITE
            stack.delta[depth, 0] = 0
            return 1
    return n


@compiled
def recall_children(table, stack, depth, n_listed):
    """Take what the table knows of the children; returns how many stay listed."""
    n = 0
    for i in range(n_listed):
        key = stack.keys[depth, i, 0]
        check = stack.keys[depth, i, 1]
        phi = stack.phi[depth, i]
        delta = stack.delta[depth, i]
        known = find(table, key, check)
        if known >= 0:
            phi = phi_of(table, known)
            delta = delta_of(table, known)
            if delta == 0:
                stack.moves[depth, 0] = stack.moves[depth, i]
                stack.phi[depth, 0] = INFINITE
                stack.delta[depth, 0] = 0
                return 1
            if phi == 0:
                continue
        stack.keys[depth, n, 0] = key
        stack.keys[depth, n, 1] = check
        stack.moves[depth, n] = stack.moves[depth, i]
        stack.phi[depth, n] = phi
        stack.delta[depth, n] = delta
        n += 1
    return n


@compiled
def expand(game, symmetry, table, stack, question, depth):
    """List the children of the node in a frame, with their numbers."""
    n = list_children(game, symmetry, stack, question, depth)
    if n != 1 or stack.delta[depth, 0] != 0:
        n = recall_children(table, stack, depth, n)
    stack.frames[depth, N_CHILDREN] = n
    stack.frames[depth, WORK] += 1
    stack.counts[NODES] += 1


@compiled
def numbers(stack, depth):
    """phi and delta of a node, its best child, the second best delta, and what the other
    children add to its delta."""
    first = INFINITE
    second = INFINITE
    best = -1
    largest = 0
    n_open = 0
    for i in range(stack.frames[depth, N_CHILDREN]):
        delta = stack.delta[depth, i]
        if delta < first:
            second = first
            first = delta
            best = i
        elif delta < second:
            second = delta
        phi = stack.phi[depth, i]
        if phi > 0:
            n_open += 1
            largest = max(largest, phi)
    others = max(0, n_open - 1)
    total = min(TOP, largest + others)
    if first == 0:
        total = INFINITE
    return first, total, best, second, others


@compiled
def remember(table, stack, depth, phi, delta):
    """Store what is known of the node in a frame."""
    key = stack.root[0]
    check = stack.root[1]
    if depth > 0:
        key = stack.keys[depth - 1, stack.frames[depth - 1, CHOSEN], 0]
        check = stack.keys[depth - 1, stack.frames[depth - 1, CHOSEN], 1]
    store(table, key, check, phi, delta, stack.frames[depth, WORK])


@compiled
def hand_up(stack, depth, phi, delta):
    """Give the chosen child in a frame the numbers that were found below it."""
    stack.phi[depth, stack.frames[depth, CHOSEN]] = phi
    stack.delta[depth, stack.frames[depth, CHOSEN]] = delta
    stack.frames[depth, WORK] += stack.frames[depth + 1, WORK]


@compiled
def descend(game, table, stack, depth, second, others):
    """Make the chosen child the next frame, unless the table knows enough of it already.

    `second` is the delta of the next best child, `others` what the others add to delta.
    """
    best = stack.frames[depth, CHOSEN]
    # Another child must be better by a quarter: to go back and forth between two that are
    # about as good would cost more than it gains (Pawlewicz and Lew 2007).
    bound = second + second // 4 + 1
    delta_limit = min(stack.frames[depth, PHI_LIMIT], bound if bound <= TOP else INFINITE)
    phi_limit = stack.frames[depth, DELTA_LIMIT]
    if phi_limit != INFINITE:
        phi_limit -= others
    stack.frames[depth + 1, WORK] = 0
    known = find(table, stack.keys[depth, best, 0], stack.keys[depth, best, 1])
    if known >= 0:
        phi = phi_of(table, known)
        delta = delta_of(table, known)
        if phi >= phi_limit or delta >= delta_limit:
            stack.phi[depth, best] = phi
            stack.delta[depth, best] = delta
            return False
    stack.frames[depth + 1, PHI_LIMIT] = phi_limit
    stack.frames[depth + 1, DELTA_LIMIT] = delta_limit
    for i in range(game.n_words()):
        stack.states[depth + 1, i] = stack.states[depth, i]
    game.play(stack.states[depth + 1], stack.moves[depth, best])
    return True


@entry
def locate(game, symmetry, table, question, depth, state, words):
    """The key and check of a position so many plies below the root, and the work it took."""
    key, check = identify(game, symmetry, state, words, salt_of(question, depth))
    known = find(table, key, check)
    return key, check, work_of(table, known) if known >= 0 else 0


@entry
def unwind(table, stack):
    """Leave a question that is still open: what is known of the nodes on the path is kept."""
    depth = stack.counts[DEPTH]
    if stack.counts[IS_NEW] != 0:
        depth -= 1  # nothing is known of the last one yet
    while depth >= 0:
        phi, delta, _, _, _ = numbers(stack, depth)
        remember(table, stack, depth, phi, delta)
        depth -= 1
        if depth >= 0:
            hand_up(stack, depth, phi, delta)


@entry
def search(game, symmetry, table, stack, question, budget):
    """Expand up to `budget` nodes; SOLVED when the root is decided, OPEN when it is not yet.

    BROKEN if a game grows longer than its `max_plies`.
    """
    depth = stack.counts[DEPTH]
    is_new = stack.counts[IS_NEW] != 0
    steps = 0
    while steps < budget:
        if is_new:
            expand(game, symmetry, table, stack, question, depth)
            is_new = False
        phi, delta, best, second, others = numbers(stack, depth)
        stack.frames[depth, CHOSEN] = best
        if phi >= stack.frames[depth, PHI_LIMIT] or delta >= stack.frames[depth, DELTA_LIMIT]:
            remember(table, stack, depth, phi, delta)
            if depth == 0:
                return SOLVED
            depth -= 1
            hand_up(stack, depth, phi, delta)
            continue
        steps += 1
        if depth + 1 >= stack.frames.shape[0]:
            return BROKEN
        is_new = descend(game, table, stack, depth, second, others)
        if is_new:
            depth += 1
    stack.counts[DEPTH] = depth
    stack.counts[IS_NEW] = np.int64(is_new)
    return OPEN
