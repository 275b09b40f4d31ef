"""Self-play on a GPU: compiled for one here, run on one where there is one."""

from types import SimpleNamespace

import numpy as np
import pytest

from playout import find
from playout.kernel import JIT
from playout.nets.file import Architecture, random_network
from playout.nets.planes import shape_of

cuda = pytest.importorskip("numba.cuda", reason="numba-cuda is not installed (extra `cuda`)")
pytest.importorskip("jax", reason="jax is not installed (extra `train`)")

from playout.train.forest import Forest, forest_arrays  # noqa: E402
from playout.train.games import Batch, Games, games_arrays  # noqa: E402

pytestmark = [pytest.mark.full, pytest.mark.skipif(not JIT, reason="a GPU runs compiled code only")]


def types_of(cls, shapes):
    """The Numba type of a tuple of such arrays."""
    from numba import types
    from numba.np.numpy_support import from_dtype

    kinds = [shapes[name] for name in cls._fields]
    arrays = [types.Array(from_dtype(np.dtype(kind)), len(shape), "C") for shape, kind in kinds]
    return types.NamedTuple(arrays, cls)


def signatures(game):
    """What each kernel is called with."""
    from numba import boolean, float32, float64, int32, int64, types, uint64
    from numba.cuda.typing.typeof import typeof

    n_moves = shape_of(game).n_moves
    forest = types_of(Forest, forest_arrays(game, 8, 9, 5))
    games = types_of(Games, games_arrays(game, 8, 4, n_moves))
    rows = [float32[:, :, :, ::1], float32[:, ::1], float32[:, ::1], float32[::1], float32[::1]]
    boards, policy, value = rows[0], rows[1], rows[3]
    start = (typeof(game), int64)
    plan = int32[:, ::1]
    return {
        "open_all": (*start, games, uint64, float64),
        "plant_all": (*start, forest, games, uint64, boards),
        "grow_all": (*start, forest, int64, plan, float32, policy, value, boards),
        "advance_all": (*start, forest, games, int64, float64, boolean),
        "sample_all": (*start, games, types.NamedTuple(rows, Batch), uint64, int64),
    }


@pytest.mark.parametrize("name", ["breakthrough", "connect4", "go", "hex", "nim"])
def test_self_play_compiles_for_a_gpu_without_one(name, monkeypatch):
    if cuda.is_available():
        pytest.skip("there is a GPU: self-play is run on it instead")
    import numba.cuda.dispatcher
    from numba.cuda.cudadrv.error import NvvmSupportError

    from playout import gpu
    from playout.train.cuda import cuda_kernels

    # Inner functions are compiled for the device at hand; pretend there is an H100.
    device = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", lambda: device)
    game = find(name)
    kernels = cuda_kernels(gpu.room(game.n_words()), gpu.room(game.n_moves()))
    wanted = signatures(game)
    assert wanted.keys() == kernels.keys()
    for kernel, signature in wanted.items():
        try:
            cuda.compile(kernels[kernel], signature, cc=(9, 0), output="ptx", abi="numba")
        except NvvmSupportError as error:
            pytest.skip(f"the CUDA compiler is not installed: {error}")


@pytest.mark.parametrize("text", ["hex:5", "connect4", "breakthrough:5x5"])
def test_trees_on_a_gpu_are_those_on_the_cpu(text):
    """All but where two moves are as good as equal: the arithmetic of a GPU rounds otherwise."""
    from playout.train.machine import Cpu, has_gpu

    if not has_gpu():
        pytest.skip("there is no CUDA device on this machine")
    import jax.numpy as jnp

    from playout.train.machine import Gpu
    from playout.train.selfplay import SelfPlay

    game = find(text)
    network = random_network(game, Architecture(1, 8), seed=2)
    visits = []
    for machine in (Cpu(game), Gpu(game)):
        play = SelfPlay(machine, 256, 16, 4, seed=5)
        play.kind = jnp.float32
        play.open(3.0)
        play.search(network.arrays)
        moves, counts = (machine.to_host(a) for a in (play.forest.move, play.forest.visits))
        sizes = machine.to_host(play.forest.size)[0]
        visits.append(
            [dict(zip(moves[:n, i], counts[:n, i], strict=True)) for i, n in enumerate(sizes)]
        )
    same = sum(one == other for one, other in zip(*visits, strict=True))
    assert same > 240
