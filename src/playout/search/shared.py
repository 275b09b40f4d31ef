"""What several threads need to grow one tree: an atomic addition and a lock.

Threads read statistics without a lock, and add to them atomically (Enzenberger and Müller 2009);
only what changes the shape of the tree, a node getting children or a proof, is done by one at a
time. A GPU thread has a tree of its own and needs neither.
"""

import threading

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ..kernel import OPTIONS

__all__ = ["add_to", "lock", "unlock"]

_interpreted = threading.RLock()


def add_to(array, i, amount):
    """array[i] += amount, as one step."""
    with _interpreted:
        array[i] += amount


def lock(cells, i):
    """Wait until cells[i] is 0, and make it 1, as one step."""
    while not _grab(cells, i):
        pass


def unlock(cells, i):
    """Let the next one in."""
    cells[i] = 0


def _grab(cells, i):
    with _interpreted:
        was_free = cells[i] == 0
        cells[i] = 1
        return was_free


def _element(context, builder, array_type, array, index):
    made = context.make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, made, [index], wraparound=False)


@intrinsic
def _atomic_add(typing_context, array, i, amount):
    def codegen(context, builder, signature, args):
        place = _element(context, builder, signature.args[0], args[0], args[1])
        kind = "fadd" if isinstance(array.dtype, types.Float) else "add"
        builder.atomic_rmw(kind, place, args[2], "monotonic")
        return context.get_dummy_value()

    return types.void(array, types.int64, array.dtype), codegen


@intrinsic
def _swap_in(typing_context, array, i, value):
    def codegen(context, builder, signature, args):
        place = _element(context, builder, signature.args[0], args[0], args[1])
        return builder.atomic_rmw("xchg", place, args[2], "seq_cst")

    return array.dtype(array, types.int64, array.dtype), codegen


@overload(add_to, jit_options=OPTIONS)
def _add_to(array, i, amount):
    return lambda array, i, amount: _atomic_add(array, i, amount)  # noqa: PLW0108


@overload(lock, jit_options=OPTIONS)
def _lock(cells, i):
    def wait(cells, i):
        while _swap_in(cells, i, np.int64(1)) != 0:
            pass

    return wait


@overload(unlock, jit_options=OPTIONS)
def _unlock(cells, i):
    def release(cells, i):
        _swap_in(cells, i, np.int64(0))

    return release
