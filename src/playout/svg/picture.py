"""The picture of a board: the ground, the labels, the pieces, the marks."""

from collections.abc import Sequence

from ..board import Board, Cell
from ..language import tr
from .grid import PITCH, Grid
from .heat import Heat, HeatLayer, bars_for
from .markup import Look, Point, num, points_of, svg, tag

__all__ = ["draw", "draw_text"]

COLOURS = {  # fill and edge
    "black": ("#24272b", "#000000"),
    "white": ("#fbfaf6", "#4a4a4a"),
    "red": ("#d1495b", "#8f2436"),
    "yellow": ("#f4c430", "#a37c00"),
    "blue": ("#2a6fdb", "#14408a"),
}
RED, (BLUE, DARK_BLUE) = COLOURS["red"][0], COLOURS["blue"]
LABEL = "#6b6558"
LAST, WINNING = "#e4572e", "#2a9d5c"
HEX_GRID, GO_GRID = "#8d8574", "#5d4a2b"
SQUARES = {"squares": ("#e3c79a", "#f3e3c3", "#b58863"), "felt": ("#2f8556", "#2f8556", "#1d5c3a")}
PAWN = "M-10 14h20v-4c0-3-4-4-5-9h3v-4h-3.200a6.500 6.500 0 1 0-9.600 0h-3.200v4h3c-1 5-5 6-5 9z"
KNIGHT = "M-9 14h19c2-12-1-20-9-24l-1-4-4 4c-5 3-8 8-9 14l3 3 4-3c3 0 5-1 6-3 0 5-9 6-9 13z"
MATCH = "M-2-14h4v28h-4z"
CROSS = "M-11-11L11 11M11-11L-11 11"


def draw(board: Board, heat: Sequence[Heat] = ()) -> str:
    """The whole picture as one <svg> element."""
    grid = Grid(board)
    width, height = grid.size()
    parts = [*_ground(grid), *_labels(grid)]
    above = [*_pieces(grid), *_marks(grid)]
    if heat:
        layer = HeatLayer(grid, heat)
        bars, bars_width, bars_height = bars_for(layer.without_cell, layer.most, height)
        width, height = max(width, bars_width), height + bars_height
        parts += layer.tints()
        # What lies on a tint must not hide its note from the pointer.
        above = [tag("g", *above, *layer.marks(), pointer_events="none"), *bars]
    size = {"cols": board.cols, "rows": board.rows, "n": len(board.pieces)}
    words = tr(
        "board of {cols} columns and {rows} rows, {n} piece",
        "board of {cols} columns and {rows} rows, {n} pieces",
        **size,
    )
    chosen = [tr(", the search chose {move}", move=move.name) for move in heat if move.is_chosen]
    label = {"aria_label": words + "".join(chosen)}
    font = {"font_family": "sans-serif", "text_anchor": "middle"}
    return svg(width, height, [*parts, *above], **label, **font)


def draw_text(text: str, heat: Sequence[Heat] = ()) -> str:
    """A plain text board as a picture, for games that draw themselves in text alone."""
    lines = text.split("\n")
    width, height = 9.0 * max(map(len, lines)) + 20, 18.0 * len(lines) + 14
    keep_spaces: Look = {"xml:space": "preserve"}
    body = [tag("text", text=t, x=10, y=20 + 18 * i, **keep_spaces) for i, t in enumerate(lines)]
    most = max((move.share for move in heat), default=0.0)
    bars, bars_width, bars_height = bars_for(heat, most, height)
    parts = [*body, *bars]
    return svg(max(width, bars_width), height + bars_height, parts, font_family="monospace")


# -- the ground --


def _ground(grid: Grid) -> list[str]:
    shape = grid.board.shape
    if shape == "hex":
        return _rhombus(grid)
    if shape == "points":
        return _go_lines(grid)
    if shape == "slots":
        frame = grid.frame(6, rx=12, fill=BLUE, stroke=DARK_BLUE, stroke_width=2)
        holes = [_circle(grid.centre(c), 0.4, "#eef3fb", DARK_BLUE) for c in grid.cells()]
        return [frame, *holes]
    return [] if shape == "bare" else _squares(grid)


def _rhombus(grid: Grid) -> list[str]:
    parts = []
    # The edges first, wider than the cells that will cover their inner half.
    last_col, last_row = grid.board.cols - 1, grid.board.rows - 1
    top = _outline(grid, [cell for cell in grid.cells() if cell[1] == 0], (4, 5, 0))
    bottom = _outline(grid, [cell for cell in grid.cells() if cell[1] == last_row], (3, 2, 1))
    left = _outline(grid, [cell for cell in grid.cells() if cell[0] == 0], (5, 4, 3))
    right = _outline(grid, [cell for cell in grid.cells() if cell[0] == last_col], (0, 1, 2))
    for owner, line in ((1, left), (1, right), (0, top), (0, bottom)):
        fill, edge = COLOURS[grid.board.colours[owner]]
        for colour, width in ((edge, 15), (fill, 12)):
            look: Look = {"stroke": colour, "stroke_linejoin": "round"}
            parts.append(tag("polyline", points=line, fill="none", stroke_width=width, **look))
    for cell in grid.cells():
        points = points_of(grid.corners(cell))
        parts.append(tag("polygon", points=points, fill="#efe6d0", stroke=HEX_GRID))
    return parts


def _outline(grid: Grid, cells: list[Cell], corners: tuple[int, ...]) -> str:
    return points_of([grid.corners(cell)[corner] for cell in cells for corner in corners])


def _squares(grid: Grid) -> list[str]:
    *fills, stroke = SQUARES[grid.board.shape]
    parts = []
    for col, row in grid.cells():
        x, y = (middle - PITCH / 2 for middle in grid.centre((col, row)))
        look: Look = {"fill": fills[(col + row) % 2], "stroke": stroke}
        parts.append(tag("rect", x=x, y=y, width=PITCH, height=PITCH, **look))
    return parts


def _go_lines(grid: Grid) -> list[str]:
    cols, rows = grid.board.cols, grid.board.rows
    upright = [((col, 0), (col, rows - 1)) for col in range(cols)]
    across = [((0, row), (cols - 1, row)) for row in range(rows)]
    parts = [grid.frame(4, rx=6, fill="#e2b96f")]
    for start, end in upright + across:
        (x1, y1), (x2, y2) = grid.centre(start), grid.centre(end)
        parts.append(tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=GO_GRID))
    return parts


# -- what lies on it --


def _labels(grid: Grid) -> list[str]:
    board, parts = grid.board, []
    if board.shape == "bare":
        return []
    low = board.rows - 1 if board.one_on_top else 0
    gap = grid.radius + 18 if grid.is_hex else PITCH / 2 + 22
    for col in range(board.cols):
        x, y = grid.centre((col, low))
        parts.append(_text(x + (9 if grid.is_hex else 0), y + gap, board.column(col)))
        if grid.is_hex:
            x, y = grid.centre((col, board.rows - 1 - low))
            parts.append(_text(x - 9, y - gap + 9, board.column(col)))
    for row in range(board.rows) if board.shape != "slots" else ():
        x, y = grid.centre((0, row))
        parts.append(_text(x - PITCH / 2 - 18, y + 5, str(row + 1)))
        if grid.is_hex:
            x, y = grid.centre((board.cols - 1, row))
            parts.append(_text(x + PITCH / 2 + 18, y + 5, str(row + 1)))
    return parts


def _pieces(grid: Grid) -> list[str]:
    if grid.board.piece == "domino":
        return [_domino(grid, *pair) for pair in grid.board.dominoes]
    pieces = grid.board.pieces.items()
    return [_piece(grid.board, grid.centre(cell), owner) for cell, owner in pieces]


def _piece(board: Board, at: Point, owner: int) -> str:
    fill, edge = COLOURS[board.colours[owner]]
    if board.piece == "pawn":
        return _path(at, PAWN, fill, edge)
    if board.piece == "knight":
        return _path(at, KNIGHT, fill, edge)
    if board.piece == "match":
        head = at[0], at[1] - 15
        return _path(at, MATCH, "#d9b382", "#8a6a3d") + _circle(head, 0.09, LAST, LAST)
    if board.piece == "mark":
        if owner == 1:
            return _circle(at, 0.3, "none", BLUE, 4.5)
        return _path(at, CROSS, "none", RED, 4.5)
    return _circle(at, 0.4, fill, edge)


def _domino(grid: Grid, one: Cell, other: Cell) -> str:
    fill, edge = COLOURS[grid.board.colours[grid.board.pieces[one]]]
    (ax, ay), (bx, by) = grid.centre(one), grid.centre(other)
    inset = PITCH / 2 - 5
    where: Look = {"x": min(ax, bx) - inset, "y": min(ay, by) - inset}
    size: Look = {"width": abs(ax - bx) + 2 * inset, "height": abs(ay - by) + 2 * inset}
    look: Look = {"fill": fill, "stroke": edge, "stroke_width": 1.5}
    return tag("rect", **where, **size, rx=7, **look)


def _marks(grid: Grid) -> list[str]:
    winning = [_circle(grid.centre(cell), 0.46, "none", WINNING, 3) for cell in grid.board.winning]
    return winning + [_circle(grid.centre(cell), 0.12, LAST, "none") for cell in grid.board.last]


def _path(at: Point, path: str, fill: str, edge: str, width: float = 1.5) -> str:
    look: Look = {"stroke_width": width, "stroke_linejoin": "round", "stroke_linecap": "round"}
    where = f"translate({num(at[0])} {num(at[1])})"
    return tag("path", transform=where, d=path, fill=fill, stroke=edge, **look)


def _circle(at: Point, radius: float, fill: str, edge: str, width: float = 1.5) -> str:
    look: Look = {"fill": fill, "stroke": edge, "stroke_width": width}
    return tag("circle", cx=at[0], cy=at[1], r=radius * PITCH, **look)


def _text(x: float, y: float, text: str) -> str:
    return tag("text", text=text, x=x, y=y, fill=LABEL)
