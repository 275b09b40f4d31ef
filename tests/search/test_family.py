"""The rest of the family: halving, history, implicit minimax, Killer RAVE, transpositions, and
every search with every policy, for either player."""

import functools
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from positions import only_block, only_win, positions
from trees import children, chosen, copied, fresh, random_tree, unpacked

from playout import Breakthrough, Knightthrough, Mnk, Nim, Othello, search
from playout.conformance import random_game
from playout.kernel import JIT, entry
from playout.rules import DRAW, FIRST
from playout.search import (
    Amaf,
    Biased,
    Bridges,
    Halving,
    History,
    Implicit,
    Lgr,
    Mast,
    Nst,
    Ppa,
    Ppaf,
    Rave,
    Shuss,
    Uct,
)
from playout.search.halving import BUDGET
from playout.search.loop import grow, simulate
from playout.search.run import Search, tree_for
from playout.search.tree import DRAWN, LOST, ROOT, UNPROVEN, WON

needs_jit = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
OUTCOMES = {LOST: 0.0, DRAWN: 0.5, WON: 1.0}


@entry
def grown_again(game, algorithm, tree, scratch, node, words):
    for i in range(game.n_words()):
        scratch.state[i] = words[i]
    return grow(game, algorithm, tree, scratch, node)


def result_for(player, winner):
    return 0.5 if winner == DRAW else float(winner == player)


# --- sequential halving -------------------------------------------------------------

# Three, five, eight and nine moves in the root; the first player's move, and the second's.
HALVED = {
    "three": Nim(12).start(),
    "five, second": Nim(13, 5).start().play("1"),
    "eight": Nim(20, 8).start(),
    "nine": Mnk().start(),
    "eight, second": Mnk().start().play("a1"),
}


def pulls(state, algorithm, budget):
    """One simulation after the other: the move that it tried, the result for who made it, and by
    move the AMAF mean of the root for that player."""
    tree, scratch = fresh(state.game, algorithm)
    tree.stats.rounds[BUDGET] = budget
    codes = state.codes()
    before = {}
    for _ in range(budget):
        assert simulate(state.game, algorithm, tree, scratch, state.words, 1) == 1
        nodes = children(tree, ROOT)
        after = {int(tree.move[c]): (int(tree.visits[c]), float(tree.total[c])) for c in nodes}
        assert sorted(after) == sorted(state.moves())  # none is lost when nodes change places
        (move,) = (m for m in after if after[m] != before.get(m, (0, 0.0)))
        visits, total = before.get(move, (0, 0.0))
        assert after[move][0] == visits + 1
        amaf = {}
        if isinstance(algorithm, Shuss):
            for m, code in codes.items():
                a, won = unpacked(tree.stats.amaf.amaf[tree.row[ROOT], code])
                amaf[m] = (won / a if state.player == FIRST else 1 - won / a) if a else None
        before = after
        yield move, after[move][1] - total, amaf


def follow_rounds(state, algorithm, budget, score):
    """Check every simulation against the published schedule, and return the visits by move.

    `score` is what moves are kept by, of their mean, their visits and their AMAF mean.
    """
    moves = [int(move) for move in state.moves()]
    visits, totals = dict.fromkeys(moves, 0), dict.fromkeys(moves, 0.0)
    stream = pulls(state, algorithm, budget)
    left, sure, perhaps, spent = len(moves), set(), set(moves), 0
    while spent < budget:
        share = max(1, budget // (left * math.ceil(math.log2(len(moves)))))
        wanted = left * share if left > 1 else budget - spent
        tried = dict.fromkeys(moves, 0)
        for move, result, amaf in itertools.islice(stream, wanted):
            spent += 1
            visits[move], totals[move] = visits[move] + 1, totals[move] + result
            tried[move] += 1
            last_amaf = amaf
        got = {move for move in moves if tried[move]}
        assert got <= sure | perhaps
        if sum(tried.values()) < wanted:  # the budget ended within a round
            assert max(tried.values()) - min(tried[m] for m in got) <= 1
            break
        assert sure <= got
        assert sorted(tried[m] for m in got) == [wanted // left] * left
        left = (left + 1) // 2
        scores = {m: score(totals[m] / visits[m], visits[m], last_amaf.get(m)) for m in got}
        cut = sorted(scores.values(), reverse=True)[left - 1]
        # Of those that are as good as each other any may stay.
        sure = {m for m in got if scores[m] > cut + 1e-4}
        perhaps = {m for m in got if abs(scores[m] - cut) <= 1e-4}
    assert spent == budget == sum(visits.values())
    return visits


@pytest.mark.parametrize("budget", [10, 100, 1000, 1024] if JIT else [10, 60])
@pytest.mark.parametrize("state", HALVED.values(), ids=HALVED)
def test_halving_gives_every_round_its_share_and_keeps_the_best_means(state, budget):
    visits = follow_rounds(state, Halving(), budget, lambda mean, n, amaf: mean)
    # The same through the door.
    result = search(state, Halving(), simulations=budget, seed=1)
    assert {int(row.move): row.visits for row in result.rows} == visits
    assert result.simulations == budget
    assert result.nodes == 1 + len(visits)
    assert visits[int(result.move)] == max(visits.values())


@pytest.mark.parametrize("state", HALVED.values(), ids=HALVED)
def test_halving_over_uct_keeps_the_schedule_and_grows_a_tree(state):
    budget = 300 if JIT else 60
    follow_rounds(state, Halving(expand=1), budget, lambda mean, n, amaf: mean)
    result = search(state, Halving(expand=1), simulations=budget, seed=1)
    assert result.depth > 1
    assert result.nodes > 1 + len(state.moves())


@pytest.mark.parametrize("expand", [1, 10**6])
@pytest.mark.parametrize("state", HALVED.values(), ids=HALVED)
def test_halving_with_floor_spends_the_same_in_each_of_fewer_rounds(state, expand):
    """Whoever has had the fewest simulations of those left, until the round's share is spent."""
    budget = 307 if JIT else 61
    n_moves = len(state.moves())
    rounds = max(1, math.floor(math.log2(n_moves)))
    share = budget // rounds
    left = [int(move) for move in state.moves()]
    visits, totals = dict.fromkeys(left, 0), dict.fromkeys(left, 0.0)
    stream = pulls(state, Halving(expand=expand, floor=True), budget)
    for spent, (move, result, _) in enumerate(stream):
        if spent and spent % share == 0:
            worth = {m: totals[m] / visits[m] for m in left}
            cut = sorted(worth.values(), reverse=True)[(len(left) + 1) // 2 - 1]
            left = [m for m in left if worth[m] >= cut - 1e-4]  # of equal ones any may stay
        assert move in left
        visits[move], totals[move] = visits[move] + 1, totals[move] + result
    in_last = [visits[m] for m in left]
    assert sum(visits.values()) == budget
    assert max(in_last) == max(visits.values())
    # Every move had its share of the first round.
    assert min(visits.values()) >= share // n_moves


def test_halving_below_the_root_is_uct():
    """The move of each node below the root is UCB1's, computed here by hand."""
    state, algorithm = Nim(15).start(), Halving(expand=1, c=0.7)
    tree, scratch = fresh(state.game, algorithm)
    tree.stats.rounds[BUDGET] = 400
    simulate(state.game, algorithm, tree, scratch, state.words, 400 if JIT else 100)
    checked = 0
    for node in children(tree, ROOT):
        kids = list(children(tree, node)) if tree.first[node] else []
        if not kids or any(tree.visits[k] == 0 for k in kids):
            continue
        exploration = 0.7 * math.sqrt(math.log(tree.visits[node]))
        scores = [
            tree.total[k] / tree.visits[k] + exploration / math.sqrt(tree.visits[k]) for k in kids
        ]
        best = chosen(algorithm, tree, 1, node=node)
        assert scores[kids.index(int(best))] == pytest.approx(max(scores))
        checked += 1
    assert checked


@pytest.mark.parametrize("c", [0.0, 2.0, 128.0])
@pytest.mark.parametrize("state", HALVED.values(), ids=HALVED)
def test_shuss_keeps_moves_by_their_mean_and_their_amaf_mean_over_visits(state, c):
    follow_rounds(
        state,
        Shuss(c=c, solver=False),
        300 if JIT else 60,
        lambda mean, n, amaf: mean + c * amaf / n,
    )


def test_shuss_grows_a_tree_below_the_root():
    result = search(Mnk().start(), Shuss(solver=False), simulations=500 if JIT else 80, seed=1)
    assert result.depth > 2 or not JIT
    assert sum(row.visits for row in result.rows) == result.simulations


# --- choosing a child ---------------------------------------------------------------


def prove_one(tree, rng):
    """Let a child be lost: it is not to be chosen while there are others."""
    child = 1 + int(rng.integers(0, tree.n_children[ROOT]))
    tree.proven[child], tree.mean[child], tree.width[child] = LOST, -1e6, 0
    return child


def assert_chooses_the_best(algorithm, player, value_of, seed):
    rng = np.random.default_rng(seed)
    for i in range(60):
        tree = random_tree(rng, algorithm, n_children=int(rng.integers(2, 9)))
        lost = prove_one(tree, rng) if i % 3 == 0 else None
        explored = math.log(tree.visits[ROOT])
        values = {}
        for child in children(tree, ROOT):
            n = int(tree.visits[child])
            values[child] = value_of(tree, child, tree.total[child] / n, n)
            values[child] += algorithm.c * math.sqrt(explored / n)
        values.pop(lost, None)
        child = chosen(algorithm, tree, player)
        assert values[child] >= max(values.values()) - 1e-5
        tree = random_tree(rng, algorithm, n_children=6, all_tried=False)
        stream = rng.integers(1, 2**60, 2).astype(np.uint64)
        assert tree.visits[chosen(algorithm, tree, player, stream)] == 0


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("w", "c"), [(0.0, 0.4), (3.0, 0.0), (3.0, 0.4), (20.0, 0.1)])
def test_history_chooses_the_highest_sum_of_bound_and_history(w, c, player):
    def value(tree, child, q, n):
        a, won = unpacked(tree.stats.entry[tree.stats.code[child]])
        history = won / a if player == FIRST else 1 - won / a
        return q + w * history / ((1 - q) * n + 1)

    assert_chooses_the_best(History(w=w, c=c), player, value, seed=1)


@pytest.mark.parametrize(("alpha", "c"), [(0.0, 0.4), (0.4, 0.0), (0.4, 0.4), (1.0, 0.1)])
def test_implicit_chooses_the_highest_blend_of_mean_and_minimax_value(alpha, c):
    def value(tree, child, q, n):
        return (1 - alpha) * q + alpha * float(tree.stats.minimax[child])

    for player in (0, 1):
        assert_chooses_the_best(Implicit(alpha=alpha, c=c), player, value, seed=2)


# --- history and minimax values in the tree -----------------------------------------


@pytest.mark.parametrize("line", ["", "b2"])
def test_history_keeps_one_table_in_which_every_move_is_credited_once(line):
    state = Mnk().start().play_all(line)
    algorithm = History(solver=False)
    tree, scratch = fresh(state.game, algorithm)
    book = {}
    for _ in range(150 if JIT else 30):
        total = float(tree.total[ROOT])
        simulate(state.game, algorithm, tree, scratch, state.words, 1)
        result = float(tree.total[ROOT]) - total  # of who is not to move in the root
        first = 1 - result if state.player == FIRST else result
        for code in set(scratch.line.code[: scratch.line.size[0]].tolist()):
            count, won = book.get(code, (0, 0.0))
            book[code] = count + 1, won + first
    entries = enumerate(tree.stats.entry)
    assert {code: unpacked(entry) for code, entry in entries if entry} == book
    assert not tree.row.any()


@entry
def evaluated(game, words):
    return game.evaluate(words)


def minimax(tree, node, state):
    """What a node is worth to who moved into it: of all its children the best for the other."""
    below = children(tree, node)
    if below:
        values = [minimax(tree, child, state.play(int(tree.move[child]))) for child in below]
        value = 1.0 - max(values)
    elif state.is_over:
        value = result_for(1 - state.player, DRAW if state.is_draw else state.winner)
    else:
        value = evaluated(state.game, state.words)
        value = value if state.player != FIRST else 1.0 - value
    if node != ROOT or below:
        assert tree.stats.minimax[node] == pytest.approx(value, abs=1e-6)
    return value


EVALUATED = {"breakthrough": Breakthrough(5, 5)}
if JIT:
    EVALUATED |= {"knightthrough": Knightthrough(5, 5), "othello": Othello(4)}
every_evaluated = pytest.mark.parametrize("game", EVALUATED.values(), ids=EVALUATED)
N_GROWN = (1, 5, 30, 300) if JIT else (1, 5, 30)


@every_evaluated
@pytest.mark.parametrize("algorithm", [Implicit(), Implicit(solver=False), Implicit(expand=0)])
@pytest.mark.parametrize("plies", [0, 5, 6])
def test_minimax_value_is_that_of_the_evaluation_over_the_tree(game, plies, algorithm):
    state = random_game(game, 3, plies)
    tree, scratch = fresh(state.game, algorithm)
    for n in N_GROWN:
        simulate(state.game, algorithm, tree, scratch, state.words, n)
        minimax(tree, ROOT, state)
    assert np.count_nonzero(tree.stats.minimax) > 20 or tree.proven[ROOT] != UNPROVEN


@every_evaluated
@pytest.mark.parametrize("plies", [0, 5])
def test_minimax_value_stays_so_from_move_to_move(game, plies):
    """From before the first simulation on, with children that are proven without one."""
    found = Search(random_game(game, 3, plies), Implicit(), seed=1)
    while not found.state.is_over:
        (tree,) = found.trees
        minimax(tree, ROOT, found.state)
        found.run(simulations=N_GROWN[-1])
        minimax(tree, ROOT, found.state)
        found.play(found.result().move)


# --- Killer RAVE --------------------------------------------------------------------


def did_well(before, code, root_player):
    """Whether a code did at least as well as its player on average, exactly."""
    count, won = unpacked(before.stats.amaf[before.row[ROOT], code])
    if count == 0:
        return True
    average = Fraction(float(before.total[ROOT])) / int(before.visits[ROOT])
    first = 1 - average if root_player == FIRST else average  # the root's is who moved there
    surplus = Fraction(float(won)) / int(count) - first
    return surplus >= 0 if code < before.stats.amaf.shape[1] // 2 else surplus <= 0


@pytest.mark.parametrize("settings", [{"expand": 2, "c": 0.3}, {"expand": 1}], ids=str)
@pytest.mark.parametrize("line", ["", "b2"])
def test_only_codes_that_did_well_are_credited_below_the_root_when_rave_is_killer(line, settings):
    state = Mnk().start().play_all(line)
    algorithm = Rave(killer=True, solver=False, **settings)
    tree, scratch = fresh(state.game, algorithm)
    left_out = below_root = 0
    for _ in range(250 if JIT else 60):
        before = copied(tree)
        simulate(state.game, algorithm, tree, scratch, state.words, 1)
        path = scratch.path[: int((tree.visits != before.visits).sum())].tolist()
        moves = [int(tree.move[node]) for node in path[1:]]
        in_tree, there = [], state
        for move in moves:
            in_tree.append(there.codes()[move])
            there = there.play(move)
        playout = set(scratch.line.code[len(in_tree) : scratch.line.size[0]].tolist())
        judged = {code: did_well(before, code, state.player) for code in playout}
        result = float(tree.total[ROOT] - before.total[ROOT])
        first = 1 - result if state.player == FIRST else result
        for depth, node in enumerate(path):
            row = tree.row[node]
            if row == 0:
                continue
            grown = tree.stats.amaf[row] - before.stats.amaf[row]
            credited = set(np.flatnonzero(grown).tolist())
            assert all(unpacked(grown[code]) == (1, first) for code in credited)
            if node == ROOT:
                assert credited == set(in_tree) | playout
            else:
                below_root += 1
                well = {code for code, well in judged.items() if well}
                assert credited == set(in_tree[depth:]) | well
                left_out += len(playout - credited)
    assert below_root > 10
    assert left_out > 10


# --- transpositions -----------------------------------------------------------------


@functools.cache
def solved(state):
    """The value for the player to move."""
    if state.is_over:
        return 0.5 if state.is_draw else float(state.winner == state.player)
    return max(1.0 - solved(state.play(move)) for move in state.moves())


SHARING = {
    "uct": Uct(transpositions=True, c=1.0),
    "uct, not proving": Uct(transpositions=True, solver=False),
    "rave": Rave(transpositions=True, expand=1, c=0.5),
    "amaf": Amaf(0.5, transpositions=True, expand=1, c=0.5),
    "halving": Halving(transpositions=True, expand=1, c=1.0),
    "shuss": Shuss(transpositions=True, expand=1, solver=False),
}
every_sharing = pytest.mark.parametrize("algorithm", SHARING.values(), ids=SHARING)


def places(tree, state):
    """Every node that can be come to, and its state; what is shared is gone through once."""
    todo, done = [(ROOT, state)], set()
    while todo:
        node, there = todo.pop()
        if node in done:
            continue
        done.add(node)
        yield node, there
        for child in children(tree, node) if tree.first[node] > 0 else ():
            todo.append((child, there.play(int(tree.move[child]))))


@every_sharing
@pytest.mark.parametrize("line", ["", "b2", "a1 b2"])
def test_no_two_nodes_of_the_same_position_have_children_when_positions_are_shared(line, algorithm):
    state = Mnk().start().play_all(line)
    tree, scratch = fresh(state.game, algorithm, n_keys=2**14)
    if algorithm.rounds(2):
        tree.stats.rounds[BUDGET] = 4000
    simulate(state.game, algorithm, tree, scratch, state.words, 4000 if JIT else 300)
    positions = dict(places(tree, state))
    homes, n_shared = {}, 0
    came_by = tree.visits.astype(np.int64)  # less what came by other ways, below
    for node in positions:
        if tree.first[node] < 0:  # the first visit was before the position was found elsewhere
            came_by[-tree.first[node]] -= tree.visits[node] - 1
    for node, there in positions.items():
        if tree.first[node] > 0:
            assert there not in homes
            homes[there] = node
            moves = tree.move[children(tree, node)].tolist()
            assert sorted(moves) == sorted(there.moves())
            if tree.proven[node] == UNPROVEN:
                own = 0 if node == ROOT else 1
                assert tree.visits[node] == own + came_by[children(tree, node)].sum()
    for node, there in positions.items():
        if tree.first[node] < 0:
            n_shared += 1
            assert homes[there] == -tree.first[node]
            assert tree.n_children[node] == tree.row[node] == 0
            assert tree.visits[-tree.first[node]] >= tree.visits[node] - 1
        if tree.proven[node] != UNPROVEN:
            assert OUTCOMES[int(tree.proven[node])] == 1.0 - solved(there)
        elif tree.visits[node]:
            assert tree.mean[node] == pytest.approx(tree.total[node] / tree.visits[node])
            assert 0 <= tree.total[node] <= tree.visits[node]
    assert n_shared > 5 or not JIT
    assert np.count_nonzero(tree.positions) == len(homes) - 1  # all but the root's


@every_sharing
def test_root_is_proven_as_by_exhaustive_search_when_positions_are_shared(algorithm):
    if not algorithm.solver:
        pytest.skip("proves nothing")
    n_proven = 0
    for seed in range(8 if JIT else 3):
        state = random_game(Mnk(), seed, 3 if JIT else 5)
        if state.is_over:
            continue
        result = search(state, algorithm, simulations=6000 if JIT else 800, seed=seed)
        if result.simulations < (6000 if JIT else 800):
            n_proven += 1
            assert result.value == solved(state)
        for row in result.rows:
            if row.proven:
                worth = {"won": 1.0, "draw": 0.5, "lost": 0.0}[row.proven]
                assert worth == 1.0 - solved(state.play(row.move))
    assert n_proven > 0


def test_minimax_value_follows_every_path_when_positions_are_shared():
    algorithm = Implicit(transpositions=True, solver=False, c=1.0)
    game = Breakthrough(3, 4)
    state = game.start()
    tree, scratch = fresh(game, algorithm, n_keys=2**14)
    for _ in range(400):
        before = tree.visits.copy()
        simulate(game, algorithm, tree, scratch, state.words, 1)
        for node in scratch.path.tolist():
            if tree.visits[node] == before[node]:
                break
            home = max(node, -int(tree.first[node]))
            below = children(tree, home)
            if below:
                value = 1.0 - max(tree.stats.minimax[below])
                assert tree.stats.minimax[node] == pytest.approx(value, abs=1e-6)
                assert tree.stats.minimax[home] == pytest.approx(value, abs=1e-6)
    assert (tree.first < 0).sum() > 5


@needs_jit
def test_tic_tac_toe_is_proven_sooner_when_positions_are_shared():
    shared = search(Mnk().start(), SHARING["uct"], simulations=100_000, seed=1)
    alone = search(Mnk().start(), Uct(c=1.0), simulations=100_000, seed=1)
    assert shared.value == alone.value == 0.5
    assert {row.proven for row in shared.rows} == {"draw"}
    assert shared.simulations < alone.simulations
    assert shared.nodes < alone.nodes


def test_node_is_sent_home_when_another_thread_was_faster_to_find_its_position():
    state = Mnk().start().play_all("a1 b2")
    algorithm = SHARING["uct, not proving"]
    tree, scratch = fresh(state.game, algorithm, n_keys=2**14)
    simulate(state.game, algorithm, tree, scratch, state.words, 1000)
    node, there = next((n, s) for n, s in places(tree, state) if tree.first[n] < 0)
    home = grown_again(state.game, algorithm, tree, scratch, node, there.words)
    assert home == -tree.first[node]


def test_table_of_positions_is_never_full():
    state = Nim(9, 1000, False, 9, 9, 9).start()  # 4000 moves, of which 36 are legal
    algorithm = Uct(transpositions=True, solver=False)
    tree = tree_for(state.game, algorithm, None, memory=2**21)
    scratch = fresh(state.game, algorithm)[1]
    for _ in range(300):
        simulate(state.game, algorithm, tree, scratch, state.words, 1)
        assert np.count_nonzero(tree.positions) <= 0.9 * len(tree.positions)


# --- whose value it is --------------------------------------------------------------

# Without proofs a value read from the wrong side cannot hide behind one.
MANY = {
    "shuss": Shuss(solver=False),
    "history": History(solver=False),
    "killer rave": Rave(killer=True, c=0.2, solver=False),
    "shared uct": Uct(transpositions=True, solver=False),
}
POLICIES = {
    "biased": Biased(),
    "mast": Mast(),
    "nst": Nst(),
    "ppa": Ppa(),
    "ppaf": Ppaf(),
    "lgr": Lgr(),
}
WITH_POLICY = {name: Uct(solver=False, policy=policy) for name, policy in POLICIES.items()}
PAIRS = [
    *itertools.product(["nim:15"], (MANY | WITH_POLICY).values()),
    *itertools.product(["mnk"], MANY.values()),
    *itertools.product(["mnk"], [WITH_POLICY[name] for name in ("biased", "mast", "ppa", "lgr")]),
]
if JIT:
    PAIRS += [
        ("hex:4", Uct(solver=False, policy=Bridges())),
        ("breakthrough:5x5", Implicit(solver=False)),
    ]
FLAT = [("nim:15", Halving()), ("mnk", Halving())]


def of(pairs):
    ids = [f"{name}-{type(a).__name__}-{type(a.policy).__name__}" for name, a in pairs]
    return pytest.mark.parametrize(("name", "algorithm"), pairs, ids=ids)


either_player = pytest.mark.parametrize("player", [0, 1])


@of(PAIRS + FLAT)
@either_player
def test_only_winning_move_is_found_when_it_ends_the_game(name, player, algorithm):
    for state, move in positions(name, player, only_win):
        result = search(state, algorithm, simulations=600, seed=1)
        assert (result.move, result.value) == (move, 1.0), f"{state!r}\n{result}"
        assert not any(row.proven for row in result.rows)


@of(PAIRS)
@either_player
def test_only_block_is_found_when_the_other_player_is_about_to_win(name, player, algorithm):
    for state, move in positions(name, player, only_block):
        result = search(state, algorithm, simulations=1000, seed=1)
        assert result.move == move, f"{state!r}\n{result}"


@of([pair for pair in PAIRS if pair[0] == "nim:15"])
@either_player
@pytest.mark.parametrize("heap", [5, 6, 7])
def test_only_winning_move_of_nim_is_found_when_the_end_is_plies_away(
    heap, player, name, algorithm
):
    state = Nim(heap).start() if player == 0 else Nim(heap + 1).start().play("1")
    result = search(state, algorithm, simulations=2000, seed=1)
    assert result.move.name == str(heap % 4), f"{result}"
    assert result.value > 0.8


@either_player
@pytest.mark.parametrize("kind", [Shuss, History])
def test_nim_is_proven_when_the_solver_is_on(kind, player):
    for heap in (4, 5, 6, 7, 8):
        state = Nim(heap).start() if player == 0 else Nim(heap + 1).start().play("1")
        result = search(state, kind(), simulations=2000, seed=1)
        assert result.value == (1.0 if heap % 4 else 0.0)
        assert heap % 4 == 0 or result.move.name == str(heap % 4)


@pytest.mark.parametrize("kind", [Shuss, History])
def test_proofs_agree_with_exhaustive_search(kind):
    n_proven = 0
    for seed in range(12 if JIT else 6):
        state = random_game(Mnk(), seed, 4 + seed % 2)
        if state.is_over:
            continue
        result = search(state, kind(), simulations=300 if JIT else 100, seed=seed)
        assert sorted(row.move for row in result.rows) == sorted(state.moves())
        for row in result.rows:
            if row.proven:
                n_proven += 1
                worth = {"won": 1.0, "draw": 0.5, "lost": 0.0}[row.proven]
                assert worth == 1.0 - solved(state.play(row.move)), f"{state!r}\n{result}"
    assert n_proven > 10


@either_player
def test_biased_wins_and_blocks_as_a_player_of_its_own(player):
    for only in (only_win, only_block):
        for state, move in positions("mnk", player, only):
            for seed in range(5):
                assert search(state, Biased(), seed=seed).move == move
