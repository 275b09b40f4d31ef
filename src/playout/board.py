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

GLYPHS = {
    "stone": "●○",
    "pawn": "♟♙",
    "knight": "♞♘",
    "mark": "XO",
    "domino": "┃━",
    "match": "||",
}


@dataclass(frozen=True)
class Board:
    """What a picture of a position needs: drawn by `str()`, in the terminal and as SVG."""

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

    def glyph(self, player: int) -> str:
        """The sign of a player's pieces; the first of two is the black one, whoever has it."""
        return GLYPHS[self.piece][player if self.colours[0] != "white" else 1 - player]

    def edge(self) -> str:
        """What stands left and right of a row."""
        return {"slots": "|", "bare": ""}.get(self.shape, " ")

    def cell_width(self) -> int:
        """How many characters a cell takes: as many as the longest label of a column."""
        return 1 if self.shape == "bare" else max(len(self.column(c)) for c in range(self.cols))

    def __str__(self) -> str:
        empty, wide = " " if self.shape == "bare" else ".", self.cell_width()

        def row_text(row: int) -> str:
            owners = [self.pieces.get((col, row)) for col in range(self.cols)]
            signs = [empty if owner is None else self.glyph(owner) for owner in owners]
            return self.edge() + " ".join(f"{sign:>{wide}}" for sign in signs) + self.edge()

        return self.with_labels(row_text)

    def with_labels(
        self,
        row_text: Callable[[int], str],
        gap: str = " ",
        paint: Callable[[str, str], str] = lambda text, colour: text,
    ) -> str:
        """The text of all rows with the labels around them; `gap` is between two cells."""
        if self.shape == "bare":
            return "\n".join(row_text(row).rstrip() for row in self.row_order())
        labels = gap.join(f"{self.column(col):>{self.cell_width()}}" for col in range(self.cols))
        wide = len(str(self.rows))
        ink, side_ink = self.colours if self.shape == "hex" else ("dim", "dim")
        labels, indent = paint(labels, ink), " " * (wide + 1)
        if self.shape == "slots":
            return "\n".join([*map(row_text, self.row_order()), f" {labels}"])
        lines = [paint(f"{row + 1:>{wide}}", side_ink) + row_text(row) for row in self.row_order()]
        if self.shape != "hex":
            return "\n".join([*(line.rstrip() for line in lines), indent + labels])
        # A rhombus: each row is shifted, and the labels have the colour of the edge they are at.
        shift = [" " * (row if gap else row // 2) for row in range(self.rows + 1)]
        ends = [paint(str(row + 1), side_ink) for row in self.row_order()]
        rows = [f"{shift[i]}{line}{ends[i]}" for i, line in enumerate(lines)]
        return "\n".join([indent + labels, *rows, shift[-1] + indent + labels])


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
