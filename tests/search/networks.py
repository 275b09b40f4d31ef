"""Networks for tests: one that makes its answers up from what it sees, always the same ones."""

import zlib

import numpy as np

from playout.nets.planes import planes_of, shape_of
from playout.search import leaves


def answer(planes, n_moves):
    """What the made-up network says of a position: numbers for moves, and who wins."""
    rng = np.random.default_rng(zlib.crc32(np.ascontiguousarray(planes, np.float32).tobytes()))
    policy = rng.normal(0, 1.5, n_moves).astype(np.float32)
    return policy, np.float32(rng.normal(0, 1))


def answer_to(state):
    """The same for a state: the logit of each legal move, and the value for who is to move."""
    shape = shape_of(state.game)
    policy, value = answer(planes_of(state)[0], shape.n_moves)
    words = state.words.copy()
    logits = [float(policy[state.game.net_index(words, int(move))]) for move in state.moves()]
    return logits, 1 / (1 + np.exp(-float(value)))


class MadeUp:
    """An evaluator that needs no network."""

    def __init__(self, game):
        self.shape = shape_of(game)
        self.sizes = []

    def room(self, n):
        shape = self.shape
        planes = np.zeros((n, shape.rows, shape.cols, shape.planes), np.float32)
        return planes, np.zeros((n, shape.n_moves), np.float32), np.zeros(n, np.float32)

    def evaluate(self, n, planes, policy, value):
        self.sizes.append(n)
        for i in range(n):
            policy[i], value[i] = answer(planes[i], self.shape.n_moves)

    def prepare(self):
        pass


def use_made_up(monkeypatch, cache_bytes=2**20):
    """Have every search with a network ask a made-up one."""

    def leaves_for(game, algorithm):
        if not hasattr(algorithm, "net"):
            return None
        return leaves.Leaves(game, algorithm, MadeUp(game), cache_bytes)

    monkeypatch.setattr("playout.search.run.leaves_for", leaves_for)
