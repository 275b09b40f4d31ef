"""A board in the terminal: in colour, or with the marks in brackets where there is none.

  a b c d e               the last move is (●); the chain or line that wins is [● ● ●];
1 . . . . . 1             with the heat of a search, 1 is its move of most visits, 2 the
 2 .(○). 1 . 2            next, and so on
"""

from collections.abc import Mapping

from ..board import GLYPHS, Board, Cell, column_name
from ..state import State
from .screen import Screen

__all__ = ["draw", "glyph"]


def draw(
    state: State,
    screen: Screen,
    ranks: Mapping[Cell, int] | None = None,
    width: int | None = None,
) -> str:
    """The position, as wide as the screen or `width` allows; `ranks` are digits for empty cells."""
    board = state.board()
    if not isinstance(board, Board):
        return board
    if _width(board) <= (screen.width if width is None else width):
        return _text(board, screen, ranks or {}, " ")
    if board.piece == "match":
        return _counted(board)
    return _text(board, screen, ranks or {}, "")


def glyph(board: Board, player: int) -> str:
    """The sign of a player's pieces; the first of two is the black one, whoever has it."""
    return GLYPHS[board.piece][player if board.colours[0] != "white" else 1 - player]


def _width(board: Board) -> int:
    """How wide a board is with gaps between the cells."""
    slant = board.rows if board.shape == "hex" else 0
    return board.cols * (_cell_width(board) + 1) + 2 * len(str(board.rows)) + 2 + slant


def _cell_width(board: Board) -> int:
    return 1 if board.shape == "bare" else max(len(board.column(c)) for c in range(board.cols))


def _text(board: Board, screen: Screen, ranks: Mapping[Cell, int], gap: str) -> str:
    wide, wide_cell = len(str(board.rows)), _cell_width(board)
    labels = gap.join(f"{board.column(col):>{wide_cell}}" for col in range(board.cols))
    lines = []
    for row in board.row_order():
        body = _row(board, row, screen, ranks, gap)
        if board.shape == "bare":
            label = column_name(row) if board.rows > 1 else ""
            lines.append((label + body).rstrip() if label else body.strip())
        elif board.shape == "hex":
            # The labels have the colour of the player whose edge they stand at.
            label = screen.paint(f"{row + 1:>{wide}}", board.colours[1])
            slant = " " * (row if gap else row // 2)
            end = screen.paint(str(row + 1), board.colours[1])
            lines.append(f"{slant}{label}{body}{end}")
        elif board.shape == "slots":
            lines.append(body)
        else:
            lines.append(screen.paint(f"{row + 1:>{wide}}", "dim") + body.rstrip())
    if board.shape == "bare":
        return "\n".join(lines)
    if board.shape == "hex":
        labels = screen.paint(labels, board.colours[0])
        shift = board.rows if gap else board.rows // 2
        lines.insert(0, " " * (wide + 1) + labels)
        return "\n".join([*lines, " " * (wide + 1 + shift) + labels])
    indent = " " if board.shape == "slots" else " " * (wide + 1)
    return "\n".join([*lines, indent + screen.paint(labels, "dim")])


def _row(board: Board, row: int, screen: Screen, ranks: Mapping[Cell, int], gap: str) -> str:
    marked = board.winning or board.last
    border = "|" if board.shape == "slots" else " "
    gaps = [border, *[gap] * (board.cols - 1), border]
    if not screen.has_colours and gap:
        opening, closing = "[]" if board.winning else "()"
        for col in range(board.cols):
            if (col, row) in marked and (col - 1, row) not in marked:
                gaps[col] = opening
            if (col, row) in marked and (col + 1, row) not in marked:
                gaps[col + 1] = closing
    wide = _cell_width(board)
    cells = [_cell(board, (col, row), screen, ranks, wide) for col in range(board.cols)]
    return gaps[0] + "".join(cell + after for cell, after in zip(cells, gaps[1:], strict=True))


def _cell(board: Board, cell: Cell, screen: Screen, ranks: Mapping[Cell, int], wide: int) -> str:
    owner = board.pieces.get(cell)
    indent = " " * (wide - 1)
    if owner is not None:
        if board.piece == "match":  # no one's
            return indent + glyph(board, owner)
        is_marked = cell in (board.winning or board.last)
        return indent + screen.paint(glyph(board, owner), board.colours[owner], is_marked)
    if cell in ranks:
        return indent + screen.paint(str(ranks[cell]), "heat")
    return indent + (" " if board.shape == "bare" else screen.paint(".", "dim"))


def _counted(board: Board) -> str:
    """Heaps that are wider than the screen, as numbers."""
    lines = []
    for row in board.row_order():
        n = sum(cell[1] == row for cell in board.pieces)
        label = f"{column_name(row)} " if board.rows > 1 else ""
        lines.append(f"{label}| x {n}")
    return "\n".join(lines)
