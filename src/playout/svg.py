"""A board as SVG, for notebooks, reports and pages: no scripts, no ids, no outside fonts.

With `heat`, what a search made of each move lies on it: the cell where a move ends is tinted by
its share of the visits, and moves without a cell (a pass, a swap, all of Nim) are bars below.
"""

from collections.abc import Iterable, Sequence

from .board import Board, Cell
from .heat import CHOSEN, SHARES, Heat, bars_for, per_cent, shares_of, tint
from .markup import escape, num, points_of

__all__ = ["Heat", "draw", "draw_text"]

PITCH = 40.0  # from one cell's centre to the next
FILL = {
    "black": "#24272b",
    "white": "#fbfaf6",
    "red": "#d1495b",
    "yellow": "#f4c430",
    "blue": "#2a6fdb",
}
EDGE = {
    "black": "#000000",
    "white": "#4a4a4a",
    "red": "#8f2436",
    "yellow": "#a37c00",
    "blue": "#14408a",
}
LABEL = "#6b6558"
MARK = "#e4572e"
GRID = {
    "hex": "#8d8574",
    "squares": "#b58863",
    "felt": "#1d5c3a",
    "points": "#5d4a2b",
    "slots": "#14408a",
    "bare": "",
}
SQUARES = {"squares": ("#e3c79a", "#f3e3c3"), "felt": ("#2f8556", "#2f8556")}


def draw(board: Board, heat: Sequence[Heat] = ()) -> str:
    """The whole picture as one <svg> element."""
    picture = _Picture(board)
    width, height = picture.size()
    parts = [*picture.ground(), *picture.labels()]
    above = [*picture.pieces(), *picture.marks()]
    if heat:
        shares, without_cell = shares_of(heat), [move for move in heat if not move.cells]
        most = max([*shares.values(), *(move.share for move in without_cell)])
        bars, bars_width, bars_height = bars_for(without_cell, most, height)
        width, height = max(width, bars_width), height + bars_height
        parts += picture.tints(heat, shares, most)
        # What lies on a tint must not hide its note from the pointer.
        above += picture.heat_marks(heat, shares, most)
        above = ['<g pointer-events="none">', *above, "</g>", *bars]
    label = _label(board, heat)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
        f' width="{num(width)}" height="{num(height)}" role="img" aria-label="{label}"'
        ' font-family="sans-serif" font-size="14" text-anchor="middle">'
        + "".join(parts + above)
        + "</svg>"
    )


def draw_text(text: str, heat: Sequence[Heat] = ()) -> str:
    """A plain text board as a picture, for games that draw themselves in text alone."""
    lines = text.split("\n")
    width, height = 9.0 * max(map(len, lines)) + 20, 18.0 * len(lines) + 14
    body = "".join(
        f'<text x="10" y="{20 + 18 * i}" xml:space="preserve">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    most = max((move.share for move in heat), default=0.0)
    bars, bars_width, bars_height = bars_for(heat, most, height)
    width, height = max(width, bars_width), height + bars_height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
        f' width="{num(width)}" height="{num(height)}" role="img" font-family="monospace"'
        f' font-size="14">{body}{"".join(bars)}</svg>'
    )


class _Picture:
    """The geometry of one board: where cells are, and what is drawn there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.is_hex = board.shape == "hex"
        self.margin = 12.0 if board.shape == "bare" else 36.0
        # A hexagon that stands on a corner, PITCH wide, is 2/sqrt(3) as high; rows overlap.
        self.radius = PITCH / 3**0.5
        self.row_pitch = 1.5 * self.radius if self.is_hex else PITCH

    def size(self) -> tuple[float, float]:
        across = self.board.cols + (self.board.rows - 1) / 2 * self.is_hex
        down = self.row_pitch * (self.board.rows - 1) + (2 * self.radius if self.is_hex else PITCH)
        return across * PITCH + 2 * self.margin, down + 2 * self.margin

    def centre(self, cell: Cell) -> tuple[float, float]:
        col, row = cell
        line = row if self.board.one_on_top else self.board.rows - 1 - row
        x = self.margin + PITCH * (col + 0.5 + (line / 2 if self.is_hex else 0.0))
        first = self.radius if self.is_hex else PITCH / 2
        return x, self.margin + first + self.row_pitch * line

    def cells(self) -> Iterable[Cell]:
        return ((c, r) for r in range(self.board.rows) for c in range(self.board.cols))

    # -- the ground --

    def ground(self) -> list[str]:
        draw_ground = {
            "hex": self._rhombus,
            "squares": self._squares,
            "felt": self._squares,
            "points": self._points,
            "slots": self._slots,
            "bare": list,
        }[self.board.shape]
        return draw_ground()

    def _rhombus(self) -> list[str]:
        cols, rows = self.board.cols, self.board.rows
        parts = []
        # The edges first, wider than the cells that will cover their inner half.
        top = self._outline([(c, 0) for c in range(cols)], (4, 5, 0))
        bottom = self._outline([(c, rows - 1) for c in range(cols)], (3, 2, 1))
        left = self._outline([(0, r) for r in range(rows)], (5, 4, 3))
        right = self._outline([(cols - 1, r) for r in range(rows)], (0, 1, 2))
        for owner, line in ((1, left), (1, right), (0, top), (0, bottom)):
            for ink, width in ((EDGE, 15), (FILL, 12)):
                colour = ink[self.board.colours[owner]]
                parts.append(
                    f'<polyline points="{points_of(line)}" fill="none" stroke="{colour}"'
                    f' stroke-width="{width}" stroke-linejoin="round"/>'
                )
        for cell in self.cells():
            parts.append(
                f'<polygon points="{points_of(self._corners(cell))}" fill="#efe6d0"'
                f' stroke="{GRID["hex"]}"/>'
            )
        return parts

    def _corners(self, cell: Cell) -> list[tuple[float, float]]:
        """The corners clockwise: 0 upper right, 1 lower right, 2 bottom, ..., 5 top."""
        x, y = self.centre(cell)
        half, r = PITCH / 2, self.radius
        return [
            (x + half, y - r / 2),
            (x + half, y + r / 2),
            (x, y + r),
            (x - half, y + r / 2),
            (x - half, y - r / 2),
            (x, y - r),
        ]

    def _outline(self, cells: list[Cell], corners: tuple[int, ...]) -> list[tuple[float, float]]:
        return [self._corners(cell)[corner] for cell in cells for corner in corners]

    def _squares(self) -> list[str]:
        parts = []
        for col, row in self.cells():
            x, y = self.centre((col, row))
            fill = SQUARES[self.board.shape][(col + row) % 2]
            parts.append(
                f'<rect x="{num(x - PITCH / 2)}" y="{num(y - PITCH / 2)}" width="{num(PITCH)}"'
                f' height="{num(PITCH)}" fill="{fill}" stroke="{GRID[self.board.shape]}"/>'
            )
        return parts

    def _points(self) -> list[str]:
        width, height = self.size()
        m = self.margin
        parts = [
            f'<rect x="{num(m - 4)}" y="{num(m - 4)}" width="{num(width - 2 * m + 8)}"'
            f' height="{num(height - 2 * m + 8)}" rx="6" fill="#e2b96f"/>'
        ]
        cols, rows = self.board.cols, self.board.rows
        for col in range(cols):
            parts.append(_line(self.centre((col, 0)), self.centre((col, rows - 1))))
        for row in range(rows):
            parts.append(_line(self.centre((0, row)), self.centre((cols - 1, row))))
        return parts

    def _slots(self) -> list[str]:
        width, height = self.size()
        m = self.margin
        parts = [
            f'<rect x="{num(m - 6)}" y="{num(m - 6)}" width="{num(width - 2 * m + 12)}"'
            f' height="{num(height - 2 * m + 12)}" rx="12" fill="{FILL["blue"]}"'
            f' stroke="{EDGE["blue"]}" stroke-width="2"/>'
        ]
        parts += [_circle(self.centre(cell), 0.4, "#eef3fb", EDGE["blue"]) for cell in self.cells()]
        return parts

    # -- what lies on it --

    def labels(self) -> list[str]:
        if self.board.shape == "bare":
            return []
        board, parts = self.board, []
        low = board.rows - 1 if board.one_on_top else 0
        high = board.rows - 1 - low
        gap = self.radius + 18 if self.is_hex else PITCH / 2 + 22
        for col in range(board.cols):
            x, y = self.centre((col, low))
            parts.append(_text(x + (9 if self.is_hex else 0), y + gap, board.column(col)))
            if self.is_hex:
                x, y = self.centre((col, high))
                parts.append(_text(x - 9, y - gap + 9, board.column(col)))
        if board.shape == "slots":
            return parts
        for row in range(board.rows):
            x, y = self.centre((0, row))
            parts.append(_text(x - PITCH / 2 - 18, y + 5, str(row + 1)))
            if self.is_hex:
                x, y = self.centre((board.cols - 1, row))
                parts.append(_text(x + PITCH / 2 + 18, y + 5, str(row + 1)))
        return parts

    def pieces(self) -> list[str]:
        if self.board.piece == "domino":
            return [self._domino(pair) for pair in self.board.dominoes]
        return [self._piece(cell, owner) for cell, owner in self.board.pieces.items()]

    def _piece(self, cell: Cell, owner: int) -> str:
        fill, edge = self._inks(owner)
        x, y = self.centre(cell)
        kind = self.board.piece
        if kind == "pawn":
            return _path(x, y, PAWN, fill, edge)
        if kind == "knight":
            return _path(x, y, KNIGHT, fill, edge)
        if kind == "match":
            return _path(x, y, MATCH, "#d9b382", "#8a6a3d") + _circle((x, y - 15), 0.09, MARK, MARK)
        if kind == "mark":
            if owner == 1:
                return _circle((x, y), 0.3, "none", FILL["blue"], 4.5)
            return _path(x, y, CROSS, "none", FILL["red"], 4.5)
        return _circle((x, y), 0.4, fill, edge)

    def _domino(self, pair: tuple[Cell, Cell]) -> str:
        fill, edge = self._inks(self.board.pieces[pair[0]])
        (ax, ay), (bx, by) = self.centre(pair[0]), self.centre(pair[1])
        inset = PITCH / 2 - 5
        return (
            f'<rect x="{num(min(ax, bx) - inset)}" y="{num(min(ay, by) - inset)}"'
            f' width="{num(abs(ax - bx) + 2 * inset)}" height="{num(abs(ay - by) + 2 * inset)}"'
            f' rx="7" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        )

    def _inks(self, owner: int) -> tuple[str, str]:
        colour = self.board.colours[owner]
        return FILL[colour], EDGE[colour]

    def marks(self) -> list[str]:
        parts = [
            _circle(self.centre(cell), 0.46, "none", "#2a9d5c", 3) for cell in self.board.winning
        ]
        parts += [_circle(self.centre(cell), 0.12, MARK, "none") for cell in self.board.last]
        return parts

    # -- what a search made of the moves --

    def tints(self, heat: Sequence[Heat], shares: dict[Cell, float], most: float) -> list[str]:
        """One shape a cell that moves end in, with a note of each of them."""
        parts = []
        for cell, share in shares.items():
            notes = "\n".join(move.note for move in heat if move.cells[-1:] == (cell,))
            look = f'class="tint" fill="{tint(share, most)}" stroke="{tint(1, 1)}"'
            shape = self._shape(cell, f'{look} stroke-width="0.7"')
            parts.append(f"<g><title>{escape(notes)}</title>{shape}</g>")
        return parts

    def _shape(self, cell: Cell, look: str) -> str:
        """The cell, a little smaller than it is; on a Go board a square, which is no stone."""
        x, y = self.centre(cell)
        if self.is_hex:
            corners = [(x + 0.94 * (cx - x), y + 0.94 * (cy - y)) for cx, cy in self._corners(cell)]
            return f'<polygon points="{points_of(corners)}" {look}/>'
        if self.board.shape == "slots":
            return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.4 * PITCH)}" {look}/>'
        half = PITCH / 2 - 2
        return (
            f'<rect x="{num(x - half)}" y="{num(y - half)}" width="{num(2 * half)}"'
            f' height="{num(2 * half)}" rx="3" {look}/>'
        )

    def heat_marks(self, heat: Sequence[Heat], shares: dict[Cell, float], most: float) -> list[str]:
        """The chosen move, and the shares of the cells that were visited most."""
        parts = []
        written = set(sorted(shares, key=lambda cell: -shares[cell])[:SHARES])
        for move in heat:
            if move.is_chosen and move.cells:
                parts += self._chosen(move.cells)
                written.add(move.cells[-1])
        for cell, share in shares.items():
            if cell in written and share > 0:
                parts.append(self._share(cell, share, most))
        return parts

    def _chosen(self, cells: tuple[Cell, ...]) -> list[str]:
        """A ring around the cell where a move ends, and an arrow if it comes from another."""
        look = 'fill="none" stroke-width='
        parts = [
            self._shape(cells[-1], f'{look}"6" stroke="#000000"'),
            self._shape(cells[-1], f'class="chosen" {look}"3" stroke="{CHOSEN}"'),
        ]
        if cells[0] != cells[-1]:
            parts.append(self._arrow(cells[0], cells[-1]))
        return parts

    def _share(self, cell: Cell, share: float, most: float) -> str:
        x, y = self.centre(cell)
        # Below a piece that is to be captured, in the middle of an empty cell.
        down = 17 if cell in self.board.pieces else 4.5
        ground = tint(share, most)
        ink = "#ffffff" if share > 0.45 * most else "#1a1a1a"
        return (
            f'<text class="share" x="{num(x)}" y="{num(y + down)}" font-size="12"'
            ' font-weight="bold"'
            f' fill="{ink}" stroke="{ground}" stroke-width="3" paint-order="stroke">'
            f"{escape(per_cent(share))}</text>"
        )

    def _arrow(self, start: Cell, end: Cell) -> str:
        """From one cell to another, short of the middle, where the share is written."""
        (ax, ay), (bx, by) = self.centre(start), self.centre(end)
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        ux, uy = (bx - ax) / length, (by - ay) / length
        tip, neck = length - 11, length - 21
        # The outline of the arrow: along the line, and to its left (positive) or right.
        outline = [(0, 2.5), (neck, 2.5), (neck, 7), (tip, 0), (neck, -7), (neck, -2.5), (0, -2.5)]
        points = [(ax + a * ux - b * uy, ay + a * uy + b * ux) for a, b in outline]
        return (
            f'<polygon class="arrow" points="{points_of(points)}" fill="{CHOSEN}" stroke="#000000"'
            ' stroke-width="1.5" stroke-linejoin="round"/>'
        )


PAWN = "M-10 14h20v-4c0-3-4-4-5-9h3v-4h-3.200a6.500 6.500 0 1 0-9.600 0h-3.200v4h3c-1 5-5 6-5 9z"
KNIGHT = "M-9 14h19c2-12-1-20-9-24l-1-4-4 4c-5 3-8 8-9 14l3 3 4-3c3 0 5-1 6-3 0 5-9 6-9 13z"
MATCH = "M-2-14h4v28h-4z"
CROSS = "M-11-11L11 11M11-11L-11 11"


def _path(x: float, y: float, path: str, fill: str, edge: str, width: float = 1.5) -> str:
    return (
        f'<path transform="translate({num(x)} {num(y)})" d="{path}" fill="{fill}" stroke="{edge}"'
        f' stroke-width="{num(width)}" stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _circle(
    at: tuple[float, float], radius: float, fill: str, edge: str, width: float = 1.5
) -> str:
    return (
        f'<circle cx="{num(at[0])}" cy="{num(at[1])}" r="{num(radius * PITCH)}" fill="{fill}"'
        f' stroke="{edge}" stroke-width="{num(width)}"/>'
    )


def _line(a: tuple[float, float], b: tuple[float, float]) -> str:
    return (
        f'<line x1="{num(a[0])}" y1="{num(a[1])}" x2="{num(b[0])}" y2="{num(b[1])}"'
        f' stroke="{GRID["points"]}"/>'
    )


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{num(x)}" y="{num(y)}" fill="{LABEL}">{escape(text)}</text>'


def _label(board: Board, heat: Sequence[Heat] = ()) -> str:
    chosen = "".join(f", the search chose {escape(m.name)}" for m in heat if m.is_chosen)
    size = f"board of {board.cols} columns and {board.rows} rows"
    return f"{size}, {len(board.pieces)} pieces{chosen}"
