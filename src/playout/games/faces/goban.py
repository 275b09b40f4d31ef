"""How people see Atarigo, Nogo and Go: stones on the points of a Go board."""

from collections.abc import Collection
from typing import Any

from ...board import Board, Cell, cell_name, parse_cell
from ...errors import GameError
from ...face import Pieces, Words
from ...language import Text
from ..kernels.goban import ATARI, BLACK, CHAIN, EMPTY, WHITE
from .cells import CellFace, bit, bits_of

SUICIDE = "suicide is illegal, and a stone at {cell} would have no liberty"


class GobanFace(CellFace):
    size: int
    grid: Any  # how the board lies in words, a method of the rules
    form = Text("a move is a point such as c4")

    def canonical(self, text: str) -> str:
        """`c4` for `C 4` and for `c04`."""
        cell = parse_cell("".join(text.split()))
        return cell_name(cell) if cell else text.strip().lower()

    def points(self, state: Words, kind: int) -> set[Cell]:
        """The points of one of the sets in the state: BLACK, WHITE, EMPTY, ATARI or CHAIN."""
        size, n, span, _ = self.grid()
        words = enumerate(state[2 + kind * (n + 1) :][:n])
        numbers = [k * span + i for k, word in words for i in bits_of(word)]
        return {(number % size, number // size) for number in numbers}

    def pieces(self, state: Words) -> dict[Cell, int]:
        return {cell: player for player in (BLACK, WHITE) for cell in self.points(state, player)}

    def check_turn(self, pieces: Pieces, player: int) -> None:
        """Raise a GameError unless it is this player's turn, where every move adds a stone."""
        names = self.player_names()
        turn = len(pieces) % 2
        if turn != player:
            why = "every move adds a stone: with {n} of them it is {player}'s turn, not {other}'s"
            fields = {"player": names[turn], "other": names[player]}
            raise GameError(why, "stones-give-turn", n=len(pieces), **fields)

    def put_stones(
        self, state: Words, pieces: Pieces, player: int, captured: Collection[Cell] = ()
    ) -> None:
        """Fill the words from stones; none of those that are left has lost its last liberty."""
        size, n, span, _ = self.grid()
        chains = chains_of(size, pieces)
        in_atari = {c for chain, free in chains if len(free) == 1 for c in chain}
        state[0] = len(pieces) + (len(pieces) + player) % 2
        for i in range(size * size):
            cell = i % size, i // size
            sets = [pieces.get(cell, EMPTY)]
            if cell in in_atari and not captured:
                sets.append(ATARI)
            if cell in captured:
                sets.append(CHAIN)
            for points in sets:
                state[2 + points * (n + 1) + i // span] |= bit(i % span)

    def no_liberty(self, pieces: Pieces, why: str) -> GameError:
        """The error for a chain that has none."""
        dead = next(chain for chain, liberties in chains_of(self.size, pieces) if not liberties)
        fields = {"player": self.player_names()[pieces[dead[0]]], "cell": cell_name(min(dead))}
        text = "{player}'s stone on {cell} has no liberty, and {why}"
        return GameError(text, "no-liberty", why=why, **fields)


class AtarigoFace(GobanFace):
    def goal(self) -> str:
        return Text("Whoever captures first wins.")

    def complaint(self, state: Words, text: str) -> str:
        return CellFace.complaint(self, state, text) or Text(SUICIDE, cell=text)

    def board(self, state: Words) -> Board:
        captured = frozenset(self.points(state, CHAIN))
        n = self.size
        return Board(n, n, self.pieces(state), shape="points", winning=captured)

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        """Stones of either colour in any proportion; captured ones, which lie there still, too."""
        captured = set()
        for chain, liberties in chains_of(self.size, pieces):
            if not liberties and pieces[chain[0]] == player:
                captured |= set(chain)
        if not can_have_taken(self.size, pieces, captured):
            raise self.no_liberty(pieces, Text("no last stone can have taken it"))
        self.check_turn(pieces, player)
        self.put_stones(state, pieces, player, captured)


class NogoFace(GobanFace):
    def goal(self) -> str:
        return Text("Capturing is forbidden; a player without a move loses.")

    def complaint(self, state: Words, text: str) -> str:
        wrong, cell = CellFace.complaint(self, state, text), parse_cell(text)
        if wrong or cell is None:
            return wrong
        in_atari = self.points(state, 1 - int(state[0]) % 2) & self.points(state, ATARI)
        if in_atari.intersection(near(self.size, cell)):
            return Text("capturing is illegal, and a stone at {cell} would capture", cell=text)
        return Text(SUICIDE, cell=text)

    def board(self, state: Words) -> Board:
        return Board(self.size, self.size, self.pieces(state), shape="points")

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        """Stones of either colour in any proportion."""
        if not all(liberties for _, liberties in chains_of(self.size, pieces)):
            raise self.no_liberty(pieces, Text("nothing is captured in Nogo"))
        self.check_turn(pieces, player)
        self.put_stones(state, pieces, player)


def near(size: int, cell: Cell) -> list[Cell]:
    """The neighbours of a cell."""
    col, row = cell
    cells = ((col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1))
    return [(c, r) for c, r in cells if 0 <= c < size and 0 <= r < size]


def chains_of(size: int, pieces: Pieces) -> list[tuple[list[Cell], set[Cell]]]:
    """The chains of these stones: the cells of each, and its liberties."""
    chains = []
    seen = set()
    for first in pieces:
        if first not in seen:
            chain, liberties = [first], set()
            seen.add(first)
            for stone in chain:
                for cell in near(size, stone):
                    if cell not in pieces:
                        liberties.add(cell)
                    elif pieces[cell] == pieces[first] and cell not in seen:
                        seen.add(cell)
                        chain.append(cell)
            chains.append((chain, liberties))
    return chains


def can_have_taken(size: int, pieces: Pieces, captured: set[Cell]) -> bool:
    """Whether a last stone took what is captured: without it every chain has a liberty."""
    around = {cell for stone in captured for cell in near(size, stone)} - captured
    before = [{c: pieces[c] for c in pieces if c != stone} for stone in around or (None,)]
    return any(all(free for _, free in chains_of(size, b)) for b in before)
