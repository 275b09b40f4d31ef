"""Where the cells of a board are in its picture."""

from collections.abc import Iterator
from typing import Any

from ..board import Board, Cell
from .markup import Point, points_of, tag

__all__ = ["PITCH", "Grid"]

PITCH = 40.0  # from one cell's centre to the next


class Grid:
    """The coordinates of the cells of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.is_hex = board.shape == "hex"
        self.margin = 12.0 if board.shape == "bare" else 36.0
        # A hexagon that stands on a corner, PITCH wide, is 2/sqrt(3) as high; rows overlap.
        self.radius = PITCH / 3**0.5
        self.row_pitch = 1.5 * self.radius if self.is_hex else PITCH

    def size(self) -> tuple[float, float]:
        """The width and the height of the picture."""
        across = self.board.cols + (self.board.rows - 1) / 2 * self.is_hex
        down = self.row_pitch * (self.board.rows - 1) + (2 * self.radius if self.is_hex else PITCH)
        return across * PITCH + 2 * self.margin, down + 2 * self.margin

    def cells(self) -> Iterator[Cell]:
        return ((c, r) for r in range(self.board.rows) for c in range(self.board.cols))

    def centre(self, cell: Cell) -> Point:
        col, row = cell
        line = row if self.board.one_on_top else self.board.rows - 1 - row
        x = self.margin + PITCH * (col + 0.5 + (line / 2 if self.is_hex else 0.0))
        first = self.radius if self.is_hex else PITCH / 2
        return x, self.margin + first + self.row_pitch * line

    def corners(self, cell: Cell, scale: float = 1.0) -> list[Point]:
        """The corners of a hexagon, clockwise: 0 upper right, 1 lower right, ..., 5 top."""
        x, y = self.centre(cell)
        half, r = scale * PITCH / 2, scale * self.radius
        right, left = [(x + half, y - r / 2), (x + half, y + r / 2)], x - half
        return [*right, (x, y + r), (left, y + r / 2), (left, y - r / 2), (x, y - r)]

    def frame(self, distance: float, **look: Any) -> str:
        """A rectangle around all cells, so far away from them."""
        (width, height), at = self.size(), self.margin - distance
        return tag("rect", x=at, y=at, width=width - 2 * at, height=height - 2 * at, **look)

    def shape(self, cell: Cell, **look: Any) -> str:
        """The cell, a little smaller than it is; on a Go board a square, unlike a stone."""
        x, y = self.centre(cell)
        if self.is_hex:
            return tag("polygon", points=points_of(self.corners(cell, 0.94)), **look)
        if self.board.shape == "slots":
            return tag("circle", cx=x, cy=y, r=0.4 * PITCH, **look)
        side = PITCH - 4
        return tag("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=3, **look)
