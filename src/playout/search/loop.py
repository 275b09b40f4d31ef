"""The one loop of every tree search: selection, expansion, playout, backup.

A simulation walks down from the root, the algorithm choosing a child in every node, until it
comes to a node without visits or without children. It plays out from there, by the algorithm's
playout policy, and its result is added to every node it passed.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled, entry
from ..rules import DRAW, ONGOING, copy_words
from .algorithm import Descent, Simulation
from .policy import Line, Memory
from .statistics import with_rows
from .tree import (
    DEPTH,
    ROOT,
    UNPROVEN,
    add_position,
    expand,
    find_position,
    first_visit,
    has_room_for_position,
    home_of,
    outcome_for,
    prove,
    record,
    winner_by,
)

__all__ = ["Scratch", "arrive", "back_up", "descend", "enter", "play_out", "simulate"]


@compiled
@with_rows
class Scratch(NamedTuple):
    """The memory that one thread of a search works in."""

    state: np.ndarray  # and behind it room for two more
    moves: np.ndarray  # and behind them room for as many again
    stream: np.ndarray
    path: np.ndarray  # int32: the nodes of this simulation, from the root
    leaf: np.ndarray  # the state from which playouts begin, where there are several
    more: np.ndarray  # how many simulations may follow those that `simulate` is asked for
    line: Line  # the moves of this simulation
    memory: Memory  # what the playout policy has learnt

    @classmethod
    def of(cls, game: Any, algorithm: Any) -> "Scratch":
        return cls(
            np.zeros(3 * game.n_words(), np.uint64),
            np.zeros(2 * game.n_moves(), np.int64),
            np.zeros(2, np.uint64),
            np.zeros(game.max_plies() + 2, np.int32),
            np.zeros(game.n_words(), np.uint64),
            np.zeros(1, np.int64),
            Line.of(game),
            Memory.of(game, algorithm.policy),
        )


@entry
def simulate(game, algorithm, tree, scratch, root, n):
    """Run n simulations from the words `root`; fewer if the root is proven before.

    The playouts of the last leaf may take `scratch.more` beyond that. So a search that is run in
    slices, whose lengths depend on the clock, is the same as in one go.
    """
    most = n + scratch.more[0]
    done = 0
    while done < n and tree.proven[ROOT] == UNPROVEN:
        done += one_simulation(game, algorithm, tree, scratch, root, most - done)
    return done


@compiled
def one_simulation(game, algorithm, tree, scratch, root, most):
    """Walk down once, and play out as often as the algorithm does from a leaf, but at most so
    often; returns how many simulations that makes."""
    state = scratch.state
    copy_words(game, root, state)
    depth = select(game, algorithm, tree, scratch)
    winner = arrive(game, algorithm, tree, scratch, depth)
    is_open = winner == ONGOING
    n = min(algorithm.playouts, most) if is_open else 1
    if n > 1:
        copy_words(game, state, scratch.leaf)
    for i in range(n):
        if i > 0:
            copy_words(game, scratch.leaf, state)
            scratch.line.size[0] = depth
        if is_open:
            winner = play_out(game, algorithm, scratch)
        back_up(game, algorithm, tree, scratch, root, depth, winner)
    return n


@compiled
def arrive(game, algorithm, tree, scratch, depth):
    """Who has won at the end of a walk, or ONGOING; what that proves is noted in the tree."""
    state = scratch.state
    tree.counts[DEPTH] = max(tree.counts[DEPTH], depth)
    leaf = np.int64(scratch.path[depth])
    home = home_of(tree, leaf)
    mover = 1 - game.player(state)  # who moved into the leaf
    scratch.line.size[0] = depth
    winner = np.int64(game.winner(state))
    outcome, distance = np.int64(UNPROVEN), np.int64(0)
    if tree.proven[home] != UNPROVEN:
        winner = np.int64(winner_by(tree.proven[home], mover))
        # Another move to a position that is decided by now, which its parent has not seen yet.
        if tree.proven[leaf] == UNPROVEN or algorithm.transpositions:
            outcome, distance = np.int64(tree.proven[home]), np.int64(tree.distance[home])
    elif winner != ONGOING and algorithm.solver:
        outcome = np.int64(outcome_for(mover, winner))
    if outcome != UNPROVEN:
        prove(tree, scratch.path, depth, outcome, distance)
    return winner


@compiled
def play_out(game, algorithm, scratch):
    """Play from the leaf to the end; returns the winner."""
    policy, state, moves = algorithm.policy, scratch.state, scratch.moves
    line, memory, stream = scratch.line, scratch.memory, scratch.stream
    if algorithm.needs_line() or policy.needs_line():
        return np.int64(policy.play_out(game, state, moves, line, memory, stream))
    return np.int64(policy.play_out_fast(game, state, moves, line, memory, stream))


@compiled
def back_up(game, algorithm, tree, scratch, root, depth, winner):
    """Let the policy and the algorithm learn from a simulation, and record its result."""
    if algorithm.policy.needs_line():
        algorithm.policy.learn(
            game, root, scratch.state, scratch.moves, scratch.line, scratch.memory, winner
        )
    player = np.int64(game.player(root))
    simulation = Simulation(scratch.path, depth, scratch.line, player, winner, algorithm.draw)
    algorithm.update(game, tree, simulation)
    for i in range(depth, -1, -1):
        node = np.int64(scratch.path[i])
        record(tree, node, simulation.result(i), winner == DRAW)
        if tree.first[node] < 0:
            record(tree, home_of(tree, node), simulation.result(i), winner == DRAW)


@compiled
def select(game, algorithm, tree, scratch):
    """Walk down the tree, playing the moves on the state; returns how deep it came."""
    scratch.path[0] = ROOT
    depth = np.int64(0)
    goes_on = True
    while goes_on:
        node = enter(game, algorithm, tree, scratch, depth)
        if node < 0:
            return depth
        goes_on = descend(game, algorithm, tree, scratch, node, depth)
        depth += 1
    return depth


@compiled
def enter(game, algorithm, tree, scratch, depth):
    """The node whose children are to be compared at this depth, which gets them if it has none; -1
    where the walk ends instead."""
    node = home_of(tree, np.int64(scratch.path[depth]))
    if tree.first[node] == 0:
        if depth > 0 and tree.visits[node] < algorithm.expand:
            return np.int64(-1)
        if game.winner(scratch.state) != ONGOING:
            return np.int64(-1)
        node = grow(game, algorithm, tree, scratch, node)
        if tree.first[node] == 0 or tree.proven[node] != UNPROVEN:
            return np.int64(-1)
    return node


@compiled
def descend(game, algorithm, tree, scratch, node, depth):
    """Choose a child of the node and play its move; returns whether the walk goes on from there."""
    state = scratch.state
    descent = Descent(node, game.player(state), scratch.path, depth)
    child = np.int64(algorithm.choose(tree, descent, scratch.stream))
    is_new = tree.visits[child] == 0
    if is_new:
        child = first_visit(tree, node, child)
    move = np.int64(tree.move[child])
    if algorithm.needs_line() or algorithm.policy.needs_line():
        scratch.line.move[depth] = move
        scratch.line.code[depth] = game.code(state, move)
    game.play(state, move)
    scratch.path[depth + 1] = child
    node = home_of(tree, child)
    if tree.proven[node] != UNPROVEN:
        return False
    if is_new and tree.first[child] == 0:
        if algorithm.expand == 0 and game.winner(state) == ONGOING:
            grow(game, algorithm, tree, scratch, node)
        return False
    return True


@compiled
def grow(game, algorithm, tree, scratch, node):
    """Give a node children; returns the node that has them, itself if there was no other one.

    With transpositions, a position whose children are in the tree already is sent there.
    """
    key = np.uint64(0)
    has_key = algorithm.transpositions and node != ROOT
    if has_key:
        key = game.key(scratch.state)
        home = find_position(tree, key)
        if home != 0:
            tree.first[node] = -home
            return home
        if not has_room_for_position(tree):
            return node
    if expand(game, tree, node, scratch.state, scratch.moves):
        algorithm.expanded(game, tree, node, scratch.state)
        if has_key:
            add_position(tree, key, node)
    return node
