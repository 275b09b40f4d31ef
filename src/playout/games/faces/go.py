"""How people see Go."""

from ...board import Board, parse_cell
from ...face import Pieces, Words
from ...language import Text
from ..kernels.go import LEAD
from .cells import CellFace
from .goban import SUICIDE, GobanFace, chains_of


class GoFace(GobanFace):
    komi: float
    no_cell = "pass"
    form = Text("a move is a point such as c4, or pass")

    def goal(self) -> str:
        text = "The larger area wins: stones, points they surround, and {komi:g} more for White."
        return Text(text, komi=self.komi)

    def open_spiel(self) -> str:
        n = self.size
        return f"go(board_size={n},komi={self.komi},max_game_length={3 * n * n})"

    def lead(self, state: Words) -> float | None:
        return int(state[-1]) - LEAD - self.komi if state[-1] else None

    def complaint(self, state: Words, text: str) -> str:
        wrong, cell = CellFace.complaint(self, state, text), parse_cell(text)
        if wrong or cell is None:
            return wrong
        if int(state[-3]) == 1 + cell[1] * self.size + cell[0]:
            why = "{cell} is a ko: it cannot be taken back at once, play elsewhere first"
            return Text(why, cell=text)
        return Text(SUICIDE, cell=text)

    def board(self, state: Words) -> Board:
        return Board(self.size, self.size, self.pieces(state), shape="points")

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        """Stones of either colour in any proportion; no ko, and nobody has just passed."""
        if not all(liberties for _, liberties in chains_of(self.size, pieces)):
            raise self.no_liberty(pieces, Text("would have been taken"))
        self.put_stones(state, pieces, player)

    def is_all_shown(self, state: Words) -> bool:
        return not state[-3:].any() and int(state[0]) == len(self.pieces(state))
