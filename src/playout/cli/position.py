"""The game and the position that the command line names."""

import argparse
from typing import Any

__all__ = ["game_of", "position_of", "start_of"]


def game_of(options: argparse.Namespace) -> Any:
    from ..catalogue import find, resized

    game = find(options.game)
    return resized(game, options.size) if options.size else game


def start_of(game: Any, position: str | None) -> Any:
    """The start of a game, or a position that was set up by hand."""
    from ..notation import position_of

    return game.start() if position is None else position_of(game, position)


def position_of(options: argparse.Namespace) -> Any:
    """The position after the moves on the command line."""
    start = start_of(game_of(options), options.position)
    return start.play_all(" ".join(options.moves))
