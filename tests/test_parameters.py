"""What parameters take and refuse: their ranges, and numbers too large for a kernel."""

import math
import sys
from typing import Any

import pytest

from playout import (
    Biased,
    Breakthrough,
    Connect4,
    GameError,
    Grave,
    Knightthrough,
    Mast,
    Nim,
    Random,
    SearchError,
    Uct,
    find,
    search,
)
from playout.parameters import parameters_of
from playout.players import Searcher, player_of
from playout.registry import REGISTRY

HUGE = 10**21
ENDLESS = 10**5000  # Python itself refuses to write such a number down


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Grave(ref=HUGE), f"Grave: ref must be an integer of at most 64 bits, not {HUGE}"),
        (lambda: Grave(ref=-HUGE), "Grave: ref must be an integer of at most 64 bits, not -1"),
        (lambda: Grave(ref=2**63), "Grave: ref must be an integer of at most 64 bits"),
        (lambda: Grave(ref=ENDLESS), "64 bits, not one of 16610 bits"),
        (lambda: Grave(ref=-ENDLESS), "64 bits, not one of 16610 bits"),
        (lambda: Uct(c=ENDLESS), "Uct: c must be a number of at most 1e308, not one of 16610"),
        (lambda: Uct(policy=Mast(tau=ENDLESS)), "Mast: tau must be a number of at most 1e308"),
        (lambda: player_of(f"grave:ref={HUGE}"), "Grave: ref must be an integer of at most 64"),
        (lambda: player_of(f"uct:simulations={HUGE}"), "simulations must be an integer of at most"),
        (lambda: player_of(f"uct:simulations={'9' * 5000}"), "simulations must be an integer, not"),
        (lambda: player_of(f"uct:threads={HUGE}"), "threads must be an integer of at most"),
        (lambda: player_of("uct:seconds=1e21"), "seconds must be at most 1000000000"),
        (lambda: player_of("uct:seconds=1e400"), "seconds must be a number of at most 1e308"),
        (lambda: player_of("uct:seconds=1,prove=1e400"), "prove must be a number of at most 1e308"),
        (lambda: Searcher(None, simulations=ENDLESS), "simulations must be an integer of at most"),
        (lambda: Searcher(None, simulations=-ENDLESS), "simulations must be an integer of at most"),
        (lambda: Searcher(None, seconds=ENDLESS), "seconds must be a number of at most 1e308"),
        (lambda: Searcher(None, threads=ENDLESS), "threads must be an integer of at most"),
    ],
)
def test_search_refuses_it_with_a_sentence(make, words):
    with pytest.raises(SearchError, match=words):
        make()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Nim(HUGE), "Nim: heap must be an integer of at most 64 bits"),
        (lambda: Connect4(-HUGE), "Connect4: cols must be an integer of at most 64 bits"),
        (lambda: Connect4(ENDLESS), "Connect4: cols must be an integer of at most 64 bits"),
        (lambda: find(f"hex:{HUGE}"), "Hex: size must be an integer of at most 64 bits"),
        (lambda: find(f"hex:size=-{HUGE}"), "Hex: size must be an integer of at most 64 bits"),
        (lambda: find(f"hex:{'9' * 5000}"), "is not a size; write 7 or 7x6"),
        (lambda: find(f"hex:size={'9' * 5000}"), "Hex: size must be an integer"),
    ],
)
def test_game_refuses_it_with_a_sentence(make, words):
    with pytest.raises(GameError, match=words):
        make()


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        ({"simulations": ENDLESS}, "simulations must be an integer of at most 64 bits, not one"),
        ({"seconds": 10**10}, "seconds must be at most 1000000000, not 10000000000"),
        ({"simulations": 1, "memory": 10**21}, "memory must be at most [0-9]+ bytes, not 1"),
        ({"simulations": 1, "memory": -ENDLESS}, "memory must be at least [0-9]+ bytes"),
    ],
)
@pytest.mark.parametrize("algorithm", [None, Uct()])
def test_budget_refuses_it_with_a_sentence(budget, words, algorithm):
    with pytest.raises(SearchError, match=words):
        search(Nim(7).start(), algorithm, **budget)


def test_largest_numbers_are_taken():
    start = Nim(7).start()
    for algorithm in (Grave(ref=2**63 - 1), Uct(expand=2**63 - 1), Uct(c=1e308)):
        assert search(start, algorithm, simulations=20, seed=2**70).simulations <= 20
    assert search(start, Uct(), simulations=2**31 - 1, memory=10**6).value in (0.0, 1.0)


# --- every parameter of every search, policy and schedule -----------------------------------

KINDS = ("search", "policy", "schedule")
EVERY = [
    pytest.param(cls, parameter, id=f"{cls.__name__}.{parameter.name}")
    for kind in KINDS
    for cls in REGISTRY[kind].values()
    for parameter in parameters_of(cls).values()
]
every_parameter = pytest.mark.parametrize(("cls", "parameter"), EVERY)


def ends_and_beyond(parameter):
    """The ends of what a number may be, and what is just outside of them."""
    least, most = parameter.range
    if parameter.kind is int:
        least, most = (round(max(least, -(2**63))), round(min(most, 2**63 - 1)))
        return (least, most), (least - 1, most + 1, 0.5)
    least, most = max(least, -sys.float_info.max), min(most, sys.float_info.max)
    beyond = math.nextafter(least, -math.inf), math.nextafter(most, math.inf)
    return (least, most), (*beyond, math.nan)


def taken_and_refused(parameter):
    if parameter.choices is not None:
        names, numbers = parameter.choices.keys(), parameter.choices.values()
        return (*names, *numbers), ("nobody", -1, 1 + max(numbers))
    if parameter.kind is bool:
        return (False, True, 0, 1), (2, -1, 0.5, "yes")
    if parameter.kind is Any:
        own = [cls() for cls in REGISTRY[parameter.one_of].values()]
        others = [
            cls for kind in KINDS if kind != parameter.one_of for cls in REGISTRY[kind].values()
        ]
        return own, (*(cls() for cls in others), type(own[0]), 1, None, "random")
    taken, refused = ends_and_beyond(parameter)
    return taken, (*refused, "much", None)


@every_parameter
def test_parameter_takes_the_ends_of_its_range_and_refuses_what_is_outside(cls, parameter):
    taken, refused = taken_and_refused(parameter)
    for value in taken:
        got = getattr(cls(**{parameter.name: value}), parameter.name)
        assert got == (parameter.choices or {}).get(value, value)
        assert type(got) is (type(value) if parameter.kind is Any else parameter.kind)
    for value in refused:
        with pytest.raises(SearchError, match=f"{cls.__name__}: {parameter.name} must be "):
            cls(**{parameter.name: value})


@every_parameter
def test_parameter_has_a_default_within_its_range_and_a_sentence(cls, parameter):
    assert parameter.value(parameter.default) == (parameter.default, "")
    assert parameter.text
    assert not parameter.is_required


@pytest.mark.parametrize("cls", REGISTRY["search"].values(), ids=lambda cls: cls.__name__)
def test_every_search_has_what_searches_share(cls):
    shared = {"expand", "solver", "final", "fpu", "playouts", "transpositions", "policy"}
    assert shared <= parameters_of(cls).keys()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Uct(speed=1), "Uct takes c, tuned, expand, .* 'speed'"),
        (lambda: Grave(*range(len(Grave._fields) + 1)), "Grave takes ref, beta"),
        (
            lambda: Uct(final="best"),
            "final must be one of visits, mean, secure, robust, ucb, not 'best'",
        ),
        (lambda: Uct(policy=Uct()), "Uct: policy must be a policy"),
    ],
)
def test_search_says_what_it_takes(make, words):
    with pytest.raises(SearchError, match=words):
        make()


def test_things_of_the_same_numbers_are_not_the_same():
    assert Random() != Biased()
    assert Uct(policy=Random()) != Uct(policy=Biased())
    assert Uct() == Uct(c=Uct().c)
    assert len({Uct(), Uct(policy=Biased()), Uct(policy=Random())}) == 2
    assert Breakthrough(5, 5) != Knightthrough(5, 5)
    assert Breakthrough(5, 5).start() != Knightthrough(5, 5).start()
    assert Breakthrough(5, 5) != (5, 5, False)


def test_player_keeps_no_solver_of_another_game_with_the_same_numbers():
    player = player_of("uct:seconds=30,prove=0.9")
    for game in (Breakthrough(3, 4), Knightthrough(3, 4), Breakthrough(3, 4)):
        proof = player.proof(game.start(), 30)
        assert proof.move in game.start().moves()
        assert isinstance(player.solver.game, type(game))
