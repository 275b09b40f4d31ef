"""Convolutions on one core: a tile of cells and of channels at a time, in the machine's registers.

What a cell becomes is the sum, over the 3 x 3 cells around it and their channels, of numbers times
weights. `tile` does it for R cells side by side and for 16 or 32 channels: it goes through numbers
and weights once and keeps the R x 32 sums in registers. That is what a library of linear algebra
does inside; written here for Numba it needs no copy of the cells (they lie side by side already, so
that the three of a row, with all their channels, are one run of numbers), no library and no threads
to be held back. On one core of a recent machine it does twice what NumPy's does (benchmarks).

    x     (rows + 2, cols + 2, channels)       a board with a border of zeros
    w     (panels, 3, 3 * channels, WIDE)      the weights, 16 or 32 outputs side by side
    out   as x                                 only its inside is written
"""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..kernel import JIT, compiled
from ..processor import has_long_vectors

__all__ = ["LANES", "Run", "convolve_run", "packed", "width"]

LANES = 16  # floats of a vector; a machine whose vectors are shorter takes two or four
FLOAT, INT = ir.FloatType(), ir.IntType(64)
VECTOR = ir.VectorType(FLOAT, LANES)
MOST_CELLS = 8  # of a tile of 32 channels, by 32 long registers; of 16 channels, by 16: 6
MOST_CELLS_NARROW = 6


def width() -> int:
    """How many channels a tile has: as many as registers hold well, of the processor that kernels
    are compiled for."""
    return 2 * LANES if JIT and has_long_vectors() else LANES


def packed(weights: np.ndarray, wide: int) -> np.ndarray:
    """Weights (k, k, inputs, outputs) as tiles want them: (panels, k, k * inputs, wide), with zeros
    for outputs that are not there."""
    k, _, n_in, n_out = weights.shape
    n_panels = -(-n_out // wide)
    room = np.zeros((k, k * n_in, n_panels * wide), np.float32)
    room[:, :, :n_out] = weights.reshape(k, k * n_in, n_out)
    return np.ascontiguousarray(room.reshape(k, k * n_in, n_panels, wide).transpose(2, 0, 1, 3))


class Run(NamedTuple):
    """A run of cells side by side: where it begins in an array of numbers, and their distance."""

    x: Any
    x_row: Any  # from a row of the board to the next
    x_cell: Any
    out: Any
    out_cell: Any


# --- the tile, in LLVM's language ---------------------------------------------------------------


def tile_of(n_cells: int, n_vectors: int) -> Any:
    """A function for kernels: a tile of so many cells and vectors of channels."""

    @intrinsic
    def tile(typing_context, x, w, bias, out, run, sizes):
        """`run` is as in `Run`. `sizes`: how many rows, and numbers in each; where in the weights;
        the first channel; whether it adds to what is in `out`, and whether less than 0 is 0."""
        places = types.UniTuple(types.int64, 5)
        signature = types.void(x, w, bias, out, places, types.UniTuple(types.int64, 6))

        def codegen(context, builder, signature, args):
            pointers = [
                context.make_array(kind)(context, builder, value).data
                for kind, value in zip(signature.args[:4], args[:4], strict=True)
            ]
            run = cgutils.unpack_tuple(builder, args[4], 5)
            sizes = cgutils.unpack_tuple(builder, args[5], 6)
            Tile(builder, n_cells, n_vectors).write(pointers, run, sizes)
            return context.get_dummy_value()

        return signature, codegen

    return tile


class Tile:
    """The code of a tile, as it is written."""

    def __init__(self, builder: Any, n_cells: int, n_vectors: int) -> None:
        self.builder, self.n_cells, self.n_vectors = builder, n_cells, n_vectors

    def at(self, pointer: Any, *offsets: Any) -> Any:
        for offset in offsets:
            pointer = self.builder.gep(pointer, [offset])
        return pointer

    def vector(self, pointer: Any, v: int) -> Any:
        return self.builder.bitcast(self.at(pointer, INT(v * LANES)), VECTOR.as_pointer())

    def load(self, pointer: Any, v: int) -> Any:
        loaded = self.builder.load(self.vector(pointer, v))
        loaded.align = 4
        return loaded

    def write(self, pointers: Any, run: Any, sizes: Any) -> None:
        x, w, bias, out = pointers
        x_at, x_row, x_cell, out_at, out_cell = run
        n_rows, n_numbers, w_at, channel, adds, cuts = sizes
        b = self.builder
        cells = range(self.n_cells)
        starts = [self.at(x, x_at, b.mul(x_cell, INT(r))) for r in cells]
        first = [self.load(self.at(bias, channel), v) for v in range(self.n_vectors)]
        begin = first * self.n_cells
        total = self.rows(starts, x_row, self.at(w, w_at), n_rows, n_numbers, begin)
        zero = ir.Constant(VECTOR, [0.0] * LANES)
        places = [b.add(out_at, b.add(b.mul(out_cell, INT(r)), channel)) for r in cells]
        added = self.joined(adds, total, lambda: self.plus(out, places, total))
        is_cut = b.icmp_signed("!=", cuts, INT(0))
        for i, value in enumerate(added):
            is_less = b.fcmp_ordered("<", value, zero)
            cut = b.select(b.and_(is_less, self.splat_bit(is_cut)), zero, value)
            place = self.at(out, places[i // self.n_vectors])
            b.store(cut, self.vector(place, i % self.n_vectors)).align = 4

    def splat_bit(self, bit: Any) -> Any:
        kind = ir.VectorType(ir.IntType(1), LANES)
        one = self.builder.insert_element(ir.Constant(kind, ir.Undefined), bit, ir.IntType(32)(0))
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return self.builder.shuffle_vector(one, ir.Constant(kind, ir.Undefined), mask)

    def splat(self, number: Any) -> Any:
        undefined = ir.Constant(VECTOR, ir.Undefined)
        one = self.builder.insert_element(undefined, number, ir.IntType(32)(0))
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return self.builder.shuffle_vector(one, undefined, mask)

    def plus(self, out: Any, places: list[Any], total: list[Any]) -> list[Any]:
        b, n = self.builder, self.n_vectors
        return [
            b.fadd(value, self.load(self.at(out, places[i // n]), i % n))
            for i, value in enumerate(total)
        ]

    def joined(self, flag: Any, values: list[Any], other: Any) -> list[Any]:
        """The values, or the other ones if the flag is set."""
        b = self.builder
        before = b.block
        branch = b.append_basic_block("adds")
        after = b.append_basic_block("joined")
        b.cbranch(b.icmp_signed("!=", flag, INT(0)), branch, after)
        b.position_at_end(branch)
        others = other()
        end = b.block
        b.branch(after)
        b.position_at_end(after)
        found = []
        for value, another in zip(values, others, strict=True):
            phi = b.phi(VECTOR)
            phi.add_incoming(value, before)
            phi.add_incoming(another, end)
            found.append(phi)
        return found

    def rows(
        self, starts: Any, x_row: Any, w: Any, n_rows: Any, n_numbers: Any, begin: Any
    ) -> list[Any]:
        """The loop over the rows of cells around: each is one run of numbers, and of weights."""
        b = self.builder
        step = b.mul(n_numbers, INT(self.n_vectors * LANES))

        def body(row: Any, sums: list[Any]) -> list[Any]:
            there = [self.at(start, b.mul(row, x_row)) for start in starts]
            weights = self.at(w, b.mul(row, step))
            return self.loop(n_numbers, sums, lambda i, s: self.products(there, weights, i, s))

        return self.loop(n_rows, begin, body)

    def products(self, there: Any, weights: Any, i: Any, sums: list[Any]) -> list[Any]:
        b, n = self.builder, self.n_vectors
        place = self.at(weights, b.mul(i, INT(n * LANES)))
        vectors = [self.load(place, v) for v in range(n)]
        found = []
        for r, start in enumerate(there):
            number = self.splat(b.load(self.at(start, i)))
            for v in range(n):
                product = b.fmul(number, vectors[v], flags=("contract",))
                found.append(b.fadd(sums[r * n + v], product, flags=("contract",)))
        return found

    def loop(self, n: Any, begin: list[Any], body: Any) -> list[Any]:
        """n times, at least once: what `body` makes of the index and of the sums so far."""
        b = self.builder
        before = b.block
        inside = b.append_basic_block("inside")
        after = b.append_basic_block("after")
        b.branch(inside)
        b.position_at_end(inside)
        i = b.phi(INT)
        i.add_incoming(INT(0), before)
        sums = [b.phi(VECTOR) for _ in begin]
        found: list[Any] = body(i, sums)
        end = b.block
        following = b.add(i, INT(1))
        i.add_incoming(following, end)
        for phi, value, more in zip(sums, begin, found, strict=True):
            phi.add_incoming(value, before)
            phi.add_incoming(more, end)
        b.cbranch(b.icmp_signed("<", following, n), inside, after)
        b.position_at_end(after)
        return found


tile_1, tile_2, tile_3, tile_4, tile_5, tile_6, tile_7, tile_8 = (
    tile_of(n, 2) for n in range(1, MOST_CELLS + 1)
)
narrow_1, narrow_2, narrow_3, narrow_4, narrow_5, narrow_6 = (
    tile_of(n, 1) for n in range(1, MOST_CELLS_NARROW + 1)
)


# --- for kernels --------------------------------------------------------------------------------


@compiled
def wide_tile(n, x, w, bias, out, run, sizes):
    if n == 8:
        tile_8(x, w, bias, out, run, sizes)
    elif n == 7:
        tile_7(x, w, bias, out, run, sizes)
    elif n == 6:
        tile_6(x, w, bias, out, run, sizes)
    elif n == 5:
        tile_5(x, w, bias, out, run, sizes)
    elif n == 4:
        tile_4(x, w, bias, out, run, sizes)
    elif n == 3:
        tile_3(x, w, bias, out, run, sizes)
    elif n == 2:
        tile_2(x, w, bias, out, run, sizes)
    else:
        tile_1(x, w, bias, out, run, sizes)


@compiled
def narrow_tile(n, x, w, bias, out, run, sizes):
    if n == 6:
        narrow_6(x, w, bias, out, run, sizes)
    elif n == 5:
        narrow_5(x, w, bias, out, run, sizes)
    elif n == 4:
        narrow_4(x, w, bias, out, run, sizes)
    elif n == 3:
        narrow_3(x, w, bias, out, run, sizes)
    elif n == 2:
        narrow_2(x, w, bias, out, run, sizes)
    else:
        narrow_1(x, w, bias, out, run, sizes)


@compiled
def convolve_run(n, run, x, w, bias, out, adds, cuts):
    """A run of n cells, all channels, in tiles of about the same size."""
    n_panels, n_rows, n_numbers, wide = w.shape
    most = MOST_CELLS if wide == 2 * LANES else MOST_CELLS_NARROW
    n_tiles = (n + most - 1) // most
    for panel in range(n_panels):
        done = 0
        for i in range(n_tiles):
            size = (n - done + n_tiles - i - 1) // (n_tiles - i)
            place = (
                run.x + done * run.x_cell,
                run.x_row,
                run.x_cell,
                run.out + done * run.out_cell,
                run.out_cell,
            )
            at = panel * n_rows * n_numbers * wide
            sizes = (n_rows, n_numbers, at, panel * wide, np.int64(adds), np.int64(cuts))
            if wide == 2 * LANES:
                wide_tile(size, x, w, bias, out, place, sizes)
            else:
                narrow_tile(size, x, w, bias, out, place, sizes)
            done += size
