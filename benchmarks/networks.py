"""How fast is a network on one core, by our own convolution and by what others have?

    python benchmarks/networks.py [FILE]     prints a Markdown table; FILE gets it as JSON

Positions a second of a network of 6 blocks of 64 channels on Hex 11x11, in batches of 1, 8 and 32,
by the clock of the thread, for which other programs do not count; the best of many runs. NumPy
multiplies matrices by OpenBLAS, with one thread: nine times a convolution, each time the cells
shifted (what forward.py does, without new arrays), or once, with the nine neighbours of every cell
copied side by side (im2col). ONNX Runtime is measured where it and the package onnx are installed;
neither is needed for anything else.
"""

import json
import os
import sys
import time

os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # before NumPy is loaded

import numpy as np

from playout import find
from playout.nets.evaluate import Evaluator
from playout.nets.file import random_network
from playout.nets.forward import forward
from playout.nets.planes import moves_of, planes_of

SIZES = (1, 8, 32)
SECONDS = 2.0


def positions(game, n):
    rng, found = np.random.default_rng(1), []
    while len(found) < n:
        state = game.start()
        for _ in range(int(rng.integers(0, 60))):
            state = state.play(int(rng.choice(moves_of(state)[0])))
            if state.is_over:
                break
        if not state.is_over:
            found.append(planes_of(state)[0])
    return np.stack(found)


def rate(run, n):
    """Positions a second: the best of all runs in some seconds."""
    run()
    best, end = 1e9, time.thread_time() + SECONDS
    while time.thread_time() < end:
        began = time.thread_time()
        run()
        best = min(best, time.thread_time() - began)
    return n / best


def ours(network, game, seen, wide=None):
    evaluator = Evaluator(network, game, wide)
    planes, policy, value = evaluator.room(len(seen))
    planes[:] = seen
    return lambda: (evaluator.evaluate(len(seen), planes, policy, value), (policy, value))[1]


class Numpy:
    """The network by NumPy, in arrays that are made once. A board has a border of zeros, and boards
    follow each other: a neighbour of a cell is a fixed number of rows of the matrix away."""

    def __init__(self, network, seen, copies):
        self.network, self.copies = network, copies
        self.n, rows, cols, _ = seen.shape
        self.board = self.n, rows + 2, cols + 2
        self.cells = self.n * (rows + 2) * (cols + 2)
        self.inside = np.zeros(self.board, bool)
        self.inside[:, 1:-1, 1:-1] = True
        self.outside = ~self.inside.reshape(-1)
        self.seen = seen
        self.far = cols + 3  # from a cell to its last neighbour
        channels = network.architecture.channels
        self.x, self.inner, self.out, self.product = (
            np.zeros((self.cells + 2 * self.far, channels), np.float32) for _ in range(4)
        )
        self.copied = np.zeros((self.cells, 9 * channels), np.float32)

    def convolve(self, x, name, out):
        weights, to = self.network.arrays[f"{name}.w"], out[self.far : self.far + self.cells]
        starts = [i * self.board[2] + j for i in range(3) for j in range(3)]
        n_in = weights.shape[2]
        if self.copies:
            copied = self.copied[:, : 9 * n_in]
            for k, start in enumerate(starts):
                copied[:, k * n_in : (k + 1) * n_in] = x[start : start + self.cells]
            np.dot(copied, weights.reshape(9 * n_in, -1), out=to)
        else:
            product = self.product[: self.cells]
            np.dot(x[: self.cells], weights[0, 0], out=to)
            for k, start in enumerate(starts[1:], 1):
                np.dot(x[start : start + self.cells], weights[k // 3, k % 3], out=product)
                to += product
        to += self.network.arrays[f"{name}.b"]
        return to

    def done(self, out):
        np.maximum(out, 0, out=out)
        out[self.outside] = 0

    def __call__(self):
        arrays = self.network.arrays
        first = np.zeros((self.cells + 2 * self.far, self.seen.shape[3]), np.float32)
        first[self.far : self.far + self.cells][~self.outside] = self.seen.reshape(
            -1, self.seen.shape[3]
        )
        self.done(self.convolve(first, "stem", self.x))
        for i in range(self.network.architecture.blocks):
            self.done(self.convolve(self.x, f"block{i}.a", self.inner))
            out = self.convolve(self.inner, f"block{i}.b", self.out)
            out += self.x[self.far : self.far + self.cells]
            self.done(out)
            self.x, self.out = self.out, self.x
        x = self.x[self.far : self.far + self.cells][~self.outside]

        def dense(x, name):
            return x @ arrays[f"{name}.w"] + arrays[f"{name}.b"]

        policy = dense(np.maximum(dense(x, "policy.a"), 0), "policy.b").reshape(self.n, -1)
        pooled = np.maximum(dense(x, "value.a"), 0).reshape(self.n, -1, 32)
        pooled = np.concatenate([pooled.mean(1), pooled.max(1)], 1)
        return policy, dense(np.maximum(dense(pooled, "value.b"), 0), "value.c")[:, 0]


def onnx_session(network, seen):
    """The network in ONNX Runtime, on one thread: boards are (positions, planes, rows, cols)."""
    import onnx
    import onnxruntime
    from onnx import helper, numpy_helper

    nodes, constants = [], []

    def constant(name, array):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(array, np.float32), name))
        return name

    def layer(x, name, relu=True, add=None):
        w = network.arrays[f"{name}.w"]
        w = (w if w.ndim == 4 else w[None, None]).transpose(3, 2, 0, 1)
        inputs = [x, constant(f"{name}.w", w), constant(f"{name}.b", network.arrays[f"{name}.b"])]
        pads = [w.shape[2] // 2] * 4
        nodes.append(helper.make_node("Conv", inputs, [f"{name}.conv"], pads=pads))
        out = f"{name}.conv"
        if add:
            nodes.append(helper.make_node("Add", [out, add], [f"{name}.sum"]))
            out = f"{name}.sum"
        if relu:
            nodes.append(helper.make_node("Relu", [out], [f"{name}.relu"]))
            out = f"{name}.relu"
        return out

    x = layer("seen", "stem")
    for i in range(network.architecture.blocks):
        x = layer(layer(x, f"block{i}.a"), f"block{i}.b", add=x)
    policy = layer(layer(x, "policy.a"), "policy.b", relu=False)
    pooled = layer(x, "value.a")
    nodes.append(helper.make_node("GlobalAveragePool", [pooled], ["mean"]))
    nodes.append(helper.make_node("GlobalMaxPool", [pooled], ["max"]))
    nodes.append(helper.make_node("Concat", ["mean", "max"], ["pooled"], axis=1))
    value = layer(layer("pooled", "value.b"), "value.c", relu=False)
    kind = onnx.TensorProto.FLOAT
    shape = [None, seen.shape[3], seen.shape[1], seen.shape[2]]
    graph = helper.make_graph(
        nodes,
        "network",
        [helper.make_tensor_value_info("seen", kind, shape)],
        [helper.make_tensor_value_info(out, kind, None) for out in (policy, value)],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    given = {"seen": np.ascontiguousarray(seen.transpose(0, 3, 1, 2))}

    def run():
        policy, value = session.run(None, given)
        return policy.transpose(0, 2, 3, 1).reshape(len(seen), -1), value.reshape(-1)

    return run


def main() -> None:
    game = find("hex:11")
    network = random_network(game)
    ways = {
        "forward.py": lambda seen: lambda: forward(network, seen),
        "NumPy, shifted": lambda seen: Numpy(network, seen, copies=False),
        "NumPy, im2col": lambda seen: Numpy(network, seen, copies=True),
        "ours, tiles of 16 channels": lambda seen: ours(network, game, seen, 16),
        "ours": lambda seen: ours(network, game, seen),
    }
    try:
        onnx_session(network, positions(game, 1))
        ways["ONNX Runtime"] = lambda seen: onnx_session(network, seen)
    except ImportError:
        print("onnx and onnxruntime are not installed: left out", file=sys.stderr)
    rows = {}
    for name, way in ways.items():
        for n in SIZES:
            seen = positions(game, n)
            run = way(seen)
            for said, expected in zip(run(), forward(network, seen), strict=True):
                assert np.allclose(said, expected, atol=1e-3), name
            rows.setdefault(name, {})[str(n)] = round(rate(run, n))
    print("| positions/s | " + " | ".join(map(str, SIZES)) + " |\n| --- | ---: | ---: | ---: |")
    for name, rates in rows.items():
        print(f"| {name} | " + " | ".join(f"{rate:,}" for rate in rates.values()) + " |")
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
