"""AMAF, all moves as first: what a move is worth whenever it is played (Brügmann 1993).

An expanded node has a row of statistics, by the code of a move. After a simulation every move
that was made from that node on, in the tree or in the playout, is credited there, once. A row
adds up results for the first player, whoever made the move: the second one reads it the other
way round.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled
from ..registry import name_of
from ..rules import FIRST, SECOND
from .errors import SearchError
from .statistics import per_expansion, per_node, per_search, statistics
from .tree import ROOT, home_of, result_for

__all__ = [
    "ENTRY",
    "AmafTables",
    "add_samples",
    "check_draw",
    "count_and_sum",
    "count_and_value",
    "credit",
    "credited",
    "estimate_of",
    "keep_codes",
    "look_up",
    "sample_of",
    "samples_of",
]


# How an entry is shown: its low half counts, its high half adds up half points.
ENTRY = (
    ("visits", lambda entry: int(entry) & 0x7FFFFFFF),
    ("total", lambda entry: (int(entry) >> 32) / 2),
)


@statistics
class AmafTables(NamedTuple):
    """What RAVE and its kin keep."""

    code: Any = per_node(np.int32, shown=())  # of the move
    amaf: Any = per_expansion(np.int64, "n_codes", shown=ENTRY)
    entry: Any = per_search(np.int64, "n_moves", shown=())  # room for those of a node's children
    played: Any = per_search(np.int32, "n_codes", shown=())  # the different codes of a simulation
    sample: Any = per_search(np.int64, "n_codes", shown=())  # by code, what is added for it
    recent: Any = per_search(np.float32, "n_codes")  # by code, the mean of its last results


def check_draw(self):
    """Raise a SearchError for a draw that half points cannot say."""
    if self.draw not in (0.0, 0.5, 1.0):
        why = "{owner}: {parameter} must be one of {choices}, not {value}"
        fields = {"owner": name_of(type(self)), "choices": "0, 0.5, 1", "value": self.draw}
        raise SearchError(why, "not-a-choice", parameter="draw", **fields)


@compiled
def sample_of(result):
    """One sample of this result, 0, 1/2 or 1, to be added to an entry."""
    return np.int64(1) + (np.int64(2 * result) << np.int64(32))


@compiled
def samples_of(simulation):
    """What a simulation adds for a code of the first player, and how much more for the second's.

    Entries are results of the first player, and the second reads them the other way round. That
    fits all results but a draw that is not worth 1/2.
    """
    first = sample_of(result_for(FIRST, simulation.winner, simulation.draw))
    second = sample_of(1.0 - result_for(SECOND, simulation.winner, simulation.draw))
    return first, second - first


@compiled
def add_samples(table, played, n, sample, more):
    """Add samples for the first n of `played` to a table: see `samples_of`."""
    for k in range(n):
        table[np.uint32(played[k])] += sample
    if more != 0:
        for k in range(n):
            if 2 * played[k] >= len(table):
                table[np.uint32(played[k])] += more


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
def credit(tables, tree, simulation, both, killer, recent, root_player):
    """Credit the moves of a simulation in the rows of the nodes it passed.

    Going up, each node is credited with what came after it, and its own move joins the others
    for the nodes above. A code is credited once, however often it was played: `sample` holds what
    is added for each. Where most codes were played it is added as a whole. `both`: what the other
    player's moves are worth is read as well, by nodes below. For the rest see `Rave`.
    """
    sample, more = samples_of(simulation)
    codes, played, samples = simulation.line.code, tables.played, tables.sample
    depth = simulation.depth
    half = len(samples) // 2  # the second player's codes are the upper half
    n_all = np.int64(simulation.line.size[0])
    is_dense = half < 8 * n_all and more == 0 and not (killer or root_player)
    if root_player:
        n_all = bring_own_forward(codes, depth, n_all, half, simulation.player)
    n_played = n_all
    if killer:
        n_played = bring_killers_forward(tables, tree, simulation, n_all, recent)
    n = np.int64(0)
    for i in range(depth, n_played):
        if is_dense:
            samples[np.uint32(codes[i])] = sample
        else:
            n = credited(codes[i], played, samples, sample, n)
    for i in range(depth, -1, -1):
        if i < depth and not (root_player and i & 1):
            n = credited(codes[i], played, samples, sample, n)
        if i == 0:  # the root knows them all, to judge them by
            for k in range(n_played, n_all):
                n = credited(codes[k], played, samples, sample, n)
        row = tree.row[home_of(tree, np.int64(simulation.path[i]))]
        if row != 0:
            table = tables.amaf[row]
            if is_dense:
                low = 0 if both else half * ((simulation.player + i) & 1)
                high = 2 * half if both else low + half
                add_all(table[low:high], samples[low:high])
            else:
                add_samples(table, played, n, sample, more)
    if killer and recent > 0:
        note_recent(tables, tables.amaf[tree.row[ROOT]], n, sample, more, recent)
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
def bring_own_forward(codes, start, stop, half, player):
    """Bring the moves of one player forward, of those from start to stop; returns where they
    end."""
    end = np.int64(start)
    for i in range(start, stop):
        if (codes[i] < half) == (player == FIRST):
            codes[i], codes[end] = codes[end], codes[i]
            end += 1
    return end


@compiled
def bring_killers_forward(tables, tree, simulation, stop, recent):
    """Killer RAVE: bring the moves of a playout forward that have done at least as well, over the
    whole search or lately, as their player did on average; returns where they end."""
    table = tables.amaf[tree.row[ROOT]]
    codes = simulation.line.code
    half = len(table) // 2
    # Sums of the first player: of its own results, and of what is left of the second's. They are
    # not divided by their number: what is exactly as good as the average counts.
    n = np.float64(max(tree.visits[ROOT], 1))
    own = rest = np.float64(tree.total[ROOT])  # of who moved into the root
    of_draws = (2 * simulation.draw - 1) * tree.draws[ROOT]  # what both have together above n
    if simulation.player == FIRST:
        own, rest = n - own + of_draws, n - rest
    else:
        rest -= of_draws
    end = np.int64(simulation.depth)
    for i in range(simulation.depth, stop):
        count, total = count_and_sum(table[codes[i]])
        if recent > 0:
            total = count * tables.recent[codes[i]]
        sum_of_n = n * total
        if (sum_of_n >= own * count) if codes[i] < half else (sum_of_n <= rest * count):
            codes[i], codes[end] = codes[end], codes[i]
            end += 1
    return end


@compiled
def note_recent(tables, table, n, sample, more, recent):
    """Add a result to the mean of the last ones of each of the n codes that were played: all of
    them up to `recent`, from then on each counts a little less than the one after it."""
    for k in range(n):
        code = np.uint32(tables.played[k])
        is_upper = 2 * code >= len(table)
        _, result = count_and_sum(sample + more if is_upper else sample)
        count, _ = count_and_sum(table[code])
        weight = np.float32(1) / min(count, np.float32(recent))
        tables.recent[code] += weight * (result - tables.recent[code])
