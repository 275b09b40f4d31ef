"""Cells that cannot matter: dead and captured ones, and moves that are never needed.

Seen by one player the board is a graph (Shannon's switching game): its vertices
are the empty cells and that player's two edges; own chains are contracted, so
that all their liberties are neighbours; the opponent's stones are gone.

    dead         all neighbours of the cell are neighbours of each other: no shortest
                 path between the edges runs through it, so its colour is irrelevant
    captured     two cells each of which is dead once the player has the other one:
                 whichever the opponent takes, the player takes the other. The player may
                 as well have both
    dominated    a move at a cell that another move of the player would make dead
    vulnerable   a move at a cell that a reply of the opponent, its killer, makes dead

After Hayward, Björnsson, Johanson, Kan, Po, van Rijswijck (2005) and Björnsson,
Hayward, Johanson, van Rijswijck (2007).
"""

from typing import NamedTuple

import numpy as np

from ..kernel import compiled, lowest
from .hex_board import NONE, around, grown, subset, transposed, without_lowest

__all__ = ["Graph", "dead_cells", "fill_in", "graph_for", "set_graph", "spare_moves"]


class Graph(NamedTuple):
    """The board as the player sees it who connects top and bottom."""

    reach: np.ndarray  # uint64, by cell: the empty cells next to it, across own chains too
    edges: np.ndarray  # uint64: the empty cells next to the top edge, and to the bottom one
    killers: np.ndarray  # uint64, by cell: where a stone of the opponent makes it dead


def graph_for() -> Graph:
    return Graph(np.zeros(64, np.uint64), np.zeros(2, np.uint64), np.zeros(64, np.uint64))


@compiled
def set_graph(graph, geometry, own, other):
    near = geometry.near
    empty = geometry.cells[0] & ~(own | other)
    cells = empty
    while cells != NONE:
        at = lowest(cells)
        graph.reach[at] = near[at] & empty
        cells = without_lowest(cells)
    left = own
    for edge in range(2):
        row = geometry.cells[1 + edge]
        chain = grown(near, own & row, own)
        left &= ~chain
        graph.edges[edge] = (around(near, chain) | row) & empty
        join(graph.reach, graph.edges[edge])
    while left != NONE:
        chain = grown(near, left & ~without_lowest(left), own)
        left &= ~chain
        join(graph.reach, around(near, chain) & empty)


@compiled
def join(reach, cells):
    """Make all these cells neighbours of each other."""
    rest = cells
    while rest != NONE:
        one = rest & ~without_lowest(rest)
        reach[lowest(rest)] |= cells & ~one
        rest = without_lowest(rest)


@compiled
def is_dead(graph, at, one, gone):
    """Whether a cell, and its bit, is dead once the cells `gone` are the opponent's."""
    cells = graph.reach[at] & ~gone
    n_edges = 0
    for edge in range(2):
        if graph.edges[edge] & one != NONE:
            n_edges += 1
            if not subset(cells, graph.edges[edge]):
                return False
    if n_edges == 2:
        return False
    rest = cells
    while rest != NONE:
        step = rest & ~without_lowest(rest)
        if not subset(cells & ~step, graph.reach[lowest(rest)]):
            return False
        rest = without_lowest(rest)
    return True


@compiled
def dead_cells(graph, empty):
    """The dead ones of the empty cells; if there are none, the killers of each are noted."""
    found = NONE
    for is_second in range(2):
        rest = empty
        while rest != NONE:
            at = lowest(rest)
            one = rest & ~without_lowest(rest)
            rest = without_lowest(rest)
            graph.killers[at] = NONE
            gone = graph.reach[at] if is_second else one
            while gone != NONE:
                step = gone & ~without_lowest(gone)
                if is_dead(graph, at, one, step):
                    graph.killers[at] |= step
                gone = without_lowest(gone)
            if not is_second:
                found |= graph.killers[at]
        if found != NONE:
            return found
    return NONE


@compiled
def captured_pair(graph, empty):
    """Two cells that the opponent of the graph's player has captured; or none."""
    while empty != NONE:
        at = lowest(empty)
        one = empty & ~without_lowest(empty)
        empty = without_lowest(empty)
        found = graph.killers[at] & empty
        while found != NONE:
            if graph.killers[lowest(found)] & one != NONE:
                return one | (found & ~without_lowest(found))
            found = without_lowest(found)
    return NONE


@compiled
def fill_in(mine, theirs, geometry, own, other):
    """Give dead and captured cells stones until there are none; the new `own` and `other`.

    The graphs become those of the player to move, and of the opponent on the transposed
    board. Dead cells go to `other`.
    """
    is_stable = False
    while not is_stable:
        is_stable = True
        for side in range(2):
            graph = mine if side == 0 else theirs
            first = own if side == 0 else transposed(other)
            second = other if side == 0 else transposed(own)
            set_graph(graph, geometry, first, second)
            empty = geometry.cells[0] & ~(first | second)
            found = dead_cells(graph, empty)
            is_captured = found == NONE
            if is_captured:
                found = captured_pair(graph, empty)
            if found == NONE:
                continue
            is_stable = False
            if side == 1:
                found = transposed(found)
            if is_captured and side == 1:
                own |= found
            else:
                other |= found
    return own, other


@compiled
def spare_moves(mine, theirs, moves, carrier):
    """Which of these moves the player to move need not try, and cells that answer them.

    The graphs are as `fill_in` leaves them. The answers are killers of the vulnerable moves,
    which the opponent cannot do without: those inside the carrier, where there are any.
    """
    vulnerable = NONE
    answers = NONE
    rest = moves
    while rest != NONE:
        found = mine.killers[lowest(rest)]
        if found != NONE:
            vulnerable |= rest & ~without_lowest(rest)
            if found & carrier != NONE:
                found &= carrier
            answers |= found & ~without_lowest(found)
        rest = without_lowest(rest)
    if vulnerable == moves:
        return NONE, NONE
    return vulnerable | dominated_moves(theirs, moves & ~vulnerable), answers


@compiled
def dominated_moves(theirs, moves):
    """Moves that other ones of these stand for."""
    dominated = NONE
    kept = NONE
    rest = moves
    while rest != NONE:
        one = rest & ~without_lowest(rest)
        rest = without_lowest(rest)
        if one & kept == NONE:
            better = transposed(theirs.killers[lowest(transposed(one))]) & moves & ~dominated
            if better != NONE:
                dominated |= one
                kept |= better & ~without_lowest(better)
    return dominated
