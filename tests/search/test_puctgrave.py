"""GRAVE with a network: PUCT where AMAF values have no weight, its formula where they have."""

import math

import numpy as np
import pytest
from networks import use_made_up
from trees import children, chosen, unpacked

from playout import Connect4, Hex, Mnk, search
from playout.kernel import entry
from playout.player_spec import PlayerSpec
from playout.search import Puct, PuctGrave, Search
from playout.search.algorithm import Descent
from playout.search.network import KNOWN
from playout.search.tree import ROOT


@pytest.fixture(autouse=True)
def made_up(monkeypatch):
    use_made_up(monkeypatch)


def grown(state, algorithm, simulations=250):
    found = Search(state, algorithm, seed=1, most=simulations)
    found.run(simulations=simulations)
    return found.trees[0]


@pytest.mark.parametrize("game", [Mnk(), Connect4(cols=4, rows=4, line=3)], ids=["mnk", "connect4"])
def test_without_weight_of_amaf_values_it_is_puct(game):
    """Node by node: playouts beside it change nothing."""
    one = grown(game.start(), PuctGrave(bias=1e30))
    two = grown(game.start(), Puct())
    for name in ("visits", "total", "move", "first", "proven"):
        assert (getattr(one, name) == getattr(two, name)).all()
    assert (one.stats.net.prior == two.stats.net.prior).all()


def amaf_of(tree, row, child, player):
    """The AMAF count and value of a move."""
    count, total = unpacked(tree.stats.amaf.amaf[row, tree.stats.amaf.code[child]])
    value = total / max(count, 1)
    return count, value if player == 0 else 1 - value


def by_hand(algorithm, tree, node, player, row):
    """The child that the formula chooses, in plain Python."""
    n_all = int(tree.visits[node])
    c = algorithm.c + math.log((1 + n_all + algorithm.base) / algorithm.base) / 2
    prior = tree.stats.net.prior
    tried = sum(float(prior[child]) for child in children(tree, node) if tree.visits[child])
    unknown = max(0.0, 1 - tree.total[node] / n_all - algorithm.fpu * math.sqrt(tried))
    scores = {}
    for child in children(tree, node):
        n = int(tree.visits[child])
        q = tree.total[child] / n if n else unknown
        a, amaf = amaf_of(tree, row, child, player)
        beta = a / (n + 1 + a + algorithm.bias * (n + 1) * a) if a else 0.0
        q += beta * (amaf - q)
        scores[child] = q + c * float(prior[child]) * math.sqrt(n_all) / (1 + n)
    return max(scores, key=lambda child: scores[child])


@entry
def chosen_below(algorithm, tree, node, path, stream):
    return algorithm.choose(tree, Descent(node, 1, path, 1), stream)


@pytest.mark.parametrize("ref", [0, 20, 10**6])
def test_choices_are_those_of_the_formula(ref):
    """In the root and below, for either player, with AMAF values of the node or of the root."""
    algorithm = PuctGrave(ref=ref, bias=0.3, solver=False, mix=0.5)
    tree = grown(Hex(4).start(), algorithm, 200)
    stream = np.ones(2, np.uint64)
    assert chosen(algorithm, tree) == by_hand(algorithm, tree, ROOT, 0, tree.row[ROOT])
    below = [node for node in children(tree, ROOT) if tree.n_tried[node] > 1]
    assert len(below) > 3
    for node in below:
        best = chosen_below(algorithm, tree, node, np.array([ROOT, node], np.int32), stream)
        row = tree.row[node if tree.visits[node] > ref else ROOT]
        assert best == by_hand(algorithm, tree, node, 1, row)


def test_every_simulation_credits_the_moves_of_its_playout():
    """A playout fills the board of Hex: each cell is credited to one of the players, each time; and
    codes go along when priors sort the moves."""
    state = Hex(4).start()
    tree = grown(state, PuctGrave(solver=False), 100)
    counts = [unpacked(entry)[0] for entry in tree.stats.amaf.amaf[tree.row[ROOT]]]
    half = len(counts) // 2
    both = [one + two for one, two in zip(counts[:half], counts[half:], strict=True)]
    assert both[:16] == [100] * 16
    words = state.words.copy()
    for child in children(tree, ROOT):
        assert tree.stats.amaf.code[child] == state.game.code(words, int(tree.move[child]))


def test_it_shows_what_it_knows_and_needs_no_network(monkeypatch):
    result = search(Mnk().start(), PuctGrave(), simulations=80, seed=1)
    assert {"prior", "network", "amaf"} <= result.rows[0].estimates.keys()
    monkeypatch.undo()
    assert PlayerSpec.parse("puctgrave:net=none,ref=0").algorithm == PuctGrave(net="none", ref=0)
    plain = search(Mnk().start(), PuctGrave(net="none"), simulations=80, seed=1)
    assert set(plain.rows[0].estimates) == {"amaf"}


def test_same_seed_gives_the_same_tree():
    one, two = (grown(Mnk().start(), PuctGrave(mix=0.5)) for _ in "12")
    assert (one.visits == two.visits).all()
    assert np.array_equal(one.stats.amaf.amaf, two.stats.amaf.amaf)
    assert (one.stats.net.asked == KNOWN).any()
