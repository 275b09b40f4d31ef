"""How GTP and its relative for Hex write colours, moves and boards.

Go has its points as A1 to T19, without the letter I; Hex has a1 and `swap-pieces`. Every other
game is written as we write it.
"""

from typing import Any

from ..board import Board, cell_name, parse_cell
from ..games import Atarigo, Hex, Nogo
from ..state import State

__all__ = [
    "board_text",
    "colour_names",
    "read_colour",
    "read_move",
    "size_text",
    "write_move",
    "wrong_move",
]

GO_LETTERS = "ABCDEFGHJKLMNOPQRST"


def colour_names(game: Any) -> tuple[str, str]:
    """The colours of the first and the second player: black begins, unless it is White's game."""
    begins_white = game.player_names()[0] == "White"
    return ("white", "black") if begins_white else ("black", "white")


def read_colour(game: Any, text: str) -> int | None:
    """The player whom `b`, `W` or `Black` means, or None."""
    for player, colour in enumerate(colour_names(game)):
        if text.lower() in (colour, colour[0]):
            return player
    return None


def write_move(game: Any, name: str) -> str:
    """One of our moves as GTP writes it."""
    if isinstance(game, Hex):
        return "swap-pieces" if name == "swap" else name
    cell = parse_cell(name) if has_points(game) else None
    return f"{GO_LETTERS[cell[0]]}{cell[1] + 1}" if cell else name


def read_move(game: Any, text: str) -> str | None:
    """A move of GTP as we write it; None where it names no place at all."""
    word = text.strip().lower()
    if has_points(game):
        if word == "pass":
            return word
        return read_point(game, word)
    if isinstance(game, Hex):
        return read_cell(game, word)
    return word if word and word.isascii() and word.isprintable() else None


def read_point(game: Any, word: str) -> str | None:
    letter, digits = word[:1].upper(), word[1:]
    if not letter or letter not in GO_LETTERS[: game.size] or not is_row(digits, game.size):
        return None
    return cell_name((GO_LETTERS.index(letter), int(digits) - 1))


def read_cell(game: Any, word: str) -> str | None:
    if word in ("swap", "swap-pieces"):
        return "swap"
    if word in ("pass", "swap-sides"):
        return word
    letter, digits = word[:1], word[1:]
    if not ("a" <= letter < chr(ord("a") + game.size)) or not is_row(digits, game.size):
        return None
    return f"{letter}{int(digits)}"


def wrong_move(state: State, name: str) -> str:
    """Why one of our moves is illegal, with its point as GTP writes it."""
    canonical = state.game.canonical(name)
    why = state.game.complaint(state.words, canonical)
    return (
        why.replace(canonical, write_move(state.game, canonical)) if has_points(state.game) else why
    )


def is_row(digits: str, rows: int) -> bool:
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= 4
    return is_number and 1 <= int(digits) <= rows


def has_points(game: Any) -> bool:
    """Whether it is a game on the board of Go."""
    return isinstance(game, Atarigo | Nogo)


def size_text(game: Any) -> str | None:
    """What follows `boardsize`: `11`, or `7 6` for a board that is not square; None without one."""
    if hasattr(game, "size"):
        return str(game.size)
    if hasattr(game, "cols") and hasattr(game, "rows"):
        return str(game.cols) if game.cols == game.rows else f"{game.cols} {game.rows}"
    return None


class GoBoard(Board):
    """A board whose columns are lettered as in Go."""

    def column(self, col: int) -> str:
        return GO_LETTERS[col]


def board_text(state: State) -> str:
    """The board as text, its columns lettered as the moves are."""
    board = state.board()
    if isinstance(board, Board) and has_points(state.game):
        return str(GoBoard(**vars(board)))
    return str(board)
