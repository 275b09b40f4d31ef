"""The rules on a GPU: compiled for one here, run on one where there is one."""

from types import SimpleNamespace

import numpy as np
import pytest
from boards import EVERY
from own_search import Counting, assert_counts_are_right

from playout import Child, Flat, Grave, Rave, Uct, UctAmaf, find, run_playouts
from playout.conformance import random_game
from playout.games import NAMES
from playout.kernel import JIT

cuda = pytest.importorskip("numba.cuda", reason="numba-cuda is not installed (extra `cuda`)")

pytestmark = [pytest.mark.full, pytest.mark.skipif(not JIT, reason="a GPU runs compiled code only")]


def has_gpu():
    return cuda.is_available()


@pytest.mark.parametrize("name", EVERY)
def test_gpu_playouts_equal_the_cpus(name):
    if not has_gpu():
        pytest.skip("there is no CUDA device on this machine")
    from playout import gpu

    for plies in (0, 3):
        state = random_game(find(name), seed=plies, plies=plies)
        on_gpu = gpu.run_playouts(state, 2_000, seed=7)
        on_cpu = run_playouts(state, 2_000, seed=7)
        assert on_gpu.tolist() == on_cpu.tolist()
        counts = gpu.count_winners(state, 2_000, seed=7)
        assert counts.tolist() == np.bincount(on_cpu, minlength=3).tolist()


@pytest.mark.parametrize("name", NAMES)
def test_rules_compile_for_a_gpu_without_one(name, monkeypatch):
    if has_gpu():
        pytest.skip("there is a GPU: the rules are run on it instead")
    import numba.cuda.dispatcher
    from numba import types
    from numba.cuda.cudadrv.error import NvvmSupportError
    from numba.cuda.typing.typeof import typeof

    from playout import gpu

    # Inner functions are compiled for the device at hand; pretend there is an H100.
    device = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", lambda: device)
    game = find(name)
    fill, count = gpu.playout_kernels(gpu.room(game.n_words()), gpu.room(game.n_moves()))
    start = (typeof(game), types.uint64[::1], types.uint64, types.int64)
    for kernel, rest in ((fill, [types.int8[::1]]), (count, [types.int64, types.int64[::1]])):
        signature = (*start, *rest)
        try:
            assembly, _ = cuda.compile(kernel, signature, cc=(9, 0), output="ptx", abi="numba")
        except NvvmSupportError as error:
            pytest.skip(f"the CUDA compiler is not installed: {error}")
        text = assembly if isinstance(assembly, str) else assembly.decode()
        assert ".target sm_90" in text


RAVE = Rave(beta=Child(), c=1.0, untried="first", inside=True, draw=0.0, killer=True, recent=20)
TREES = {
    "uct": Uct(),
    "grave": Grave(),
    "rave": RAVE._replace(root_player=True),
    "uctamaf": UctAmaf(),
    "flat": Flat(),
    "own statistics": Counting(playouts=3),
}
every_tree = pytest.mark.parametrize("algorithm", TREES.values(), ids=TREES.keys())


@every_tree
@pytest.mark.parametrize("name", ["hex:7", "connect4"])
def test_gpu_trees_equal_the_cpus(name, algorithm):
    if not has_gpu():
        pytest.skip("there is no CUDA device on this machine")
    from playout.gpu.trees import grow_trees, grow_trees_on_cpu

    state = random_game(find(name), seed=1, plies=2)
    on_gpu = grow_trees(state, algorithm, 64, 500, seed=7)
    for i, tree in enumerate(grow_trees_on_cpu(state, algorithm, 64, 500, seed=7)):
        used = int(tree.counts[0])
        assert on_gpu.counts[i, 0] == used
        for column in ("visits", "total", "mean", "move", "first", "proven"):
            there = getattr(on_gpu, column)[i, :used]
            assert np.array_equal(getattr(tree, column)[:used], there), column
        if isinstance(algorithm, Counting):
            assert_counts_are_right(tree)
            assert np.array_equal(tree.stats.seen[:used], on_gpu.stats.seen[i, :used])
            assert np.array_equal(tree.stats.labels.tries, on_gpu.stats.labels.tries[i])
            assert np.array_equal(tree.stats.ever, on_gpu.stats.ever[i])


def rows_of(arrays):
    """Arrays with two rows like each of these, for their types."""
    return type(arrays)(
        *(
            rows_of(array) if isinstance(array, tuple) else np.zeros((2, *array.shape), array.dtype)
            for array in arrays
        )
    )


@every_tree
def test_searches_compile_for_a_gpu_without_one(algorithm, monkeypatch):
    if has_gpu():
        pytest.skip("there is a GPU: the searches are run on it instead")
    import numba.cuda.dispatcher
    from numba import types
    from numba.cuda.cudadrv.error import NvvmSupportError
    from numba.cuda.typing.typeof import typeof

    from playout.gpu import exact_arithmetic
    from playout.gpu.trees import tree_kernel
    from playout.search.loop import Scratch
    from playout.search.run import tree_for

    device = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", lambda: device)
    game = find("hex:7")
    trees = rows_of(tree_for(game, algorithm, 10, 2**20))
    scratches = rows_of(Scratch.of(game, algorithm))
    signature = (*map(typeof, (game, algorithm, trees, scratches)), types.uint64[::1])
    signature += (types.int64, types.uint64, types.int64)
    try:
        with exact_arithmetic():
            text, _ = cuda.compile(tree_kernel, signature, cc=(9, 0), output="ptx", abi="numba")
    except NvvmSupportError as error:
        pytest.skip(f"the CUDA compiler is not installed: {error}")
    text = text if isinstance(text, str) else text.decode()
    assert ".target sm_90" in text
    assert "fma.rn.f32" not in text  # a CPU rounds the product, too
    assert "malloc" not in text


def test_room_is_shared_by_boards_of_similar_size():
    from playout import gpu

    assert [gpu.room(n) for n in (1, 8, 9, 47, 79)] == [8, 8, 16, 64, 128]


def test_fallback_bit_select_is_the_one_a_gpu_uses():
    from playout.kernel import nth_bit_by_halves

    word = np.uint64(0b1011_0000)
    assert [int(nth_bit_by_halves(word, n)) for n in range(3)] == [16, 32, 128]
