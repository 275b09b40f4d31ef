"""A step of learning: what is lost, its gradient, and AdamW (Loshchilov and Hutter 2019)."""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from ..nets.planes import Shape, turned, turned_moves
from .games import Batch
from .model import Arrays, learning

__all__ = ["Learner", "Lost", "learn", "new_learner"]

FIRST_MEMORY, SECOND_MEMORY, TINY = 0.9, 0.99, 1e-8
DECAY = 1e-4  # of weights
MOST_NORM = 4.0  # of a gradient
VALUE_WEIGHT = 1.5
AVERAGED = 0.999  # memory of the average of all that is learnt


class Learner(NamedTuple):
    """Everything that changes in a step."""

    learnt: Arrays
    running: Arrays
    average: Arrays  # of what is learnt: plays better than the last of it
    average_running: Arrays
    first: Arrays  # moments of the gradient
    second: Arrays
    steps: Any


class Lost(NamedTuple):
    """How far off the network is, on average over a batch."""

    policy: Any
    value: Any
    norm: Any  # of the gradient


def new_learner(learnt: Arrays, running: Arrays) -> Learner:
    learnt, running = jax.tree.map(jnp.asarray, (learnt, running))
    zeros = jax.tree.map(jnp.zeros_like, learnt)
    average, average_running = jax.tree.map(jnp.copy, (learnt, running))
    again = jax.tree.map(jnp.zeros_like, learnt)
    steps = jnp.zeros((), jnp.int32)
    return Learner(learnt, running, average, average_running, zeros, again, steps)


def augmented(batch: Batch, shape: Shape, symmetries: tuple[str, ...]) -> tuple[Any, Any, Any]:
    """Boards, legal moves and policies, a share of them turned by each symmetry of the game."""
    ways = ("", *symmetries)
    n = batch.boards.shape[0]
    edges = [n * k // len(ways) for k in range(len(ways) + 1)]
    parts = list(zip(ways, edges[:-1], edges[1:], strict=True))
    boards = [turned(batch.boards[a:b], way) for way, a, b in parts]
    legal = [turned_moves(batch.legal[a:b], shape, way) for way, a, b in parts]
    policy = [turned_moves(batch.policy[a:b], shape, way) for way, a, b in parts]
    return jnp.concatenate(boards), jnp.concatenate(legal), jnp.concatenate(policy)


def loss(
    learnt: Arrays, running: Arrays, seen: tuple[Any, Any, Any], score: Any, weight: Any, kind: Any
) -> Any:
    boards, legal, target = seen
    moves, value, after = learning(learnt, running, boards, kind)
    logs = jax.nn.log_softmax(jnp.where(legal > 0, moves, -1e9))
    target = target / jnp.maximum(target.sum(1, keepdims=True), 1e-6)
    policy = -(target * jnp.where(legal > 0, logs, 0.0)).sum(1)
    outcome = jax.nn.softplus(value) - score * value
    total = jnp.maximum(weight.sum(), 1.0)
    policy, outcome = (policy * weight).sum() / total, (outcome * weight).sum() / total
    return policy + VALUE_WEIGHT * outcome, (after, policy, outcome)


@partial(jax.jit, static_argnames=("shape", "symmetries", "kind"), donate_argnums=0)
def learn(
    learner: Learner, batch: Batch, rate: Any, shape: Shape, symmetries: tuple[str, ...], kind: Any
) -> tuple[Learner, Lost]:
    """One step with this learning rate."""
    seen = augmented(batch, shape, symmetries)
    gradient, (running, policy, value) = jax.grad(loss, has_aux=True)(
        learner.learnt, learner.running, seen, batch.score, batch.weight, kind
    )
    norm = jnp.sqrt(sum((g * g).sum() for g in gradient.values()))
    gradient = {n: g * jnp.minimum(1.0, MOST_NORM / (norm + 1e-6)) for n, g in gradient.items()}
    steps = learner.steps + 1
    first = _blend(learner.first, gradient, FIRST_MEMORY)
    second = _blend(learner.second, {n: g * g for n, g in gradient.items()}, SECOND_MEMORY)
    ahead = 1 / (1 - FIRST_MEMORY**steps), 1 / (1 - SECOND_MEMORY**steps)
    learnt = {}
    for name, now in learner.learnt.items():
        change = first[name] * ahead[0] / (jnp.sqrt(second[name] * ahead[1]) + TINY)
        decay = DECAY * now if name.endswith(".w") else 0.0
        learnt[name] = now - rate * (change + decay)
    memory = jnp.minimum(AVERAGED, (1 + steps) / (10 + steps))
    average = _blend(learner.average, learnt, memory)
    average_running = _blend(learner.average_running, running, memory)
    after = Learner(learnt, running, average, average_running, first, second, steps)
    return after, Lost(policy, value, norm)


def _blend(old: Arrays, new: Arrays, memory: Any) -> Arrays:
    return {name: memory * old[name] + (1 - memory) * new[name] for name in old}
