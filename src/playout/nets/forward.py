"""What a network says, by the plainest means: slow, and what everything faster must agree with."""

import numpy as np

from .file import Network

__all__ = ["forward"]


def forward(network: Network, boards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For a batch of boards, (positions, rows, cols, planes): a number for each move, of which the
    softmax over the legal ones is the policy; and a number for each position, the sigmoid of which
    is the score that the player to move expects, from 0 to 1."""
    arrays = network.arrays
    x = relu(convolved(boards.astype(np.float32), arrays, "stem"))
    for i in range(network.architecture.blocks):
        inner = relu(convolved(x, arrays, f"block{i}.a"))
        x = relu(x + convolved(inner, arrays, f"block{i}.b"))
    policy = dense(relu(dense(x, arrays, "policy.a")), arrays, "policy.b")
    pooled = relu(dense(x, arrays, "value.a"))
    pooled = np.concatenate([pooled.mean((1, 2)), pooled.max((1, 2))], 1)
    value = dense(relu(dense(pooled, arrays, "value.b")), arrays, "value.c")
    return policy.reshape(len(boards), -1), value[:, 0]


def relu(x: np.ndarray) -> np.ndarray:
    out: np.ndarray = np.maximum(x, 0)
    return out


def dense(x: np.ndarray, arrays: dict[str, np.ndarray], name: str) -> np.ndarray:
    """Each cell by itself."""
    out: np.ndarray = x @ arrays[f"{name}.w"] + arrays[f"{name}.b"]
    return out


def convolved(x: np.ndarray, arrays: dict[str, np.ndarray], name: str) -> np.ndarray:
    """Each cell with its neighbours; beyond the edge all is zero."""
    weights = arrays[f"{name}.w"]
    k = weights.shape[0]
    rows, cols = x.shape[1:3]
    padded = np.pad(x, ((0, 0), (k // 2, k // 2), (k // 2, k // 2), (0, 0)))
    out = np.zeros((*x.shape[:3], weights.shape[3]), np.float32)
    for i in range(k):
        for j in range(k):
            out += padded[:, i : i + rows, j : j + cols] @ weights[i, j]
    out += arrays[f"{name}.b"]
    return out
