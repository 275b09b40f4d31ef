"""The ingredients of the Hex solver, each on its own, against brute force."""

import itertools

import numpy as np
import pytest
from hex_oracle import (
    board,
    can_join,
    cells_of,
    crosses,
    empty_cells,
    every_position,
    flip,
    move_wins,
    random_positions,
    wins,
)

from playout.kernel import JIT
from playout.solve.hex_board import NONE, geometry
from playout.solve.hex_cells import graph_for
from playout.solve.hex_links import BOTTOM, TOP, links_for
from playout.solve.hex_parts import dead, filled, judged, links_of, pictures, spare
from playout.solve.hex_search import room_for
from playout.solve.hex_table import LOST, WON

N = 300 if JIT else 20


def few_positions(size, n_empty, seed, n=N):
    return list(random_positions(size, n, n_empty, seed))


SMALL = few_positions(3, range(2, 10), 1)
LARGER = few_positions(4, range(4, 9), 2, 150) if JIT else []
POSITIONS = [(3, *p) for p in SMALL] + [(4, *p) for p in LARGER]


@pytest.mark.parametrize("size", [2, 5, 8])
def test_turned_boards_are_the_same_cells_elsewhere(size):
    out = np.zeros(2, np.uint64)
    for cell in cells_of(board(size)):
        row, col = divmod(cell, 8)
        pictures(np.uint64(1 << cell), size, out)
        assert cells_of(int(out[0])) == [8 * col + row]
        assert cells_of(int(out[1])) == [8 * (size - 1 - row) + size - 1 - col]


def points_of(links, n, own):
    """A cell or the edge that each point stands for, and its bit where it is empty."""
    names = {TOP: "top", BOTTOM: "bottom"}
    for cell in range(64):
        point = int(links.point[cell])
        if point > BOTTOM and (own >> cell & 1 or int(links.cell[point]) == 1 << cell):
            names[point] = cell
    return [(names[x], int(links.cell[x])) for x in range(n)]


@pytest.mark.parametrize(("n_empty", "size"), [(9, 3), (14, 4)] if JIT else [(6, 3)])
def test_links_hold_against_any_play_in_their_carriers(size, n_empty):
    links, out, checked = links_for(size), np.zeros(2, np.uint64), [0, 0]
    for own, other in few_positions(size, range(4, n_empty + 1), 3, 25 if JIT else 2):
        links.point[:] = -1
        n = links_of(links, geometry(size), np.uint64(own), np.uint64(other), out)
        points = points_of(links, n, own)
        for x, y in itertools.combinations(range(n), 2):
            (end, a), (goal, b) = points[x], points[y]
            lists = (links.full[x * n + y, : links.n_full[x * n + y]],
                     links.half[x * n + y, : links.n_half[x * n + y]])  # fmt: skip
            for is_first, carriers in enumerate(lists):
                for carrier in map(int, carriers):
                    assert not carrier & (own | other | a | b)
                    if carrier.bit_count() <= 8:
                        checked[is_first] += 1
                        stones = own | a | b
                        assert can_join(stones, carrier, (end, goal), bool(is_first), size)
    assert min(checked) > (300 if JIT else 5)


def test_links_find_the_edge_template_of_the_third_row():
    """A stone on the third row with room enough is connected to the edge (the ziggurat)."""
    size, stone = 5, 8 * 2 + 2
    links, out = links_for(size), np.zeros(2, np.uint64)
    n = links_of(links, geometry(size), np.uint64(1 << stone), NONE, out)
    x = int(links.point[stone])
    carriers = [int(c) for c in links.full[BOTTOM * n + x, : links.n_full[BOTTOM * n + x]]]
    ziggurat = min(carriers, key=int.bit_count)
    assert [row.bit_count() for row in ziggurat.to_bytes(8, "little")] == [0, 0, 1, 3, 4, 0, 0, 0]
    assert can_join(1 << stone, ziggurat, (stone, "bottom"), False, size)
    n = links_of(links, geometry(2), NONE, NONE, out)  # nothing connects an empty board
    assert links.n_full[1] == 0


def test_must_play_region_contains_every_winning_move():
    links = {size: links_for(size) for size in (3, 4)}
    out = np.zeros(2, np.uint64)
    n_outside = 0
    for size, own, other in POSITIONS:
        theirs = np.uint64(flip(other)), np.uint64(flip(own))
        links_of(links[size], geometry(size), *theirs, out)
        if links[size].n_full[1]:
            assert not wins(own, other, size)
            continue
        region = flip(int(out[0]) & board(size))
        for cell in empty_cells(own, other, size):
            n_outside += not region >> cell & 1
            assert region >> cell & 1 or not move_wins(own, other, cell, size)
    assert n_outside > (100 if JIT else 0)


def test_dead_cells_change_no_full_board():
    graph, n_dead = graph_for(), 0
    for size, own, other in POSITIONS:
        for cell in cells_of(int(dead(graph, geometry(size), np.uint64(own), np.uint64(other)))):
            n_dead += 1
            assert is_irrelevant(own, other, cell, size)
    assert n_dead > (100 if JIT else 0)


def test_killers_make_cells_dead():
    graph, n_killers = graph_for(), 0
    for size, own, other in POSITIONS:
        if dead(graph, geometry(size), np.uint64(own), np.uint64(other)):
            continue  # killers are noted where there are no dead cells
        for cell in empty_cells(own, other, size):
            for killer in cells_of(int(graph.killers[cell])):
                n_killers += 1
                assert is_irrelevant(own, other | 1 << killer, cell, size)
    assert n_killers > (100 if JIT else 0)


def is_irrelevant(own, other, cell, size):
    """Whether a cell's colour never matters, however the rest of the board is filled."""
    rest = [c for c in empty_cells(own, other, size) if c != cell]
    for n in range(len(rest) + 1):
        for chosen in itertools.combinations(rest, n):
            full = own | sum(1 << c for c in chosen)
            if crosses(full, size) != crosses(full | 1 << cell, size):
                return False
    return True


@pytest.mark.parametrize("size", [2, 3] if JIT else [2])
def test_fill_in_keeps_the_outcome_of_every_position(size):
    check_fill_in(size, every_position(size))


def test_fill_in_keeps_the_outcome_of_sampled_positions():
    check_fill_in(4, few_positions(4, range(4, 9), 4, 200) if JIT else [])


def check_fill_in(size, positions):
    graphs, n_filled = (graph_for(), graph_for()), 0
    for own, other in positions:
        words = np.uint64(own), np.uint64(other)
        own2, other2 = map(int, filled(*graphs, geometry(size), *words))
        assert own & ~own2 == other & ~other2 == own2 & other2 == 0
        assert (own2 | other2) & ~board(size) == 0
        n_filled += (own2, other2) != (own, other)
        assert wins(own2, other2, size) == wins(own, other, size)
    assert n_filled or not JIT


def test_moves_that_are_spared_leave_a_winning_one():
    mine, theirs, n_spared = graph_for(), graph_for(), 0
    for size, own, other in POSITIONS:
        words = np.uint64(own), np.uint64(other)
        own, other, spared = map(int, spare(mine, theirs, geometry(size), *words))  # noqa: PLW2901
        moves = empty_cells(own, other, size)
        if not moves or crosses(own, size) or crosses(flip(other), size):
            continue
        left = [cell for cell in moves if not spared >> cell & 1]
        n_spared += len(moves) - len(left)
        assert left
        assert wins(own, other, size) == any(move_wins(own, other, c, size) for c in left)
    assert n_spared > (100 if JIT else 0)


def test_evaluation_is_right_where_it_decides_and_its_carrier_is_enough():
    rooms = {size: room_for(size) for size in (3, 4)}
    decided = 0
    for size, own, other in POSITIONS:
        own2, other2, word = judged(rooms[size], np.uint64(own), np.uint64(other))
        own2, other2 = int(own2), int(other2)
        carrier = int(rooms[size].found[1])
        if word not in (WON, LOST):
            continue
        decided += 1
        assert wins(own, other, size) == (word == WON)
        rest = board(size) & ~(own2 | other2 | carrier)
        if word == WON:
            assert wins(own2, other2 | rest, size)
        else:
            assert not wins(own2 | rest, other2, size)
    assert decided > len(POSITIONS) // 2
