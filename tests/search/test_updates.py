"""The update rules: every simulation is replayed by a book of dicts that knows no arrays."""

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from trees import arrays_of, children, chosen, copied, fresh, packed, random_tree, unpacked

from playout import Breakthrough, Hex, Mnk, Nim, search
from playout.kernel import JIT, entry
from playout.rules import DRAW, FIRST
from playout.search import (
    Alpha,
    Amaf,
    Bias,
    Grave,
    Halving,
    Hand,
    History,
    Implicit,
    Mse,
    Ratio,
    Rave,
    Shuss,
    Threshold,
    Ucb,
    Uct,
    Weights,
)
from playout.search.loop import simulate
from playout.search.tree import DRAWN, ROOT, UNPROVEN, WON

SIMULATIONS = 250 if JIT else 40

# Codes repeat within a game of Nim (the same player takes as many again), never in Mnk; Mnk
# has draws. One ply played: the second player is to move in the root.
POSITIONS = {
    "nim": Nim(12).start(),
    "nim, second": Nim(13).start().play("1"),
    "mnk": Mnk().start(),
    "mnk, second": Mnk().start().play("b2"),
}
every_position = pytest.mark.parametrize("state", POSITIONS.values(), ids=POSITIONS.keys())


@entry
def traced(game, state, stream, moves, codes):
    return game.traced_playout(state, stream, moves, codes)


# --- running one simulation at a time -----------------------------------------------


def steps(state, algorithm, n=SIMULATIONS):
    """One simulation after the other: the tree before and after, and the path it took."""
    tree, scratch = fresh(state.game, algorithm)
    scratch.more[0] = algorithm.playouts - 1
    for _ in range(n):
        before, stream = copied(tree), scratch.stream.copy()
        if simulate(state.game, algorithm, tree, scratch, state.words, 1) == 0:
            return
        depth = int((tree.visits != before.visits).sum()) - 1
        yield before, tree, scratch.path[: depth + 1].tolist(), stream


def grown(state, algorithm):
    """The tree after all the simulations."""
    tree, scratch = fresh(state.game, algorithm)
    simulate(state.game, algorithm, tree, scratch, state.words, SIMULATIONS)
    return tree


def nodes_in(tree):
    return range(int(tree.counts[0]))


def played(state, tree, path):
    """The states along a path, the root's first."""
    states = [state]
    for node in path[1:]:
        states.append(states[-1].play(int(tree.move[node])))
    return states


def result_for(player, winner):
    return 0.5 if winner == DRAW else float(winner == player)


def playouts_of(before, leaf, state, stream, n=1):
    """How the simulations went on from their leaf, each: who won, and the codes of the playout.

    There is one where the game is over or decided, and n where it is open.
    """
    outcome = before.proven[leaf]
    mover = 1 - state.player
    if outcome != UNPROVEN:
        return [(DRAW if outcome == DRAWN else mover if outcome == WON else 1 - mover, [])]
    stream = stream.copy()
    found = []
    for _ in range(1 if state.is_over else n):
        codes = np.zeros(2 * state.game.max_plies() + 2, np.int32)
        moves = np.zeros(state.game.n_moves(), np.int64)
        winner, size = traced(state.game, state.words.copy(), stream, moves, codes)
        found.append((winner, codes[:size].tolist()))
    return found


# --- visits and totals --------------------------------------------------------------


@every_position
@pytest.mark.parametrize("algorithm", [Uct(), Rave()], ids=["uct", "rave"])
def test_exactly_the_nodes_of_the_path_change_when_a_simulation_is_recorded(state, algorithm):
    for before, tree, path, _ in steps(state, algorithm):
        assert path[0] == ROOT
        assert all(child in children(tree, node) for node, child in itertools.pairwise(path))
        assert sorted(path) == np.flatnonzero(tree.visits != before.visits).tolist()
        assert (tree.visits - before.visits)[path].tolist() == [1] * len(path)
        gained = tree.total - before.total
        assert set(np.flatnonzero(gained)) <= set(path)
        results = gained[path].tolist()
        assert results[0] in (0.0, 0.5, 1.0)
        assert all(a == 1.0 - b for a, b in itertools.pairwise(results))


@pytest.mark.parametrize(
    "state", [Nim(6).start(), Nim(7).start().play("1"), Mnk().start().play_all("b2 a1 c3 a3 b1")]
)
@pytest.mark.parametrize("algorithm", [Uct(), Rave()], ids=["uct", "rave"])
def test_result_belongs_to_who_moved_into_a_node_when_the_game_ends_there(state, algorithm):
    ends = 0
    for before, tree, path, _ in steps(state, algorithm):
        leaf = played(state, tree, path)[-1]
        if leaf.is_over:
            ends += 1
            gained = tree.total[path[-1]] - before.total[path[-1]]
            winner = DRAW if leaf.is_draw else leaf.winner
            assert gained == result_for(1 - leaf.player, winner)
    assert ends > 0


@every_position
@pytest.mark.parametrize("playouts", [1, 8])
def test_tree_equals_the_book_when_each_simulation_is_replayed(state, playouts):
    visits, totals = defaultdict(int), defaultdict(float)
    for before, tree, path, stream in steps(state, Rave(playouts=playouts)):
        states = played(state, tree, path)
        for winner, _ in playouts_of(before, path[-1], states[-1], stream, playouts):
            for node, there in zip(path, states, strict=True):
                visits[node] += 1
                totals[node] += result_for(1 - there.player, winner)
    assert playouts == 1 or set(visits.values()) - {1, playouts}
    assert {node: tree.visits[node] for node in nodes_in(tree) if tree.visits[node]} == visits
    assert [tree.total[node] for node in visits] == list(totals.values())


@every_position
@pytest.mark.parametrize("algorithm", [Uct(), Rave()], ids=["uct", "rave"])
def test_mean_and_width_follow_from_visits_when_a_node_is_unproven(state, algorithm):
    tree = grown(state, algorithm)
    for node in nodes_in(tree):
        n = int(tree.visits[node])
        if n == 0:
            assert tree.total[node] == tree.mean[node] == tree.width[node] == 0
        elif tree.proven[node] == UNPROVEN:
            assert tree.mean[node] == pytest.approx(tree.total[node] / n)
            assert tree.width[node] == pytest.approx(1 / math.sqrt(n))
        else:
            assert tree.width[node] == 0


# --- the shape of the tree ----------------------------------------------------------


@every_position
@pytest.mark.parametrize("expand", [1, 3])
@pytest.mark.parametrize("kind", [Uct, Rave])
def test_children_are_the_legal_moves_and_the_tried_come_first(kind, expand, state):
    tree = grown(state, kind(expand=expand))
    spans = {}
    todo = [(ROOT, state)]
    while todo:
        node, there = todo.pop()
        below = children(tree, node)
        if not below:
            assert tree.n_tried[node] == 0
            continue
        spans[node] = below
        assert sorted(tree.move[below].tolist()) == sorted(there.moves())
        if kind is Rave:
            assert all(tree.stats.code[c] == there.codes()[int(tree.move[c])] for c in below)
        is_tried = [tree.visits[child] > 0 for child in below]
        assert is_tried == [i < tree.n_tried[node] for i in range(len(below))]
        if tree.proven[node] == UNPROVEN:
            own = 0 if node == ROOT else expand
            assert tree.visits[node] == own + tree.visits[below].sum()
        todo += [(child, there.play(int(tree.move[child]))) for child in below]
    # No two nodes share a child, and together they fill what is in use.
    taken = sorted(child for span in spans.values() for child in span)
    assert taken == list(range(1, int(tree.counts[0])))
    rows = sorted(tree.row[node] for node in spans)
    assert rows == (list(range(1, len(spans) + 1)) if kind is Rave else [0] * len(spans))


@pytest.mark.parametrize("expand", [1, 2, 5])
def test_leaf_gets_children_when_enough_simulations_have_passed(expand):
    state = POSITIONS["mnk"]
    for before, tree, path, _ in steps(state, Uct(expand=expand, solver=False), 100):
        for node in path[1:]:
            if before.first[node] == 0 and tree.first[node] != 0:
                assert before.visits[node] == expand
            assert tree.visits[node] <= expand or tree.first[node] or len(path) == 10


# --- AMAF ---------------------------------------------------------------------------


@every_position
@pytest.mark.parametrize(
    "algorithm", [Rave(), Grave(), Rave(playouts=8)], ids=["rave", "grave", "rave, 8 playouts"]
)
def test_table_grows_once_by_each_code_played_from_its_node_on(state, algorithm):
    repeats = earlier = 0
    for before, tree, path, stream in steps(state, algorithm):
        states = played(state, tree, path)
        playouts = playouts_of(before, path[-1], states[-1], stream, algorithm.playouts)
        line = [
            s.codes()[int(tree.move[node])] for s, node in zip(states[:-1], path[1:], strict=True)
        ]
        expected = before.stats.amaf.copy()
        for (winner, codes), (depth, node) in itertools.product(playouts, enumerate(path[:-1])):
            later = line[depth:] + codes
            repeats += len(later) - len(set(later))
            earlier += len(set(line[:depth]) - set(later))
            for code in set(later):
                expected[tree.row[node], code] += packed(1, result_for(FIRST, winner))
        for depth, node in enumerate(path[:-1]):
            # RAVE reads the codes of the player who moves in the node, GRAVE all of them.
            half = tree.stats.amaf.shape[1] // 2
            codes = slice(states[depth].player * half, (states[depth].player + 1) * half)
            codes = codes if isinstance(algorithm, Rave) else slice(None)
            row = tree.row[node]
            assert np.array_equal(tree.stats.amaf[row, codes], expected[row, codes])
        assert (tree.stats.amaf[0] == 0).all()
    assert earlier > 0  # the cases that a wrong rule would get wrong did occur
    assert repeats > 0 or isinstance(state.game, Mnk)


# --- choosing a child ---------------------------------------------------------------


def assert_is_best(values, child):
    assert values[child] >= max(values.values()) - 1e-5


@pytest.mark.parametrize("c", [0.0, 0.4, 2.0])
def test_uct_chooses_the_highest_bound_when_all_children_are_tried(c):
    rng = np.random.default_rng(1)
    for _ in range(50):
        tree = random_tree(rng, Uct(), n_children=int(rng.integers(2, 9)))
        log_n = math.log(tree.visits[ROOT])
        values = {
            child: tree.total[child] / tree.visits[child]
            + c * math.sqrt(log_n / tree.visits[child])
            for child in children(tree, ROOT)
        }
        assert_is_best(values, chosen(Uct(c=c), tree))


def test_tuned_uct_chooses_the_highest_bound_when_all_children_are_tried():
    rng = np.random.default_rng(2)
    for _ in range(100):
        tree = random_tree(rng, Uct(), n_children=int(rng.integers(2, 9)))
        values = {}
        for child in children(tree, ROOT):
            n = int(tree.visits[child])
            q = tree.total[child] / n
            share = math.log(tree.visits[ROOT]) / n
            variance = q * (1 - q) + math.sqrt(2 * share)
            values[child] = q + math.sqrt(share * min(0.25, variance))
        best = chosen(Uct(tuned=True), tree)
        assert_is_best(values, best)


@pytest.mark.parametrize("fpu", [0.0, 0.9, 1.1, 1e6])
def test_untried_child_counts_as_much_as_fpu_says(fpu):
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(50):
        tree = random_tree(rng, Uct(), n_children=6, all_tried=False)
        n_tried = int(tree.n_tried[ROOT])
        bounds = [
            tree.total[child] / tree.visits[child]
            + 0.4 * math.sqrt(math.log(tree.visits[ROOT]) / tree.visits[child])
            for child in range(1, 1 + n_tried)
        ]
        if abs(fpu - max(bounds)) > 1e-5:
            stream = rng.integers(1, 2**60, 2).astype(np.uint64)
            child = chosen(Uct(fpu=fpu), tree, 0, stream)
            assert (child > n_tried) == (fpu > max(bounds))
            seen.add(child > n_tried)
    assert seen == {0.0: {False}, 1e6: {True}}.get(fpu, {False, True})


# Each schedule and its formula, of the node's visits, the move's n and its AMAF count a.
SCHEDULES = [
    (Hand(250.0), lambda visits, n, a: math.sqrt(250 / (3 * visits + 250))),
    (Mse(0.1), lambda visits, n, a: a / (n + a + 4 * n * a * 0.1**2)),
    (Bias(0.01), lambda visits, n, a: a / (n + a + 0.01 * n * a)),
    (Weights(2.12, 830.0), lambda visits, n, a: a / (a + n * (1 / 2.12 + a / 830))),
    (Ratio(30.0), lambda visits, n, a: 30 / (30 + a)),
    (Threshold(20.0), lambda visits, n, a: (20 - n) / 20 if n < 20 else 0.0),
    (Alpha(0.3), lambda visits, n, a: 0.3),
]
every_schedule = pytest.mark.parametrize(
    ("schedule", "formula"), SCHEDULES, ids=[type(s).__name__ for s, _ in SCHEDULES]
)


@every_schedule
def test_beta_is_the_published_formula(schedule, formula):
    for node_visits in (1, 10, 1000):
        for n in (1, 7, 19, 20, 21, 500):
            for a in (1.0, 12.0, 3000.0):
                beta = schedule.beta(node_visits, n, a)
                assert beta == pytest.approx(formula(node_visits, n, a), rel=1e-6, abs=1e-6)
                assert 0.0 <= beta <= 1.0


def amaf_of(tree, child, player, node=ROOT):
    """How often a move was played from a node on, and its mean result for a player."""
    stats = tree.stats
    if hasattr(stats, "amaf"):
        a, won = unpacked(stats.amaf[tree.row[node], stats.code[child]])
    else:  # a history is one for the whole search
        a, won = unpacked(stats.entry[stats.code[child]])
    return a, won / a if player == FIRST else 1 - won / a


def rave_values(tree, player, beta, c, least=0):
    """By child of the root, (1 - beta) Q + beta A + c sqrt(ln N / n), by hand.

    Who has not been tried has no Q, and counts as if it had been tried once, with A for a result.
    Who has not more than `least` samples counts as in UCT, where the untried come first.
    """
    values = {}
    for child in children(tree, ROOT):
        visits, n = int(tree.visits[ROOT]), int(tree.visits[child])
        a, amaf = amaf_of(tree, child, player)
        q = tree.total[child] / n if n else amaf
        bonus = c * math.sqrt(math.log(visits) / max(n, 1))
        weight = beta(visits, max(n, 1), a)
        if a > least:
            values[child] = (1 - weight) * q + weight * amaf + bonus
        else:
            values[child] = q + bonus if n else math.inf
    return values


def assert_values_are(tree, expected, child):
    """The search leaves the values of the children behind; it chose the best of them."""
    for other, value in expected.items():
        found = float(tree.values[other - int(tree.first[ROOT])])
        assert found == pytest.approx(value, abs=1e-5) if value < math.inf else found > 1e5
    assert_is_best(expected, child)


@pytest.mark.parametrize(
    ("schedule", "formula"), SCHEDULES[:-1], ids=[type(s).__name__ for s, _ in SCHEDULES[:-1]]
)
@pytest.mark.parametrize("player", [0, 1])
def test_rave_chooses_the_highest_blend_of_tried_and_untried_alike(schedule, formula, player):
    rng = np.random.default_rng(4)
    chose_untried = set()
    for i in range(60):
        tree = random_tree(rng, Rave(), n_children=7, all_tried=i % 4 == 0)
        c, least = 0.3 * (i % 3), 20 * (i % 5 == 0)
        rave = Rave(schedule, c=c, least=least)
        child = chosen(rave, tree, player)
        assert_values_are(tree, rave_values(tree, player, formula, c, least), child)
        chose_untried.add((c > 0, tree.visits[child] == 0))
    assert len(chose_untried) == 4  # every case did occur


@pytest.mark.parametrize("c", [0.0, 0.2, 1.0])
@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("player", [0, 1])
def test_alpha_amaf_blends_the_whole_value_of_uct_with_that_of_amaf(alpha, c, player):
    rng = np.random.default_rng(6)
    for i in range(20):
        tree = random_tree(rng, Rave(), n_children=7, all_tried=i % 2 == 0)
        values = {}
        for child in children(tree, ROOT):
            n, (_, amaf) = int(tree.visits[child]), amaf_of(tree, child, player)
            q = tree.total[child] / n if n else amaf  # untried: as if tried once, see above
            uct = q + c * math.sqrt(math.log(tree.visits[ROOT]) / max(n, 1))
            values[child] = (1 - alpha) * uct + alpha * amaf
        for algorithm in (Amaf(alpha, c=c), Rave(Alpha(alpha), c=c)):
            child = chosen(algorithm, tree, player)
            assert_values_are(tree, values, child)


EXPLORING = {
    "rave": Rave(),
    "rave, by hand": Rave(Hand(300.0)),
    "grave": Grave(),
    "alpha-amaf": Amaf(0.5),
}
every_exploring = pytest.mark.parametrize("algorithm", EXPLORING.values(), ids=EXPLORING)


@every_exploring
def test_more_moves_are_tried_the_more_a_search_explores(algorithm):
    state, n = (Hex(7).start(), 800) if JIT else (Hex(4).start(), 60)
    n_tried = []
    for c in (0.0, 0.1, 0.3, 1.0, 3.0):
        found = [search(state, algorithm._replace(c=c), simulations=n, seed=i) for i in range(4)]
        n_tried.append(sum(row.visits > 0 for result in found for row in result.rows))
    assert n_tried == sorted(n_tried)
    assert n_tried[0] < n_tried[-1] == 4 * len(state.moves())


@every_exploring
def test_every_move_is_tried_soon_when_a_search_explores(algorithm):
    state = Hex(7).start() if JIT else Hex(4).start()
    n_moves = len(state.moves())
    for seed in range(4):
        result = search(state, algorithm._replace(c=2.0), simulations=4 * n_moves, seed=seed)
        assert [row.visits for row in result.rows if row.visits == 0] == []


def test_move_without_enough_amaf_samples_counts_as_in_uct():
    rng = np.random.default_rng(5)
    for c in (0.0, 0.4):
        for _ in range(30):
            rave = Rave(Bias(0.01), c=c, least=10**6)
            tree = random_tree(rng, Rave(), n_children=7)
            tried = chosen(rave, tree)
            assert tried == chosen(Uct(c=c), tree)
            tree = random_tree(rng, Rave(), n_children=7, all_tried=False)
            assert tree.visits[chosen(rave, tree)] == 0


# --- the logarithm of the visits ----------------------------------------------------


def uct_bound(tree, node, child, player, log_visits):
    n = int(tree.visits[child])
    return tree.total[child] / n + math.sqrt(log_visits / n)


def tuned_bound(tree, node, child, player, log_visits):
    n = int(tree.visits[child])
    q, share = tree.total[child] / n, log_visits / n
    return q + math.sqrt(share * min(0.25, q * (1 - q) + math.sqrt(2 * share)))


def history_bound(tree, node, child, player, log_visits):
    n, (_, history) = int(tree.visits[child]), amaf_of(tree, child, player)
    q = tree.total[child] / n
    return q + math.sqrt(log_visits / n) + history / ((1 - q) * n + 1)


def rave_bound(tree, node, child, player, log_visits):
    n, (a, amaf) = int(tree.visits[child]), amaf_of(tree, child, player, node)
    beta = a / (n + a + 0.1 * n * a)
    return (1 - beta) * tree.total[child] / n + beta * amaf + math.sqrt(log_visits / n)


BOUNDS = {
    "uct": (Uct(c=1.0, solver=False), uct_bound),
    "ucb": (Ucb(c=1.0), uct_bound),
    "tuned": (Uct(tuned=True, solver=False), tuned_bound),
    "history": (History(w=1.0, c=1.0, solver=False), history_bound),
    "rave": (Rave(Bias(0.1), c=1.0, expand=1, solver=False), rave_bound),
}


def full_choices(before, path):
    """The nodes of a path in which all moves had been tried, how deep they are, and who was
    chosen there."""
    for depth, (node, child) in enumerate(itertools.pairwise(path)):
        moves = children(before, node)
        if moves and all(before.visits[move] > 0 for move in moves):
            yield depth, node, child


@pytest.mark.parametrize(("algorithm", "bound"), BOUNDS.values(), ids=BOUNDS)
def test_bound_has_the_logarithm_of_the_visits_of_its_node(algorithm, bound):
    """Every choice of a search follows ln N, N being the visits of the node before the
    simulation; by ln (N + 1) some of them would have been others."""
    told_apart = 0
    for state in POSITIONS.values():
        for before, _, path, _ in steps(state, algorithm, 250 if JIT else 80):
            for depth, node, child in full_choices(before, path):
                player, n = (state.player + depth) % 2, int(before.visits[node])
                values, others = (
                    {
                        move: bound(before, node, move, player, log)
                        for move in children(before, node)
                    }
                    for log in (math.log(n), math.log(n + 1))
                )
                assert_is_best(values, child)
                told_apart += values[max(others, key=others.get)] < max(values.values()) - 1e-5
    assert told_apart > 0


# --- first-play urgency ---------------------------------------------------------------


def plain_bound(tree, node, child, player, log_visits):
    return tree.total[child] / tree.visits[child]


def minimax_bound(tree, node, child, player, log_visits):
    return 0.5 * uct_bound(tree, node, child, player, 0) + 0.5 * float(tree.stats.minimax[child])


# Every search, without exploration, and what a move is worth that has been tried. AMAF values do
# not count before `least` samples: nothing is then known of a move that has not been tried.
NOBODY = {"least": 10**6, "expand": 1}
URGENT = {
    "uct": (Uct(c=0.0), plain_bound),
    "ucb": (Ucb(c=0.0), plain_bound),
    "tuned": (Uct(tuned=True), tuned_bound),
    "history": (History(w=0.0, c=0.0), plain_bound),
    "rave": (Rave(**NOBODY), plain_bound),
    "grave": (Grave(**NOBODY), plain_bound),
    "amaf": (Amaf(**NOBODY), plain_bound),
    "halving": (Halving(expand=1, c=0.0), plain_bound),
    "shuss": (Shuss(**NOBODY), plain_bound),
    "implicit": (Implicit(alpha=0.5, c=0.0), minimax_bound),
}


@pytest.mark.parametrize("fpu", [0.0, 0.55, 1e6])
@pytest.mark.parametrize(("algorithm", "bound"), URGENT.values(), ids=URGENT)
def test_move_that_was_not_tried_counts_as_much_as_fpu_says_in_every_search(algorithm, bound, fpu):
    state = Breakthrough(5, 5).start() if isinstance(algorithm, Implicit) else Mnk().start()
    algorithm = algorithm._replace(fpu=fpu, solver=False)
    seen = set()
    for before, tree, path, _ in steps(state, algorithm, 400 if JIT else 100):
        for depth, (node, child) in enumerate(itertools.pairwise(path)):
            below = [c for c in children(before, node) if before.visits[c] > 0]
            if not below or len(below) == before.n_children[node]:
                continue
            if algorithm.rounds(2) and depth == 0:  # the root of a search that halves
                continue
            log = math.log(before.visits[node])
            best = max(bound(before, node, c, depth % 2, log) for c in below)
            if abs(best - fpu) > 1e-5:
                is_new = tree.visits[child] == 1
                assert is_new == (fpu > best)
                seen.add(is_new)
    assert seen <= {True} if fpu == 1e6 else False in seen


# --- the reference of GRAVE ---------------------------------------------------------


def reference_of(before, path, depth, ref):
    """The closest of the nodes down to this depth with more than ref visits, else the root."""
    for node in reversed(path[: depth + 1]):
        if before.visits[node] > ref:
            return node
    return ROOT


def grave_values(before, tree, node, reference, there):
    """By move, the value that GRAVE gives it, with the statistics before the simulation."""
    table = before.stats.amaf[tree.row[reference]]
    known = {int(before.move[child]): child for child in children(before, node)}
    values = {}
    for move, code in there.codes().items():
        a, won = unpacked(table[code])
        child = known.get(move)
        n = int(before.visits[child]) if child else 0
        if n and before.proven[child] != UNPROVEN:
            values[move] = float(before.mean[child])
        elif a == 0:
            values[move] = before.total[child] / n if n else 1e6
        else:
            amaf = won / a if there.player == FIRST else 1 - won / a
            beta = a / (n + a + 0.01 * n * a)
            values[move] = (1 - beta) * (before.total[child] / n if n else 0) + beta * amaf
    return values


@every_position
@pytest.mark.parametrize("ref", [0, 5, 10**9])
def test_grave_reads_the_closest_ancestor_with_more_than_ref_visits(ref, state):
    references = set()
    for before, tree, path, _ in steps(state, Grave(ref, Bias(0.01), expand=1)):
        states = played(state, tree, path)
        for depth, (node, child) in enumerate(itertools.pairwise(path)):
            reference = reference_of(before, path, depth, ref)
            references.add("itself" if reference == node else "above")
            values = grave_values(before, tree, node, reference, states[depth])
            assert_is_best(values, int(tree.move[child]))
    assert references == ({"itself"} if ref == 0 else {"itself", "above"})


@every_position
def test_grave_grows_the_tree_of_rave_when_ref_is_zero(state):
    trees = []
    for algorithm in (Rave(), Grave(ref=0), Grave(ref=20)):
        tree, scratch = fresh(state.game, algorithm)
        simulate(state.game, algorithm, tree, scratch, state.words, SIMULATIONS)
        trees.append(tree)
    rave, grave, other = trees
    pairs = zip(arrays_of(rave), arrays_of(grave), strict=True)
    assert all(np.array_equal(a, b) for a, b in pairs)
    assert not JIT or not np.array_equal(rave.visits, other.visits)
