"""`State`: a position as an immutable Python value around the words of a kernel."""

import operator
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from . import svg
from .board import Board, Cell, cell_name
from .errors import PlayoutError
from .kernel import entry
from .language import Text, said
from .protocols import Game
from .rules import DRAW, ONGOING, GameError

__all__ = ["IllegalMove", "Move", "State"]

START, LOOK = -2, -1
SHOWN = 12  # legal moves named in an error


class IllegalMove(PlayoutError):
    """A move that cannot be played; the message says why, where, and what is legal."""

    code = "illegal-move"


class Move(int):
    """A move: an integer to kernels; to people its notation, and the cells that it touches."""

    name: str
    cells: tuple[Cell, ...]

    def __new__(cls, number: int, name: str, cells: tuple[Cell, ...] = ()) -> "Move":
        move = super().__new__(cls, number)
        move.name = name
        move.cells = cells
        return move

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__

    def __getnewargs__(self) -> tuple[int, str, tuple[Cell, ...]]:  # type: ignore[override]
        return int(self), self.name, self.cells


@entry
def look(game: Any, state: Any, move: Any, moves: Any, codes: Any) -> Any:
    """Start (START), play a move, or only LOOK; list the legal moves and their codes.

    Returns how many there are, the player to move, the winner and the key.
    """
    if move == START:
        game.start(state)
    elif move != LOOK:
        game.play(state, move)
    winner = game.winner(state)
    n = 0
    if winner == ONGOING:
        n = game.moves(state, moves)
        for i in range(n):
            codes[i] = game.code(state, moves[i])
    return n, game.player(state), winner, game.key(state)


class State:
    """A position of a game, with the moves that led to it.

    Equal and of the same hash where the game and the position are the same,
    whatever the way there.
    """

    __slots__ = (
        "_codes",
        "_key",
        "_legal",
        "_moves",
        "_player",
        "_winner",
        "game",
        "history",
        "words",
    )
    game: Any
    words: np.ndarray
    history: tuple[Move, ...]
    _legal: tuple[int, ...]
    _moves: tuple[Move, ...] | None  # those with their names, once they are asked for
    _codes: tuple[int, ...]
    _player: int
    _winner: int
    _key: int

    def __init__(self, game: Any, words: np.ndarray, history: tuple[Move, ...] = ()) -> None:
        self._fill(game, words, LOOK, history)

    @classmethod
    def initial(cls, game: Game) -> "State":
        """The start of a game."""
        made = cls.__new__(cls)
        made._fill(game, np.zeros(game.n_words(), np.uint64), START, ())
        return made

    @classmethod
    def set_up(cls, game: Any, pieces: Mapping[Cell, int], player: int) -> "State":
        """The position with these pieces, as `Board.pieces` has them, and this player to move.

        Raises a GameError where there is no such position, or the game cannot set one up.
        """
        if player not in (0, 1):
            why = "the player to move is 0, the first, or 1, the second, not {player!r}"
            raise GameError(why, "no-such-player", player=player)
        words = np.zeros(game.n_words(), np.uint64)
        game.set_up(words, _checked_pieces(game, pieces), int(player))
        return cls(game, words)

    def _fill(self, game: Any, words: np.ndarray, move: int, history: tuple[Move, ...]) -> None:
        words = np.array(words, dtype=np.uint64)
        moves = np.empty(game.n_moves(), np.int64)
        codes = np.empty(game.n_moves(), np.int64)
        n, player, winner, key = look(game, words, move, moves, codes)
        words.flags.writeable = False
        values = {
            "game": game,
            "words": words,
            "history": history,
            "_legal": tuple(moves[:n].tolist()),
            "_moves": None,
            "_codes": tuple(codes[:n].tolist()),
            "_player": int(player),
            "_winner": int(winner),
            "_key": int(key),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a State cannot be changed; play() returns a new one")

    # -- what there is to know --

    @property
    def player(self) -> int:
        """Who is to move: 0 the first player, 1 the second."""
        return self._player

    @property
    def winner(self) -> int | None:
        """The player who has won; None in a draw and before the end."""
        return self._winner if self._winner in (0, 1) else None

    @property
    def is_over(self) -> bool:
        return self._winner != ONGOING

    @property
    def is_draw(self) -> bool:
        return self._winner == DRAW

    def moves(self) -> list[Move]:
        """The legal moves; each is an integer, prints as its notation and has its cells."""
        if self._moves is None:
            named = tuple(self._named(move) for move in self._legal)
            object.__setattr__(self, "_moves", named)
        return list(self._moves or ())

    def codes(self) -> dict[int, int]:
        """The code of each legal move (what AMAF statistics are kept by)."""
        return dict(zip(self._legal, self._codes, strict=True))

    # -- play --

    def play(self, move: int | str) -> "State":
        """The position after a move, given as a number or as text."""
        number = self._read(move)
        after = State.__new__(State)
        after._fill(self.game, self.words, number, (*self.history, self._named(number)))
        return after

    def play_all(self, text: str) -> "State":
        """The position after several moves, written as the game writes a line of them."""
        state = self
        for move in self.game.split_line(text):
            state = state.play(move)
        return state

    def _named(self, move: int) -> Move:
        game, words = self.game, self.words
        return Move(move, game.move_name(words, move), tuple(game.move_cells(words, move)))

    def _read(self, move: int | str) -> int:
        if self.is_over:
            why = "{move!r} cannot be played in {game}: {outcome}"
            fields = {"game": str(self.game), "outcome": self.outcome()}
            raise IllegalMove(why, "move-after-the-end", move=move, **fields)
        if isinstance(move, str) and not isinstance(move, Move):
            wanted = self.game.canonical(move)
            for legal in self._legal:
                if self.game.canonical(self.game.move_name(self.words, legal)) == wanted:
                    return legal
            raise self._illegal(move, self.game.complaint(self.words, wanted))
        try:
            number = operator.index(move)
        except TypeError:
            raise self._illegal(move, Text("a move is a number or a text")) from None
        if number not in self._legal:
            raise self._illegal(number, Text("no such move here"))
        return number

    def _illegal(self, move: Any, why: str) -> IllegalMove:
        names = [self.game.move_name(self.words, legal) for legal in self._legal]
        legal = " ".join(names[:SHOWN])
        if len(names) > SHOWN:
            legal = Text("{moves} ... ({n} in all)", moves=legal, n=len(names))
        shown = Text("number {n}", n=move) if isinstance(move, int) else repr(move)
        fields: dict[str, Any] = {"shown": shown, "game": str(self.game), "why": why}
        fields |= {"legal": legal, "move": str(move), "number": len(self.history) + 1}
        played = Text("{n} move", "{n} moves", n=len(self.history))
        text = "illegal move {shown} in {game} after {played}: {why}; legal: {legal}"
        return IllegalMove(text, played=played, **fields)

    # -- looks --

    def outcome(self) -> Text:
        """How the game stands, in words."""
        names = self.game.player_names()
        if not self.is_over:
            return Text("{player} to move", player=names[self.player])
        if self.is_draw:
            return Text("the game is over, a draw")
        lead = self.game.lead(self.words)
        if lead is not None:
            text = "the game is over, {player} has won by {points:g} points"
            return Text(text, player=names[self._winner], points=abs(lead))
        return Text("the game is over, {player} has won", player=names[self._winner])

    def board(self) -> Board | str:
        """The position as something to draw, the last move marked."""
        board: Board | str = self.game.board(self.words)
        if not isinstance(board, Board):
            return board
        if not self.history:
            return replace(board, last=frozenset())
        # A move that touches no cell may leave a piece all the same: the game says where.
        cells = frozenset(self.history[-1].cells) & board.pieces.keys()
        return replace(board, last=cells or board.last)

    def svg(self) -> str:
        """The board as an SVG picture."""
        board = self.board()
        return svg.draw(board) if isinstance(board, Board) else svg.draw_text(board)

    def __str__(self) -> str:
        return f"{self.board()}\n{said(self.outcome())}"

    def __repr__(self) -> str:
        played = " ".join(move.name for move in self.history)
        # More plies than moves are known: they led to a position that was set up.
        origin = ", set up" if int(self.words[0]) > len(self.history) else ""
        return f"<State of {self.game}{origin}{': ' if played else ''}{played}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": str(self), "image/svg+xml": self.svg()}

    # -- a value among values --

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = ((s.game, s._key, s._player) for s in (self, other))
        # Word 0 counts plies: passes and captures lead to one position in several ways.
        return mine == theirs and bool(np.array_equal(self.words[1:], other.words[1:]))

    def __hash__(self) -> int:
        return hash((type(self.game), self.game, self._key))

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self.game, self.words, self.history)


def _checked_pieces(game: Any, pieces: Mapping[Cell, int]) -> dict[Cell, int]:
    """The pieces as plain numbers; a GameError for one that is nobody's or off the board."""
    board = game.board(State.initial(game).words)
    checked = {}
    for cell, player in pieces.items():
        try:
            col, row = map(operator.index, cell)
        except (TypeError, ValueError):
            why = "a cell is its column and its row from 0, not {cell!r}"
            raise GameError(why, "not-a-cell", cell=cell) from None
        if player not in (0, 1):
            why = "a piece is that of player 0 or 1, not of {player!r}"
            raise GameError(why, "piece-of-nobody", player=player)
        if isinstance(board, Board) and not (0 <= col < board.cols and 0 <= row < board.rows):
            name = cell_name((col, row)) if col >= 0 else cell
            size = {"cols": board.cols, "rows": board.rows}
            why = "{cell} is not on the board of {cols} x {rows}"
            raise GameError(why, "off-board", cell=name, **size)
        checked[col, row] = int(player)
    return checked
