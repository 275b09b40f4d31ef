"""Colours, moves and boards as GTP writes them, and its variant for Hex.

Go has the points A1 to T19, without the letter I. Hex has a1 and `swap-pieces`. Every other game
is written as everywhere in Playout.
"""

from typing import Any

from ..board import Board, cell_name, parse_cell
from ..games import Atarigo, Go, Hex, Nogo
from ..state import State

__all__ = [
    "board_text",
    "colour_names",
    "read_colour",
    "read_move",
    "size_text",
    "why_illegal",
    "write_move",
]

GO_LETTERS = "ABCDEFGHJKLMNOPQRST"


def colour_names(game: Any) -> tuple[str, str]:
    """The colours of the first and the second player: black is first, except in White's games."""
    is_white_first = game.player_names()[0] == "White"
    return ("white", "black") if is_white_first else ("black", "white")


def read_colour(game: Any, text: str) -> int | None:
    """The player whom `b`, `W` or `Black` means, or None."""
    for player, colour in enumerate(colour_names(game)):
        if text.lower() in (colour, colour[0]):
            return player
    return None


def write_move(game: Any, name: str) -> str:
    """A move as GTP writes it."""
    if isinstance(game, Hex):
        return "swap-pieces" if name == "swap" else name
    cell = parse_cell(name) if is_go_board(game) else None
    return f"{GO_LETTERS[cell[0]]}{cell[1] + 1}" if cell else name


def read_move(game: Any, text: str) -> str | None:
    """The name of a move of GTP; None where the text cannot name any."""
    word = text.strip().lower()
    if is_go_board(game):
        return word if word == "pass" else _read_cell(word, game.size, GO_LETTERS.lower())
    if isinstance(game, Hex):
        if word in ("pass", "swap-sides"):
            return word
        if word in ("swap", "swap-pieces"):
            return "swap"
        return _read_cell(word, game.size, "abcdefghijklmnopqrs")
    return word if word and word.isascii() and word.isprintable() else None


def _read_cell(word: str, size: int, letters: str) -> str | None:
    letter, digits = word[:1], word[1:]
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= 4
    if not letter or letter not in letters[:size] or not is_number or not 1 <= int(digits) <= size:
        return None
    return cell_name((letters.index(letter), int(digits) - 1))


def why_illegal(state: State, name: str) -> str:
    """Why a move is illegal, with its point as GTP writes it."""
    if state.is_over:
        return "the game is over"
    if name == "swap-sides":
        return "not swap-sides but swap-pieces is played"
    game, canonical = state.game, state.game.canonical(name)
    why = str(game.complaint(state.words, canonical))
    return why.replace(canonical, write_move(game, canonical)) if is_go_board(game) else why


def is_go_board(game: Any) -> bool:
    return isinstance(game, Atarigo | Go | Nogo)


def size_text(game: Any) -> str | None:
    """What follows `boardsize`: `11`, or `7 6` for a board that is not square; None without one."""
    if hasattr(game, "size"):
        return str(game.size)
    if hasattr(game, "cols") and hasattr(game, "rows"):
        return str(game.cols) if game.cols == game.rows else f"{game.cols} {game.rows}"
    return None


class GoBoard(Board):
    """A board with the column letters of Go."""

    def column(self, col: int) -> str:
        return GO_LETTERS[col]


def board_text(state: State) -> str:
    """The board as text, its columns lettered as the moves are."""
    board = state.board()
    is_go = isinstance(board, Board) and is_go_board(state.game)
    return str(GoBoard(**vars(board)) if is_go else board)
