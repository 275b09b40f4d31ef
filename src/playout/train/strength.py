"""How much stronger a network has become: games against an earlier one, searches against searches.

Two networks play pairs of games from the same random openings, each of them first once.
"""

import math
from typing import Any

import jax
import jax.numpy as jnp

from ..rules import DRAW
from .model import Arrays
from .selfplay import SelfPlay

__all__ = ["Rival", "elo"]


def elo(score: float, games: int) -> float:
    """The difference in Elo of a score from 0 to 1; that of half a game less where all are won."""
    least = 0.5 / max(games, 1)
    score = min(max(score, least), 1 - least)
    return 400 * math.log10(score / (1 - score))


NOISE = 0.5  # at the root: games from one opening differ


class Rival:
    """Room for matches: half of the games has one network first, the other half the other."""

    def __init__(self, machine: Any, pairs: int, simulations: int, seed: int) -> None:
        self.sides = [SelfPlay(machine, pairs, simulations, 1, seed) for _ in range(2)]
        self.pairs = pairs

    def score(self, one: Arrays, other: Arrays, seed: int, random_plies: float) -> float:
        """The share of the points that the one takes from the other."""
        one, other = jax.tree.map(jnp.asarray, (one, other))
        ours = []
        for k, side in enumerate(self.sides):
            side.seed = seed  # the same openings
            side.open(random_plies)
            first = side.machine.to_host(side.games.words)[0].astype(int) & 1
            ours.append(first if k == 0 else 1 - first)
        for ply in range(int(self.sides[0].machine.game.max_plies())):
            for k, side in enumerate(self.sides):
                side.search(one if (ply + k) % 2 == 0 else other, NOISE)
                side.advance(0.0, goes_on=False)
            if all(side.machine.to_host(side.games.is_over).all() for side in self.sides):
                break
        winners = [side.machine.to_host(side.games.winner)[0] for side in self.sides]
        points = sum(
            float((won == mine).sum()) + 0.5 * float((won == DRAW).sum())
            for won, mine in zip(winners, ours, strict=True)
        )
        return points / (2 * self.pairs)
