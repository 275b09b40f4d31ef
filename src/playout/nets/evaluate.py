"""What a network says, fast, on one core: the same as forward.py says, within rounding.

One kernel does all of it, layer by layer for a whole batch. It knows nothing of games, so it is
compiled once. Boards have a border of zeros, so that every cell has neighbours; a game without a
board is one row of cells, a position each. With the JIT off it is forward.py itself.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..kernel import JIT, compile_for, compiled, entry
from .convolution import Run, convolve_run, packed, width
from .file import VALUE_PLANES, NetError, Network
from .forward import forward
from .planes import shape_of, turned, turned_moves

__all__ = ["Averaged", "Evaluator"]


class Evaluator:
    """A network that can be asked about batches of positions of one game, by one thread."""

    def __init__(self, network: Network, game: Any, wide: int | None = None) -> None:
        self.network = network
        self.shape = shape_of(game)
        self.wide = wide or width()
        self.weights = Weights.of(network, self.wide)
        self.hidden = Hidden.of(self, 1)

    def room(self, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Room for what it is asked about n positions, and for what it says of moves and of who
        wins."""
        shape = self.shape
        self.hidden = Hidden.of(self, n)
        planes = np.zeros((n, shape.rows, shape.cols, shape.planes), np.float32)
        return planes, np.zeros((n, shape.n_moves), np.float32), np.zeros(n, np.float32)

    def evaluate(self, n: int, planes: np.ndarray, policy: np.ndarray, value: np.ndarray) -> None:
        """Say what the first n positions are worth, in what `room` has made."""
        if JIT:
            speak(self.weights, self.hidden, n, planes, policy, value)
        else:
            policy[:n], value[:n] = forward(self.network, planes[:n])
        if not (np.isfinite(value[:n]).all() and np.isfinite(policy[:n]).all()):
            why = "the network of {game} is damaged: it answers with something that is not a number"
            raise NetError(why, "no-number-net", game=self.network.game)

    def prepare(self) -> None:
        """Compile what is needed."""
        if JIT:
            shapes = (0, 1, 1, 1), (0, 1), (0,)
            compile_for(speak, self.weights, self.hidden, 0, *(np.zeros(s, "f4") for s in shapes))


class Averaged:
    """An evaluator that also asks about the position as the game's symmetries turn it, and says the
    mean: what differs between mirror images is a mistake in one of them."""

    def __init__(self, evaluator: Evaluator, game: Any) -> None:
        self.evaluator = evaluator
        numbers = np.arange(evaluator.shape.n_moves)[None]
        # Each with where the moves of the turned board are on the board itself.
        self.ways = [
            (way, turned_moves(numbers, evaluator.shape, way)[0]) for way in game.symmetries()
        ]
        self.answers: tuple[np.ndarray, ...] = ()

    def room(self, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """As an Evaluator's."""
        self.answers = self.evaluator.room(n)
        return self.evaluator.room(n)

    def evaluate(self, n: int, planes: np.ndarray, policy: np.ndarray, value: np.ndarray) -> None:
        """The mean of what is said of the position and of those that it turns into."""
        self.evaluator.evaluate(n, planes, policy, value)
        boards, moves, wins = self.answers
        for way, places in self.ways:
            boards[:n] = turned(planes[:n], way)
            self.evaluator.evaluate(n, boards, moves, wins)
            policy[:n, places] += moves[:n]
            value[:n] += wins[:n]
        policy[:n] /= 1 + len(self.ways)
        value[:n] /= 1 + len(self.ways)

    def prepare(self) -> None:
        """Compile what is needed."""
        self.evaluator.prepare()


def filled(n: int, wide: int) -> int:
    """How many channels there are when the last tile is filled up."""
    return -(-n // wide) * wide


class Weights(NamedTuple):
    """The numbers of a network as tiles want them (convolution.py)."""

    stem_w: np.ndarray
    stem_b: np.ndarray
    body_w: np.ndarray  # of all convolutions, one after the other
    body_b: np.ndarray
    policy_a_w: np.ndarray
    policy_a_b: np.ndarray
    policy_b_w: np.ndarray
    policy_b_b: np.ndarray
    value_a_w: np.ndarray
    value_a_b: np.ndarray
    value_b_w: np.ndarray  # these two as they are: they are small
    value_b_b: np.ndarray
    value_c_w: np.ndarray
    value_c_b: np.ndarray

    @classmethod
    def of(cls, network: Network, wide: int) -> "Weights":
        arrays, k = network.arrays, network.kernel
        channels = filled(network.architecture.channels, wide)
        half = filled(arrays["policy.a.w"].shape[1], wide)

        def layer(name: str, n_in: int) -> tuple[np.ndarray, np.ndarray]:
            w, b = arrays[f"{name}.w"], arrays[f"{name}.b"]
            w = w if w.ndim == 4 else w[None, None]
            w = np.pad(w, ((0, 0), (0, 0), (0, n_in - w.shape[2]), (0, 0)))
            return packed(w, wide), np.pad(b, (0, filled(len(b), wide) - len(b)))

        names = [f"block{i}.{part}" for i in range(network.architecture.blocks) for part in "ab"]
        body = [layer(name, channels) for name in names]
        shape = (len(body), channels // wide, k, k * channels, wide)
        return cls(
            *layer("stem", network.shape.planes),
            np.array([w for w, _ in body], np.float32).reshape(shape),
            np.array([b for _, b in body], np.float32).reshape(len(body), channels),
            *layer("policy.a", channels),
            *layer("policy.b", half),
            *layer("value.a", channels),
            *(arrays[f"value.{part}"] for part in ("b.w", "b.b", "c.w", "c.b")),
        )


class Hidden(NamedTuple):
    """What is between the layers, for a batch."""

    seen: np.ndarray  # (boards, rows and border, cols and border, planes)
    x: np.ndarray  # the same with channels
    inner: np.ndarray
    policy_a: np.ndarray  # (cells of all boards, channels)
    policy_b: np.ndarray
    value_a: np.ndarray
    pooled: np.ndarray
    value_b: np.ndarray

    @classmethod
    def of(cls, evaluator: Evaluator, n: int) -> "Hidden":
        shape, network, wide = evaluator.shape, evaluator.network, evaluator.wide
        border = 2 * (network.kernel // 2)
        board = (n, shape.rows + border, shape.cols + border) if border else (1, 1, n)
        cells = n * shape.rows * shape.cols
        last = [evaluator.weights.policy_a_b, evaluator.weights.policy_b_b]
        last.append(evaluator.weights.value_a_b)
        channels = filled(network.architecture.channels, wide)
        sizes: list[tuple[int, ...]] = [
            (*board, shape.planes),
            (*board, channels),
            (*board, channels),
        ]
        sizes += [(cells, len(bias)) for bias in last]
        sizes += [(2 * VALUE_PLANES,), evaluator.weights.value_b_b.shape]
        return cls(*(np.zeros(size, np.float32) for size in sizes))


@partial(entry, has_vectors=True)
def speak(net, hidden, n, planes, policy, value):
    """Fill in what the network says of the first n positions."""
    if n > 0:
        size = show(hidden.seen, n, planes)
        convolve(size, hidden.seen, net.stem_w, net.stem_b, hidden.x, False)
        for i in range(0, net.body_w.shape[0], 2):
            convolve(size, hidden.x, net.body_w[i], net.body_b[i], hidden.inner, False)
            convolve(size, hidden.inner, net.body_w[i + 1], net.body_b[i + 1], hidden.x, True)
        finish(size, net, hidden)
        n_cells = planes.shape[1] * planes.shape[2]
        n_moves = policy.shape[1] // n_cells
        for i in range(n):
            for cell in range(n_cells):
                for move in range(n_moves):
                    said = hidden.policy_b[i * n_cells + cell, move]
                    policy[i, cell * n_moves + move] = said
            value[i] = who_wins(net, hidden, i * n_cells, n_cells)


class Size(NamedTuple):
    """How many boards there are, and what is inside of their borders."""

    boards: Any
    rows: Any
    cols: Any
    border: Any


@compiled
def show(seen, n, planes):
    """Put positions into boards with a border, or into one row of cells."""
    rows, cols = planes.shape[1], planes.shape[2]
    border = 0 if rows * cols == 1 else 1
    for i in range(n):
        for row in range(rows):
            for col in range(cols):
                for k in range(planes.shape[3]):
                    if border == 0:
                        seen[0, 0, i, k] = planes[i, 0, 0, k]
                    else:
                        seen[i, row + 1, col + 1, k] = planes[i, row, col, k]
    if border == 0:
        return Size(1, 1, n, 0)
    return Size(n, rows, cols, 1)


@compiled
def convolve(size, x, w, bias, out, adds):
    """A convolution of all boards, of which what is below 0 becomes 0; if it adds, to what is in
    `out` already."""
    wide, deep, channels = x.shape[2], x.shape[3], out.shape[3]
    for board in range(size.boards):
        for row in range(size.rows):
            first = board * x.shape[1] + row
            to = (first + size.border) * wide + size.border
            run = Run(first * wide * deep, wide * deep, deep, to * channels, channels)
            convolve_run(size.cols, run, x, w, bias, out, adds, True)


@compiled
def finish(size, net, hidden):
    """The last layers, which see each cell by itself."""
    x = hidden.x
    channels, half = x.shape[3], hidden.policy_a.shape[1]
    moves, values = hidden.policy_b.shape[1], hidden.value_a.shape[1]
    for board in range(size.boards):
        for row in range(size.rows):
            first = (board * x.shape[1] + row + size.border) * x.shape[2] + size.border
            cell = (board * size.rows + row) * size.cols
            run = Run(first * channels, 0, channels, cell * half, half)
            w, bias = net.policy_a_w, net.policy_a_b
            convolve_run(size.cols, run, x, w, bias, hidden.policy_a, False, True)
            run = Run(cell * half, 0, half, cell * moves, moves)
            w, bias = net.policy_b_w, net.policy_b_b
            convolve_run(size.cols, run, hidden.policy_a, w, bias, hidden.policy_b, False, False)
            run = Run(first * channels, 0, channels, cell * values, values)
            w, bias = net.value_a_w, net.value_a_b
            convolve_run(size.cols, run, x, w, bias, hidden.value_a, False, True)


@compiled
def who_wins(net, hidden, first, n_cells):
    """The last layers of the value, for the position whose cells begin there."""
    pooled, value_b = hidden.pooled, hidden.value_b
    for k in range(VALUE_PLANES):
        total, largest = np.float32(0), np.float32(0)
        for cell in range(first, first + n_cells):
            total += hidden.value_a[cell, k]
            largest = max(largest, hidden.value_a[cell, k])
        pooled[k] = total / np.float32(n_cells)
        pooled[VALUE_PLANES + k] = largest
    for k in range(len(value_b)):
        value_b[k] = net.value_b_b[k]
    for i in range(len(pooled)):
        for k in range(len(value_b)):
            value_b[k] += pooled[i] * net.value_b_w[i, k]
    found = net.value_c_b[0]
    for k in range(len(value_b)):
        found += max(value_b[k], np.float32(0)) * net.value_c_w[k, 0]
    return found
