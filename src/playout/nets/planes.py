"""What a network sees of a position, and which of its moves a move is.

A game says it (see `Rules.net_shape` and what follows there): planes of numbers over a board, as
the player to move sees it. Hex, from either side, is to connect top and bottom:

    plane 0, own stones and edges     plane 1, the other's     plane 2, ones
        . # # # .                        . . . . .               # # # # #
        . . . . .                        # . . . #               # # # # #
        . . # . .                        # # . . #               # # # # #
        . . . . .                        # . . . #               # # # # #
        . # # # .                        . . . . .               # # # # #

A batch of positions is an array (positions, rows, cols, planes), and what a network says of their
moves (positions, rows * cols * moves): a number for each move of each cell. A game without a board
has one cell, which has all the moves.
"""

from typing import Any, NamedTuple

import numpy as np

from ..kernel import compiled, entry
from ..state import State

__all__ = ["Shape", "fill_planes", "list_moves", "planes_of", "shape_of", "turned", "turned_moves"]


class Shape(NamedTuple):
    """What goes into a network and comes out of it."""

    planes: int
    rows: int
    cols: int
    moves: int  # of each cell

    @property
    def n_moves(self) -> int:
        """How many numbers it says of moves."""
        return self.rows * self.cols * self.moves


def shape_of(game: Any) -> Shape:
    """What a network of this game sees and says."""
    return Shape(*map(int, game.net_shape()))


@compiled
def list_moves(game, state, moves, indices):
    """Fill in the legal moves, and which of a network's moves each is; how many there are."""
    n = game.moves(state, moves)
    for i in range(n):
        indices[i] = game.net_index(state, moves[i])
    return n


@entry
def fill_planes(game, words, out):
    """What a network sees of many positions: a row of words each."""
    for i in range(words.shape[0]):
        game.net_planes(words[i], out[i])


@entry
def fill_moves(game, state, moves, indices):
    """`list_moves` for Python."""
    return list_moves(game, state, moves, indices)


def planes_of(*states: State) -> np.ndarray:
    """What a network sees of positions of one game."""
    game = states[0].game
    planes, rows, cols, _ = shape_of(game)
    out = np.zeros((len(states), rows, cols, planes), np.float32)
    fill_planes(game, np.stack([state.words for state in states]), out)
    return out


def moves_of(state: State) -> tuple[np.ndarray, np.ndarray]:
    """The legal moves of a position, and which of a network's moves each is."""
    moves = np.zeros(state.game.n_moves(), np.int64)
    indices = np.zeros_like(moves)
    n = fill_moves(state.game, state.words, moves, indices)
    return moves[:n], indices[:n]


def turned(boards: Any, symmetry: str) -> Any:
    """A batch of boards, (positions, rows, cols, planes), as a symmetry of the game turns it;
    the planes as they are. NumPy's arrays or JAX's."""
    if "t" in symmetry:
        boards = boards.swapaxes(1, 2)
    return boards[:, :: -1 if "r" in symmetry else 1, :: -1 if "c" in symmetry else 1]


def turned_moves(moves: Any, shape: Shape, symmetry: str) -> Any:
    """The same for what is said of moves, (positions, rows * cols * moves)."""
    boards = turned(moves.reshape(-1, shape.rows, shape.cols, shape.moves), symmetry)
    order = [int(each) for each in symmetry if each.isdigit()]
    if order:
        boards = boards[..., np.array(order)]
    return boards[..., :: -1 if "m" in symmetry else 1].reshape(moves.shape)
