"""Openings, games and pairings: laws, and games that are the same for the same seed."""

import itertools

import pytest

from playout import GameError, find
from playout.arena import (
    Failure,
    PlayerFailedError,
    ResignedError,
    failure_in,
    gauntlet,
    knock_out_round,
    ladder,
    opening,
    play_game,
    round_robin,
)
from playout.players import Choice, player_of

GAMES = ["connect4", "hex:4", "nim"]


class First:
    """Plays the first legal move, and remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def choose(self, state, seed, **options):
        self.asked.append((len(state.history), seed, options))
        return Choice(state.moves()[0], 0.25, (), 7)


class Failing:
    """Cannot move."""

    def choose(self, state, seed, **options):
        raise PlayerFailedError(Failure.TOO_SLOW, "no answer in 5 s")


class Cheating:
    """Plays what is not legal."""

    def choose(self, state, seed, **options):
        return Choice("z99")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [0, 1, 4])
def test_opening_is_the_same_for_its_seed_and_goes_on(name, plies):
    game = find(name)
    for seed in range(20):
        state = opening(game, seed, plies)
        assert state.history == opening(game, seed, plies).history
        assert len(state.history) == plies
        assert not state.is_over
        if plies:
            after = [state.play(move).winner for move in state.moves()]
            assert state.player not in after
    if plies:
        assert len({opening(game, seed, plies).history for seed in range(20)}) > 1


def test_opening_that_cannot_be_says_so():
    with pytest.raises(GameError, match="no open positions after 20 random moves"):
        opening(find("mnk"), 1, 20)


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_game_can_be_replayed_and_is_the_same_for_its_seed(name):
    players = player_of("uct:simulations=20"), player_of("random")
    start = opening(find(name), 3, 2)
    played = play_game(start, players, 11)
    state = find(name).start()
    for move in played.moves:
        state = state.play(move)
    assert state.is_over
    assert state.winner == played.winner
    assert played.reason == ""
    assert played.opening == tuple(move.name for move in start.history)
    again = play_game(start, players, 11)
    assert again.moves == played.moves
    assert any(play_game(start, players, seed).moves != played.moves for seed in range(12, 18))


def test_turns_say_what_they_cost():
    one = First()
    played = play_game(find("connect4").start(), (one, First()), 5)
    assert all((turn.simulations, turn.value) == (7, 0.25) for turn in played.turns)
    assert all(turn.seconds >= 0 for turn in played.turns)
    seeds = [seed for _, seed, _ in one.asked]
    assert len(set(seeds)) == len(seeds)
    assert [ply for ply, _, _ in one.asked] == list(range(0, 2 * len(seeds), 2))


class Resigning:
    """Gives up at once."""

    def choose(self, state, seed, **options):
        raise ResignedError("Fischer")


@pytest.mark.parametrize(
    ("bad", "reason", "kind"),
    [
        (Failing(), "too slow: no answer in 5 s", Failure.TOO_SLOW),
        (Cheating(), "illegal move: 'z99' in ", Failure.ILLEGAL),
        (Resigning(), "Fischer resigned", None),
    ],
)
@pytest.mark.parametrize("colour", [0, 1])
def test_player_that_fails_or_resigns_loses_with_the_reason(bad, reason, kind, colour):
    players = [First(), First()]
    players[colour] = bad
    played = play_game(find("connect4").start(), players, 5)
    assert played.winner == 1 - colour
    assert played.reason.startswith(reason)
    failure = failure_in(played.reason)
    assert (failure and failure[0]) is kind
    assert len(played.turns) == colour


def test_reasons_of_ledgers_from_before_there_were_kinds_are_understood():
    assert failure_in("") is None
    assert failure_in("GNU Go resigned") is None
    reason = "half.py: it ended with exit code 134"
    assert failure_in(reason) == (Failure.UNKNOWN, reason)


def test_equal_time_gives_less_to_who_has_had_more(monkeypatch):
    clock = itertools.count()  # every look at it is a second later: each move takes one
    monkeypatch.setattr("playout.arena.game.time.perf_counter", lambda: float(next(clock)))
    one = First()
    play_game(find("connect4").start(), (one, First()), 5, equal_seconds=0.8)
    given = [options["seconds"] for _, _, options in one.asked]
    assert given[:4] == pytest.approx([0.8, 0.6, 0.4, 0.2])
    assert given[6:] == pytest.approx([0.08] * len(given[6:]))


def test_everybody_meets_whom_they_should():
    names = ["a", "b", "c", "d"]
    assert len(round_robin(names)) == 6
    assert {frozenset(pairing) for pairing in round_robin(names)} == {
        frozenset(pair) for pair in itertools.combinations(names, 2)
    }
    assert gauntlet(names) == [("a", "b"), ("a", "c"), ("a", "d")]
    assert ladder(names) == [("b", "a"), ("c", "b"), ("d", "c")]


@pytest.mark.parametrize("n", range(1, 18))
def test_knock_out_ends_with_one_and_nobody_is_lost(n):
    names = [f"p{i}" for i in range(n)]
    rounds = 0
    while len(names) > 1:
        pairings, free = knock_out_round(names, 7, rounds)
        assert sorted([*free, *(name for pairing in pairings for name in pairing)]) == sorted(names)
        assert (pairings, free) == knock_out_round(names, 7, rounds)
        names = [*free, *(pairing.one for pairing in pairings)]
        rounds += 1
        assert not free or rounds == 1
    assert rounds == (n - 1).bit_length()


def test_knock_out_draws_by_lot():
    names = [f"p{i}" for i in range(8)]
    drawn = {tuple(knock_out_round(names, seed, 0)[0]) for seed in range(10)}
    assert len(drawn) > 1
