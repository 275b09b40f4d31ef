"""Statistics of a search of one's own: they go wherever a node goes."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from own_search import Counting, assert_counts_are_right, assert_tries_are_visits
from registering import unregistered
from trees import arrays_of, children, fresh, n_bytes

from playout import Mnk, Nim, SearchError, algorithm, policy, schedule, search, statistics
from playout.kernel import JIT
from playout.registry import REGISTRY
from playout.search import Search, Uct, per_expansion, per_node
from playout.search.loop import simulate
from playout.search.run import tree_for
from playout.search.tree import ROOT

N = 600 if JIT else 80
STATES = {"nim, second": Nim(16).start().play("1"), "mnk": Mnk().start()}
every_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


def grown(state, algorithm, n=N, n_keys=1):
    tree, scratch = fresh(state.game, algorithm, n_keys=n_keys)
    simulate(state.game, algorithm, tree, scratch, state.words, n)
    return tree


def digest(tree):
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays_of(tree))).hexdigest()


# --- they go along --------------------------------------------------------------------


@every_state
@pytest.mark.parametrize("options", [{}, {"fpu": 0.4, "expand": 3}, {"playouts": 5}], ids=str)
def test_statistics_stay_with_their_nodes_when_these_change_places(state, options):
    counting = Counting(solver=False, **options)
    tree = grown(state, counting)
    assert_counts_are_right(tree)
    assert_tries_are_visits(tree)
    assert tree.stats.ever[0] == tree.visits[ROOT] == N
    families = [tree.move[children(tree, node)].tolist() for node in np.flatnonzero(tree.first)]
    assert any(moves != sorted(moves) for moves in families)  # nodes did change places
    # Apart from its statistics it is the tree of UCT.
    plain = grown(state, Uct(solver=False, **options))
    for name in ("visits", "total", "mean", "first", "move"):
        assert np.array_equal(getattr(tree, name), getattr(plain, name)), name


@every_state
@pytest.mark.parametrize("solver", [False, True])
def test_statistics_stay_with_their_nodes_when_a_subtree_is_kept(state, solver):
    found = Search(state, Counting(solver=solver), seed=1)
    simulations = n_kept = 0
    while not found.state.is_over:
        simulations += found.run(simulations=N).simulations
        (tree,) = found.trees
        assert_counts_are_right(tree)
        found.play(found.result().move)
        n_kept += tree is found.trees[0]
        if tree is found.trees[0]:
            assert_counts_are_right(tree)
            assert tree.stats.ever[0] == simulations
        else:
            simulations = 0
    assert n_kept > 2


def test_each_thread_keeps_statistics_of_its_own_and_rows_add_them_up():
    found = Search(Mnk().start(), Counting(solver=False), seed=1, threads=3)
    result = found.run(simulations=N)
    for tree in found.trees:
        assert_counts_are_right(tree)
        assert_tries_are_visits(tree)
    assert sum(int(tree.stats.ever[0]) for tree in found.trees) == N
    assert {row.move: row.estimates["tries"].visits for row in result.rows} == {
        row.move: row.visits for row in result.rows
    }
    assert all(row.estimates["tries"].value == row.move + 1 for row in result.rows if row.visits)
    assert {"tries_visits", "tries_value"} <= set(result.table.columns)


def test_statistics_are_right_when_positions_are_shared():
    sharing = Counting(c=1.0, solver=False, transpositions=True)
    tree = grown(Mnk().start().play_all("a1 b2 c3"), sharing, 300, n_keys=2**12)
    assert (tree.first < 0).any()
    assert_counts_are_right(tree)


@pytest.mark.skipif(not JIT, reason="nothing to compare with")
def test_statistics_are_the_same_when_interpreted():
    program = (
        "import test_statistics as t;"
        "print(t.digest(t.grown(t.STATES['mnk'], t.Counting(expand=2, playouts=3), 60)))"
    )
    here = Path(__file__).parent
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(here), str(here.parent), *filter(None, sys.path)]),
    }
    interpreted = subprocess.run(
        [sys.executable, "-c", program], env=environment, text=True, capture_output=True, check=True
    )
    compiled = digest(grown(STATES["mnk"], Counting(expand=2, playouts=3), 60))
    assert interpreted.stdout.strip() == compiled


def test_memory_of_statistics_counts():
    for memory in (2**20, 2**24):
        tree = tree_for(Mnk(), Counting(), None, memory)
        assert 0.9 * memory < n_bytes(tree) < 1.001 * memory + 10_000
    assert len(tree_for(Mnk(), Counting(), None, 2**20).visits) < len(
        tree_for(Mnk(), Uct(), None, 2**20).visits
    )
    tiny = tree_for(Mnk(), Counting(), None, 1)
    assert tiny.stats.n_rows() == 2  # room for the root's children, however little there is


# --- names ----------------------------------------------------------------------------


def least_visited(weight):
    """A search, always called Mine, with one statistic, always called Own.square."""
    with unregistered():

        @statistics
        class Own(NamedTuple):
            square: Any = per_node(np.float64) if weight > 0 else per_node(np.int32)

        @algorithm(statistics=Own)
        class Mine(NamedTuple):
            c: float = 0.0

            def score(self, tree, child, parent):
                return weight * (tree.visits[child] + tree.stats.square[child])

            def update(self, game, tree, simulation):
                for i in range(simulation.depth + 1):
                    tree.stats.square[simulation.path[i]] += 1

    return Mine


def test_two_searches_of_one_name_stay_apart():
    def visits(algorithm):
        result = search(
            Mnk().start(), algorithm(solver=False, expand=10**6), simulations=90, seed=1
        )
        return sorted(row.visits for row in result.rows)

    most, least = least_visited(1), least_visited(-1)
    for _ in range(2):
        assert visits(most) == [1] * 8 + [82]  # stays with the first
        assert visits(least) == [10] * 9
    for kind in (most, least):
        with pytest.raises(SearchError, match="Mine: c must be a number"):
            kind(c="much")


def test_name_is_that_of_the_last_class_but_never_takes_one_of_ours():
    class Own(NamedTuple):
        c: float = 0.0

        def score(self, tree, child, parent):
            return 1.0

    with unregistered():
        first, second = algorithm(Own), algorithm(Own)
        assert first is not second
        assert REGISTRY["search"]["own"] is second
        Own.__qualname__ = "Uct"
        algorithm(Own)
        assert REGISTRY["search"]["uct"] is Uct
    assert "own" not in REGISTRY["search"]


# --- declarations that do not fit -----------------------------------------------------


class Plain(NamedTuple):
    c: float = 0.4


class NotATuple:
    def score(self, tree, child, parent):
        return 1.0


class Scored(NamedTuple):
    c: float = 0.4

    def score(self, tree, child, parent):
        return 1.0


class NoDefault(NamedTuple):
    square: Any


class OneDefault(NamedTuple):
    square: Any
    cube: Any = per_node(np.float32)


class NoArray(NamedTuple):
    square: Any = 3


class Nothing(NamedTuple):
    pass


class Missing(NamedTuple):
    square: Any = per_expansion(np.int64, "n_stones")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: algorithm(Plain), "Plain must be a NamedTuple with a method score or choose"),
        (lambda: algorithm(NotATuple), "NotATuple must be a NamedTuple with a method score"),
        (lambda: policy(Plain), "Plain must be a NamedTuple with a method pick"),
        (lambda: schedule(Plain), "Plain must be a NamedTuple with a method beta"),
        (lambda: statistics(NoDefault), "NoDefault must declare every array, as in .*per_node"),
        (lambda: statistics(OneDefault), "OneDefault must declare every array"),
        (lambda: statistics(NoArray), "NoArray must declare every array"),
        (lambda: statistics(Nothing), "Nothing must declare every array"),
        (lambda: statistics(NotATuple), "NotATuple must declare every array"),
        (lambda: algorithm(statistics=Missing)(Scored), "statistics must be .* by @statistics"),
        (lambda: algorithm(statistics=7)(Scored), "Scored: statistics must be"),
    ],
)
def test_wrong_declaration_says_what_to_do(make, words):
    with unregistered(), pytest.raises(SearchError, match=words):
        make()


def test_length_that_a_game_does_not_have_says_so():
    with unregistered():
        missing = algorithm(statistics=statistics(Missing))(Scored)
    with pytest.raises(SearchError, match="has no method n_stones"):
        search(Nim(5).start(), missing(), simulations=2)


def test_helper_methods_and_text_of_a_search_are_its_own():
    with unregistered():

        @algorithm
        class Helped(NamedTuple):
            c: float = 0.5

            def score(self, tree, child, parent):
                return tree.mean[child] + self._bonus(tree, child)

            def _bonus(self, tree, child):
                return self.c * tree.width[child]

            def __str__(self):
                return "helped"

    assert str(Helped()) == "helped"
    assert search(Nim(9).start(), Helped(), simulations=50, seed=1).simulations == 50
