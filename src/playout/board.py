"""A position as something to look at: what lies where, and the text board.

A cell is (column, row), both from 0; row 0 is the one labelled 1.

      a b c d            4 . . . .
    1 . . ● .            3 . ○ . .
     2 . ○ . .           2 . . ● .
      3 . . . .          1 . . . .
       4 . . . .           a b c d
      a b c d
    shape "hex"          the other shapes, row 1 at the bottom unless `one_on_top`
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

__all__ = ["Board", "Cell", "cell_name", "column_name", "parse_cell"]

Cell = tuple[int, int]
Paint = Callable[[str, str], str]  # a text in a colour of the terminal

GLYPHS = {
    "stone": "●○",
    "pawn": "♟♙",
    "knight": "♞♘",
    "mark": "XO",
    "domino": "┃━",
    "match": "||",
}
# Terminal colours (ANSI) for the colour names that boards use.
INK = {"black": "1;34", "white": "1;33", "red": "1;31", "yellow": "1;33", "blue": "1;34"}
DIM, MARKED = "2", "7"


@dataclass(frozen=True)
class Board:
    """What a picture of a position needs; drawn by `str()`, `coloured()` and `playout.svg`."""

    cols: int
    rows: int
    pieces: Mapping[Cell, int]  # cell -> the player whose piece is there
    shape: str = "squares"  # hex, squares, felt, points (Go), slots (Connect 4), bare
    piece: str = "stone"  # stone, pawn, knight, mark (X and O), domino, match
    colours: tuple[str, str] = ("black", "white")
    one_on_top: bool = False
    column_digits: bool = False
    dominoes: tuple[tuple[Cell, Cell], ...] = ()
    last: frozenset[Cell] = field(default_factory=frozenset)
    winning: frozenset[Cell] = field(default_factory=frozenset)

    def column(self, col: int) -> str:
        """The label of a column."""
        return str(col + 1) if self.column_digits else column_name(col)

    def row_order(self) -> range:
        """The rows as they are drawn, from the top of the picture."""
        return range(self.rows) if self.one_on_top else range(self.rows - 1, -1, -1)

    def __str__(self) -> str:
        return self._text(lambda text, ink: text)

    def coloured(self) -> str:
        """The text board with terminal colours: pieces by player, the last move inverted."""
        return self._text(lambda text, ink: f"\033[{ink}m{text}\033[0m")

    def _text(self, paint: Paint) -> str:
        if self.shape == "bare":
            return "\n".join(self._row(row, paint).rstrip() for row in self.row_order())
        labels = " ".join(self.column(col) for col in range(self.cols))
        wide = len(str(self.rows))
        lines = []
        if self.shape == "hex":
            lines.append(" " * (wide + 1) + labels)
            for row in self.row_order():
                label = " " * row + f"{row + 1:>{wide}} "
                lines.append(label + self._row(row, paint) + " " + str(row + 1))
            lines.append(" " * (wide + 1 + self.rows) + labels)
            return "\n".join(lines)
        if self.shape == "slots":
            lines = ["|" + self._row(row, paint) + "|" for row in self.row_order()]
            return "\n".join([*lines, " " + labels])
        lines = [f"{row + 1:>{wide}} " + self._row(row, paint) for row in self.row_order()]
        return "\n".join([*lines, " " * (wide + 1) + labels])

    def _row(self, row: int, paint: Paint) -> str:
        return " ".join(self._cell((col, row), paint) for col in range(self.cols))

    def _cell(self, cell: Cell, paint: Paint) -> str:
        owner = self.pieces.get(cell)
        if owner is None:
            if self.shape == "bare":
                return " "
            return paint(".", DIM)
        ink = INK[self.colours[owner]]
        if cell in self.last or cell in self.winning:
            ink = f"{ink};{MARKED}"
        # The first glyph is the black one, whoever has it.
        glyph = GLYPHS[self.piece][owner if self.colours[0] != "white" else 1 - owner]
        return paint(glyph, ink)


def column_name(col: int) -> str:
    """a, b, ..., z, aa, ab, ... for columns from 0."""
    return (column_name(col // 26 - 1) if col >= 26 else "") + chr(ord("a") + col % 26)


def cell_name(cell: Cell) -> str:
    """A cell as players write it: (5, 5) is f6."""
    return f"{column_name(cell[0])}{cell[1] + 1}"


def parse_cell(text: str) -> Cell | None:
    """The cell that `f6` names, or None where the text names none."""
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    if not digits or not 1 <= len(letters) <= 2 or not letters.isascii() or not letters.isalpha():
        return None
    col = 0
    for letter in letters.lower():
        col = col * 26 + ord(letter) - ord("a") + 1
    return col - 1, int(digits[:4]) - 1
