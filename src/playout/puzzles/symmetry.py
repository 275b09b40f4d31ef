"""Positions that are mirror images of each other, or that are the same with the sides changed."""

from collections.abc import Callable
from typing import Any

from ..board import Board
from ..state import State

__all__ = ["image_key"]

Piece = tuple[int, int, int]  # column, row, player
Map = Callable[[Board, Piece], Piece]


def _mirrored(board: Board, piece: Piece) -> Piece:
    return board.cols - 1 - piece[0], piece[1], piece[2]


def _turned(board: Board, piece: Piece) -> Piece:
    return board.cols - 1 - piece[0], board.rows - 1 - piece[1], piece[2]


def _sides_changed(board: Board, piece: Piece) -> Piece:
    return piece[1], piece[0], 1 - piece[2]


def _from_the_other_end(board: Board, piece: Piece) -> Piece:
    return piece[0], board.rows - 1 - piece[1], 1 - piece[2]


# For each game two maps, which with each other and alone give all images; None: there is no second.
MAPS: dict[str, tuple[Map, Map | None]] = {
    "Connect4": (_mirrored, None),
    "Hex": (_turned, _sides_changed),
    "Breakthrough": (_mirrored, _from_the_other_end),
}


def image_key(state: State) -> tuple[Any, ...]:
    """The same for all images of a position, and for no other position."""
    board: Any = state.board()
    pieces = [(*cell, player) for cell, player in board.pieces.items()]
    first, second = MAPS[type(state.game).__qualname__]
    images = [(state.player, pieces), (state.player, [first(board, piece) for piece in pieces])]
    if second is not None:  # it changes the sides, too
        images += [(1 - mover, [second(board, p) for p in image]) for mover, image in images]
    size = (board.cols, board.rows)
    return size, min((mover, tuple(sorted(image))) for mover, image in images)
