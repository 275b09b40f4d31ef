"""The pairings of tournaments: round robin, gauntlet, knock-out and ladder."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

__all__ = ["Pairing", "gauntlet", "knock_out_round", "ladder", "round_robin"]


class Pairing(NamedTuple):
    """Two players, by their names, who play some games against each other."""

    one: str
    other: str


def round_robin(names: Sequence[str]) -> list[Pairing]:
    """All pairs of players."""
    return [Pairing(*pair) for pair in itertools.combinations(names, 2)]


def gauntlet(names: Sequence[str]) -> list[Pairing]:
    """The first player against all others."""
    return [Pairing(names[0], other) for other in names[1:]]


def ladder(names: Sequence[str]) -> list[Pairing]:
    """Each player against the next one, from the weakest to the strongest."""
    return [Pairing(stronger, weaker) for weaker, stronger in itertools.pairwise(names)]


def knock_out_round(
    names: Sequence[str], seed: int, number: int
) -> tuple[list[Pairing], list[str]]:
    """The random pairings of a round, and the players with a bye.

    In the first round as many play as it takes for the number of players to become a power of two:
    all later rounds are then full.
    """
    if len(names) < 2:
        return [], list(names)
    drawn = [names[i] for i in np.random.default_rng([seed, number]).permutation(len(names))]
    full = 1 << (len(names).bit_length() - 1)
    n_pairs = len(names) // 2 if len(names) == full else len(names) - full
    pairings = [Pairing(drawn[2 * i], drawn[2 * i + 1]) for i in range(n_pairs)]
    return pairings, drawn[2 * n_pairs :]
