"""Where self-play runs: on a CPU or on a GPU, by the same functions.

A machine makes arrays, runs the kernels on them, and lends boards to the network and what it says
to the kernels. On a GPU nothing of this is copied.
"""

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ..errors import PlayoutError
from ..playouts import Scratch
from ..processor import usable_cores
from . import kernels

__all__ = ["Cpu", "Gpu", "Shared", "machine_for"]


class Shared(NamedTuple):
    """An array that both see: kernels, and JAX."""

    for_kernels: Any
    for_jax: Any


class Cpu:
    """All cores of this machine."""

    name = "cpu"
    transposed = False  # whether the network says (move, position), not (position, move)

    def __init__(self, game: Any, threads: int = 0) -> None:
        self.game = game
        self.threads = threads or usable_cores()
        self._scratch = [Scratch.of(game) for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads)

    def arrays(self, cls: Any, shapes: dict[str, Any]) -> Any:
        """Zeros. The index of the tree comes last; in memory it comes first, tree by tree."""
        return cls(**{name: _tree_by_tree(*each) for name, each in shapes.items()})

    def shared(self, shape: tuple[int, ...], dtype: Any = np.float32) -> Shared:
        array = np.zeros(shape, dtype)
        return Shared(array, array)

    def constant(self, values: np.ndarray) -> Any:
        return values

    def run(self, name: str, n: int, *arguments: Any) -> None:
        """Run a kernel on all n trees."""
        kernel = getattr(kernels, name)
        step = math.ceil(n / self.threads)

        def part(k: int) -> None:
            low, high = k * step, min((k + 1) * step, n)
            kernel(self.game, low, high, self._scratch[k], *arguments)

        if n < 64 or self.threads == 1:
            kernel(self.game, 0, n, self._scratch[0], *arguments)
        else:
            list(self._pool.map(part, range(self.threads)))

    def lend(self, said: Any) -> Any:
        """What the network says of (position, move), as kernels read it: (move, position)."""
        return np.asarray(said).T

    def to_host(self, array: Any) -> np.ndarray:
        return np.asarray(array)


class Gpu:
    """A CUDA device: boards are JAX's memory, and kernels write to it."""

    name = "cuda"
    transposed = True

    def __init__(self, game: Any) -> None:
        from . import cuda as launcher

        self.game = game
        self._launch = launcher.launch
        self._cuda = launcher.cuda

    def arrays(self, cls: Any, shapes: dict[str, Any]) -> Any:
        made = {}
        for name, (shape, dtype) in shapes.items():
            made[name] = self._cuda.device_array(shape, dtype)
            self._cuda.driver.device_memset(made[name], 0, made[name].nbytes)
        return cls(**made)

    def shared(self, shape: tuple[int, ...], dtype: Any = np.float32) -> Shared:
        import jax.numpy as jnp

        array = jnp.zeros(shape, dtype).block_until_ready()
        return Shared(self._cuda.as_cuda_array(_Writable(array)), array)

    def constant(self, values: np.ndarray) -> Any:
        return self._cuda.to_device(values)

    def run(self, name: str, n: int, *arguments: Any) -> None:
        self._launch(name, n, self.game, *arguments)

    def lend(self, said: Any) -> Any:
        """JAX and Numba each have a queue of work of their own: one waits for the other."""
        return self._cuda.as_cuda_array(said.block_until_ready())

    def to_host(self, array: Any) -> np.ndarray:
        return np.asarray(array.copy_to_host())


class _Writable:
    """JAX's memory, to which a kernel may write: only before JAX is asked to read it."""

    def __init__(self, array: Any) -> None:
        interface = dict(array.__cuda_array_interface__)
        interface["data"] = (interface["data"][0], False)
        self.array = array  # whose memory must not go before this
        self.__cuda_array_interface__ = interface


def machine_for(game: Any, device: str = "auto") -> Any:
    """The machine that a user asks for: `cpu`, `cuda`, or the better of them that there is."""
    if device != "cpu" and has_gpu():
        return Gpu(game)
    if device == "cuda":
        raise PlayoutError("no CUDA device was found on this machine", "no-gpu")
    return Cpu(game)


def has_gpu() -> bool:
    """Whether both JAX and Numba have a GPU to work on."""
    import jax

    if jax.default_backend() != "gpu":
        return False
    try:
        from . import cuda as launcher
    except PlayoutError:
        return False
    return bool(launcher.cuda.is_available())


def _tree_by_tree(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    return np.moveaxis(np.zeros((shape[-1], *shape[:-1]), dtype), 0, -1)
