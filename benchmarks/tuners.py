"""Which optimiser finds the best values of parameters with the fewest games?

    python benchmarks/tuners.py [FILE]             prints a Markdown table; FILE keeps it as JSON
    python benchmarks/tuners.py --only "optuna TPE" --repetitions 20

Simulated tunings, where the truth is known. The strength of a player falls off from the best values
of its parameters by hills of random places, widths and heights (in Elo); a trial plays pairs of
games against an opponent 50 Elo below the best, the first mover has an advantage of 40 Elo. Every
optimiser gets the same number of games, in batches of 10 trials that are all chosen before any of
them is played, as with many workers. What counts is the regret: how many Elo the recommended values
are below the best ones. Four ways to recommend values are compared on the same trials.

Needs optuna, cmaes, cma and scikit-optimize; those that are missing are left out.
"""

import argparse
import itertools
import json
import math
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from playout.lab.stats.pentanomial import share_of
from playout.lab.tune.surrogate import Surface, fit

BATCH = 10
CASES = {1: 400, 2: 800, 4: 1600}  # games by number of parameters
ADVANTAGE = 40.0


class Hill:
    """How strong a player is, in Elo above its opponent, by parameters from 0 to 1."""

    def __init__(self, dimensions: int, rng: np.random.Generator) -> None:
        self.top = rng.uniform(0.1, 0.9, dimensions)
        self.widths = np.exp(rng.uniform(math.log(0.12), math.log(0.5), (2, dimensions)))
        heights = np.exp(rng.uniform(math.log(60), math.log(400), dimensions))
        self.heights = heights / np.arange(1, dimensions + 1)  # some matter more than others

    def regret(self, point: np.ndarray) -> float:
        """Elo below the best: steep at the top, then level, not the same on both sides."""
        side = np.where(point < self.top, self.widths[0], self.widths[1])
        return float(self.heights @ (1 - np.exp(-0.5 * ((point - self.top) / side) ** 2)))

    def score(self, point: np.ndarray, pairs: int, rng: np.random.Generator) -> float:
        """The share of the points in some pairs of games."""
        elo = 50.0 - self.regret(point)
        wins = sum(rng.binomial(pairs, share_of(elo + sign * ADVANTAGE)) for sign in (1, -1))
        return wins / (2 * pairs)


class History(NamedTuple):
    """Trials, and what the optimiser itself would recommend, where it says so."""

    points: np.ndarray
    scores: np.ndarray
    pairs: np.ndarray
    own: np.ndarray | None = None


# -- optimisers: (hill, games, pairs of a trial, rng) -> History --


def in_batches(make: Callable) -> Callable:
    """A tuning with an optimiser that proposes batches, knowing the trials so far."""

    def tuned(hill: Hill, games: int, pairs: int, rng: np.random.Generator) -> History:
        propose = make(len(hill.top), int(rng.integers(2**31)))
        points: list[np.ndarray] = []
        scores: list[float] = []
        trials = games // (2 * pairs)
        while len(points) < trials:
            batch = propose(points, scores, min(BATCH, trials - len(points)))
            points += [np.asarray(point, float) for point in batch]
            scores += [hill.score(point, pairs, rng) for point in points[len(scores) :]]
        return History(np.array(points), np.array(scores), np.full(len(points), pairs))

    return tuned


def random_points(dimensions: int, seed: int) -> Callable:
    rng = np.random.default_rng(seed)
    return lambda points, scores, n: rng.random((n, dimensions))


def _optuna(sampler: Callable) -> Callable:
    def make(dimensions: int, seed: int) -> Callable:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        one = optuna.distributions.FloatDistribution(0.0, 1.0)
        space = {f"x{i}": one for i in range(dimensions)}
        study = optuna.create_study(direction="maximize", sampler=sampler(optuna.samplers, seed))
        asked: list[Any] = []

        def propose(points: list, scores: list, n: int) -> list[list[float]]:
            for trial, score in zip(asked, scores[len(scores) - len(asked) :], strict=True):
                study.tell(trial, score)
            asked[:] = [study.ask(space) for _ in range(n)]
            return [[trial.params[key] for key in space] for trial in asked]

        return propose

    return make


def skopt_gp(dimensions: int, seed: int) -> Callable:
    from skopt import Optimizer

    optimizer = Optimizer(
        [(0.0, 1.0)] * dimensions,
        "GP",
        n_initial_points=BATCH,
        initial_point_generator="sobol",
        acq_func="EI",
        random_state=seed,
    )
    told = 0

    def propose(points: list, scores: list, n: int) -> list[list[float]]:
        nonlocal told
        for point, score in zip(points[told:-1], scores[told:-1], strict=True):
            optimizer.tell([float(x) for x in point], -score, fit=False)
        if points:
            optimizer.tell([float(x) for x in points[-1]], -scores[-1])
        told = len(points)
        return optimizer.ask(n_points=n, strategy="cl_mean")

    return propose


def thompson(dimensions: int, seed: int) -> Callable:
    """The tops of functions that the Gaussian process of the lab holds for possible."""
    rng = np.random.default_rng(seed)

    def propose(points: list, scores: list, n: int) -> np.ndarray:
        if len(points) < 2 * BATCH:
            return rng.random((n, dimensions))
        surface = fit(np.array(points), np.array(scores), _noise(np.array(scores), PAIRS[0]))
        places = rng.random((400, dimensions))
        return places[np.argmax(surface.draw(places, rng, n), axis=1)]

    return propose


def response_surface(dimensions: int, seed: int) -> Callable:
    """Logistic regression on a quadratic, after Coulom's CLOP (2012): the tops of quadratics drawn
    from what is known of the coefficients."""
    rng = np.random.default_rng(seed)

    def propose(points: list, scores: list, n: int) -> np.ndarray:
        if len(points) < 2 * BATCH:
            return rng.random((n, dimensions))
        places = rng.random((500, dimensions))
        weights, covariance = _quadratic(np.array(points), np.array(scores), 2 * PAIRS[0])
        drawn = rng.multivariate_normal(weights, covariance, n, method="eigh")
        return places[np.argmax(_terms(places) @ drawn.T, axis=0)]

    return propose


def halving(hill: Hill, games: int, pairs: int, rng: np.random.Generator) -> History:
    """Random points, of which the better half goes on with twice the games, until one is left."""
    dimensions, rounds = len(hill.top), max(2, int(math.log2(games / (2 * pairs * 5))))
    n = max(2, games // (2 * pairs * (rounds + 1)))
    points, each = rng.random((n, dimensions)), pairs
    scores, played = np.zeros(n), np.zeros(n)
    alive = np.arange(n)
    while True:
        for i in alive:
            scores[i] += each * hill.score(points[i], each, rng)
            played[i] += each
        if len(alive) == 1 or 2 * (played.sum() + len(alive) // 2 * 2 * each) > games:
            break
        order = alive[np.argsort(-scores[alive] / played[alive])]
        alive, each = order[: max(1, len(alive) // 2)], 2 * each
    best = alive[np.argmax(scores[alive] / played[alive])]
    return History(points, scores / played, played, points[best])


def cma_es(noisy: bool) -> Callable:
    def tuned(hill: Hill, games: int, pairs: int, rng: np.random.Generator) -> History:
        import cma

        d = len(hill.top)
        options = {
            "bounds": [0, 1],
            "seed": int(rng.integers(1, 2**31)),
            "verbose": -9,
            "popsize": BATCH,
            "maxfevals": games // (2 * pairs),
            "tolfun": 0,
            "tolx": 1e-9,
            "tolflatfitness": 1e9,
            "tolfunhist": 0,
            "tolstagnation": 10**9,
        }
        points, scores = [], []

        def play(point: np.ndarray) -> float:
            if len(points) < games // (2 * pairs):
                points.append(np.array(point, float))
                scores.append(hill.score(points[-1], pairs, rng))
            return -scores[-1]

        if d == 1:  # the library wants two parameters or more: the second has no effect
            d, inner = 2, play
            play = lambda point: inner(point[:1])  # noqa: E731
        handler = cma.NoiseHandler(d, maxevals=1) if noisy else None
        es = cma.fmin2(play, [0.5] * d, 0.25, options, noise_handler=handler)[1]
        own = np.clip(es.result.xfavorite, 0, 1)[: len(hill.top)]
        return History(np.array(points), np.array(scores), np.full(len(points), pairs), own)

    return tuned


TUNERS: dict[str, Callable] = {
    "random": in_batches(random_points),
    "halving": halving,
    "optuna TPE": in_batches(_optuna(lambda s, seed: s.TPESampler(seed=seed))),
    "optuna TPE, univariate": in_batches(
        _optuna(lambda s, seed: s.TPESampler(seed=seed, multivariate=False))
    ),
    "optuna CMA-ES": in_batches(
        _optuna(lambda s, seed: s.CmaEsSampler(seed=seed, popsize=BATCH, n_startup_trials=BATCH))
    ),
    "optuna QMC": in_batches(_optuna(lambda s, seed: s.QMCSampler(seed=seed, scramble=True))),
    "cma": cma_es(noisy=False),
    "cma, noise handling": cma_es(noisy=True),
    "scikit-optimize GP": in_batches(skopt_gp),
    "response surface": in_batches(response_surface),
    "GP, Thompson": in_batches(thompson),
}
SLOW = {"scikit-optimize GP": 8}  # fewer repetitions, by this factor
PAIRS = [2]  # of a trial


# -- what to recommend --


def _noise(scores: np.ndarray, pairs: Any) -> np.ndarray:
    mean = float(np.clip(np.mean(scores), 0.05, 0.95))
    return np.broadcast_to(mean * (1 - mean) / (2 * np.asarray(pairs, float)), scores.shape)


def best_score(h: History, rng: np.random.Generator) -> np.ndarray:
    """The trial with the best score, the first of them."""
    return h.points[np.argmax(h.scores)]


def own_choice(h: History, rng: np.random.Generator) -> np.ndarray | None:
    return h.own


def surface_of(h: History) -> Surface:
    if FITTED[0] is not h:
        FITTED[:] = [h, fit(h.points, h.scores, _noise(h.scores, h.pairs))]
    return FITTED[1]


FITTED: list[Any] = [None, None]  # the last history and its surface: two ways need it


def best_trial_by_process(h: History, rng: np.random.Generator) -> np.ndarray:
    """Among the trials, the top of the smooth surface."""
    surface = surface_of(h)
    return h.points[np.argmax(surface.at(h.points)[0])]


def top_of_process(h: History, rng: np.random.Generator) -> np.ndarray:
    """Anywhere, the top of the smooth surface."""
    surface = surface_of(h)
    places = np.vstack([h.points, rng.random((1000, h.points.shape[1]))])
    for width in (0.1, 0.03):
        best = places[np.argmax(surface.at(places)[0])]
        places = np.vstack([best, np.clip(rng.normal(best, width, (200, len(best))), 0, 1)])
    return places[np.argmax(surface.at(places)[0])]


def top_of_quadratic(h: History, rng: np.random.Generator) -> np.ndarray:
    """The top of a logistic regression on a quadratic."""
    weights, _ = _quadratic(h.points, h.scores, 2 * h.pairs)
    places = np.vstack([h.points, rng.random((2000, h.points.shape[1]))])
    return places[np.argmax(_terms(places) @ weights)]


RECOMMENDERS = {
    "best score": best_score,
    "its own": own_choice,
    "GP, a trial": best_trial_by_process,
    "GP, anywhere": top_of_process,
    "quadratic": top_of_quadratic,
}


def _terms(points: np.ndarray) -> np.ndarray:
    """1, x, and all products of two."""
    centred = 2 * points - 1
    d = points.shape[1]
    products = [centred[:, i] * centred[:, j] for i in range(d) for j in range(i, d)]
    return np.column_stack([np.ones(len(points)), centred, *products])


def _quadratic(points: np.ndarray, scores: np.ndarray, games: Any) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients and their covariance, by Newton's method with a little shrinking."""
    terms = _terms(points)
    n = np.broadcast_to(np.asarray(games, float), scores.shape)
    shrink = np.diag([1e-3] + [0.25] * (terms.shape[1] - 1))
    weights = np.zeros(terms.shape[1])
    for _ in range(25):
        p = 1 / (1 + np.exp(-np.clip(terms @ weights, -20, 20)))
        hessian = terms.T @ (terms * (n * p * (1 - p))[:, None]) + shrink
        weights = weights + np.linalg.solve(
            hessian, terms.T @ (n * (scores - p)) - shrink @ weights
        )
    return weights, np.linalg.inv(hessian)


# -- the comparison --


class Row(NamedTuple):
    """The regret of a tuner and a recommendation, in Elo."""

    tuner: str
    recommended: str
    dimensions: int
    games: int
    pairs: int
    repetitions: int
    regret: float
    low: float
    high: float
    seconds: float  # of the optimiser, a tuning
    surface: str = "mixture"  # of Gaussian processes; or the likeliest of them alone


def compare(name: str, dimensions: int, games: int, pairs: int, repetitions: int) -> list[Row]:
    """The same hills for every tuner."""
    PAIRS[0] = pairs
    regrets: dict[str, list[float]] = {}
    seconds = 0.0
    for i in range(repetitions):
        hill = Hill(dimensions, np.random.default_rng([dimensions, i]))
        rng = np.random.default_rng([dimensions, i, pairs])
        began = time.process_time()
        history = TUNERS[name](hill, games, pairs, rng)
        seconds += time.process_time() - began
        for how, recommend in RECOMMENDERS.items():
            point = recommend(history, np.random.default_rng(i))
            if point is not None:
                regrets.setdefault(how, []).append(hill.regret(point))
    rows = []
    for how, values in regrets.items():
        mean, error = float(np.mean(values)), 1.96 * float(np.std(values)) / math.sqrt(len(values))
        where = (name, how, dimensions, games, pairs, repetitions)
        rows.append(Row(*where, mean, mean - error, mean + error, seconds / repetitions))
    return rows


def markdown(rows: list[Row]) -> str:
    heads = ["tuner", "parameters", "games", "pairs a trial", "surface", *RECOMMENDERS, "s"]
    lines = ["| " + " | ".join(heads) + " |", "| --- |" + " ---: |" * (len(heads) - 1)]
    for where in dict.fromkeys((r.tuner, r.dimensions, r.games, r.pairs, r.surface) for r in rows):
        mine = {r.recommended: r for r in rows if (r[0], *r[2:5], r.surface) == where}
        cells = []
        for how in RECOMMENDERS:
            row = mine.get(how)
            cells.append(f"{row.regret:.0f} ± {row.high - row.regret:.0f}" if row else "")
        took = next(iter(mine.values())).seconds
        lines.append("| " + " | ".join([*map(str, where), *cells, f"{took:.2g}"]) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?")
    parser.add_argument("--only", choices=TUNERS, action="append")
    parser.add_argument("--repetitions", type=int, default=60)
    parser.add_argument("--pairs", type=int, nargs="*", default=[4])
    parser.add_argument("--parameters", type=int, nargs="*", default=[1, 2, 4])
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    rows = rows_in(options.file)
    for name in options.only or TUNERS:
        repetitions = max(8, options.repetitions // SLOW.get(name, 1))
        for dimensions, pairs in itertools.product(options.parameters, options.pairs):
            try:
                new = compare(name, dimensions, CASES[dimensions], pairs, repetitions)
            except ImportError as error:
                print(f"{name} is left out: {error}", flush=True)
                continue
            print(markdown(new).splitlines()[-1], flush=True)
            rows = [row for row in rows if (row[:5], row.surface) not in keys_of(new)] + new
            if options.file:
                text = json.dumps([row._asdict() for row in rows], indent=1)
                Path(options.file).write_text(text + "\n", encoding="utf-8")
    print("\n" + markdown(rows))


def keys_of(rows: list[Row]) -> set[Any]:
    return {(row[:5], row.surface) for row in rows}


def rows_in(file: str | None) -> list[Row]:
    """What a file has from before: what is measured again takes its place."""
    if not file or not Path(file).exists():
        return []
    return [Row(**row) for row in json.loads(Path(file).read_text(encoding="utf-8"))]


if __name__ == "__main__":
    main()
