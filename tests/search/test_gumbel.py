"""Gumbel AlphaZero against the same in plain Python: the halving of the root, completed values."""

import math

import numpy as np
import pytest
from networks import MadeUp, answer_to, use_made_up
from test_puct import Node, back_up, grow, result_of
from trees import children, fresh

from playout import Connect4, Mnk
from playout.kernel import entry
from playout.search import Gumbel, Search
from playout.search.gumbel import improve
from playout.search.halving import SURVIVORS
from playout.search.network import KNOWN
from playout.search.tree import ROOT


def weights(node, value, search):
    """ln P + s(q) of every child, unvisited ones completed; `value` is the network's."""
    visits = sum(child.visits for child in node.children)
    most = max(child.visits for child in node.children)
    tried = [child for child in node.children if child.visits]
    unknown = value
    if tried:
        mean = sum(c.prior * c.value() for c in tried) / sum(c.prior for c in tried)
        unknown = (value + visits * mean) / (1 + visits)
    scale = (search.c_visit + most) * search.c_scale
    return [
        math.log(child.prior) + scale * (child.value() if child.visits else unknown)
        for child in node.children
    ]


def chosen_below(node, search):
    found = weights(node, answer_to(node.state)[1], search)
    shares = np.exp(np.array(found) - max(found))
    shares /= shares.sum()
    total = 1 + sum(child.visits for child in node.children)
    behind = [s - c.visits / total for s, c in zip(shares, node.children, strict=True)]
    return node.children[int(np.argmax(behind))]


def schedule(m, budget):
    """How many visits each of the moves left has at the end of a round, by how many are left."""
    n_rounds, left, target, ends = max(1, math.ceil(math.log2(m))), m, 0, []
    while left > 1:
        target += max(1, budget // (left * n_rounds))
        ends.append((left, target))
        left = (left + 1) // 2
    return ends


def one_below(root, move, search):
    path = [root, move]
    while path[-1].children:
        path.append(chosen_below(path[-1], search))
    for node in path:
        node.visits += 1
    over = path[-1].state.is_over
    back_up(path, result_of(path[-1].state) if over else grow(path[-1]))


def searched(state, search, simulations):
    """The root after a run, one leaf at a time."""
    root = Node(state)
    root.visits = 1
    back_up([root], grow(root))
    value, budget = answer_to(state)[1], simulations - 2
    ranked = sorted(root.children, key=lambda child: -child.prior)
    left = ranked[: min(search.m, budget)]
    for n, target in schedule(len(left), budget):
        assert n == len(left)
        while root.visits < simulations and any(move.visits < target for move in left):
            one_below(root, min(left, key=lambda move: move.visits), search)
        found = dict(zip(root.children, weights(root, value, search), strict=True))
        left = sorted(left, key=lambda move: -found[move])[: (n + 1) // 2]
    while root.visits < simulations:
        one_below(root, left[0], search)
    return root


@pytest.mark.parametrize("simulations", [20, 200])
@pytest.mark.parametrize("m", [4, 16])
@pytest.mark.parametrize("game", [Mnk(), Connect4(cols=5, rows=4, line=3)], ids=["mnk", "connect4"])
def test_visits_are_those_of_the_paper(game, m, simulations, monkeypatch):
    use_made_up(monkeypatch)
    state = game.start()
    algorithm = Gumbel(m=m, c_visit=20.0, c_scale=0.5, batch=1, solver=False)
    search = Search(state, algorithm, seed=1)
    result = search.run(simulations=simulations)
    oracle = searched(state, algorithm, simulations)
    expected = {child.state.history[-1]: child.visits for child in oracle.children}
    assert {row.move: row.visits for row in result.rows} == expected
    assert result.move == max(expected, key=expected.get)


def test_batches_do_not_change_the_schedule(monkeypatch):
    """A round ends when all its results are there: the visits of the rounds are the same."""
    use_made_up(monkeypatch)
    found = []
    for batch in (1, 8):
        search = Search(Mnk().start(), Gumbel(m=8, batch=batch, solver=False), seed=1)
        found.append(sorted(row.visits for row in search.run(simulations=150).rows))
    assert found[0] == found[1]


def test_move_is_one_that_is_left_also_in_a_tree_that_was_kept(monkeypatch):
    """The tree of the move before may have visited others more often."""
    use_made_up(monkeypatch)
    was_other = 0
    for seed in range(6):
        grown = Search(Connect4().start(), Gumbel(noise=1.0, m=4, solver=False), seed=seed)
        grown.play(grown.run(simulations=600).move)
        result = grown.run(simulations=40)
        tree = grown.trees[0]
        left = tree.stats.order[: int(tree.stats.rounds[SURVIVORS])]
        assert int(result.move) in left
        was_other += result.move != result.rows[0].move
    assert was_other  # so that this has tried something


def test_moves_are_not_dropped_while_their_results_are_awaited(monkeypatch):
    """Whenever the network is asked, every leaf that waits is below a move that is still left."""
    asked = []

    def evaluate(self, n, *room):
        waiting, tree = grown.workers[0].leaves.waiting, grown.trees[0]
        order, left = tree.stats.order, int(tree.stats.rounds[SURVIVORS])
        for path in waiting.paths[: int(waiting.counts[0])] if tree.visits[ROOT] > 1 else ():
            assert int(tree.move[path[1]]) in order[:left]
            asked.append(n)
        plain(self, n, *room)

    use_made_up(monkeypatch)
    plain = MadeUp.evaluate
    monkeypatch.setattr(MadeUp, "evaluate", evaluate)
    grown = Search(Mnk().start(), Gumbel(m=8, batch=8, solver=False), seed=1)
    grown.run(simulations=150)
    assert max(asked) > 1


@entry
def improved(algorithm, tree, node):
    return improve(algorithm, tree, node)


def random_node(rng, algorithm, n):
    """A root with priors, and results of some of its children."""
    tree, _ = fresh(Mnk(), algorithm)
    tree.first[ROOT], tree.n_children[ROOT] = 1, n
    tree.n_tried[ROOT] = tried = rng.integers(0, n + 1)
    nodes = slice(1, 1 + n)
    tree.stats.net.prior[nodes] = rng.dirichlet(np.full(n, 0.5)) * 0.99 + 0.01 / n
    tree.stats.net.asked[ROOT], tree.stats.net.network[ROOT] = KNOWN, rng.random()
    tree.visits[1 : 1 + tried] = rng.integers(1, 30, tried)
    tree.total[nodes] = tree.visits[nodes] * rng.random(n)
    return tree


def test_improved_policy_is_no_worse_by_its_own_values():
    """The law of the paper: the expected value under p is at least that under the priors."""
    rng, algorithm = np.random.default_rng(3), Gumbel()
    for _ in range(300):
        tree = random_node(rng, algorithm, int(rng.integers(2, 10)))
        improved(algorithm, tree, ROOT)
        nodes = list(children(tree, ROOT))
        priors = [float(tree.stats.net.prior[node]) for node in nodes]
        policy = tree.values[: len(nodes)].astype(float)
        assert policy.sum() == pytest.approx(1, abs=1e-5)
        q = np.array(completed(tree, nodes, priors))
        before = float(np.dot(priors, q)) / sum(priors)
        assert float(np.dot(policy, q)) >= before - 1e-5


def completed(tree, nodes, priors):
    visits = [int(tree.visits[node]) for node in nodes]
    means = [tree.total[v] / n if n else None for v, n in zip(nodes, visits, strict=True)]
    value = 1 - float(tree.stats.net.network[ROOT])
    tried = [(p, q) for p, q in zip(priors, means, strict=True) if q is not None]
    if tried:
        mean = sum(p * q for p, q in tried) / sum(p for p, _ in tried)
        value = (value + sum(visits) * mean) / (1 + sum(visits))
    return [value if q is None else q for q in means]


def test_moves_considered_are_a_sample_by_the_priors(monkeypatch):
    """Gumbel noise, one move considered: a move is drawn as often as its prior says."""
    use_made_up(monkeypatch)
    state = Mnk().start()
    logits, _ = answer_to(state)
    shares = np.exp(logits) / np.exp(logits).sum()
    counts, n = dict.fromkeys(map(int, state.moves()), 0), 400
    for seed in range(n):
        result = Search(state, Gumbel(m=1, noise=1.0), seed=seed).run(simulations=3)
        counts[int(result.move)] += 1
    for share, count in zip(shares, counts.values(), strict=True):
        sigma = math.sqrt(n * share * (1 - share))
        assert abs(count - n * share) <= 4 * sigma + 1
