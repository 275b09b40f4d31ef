"""How people see Connect 4: columns have numbers, and a move is a column."""

from dataclasses import replace

from ...board import Board, Cell, cell_name
from ...errors import GameError
from ...face import Face, Pieces, Words
from ...language import Text
from .cells import bit, bits_of
from .lines import check_lines, count_turns, goal_of, line_cells


class Connect4Face(Face):
    cols: int
    rows: int
    line: int

    def player_names(self) -> tuple[str, str]:
        return Text("Red"), Text("Yellow")

    def goal(self) -> str:
        return goal_of(self.line)

    def open_spiel(self) -> str:
        return f"connect_four(columns={self.cols},rows={self.rows},x_in_row={self.line})"

    def move_name(self, state: Words, move: int) -> str:
        return str(move + 1)

    def move_cells(self, state: Words, move: int) -> tuple[Cell, ...]:
        column = int(state[1] | state[2]) >> move * (self.rows + 1)
        height = (column & (1 << self.rows) - 1).bit_count()
        return ((move, height),)

    def split_line(self, text: str) -> list[str]:
        return text.replace(",", " ").split() if self.cols > 9 else list("".join(text.split()))

    def complaint(self, state: Words, text: str) -> str:
        if not text.isdecimal() or not 1 <= int(text) <= self.cols:
            return Text("a move is the number of a column, 1 to {cols}", cols=self.cols)
        return Text("column {col} is full", col=text)

    def board(self, state: Words) -> Board:
        height = self.rows + 1
        pieces = {
            (i // height, i % height): player
            for player in (0, 1)
            for i in bits_of(state[1 + player])
        }
        board = Board(self.cols, self.rows, pieces, "slots", colours=("red", "yellow"))
        return replace(board, column_digits=True, winning=line_cells(pieces, self.line))

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        for col, row in pieces:
            if row > 0 and (col, row - 1) not in pieces:
                names = {"cell": cell_name((col, row)), "below": cell_name((col, row - 1))}
                why = "the disc on {cell} hangs in the air: {below} is empty"
                raise GameError(why, "disc-floats", col=col + 1, row=row + 1, **names)
        state[0] = count_turns(self, pieces, player)
        check_lines(self, pieces, player)
        for (col, row), owner in pieces.items():
            state[1 + owner] |= bit(col * (self.rows + 1) + row)
