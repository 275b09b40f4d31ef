"""Numbers that are too large for a kernel, given to games, searches and players."""

import pytest

from playout import Connect4, GameError, Grave, Mast, Nim, SearchError, Uct, find, search
from playout.players import Searcher, player_of

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
        (lambda: player_of(f"uct:simulations={HUGE}"), "simulations must be at most 2147483647"),
        (lambda: player_of(f"uct:simulations={'9' * 5000}"), "simulations must be a number"),
        (lambda: player_of(f"uct:threads={HUGE}"), "threads must be a whole number from 1 to 256"),
        (lambda: player_of("uct:seconds=1e21"), "seconds must be at most 1000000000"),
        (lambda: player_of("uct:seconds=1e400"), "seconds must be at most 1000000000, not inf"),
        (lambda: player_of("uct:seconds=1,prove=1e400"), "prove is a share of the time"),
        (lambda: Searcher(None, simulations=ENDLESS), "simulations must be at most 2147483647"),
        (lambda: Searcher(None, simulations=-ENDLESS), "simulations must be a whole number from 1"),
        (lambda: Searcher(None, seconds=ENDLESS), "seconds must be at most 1000000000"),
        (lambda: Searcher(None, threads=ENDLESS), "threads must be a whole number from 1 to 256"),
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
        (lambda: find(f"hex:{'9' * 5000}"), "is no size; write 7 or 7x6"),
        (lambda: find(f"hex:size={'9' * 5000}"), "Hex: size must be an integer"),
    ],
)
def test_game_refuses_it_with_a_sentence(make, words):
    with pytest.raises(GameError, match=words):
        make()


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        ({"simulations": ENDLESS}, "simulations must be at most 2147483647, not one of 16610 bits"),
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
