"""The kernels of self-play for a GPU: a thread a tree. What a tree does is in `kernels.py`."""

import warnings
from functools import lru_cache
from typing import Any

import numpy as np

from ..gpu import room
from ..playouts import Scratch
from .kernels import advance_one, grow_one, open_one, plant_one, sample_one

from numba import cuda  # isort: skip  (once `gpu` has made the rules known to it)
from numba.cuda.core.errors import NumbaPerformanceWarning  # isort: skip

__all__ = ["cuda", "cuda_kernels", "launch"]

THREADS = 64  # of a block


def cuda_kernels(n_words: int, n_moves: int) -> dict[str, Any]:
    """The kernels by name, for states and lists of moves up to these sizes."""

    def open_all(game, n, games, seed, random_plies):
        state, moves = cuda.local.array(n_words, np.uint64), cuda.local.array(n_moves, np.int64)
        stream = cuda.local.array(2, np.uint64)
        i = cuda.grid(1)
        if i < n:
            open_one(game, i, Scratch(state, moves, stream), games, seed, random_plies)

    def plant_all(game, n, forest, games, seed, boards):
        state, moves = cuda.local.array(n_words, np.uint64), cuda.local.array(n_moves, np.int64)
        stream = cuda.local.array(2, np.uint64)
        i = cuda.grid(1)
        if i < n:
            plant_one(game, i, Scratch(state, moves, stream), forest, games, seed, boards)

    def grow_all(game, n, forest, sim, plan, noise, policy, value, boards):
        state, moves = cuda.local.array(n_words, np.uint64), cuda.local.array(n_moves, np.int64)
        stream = cuda.local.array(2, np.uint64)
        i = cuda.grid(1)
        if i < n:
            scratch = Scratch(state, moves, stream)
            grow_one(game, i, scratch, forest, sim, plan, noise, policy, value, boards)

    def advance_all(game, n, forest, games, ply, random_plies, goes_on):
        state, moves = cuda.local.array(n_words, np.uint64), cuda.local.array(n_moves, np.int64)
        stream = cuda.local.array(2, np.uint64)
        i = cuda.grid(1)
        if i < n:
            scratch = Scratch(state, moves, stream)
            advance_one(game, i, scratch, forest, games, ply, random_plies, goes_on)

    def sample_all(game, n, games, batch, seed, n_plies):
        state, moves = cuda.local.array(n_words, np.uint64), cuda.local.array(n_moves, np.int64)
        stream = cuda.local.array(2, np.uint64)
        i = cuda.grid(1)
        if i < n:
            sample_one(game, i, Scratch(state, moves, stream), games, batch, seed, n_plies)

    kernels = (open_all, plant_all, grow_all, advance_all, sample_all)
    return {kernel.__name__: kernel for kernel in kernels}


@lru_cache
def _launchers(n_words: int, n_moves: int) -> dict[str, Any]:
    kernels = cuda_kernels(n_words, n_moves)
    return {name: cuda.jit(kernel, fastmath=True) for name, kernel in kernels.items()}


def launch(name: str, n: int, game: Any, *arguments: Any) -> None:
    """Run a kernel, `n` threads of it, and wait for its end."""
    kernel = _launchers(room(int(game.n_words())), room(int(game.n_moves())))[name]
    with warnings.catch_warnings():
        # A small number of games is a user's right, not a reason to complain.
        warnings.simplefilter("ignore", NumbaPerformanceWarning)
        kernel[-(-n // THREADS), THREADS](game, n, *arguments)
    cuda.synchronize()
