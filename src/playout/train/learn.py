"""Training: self-play and learning in turns, until the time is over."""

import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ..nets.planes import shape_of
from .games import Batch
from .model import Arrays, folded, initial, unfolded
from .recipe import Recipe
from .selfplay import SelfPlay
from .step import Learner, learn, new_learner

__all__ = ["Training", "Turn"]

fold = jax.jit(folded)


class Turn(NamedTuple):
    """How far training is."""

    seconds: float
    ply: int
    positions: int
    steps: int
    games: int
    length: float  # of a game, on average since the last look
    first_wins: float  # share of games since the last look
    draws: float
    policy_loss: float
    value_loss: float
    rate: float
    positions_s: float
    evaluations_s: float
    spent: dict[str, float]  # seconds by part


class Training:
    """A network that learns a game from nothing but its rules."""

    def __init__(self, machine: Any, recipe: Recipe) -> None:
        self.machine, self.recipe = machine, recipe
        self.game = machine.game
        self.shape = shape_of(self.game)
        self.play = SelfPlay(
            machine, recipe.games, recipe.simulations, recipe.plies, seed=recipe.seed
        )
        self.learner: Learner = new_learner(*initial(self.shape, recipe.architecture, recipe.seed))
        self.batch = self._new_batch(recipe.batch)
        self.symmetries = tuple(self.game.symmetries())
        self.seconds = 0.0  # of training, of earlier runs too
        self.positions = 0
        self.steps = 0
        self.spent = {"sample": 0.0, "learn": 0.0}
        self.record: dict[str, Any] = {}  # how it came to be, but for the recipe that it has now
        self._start: Arrays | None = None  # a network that it goes on from, until it has learnt
        self._due = 0.0  # steps that are still to be made
        self._known = False  # whether there are results enough to learn from
        self._before = 0  # plies of games that were over before these games were begun
        self._lost: Any = None
        self._last: tuple[float, int, int, dict[str, int]] | None = None
        self._rate = 0.0

    def _new_batch(self, n: int) -> Any:
        rows, cols, planes = self.shape.rows, self.shape.cols, self.shape.planes
        shared = self.machine.shared
        boards = shared((n, rows, cols, planes))
        legal, policy = shared((n, self.shape.n_moves)), shared((n, self.shape.n_moves))
        return Batch(boards, legal, policy, shared((n,)), shared((n,)))

    def resume(self, learner: Learner, seconds: float, positions: int, steps: int) -> None:
        """Go on from what was learnt. The positions of that time are gone: other games than those
        of the start are played, and learning waits until there are results again."""
        self.learner, self.seconds, self.positions, self.steps = learner, seconds, positions, steps
        self._start = None  # which it had begun with, and has learnt from since
        self.play.seed = self.recipe.seed + steps

    def start_from(self, network: Arrays) -> None:
        """Begin with what another training has learnt, instead of with nothing."""
        self._start = {name: jnp.asarray(array, jnp.float32) for name, array in network.items()}

    def arrays(self) -> Arrays:
        """The network as it is now."""
        if self._start is not None:
            return self._start
        arrays: Arrays = fold(self.learner.learnt, self.learner.running)
        return arrays

    def average(self) -> dict[str, np.ndarray]:
        """The network on average over the last steps: the one to keep."""
        arrays = fold(self.learner.average, self.learner.average_running)
        return {name: np.array(array) for name, array in arrays.items()}

    def prepare(self) -> None:
        """Compile everything, so that training is only training: a ply, and a step forgotten."""
        self.play.open(self.recipe.random_plies)
        self.play.search(self.arrays())
        self.play.advance(self.recipe.random_plies)
        kept = jax.tree.map(jnp.copy, self.learner)
        self._learn(0.0)
        self.learner, self._lost, self.steps = kept, None, self.steps - 1
        for spent in (self.play.spent, self.spent):
            spent.update(dict.fromkeys(spent, 0.0))
        self.play.evaluations = 0

    def run(
        self,
        share: Callable[["Training"], float],
        look: Callable[["Training"], Any] = lambda _: None,
        pause: float = 1.0,
    ) -> None:
        """Train until it says that its share of the whole is 1: of the time, or of the steps.
        `look` is called now and then."""
        self.play.open(self.play.length)  # games at all stages, so that results come at once
        self._known, self._before = False, self.play.finished()["plies"]
        arrays = self.arrays()
        self.turn()  # rates are those since now
        looked = now = time.perf_counter()
        while share(self) < 1:
            self.play.search(arrays)
            self.play.advance(self.recipe.random_plies)
            self.positions += self.recipe.games
            if self._may_learn():
                if self._start is not None:
                    boards = self._sample().boards
                    self.learner = new_learner(*unfolded(self._start, boards))
                    self._start = None
                self._due += self.recipe.reuse * self.recipe.games / self.recipe.batch
                while self._due >= 1:
                    self._due -= 1
                    self._learn(share(self))
                arrays = self.arrays()
            before, now = now, time.perf_counter()
            self.seconds += now - before
            if now - looked > pause:
                looked = now
                look(self)
                now = time.perf_counter()  # looking is not training

    def _may_learn(self) -> bool:
        """Enough results are known, which need not be looked up again."""
        if not self._known and self.play.ply % 4 == 0:
            known = self.play.finished()["plies"] - self._before
            self._known = known > 2 * self.recipe.batch or known > self.recipe.games * 8
            if (
                self.steps > 0 or self._start is not None
            ):  # games that are over soon are not all: wait for whole ones
                self._known &= self.play.ply >= min(self.play.length, self.recipe.plies)
        return self._known

    def _sample(self) -> Batch:
        """Positions of the last games, to learn from."""
        kernels = Batch(*(each.for_kernels for each in self.batch))
        self.play.sample(kernels, self.recipe.batch, self.steps)
        return Batch(*(jnp.asarray(each.for_jax) for each in self.batch))

    def _learn(self, share: float) -> None:
        began = time.perf_counter()
        batch = self._sample()
        sampled = time.perf_counter()
        self._rate = self.recipe.rate_at(self.steps, share)
        step = partial(learn, shape=self.shape, symmetries=self.symmetries, kind=self.play.kind)
        self.learner, self._lost = step(self.learner, batch, np.float32(self._rate))
        jax.block_until_ready(self._lost)
        self.steps += 1
        self.spent["sample"] += sampled - began
        self.spent["learn"] += time.perf_counter() - sampled

    def turn(self) -> Turn:
        """How far it is; rates and shares are those since the last call."""
        counts = self.play.finished()
        old_s, old_positions, old_evaluations, old = self._last or (self.seconds, 0, 0, {})
        if self._last is None:
            old_positions, old_evaluations = self.positions, self.play.evaluations
        self._last = (self.seconds, self.positions, self.play.evaluations, counts)
        passed = max(self.seconds - old_s, 1e-9)
        new = {name: n - old.get(name, 0) for name, n in counts.items()}
        games = max(new["games"], 1)
        lost = self._lost
        return Turn(
            seconds=self.seconds,
            ply=self.play.ply,
            positions=self.positions,
            steps=self.steps,
            games=counts["games"],
            length=new["plies"] / games,
            first_wins=new["first_wins"] / games,
            draws=new["draws"] / games,
            policy_loss=float(lost.policy) if lost else math.nan,
            value_loss=float(lost.value) if lost else math.nan,
            rate=self._rate,
            positions_s=(self.positions - old_positions) / passed,
            evaluations_s=(self.play.evaluations - old_evaluations) / passed,
            spent={**self.play.spent, **self.spent},
        )
