"""PUCT against the same search in plain Python, choice by choice."""

import math

import numpy as np
import pytest
from networks import answer_to, use_made_up
from trees import children, fresh

from playout import Connect4, Mnk, Nim, search
from playout.nets.opinion import opinion
from playout.search import Puct, Search
from playout.search.leaves import IDLE, PATIENCE
from playout.search.network import KNOWN, draw_dirichlet
from playout.search.tree import ROOT


class Node:
    """A position, by the textbook."""

    def __init__(self, state, prior=1.0):
        self.state, self.prior = state, prior
        self.visits, self.total = 0, 0.0  # for who moved here
        self.children, self.is_waiting = [], False

    def value(self):
        return self.total / self.visits


def chosen(node, search):
    n = node.visits
    c = search.c + math.log((1 + n + search.base) / search.base) / 2
    tried = sum(child.prior for child in node.children if child.visits)
    unknown = max(0, 1 - node.value() - search.fpu * math.sqrt(tried))

    def score(child):
        q = child.value() if child.visits else unknown
        return q + c * child.prior * math.sqrt(n) / (1 + child.visits)

    return max(node.children, key=score)


def result_of(state):
    """Of a game that is over, for who moved last."""
    return 0.5 if state.winner is None else 1.0 if state.winner != state.player else 0.0


def back_up(path, value):
    for node in reversed(path):
        node.total += value
        value = 1 - value


def grow(node):
    logits, value = answer_to(node.state)
    shares = np.exp(np.array(logits) - max(logits))
    moves = zip(node.state.moves(), shares / shares.sum(), strict=True)
    node.children = [Node(node.state.play(move), prior) for move, prior in moves]
    node.is_waiting = False
    return 1 - value


def searched(state, search, simulations):
    """The root after so many simulations, in batches with virtual losses."""
    root = Node(state)
    while root.visits < simulations:
        size = min(search.batch, 1 + root.visits // PATIENCE)
        waiting, since = [], 0
        while len(waiting) < size and root.visits < simulations:
            if waiting and since >= IDLE:
                break
            since += 1
            path = [root]
            while path[-1].children:
                path.append(chosen(path[-1], search))
            leaf = path[-1]
            if leaf.is_waiting:
                break
            for node in path:
                node.visits += 1
            if leaf.state.is_over:
                back_up(path, result_of(leaf.state))
            else:
                leaf.is_waiting = True
                waiting.append(path)
                since = 0
        for path in waiting:
            back_up(path, grow(path[-1]))
    return root


def compare(tree, node, oracle, depth):
    assert tree.visits[node] == oracle.visits
    assert tree.total[node] == pytest.approx(oracle.total, abs=1e-4)
    found = {int(tree.move[child]): child for child in children(tree, node)}
    assert len(found) == len(oracle.children)
    for child in oracle.children if depth else ():
        at = found[int(child.state.history[-1])]
        if tree.stats.net.asked[node] == KNOWN:
            assert tree.stats.net.prior[at] == pytest.approx(child.prior, abs=1e-5)
        compare(tree, at, child, depth - 1)


@pytest.mark.parametrize("batch", [1, 5])
@pytest.mark.parametrize(
    "game", [Mnk(), Nim(heap=9), Connect4(cols=4, rows=4, line=3)], ids=["mnk", "nim", "connect4"]
)
def test_every_choice_is_the_textbooks(game, batch, monkeypatch):
    use_made_up(monkeypatch)
    algorithm = Puct(c=0.9, base=50.0, fpu=0.2, batch=batch, solver=False)
    search = Search(game.start(), algorithm, seed=1)
    search.run(simulations=300)
    compare(search.trees[0], ROOT, searched(game.start(), algorithm, 300), 3)


def test_priors_alone_decide_a_first_move(monkeypatch):
    """One simulation asks about the root: the move is the likeliest."""
    use_made_up(monkeypatch)
    state = Mnk().start()
    logits, _ = answer_to(state)
    result = Search(state, Puct(), seed=1).run(simulations=1)
    assert result.move == state.moves()[int(np.argmax(logits))]


@pytest.mark.parametrize("moves", ["", "1", "4475"])
def test_search_that_had_no_time_says_what_the_network_says(moves):
    """Its one simulation was spent on the position itself, and no move was tried."""
    state = Connect4().start().play_all(moves)
    said = opinion(state)
    result = search(state, Puct(net="auto"), simulations=1, seed=1)
    assert result.value == pytest.approx(said.value)
    assert result.move == said.priors[0][0]
    assert all(np.isnan(row.value) for row in result.rows)


def test_noise_is_a_share_of_the_priors():
    """Dirichlet: shares of a whole, the more even the larger alpha is."""
    game = Mnk()
    spreads = {}
    for alpha in (0.3, 30.0):
        tree, scratch = fresh(game, Puct())
        tree.first[ROOT], tree.n_children[ROOT] = 1, 9
        tree.move[1:10] = range(9)
        drawn = []
        for _ in range(200):
            draw_dirichlet(tree, alpha, scratch.stream)
            drawn.append(tree.stats.net.noise[:9].copy())
        assert np.allclose(np.sum(drawn, axis=1), 1, atol=1e-5)
        assert np.allclose(np.mean(drawn, axis=0), 1 / 9, atol=0.05)
        spreads[alpha] = np.var(drawn, axis=0).mean()
    for alpha, spread in spreads.items():  # the law's variance is p (1 - p) / (n alpha + 1)
        assert spread == pytest.approx(8 / 81 / (9 * alpha + 1), rel=0.2)


def test_noise_changes_the_root_alone_and_by_the_seed(monkeypatch):
    use_made_up(monkeypatch)

    def visits(seed, noise):
        search = Search(Mnk().start(), Puct(noise=noise), seed=seed)
        return [row.visits for row in search.run(simulations=60).rows]

    assert visits(1, 0.0) == visits(2, 0.0)
    assert visits(1, 0.5) == visits(1, 0.5)
    assert visits(1, 0.5) != visits(2, 0.5)
