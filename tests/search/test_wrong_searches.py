"""Searches and policies of somebody's own that are wrong: one clear error, and no crash."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from registering import unregistered

from playout import Nim, SearchError, Uct, algorithm, policy, search

STATE = Nim(15).start()


with unregistered():

    @algorithm
    class Elsewhere(NamedTuple):
        step: int = 10**9

        def choose(self, tree, descent, stream):
            return tree.first[descent.node] + self.step

    @algorithm
    class Raises(NamedTuple):
        most: int = 3

        def score(self, tree, child, parent):
            if tree.visits[child] > self.most:
                raise ValueError("too many visits")
            return 1.0

    @algorithm
    class Forgets(NamedTuple):  # to return something
        at: int = 0

        def score(self, tree, child, parent):
            tree.visits[child] + self.at

    @policy
    class Wild(NamedTuple):
        at: int = 10**9

        def pick(self, game, state, moves, n, line, memory, stream):
            return self.at


@pytest.mark.parametrize(
    "wrong",
    [
        Elsewhere(),
        Elsewhere(-1, solver=False),
        Raises(),
        Forgets(),
        Wild(),
        Wild(-1),
        Uct(policy=Wild(), solver=False),
    ],
    ids=str,
)
def test_the_search_is_named_and_nothing_crashes(wrong):
    with pytest.raises(SearchError) as error:
        search(STATE, wrong, simulations=100, seed=1)
    assert error.value.code == "search-failed"
    assert error.value.fields["player"] == type(wrong).__name__


def test_those_that_are_right_play():
    for right in (Elsewhere(0), Raises(10**6), Wild(0), Uct(policy=Wild(0))):
        assert search(STATE, right, simulations=20, seed=1).move is not None


BUDGET = ["seconds", "simulations", "threads", "reuse", "ponder", "prove"]
OTHER = ["kind", "written", "statistics", "prepare", "check", "rounds", "update"]


@pytest.mark.parametrize("name", BUDGET + OTHER)
def test_a_parameter_cannot_have_the_name_of_something_else(name):
    fields = NamedTuple("Mine", [(name, int)])
    fields.score = lambda self, tree, child, parent: 1.0
    with pytest.raises(SearchError, match=name) as error:
        algorithm(fields)
    assert error.value.code == "reserved-name"


@pytest.mark.parametrize("kind", [str, list, Any])
def test_a_parameter_is_a_number(kind):
    class Fields(NamedTuple):
        c: kind

    Fields.score = lambda self, tree, child, parent: 1.0
    with pytest.raises(SearchError, match="c must be declared as int, float or bool"):
        algorithm(Fields)


@pytest.mark.parametrize("seed", ["x", 1.5, []])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(SearchError) as error:
        search(STATE, Uct(), simulations=10, seed=seed)
    assert error.value.code == "not-an-integer"


@pytest.mark.parametrize(
    "make",
    [
        lambda: Uct(c=np.array([1, 2])),
        lambda: Uct(final=np.array([1, 2])),
        lambda: Uct(solver=np.array([1, 2])),
        lambda: Uct()._replace(c=-1),
        lambda: Uct(nope=1),
        lambda: search(STATE, Uct(), simulations=10, memory="64MB"),
    ],
)
def test_what_does_not_fit_is_an_error_with_fields(make):
    with pytest.raises(SearchError) as error:
        make()
    assert error.value.code != "search-error"
    assert error.value.fields
