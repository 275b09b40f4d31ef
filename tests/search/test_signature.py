"""The signature: what every search visits at the root, for one seed, in every game.

A change here is a change of an algorithm, of a rule or of the random numbers. If it is meant,

    python tests/search/test_signature.py

writes the file anew; look at its difference before you commit it.
"""

import json
from pathlib import Path

import pytest

from playout import find, search
from playout.kernel import JIT
from playout.search import POLICIES, SEARCHES, Random, SearchError, Uct

FILE = Path(__file__).with_name("signature.json")
GAMES = [
    "atarigo:5",
    "breakthrough:5x5",
    "connect4",
    "domineering:5x5",
    "hex:5",
    "knightthrough:5x5",
    "mnk",
    "nim",
    "nogo:5",
    "othello:6",
]
SIMULATIONS = 300
# Without a network: what one says differs by a rounding from processor to processor.
SEARCHERS = {
    name: cls(net="none") if "net" in cls._fields else cls() for name, cls in SEARCHES.items()
} | {f"uct, {name}": Uct(policy=cls()) for name, cls in POLICIES.items() if cls is not Random}


def signature(game, algorithm):
    """The visits of the root's moves in order, of a search one ply into the game."""
    state = find(game).start()
    state = state.play(state.moves()[1])
    result = search(state, algorithm, simulations=SIMULATIONS, seed=1)
    visits = {int(row.move): row.visits for row in result.rows}
    return [visits[move] for move in sorted(visits)]


def known():
    return json.loads(FILE.read_text())


# One game with all searches, and all games with one, each time; the rest with `make test-slow`.
QUICK = [("nim", name) for name in SEARCHERS] + [(game, "uct") for game in GAMES]
ALL = [(game, name) for game in GAMES for name in SEARCHERS]


def check(game, name):
    expected = known()[game].get(name)
    if expected is None:
        with pytest.raises(SearchError):
            signature(game, SEARCHERS[name])
    else:
        assert signature(game, SEARCHERS[name]) == expected


@pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
@pytest.mark.parametrize(("game", "name"), QUICK)
def test_search_visits_what_it_always_did(game, name):
    check(game, name)


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
@pytest.mark.parametrize(("game", "name"), sorted(set(ALL) - set(QUICK)))
def test_every_search_visits_what_it_always_did_in_every_game(game, name):
    check(game, name)


def test_signature_has_every_game_and_search():
    assert {(game, name) for game in known() for name in known()[game]} == set(ALL)


def write():
    found = {}
    for game in GAMES:
        found[game] = {}
        for name, algorithm in SEARCHERS.items():
            try:
                found[game][name] = signature(game, algorithm)
            except SearchError:  # bridges outside Hex, minimax without an evaluation
                found[game][name] = None
        print(game, flush=True)
    lines = [
        f' "{game}": {{\n'
        + ",\n".join(f'  "{name}": {json.dumps(visits)}' for name, visits in by_name.items())
        + "\n }"
        for game, by_name in found.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    write()
