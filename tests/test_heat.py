"""Boards with the heat of a search on them."""

import math
from xml.etree import ElementTree

import pytest

from playout import Board, Grave, Hex, Nim, State, Uct, find, search
from playout.conformance import random_game
from playout.search.result import Result, Row
from playout.svg import Heat, draw, draw_text
from playout.svg.grid import Grid
from playout.svg.heat import BAR_WIDTH, BARS, CHOSEN, SHARES

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [
    "hex:4", "hex:3,swap=true", "connect4", "breakthrough:5x5", "knightthrough:5x6",
    "domineering:4x4", "atarigo:4", "nogo:4", "mnk", "mnk:15x15x5", "othello:6", "nim:15",
    "nim:heap=3,heap2=4,take=9",
]  # fmt: skip


def result_of(state, visits=None, chosen=0):
    """What a search might have found: the moves in their order, the first visited most."""
    moves = state.moves()
    visits = visits or [2 ** max(0, 9 - i) - 1 for i in range(len(moves))]
    rows = tuple(
        Row(move, n, 0.25 if n else math.nan, "", 0) for move, n in zip(moves, visits, strict=True)
    )
    move = moves[chosen]
    return Result(state, Uct(), move, 0.25, (move,), sum(visits), 0.1, 9, 1, rows)


def positions(name, n=6):
    """Some positions of random games, with either player to move."""
    game = find(name)
    states = [game.start(), game.start().play(game.start().moves()[0])]
    states += [random_game(game, seed, seed % 5) for seed in range(n)]
    return [state for state in states if not state.is_over]


def parts(picture, kind):
    """The elements of a class."""
    root = ElementTree.fromstring(picture)
    return [part for part in root.iter() if kind in part.get("class", "").split()]


def centre(part):
    """The middle of a shape."""
    if part.get("cx"):
        return float(part.get("cx")), float(part.get("cy"))
    if part.get("points"):
        points = [tuple(map(float, pair.split(","))) for pair in part.get("points").split()]
        return tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))
    x, y, width, height = (float(part.get(name)) for name in ("x", "y", "width", "height"))
    return x + width / 2, y + height / 2


def cell_at(state, part):
    """The cell of the board that a shape is drawn on; None for a bar below the board."""
    board = state.board()
    grid, (x, y) = Grid(board), centre(part)
    for cell in grid.cells():
        cx, cy = grid.centre(cell)
        if abs(cx - x) < 1 and abs(cy - y) < 1:
            return cell
    return None


def new_pieces(state, move):
    """Where the player to move has a piece after a move and had none before: the plain way."""
    before, after = state.board().pieces, state.play(move).board().pieces
    player = state.player
    return {cell for cell, owner in after.items() if owner == player != before.get(cell)}


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_its_tint_where_it_leaves_a_piece(name):
    for state in positions(name):
        picture = result_of(state).svg()
        tints = parts(picture, "tint")
        groups = {
            part.find(f"{SVG}title").text: part
            for part in ElementTree.fromstring(picture).iter(f"{SVG}g")
            if part.find(f"{SVG}title") is not None
        }
        assert len(groups) == len(tints)
        noted = []
        for note, group in groups.items():
            tint = next(part for part in group if "tint" in part.get("class", ""))
            cell = cell_at(state, tint)
            names = [line.partition(":")[0] for line in note.splitlines()]
            noted += names
            for move_name in names:
                if cell is None:
                    assert move_name in ("pass", "swap-pieces", "swap") or name.startswith("nim")
                else:
                    assert cell in new_pieces(state, move_name)
        assert sorted(noted) == sorted(move.name for move in state.moves())


@pytest.mark.parametrize("name", GAMES)
def test_chosen_move_is_marked_once_and_where_it_goes(name):
    for state in positions(name):
        for chosen in {0, len(state.moves()) - 1}:
            result = result_of(state, chosen=chosen)
            picture = result.svg()
            (mark,) = parts(picture, "chosen")
            cell, arrows = cell_at(state, mark), parts(picture, "arrow")
            if cell is None:
                assert f"<title>{result.move.name}:" in picture.split('class="tint chosen"')[0]
                assert arrows == []
                continue
            assert mark.get("stroke") == CHOSEN
            assert cell in new_pieces(state, result.move)
            cells = state.game.move_cells(state.words, int(result.move))
            assert len(arrows) == (len(cells) == 2)
            for arrow in arrows:
                # It begins in the middle of the one cell, and its tip is near the other.
                where = Grid(state.board()).centre
                points = [pair.split(",") for pair in arrow.get("points").split()]
                points = [(float(x), float(y)) for x, y in points]
                assert math.dist(points[0], where(cells[0])) < 3
                assert math.dist(points[3], where(cells[1])) < 12


def lightness(tint):
    colour = tint.get("fill")
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue


def test_more_visits_are_darker_whatever_the_hue():
    state = Hex(3).start()
    visits = [80, 40, 20, 10, 5, 2, 1, 0, 0]
    tints = parts(result_of(state, visits).svg(), "tint")
    shades = [lightness(tint) for tint in tints]
    assert shades == sorted(shades)
    assert len(set(shades)) == 8
    assert shades[-1] - shades[0] > 100


def test_moves_to_the_same_cell_are_added_up():
    state = find("breakthrough:3x4").start()
    cells = [state.game.move_cells(state.words, int(move))[-1] for move in state.moves()]
    assert sorted(cells) == [(0, 2), (1, 2), (1, 2), (2, 2)]
    visits = [15 if cell == (1, 2) else 20 for cell in cells]
    picture = result_of(state, visits).svg()
    tints = {cell_at(state, tint): lightness(tint) for tint in parts(picture, "tint")}
    written = {cell.text for cell in parts(picture, "share")}
    assert written == {f"{30 / 70:.0%}", f"{20 / 70:.0%}"}
    assert tints[0, 2] == tints[2, 2] > tints[1, 2]


def test_shares_are_written_for_the_top_few_and_the_chosen():
    state = Hex(4).start()
    visits = [1000 - 50 * i for i in range(16)]
    for chosen, n in ((0, SHARES), (15, SHARES + 1)):
        shares = parts(result_of(state, visits, chosen).svg(), "share")
        wanted = visits[:SHARES] + visits[15:] * (n > SHARES)
        assert [part.text for part in shares] == [f"{v / sum(visits):.0%}" for v in wanted]


def test_tints_and_bars_have_one_scale():
    state = Hex(3, swap=True).start().play("b2")
    assert state.moves()[-1].name == "swap"
    visits = [4] * (len(state.moves()) - 1) + [400]
    *cells, bar = parts(result_of(state, visits, -1).svg(), "tint")
    assert {cell_at(state, cell) is not None for cell in cells} == {True}
    assert cell_at(state, bar) is None
    assert min(map(lightness, cells)) > lightness(bar) + 80


def test_bars_are_as_long_as_their_shares():
    picture = result_of(Nim(7).start(), [10, 40, 20], 1).svg()
    widths = [float(bar.get("width")) for bar in parts(picture, "tint")]
    assert widths == [pytest.approx(BAR_WIDTH * share, abs=0.1) for share in (1, 0.5, 0.25)]


def test_text_board_has_bars_below_it(monkeypatch):
    monkeypatch.setattr(State, "board", lambda self: "seven <matches>")
    picture = result_of(Nim(7).start()).svg()
    assert len(parts(picture, "tint")) == 3
    assert "seven &lt;matches&gt;" in picture


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_drawn_outside_the_frame(name):
    for state in positions(name):
        root = ElementTree.fromstring(result_of(state).svg())
        width, height = (float(n) for n in root.get("viewBox").split()[2:])
        for part in root.iter(f"{SVG}rect"):
            x, y, w, h = (float(part.get(key)) for key in ("x", "y", "width", "height"))
            assert 0 <= x < x + w <= width
            assert 0 <= y < y + h <= height
        for part in root.iter(f"{SVG}text"):
            assert 0 < float(part.get("x")) < width
            assert 0 < float(part.get("y")) < height


def test_moves_beyond_the_last_bar_are_counted():
    heat = [Heat(str(i), (), 0.01, "", str(i), False) for i in range(BARS + 3)]
    picture = draw_text("", heat)
    assert len(parts(picture, "tint")) == BARS
    assert "and 3 more" in picture


def test_names_are_safe_in_xml():
    heat = [Heat('<&">', cells, 0.5, "<", "<&>", True) for cells in ((), ((0, 0),))]
    for picture in (draw(Board(2, 2, {}), heat), draw_text("<", heat)):
        root = ElementTree.fromstring(picture)
        assert {title.text for title in root.iter(f"{SVG}title")} == {"<&>"}
    assert '<&">' in ElementTree.fromstring(draw(Board(2, 2, {}), heat)).get("aria-label")


def test_board_without_heat_is_as_it_was():
    board = Hex(3).start().play("b2").board()
    assert draw(board) == draw(board, []) == Hex(3).start().play("b2").svg()
    assert parts(draw(board), "tint") == []


def test_position_without_a_visit_has_tints_and_a_mark():
    state = Hex(3).start()
    picture = result_of(state, [0] * 9, 4).svg()
    assert len({tint.get("fill") for tint in parts(picture, "tint")}) == 1
    assert cell_at(state, *parts(picture, "chosen")) == (1, 1)
    assert parts(picture, "share") == []


@pytest.mark.parametrize("played", ["", "a2"])
def test_search_can_be_looked_at(played):
    result = search(Hex(3).start().play_all(played), Grave(), simulations=40, seed=1)
    bundle = result._repr_mimebundle_()
    assert bundle == {"text/plain": str(result), "image/svg+xml": result.svg()}
    titles = [part.text for part in ElementTree.fromstring(result.svg()).iter(f"{SVG}title")]
    assert len(titles) == len(result.rows)
    for row, note in zip(result.rows, titles, strict=True):
        assert note.startswith(f"{row.move.name}: {row.visits:,} visit")
        assert (f"value {row.value:.1%}" in note) == (row.visits > 0)
        amaf = row.estimates["amaf"]
        assert (f"AMAF {amaf.value:.1%}" in note) == (amaf.visits > 0)
        assert ("not proven" in note) == (row.proven == "")


@pytest.mark.parametrize(
    ("proven", "distance", "words"),
    [("won", 0, "wins in 1 ply"), ("lost", 1, "loses in 2 plies"), ("draw", 4, "draws in 5 plies")],
)
def test_note_says_what_is_proven(proven, distance, words):
    row = Row(Hex(3).start().moves()[0], 3, 0.5, proven, distance)
    assert row.note() == f"a1: 3 visits, value 50.0%, {words}"
