"""Playouts by the thousand on a GPU: the same rules and the same random numbers.

One GPU thread runs one playout at a time, in local memory, with the stream of
its index: `run_playouts` here returns exactly what the one for the CPU does.
"""

import contextlib
import warnings
from functools import lru_cache
from typing import Any

import numpy as np

from ..kernel import add_target, lowest, nth_bit, nth_bit_by_halves, popcount, seed_stream, split
from ..rules import GameError
from ..state import State

# numba-cuda 0.30 asks for these; NumPy 2.5 has removed them.
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):
        setattr(np, _old, getattr(np, _new))

try:
    import numba.cuda.extending
    import numba.cuda.typing.templates
    from numba import cuda
    from numba.cuda.core.errors import NumbaPerformanceWarning
    from numba.cuda.cudadrv import nvvm
except ImportError as error:
    why = "no GPU support ({error}): pip install 'numba-cuda[cu13]'"
    raise GameError(why, "no-gpu-support", error=str(error)) from None

__all__ = ["count_winners", "run_playouts"]

THREADS = 128  # of a block
MOST_BLOCKS = 16_384  # more playouts than these have threads share them

add_target(numba.cuda.typing.templates, numba.cuda.extending)


@numba.cuda.extending.overload(popcount)
def _popcount(x):
    return lambda x: np.int64(cuda.popc(x))


@numba.cuda.extending.overload(lowest)
def _lowest(x):
    return lambda x: np.int64(cuda.ffs(x)) - 1


@numba.cuda.extending.overload(nth_bit)
def _nth_bit(x, n):
    return lambda x, n: nth_bit_by_halves(x, n)  # noqa: PLW0108


@contextlib.contextmanager
def exact_arithmetic():
    """Compile kernels that round after every operation, as a CPU does.

    A multiplication and an addition made into one would round once: near a tie another move
    would be chosen, and the tree would be another one.
    """
    plain = nvvm.compile_ir
    nvvm.compile_ir = lambda ir, **options: plain(ir, **{"fma": False, **options})
    try:
        yield
    finally:
        nvvm.compile_ir = plain


@lru_cache
def playout_kernels(n_words: int, n_moves: int) -> tuple[Any, Any]:
    """Two kernels for states and move lists of up to these sizes: note the winners, count them."""

    def fill_winners(game, start, seed, first, winners):
        state = cuda.local.array(n_words, np.uint64)
        moves = cuda.local.array(n_moves, np.int64)
        stream = cuda.local.array(2, np.uint64)
        for i in range(cuda.grid(1), winners.size, cuda.gridsize(1)):
            for word in range(game.n_words()):
                state[word] = start[word]
            seed_stream(stream, split(seed, first + i))
            winners[i] = game.playout(state, stream, moves)

    def count_winners(game, start, seed, first, n, counts):
        state = cuda.local.array(n_words, np.uint64)
        moves = cuda.local.array(n_moves, np.int64)
        stream = cuda.local.array(2, np.uint64)
        own_counts = cuda.local.array(3, np.int64)
        for winner in range(3):
            own_counts[winner] = 0
        for i in range(cuda.grid(1), n, cuda.gridsize(1)):
            for word in range(game.n_words()):
                state[word] = start[word]
            seed_stream(stream, split(seed, first + i))
            own_counts[game.playout(state, stream, moves)] += 1
        for winner in range(3):
            cuda.atomic.add(counts, winner, own_counts[winner])

    return fill_winners, count_winners


@lru_cache
def _launchers(n_words: int, n_moves: int) -> tuple[Any, ...]:
    return tuple(cuda.jit(kernel) for kernel in playout_kernels(n_words, n_moves))


def room(size: int) -> int:
    """The next power of two: boards of similar sizes share a compiled kernel."""
    return 1 << max(3, (size - 1).bit_length())


def run_playouts(state: State, n: int, seed: int = 0, first: int = 0) -> np.ndarray:
    """The winners (0, 1, or 2 for a draw) of n uniformly random playouts."""
    winners = _device_array(np.zeros(n, np.int8))
    _launch(state, 0, n, seed, first, winners)
    return np.asarray(winners.copy_to_host())


def count_winners(state: State, n: int, seed: int = 0, first: int = 0) -> np.ndarray:
    """How many of n playouts each player wins, and how many are draws."""
    counts = _device_array(np.zeros(3, np.int64))
    _launch(state, 1, n, seed, first, n, counts)
    return np.asarray(counts.copy_to_host())


def _device_array(values: np.ndarray) -> Any:
    if not cuda.is_available():
        raise GameError("no CUDA device was found on this machine", "no-gpu")
    return cuda.to_device(values)


def _launch(state: State, which: int, n: int, seed: int, first: int, *rest: Any) -> None:
    kernel = _launchers(room(state.game.n_words()), room(state.game.n_moves()))[which]
    blocks = max(1, min(-(-n // THREADS), MOST_BLOCKS))
    words = cuda.to_device(state.words)
    with warnings.catch_warnings():
        # A small number of playouts is a user's right, not a reason to complain.
        warnings.simplefilter("ignore", NumbaPerformanceWarning)
        kernel[blocks, THREADS](state.game, words, np.uint64(seed % 2**64), first, *rest)
