"""Simulated tests: how often an SPRT errs, and how long it takes, at a given true strength.

The player's share of the points is that of his Elo, `edge` more of it where he moves first and as
much less where he moves second: an edge of 0.08 between equals is 58 % for the first move.
Games are independent but for that, and each is drawn with the same probability.
"""

from typing import NamedTuple

import numpy as np

from playout.lab.stats.pentanomial import Pairs, share_of


class Simulated(NamedTuple):
    """Many tests, each up to its end."""

    verdicts: np.ndarray  # 1 where H1 was accepted, -1 where H0 was, 0 where neither in time
    counts: np.ndarray  # of the pairs of each test, as `Pairs.counts`

    @property
    def games(self):
        """How many games each test took."""
        return 2 * self.counts.sum(-1)


class ErrorRates(NamedTuple):
    """How often a test accepts the wrong hypothesis, and the games that it takes."""

    false_h1: float  # where elo0 is the truth
    false_h0: float  # where elo1 is
    mean_games: float
    most_games: float  # 95 % of the tests need no more


def simulate(test, elo, tests, edge=0.08, draws=0.0, seed=0, longest=10_000):
    """Tests between players who are `elo` apart, for up to `longest` pairs each."""
    wins = share_of(elo) + np.array([edge, -edge]) - draws / 2
    random = np.random.default_rng(seed)
    verdicts = np.zeros(tests, int)
    counts = np.zeros((tests, len(Pairs.VALUES)), int)
    active = np.arange(tests)
    for pairs in range(1, longest + 1):
        chance = random.random((len(active), 2))
        half_points = (chance < wins).sum(-1) + (chance < wins + draws).sum(-1)
        counts[active, half_points] += 1
        if pairs >= test.minimum:
            verdicts[active] = _verdicts(test, counts[active])
            active = active[verdicts[active] == 0]
        if not len(active):
            break
    return Simulated(verdicts, counts)


def _verdicts(test, counts):
    """1, -1 or 0 for each row of counts; many rows are alike, and each is judged once."""
    rows, places = np.unique(counts, axis=0, return_inverse=True)
    llr = np.array([test.llr(row) for row in rows.tolist()])
    lower, upper = test.bounds
    return ((llr >= upper).astype(int) - (llr <= lower))[places.ravel()]


def error_rates(test, tests=4000, edge=0.08, draws=0.0, seed=0):
    """The errors of a test at its own two hypotheses, as many simulated tests at each.

    With 4,000 tests an error of 5 % is known to +- 0.7 % (95 %).
    """
    at0 = simulate(test, test.elo0, tests, edge, draws, seed)
    at1 = simulate(test, test.elo1, tests, edge, draws, seed + 1)
    games = np.concatenate([at0.games, at1.games])
    return ErrorRates(
        float((at0.verdicts == 1).mean()),
        float((at1.verdicts == -1).mean()),
        float(games.mean()),
        float(np.quantile(games, 0.95)),
    )
