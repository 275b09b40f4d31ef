"""The network in JAX: as it learns, with batch normalisation, and as it is used, without.

While it learns, convolutions have no bias and are followed by normalisation: scale and shift are
learnt, and a running mean and variance are kept. `folded` makes the arrays of `nets/file.py` of it.
"""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..nets.file import Architecture, array_shapes
from ..nets.planes import Shape

__all__ = ["folded", "initial", "learning", "said", "unfolded"]

Arrays = dict[str, Any]

EPSILON = 1e-5
MEMORY = 0.98  # of the running mean and variance
PLAIN = ("policy.b", "value.b", "value.c")  # layers without normalisation


def initial(shape: Shape, architecture: Architecture, seed: int) -> tuple[Arrays, Arrays]:
    """What is learnt, and the running means and variances, at the start."""
    rng = np.random.default_rng(seed)
    learnt: Arrays = {}
    running: Arrays = {}
    for name, each in array_shapes(shape, architecture).items():
        layer = name[:-2]
        if name.endswith(".w"):
            spread = math.sqrt(2 / math.prod(each[:-1])) * (0.1 if layer in PLAIN[::2] else 1.0)
            learnt[name] = rng.normal(0, spread, each).astype(np.float32)
            continue
        learnt[name] = np.zeros(each, np.float32)
        if layer not in PLAIN:
            # The second of a block begins at a fifth: at first a block changes little.
            start = 0.2 if layer.startswith("block") and layer.endswith(".b") else 1.0
            learnt[f"{layer}.scale"] = np.full(each, start, np.float32)
            running[f"{layer}.mean"] = np.zeros(each, np.float32)
            running[f"{layer}.var"] = np.ones(each, np.float32)
    return learnt, running


def folded(learnt: Arrays, running: Arrays) -> Arrays:
    """The arrays of a network that is used."""
    arrays = {}
    for name in learnt:
        layer = name[:-2]
        if name.endswith(".w"):
            weights, bias = learnt[name], learnt[f"{layer}.b"]
            if layer not in PLAIN:
                by = learnt[f"{layer}.scale"] / jnp.sqrt(running[f"{layer}.var"] + EPSILON)
                weights, bias = weights * by, bias - running[f"{layer}.mean"] * by
            # Copies: what is learnt is given back to JAX in the next step.
            arrays[name], arrays[f"{layer}.b"] = jnp.copy(weights), jnp.copy(bias)
    return arrays


def unfolded(arrays: Arrays, boards: Any) -> tuple[Arrays, Arrays]:
    """What a network that is used would have learnt, and its running means and variances: it says
    the same of these boards while it learns. They are many, and such as it will see."""
    learnt = {name: jnp.asarray(array, jnp.float32) for name, array in arrays.items()}
    running: Arrays = {}

    def layer(name: str, x: Any) -> Any:
        out = convolved(x, learnt[f"{name}.w"])
        bias = learnt[f"{name}.b"]
        if name not in PLAIN:
            axes = tuple(range(out.ndim - 1))
            mean, var = out.mean(axes), out.var(axes)
            running[f"{name}.mean"], running[f"{name}.var"] = mean, var
            learnt[f"{name}.scale"] = jnp.sqrt(var + EPSILON)
            learnt[f"{name}.b"] = bias + mean
        return out + bias

    through(layer, jnp.asarray(boards, jnp.float32), n_blocks(arrays))
    return learnt, running


def convolved(x: Any, weights: Any) -> Any:
    if weights.ndim == 2:
        return x @ weights
    if weights.shape[0] == 1:
        return x @ weights[0, 0]
    names = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, weights, (1, 1), "SAME", dimension_numbers=names)


def through(layer: Any, boards: Any, blocks: int) -> tuple[Any, Any]:
    """The network, given what a layer does: moves (position, move), and values (position)."""
    x = jax.nn.relu(layer("stem", boards))
    for i in range(blocks):
        inner = jax.nn.relu(layer(f"block{i}.a", x))
        x = jax.nn.relu(x + layer(f"block{i}.b", inner))
    policy = layer("policy.b", jax.nn.relu(layer("policy.a", x)))
    pooled = jax.nn.relu(layer("value.a", x))
    pooled = jnp.concatenate([pooled.mean((1, 2)), pooled.max((1, 2))], 1)
    value = layer("value.c", jax.nn.relu(layer("value.b", pooled)))
    moves = policy.reshape(boards.shape[0], -1)
    return moves.astype(jnp.float32), value[:, 0].astype(jnp.float32)


def n_blocks(arrays: Arrays) -> int:
    return sum(name.startswith("block") and name.endswith(".a.w") for name in arrays)


def said(arrays: Arrays, boards: Any, kind: Any = jnp.float32) -> tuple[Any, Any]:
    """What a network that is used says of boards, computed in numbers of this kind."""

    def layer(name: str, x: Any) -> Any:
        weights = arrays[f"{name}.w"].astype(kind)
        return convolved(x, weights) + arrays[f"{name}.b"].astype(kind)

    return through(layer, boards.astype(kind), n_blocks(arrays))


def learning(
    learnt: Arrays, running: Arrays, boards: Any, kind: Any = jnp.float32
) -> tuple[Any, Any, Arrays]:
    """What a network that learns says of a batch, and the running means and variances after it."""
    after: Arrays = {}

    def layer(name: str, x: Any) -> Any:
        out = convolved(x, learnt[f"{name}.w"].astype(kind))
        if name in PLAIN:
            return out + learnt[f"{name}.b"].astype(kind)
        wide = out.astype(jnp.float32)
        axes = tuple(range(wide.ndim - 1))
        mean = wide.mean(axes)
        var = jnp.maximum((wide * wide).mean(axes) - mean * mean, 0.0)
        for what, now in (("mean", mean), ("var", var)):
            before = running[f"{name}.{what}"]
            after[f"{name}.{what}"] = lax.stop_gradient(MEMORY * before + (1 - MEMORY) * now)
        by = learnt[f"{name}.scale"] * lax.rsqrt(var + EPSILON)
        return ((wide - mean) * by + learnt[f"{name}.b"]).astype(kind)

    moves, value = through(layer, boards.astype(kind), n_blocks(learnt))
    return moves, value, after
