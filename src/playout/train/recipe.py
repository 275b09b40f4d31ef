"""How a network is trained: everything that makes a difference, in one place."""

import math
from typing import Any, NamedTuple

import numpy as np

from ..errors import PlayoutError
from ..nets.file import MOST_BLOCKS, MOST_CHANNELS, MOST_NUMBERS, Architecture, n_numbers
from ..nets.planes import shape_of

__all__ = ["Recipe", "recipe_for"]

WINDOW = 1_000_000  # positions that are kept
MEMORY = {"cuda": 8 * 2**30, "cpu": 2**30}  # bytes that they may take
USUAL = {  # by the machine
    "cuda": {"games": 8192, "simulations": 32, "batch": 8192},
    "cpu": {"games": 256, "simulations": 16, "batch": 512},
}

LIMITS = {  # a network file holds no larger network
    "minutes": (0.01, 2**20),
    "blocks": (0, MOST_BLOCKS),
    "channels": (2, MOST_CHANNELS),
    "games": (1, 2**20),
    "simulations": (2, 2**20),
    "batch": (8, 2**20),
    "rate": (0.0, 1.0),
    "random_plies": (0, 2**20),
    "seed": (0, 2**63 - 1),
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
    for name, (low, high) in LIMITS.items():
        value = getattr(recipe, name)
        if not low <= value <= high:
            why = "--{name} must be from {low} to {high}, not {value}"
            dashed = name.replace("_", "-")
            raise PlayoutError(why, "bad-recipe", name=dashed, low=low, high=high, value=value)
    if n_numbers(shape_of(game), recipe.architecture) > MOST_NUMBERS:
        why = "a network of {blocks} blocks of {channels} channels is too large for a file"
        raise PlayoutError(why, "too-large-net", **recipe.architecture._asdict())
    bytes_each = 8 * int(game.n_words()) + 2 * shape_of(game).n_moves
    most = min(WINDOW, MEMORY[device] // bytes_each) // recipe.games
    plies = int(np.clip(most, 16, max(16, 8 * length)))
    defaults: dict[str, Any] = {"plies": plies, "random_plies": max(1.0, round(length / 8, 1))}
    return recipe._replace(**{n: v for n, v in defaults.items() if n not in given})
