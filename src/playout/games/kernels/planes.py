"""What a network sees of boards that lie in words: one bit a cell, a row after the other."""

import numpy as np

from ...kernel import compiled


@compiled
def fill_plane(out, plane, value):
    """The same number on every cell of a plane."""
    for row in range(out.shape[0]):
        for col in range(out.shape[1]):
            out[row, col, plane] = value


@compiled
def fill_row(out, row, plane, cells):
    """A row of cells, the lowest bit first."""
    for col in range(out.shape[1]):
        out[row, col, plane] = np.float32((cells >> np.uint64(col)) & np.uint64(1))


@compiled
def fill_board(out, plane, cells, width, is_upside_down):
    """The rows of a word, each so many bits wide."""
    rows = out.shape[0]
    for row in range(rows):
        at = rows - 1 - row if is_upside_down else row
        fill_row(out, row, plane, cells >> np.uint64(width * at))
