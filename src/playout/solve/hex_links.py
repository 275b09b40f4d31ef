"""Virtual connections: what a player can join whoever moves first (H-search, Anshelevich 2002).

A *point* is an edge, a chain of own stones, or an empty cell. Two points are
linked, by a carrier of empty cells, if the player can join them inside the
carrier although the opponent moves first; half-linked, if the player must move
first. Neighbours are linked by an empty carrier; everything else follows from

    and   links x-c and c-y with disjoint carriers link x and y if c is a chain; if c is
          an empty cell they half-link them, c being in the carrier
    or    half-links of x and y with no cell common to all of them link x and y: no
          single move breaks them all. The carrier is their union.

The lists are short, and only the smallest carriers are kept: that may miss a
connection but never invents one. An edge could stand for c as well, but then almost
all pairs of points are linked somehow: twenty times the work, for a sixth fewer nodes.
"""

from typing import NamedTuple

import numpy as np

from ..kernel import compiled, lowest, popcount
from .hex_board import NONE, grown, subset, without_lowest

__all__ = ["ANY", "BOTH_EDGES", "BOTTOM", "LINKED", "TOP", "Links", "find_links", "links_for"]

TOP, BOTTOM = 0, 1  # the first two points
ANY, LINKED = 0, 1  # what to look for between the edges before stopping: half a link, or a link
QUEUE = 1 << 15
MOST_LINKS, MOST_HALVES = 8, 12  # kept of each pair of points


class Links(NamedTuple):
    """The connections of one player; pair x < y has the number x * points + y."""

    cell: np.ndarray  # uint64, by point: its bit if it is an empty cell
    point: np.ndarray  # int64, by cell: its point
    n_full: np.ndarray  # int64, by pair
    full: np.ndarray  # uint64, by pair: the carriers
    n_half: np.ndarray
    half: np.ndarray
    n_partners: np.ndarray  # int64, by point
    partners: np.ndarray  # int64, by point: those it has a link with
    queue: np.ndarray  # uint64: x, y and carrier of links whose consequences are not drawn yet
    counts: np.ndarray  # int64: points; head and tail of the queue


POINTS, HEAD, TAIL, AIM = range(4)
BOTH_EDGES = 1  # the pair of the top and the bottom: TOP * points + BOTTOM


def links_for(size: int) -> Links:
    n = size * size + 2
    return Links(
        cell=np.zeros(n, np.uint64),
        point=np.zeros(64, np.int64),
        n_full=np.zeros(n * n, np.int64),
        full=np.zeros((n * n, MOST_LINKS), np.uint64),
        n_half=np.zeros(n * n, np.int64),
        half=np.zeros((n * n, MOST_HALVES), np.uint64),
        n_partners=np.zeros(n, np.int64),
        partners=np.zeros((n, n), np.int64),
        queue=np.zeros((QUEUE, 3), np.uint64),
        counts=np.zeros(4, np.int64),
    )


@compiled
def find_links(links, geometry, own, other, aim):
    """Find the links of the player who connects top and bottom; stop once the edges are.

    The edges must not be connected by stones yet.
    """
    set_points(links, geometry, own, other, aim)
    propose_neighbours(links, geometry, other)
    counts = links.counts
    while counts[HEAD] < counts[TAIL] and not is_reached(links):
        i = counts[HEAD]
        counts[HEAD] += 1
        x = np.int64(links.queue[i, 0])
        y = np.int64(links.queue[i, 1])
        carrier = links.queue[i, 2]
        if not add_link(links, x, y, carrier):
            continue
        for side in range(2):
            mid = x if side == 0 else y
            if mid > BOTTOM and not is_reached(links):
                extend(links, mid, x + y - mid, carrier)


@compiled
def is_reached(links):
    if links.counts[AIM] == LINKED:
        return links.n_full[BOTH_EDGES] > 0
    return links.n_full[BOTH_EDGES] + links.n_half[BOTH_EDGES] > 0


@compiled
def set_points(links, geometry, own, other, aim):
    """Number the edges, the chains and the empty cells."""
    near = geometry.near
    board = geometry.cells[0]
    links.cell[TOP] = NONE
    links.cell[BOTTOM] = NONE
    n = 2
    left = own
    for edge in range(2):
        chain = grown(near, own & geometry.cells[1 + edge], own)
        left &= ~chain
        mark(links.point, chain, edge)
    while left != NONE:
        chain = grown(near, left & ~without_lowest(left), own)
        left &= ~chain
        mark(links.point, chain, n)
        links.cell[n] = NONE
        n += 1
    empty = board & ~(own | other)
    while empty != NONE:
        links.point[lowest(empty)] = n
        links.cell[n] = empty & ~without_lowest(empty)
        empty = without_lowest(empty)
        n += 1
    for x in range(n):
        links.n_partners[x] = 0
        for y in range(n):
            links.n_full[x * n + y] = 0
            links.n_half[x * n + y] = 0
    links.counts[POINTS] = n
    links.counts[HEAD] = 0
    links.counts[TAIL] = 0
    links.counts[AIM] = aim


@compiled
def mark(point, cells, number):
    while cells != NONE:
        point[lowest(cells)] = number
        cells = without_lowest(cells)


@compiled
def propose_neighbours(links, geometry, other):
    live = geometry.cells[0] & ~other
    cells = live
    while cells != NONE:
        at = lowest(cells)
        x = links.point[at]
        one = cells & ~without_lowest(cells)
        near = geometry.near[at] & live
        while near != NONE:
            y = links.point[lowest(near)]
            near = without_lowest(near)
            if x < y:
                propose(links, x, y, NONE)
        for edge in range(2):
            if one & geometry.cells[1 + edge] != NONE and x > edge:
                propose(links, edge, x, NONE)
        cells = without_lowest(cells)


@compiled
def pair(links, x, y):
    n = links.counts[POINTS]
    return x * n + y if x < y else y * n + x


@compiled
def is_covered(lists, n, p, carrier):
    """Whether a list has a carrier inside this one."""
    for i in range(n):  # noqa: SIM110
        if subset(lists[p, i], carrier):
            return True
    return False


@compiled
def propose(links, x, y, carrier):
    """Queue a link, unless a smaller one is known."""
    p = pair(links, x, y)
    tail = links.counts[TAIL]
    if tail == QUEUE or is_covered(links.full, links.n_full[p], p, carrier):
        return
    links.queue[tail, 0] = np.uint64(x)
    links.queue[tail, 1] = np.uint64(y)
    links.queue[tail, 2] = carrier
    links.counts[TAIL] = tail + 1
    if p == BOTH_EDGES:  # what matters most need not wait
        links.full[p, 0] = carrier
        links.n_full[p] = 1


@compiled
def extend(links, mid, end, carrier):
    """The and-rule with this link from `mid` to `end` and every link of `mid`."""
    cell = links.cell
    key = cell[mid]
    for k in range(links.n_partners[mid]):
        z = links.partners[mid, k]
        if z == end or (cell[z] & carrier) != NONE:
            continue
        p = pair(links, mid, z)
        for i in range(links.n_full[p]):
            second = links.full[p, i]
            if (second & (carrier | cell[end])) == NONE:
                if key == NONE:
                    propose(links, end, z, carrier | second)
                else:
                    add_half(links, end, z, carrier | second | key)


@compiled
def add_link(links, x, y, carrier):
    """List a link and drop the larger ones; returns whether it was needed."""
    p = pair(links, x, y)
    is_first = links.n_full[p] == 0
    n = insert(links.full, links.n_full[p], p, carrier)
    if n < 0:
        return False
    if is_first:
        links.partners[x, links.n_partners[x]] = y
        links.partners[y, links.n_partners[y]] = x
        links.n_partners[x] += 1
        links.n_partners[y] += 1
    links.n_full[p] = n
    links.n_half[p] = drop_larger(links.half, links.n_half[p], p, carrier)
    return True


@compiled
def add_half(links, x, y, carrier):
    """List a half-link, and draw what follows from it by the or-rule."""
    p = pair(links, x, y)
    if is_covered(links.full, links.n_full[p], p, carrier):
        return
    n = insert(links.half, links.n_half[p], p, carrier)
    if n < 0:
        return
    links.n_half[p] = n
    common = carrier
    for i in range(n):
        common &= links.half[p, i]
    if common == NONE:
        join_halves(links, x, y, p, carrier)


@compiled
def join_halves(links, x, y, p, carrier):
    """The or-rule with two to four half-links, this one among them."""
    half = links.half
    n = links.n_half[p]
    for i in range(n):
        two = carrier & half[p, i]
        union = carrier | half[p, i]
        if two == carrier:
            continue
        best = NONE
        if two == NONE:
            best = union
        else:
            for j in range(i + 1, n):
                three = two & half[p, j]
                if three == two:
                    continue
                if three == NONE:
                    best = smaller(best, union | half[p, j])
                    continue
                for k in range(j + 1, n):
                    if three & half[p, k] == NONE:
                        best = smaller(best, union | half[p, j] | half[p, k])
        if best != NONE:
            propose(links, x, y, best)


@compiled
def smaller(a, b):
    return b if a == NONE or popcount(b) < popcount(a) else a


@compiled
def insert(lists, n, p, carrier):
    """Put a carrier into a list of minimal ones; its new length, or -1 if it is not needed."""
    if is_covered(lists, n, p, carrier):
        return -1
    n = drop_larger(lists, n, p, carrier)
    if n < lists.shape[1]:
        lists[p, n] = carrier
        return n + 1
    worst = 0
    for i in range(1, n):
        if popcount(lists[p, i]) > popcount(lists[p, worst]):
            worst = i
    if popcount(lists[p, worst]) <= popcount(carrier):
        return -1
    lists[p, worst] = carrier
    return n


@compiled
def drop_larger(lists, n, p, carrier):
    kept = 0
    for i in range(n):
        if not subset(carrier, lists[p, i]):
            lists[p, kept] = lists[p, i]
            kept += 1
    return kept
