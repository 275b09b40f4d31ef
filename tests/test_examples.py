"""The examples work, and do what they say."""

import importlib.util
import json
import math
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from registering import unregistered

from playout import (
    Breakthrough,
    Connect4,
    Hex,
    Mnk,
    Nim,
    Random,
    Rave,
    Search,
    SearchError,
    Uct,
    find,
    position_of,
    search,
)
from playout.conformance import problems
from playout.kernel import JIT
from playout.registry import REGISTRY
from playout.search import Alpha

EXAMPLE = Path(__file__).parents[1] / "examples" / "my_game.py"

CLOBBER = EXAMPLE.with_name("clobber.py")

pytestmark = pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not installed")


def test_example_keeps_the_contract(games_each):
    game = find(f"{EXAMPLE}:4x3")
    assert list(problems(game, games_each(game))) == []


@cache
def wins(bar):
    """Whether the player to move wins, the bar given as the height of each column."""
    for col in range(len(bar)):
        for row in range(bar[col]):
            if (col, row) == (0, 0):
                continue
            if not wins(tuple(min(h, row) if c >= col else h for c, h in enumerate(bar))):
                return True
    return False


@cache
def wins_by_state(state):
    if state.is_over:
        return state.winner == state.player
    return any(not wins_by_state(state.play(move)) for move in state.moves())


@pytest.mark.parametrize("size", ["1x1", "1x3", "2x2", "3x2"])
def test_example_agrees_with_a_solver_of_chomp(size):
    cols, rows = map(int, size.split("x"))
    assert wins_by_state(find(f"{EXAMPLE}:{size}").start()) == wins((rows,) * cols)


def test_first_player_loses_only_the_single_square():
    assert not wins_by_state(find(f"{EXAMPLE}:1x1").start())
    assert wins_by_state(find(f"{EXAMPLE}:3x2").start())


def clobber_moves(board, player):
    """The moves of a dictionary of stones, {(col, row): player}, as names."""
    for (col, row), owner in board.items():
        for step in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            end = col + step[0], row + step[1]
            if owner == player and board.get(end) == 1 - player:
                yield "".join(f"{'abcdefgh'[c]}{r + 1}" for c, r in ((col, row), end))


@pytest.mark.parametrize("size", ["6x6", "8x8", "5x3", "2x1"])
def test_clobber_agrees_with_naive_rules(size, games_each):
    game = find(f"{CLOBBER}:{size}")
    assert list(problems(game, games_each(game))) == []
    rng = np.random.default_rng(1)
    for _ in range(10):
        state = game.start()
        board = {(c, r): (c + r) % 2 for c in range(game.cols) for r in range(game.rows)}
        while names := sorted(clobber_moves(board, state.player)):
            assert sorted(move.name for move in state.moves()) == names
            name = str(rng.choice(names))
            start, end = (
                ("abcdefgh".index(cell[0]), int(cell[1:]) - 1) for cell in (name[:2], name[2:])
            )
            board[end] = board.pop(start)
            state = state.play(name)
            assert state.board().pieces == board
        assert state.is_over
        assert state.winner == 1 - state.player


def test_clobber_is_that_of_open_spiel():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    rng = np.random.default_rng(2)
    for _ in range(5):
        state = find(f"{CLOBBER}:6x6").start()
        peer = pyspiel.load_game("clobber(rows=6,columns=6)").new_initial_state()
        while not peer.is_terminal():
            theirs = {
                peer.action_to_string(peer.current_player(), a): a for a in peer.legal_actions()
            }
            mine = {move.name: move for move in state.moves()}
            assert mine.keys() == theirs.keys()
            name = str(rng.choice(sorted(mine)))
            state = state.play(mine[name])
            peer.apply_action(theirs[name])
        assert state.is_over
        assert peer.returns()[state.winner] == 1


def test_capture_has_a_code_of_its_own(games_each):
    game = find(f"{EXAMPLE.parent / 'capture_codes.py'}:5x5")
    assert list(problems(game, games_each(game))) == []
    for rules, n_codes in ((Breakthrough(5, 5), 1), (game, 2)):
        codes = set()
        for black in ("a5", "a5 d4"):  # c3 steps to d4, or captures there
            state = position_of(rules, f"c3 / {black} / 1")
            move = next(move for move in state.moves() if move.name.endswith("d4"))
            codes.add(state.codes()[move])
        assert len(codes) == n_codes


# --- searches, policies and schedules of one's own ------------------------------------------

FOLDER = EXAMPLE.parent
PAGE = FOLDER.parent / "docs" / "your_own_search.md"
OWN = ("my_search", "my_choice", "my_statistic", "my_policy", "my_schedule")


def load(name):
    """What an example defines; the names are forgotten, for other tests."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    with unregistered():
        spec.loader.exec_module(module)
        registered = {key for kind in REGISTRY.values() for key in kind}
    return SimpleNamespace(**vars(module), registered=registered)


@pytest.fixture(scope="module")
def own():
    return {name: load(name) for name in OWN}


def rows(state, algorithm, n=300):
    return repr(search(state, algorithm, simulations=n, seed=1).rows)


STATES = {"first": Connect4().start().play_all("44"), "second": Connect4().start().play_all("444")}
either = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


def test_examples_are_short_and_registered(own):
    names = {"my_search": "ucb1", "my_choice": "greedy", "my_statistic": "ucbv"}
    names |= {"my_policy": "glance", "my_schedule": "halflife"}
    for name in OWN:
        assert len((FOLDER / f"{name}.py").read_text("utf-8").splitlines()) < 40
        assert names[name] in own[name].registered


def test_page_shows_the_examples_as_they_are():
    page = PAGE.read_text("utf-8")
    shown = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for name in OWN:
        assert (FOLDER / f"{name}.py").read_text("utf-8") in shown
        assert f"../examples/{name}.py" in page


@either
@pytest.mark.parametrize("c", [0.0, 0.4, 1.5])
def test_search_by_a_score_is_uct_bit_for_bit(own, state, c):
    assert rows(state, own["my_search"].Ucb1(c=c)) == rows(state, Uct(c=c))


@pytest.mark.parametrize("name", ["my_search", "my_choice", "my_statistic"])
@pytest.mark.parametrize("moves", ["121212", "7121213"])
def test_own_search_finds_the_win_for_either_player(own, name, moves):
    cls = {"my_search": "Ucb1", "my_choice": "Greedy", "my_statistic": "UcbV"}[name]
    for solver in (True, False):
        algorithm = getattr(own[name], cls)(solver=solver)
        result = search(Connect4().start().play_all(moves), algorithm, simulations=500, seed=1)
        assert (result.move.name, result.value) == ("1", 1.0)


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.0])
def test_search_by_a_choice_takes_the_best_mean_but_for_a_share_of_epsilon(own, epsilon):
    greedy, n = own["my_choice"].Greedy, 700 if JIT else 140
    found = Search(Connect4().start(), greedy(epsilon, solver=False, expand=10**6), seed=1)
    (tree,) = found.trees
    n_others = 0
    for _ in range(n):
        before, means = tree.visits[1:8].copy(), tree.mean[1:8].copy()
        found.run(simulations=1)
        (child,) = np.flatnonzero(tree.visits[1:8] != before)
        if before.any():
            n_others += before[child] == 0 or means[child] < max(means[before > 0])
    share = epsilon * 6 / 7  # any child may be the best one
    assert abs(n_others - n * share) <= 5 * math.sqrt(n * share * (1 - share))
    with pytest.raises(SearchError, match="epsilon must be from 0 to 1"):
        greedy(epsilon=1.5)


@pytest.mark.parametrize("options", [{}, {"transpositions": True, "playouts": 3}], ids=str)
def test_statistic_is_the_sum_of_squared_results(own, options):
    """Without draws a result is its own square; with draws, less than its own."""
    algorithm = own["my_statistic"].UcbV(solver=False, **options)
    for state, has_draws in ((Nim(15).start(), False), (Mnk().start().play("b2"), True)):
        found = Search(state, algorithm, seed=1)
        for _ in range(3):
            found.run(simulations=300 if JIT else 60)
            (tree,) = found.trees
            used = int(tree.counts[0])
            square, total = tree.stats.square[:used], tree.total[:used]
            assert np.array_equal(square, total) or has_draws
            assert (square <= total).all()
            assert (square >= total * total / np.maximum(tree.visits[:used], 1) - 1e-9).all()
            assert has_draws == bool((square < total).any())
            found.play(found.result().move)


@pytest.mark.parametrize("threads", [1, 3])
def test_statistic_is_saved_with_the_tree(own, threads, tmp_path):
    algorithm = own["my_statistic"].UcbV(solver=False)
    found = Search(Nim(15).start(), algorithm, seed=1, threads=threads)
    found.run(simulations=90)
    found.save(tmp_path / "tree.json", depth=1)
    tree = json.loads((tmp_path / "tree.json").read_text("utf-8"))
    assert tree["algorithm"]["parameters"]["final"] == "visits"
    for child in tree["root"]["children"]:  # without draws a result is its own square
        assert child["statistics"]["square"] == pytest.approx(child["value"] * child["visits"])


def ucb_v(tree, child, node, c):
    n, log_visits = int(tree.visits[child]), math.log(tree.visits[node])
    mean = tree.total[child] / n
    variance = max(0.0, tree.stats.square[child] / n - mean**2)
    return mean + math.sqrt(2 * variance * log_visits / n) + c * log_visits / n


def test_search_with_a_statistic_follows_its_formula(own):
    state, algorithm = Mnk().start(), own["my_statistic"].UcbV(c=0.3, solver=False)
    found = Search(state, algorithm, seed=1)
    checked = 0
    for _ in range(300 if JIT else 60):
        (tree,) = found.trees
        below = range(1, 10)
        scores = {c: ucb_v(tree, c, 0, 0.3) for c in below} if tree.visits[1:10].all() else {}
        before = tree.visits.copy()
        found.run(simulations=1)
        if scores:
            (child,) = np.flatnonzero(tree.visits[1:10] != before[1:10]) + 1
            assert scores[int(child)] >= max(scores.values()) - 1e-5
            checked += 1
    assert checked > 20


@either
def test_policy_that_looks_at_no_move_is_the_random_one(own, state):
    blind = own["my_policy"].Glance(tries=0)
    assert rows(state, Uct(policy=blind)) == rows(state, Uct(policy=Random(fast=False)))


def test_policy_wins_at_once_the_more_often_the_more_it_looks(own):
    state = Connect4().start().play_all("121212")  # one move of seven wins
    wins = [
        sum(search(state, own["my_policy"].Glance(n), seed=i).move.name == "1" for i in range(140))
        for n in (0, 2, 100)
    ]
    assert wins[0] < wins[1] < wins[2] == 140
    assert abs(wins[0] / 140 - 1 / 7) < 0.1
    assert abs(wins[1] / 140 - (1 - (6 / 7) ** 3)) < 0.15


@pytest.mark.full
def test_schedule_halves_and_is_amaf_where_it_never_falls(own):
    half_life = own["my_schedule"].HalfLife
    assert [half_life(50.0).beta(1000, n, 10.0) for n in (0, 50, 100)] == [1.0, 0.5, 0.25]
    state = Hex(4).start().play("a4")
    never = half_life(1e30)
    assert (
        rows(state, Rave(beta=never)) == rows(state, Rave(beta=Alpha(1.0))) != rows(state, Rave())
    )
    with pytest.raises(SearchError, match="HalfLife: visits must be at least 1"):
        half_life(0.5)


# --- RAVE in plain Python -------------------------------------------------------------------


def test_plain_rave_wins_at_once_and_stops_a_win():
    best_move = load("plain_rave").best_move
    won = Mnk().start().play_all("a1 a2 b1 b2")
    lost = Mnk().start().play_all("a1 b2 b1")
    for seed in range(3):
        assert best_move(won, 100, seed).name == "c1"
        assert best_move(lost, 200, seed).name == "c1"


def test_plain_rave_keeps_the_books_of_the_course():
    plain = load("plain_rave")
    node = {"moves": {7: (50, 30.0)}, "amaf": {9: (50, 20.0)}}
    beta = 50 / (100 + 1e-5 * 2500)
    assert plain.value(node, 7, 9) == pytest.approx((1 - beta) * 0.6 + beta * 0.4)
    assert plain.value(node, 8, 1) > 1  # nothing is known of it
    lines = (FOLDER / "plain_rave.py").read_text("utf-8").splitlines()
    assert len(lines) < 70
