"""The position that the command line names."""

import argparse
from typing import Any

__all__ = ["game_of", "set_up", "start_of"]


def game_of(options: argparse.Namespace) -> Any:
    """The game that the command line names."""
    from ..catalogue import find, resized

    game = find(options.game)
    return resized(game, options.size) if options.size else game


def start_of(options: argparse.Namespace) -> Any:
    """The position in which it starts: the game's own, or one that was set up."""
    return set_up(game_of(options), getattr(options, "position", None))


def set_up(game: Any, position: str | None) -> Any:
    if position is None:
        return game.start()
    from ..notation import position_of

    return position_of(game, position)
