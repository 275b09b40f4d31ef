"""Positions that are the same game seen in a mirror, for the solver to find only once.

A symmetry has `fold`, which gives of all positions that are mirror images of each other the same
one. Only the key in the solver's table is made from it: play goes on in the position itself.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled

__all__ = ["MirroredColumns", "MirroredRectangle", "Unfolded", "symmetry_of"]


@compiled
class Unfolded(NamedTuple):
    """No symmetry is known: every position stands for itself."""

    n_images: int = 1

    def fold(self, state, words):
        """Fill `words` with the position that stands for this one."""
        for i in range(words.shape[0]):
            words[i] = state[i]


@compiled
class MirroredColumns(NamedTuple):
    """Left and right are alike: words 1 and 2 are cells, eight bits a row."""

    cols: int

    def fold(self, state, words):
        first = columns_turned(state[1], self.cols)
        second = columns_turned(state[2], self.cols)
        is_below = first < state[1] or (first == state[1] and second < state[2])
        words[0] = state[0]
        words[1] = first if is_below else state[1]
        words[2] = second if is_below else state[2]


@compiled
class MirroredRectangle(NamedTuple):
    """Left and right are alike, and so are above and below; words as above.

    For Domineering, where all cells that are covered may be those of one player: by whom
    they are changes nothing.
    """

    cols: int
    rows: int

    def fold(self, state, words):
        covered = state[1] | state[2]
        turned = rows_turned(covered, self.rows)
        words[0] = state[0]
        words[2] = 0
        words[1] = min(
            covered,
            turned,
            columns_turned(covered, self.cols),
            columns_turned(turned, self.cols),
        )


@compiled
def columns_turned(cells, cols):
    """The cells with their columns in reverse: the bits of every byte, then back to column a."""
    a = np.uint64(0x5555555555555555)
    b = np.uint64(0x3333333333333333)
    c = np.uint64(0x0F0F0F0F0F0F0F0F)
    cells = ((cells >> np.uint64(1)) & a) | ((cells & a) << np.uint64(1))
    cells = ((cells >> np.uint64(2)) & b) | ((cells & b) << np.uint64(2))
    cells = ((cells >> np.uint64(4)) & c) | ((cells & c) << np.uint64(4))
    return cells >> np.uint64(8 - cols)


@compiled
def rows_turned(cells, rows):
    """The cells with their rows in reverse."""
    turned = np.uint64(0)
    for _ in range(rows):
        turned = (turned << np.uint64(8)) | (cells & np.uint64(0xFF))
        cells >>= np.uint64(8)
    return turned


def symmetry_of(game: Any) -> Any:
    """The symmetry of a game that is known to have one."""
    from ..games import Breakthrough, Domineering, Knightthrough

    if isinstance(game, (Breakthrough, Knightthrough)):
        return MirroredColumns(game.cols)
    if isinstance(game, Domineering):
        return MirroredRectangle(game.cols, game.rows)
    return Unfolded()
