"""Where a search ends up: solved games, proofs, the final choice, budgets and ceilings."""

import functools
import math

import pytest
from trees import fresh

from playout import Connect4, Flat, Grave, Hex, Mnk, Nim, Rave, SearchError, Ucb, Uct, search
from playout.conformance import random_game
from playout.kernel import JIT
from playout.search import MEAN, ROBUST, SECURE, VISITS
from playout.search.loop import simulate
from playout.search.result import read
from playout.search.tree import DRAWN, LOST, NODE_BYTES, ROOT, WON, Tree, best_proven

SOLVERS = {"uct": Uct(), "rave": Rave(expand=1), "grave": Grave(expand=1)}
every_solver = pytest.mark.parametrize("algorithm", SOLVERS.values(), ids=SOLVERS.keys())
needs_jit = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")

WORTH = {"won": 1.0, "draw": 0.5, "lost": 0.0}


@functools.cache
def solved(state):
    """The value for the player to move, and how many plies the game lasts if the winner hurries
    and the loser delays."""
    if state.is_over:
        return (0.5 if state.is_draw else float(state.winner == state.player)), 0
    after = [solved(state.play(move)) for move in state.moves()]
    value = max(1.0 - worth for worth, _ in after)
    lengths = [plies for worth, plies in after if 1.0 - worth == value]
    return value, 1 + (min(lengths) if value == 1.0 else max(lengths))


# --- solved games -------------------------------------------------------------------


@every_solver
@pytest.mark.parametrize("heap", range(1, 13))
def test_nim_is_proven_whatever_the_heap(heap, algorithm):
    result = search(Nim(heap).start(), algorithm, simulations=20_000, seed=1)
    assert result.value == (1.0 if heap % 4 else 0.0)
    assert heap % 4 == 0 or result.move.name == str(heap % 4)
    assert result.simulations < 20_000  # it stopped when the root was proven
    assert sum(row.visits for row in result.rows) == result.simulations


@needs_jit
@every_solver
def test_openings_of_hex_are_proven_on_the_board_of_three(algorithm):
    winning = []
    for opening in Hex(3).start().moves():
        result = search(Hex(3).start().play(opening), algorithm, simulations=20_000, seed=1)
        assert result.value in (0.0, 1.0)
        assert result.simulations < 20_000
        if result.value == 0.0:
            winning.append(opening.name)
    assert winning == ["c1", "a2", "b2", "c2", "a3"]  # by exhaustive search


@needs_jit
@every_solver
def test_tic_tac_toe_is_even_when_searched_from_the_start(algorithm):
    result = search(Mnk().start(), algorithm, simulations=100_000, seed=1)
    assert abs(result.value - 0.5) < 0.03
    line = Mnk().start().play_all(" ".join(move.name for move in result.line))
    assert line.is_draw or not line.is_over


@needs_jit
@every_solver
def test_tic_tac_toe_is_proven_a_draw_when_searched_for_long(algorithm):
    result = search(Mnk().start(), algorithm, simulations=300_000, seed=1)
    assert {row.proven for row in result.rows} == {"draw"}
    assert result.value == 0.5


def test_draw_is_proven_when_uct_explores_enough():
    state = Mnk().start().play_all("a1 b2 c3")
    assert solved(state)[0] == 0.5
    result = search(state, Uct(c=1.0), simulations=2000, seed=1)
    assert result.value == 0.5
    assert result.simulations < 2000
    for row in result.rows:
        assert WORTH[row.proven] == 1.0 - solved(state.play(row.move))[0]


# --- proofs -------------------------------------------------------------------------

SMALL = [(Mnk(), 4), (Mnk(), 5), (Nim(11), 1), (Nim(12), 2)]
SMALL += [(Hex(3), 2), (Hex(3), 3)] if JIT else []


@every_solver
@pytest.mark.parametrize(("game", "plies"), SMALL, ids=str)
def test_proofs_agree_with_exhaustive_search(game, plies, algorithm):
    n_proven = 0
    for seed in range(8 if JIT else 2):
        state = random_game(game, seed, plies)
        if state.is_over:
            continue
        result = search(state, algorithm, simulations=500, seed=seed)
        for row in result.rows:
            if row.proven:
                n_proven += 1
                value, plies_left = solved(state.play(row.move))
                assert WORTH[row.proven] == 1.0 - value
                # The line that was found may be longer than the best one, never shorter.
                assert row.proven == "draw" or row.distance >= plies_left
                assert row.distance <= game.max_plies() - plies - 1
        if result.value in (0.0, 1.0) and any(row.proven for row in result.rows):
            assert result.value == solved(state)[0]
    assert n_proven > 0


@every_solver
@pytest.mark.parametrize(("game", "plies"), SMALL, ids=str)
def test_move_is_the_soonest_proven_win_or_the_latest_loss(game, plies, algorithm):
    for seed in range(8 if JIT else 2):
        state = random_game(game, seed, plies)
        if state.is_over:
            continue
        result = search(state, algorithm, simulations=500, seed=seed)
        row = next(row for row in result.rows if row.move == result.move)
        won = [other.distance for other in result.rows if other.proven == "won"]
        if won:
            assert (row.proven, row.distance) == ("won", min(won))
        elif all(other.proven == "lost" for other in result.rows):
            assert row.distance == max(other.distance for other in result.rows)
        else:
            assert row.proven != "lost"


@pytest.mark.parametrize("seed", range(5))
def test_uct_wins_at_once_when_it_can(seed):
    # Black has a line to close, and forks that win later.
    state = Mnk().start().play_all("a1 b1 a2 c3")
    assert solved(state) == (1.0, 1)
    result = search(state, Uct(), simulations=1000, seed=seed)
    assert [move.name for move in result.line] == ["a3"]
    assert next(row for row in result.rows if row.move == result.move).distance == 0


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("line", ["a1 a3 a2 b3", "a1 b1 a2 c1 b3"])
def test_uct_resists_longest_when_all_is_lost(line, seed):
    # One move stops a line and then loses to a fork; any other loses at once.
    state = Mnk().start().play_all(line)
    assert solved(state) == (0.0, 4)
    result = search(state, Uct(), simulations=2000, seed=seed)
    assert result.value == 0.0
    assert solved(state.play(result.move)) == (1.0, 3)
    assert len(result.line) == 4


# --- the same again -----------------------------------------------------------------


@pytest.mark.parametrize("algorithm", [*SOLVERS.values(), Flat(), Ucb()], ids=str)
def test_rows_are_the_same_when_the_seed_is(algorithm):
    def rows(seed):
        result = search(Mnk().start(), algorithm, simulations=200 if JIT else 30, seed=seed)
        return repr(result.rows)

    assert rows(5) == rows(5)
    assert rows(5) == rows(5 + 2**64)
    assert rows(5) != rows(6)


# --- the final choice ---------------------------------------------------------------


def hand_made(*children):
    """A tree of Nim's start with a child for each (visits, mean), or (visits, mean, proof,
    distance)."""
    game = Nim(9)
    tree = Tree.of(game, 1 + len(children), 0)
    tree.first[ROOT], tree.n_children[ROOT] = 1, len(children)
    tree.n_tried[ROOT] = len(children)
    for i, (visits, mean, *proof) in enumerate(children):
        tree.move[1 + i] = i
        tree.visits[1 + i] = visits
        tree.total[1 + i] = visits * mean
        if proof:
            tree.proven[1 + i], tree.distance[1 + i] = proof
    tree.visits[ROOT] = tree.visits.sum()
    return tree


def final_move(final, *children):
    return read(Nim(9).start(), Uct(final=final), [hand_made(*children)], 1, 1.0).move.name


def test_final_rules_choose_different_moves_when_visits_and_means_differ():
    # Most visits; best mean but few visits; best lower bound, mean - 1 / sqrt(visits).
    children = [(100, 0.5), (9, 0.7), (64, 0.6)]
    for number, name, move in (
        (VISITS, "visits", "1"),
        (MEAN, "mean", "2"),
        (SECURE, "secure", "3"),
        (ROBUST, "robust", "1"),
    ):
        assert final_move(number, *children) == final_move(name, *children) == move
        assert Uct(final=name) == Uct(final=number)


@pytest.mark.parametrize("final", [VISITS, MEAN, SECURE])
def test_final_rules_agree_when_one_move_is_best_by_all(final):
    assert final_move(final, (9, 0.4), (100, 0.8), (30, 0.7)) == "2"


@pytest.mark.parametrize("final", [VISITS, MEAN, SECURE])
def test_proofs_come_before_the_final_rule(final):
    assert final_move(final, (100, 0.9), (2, 0.5, WON, 5), (1, 0.0, WON, 3)) == "3"
    assert final_move(final, (100, 0.9, LOST, 2), (9, 0.1), (50, 0.9, LOST, 8)) == "2"
    assert final_move(final, (9, 0.1, LOST, 2), (5, 0.2, LOST, 6), (90, 0.9, LOST, 4)) == "2"
    assert final_move(final, (90, 0.9, LOST, 8), (9, 0.5, DRAWN, 4), (80, 0.9, LOST, 8)) == "2"


@pytest.mark.parametrize("final", [VISITS, MEAN, SECURE])
def test_proven_draw_is_taken_when_nothing_promises_more(final):
    assert final_move(final, (900, 0.3), (1, 0.0, DRAWN, 2), (2, 0.4)) == "2"
    assert final_move(final, (900, 0.6), (1, 0.0, DRAWN, 2), (9, 0.1)) == "1"


@pytest.mark.parametrize(
    ("children", "decides"),
    [
        ([(9, 0.5), (2, 0.5, WON, 5), (1, 0.0, WON, 3)], 3),  # the soonest win, at once
        ([(9, 0.1, LOST, 2), (5, 0.2, LOST, 6), (9, 0.9, LOST, 4)], 2),  # the latest loss
        ([(9, 0.1, LOST, 8), (5, 0.5, DRAWN, 6), (9, 0.9, LOST, 4)], 2),  # a draw before it
        ([(9, 0.1, LOST, 2), (5, 0.5, DRAWN, 6), (9, 0.9)], 0),  # while one is open, nothing
    ],
)
def test_node_is_decided_by_the_soonest_win_or_the_latest_loss(children, decides):
    assert best_proven(hand_made(*children), ROOT) == decides


def test_value_is_exact_when_the_move_is_proven():
    for outcome, value in ((WON, 1.0), (DRAWN, 0.5), (LOST, 0.0)):
        tree = hand_made((10, 0.3, outcome, 2))
        tree.n_children[ROOT] = 1
        assert read(Nim(9).start(), Uct(), [tree], 10, 1.0).value == value


# --- what cannot be searched --------------------------------------------------------

NAN = float("nan")
START = Nim(9).start()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"simulations": None}, "say how long"),
        ({"simulations": 0}, "simulations must be from 1 to 2147483647, not 0"),
        ({"simulations": -5}, "simulations must be from 1 to 2147483647, not -5"),
        ({"simulations": 1.5}, "simulations must be an integer, not 1.5"),
        ({"simulations": NAN}, "simulations must be an integer, not nan"),
        ({"seconds": 0}, "seconds must be more than 0, not 0"),
        ({"seconds": -1.0}, "seconds must be more than 0, not -1.0"),
        ({"seconds": NAN}, "seconds must be a number, not nan"),
        ({"memory": 10}, "memory must be at least [0-9]+ bytes"),
        ({"algorithm": "uct"}, "'uct' is not an algorithm; there are Random, .*Uct"),
        ({"algorithm": 7}, "7 is not an algorithm"),
        ({"state": "nim"}, "a search starts from a State, not from 'nim'"),
        ({"state": Nim(1).start().play("1")}, "nothing to search: the game is over, Black has"),
    ],
    ids=str,
)
def test_search_says_what_is_wrong_when_it_cannot_start(arguments, message):
    with pytest.raises(SearchError, match=message):
        search(**{"state": START, "algorithm": Uct(), "simulations": 10, **arguments})


# --- memory -------------------------------------------------------------------------


@every_solver
@pytest.mark.parametrize(("n_nodes", "n_rows"), [(10, 1), (30, 2), (50, 50)])
def test_tree_stays_within_its_arrays_when_it_is_full(n_nodes, n_rows, algorithm):
    game = Mnk()
    tree, scratch = fresh(game, algorithm, n_nodes, n_rows)
    n = 2000 if JIT else 60
    start = game.start()
    assert simulate(game, algorithm._replace(solver=False), tree, scratch, start.words, n) == n
    assert tree.counts[0] <= n_nodes
    assert tree.counts[1] <= n_rows + 1
    assert tree.visits[ROOT] == n == tree.visits[1:10].sum()
    assert math.isclose(tree.total[ROOT] + tree.total[1:10].sum(), n)


@every_solver
def test_search_spends_its_simulations_when_memory_is_tiny(algorithm):
    n, memory = (3000 if JIT else 100), 3000
    roomy = search(Mnk().start(), algorithm, simulations=n, seed=1)
    tight = search(Mnk().start(), algorithm, simulations=n, seed=1, memory=memory)
    assert tight.simulations == sum(row.visits for row in tight.rows) == n
    assert tight.nodes < roomy.nodes
    assert tight.nodes * NODE_BYTES <= memory + NODE_BYTES


def test_bytes_of_a_node_cover_its_entries_in_all_arrays():
    tree = Tree.of(Connect4(), 100, 0)
    per_node = [array.itemsize for array in tree[:-1] if array.shape == (100,)]
    assert len(per_node) == 12
    assert sum(per_node) <= NODE_BYTES
