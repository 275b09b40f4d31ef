"""The one loop of every tree search: select, expand, play out, record.

A simulation walks down from the root, the algorithm choosing a child in every node,
until it comes to a node without visits or without children. It plays out from there
and records the result in every node it passed.

AMAF statistics (all moves as first: Brügmann 1993, Gelly and Silver 2007) are kept in a
table for each expanded node, by the code of a move. After a simulation every move that
was made from that node on, in the tree or in the playout, is credited there, once. A table
adds up results for the first player, whoever made the move: the second one reads it the
other way round.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled, entry
from ..rules import DRAW, FIRST, ONGOING
from .tree import (
    ROOT,
    UNPROVEN,
    amaf_sample,
    expand,
    first_visit,
    outcome_for,
    prove,
    record,
    winner_by,
)

__all__ = ["Scratch", "simulate"]


class Scratch(NamedTuple):
    """The memory that one thread of a search works in."""

    state: np.ndarray
    moves: np.ndarray
    stream: np.ndarray
    path: np.ndarray  # int32: the nodes of this simulation, from the root
    codes: np.ndarray  # int32: the codes that were played
    stamps: np.ndarray  # int64: by code, the last simulation that played it
    clock: np.ndarray  # int64: how many simulations there have been

    @classmethod
    def of(cls, game: Any) -> "Scratch":
        return cls(
            np.zeros(game.n_words(), np.uint64),
            np.zeros(game.n_moves(), np.int64),
            np.zeros(2, np.uint64),
            np.zeros(game.max_plies() + 2, np.int32),
            np.zeros(2 * game.max_plies() + 2, np.int32),
            np.zeros(game.n_codes(), np.int64),
            np.zeros(1, np.int64),
        )


@entry
def simulate(game, algorithm, tree, scratch, root, n):
    """Run up to n simulations from the words `root`; fewer if the root is proven before."""
    for i in range(n):
        if tree.proven[ROOT] != UNPROVEN:
            return i
        one_simulation(game, algorithm, tree, scratch, root)
    return n


@compiled
def one_simulation(game, algorithm, tree, scratch, root):
    state = scratch.state
    for i in range(game.n_words()):
        state[i] = root[i]
    scratch.clock[0] += 1
    depth = select(game, algorithm, tree, scratch)
    leaf = scratch.path[depth]
    mover = 1 - game.player(state)  # who moved into the leaf
    n_codes = 0
    winner = game.winner(state)
    if tree.proven[leaf] != UNPROVEN:
        winner = winner_by(tree.proven[leaf], mover)
    elif winner != ONGOING:
        if algorithm.is_solver():
            prove(tree, scratch.path, depth, outcome_for(mover, winner))
    elif algorithm.uses_amaf():
        winner, n_codes = game.traced_playout(state, scratch.stream, scratch.moves, scratch.codes)
    else:
        winner = game.playout(state, scratch.stream, scratch.moves)
    if algorithm.uses_amaf():
        credit(tree, scratch, depth, n_codes, result_for(FIRST, winner))
    for i in range(depth, -1, -1):
        record(tree, scratch.path[i], result_for(mover, winner))
        mover = 1 - mover


@compiled
def select(game, algorithm, tree, scratch):
    """Walk down the tree, playing the moves on the state; returns how deep it came."""
    state = scratch.state
    node = ROOT
    reference = ROOT
    depth = 0
    scratch.path[0] = ROOT
    while True:
        if tree.first[node] == 0:
            if depth > 0 and tree.visits[node] < algorithm.expand_after():
                return depth
            if game.winner(state) != ONGOING:
                return depth
            if not expand(game, tree, node, state, scratch.moves, algorithm.uses_amaf()):
                return depth
        if tree.visits[node] > algorithm.ref_visits():
            reference = node
        child = algorithm.choose(tree, node, reference, game.player(state), scratch.stream)
        if tree.visits[child] == 0:
            child = first_visit(tree, node, child)
        game.play(state, tree.move[child])
        node = child
        depth += 1
        scratch.path[depth] = node
        if tree.proven[node] != UNPROVEN:
            return depth
        if tree.visits[node] == 0:
            if algorithm.expand_after() == 0 and game.winner(state) == ONGOING:
                expand(game, tree, node, state, scratch.moves, algorithm.uses_amaf())
            return depth


@compiled
def credit(tree, scratch, depth, n, result):
    """Credit the codes of a simulation in the tables of the nodes it passed.

    The first n of `codes` are the playout's. Going up, each node is credited with what
    came after it, and its own move joins the others for the nodes above.
    """
    sample = amaf_sample(result)
    now = scratch.clock[0]
    codes = scratch.codes
    stamps = scratch.stamps
    n_different = 0
    for i in range(n):
        code = codes[i]
        if stamps[code] != now:
            stamps[code] = now
            codes[n_different] = code
            n_different += 1
    for i in range(depth, -1, -1):
        if i < depth:
            code = tree.code[scratch.path[i + 1]]
            if stamps[code] != now:
                stamps[code] = now
                codes[n_different] = code
                n_different += 1
        if tree.table[scratch.path[i]] != 0:
            table = tree.amaf[tree.table[scratch.path[i]]]
            for k in range(n_different):
                table[np.uint32(codes[k])] += sample


@compiled
def result_for(player, winner):
    """What an outcome is worth to a player: 1, 1/2 or 0."""
    if winner == DRAW:
        return 0.5
    return 1.0 if winner == player else 0.0
