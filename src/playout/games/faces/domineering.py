"""How people see Domineering: a move is the two cells of a domino."""

from ...board import Board, Cell, cell_name
from ...errors import GameError
from ...face import Face, Pieces, Words
from ...language import Text
from ...rules import FIRST
from .cells import bit, bits_of, off_board, pieces_by_rows, two_cells


class DomineeringFace(Face):
    cols: int
    rows: int

    def player_names(self) -> tuple[str, str]:
        return Text("Vertical"), Text("Horizontal")

    def goal(self) -> str:
        return Text("Vertical's dominoes stand, Horizontal's lie; a player without a move loses.")

    def move_name(self, state: Words, move: int) -> str:
        return "".join(cell_name(cell) for cell in self.move_cells(state, move))

    def move_cells(self, state: Words, move: int) -> tuple[Cell, ...]:
        return domino(int(state[0]) % 2, (move % 8, move // 8))

    def canonical(self, text: str) -> str:
        """The lower or left cell first."""
        cells = two_cells(text)
        return "".join(map(cell_name, sorted(cells))) if cells else text.strip().lower()

    def complaint(self, state: Words, text: str) -> str:
        cells = two_cells(text)
        if not cells:
            return Text("a move is the two cells of a domino, such as a1a2")
        wrong = off_board(self, cells[0]) or off_board(self, cells[1])
        if wrong:
            return wrong
        player = int(state[0]) % 2
        if cells != domino(player, cells[0]):
            if player == FIRST:
                return Text("Vertical covers a cell and the one above it, such as a1a2")
            return Text("Horizontal covers a cell and the one on its right, such as a1b1")
        covered = next(cell_name(c) for c in cells if c in pieces_by_rows(state))
        return Text("{cell} is covered", cell=covered)

    def board(self, state: Words) -> Board:
        pieces: dict[Cell, int] = {}
        dominoes = []
        for player in (0, 1):
            # Upwards and to the right, the first cell not seen yet begins a domino.
            for i in bits_of(state[1 + player]):
                if (i % 8, i // 8) not in pieces:
                    dominoes.append(domino(player, (i % 8, i // 8)))
                    pieces |= dict.fromkeys(dominoes[-1], player)
        size, colours = (self.cols, self.rows), ("blue", "red")
        return Board(*size, pieces, piece="domino", colours=colours, dominoes=tuple(dominoes))

    def set_up(self, state: Words, pieces: Pieces, player: int) -> None:
        """Any number of dominoes, found as `board` finds them: from below and from the left."""
        for (col, row), owner in pieces.items():
            state[1 + owner] |= bit(8 * row + col)
        dominoes = self.board(state).dominoes
        for cells in dominoes:
            owner = pieces[cells[0]]
            if pieces.get(cells[1]) != owner:
                beside = Text("below or above") if owner == FIRST else Text("beside")
                why = "{cell} is half a domino: {player} needs a second cell {beside} it"
                fields = {"cell": cell_name(cells[0]), "player": self.player_names()[owner]}
                raise GameError(why, "half-domino", beside=beside, **fields)
        state[0] = len(dominoes) + (len(dominoes) + player) % 2


def domino(player: int, cell: Cell) -> tuple[Cell, Cell]:
    """The cells of the domino that a player lays with this as the lower or left one."""
    col, row = cell
    return cell, ((col, row + 1) if player == FIRST else (col + 1, row))
