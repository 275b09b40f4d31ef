"""Thousands of small trees that grow side by side, for self-play: Gumbel AlphaZero.

Danihelka, Guez, Schrittwieser and Silver (2022). At the root some moves are drawn without
replacement, by noise on the network's policy, and sequential halving finds the best of them; below,
a move is chosen such that visits come to the improved policy: the network's own, shifted by values
that are completed where a move is not tried yet.

Every function here works on tree `i`; a loop on a CPU or the threads of a GPU do so for all of
them. The index of the tree comes last in every array: threads side by side read numbers side by
side. A node has a slot for each legal move:

    slot        0       1       2       3       4
              tried   tried   next   untried untried     next: of the best prior

All untried moves of a node have the same completed value, so only the next can be chosen: what is
tried, and the next, is all that is ever looked at.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled, unit
from ..rules import DRAW, ONGOING

NO_CHILD = -1
WON, DRAWN, LOST = -2, -3, -4  # in place of a child, where the game is over, for who moved there
NODES, SLOTS = 0, 1  # places in `used`
MAX_VISIT, VALUE_SCALE = 50.0, 0.1  # c_visit and c_scale of the paper, values being from 0 to 1


class Forest(NamedTuple):
    """What all trees know. Scores are from 0 to 1, for the player to move at the node."""

    words: Any  # (node * words of a state + word, tree): the position of each node
    first: Any  # (node, tree): its first slot
    size: Any  # (node, tree): its legal moves
    tried: Any  # (node, tree): how many of them have been tried
    value: Any  # (node, tree): what the network says
    move: Any  # (slot, tree)
    net_move: Any  # (slot, tree): which of the network's moves it is
    logit: Any  # (slot, tree): the logarithm of the prior
    visits: Any  # (slot, tree)
    total: Any  # (slot, tree): the sum of the scores
    child: Any  # (slot, tree): a node, NO_CHILD, or how the game ended
    noise: Any  # (slot of the root, tree)
    path: Any  # (depth, tree): slots on the way to the leaf
    depth: Any  # (1, tree)
    leaf: Any  # (1, tree): the node to evaluate, or how the game ended
    used: Any  # (2, tree): nodes and slots
    stream: Any  # (2, tree): random numbers


def forest_arrays(game: Any, trees: int, nodes: int, most_moves: int) -> dict[str, Any]:
    """The shape and type of each array."""
    slots = nodes * most_moves
    per_slot = {"move": np.int32, "net_move": np.int32, "logit": np.float32, "visits": np.int32}
    per_slot |= {"total": np.float32, "child": np.int32}
    per_node = {"first": np.int32, "size": np.int32, "tried": np.int32, "value": np.float32}
    return {
        "words": ((nodes * int(game.n_words()), trees), np.uint64),
        **{name: ((nodes, trees), kind) for name, kind in per_node.items()},
        **{name: ((slots, trees), kind) for name, kind in per_slot.items()},
        "noise": ((int(game.n_moves()), trees), np.float32),
        "path": ((nodes + 1, trees), np.int32),
        "depth": ((1, trees), np.int32),
        "leaf": ((1, trees), np.int32),
        "used": ((2, trees), np.int32),
        "stream": ((2, trees), np.uint64),
    }


# --- nodes --------------------------------------------------------------------------


@compiled
def add_node(game, forest, i, state, moves):
    """A node for this position, with its legal moves as far as there is room; its number."""
    node, first = forest.used[NODES, i], forest.used[SLOTS, i]
    n_words = game.n_words()
    for word in range(n_words):
        forest.words[node * n_words + word, i] = state[word]
    size = min(game.moves(state, moves), forest.move.shape[0] - first)
    for k in range(size):
        forest.move[first + k, i] = moves[k]
        forest.net_move[first + k, i] = game.net_index(state, moves[k])
        forest.visits[first + k, i] = 0
        forest.total[first + k, i] = 0.0
        forest.child[first + k, i] = NO_CHILD
    forest.first[node, i] = first
    forest.size[node, i] = size
    forest.tried[node, i] = 0
    forest.used[NODES, i] = node + 1
    forest.used[SLOTS, i] = first + size
    return node


@compiled
def plant(game, forest, i, state, moves, board):
    """Begin a tree at this position, and show it to the network."""
    forest.used[NODES, i] = 0
    forest.used[SLOTS, i] = 0
    forest.depth[0, i] = 0
    forest.leaf[0, i] = add_node(game, forest, i, state, moves)
    game.net_planes(state, board)


@compiled
def fill_priors(forest, i, node, policy):
    """The network's policy over the legal moves of a node; `policy[move, tree]` is what it says."""
    first, size = forest.first[node, i], forest.size[node, i]
    top = np.float32(-1e30)
    for slot in range(first, first + size):
        logit = policy[forest.net_move[slot, i], i]
        forest.logit[slot, i] = logit
        top = max(top, logit)
    total = np.float32(0)
    for slot in range(first, first + size):
        total += np.float32(math.exp(forest.logit[slot, i] - top))
    shift = top + np.float32(math.log(total)) if size > 0 else np.float32(0)
    for slot in range(first, first + size):
        forest.logit[slot, i] -= shift


@compiled
def bring_next(forest, i, node):
    """Put the untried move of the best prior, at the root with noise, behind the tried ones."""
    first = forest.first[node, i]
    place = first + forest.tried[node, i]
    end = first + forest.size[node, i]
    best, best_key = place, np.float32(-1e30)
    for slot in range(place, end):
        key = forest.logit[slot, i]
        if node == 0:
            key += forest.noise[slot, i]
        if key > best_key:
            best, best_key = slot, key
    if best != place and place < end:
        swap_untried(forest, i, node, place, best)


@compiled
def swap_untried(forest, i, node, a, b):
    forest.move[a, i], forest.move[b, i] = forest.move[b, i], forest.move[a, i]
    forest.net_move[a, i], forest.net_move[b, i] = forest.net_move[b, i], forest.net_move[a, i]
    forest.logit[a, i], forest.logit[b, i] = forest.logit[b, i], forest.logit[a, i]
    if node == 0:
        forest.noise[a, i], forest.noise[b, i] = forest.noise[b, i], forest.noise[a, i]


@compiled
def draw_noise(forest, i, strength):
    """Gumbel noise for the moves of the root, and the first of them to try."""
    stream = forest.stream[:, i]
    for slot in range(forest.size[0, i]):
        u = min(max(unit(stream), 1e-12), 1.0 - 1e-12)
        forest.noise[slot, i] = np.float32(-math.log(-math.log(u)) * strength)
    bring_next(forest, i, 0)


# --- what moves are worth -----------------------------------------------------------


@compiled
def completed(forest, i, node):
    """What an untried move counts, the lowest value, by what values are multiplied; visits in all
    and the share of the prior that has been tried."""
    first, tried = forest.first[node, i], forest.tried[node, i]
    n, most = 0, 0
    prior, weighted = np.float32(0), np.float32(0)
    low, high = np.float32(1e9), np.float32(-1e9)
    for slot in range(first, first + tried):
        visits = forest.visits[slot, i]
        if visits > 0:
            q = forest.total[slot, i] / np.float32(visits)
            p = np.float32(math.exp(forest.logit[slot, i]))
            n += visits
            most = max(most, visits)
            prior += p
            weighted += p * q
            low, high = min(low, q), max(high, q)
    mixed = forest.value[node, i]
    if prior > np.float32(1e-12):
        mixed = (mixed + np.float32(n) * weighted / prior) / np.float32(1 + n)
    if tried < forest.size[node, i]:
        low, high = min(low, mixed), max(high, mixed)
    scale = np.float32((MAX_VISIT + most) * VALUE_SCALE) / max(high - low, np.float32(1e-8))
    return mixed, low, scale, n, prior


@compiled
def improved(forest, i, slot, mixed, low, scale):
    """The logit of a move, shifted by what it is worth."""
    visits = forest.visits[slot, i]
    q = forest.total[slot, i] / np.float32(visits) if visits > 0 else mixed
    return forest.logit[slot, i] + (q - low) * scale


@compiled
def choose_inside(forest, i, node):
    """The slot whose visits are the furthest behind the improved policy."""
    first, tried = forest.first[node, i], forest.tried[node, i]
    mixed, low, scale, n, prior = completed(forest, i, node)
    has_next = tried < forest.size[node, i]
    end = first + tried + (1 if has_next else 0)
    top = np.float32(-1e30)
    for slot in range(first, end):
        top = max(top, improved(forest, i, slot, mixed, low, scale))
    total = np.float32(0)
    for slot in range(first, first + tried):
        total += np.float32(math.exp(improved(forest, i, slot, mixed, low, scale) - top))
    if has_next:  # all untried moves are shifted alike
        left = max(np.float32(1) - prior, np.float32(0))
        total += left * np.float32(math.exp((mixed - low) * scale - top))
    total = max(total, np.float32(1e-30))
    best, best_lack = first, np.float32(-1e30)
    for slot in range(first, end):
        share = np.float32(math.exp(improved(forest, i, slot, mixed, low, scale) - top)) / total
        lack = share - np.float32(forest.visits[slot, i]) / np.float32(1 + n)
        if lack > best_lack:
            best, best_lack = slot, lack
    return best


@compiled
def choose_at_root(forest, i, wanted):
    """The best move, by noise, prior and value, of those that have been visited so often."""
    tried = forest.tried[0, i]
    if wanted == 0 and tried < forest.size[0, i]:
        return tried
    mixed, low, scale, _, _ = completed(forest, i, 0)
    best, best_key = 0, np.float32(-1e30)
    for slot in range(tried):
        key = forest.noise[slot, i] + improved(forest, i, slot, mixed, low, scale)
        off = abs(forest.visits[slot, i] - wanted)
        key -= np.float32(1000.0) * np.float32(off)
        if key > best_key:
            best, best_key = slot, key
    return best


# --- a simulation -------------------------------------------------------------------


@compiled
def select(game, forest, i, wanted, state, moves, board):
    """Go down a tree, to a position that is new to it, and show that to the network."""
    node, depth, leaf = 0, 0, NO_CHILD
    while leaf == NO_CHILD:
        slot = choose_at_root(forest, i, wanted) if node == 0 else choose_inside(forest, i, node)
        if slot == forest.first[node, i] + forest.tried[node, i]:
            forest.tried[node, i] += 1
            bring_next(forest, i, node)
        forest.path[depth, i] = slot
        depth += 1
        child = forest.child[slot, i]
        if child >= 0:
            node = child
        elif child == NO_CHILD:
            leaf = visit(game, forest, i, node, slot, state, moves, board)
        else:
            leaf = child
    forest.depth[0, i] = depth
    forest.leaf[0, i] = leaf


@compiled
def visit(game, forest, i, node, slot, state, moves, board):
    """Play a move for the first time: a new node, or how the game ended."""
    n_words = game.n_words()
    for word in range(n_words):
        state[word] = forest.words[node * n_words + word, i]
    player = game.player(state)
    game.play(state, np.int64(forest.move[slot, i]))
    winner = game.winner(state)
    if winner == ONGOING:
        leaf = np.int64(add_node(game, forest, i, state, moves))
        game.net_planes(state, board)
        forest.child[slot, i] = leaf if forest.size[leaf, i] > 0 else NO_CHILD
        return leaf
    leaf = np.int64(LOST)
    if winner == DRAW:
        leaf = np.int64(DRAWN)
    elif winner == player:
        leaf = np.int64(WON)
    forest.child[slot, i] = leaf
    return leaf


@compiled
def absorb(forest, i, policy, value):
    """Take in what the network says of the leaf, and count its score on the way up."""
    leaf = forest.leaf[0, i]
    score = np.float32(0)
    if leaf >= 0:
        expected = np.float32(1.0 / (1.0 + math.exp(-value[i])))
        fill_priors(forest, i, leaf, policy)
        forest.value[leaf, i] = expected
        score = np.float32(1) - expected
        bring_next(forest, i, leaf)
    elif leaf == WON:
        score = np.float32(1)
    elif leaf == DRAWN:
        score = np.float32(0.5)
    for depth in range(forest.depth[0, i] - 1, -1, -1):
        slot = forest.path[depth, i]
        forest.visits[slot, i] += 1
        forest.total[slot, i] += score
        score = np.float32(1) - score


# --- what comes of it ---------------------------------------------------------------


@compiled
def best_slot(forest, i):
    """The best of the most visited moves of the root."""
    mixed, low, scale, _, _ = completed(forest, i, 0)
    most = 0
    for slot in range(forest.tried[0, i]):
        most = max(most, forest.visits[slot, i])
    best, best_key = 0, np.float32(-1e30)
    for slot in range(forest.tried[0, i]):
        key = forest.noise[slot, i] + improved(forest, i, slot, mixed, low, scale)
        if forest.visits[slot, i] == most and key > best_key:
            best, best_key = slot, key
    return best


@compiled
def improved_policy(forest, i, target):
    """Fill `target[move]` with the improved policy of the root, as parts of 65,535."""
    mixed, low, scale, _, _ = completed(forest, i, 0)
    size = forest.size[0, i]
    top = np.float32(-1e30)
    for slot in range(size):
        top = max(top, improved(forest, i, slot, mixed, low, scale))
    total = np.float32(0)
    for slot in range(size):
        total += np.float32(math.exp(improved(forest, i, slot, mixed, low, scale) - top))
    for k in range(target.shape[0]):
        target[k] = 0
    for slot in range(size):
        share = np.float32(math.exp(improved(forest, i, slot, mixed, low, scale) - top)) / total
        target[forest.net_move[slot, i]] = np.uint16(share * np.float32(65535))


def considered_visits(considered: int, simulations: int) -> np.ndarray:
    """How often the move that a simulation tries at the root has been visited before: sequential
    halving between so many moves, as one list."""
    if considered <= 1:
        return np.arange(simulations)
    rounds = math.ceil(math.log2(considered))
    plan: list[int] = []
    visits, left = [0] * considered, considered
    while len(plan) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            plan += visits[:left]
            visits[:left] = [n + 1 for n in visits[:left]]
        left = max(2, left // 2)
    return np.array(plan[:simulations])


def schedule(considered: int, simulations: int) -> np.ndarray:
    """The same for 0, 1, 2, ... moves to consider: a row each."""
    rows = [considered_visits(n, simulations) for n in range(considered + 1)]
    return np.stack(rows).astype(np.int32)
