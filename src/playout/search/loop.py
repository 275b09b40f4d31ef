"""The one loop of every tree search: select, expand, play out, record.

A simulation walks down from the root, the algorithm choosing a child in every node,
until it comes to a node without visits or without children. It plays out from there,
by the algorithm's playout policy, and records the result in every node it passed.

AMAF statistics (all moves as first: Brügmann 1993, Gelly and Silver 2007) are kept in a
table for each expanded node, by the code of a move. After a simulation every move that
was made from that node on, in the tree or in the playout, is credited there, once. A table
adds up results for the first player, whoever made the move: the second one reads it the
other way round.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled, entry
from ..rules import FIRST, ONGOING
from .algorithm import NEVER
from .policy import Line, Memory
from .tree import (
    DEPTH,
    ROOT,
    UNPROVEN,
    add_position,
    amaf_sample,
    count_and_sum,
    expand,
    find_position,
    first_visit,
    has_room_for_position,
    home_of,
    outcome_for,
    prove,
    record,
    result_for,
    winner_by,
)
from .worth import back_up_worth, evaluate_children

__all__ = ["Scratch", "simulate"]


class Scratch(NamedTuple):
    """The memory that one thread of a search works in."""

    state: np.ndarray  # and behind it room for two more
    moves: np.ndarray  # and behind them room for as many again
    stream: np.ndarray
    path: np.ndarray  # int32: the nodes of this simulation, from the root
    codes: np.ndarray  # int32: the different codes among those moves
    samples: np.ndarray  # int64: by code, what is added to AMAF tables for this simulation
    line: Line  # the moves of this simulation
    memory: Memory  # what the playout policy has learnt

    @classmethod
    def of(cls, game: Any, algorithm: Any) -> "Scratch":
        return cls(
            np.zeros(3 * game.n_words(), np.uint64),
            np.zeros(2 * game.n_moves(), np.int64),
            np.zeros(2, np.uint64),
            np.zeros(game.max_plies() + 2, np.int32),
            np.zeros(game.n_codes(), np.int32),
            np.zeros(game.n_codes(), np.int64),
            Line.of(game),
            Memory.of(game, algorithm.playout_policy()),
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
    depth = select(game, algorithm, tree, scratch)
    tree.counts[DEPTH] = max(tree.counts[DEPTH], depth)
    leaf = np.int64(scratch.path[depth])
    home = home_of(tree, leaf)
    mover = 1 - game.player(state)  # who moved into the leaf
    policy = algorithm.playout_policy()
    scratch.line.size[0] = depth
    winner = np.int64(game.winner(state))
    outcome = np.int64(UNPROVEN)
    distance = np.int64(0)
    if tree.proven[home] != UNPROVEN:
        winner = winner_by(tree.proven[home], mover)
        # Another move to a position that is decided by now, which its parent has not seen yet.
        if tree.proven[leaf] == UNPROVEN or algorithm.uses_keys():
            outcome = np.int64(tree.proven[home])
            distance = np.int64(tree.distance[home])
    elif winner != ONGOING:
        if algorithm.is_solver():
            outcome = outcome_for(mover, winner)
    elif algorithm.uses_amaf() or policy.needs_line():
        winner = policy.rollout(
            game, state, scratch.moves, scratch.line, scratch.memory, scratch.stream
        )
    else:
        winner = policy.quick_rollout(
            game, state, scratch.moves, scratch.line, scratch.memory, scratch.stream
        )
    if outcome != UNPROVEN:
        prove(tree, scratch.path, depth, outcome, distance)
    if policy.needs_line():
        policy.learn(game, root, state, scratch.moves, scratch.line, scratch.memory, winner)
    if algorithm.uses_amaf():
        credit(algorithm, tree, scratch, depth, (mover + 1 + depth) & 1, winner)
    for i in range(depth, -1, -1):
        node = np.int64(scratch.path[i])
        result = result_for(mover, winner)
        record(tree, node, result)
        if tree.first[node] < 0:
            record(tree, home_of(tree, node), result)
        mover = 1 - mover
    if algorithm.uses_evaluation():
        back_up_worth(tree, scratch.path, depth)


@compiled
def select(game, algorithm, tree, scratch):
    """Walk down the tree, playing the moves on the state; returns how deep it came."""
    state = scratch.state
    node = np.int64(ROOT)
    reference = np.int64(ROOT)
    depth = 0
    scratch.path[0] = ROOT
    while True:
        if tree.first[node] == 0:
            if depth > 0 and tree.visits[node] < algorithm.expand_after():
                return depth
            if game.winner(state) != ONGOING:
                return depth
            node = grow(game, algorithm, tree, scratch, node)
            if tree.first[node] == 0 or tree.proven[node] != UNPROVEN:
                return depth
        if tree.visits[node] > algorithm.ref_visits():
            reference = node
        child = np.int64(
            algorithm.choose(tree, node, reference, game.player(state), scratch.stream)
        )
        is_new = tree.visits[child] == 0
        if is_new:
            child = first_visit(tree, node, child)
        move = np.int64(tree.move[child])
        if algorithm.uses_amaf() or algorithm.playout_policy().needs_line():
            scratch.line.move[depth] = move
            scratch.line.code[depth] = game.code(state, move)
        game.play(state, move)
        depth += 1
        scratch.path[depth] = child
        node = home_of(tree, child)
        if tree.proven[node] != UNPROVEN:
            return depth
        if is_new and tree.first[child] == 0:
            if algorithm.expand_after() == 0 and game.winner(state) == ONGOING:
                grow(game, algorithm, tree, scratch, node)
            return depth


@compiled
def grow(game, algorithm, tree, scratch, node):
    """Give a node children; returns the node that has them, itself if there was no other one.

    With transpositions, a position whose children are in the tree already is sent there.
    """
    key = np.uint64(0)
    has_key = algorithm.uses_keys() and node != ROOT
    if has_key:
        key = game.key(scratch.state)
        home = find_position(tree, key)
        if home != 0:
            tree.first[node] = -home
            return home
        if not has_room_for_position(tree):
            return node
    uses_amaf = algorithm.uses_amaf()
    # No node has NEVER visits: the root's is then the only table that is read.
    with_table = uses_amaf and (node == ROOT or algorithm.ref_visits() < NEVER)
    is_grown = expand(game, tree, node, scratch.state, scratch.moves, uses_amaf, with_table)
    if is_grown and has_key:
        add_position(tree, key, node)
    if is_grown and algorithm.uses_evaluation():
        evaluate_children(game, tree, node, scratch.state)
    return node


# --- AMAF -----------------------------------------------------------------------------


@compiled
def credit(algorithm, tree, scratch, depth, root_player, winner):
    """Credit the moves of a simulation in the tables of the nodes it passed.

    Going up, each node is credited with what came after it, and its own move joins the others
    for the nodes above. A code is credited once, however often it was played: `samples` holds
    what is added for each. Where most codes were played it is added as a whole.
    """
    sample = amaf_sample(result_for(FIRST, winner))
    codes, different, samples = scratch.line.code, scratch.codes, scratch.samples
    n_played = scratch.line.size[0]
    half = len(samples) // 2
    # The second player's codes are the upper half. Only those of the player who chooses in a
    # node are read, unless nodes below may refer to it.
    both = algorithm.ref_visits() > 0
    is_dense = half < 8 * n_played and not algorithm.is_killer()
    n = np.int64(0)
    if algorithm.is_killer():
        n_played = sort_out(tree, codes, depth, n_played, root_player)
    for i in range(depth, n_played):
        if is_dense:
            samples[np.uint32(codes[i])] = sample
        else:
            n = collect(codes[i], different, samples, sample, n)
    for i in range(depth, -1, -1):
        if i < depth:
            n = collect(codes[i], different, samples, sample, n)
        if i == 0 and algorithm.is_killer():  # the root knows them all, to judge them by
            for k in range(n_played, scratch.line.size[0]):
                n = collect(codes[k], different, samples, sample, n)
        home = home_of(tree, np.int64(scratch.path[i]))
        if tree.table[home] != 0:
            table = tree.amaf[tree.table[home]]
            if is_dense:
                low = 0 if both else half * ((root_player + i) & 1)
                high = 2 * half if both else low + half
                add_all(table[low:high], samples[low:high])
            else:
                for k in range(n):
                    table[np.uint32(different[k])] += sample
    if is_dense:
        samples[:] = 0
    else:
        for k in range(n):
            samples[np.uint32(different[k])] = 0


@compiled
def collect(code, different, samples, sample, n):
    """Add a code to the first n different ones, unless it is there; returns how many there are."""
    at = np.uint32(code)
    if samples[at] == 0:
        samples[at] = sample
        different[n] = code
        n += 1
    return n


@compiled
def add_all(table, samples):
    for i in range(len(table)):
        table[i] += samples[i]


@compiled
def sort_out(tree, codes, begin, end, root_player):
    """Killer RAVE: bring the codes forward that have done at least as well, over the whole search,
    as their player did on average; returns where they end."""
    table = tree.amaf[tree.table[ROOT]]
    half = len(table) // 2
    average = tree.total[ROOT] / max(tree.visits[ROOT], 1)  # of who moved into the root
    if root_player == FIRST:
        average = 1.0 - average
    for i in range(begin, end):
        count, total = count_and_sum(table[codes[i]])
        surplus = total - average * count  # of the first player
        if (surplus >= 0) if codes[i] < half else (surplus <= 0):
            codes[i], codes[begin] = codes[begin], codes[i]
            begin += 1
    return begin
