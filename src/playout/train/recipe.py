"""How a network is trained: everything that makes a difference, in one place."""

import math
from typing import Any, NamedTuple

import numpy as np

from ..errors import PlayoutError
from ..nets.file import Architecture
from ..nets.planes import shape_of

__all__ = ["Recipe", "recipe_for"]

WINDOW = 1_000_000  # positions that are kept
MEMORY = {"cuda": 8 * 2**30, "cpu": 2**30}  # bytes that they may take
USUAL = {  # by the machine
    "cuda": {"games": 8192, "simulations": 32, "batch": 8192},
    "cpu": {"games": 256, "simulations": 16, "batch": 512},
}


class Recipe(NamedTuple):
    """A network comes out of the game, this, and a seed."""

    minutes: float
    blocks: int = 6
    channels: int = 64
    games: int = 8192  # side by side
    simulations: int = 32  # of a move
    batch: int = 8192  # positions of a step
    plies: int = 128  # of each game that are kept
    reuse: float = 3.0  # how often a position is learnt from
    rate: float = 1e-3  # of learning, at its highest
    warm_up: int = 200  # steps until it is reached; then it falls, as a cosine does
    random_plies: float = 0.0  # that a game begins with at the most
    seed: int = 1

    @property
    def architecture(self) -> Architecture:
        return Architecture(self.blocks, self.channels)

    def rate_at(self, steps: int, share: float) -> float:
        """The learning rate after so many steps, and this share of the time."""
        falling = 0.5 * (1 + math.cos(math.pi * min(1.0, share)))
        return self.rate * min(1.0, (steps + 1) / self.warm_up) * (0.99 * falling + 0.01)


def recipe_for(game: Any, device: str, length: float, **chosen: Any) -> Recipe:
    """What a user asks for, and for the rest what suits the game and the machine."""
    given = {name: value for name, value in chosen.items() if value is not None}
    recipe = Recipe(**{**USUAL[device], **given})
    lowest = {"minutes": 0.01, "blocks": 0, "channels": 2, "games": 1, "simulations": 2, "batch": 8}
    for name, low in lowest.items():
        value = getattr(recipe, name)
        if not low <= value <= 2**20:
            why = "--{name} must be from {low} to {high}, not {value}"
            raise PlayoutError(why, "bad-recipe", name=name, low=low, high=2**20, value=value)
    bytes_each = 8 * int(game.n_words()) + 2 * shape_of(game).n_moves
    most = min(WINDOW, MEMORY[device] // bytes_each) // recipe.games
    plies = int(np.clip(most, 16, max(16, 8 * length)))
    defaults: dict[str, Any] = {"plies": plies, "random_plies": max(1.0, round(length / 8, 1))}
    return recipe._replace(**{n: v for n, v in defaults.items() if n not in given})
