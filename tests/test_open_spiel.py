"""Random games move for move against OpenSpiel, where it has the game."""

import numpy as np
import pytest

from playout import find
from playout.kernel import JIT
from playout.state import START, look

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

pytestmark = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")

FILES = "abcdefgh"


def same_number(game, state, action):
    """OpenSpiel numbers cells row by row from a1, as we do."""
    return action


def column(game, state, action):
    return action


def by_rows(game, state, action):
    # Its rows are m, its columns n; cells row by row.
    return action


def pawn_move(game, state, action):
    """`a7b6*` in OpenSpiel, whose first player starts at the top: our board upside down."""
    text = state.action_to_string(state.current_player(), action).rstrip("*")
    (from_col, from_row), (to_col, _) = (
        (FILES.index(cell[0]), game.rows - int(cell[1:])) for cell in (text[:2], text[2:])
    )
    return 3 * (8 * from_row + from_col) + (to_col - from_col + 1)


def othello_cell(game, state, action):
    return game.size * game.size if action == 64 else action


def heap_and_matches(game, state, action):
    """`pile:2, take:3;` in OpenSpiel."""
    numbers = state.action_to_string(state.current_player(), action).rstrip(";").split(",")
    pile, take = (int(part.split(":")[1]) for part in numbers)
    return (pile - 1) * game.take + take - 1


PEERS = [
    ("hex:5", same_number),
    ("hex:11", same_number),
    ("connect4", column),
    ("connect4:5x4,line=3", column),
    ("breakthrough", pawn_move),
    ("breakthrough:6x6", pawn_move),
    ("mnk", same_number),
    ("mnk:5x4x4", by_rows),
    ("mnk:15x15x5", by_rows),
    ("othello", othello_cell),
    ("go:3,komi=0.5", same_number),
    ("go:5,komi=1.5", same_number),
    ("go", same_number),
    ("nim:heap=1,heap2=3,heap3=5,heap4=7,take=7,misere=true", heap_and_matches),
    ("nim:heap=6,heap2=6,take=6", heap_and_matches),
]


def differences(name, peer_name, translate, n_games, seed):
    """Play the same random games in both and compare all there is at each ply."""
    game, peer = find(name), pyspiel.load_game(peer_name)
    generator = np.random.default_rng(seed)
    moves, codes = np.zeros((2, game.n_moves()), np.int64)
    words = np.zeros(game.n_words(), np.uint64)
    plies = 0
    for _ in range(n_games):
        theirs = peer.new_initial_state()
        n, player, winner, _ = look(game, words, START, moves, codes)
        while True:
            plies += 1
            over = theirs.is_terminal()
            if over and peer_name.startswith("go") and not any(theirs.returns()):
                break  # a position came back: a draw there, while here the game goes on
            if over != (winner >= 0):
                yield f"{theirs.history()}: over {over}, winner {winner}"
                break
            if over:
                first = theirs.returns()[0]
                if winner != (2 if first == 0 else 0 if first > 0 else 1):
                    yield f"{theirs.history()}: returns {theirs.returns()}, winner {winner}"
                break
            actions = {translate(game, theirs, a): a for a in theirs.legal_actions()}
            if player != theirs.current_player() or actions.keys() != set(moves[:n].tolist()):
                yield f"{theirs.history()}: {sorted(actions)} against {sorted(moves[:n])}"
                break
            move = int(moves[generator.integers(n)])
            theirs.apply_action(actions[move])
            n, player, winner, _ = look(game, words, move, moves, codes)
    assert plies > n_games


@pytest.mark.parametrize(("name", "translate"), PEERS, ids=[p[0] for p in PEERS])
def test_random_games_agree(name, translate):
    peer = find(name).open_spiel()
    n = 20 if "15" in name else 100
    assert list(differences(name, peer, translate, n, seed=1)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "translate"), PEERS, ids=[p[0] for p in PEERS])
def test_ten_thousand_random_games_agree(name, translate):
    peer = find(name).open_spiel()
    assert list(differences(name, peer, translate, 10_000, seed=2)) == []


def test_comparison_notices_other_rules():
    misere = ("nim:heap=6,heap2=6,take=6,misere=true", "nim(pile_sizes=6;6,is_misere=False)")
    assert next(differences(*misere, heap_and_matches, 5, seed=1))
    assert next(differences("connect4", "connect_four(x_in_row=5)", column, 5, seed=1))
