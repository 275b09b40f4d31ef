"""AMAF, all moves as first: what a move is worth whenever it is played (Brügmann 1993).

An expanded node has a row of statistics, by the code of a move. After a simulation every move
that was made from that node on, in the tree or in the playout, is credited there, once. A row
adds up results for the first player, whoever made the move: the second one reads it the other
way round.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..rules import FIRST
from .statistics import per_expansion, per_node, per_search, statistics
from .tree import ROOT, home_of, result_for

__all__ = [
    "AmafTables",
    "count_and_sum",
    "count_and_value",
    "credit",
    "credited",
    "estimate_of",
    "keep_codes",
    "look_up",
    "sample_of",
]


@statistics
class AmafTables(NamedTuple):
    """What RAVE and its kin keep."""

    code: Any = per_node(np.int32)  # of the move
    amaf: Any = per_expansion(np.int64, "n_codes")  # count and sum of results in one number
    entry: Any = per_search(np.int64, "n_moves")  # room for those of a node's children
    played: Any = per_search(np.int32, "n_codes")  # the different codes of a simulation
    sample: Any = per_search(np.int64, "n_codes")  # by code, what is added for it


# The low half of an entry counts, the high half adds up half points.


@compiled
def sample_of(result):
    """One sample of this result, 0, 1/2 or 1, to be added to an entry."""
    return np.int64(1) + (np.int64(2 * result) << np.int64(32))


@compiled
def count_and_sum(entry):
    """How many samples an entry holds, and the sum of their results."""
    count = np.int32(entry & np.int64(0x7FFFFFFF))
    half_points = np.int32(entry >> np.int64(32))
    return np.float32(count), np.float32(half_points) * np.float32(0.5)


def estimate_of(entry: Any, player: int) -> tuple[int, float]:
    """How many samples an entry holds, and their mean for a player; in Python, for people."""
    count, half_points = int(entry) & 0x7FFFFFFF, int(entry) >> 32
    mean = half_points / 2 / count if count else float("nan")
    return count, mean if player == FIRST else 1.0 - mean


@compiled
def keep_codes(tables, game, tree, node, state):
    """Note the codes of the moves of a node that has got its children."""
    first = np.int64(tree.first[node])
    for child in range(first, first + tree.n_children[node]):
        tables.code[child] = game.code(state, np.int64(tree.move[child]))


@compiled
def look_up(tables, tree, node, row):
    """Gather the entries of a node's children in a row."""
    n = tree.n_children[node]
    first = tree.first[node]
    code = tables.code[first : first + n]
    entry = tables.entry[:n]
    table = tables.amaf[row]
    for i in range(n):
        entry[i] = table[np.uint32(code[i])]


@compiled
def count_and_value(entry, player):
    """How many samples an entry holds, and their mean for a player."""
    count, total = count_and_sum(entry)
    one = np.float32(1)
    value = total / max(count, one)
    return count, value if player == FIRST else one - value


# --- crediting ---------------------------------------------------------------------------


@compiled
def credit(tables, tree, simulation, both, killer):
    """Credit the moves of a simulation in the rows of the nodes it passed.

    Going up, each node is credited with what came after it, and its own move joins the others
    for the nodes above. A code is credited once, however often it was played: `sample` holds what
    is added for each. Where most codes were played it is added as a whole. `both`: what the other
    player's moves are worth is read as well, by nodes below. `killer`: see `Rave`.
    """
    sample = sample_of(result_for(FIRST, simulation.winner))
    codes, played, samples = simulation.line.code, tables.played, tables.sample
    depth = simulation.depth
    half = len(samples) // 2  # the second player's codes are the upper half
    n_played = simulation.line.size[0]
    is_dense = half < 8 * n_played and not killer
    if killer:
        n_played = bring_killers_forward(tables, tree, simulation)
    n = np.int64(0)
    for i in range(depth, n_played):
        if is_dense:
            samples[np.uint32(codes[i])] = sample
        else:
            n = credited(codes[i], played, samples, sample, n)
    for i in range(depth, -1, -1):
        if i < depth:
            n = credited(codes[i], played, samples, sample, n)
        if i == 0 and killer:  # the root knows them all, to judge them by
            for k in range(n_played, simulation.line.size[0]):
                n = credited(codes[k], played, samples, sample, n)
        row = tree.row[home_of(tree, np.int64(simulation.path[i]))]
        if row != 0:
            table = tables.amaf[row]
            if is_dense:
                low = 0 if both else half * ((simulation.player + i) & 1)
                high = 2 * half if both else low + half
                add_all(table[low:high], samples[low:high])
            else:
                for k in range(n):
                    table[np.uint32(played[k])] += sample
    if is_dense:
        samples[:] = 0
    else:
        for k in range(n):
            samples[np.uint32(played[k])] = 0


@compiled
def credited(code, played, samples, sample, n):
    """Add a code to the first n different ones, unless it is there; returns how many there are."""
    at = np.uint32(code)
    if samples[at] == 0:
        samples[at] = sample
        played[n] = code
        n += 1
    return n


@compiled
def add_all(table, samples):
    for i in range(len(table)):
        table[i] += samples[i]


@compiled
def bring_killers_forward(tables, tree, simulation):
    """Killer RAVE: bring the moves of a playout forward that have done at least as well, over the
    whole search, as their player did on average; returns where they end."""
    table = tables.amaf[tree.row[ROOT]]
    codes = simulation.line.code
    half = len(table) // 2
    average = tree.total[ROOT] / max(tree.visits[ROOT], 1)  # of who moved into the root
    if simulation.player == FIRST:
        average = 1.0 - average
    end = np.int64(simulation.depth)
    for i in range(simulation.depth, simulation.line.size[0]):
        count, total = count_and_sum(table[codes[i]])
        surplus = total - average * count  # of the first player
        if (surplus >= 0) if codes[i] < half else (surplus <= 0):
            codes[i], codes[end] = codes[end], codes[i]
            end += 1
    return end
