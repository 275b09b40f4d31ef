"""Which moves to try first: those that carry most current (Shannon; Anshelevich 2002)."""

from typing import NamedTuple

import numpy as np

from ..kernel import compiled, lowest
from .hex_board import NONE, transposed, without_lowest

__all__ = ["Circuit", "add_currents", "circuit_for", "order_moves"]

SWEEPS = 24


class Circuit(NamedTuple):
    volts: np.ndarray  # float64, by cell
    amps: np.ndarray  # float64, by cell: what flows through it, summed over both players


def circuit_for() -> Circuit:
    return Circuit(np.zeros(64), np.zeros(64))


@compiled
def conductance(a, b, own):
    """Between two cells: an empty one resists, a stone hardly."""
    r = 0.1 if (own >> np.uint64(a)) & np.uint64(1) != NONE else 1.0
    r += 0.1 if (own >> np.uint64(b)) & np.uint64(1) != NONE else 1.0
    return 1.0 / r


@compiled
def add_currents(circuit, geometry, own, other, is_flipped):
    """Put one volt on the top edge and none on the bottom; add the current of each cell.

    `is_flipped`: the board is transposed, and the currents are noted the right way round.
    """
    live = geometry.cells[0] & ~other
    volts = circuit.volts
    for i in range(64):
        volts[i] = 1.0 - (i // 8 + 0.5) / geometry.size
    for _ in range(SWEEPS):
        cells = live
        while cells != NONE:
            at = lowest(cells)
            cells = without_lowest(cells)
            volts[at] = balance(geometry, volts, at, own, live)
    total = 1e-9
    row = live & geometry.cells[1]
    while row != NONE:
        at = lowest(row)
        row = without_lowest(row)
        total += (1.0 - volts[at]) * 2.0 * conductance(at, at, own)
    cells = live & ~own
    while cells != NONE:
        at = lowest(cells)
        cells = without_lowest(cells)
        to = at // 8 + 8 * (at % 8) if is_flipped else at
        circuit.amps[to] += flow(geometry, volts, at, own, live) / total


@compiled
def balance(geometry, volts, at, own, live):
    """The voltage at which what flows into a cell flows out again."""
    g = 1e-9
    v = 0.0
    if at // 8 == 0:
        g += 2.0 * conductance(at, at, own)
        v += 2.0 * conductance(at, at, own)
    if at // 8 == geometry.size - 1:
        g += 2.0 * conductance(at, at, own)
    cells = geometry.near[at] & live
    while cells != NONE:
        to = lowest(cells)
        cells = without_lowest(cells)
        c = conductance(at, to, own)
        g += c
        v += c * volts[to]
    return v / g


@compiled
def flow(geometry, volts, at, own, live):
    """The current into a cell."""
    amps = 0.0
    if at // 8 == 0:
        amps += (1.0 - volts[at]) * 2.0 * conductance(at, at, own)
    cells = geometry.near[at] & live
    while cells != NONE:
        to = lowest(cells)
        cells = without_lowest(cells)
        if volts[to] > volts[at]:
            amps += (volts[to] - volts[at]) * conductance(at, to, own)
    return amps


@compiled
def order_moves(circuit, geometry, own, other, moves, out):
    """Write the moves into `out`, the most promising ones first, and 255 behind the last."""
    for i in range(64):
        circuit.amps[i] = 0.0
    for side in range(2):
        first = own if side == 0 else transposed(other)
        second = other if side == 0 else transposed(own)
        add_currents(circuit, geometry, first, second, side == 1)
    n = 0
    while moves != NONE:
        at = lowest(moves)
        moves = without_lowest(moves)
        i = n
        while i > 0 and circuit.amps[out[i - 1]] < circuit.amps[at]:
            out[i] = out[i - 1]
            i -= 1
        out[i] = at
        n += 1
    if n < len(out):
        out[n] = 255
    return n
