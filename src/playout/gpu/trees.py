"""Whole searches by the thousand on a GPU: one thread grows one tree.

The kernel is the loop of every search, `simulate`, on the i-th row of arrays that hold all trees
side by side. Tree i has the stream of its index, so it is the tree that a CPU would grow from it.
"""

import time
import warnings
from functools import lru_cache
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda.core.errors import NumbaPerformanceWarning

from ..kernel import seed_stream, split
from ..rules import GameError
from ..search.loop import Scratch, simulate
from ..search.run import tree_for
from ..search.tree import NODES, Tree
from ..state import State
from . import exact_arithmetic

__all__ = ["grow_trees", "grow_trees_on_cpu", "rate", "tree_kernel"]

THREADS = 32  # of a block: trees diverge, so small blocks spread over more of the device


def tree_kernel(game, algorithm, trees, scratches, root, n, seed, first):
    """Grow tree i of `trees` by n simulations, for every i."""
    i = cuda.grid(1)
    if i >= trees.visits.shape[0]:
        return
    tree, scratch = trees.at(i), scratches.at(i)
    seed_stream(scratch.stream, split(seed, first + i))
    simulate(game, algorithm, tree, scratch, root, n)


@lru_cache
def _launcher() -> Any:
    return cuda.jit(tree_kernel, lto=False)  # a link-time optimiser would fuse them after all


def grow_trees(
    state: State, algorithm: Any, n_trees: int, simulations: int, seed: int = 0, first: int = 0
) -> Tree:
    """The trees of searches first, first + 1, ... of a seed; every array has a row for each."""
    trees, _ = _grow(state, algorithm, n_trees, simulations, seed, first)
    used = int(trees.counts.copy_to_host()[:, NODES].max())
    grown: Tree = _trimmed(trees, used, trees.visits.shape[1])
    return grown


def rate(state: State, algorithm: Any, n_trees: int, simulations: int, seed: int = 0) -> float:
    """Simulations per second of so many trees at once, the transfer of their memory aside."""
    trees, seconds = _grow(state, algorithm, n_trees, simulations, seed, 0)
    done = int(trees.visits[:, 0].copy_to_host().sum())
    return done / seconds


def _grow(
    state: State, algorithm: Any, n_trees: int, simulations: int, seed: int, first: int
) -> tuple[Any, float]:
    """The trees on the device, and how long they took to grow."""
    if not cuda.is_available():
        raise GameError("no CUDA device was found on this machine", "no-gpu")
    trees = _rows(tree_for(state.game, algorithm, simulations, 2**62), n_trees)
    scratches = _rows(Scratch.of(state.game, algorithm), n_trees)
    root, word = cuda.to_device(state.words), np.uint64(seed % 2**64)
    with exact_arithmetic(), warnings.catch_warnings():
        # A small number of trees is a user's right, not a reason to complain.
        warnings.simplefilter("ignore", NumbaPerformanceWarning)
        launcher = _launcher()[-(-n_trees // THREADS), THREADS]
        launcher(state.game, algorithm, trees, scratches, root, 0, word, first)  # compiles
        cuda.synchronize()
        began = time.perf_counter()
        launcher(state.game, algorithm, trees, scratches, root, simulations, word, first)
        cuda.synchronize()
    return trees, time.perf_counter() - began


def grow_trees_on_cpu(
    state: State, algorithm: Any, n_trees: int, simulations: int, seed: int = 0, first: int = 0
) -> list[Tree]:
    """The same trees, one after the other."""
    trees = []
    for i in range(first, first + n_trees):
        tree = tree_for(state.game, algorithm, simulations, 2**62)
        scratch = Scratch.of(state.game, algorithm)
        word = split(np.uint64(seed % 2**64), np.uint64(i))
        seed_stream(scratch.stream, np.uint64(word))
        simulate(state.game, algorithm, tree, scratch, state.words, simulations)
        trees.append(tree)
    return trees


def _rows(arrays: Any, n: int) -> Any:
    """Arrays on the device with n rows like each of these."""
    rows = []
    for array in arrays:
        if isinstance(array, tuple):
            rows.append(_rows(array, n))
        else:
            made = cuda.device_array((n, *array.shape), array.dtype)
            cuda.driver.device_memset(made, 0, made.nbytes)
            if array.any():
                made.copy_to_device(np.tile(array, (n,) + (1,) * array.ndim))
            rows.append(made)
    return type(arrays)(*rows)


def _trimmed(array: Any, used: int, n_nodes: int) -> Any:
    """Arrays back on the host, those of nodes as far as any tree has filled them."""
    if isinstance(array, tuple):
        return type(array)(*(_trimmed(part, used, n_nodes) for part in array))
    if array.shape[1] == n_nodes:
        return np.ascontiguousarray(array.copy_to_host()[:, :used])
    return array.copy_to_host()
