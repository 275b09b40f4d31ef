"""The search of self-play, beside one that is written as the paper has it."""

import math

import numpy as np
import pytest

from playout import find
from playout.kernel import JIT
from playout.nets.file import Architecture, random_network
from playout.nets.forward import forward
from playout.nets.planes import moves_of, planes_of
from playout.rules import DRAW
from playout.state import State

pytest.importorskip("jax", reason="jax is not installed (extra `train`)")

from playout.train.forest import considered_visits
from playout.train.machine import Cpu
from playout.train.selfplay import SelfPlay

pytestmark = pytest.mark.full

SIMULATIONS = 24


class Node:
    """A node of the plain search: all moves, all values, no short cuts."""

    def __init__(self, network, state):
        self.state = state
        self.moves, self.indices = moves_of(state)
        policy, value = forward(network, planes_of(state))
        logits = policy[0][self.indices].astype(float)
        self.logits = logits - math.log(np.exp(logits - logits.max()).sum()) - logits.max()
        self.value = 1 / (1 + math.exp(-value[0]))
        self.visits = np.zeros(len(self.moves))
        self.totals = np.zeros(len(self.moves))
        self.children = {}

    def improved(self):
        """Logits shifted by completed values."""
        tried = self.visits > 0
        q = np.where(tried, self.totals / np.maximum(self.visits, 1), 0)
        mixed = self.value
        if tried.any():
            prior = np.exp(self.logits[tried])
            n = self.visits.sum()
            mixed = (self.value + n * (prior * q[tried]).sum() / prior.sum()) / (1 + n)
        q = np.where(tried, q, mixed)
        scale = (50 + self.visits.max()) * 0.1 / max(q.max() - q.min(), 1e-8)
        return self.logits + (q - q.min()) * scale

    def choose(self):
        shifted = np.exp(self.improved() - self.improved().max())
        return int(np.argmax(shifted / shifted.sum() - self.visits / (1 + self.visits.sum())))


def simulate(network, node, k):
    """A simulation through move k; the score for the player to move at the node."""
    if k not in node.children:
        state = node.state.play(int(node.moves[k]))
        if state.is_over:
            node.children[k] = 0.5 if state.is_draw else float(state.winner == node.state.player)
        else:
            node.children[k] = Node(network, state)
            score = 1 - node.children[k].value
            node.visits[k] += 1
            node.totals[k] += score
            return score
    child = node.children[k]
    score = 1 - simulate(network, child, child.choose()) if isinstance(child, Node) else child
    node.visits[k] += 1
    node.totals[k] += score
    return score


def plain_search(network, state, noise):
    root = Node(network, state)
    for wanted in considered_visits(min(16, len(root.moves)), SIMULATIONS):
        key = noise + root.improved() - 1000.0 * np.abs(root.visits - wanted)
        simulate(network, root, int(np.argmax(key)))
    return root


@pytest.mark.parametrize("text", ["mnk", "hex:3", "breakthrough:3x4", "othello:4", "nim:7"])
def test_trees_are_those_of_the_plain_search(text):
    game = find(text)
    network = random_network(game, Architecture(1, 8), seed=2)
    n = 8 if JIT else 2
    play = SelfPlay(Cpu(game, 1), n, SIMULATIONS, 4, seed=5)
    play.open(3.0)
    words = play.games.words.copy()
    play.search(network.arrays)
    forest = play.forest
    for i in range(n):
        state = State(game, words[:, i].copy())
        size = forest.size[0, i]
        order = {int(move): k for k, move in enumerate(forest.move[:size, i])}
        places = [order[int(move)] for move in moves_of(state)[0]]
        root = plain_search(network, state, forest.noise[places, i])
        assert forest.visits[places, i].tolist() == root.visits.tolist()
        assert np.allclose(forest.total[places, i], root.totals, atol=1e-4)
        play_policy(play, i, root, places)


def play_policy(play, i, root, places):
    """What is to be learnt is the improved policy."""
    from playout.train.forest import improved_policy

    target = np.zeros(play.shape.n_moves, np.uint16)
    improved_policy(play.forest, i, target)
    wanted = np.exp(root.improved() - root.improved().max())
    assert np.allclose(target[root.indices] / 65535, wanted / wanted.sum(), atol=1e-3)
    assert target.sum() == target[root.indices].sum()


def test_halving_takes_half_of_the_moves_further_each_time():
    plan = considered_visits(16, 32)
    assert plan.tolist() == [0] * 16 + [1] * 8 + [2] * 4 + [3] * 4
    assert considered_visits(1, 4).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("text", ["mnk", "hex:3"])
def test_results_are_noted_for_who_was_to_move(text):
    """Follow the games through the ring: who was to move when, and who won."""
    game = find(text)
    network = random_network(game, Architecture(1, 8), seed=2)
    play = SelfPlay(Cpu(game, 1), 4, 4, 40, seed=5)
    play.open(0.0)
    seen = [[] for _ in range(4)]
    finished = 0
    for ply in range(20 if JIT else 10):
        before = [State(game, play.games.words[:, i].copy()) for i in range(4)]
        play.search(network.arrays)
        moves = []
        for i in range(4):
            best = np.argmax(play.forest.visits[: play.forest.size[0, i], i])
            moves.append(best)
            seen[i].append((ply, before[i]))
        play.advance(0.0)
        for i in range(4):
            began = play.games.began[0, i]
            if began == ply + 1:  # the game is over
                last = seen[i][-1][1]
                outcomes = {last.play(int(m)).winner for m in last.moves()}
                results = [int(play.games.past_result[p, i]) for p, _ in seen[i]]
                players = [state.player for _, state in seen[i]]
                for a, b, x, y in zip(players, players[1:], results, results[1:], strict=False):
                    assert a != b
                    assert x + y == 2  # what one wins the other loses
                if results[-1] == 2:
                    assert last.player in outcomes
                elif results[-1] == 1:
                    assert any(last.play(int(m)).is_draw for m in last.moves())
                else:
                    raise AssertionError("who moves last in these games does not lose")
                finished += 1
                seen[i] = []
            else:
                assert play.games.past_result[ply, i] == -1
    assert finished == play.finished()["games"] > 0
    assert DRAW == 2
