"""How people see Breakthrough and Knightthrough: pieces that go from cell to cell, as in chess."""

from ...board import Board, Cell, cell_name
from ...errors import GameError
from ...face import Face, Pieces, Words
from ...language import Text
from ...rules import FIRST, SECOND
from .cells import bit, off_board, pieces_by_rows, two_cells


class BreakthroughFace(Face):
    cols: int
    rows: int
    misere: bool
    piece = Text("pawn")
    # Columns towards h and rows ahead, in the order of the moves.
    steps: tuple[tuple[int, int], ...] = ((-1, 1), (0, 1), (1, 1))

    def player_names(self) -> tuple[str, str]:
        return Text("White"), Text("Black")

    def goal(self) -> str:
        if self.misere:
            return Text("Whoever brings a {piece} to the other side loses.", piece=self.piece)
        return Text("Whoever brings a {piece} to the other side wins.", piece=self.piece)

    def open_spiel(self) -> str:
        is_there = self.piece == "pawn" and not self.misere
        return f"breakthrough(rows={self.rows},columns={self.cols})" if is_there else ""

    def move_name(self, state: Words, move: int) -> str:
        start, end = self.move_cells(state, move)
        return cell_name(start) + ("x" if end in pieces_by_rows(state) else "") + cell_name(end)

    def move_cells(self, state: Words, move: int) -> tuple[Cell, ...]:
        place, step = divmod(move, len(self.steps))
        col, row = place % 8, place // 8
        right, ahead = self.steps[step]
        return (col, row), (col + right, row + (ahead if state[0] % 2 == FIRST else -ahead))

    def canonical(self, text: str) -> str:
        # The board knows what is captured, and no column is called x.
        return text.strip().lower().replace("-", "").replace("x", "")

    def complaint(self, state: Words, text: str) -> str:
        cells = two_cells(text)
        if cells is None:
            return Text("a move names two cells, where from and where to")
        start, end = cells
        player = int(state[0]) % 2
        names = {"player": self.player_names()[player], "piece": self.piece}
        pieces = pieces_by_rows(state)
        wrong = off_board(self, start) or off_board(self, end)
        if not wrong and pieces.get(start) != player:
            wrong = Text("{player} has no {piece} on {cell}", cell=cell_name(start), **names)
        if not wrong and pieces.get(end) == player:
            wrong = Text("{player} has a {piece} on {cell} already", cell=cell_name(end), **names)
        return wrong or self.wrong_step(player, start, end)

    def wrong_step(self, player: int, start: Cell, end: Cell) -> str:
        """Why no piece goes from the one cell to the other."""
        if end == (start[0], start[1] + (1 if player == FIRST else -1)):
            return Text("a pawn captures diagonally, never straight ahead")
        return Text("a pawn steps one row forward, straight or diagonally")

    def board(self, state: Words) -> Board:
        """A piece on the far row stands out where that wins."""
        pieces = pieces_by_rows(state)
        far = (self.rows - 1, 0)
        through = frozenset(cell for cell, player in pieces.items() if cell[1] == far[player])
        winning = frozenset() if self.misere else through
        colours = ("white", "black")
        return Board(self.cols, self.rows, pieces, "squares", self.piece, colours, winning=winning)

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        """Pieces to which the game can have come with this player to move."""
        names = self.player_names()
        mover, other = names[player], names[1 - player]
        for (col, row), owner in pieces.items():
            state[1 + owner] |= bit(8 * row + col)
            if owner == player and row == (self.rows - 1, 0)[player]:
                why = "the {piece} on {cell} has ended the game: it cannot be {player}'s turn"
                fields = {"cell": cell_name((col, row)), "player": mover}
                raise GameError(why, "piece-has-won", piece=self.piece, **fields)
        for owner in (FIRST, SECOND):
            n = list(pieces.values()).count(owner)
            if n > 2 * self.cols:
                why = "{player} begins with {high} {piece}s, so {n} are too many"
                fields = {"player": names[owner], "piece": self.piece}
                raise GameError(why, "too-many-pieces", high=2 * self.cols, n=n, **fields)
        if state[2 - player] == 0:
            why = "{player} has no {piece} left, which ended the game: it cannot be {mover}'s turn"
            raise GameError(why, "no-piece-left", player=other, mover=mover, piece=self.piece)
        state[0] = 2 + player  # how many plies nobody knows


class KnightthroughFace(BreakthroughFace):
    piece = Text("knight")
    steps = ((-2, 1), (-1, 2), (1, 2), (2, 1))

    def wrong_step(self, player: int, start: Cell, end: Cell) -> str:
        return Text("a knight jumps forward, one row and two columns or two rows and one column")
