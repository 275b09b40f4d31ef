"""A board in the terminal: in colour, or with the marks in brackets where there is none.

  a b c d e               the last move is (●); the chain or line that wins is [● ● ●];
1 . . . . . 1             with the result of a search, 1 is its move of most visits, 2 the
 2 .(○). 1 . 2            next, and so on
"""

from collections.abc import Mapping

from ..board import Board, Cell, column_name
from ..state import State
from .screen import Screen

__all__ = ["draw"]


def draw(
    state: State,
    screen: Screen,
    ranks: Mapping[Cell, int] | None = None,
    width: int | None = None,
) -> str:
    """The position, no wider than the screen or `width`; `ranks` are digits for empty cells."""
    board = state.board()
    if not isinstance(board, Board):
        return board
    is_narrow = _width(board) > (screen.width if width is None else width)
    if is_narrow and board.piece == "match":
        return _heap_sizes(board)
    gap = "" if is_narrow else " "
    return board.with_labels(
        lambda row: _row(board, row, screen, ranks or {}, gap), gap, screen.paint
    )


def _width(board: Board) -> int:
    """How wide a board is with gaps between the cells."""
    slant = board.rows if board.shape == "hex" else 0
    return board.cols * (board.cell_width() + 1) + 2 * len(str(board.rows)) + 2 + slant


def _row(board: Board, row: int, screen: Screen, ranks: Mapping[Cell, int], gap: str) -> str:
    marked = board.winning or board.last
    gaps = [board.edge(), *[gap] * (board.cols - 1), board.edge()]
    if not screen.has_colours and gap:
        opening, closing = "[]" if board.winning else "()"
        for col in range(board.cols):
            if (col, row) in marked and (col - 1, row) not in marked:
                gaps[col] = opening
            if (col, row) in marked and (col + 1, row) not in marked:
                gaps[col + 1] = closing
    cells = [_cell(board, (col, row), screen, ranks) for col in range(board.cols)]
    heap = f"{column_name(row)} " if board.shape == "bare" and board.rows > 1 else ""
    return heap + gaps[0] + "".join(map("".join, zip(cells, gaps[1:], strict=True)))


def _cell(board: Board, cell: Cell, screen: Screen, ranks: Mapping[Cell, int]) -> str:
    owner = board.pieces.get(cell)
    indent = " " * (board.cell_width() - 1)
    if owner is not None:
        if board.piece == "match":  # no one's
            return indent + board.glyph(owner)
        is_marked = cell in (board.winning or board.last)
        return indent + screen.paint(board.glyph(owner), board.colours[owner], is_marked)
    if cell in ranks:
        return indent + screen.paint(str(ranks[cell]), "heat")
    return indent + (" " if board.shape == "bare" else screen.paint(".", "dim"))


def _heap_sizes(board: Board) -> str:
    """Heaps that are wider than the screen, as numbers."""
    lines = []
    for row in board.row_order():
        n = sum(cell[1] == row for cell in board.pieces)
        label = f"{column_name(row)} " if board.rows > 1 else ""
        lines.append(f"{label}| x {n}")
    return "\n".join(lines)
