"""Depth-first proof-number search in Hex (Nagai 2002; Henderson, Arneson, Hayward 2009).

A position is evaluated once: filled in, then searched for connections. If the
player to move can connect, or the opponent has connected whoever moves, that is the
proof. If not, the moves that do not meet every way of the opponent to connect are
lost: the others are the must-play region. A refuted move rules out more of them, all
those outside the carrier of its refutation; once no move is left the position is
lost, in the union of those carriers.

Only some moves of a position are looked at in a scan, the most promising of those
left: a move takes part once enough of those before it are refuted.
"""

from typing import NamedTuple

import numpy as np

from ..kernel import bit, compiled, entry, popcount
from .hex_board import NONE, Geometry, crosses, geometry, transposed, turned
from .hex_cells import Graph, fill_in, graph_for, spare_moves
from .hex_links import ANY, BOTH_EDGES, LINKED, Links, find_links, links_for
from .hex_order import Circuit, circuit_for, order_moves
from .hex_table import (
    CARRIER,
    DEPTH,
    LOST,
    MISSING,
    MOVES,
    NODES,
    NUMBERS,
    OTHER,
    OWN,
    PROVEN,
    WON,
    delta_of,
    find_row,
    is_full,
    is_turned,
    look_up,
    numbers,
    phi_of,
    put_filled,
    put_row,
)

__all__ = ["FULL", "RUNNING", "SOLVED", "Room", "proof_of", "rank_moves", "room_for", "search"]

RUNNING, SOLVED, FULL = range(3)
NO_MOVE = 255  # behind the last move of an order
FIRST_MOVES, SHARE = 1, 2  # a scan looks at one move, and at half of those left
VISITS = 64  # scans that take about as long as an evaluation
BEST, BEST_PHI, SECOND = range(3)  # what a scan finds


class Room(NamedTuple):
    """What a search works in."""

    geometry: Geometry
    links: Links
    mine: Graph
    theirs: Graph
    circuit: Circuit
    found: np.ndarray  # uint64: moves left and carrier, by an evaluation
    given: np.ndarray  # uint64: what `look_up` says
    child: np.ndarray  # int64: the best child, its proof number, the next best disproof number


def room_for(size: int) -> Room:
    return Room(
        geometry(size),
        links_for(size),
        graph_for(),
        graph_for(),
        circuit_for(),
        np.zeros(2, np.uint64),
        np.zeros(3, np.uint64),
        np.zeros(3, np.int64),
    )


# -- evaluation --


@compiled
def must_play(links):
    """The cells that meet every half-link of the edges, and the union of those half-links.

    Only half-links that rule out more moves are taken into the union.
    """
    moves = ~NONE
    carrier = NONE
    for i in range(links.n_half[BOTH_EDGES]):
        half = links.half[BOTH_EDGES, i]
        if moves & ~half != NONE:
            moves &= half
            carrier |= half
    return moves, carrier


@compiled
def smallest(lists, n):
    best = lists[BOTH_EDGES, 0]
    for i in range(1, n):
        if popcount(lists[BOTH_EDGES, i]) < popcount(best):
            best = lists[BOTH_EDGES, i]
    return best


@compiled
def judge(room, own, other):
    """The proof numbers of a position that is filled in; moves and carrier go to `found`.

    The graphs must be those that filling in has left.
    """
    geometry = room.geometry
    links = room.links
    found = room.found
    for side in range(2):
        first = own if side == 0 else transposed(other)
        second = other if side == 0 else transposed(own)
        found[0] = NONE
        found[1] = NONE
        is_linked = crosses(geometry.near, geometry.cells, first)
        if not is_linked:
            find_links(links, geometry, first, second, ANY if side == 0 else LINKED)
            if links.n_full[BOTH_EDGES] > 0:
                is_linked = True
                found[1] = smallest(links.full, links.n_full[BOTH_EDGES])
            elif side == 0 and links.n_half[BOTH_EDGES] > 0:
                is_linked = True
                found[1] = smallest(links.half, links.n_half[BOTH_EDGES])
        if is_linked and side == 0:
            return WON
        if is_linked:
            found[1] = transposed(found[1])
            return LOST
    moves, carrier = must_play(links)
    moves = transposed(moves) & geometry.cells[0] & ~(own | other)
    carrier = transposed(carrier)
    spare, answers = spare_moves(room.mine, room.theirs, moves, carrier)
    found[0] = moves & ~spare
    found[1] = carrier | answers
    return numbers(1, popcount(found[0]))


@compiled
def add_position(table, room, own, other):
    """Evaluate a position that has no row yet."""
    table.counts[NODES] += 1
    size = room.geometry.size
    if is_turned(own, other, size):
        own = turned(own, size)
        other = turned(other, size)
    own2, other2 = own, other
    for is_second in range(2):
        own2, other2 = fill_in(room.mine, room.theirs, room.geometry, own2, other2)
        if not is_second and (own2 != own or other2 != other):
            put_filled(table, own, other, own2, other2)
        if not is_turned(own2, other2, size):
            break
        own2 = turned(own2, size)  # for the graphs once more
        other2 = turned(other2, size)
    if find_row(table, own2, other2) >= 0:
        return
    word = judge(room, own2, other2)
    moves = room.found[0]
    i = put_row(table, own2, other2, moves, room.found[1], word)
    if moves != NONE:
        order_moves(room.circuit, room.geometry, own2, other2, moves, table.order[i])


# -- the search --


@compiled
def carrier_of(table, room, i):
    """The carrier of a proven row that has just been looked up, as the one who asked sees it."""
    carrier = table.rows[i, CARRIER]
    if room.given[2] != NONE:
        carrier = turned(carrier, room.geometry.size)
    return carrier | room.given[0 if phi_of(table, i) == 0 else 1]


@compiled
def learn(table, i, one, has_lost, carrier):
    """Draw what follows for a row from a move that is proven."""
    rows = table.rows
    if not has_lost:
        rows[i, MOVES] = one
        rows[i, CARRIER] = carrier | one
        rows[i, NUMBERS] = WON
        return
    rows[i, MOVES] &= carrier & ~one
    rows[i, CARRIER] |= carrier
    if rows[i, MOVES] == NONE:
        rows[i, NUMBERS] = LOST


@compiled
def scan(table, room, i):
    """Sum up the children of an open row; returns whether one of them was proven."""
    rows = table.rows
    child = room.child
    is_news = False
    limit = FIRST_MOVES + popcount(rows[i, MOVES]) // SHARE
    best_delta = PROVEN
    child[SECOND] = PROVEN
    total = np.int64(0)
    n_seen = 0
    for k in range(table.order.shape[1]):
        at = np.int64(table.order[i, k])
        if at == NO_MOVE or n_seen == limit:
            break
        one = bit(at)
        if rows[i, MOVES] & one == NONE:
            continue
        own = transposed(rows[i, OTHER])
        other = transposed(rows[i, OWN] | one)
        c = look_up(table, own, other, room.geometry.size, room.given)
        phi = phi_of(table, c) if c >= 0 else np.int64(1)
        delta = delta_of(table, c) if c >= 0 else np.int64(1)
        if phi == 0 or delta == 0:
            is_news = True
            learn(table, i, one, phi == 0, transposed(carrier_of(table, room, c)))
            if delta == 0:
                return True
            continue
        n_seen += 1
        total += phi
        if delta < best_delta:
            child[SECOND] = best_delta
            best_delta = delta
            child[BEST] = at
            child[BEST_PHI] = phi
        elif delta < child[SECOND]:
            child[SECOND] = delta
    if rows[i, MOVES] != NONE:
        rows[i, NUMBERS] = numbers(best_delta, min(total, PROVEN - 1))
    return is_news


@compiled
def is_proven(table, i):
    return phi_of(table, i) == 0 or delta_of(table, i) == 0


@compiled
def descend(table, room, d, c):
    """Go on with the best child until it is no longer the best, or too hard for its parent."""
    path = table.path
    second = room.child[SECOND]
    slack = path[d, 2] - delta_of(table, path[d, 0])
    path[d + 1, 0] = c
    path[d + 1, 1] = min(slack + room.child[BEST_PHI], PROVEN)
    path[d + 1, 2] = min(path[d, 1], max(second + 1, second + second // 4))
    table.counts[DEPTH] = d + 1


@entry
def search(table, room, own, other, n_nodes):
    """Search a position for so many nodes, or go on with it where `depth` is not -1."""
    counts = table.counts
    path = table.path
    size = room.geometry.size
    work = 0
    while work < n_nodes * VISITS:
        d = counts[DEPTH]
        a = own
        b = other
        if d >= 0:
            i = path[d, 0]
            if not is_proven(table, i) and scan(table, room, i):
                continue  # moves have been ruled out that are counted
            work += 1
            bounds_met = phi_of(table, i) >= path[d, 1] or delta_of(table, i) >= path[d, 2]
            if d == 0 and is_proven(table, i):
                return SOLVED
            if d > 0 and (bounds_met or is_proven(table, i)):
                counts[DEPTH] = d - 1
                continue
            a = transposed(table.rows[i, OTHER])
            b = transposed(table.rows[i, OWN] | bit(room.child[BEST]))
        c = look_up(table, a, b, size, room.given)
        if c == MISSING:
            if is_full(table):
                return FULL
            add_position(table, room, a, b)
            work += VISITS
        elif d >= 0:
            descend(table, room, d, c)
        else:
            path[0, 0] = c
            path[0, 1] = PROVEN
            path[0, 2] = PROVEN
            counts[DEPTH] = 0
    return RUNNING


@entry
def proof_of(table, room, own, other, out):
    """What is proven of a position: +1 a win, -1 a loss, 0 nothing; `out`: carrier, winning move.

    The move is a word with one bit, or none: where connections were the proof.
    """
    i = look_up(table, own, other, room.geometry.size, room.given)
    out[0] = NONE
    out[1] = NONE
    if i < 0 or not is_proven(table, i):
        return 0
    out[0] = carrier_of(table, room, i)
    if phi_of(table, i) != 0:
        return -1
    out[1] = table.rows[i, MOVES]
    if room.given[2] != NONE:
        out[1] = turned(out[1], room.geometry.size)
    return 1


@entry
def rank_moves(room, own, other, moves, out):
    """Write moves into `out`, the most promising first; returns how many."""
    return order_moves(room.circuit, room.geometry, own, other, moves, out)
