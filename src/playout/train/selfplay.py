"""Self-play: all games a ply further at once, each by a search with the network."""

import time
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ..kernel import split
from ..nets.planes import Shape, shape_of
from ..playouts import Scratch
from .forest import Forest, forest_arrays, schedule
from .games import DRAWS, FIRST_WINS, GAMES, PLIES, Batch, Games, games_arrays
from .kernels import survey
from .model import Arrays, said

__all__ = ["SelfPlay", "look_at"]

CONSIDERED = 16  # moves of the root


@partial(jax.jit, static_argnames=("kind", "transposed"))
def evaluate(arrays: Arrays, boards: Any, kind: Any, transposed: bool) -> tuple[Any, Any]:
    moves, value = said(arrays, boards, kind)
    return (moves.T if transposed else moves), value


def look_at(game: Any, seed: int = 0) -> tuple[int, float]:
    """By random games: room for the legal moves of a position, and how long a game takes."""
    n = 200
    most, plies = survey(game, Scratch.of(game), np.uint64(seed), n)
    return min(int(game.n_moves()), int(most * 1.25) + 4), plies / n


class SelfPlay:
    """Games that are played side by side on a machine, `plies` of each kept to learn from."""

    def __init__(self, machine: Any, games: int, simulations: int, plies: int, seed: int) -> None:
        self.machine, self.n, self.simulations, self.seed = machine, games, simulations, seed
        game = machine.game
        self.shape: Shape = shape_of(game)
        most_moves, self.length = look_at(game, seed)
        forest = forest_arrays(game, games, simulations + 1, most_moves)
        self.forest = machine.arrays(Forest, forest)
        kept = games_arrays(game, games, plies, self.shape.n_moves)
        self.games = machine.arrays(Games, kept)
        self.plies = plies
        self.boards = machine.shared((games, self.shape.rows, self.shape.cols, self.shape.planes))
        self.plan = machine.constant(schedule(CONSIDERED, simulations))
        self.kind = jnp.bfloat16 if machine.name == "cuda" else jnp.float32
        self.ply = 0
        self.evaluations = 0
        self.spent = {"search": 0.0, "network": 0.0, "play": 0.0}

    def _random(self, purpose: int) -> np.uint64:
        return np.uint64(split(np.uint64(self.seed % 2**64), np.uint64(8 * self.ply + purpose)))

    def open(self, random_plies: float) -> None:
        """Begin all games, up to so many random plies in."""
        self.ply = 0
        seed = self._random(0)
        self.machine.run("open_all", self.n, self.games, seed, float(random_plies))

    def search(self, arrays: Arrays, noise: float = 1.0) -> None:
        """Grow a tree for every game."""
        kernels = self.boards.for_kernels
        self._timed("search", "plant_all", self.forest, self.games, self._random(1), kernels)
        for sim in range(self.simulations + 1):
            policy, value = self._evaluate(arrays)
            rest = (np.float32(noise), policy, value, kernels)
            self._timed("search", "grow_all", self.forest, sim, self.plan, *rest)

    def advance(self, random_plies: float, goes_on: bool = True) -> None:
        """Play what the searches found; begin another game after the last move of one."""
        rest = (self.ply, float(random_plies), goes_on)
        self._timed("play", "advance_all", self.forest, self.games, *rest)
        self.ply += 1

    def sample(self, batch: Batch, n: int, salt: int) -> None:
        """Fill a batch to learn from."""
        seed = split(self._random(2), np.uint64(salt))
        kept = min(self.ply, self.plies)
        self.machine.run("sample_all", n, self.games, batch, np.uint64(seed), kept)

    def finished(self) -> dict[str, int]:
        """Games so far, their plies, the first player's wins and the draws."""
        counts = self.machine.to_host(self.games.counts).sum(1)
        names = {"games": GAMES, "plies": PLIES, "first_wins": FIRST_WINS, "draws": DRAWS}
        return {name: int(counts[place]) for name, place in names.items()}

    def _evaluate(self, arrays: Arrays) -> tuple[Any, Any]:
        began = time.perf_counter()
        says = evaluate(arrays, self.boards.for_jax, self.kind, self.machine.transposed)
        lent = tuple(self.machine.lend(each) for each in says)
        self.evaluations += self.n
        self.spent["network"] += time.perf_counter() - began
        return lent[0], lent[1]

    def _timed(self, what: str, kernel: str, *arguments: Any) -> None:
        began = time.perf_counter()
        self.machine.run(kernel, self.n, *arguments)
        self.spent[what] += time.perf_counter() - began
