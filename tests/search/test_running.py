"""A search as it runs: kept from move to move, on several threads, stopped, within its memory."""

import dataclasses
import threading
import time
from collections import defaultdict

import numpy as np
import pytest
from trees import children, columns, copied, n_bytes

from playout import Breakthrough, Hex, Mnk, Nim, SearchError, search
from playout.conformance import random_game
from playout.kernel import JIT, split
from playout.players import Searcher
from playout.search import (
    ROBUST,
    Bridges,
    Grave,
    Halving,
    History,
    Implicit,
    Mast,
    Ppa,
    Rave,
    Search,
    Uct,
    run,
)
from playout.search.run import FORCED_SIMULATIONS, tree_for
from playout.search.statistics import PER_EXPANSION, PER_NODE
from playout.search.tree import NODES, ROOT, ROWS

needs_jit = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
MB = 2**20

# Trees without proofs, so that nothing is settled before a search goes on.
KEPT = {
    "uct in nim": (Nim(15).start(), Uct(solver=False)),
    "uct in mnk": (Mnk().start().play("a1"), Uct(solver=False, expand=3)),
    "rave": (Mnk().start(), Rave(solver=False, expand=2)),
    "history": (Mnk().start(), History(solver=False)),
    "implicit": (Breakthrough(5, 5).start(), Implicit(solver=False)),
}
every_kept = pytest.mark.parametrize(("state", "algorithm"), KEPT.values(), ids=KEPT)
MANY = 1000 if JIT else 120


def total_visits(result):
    return sum(row.visits for row in result.rows)


def opened(state, algorithm, n=MANY, **options):
    """A search after so many simulations, in arrays that are soon copied."""
    found = Search(state, algorithm, seed=1, **{"memory": 2**25} | options)
    found.run(simulations=n)
    return found


# --- the subtree of a move ----------------------------------------------------------

COLUMNS = ("visits", "total", "mean", "width", "n_children", "n_tried", "proven", "distance")


def assert_same_below(old, old_node, new, new_node):
    """All that is known of a node and of what is below it; returns the nodes and rows there."""
    nodes, rows, todo = 0, 0, [(old_node, new_node)]
    while todo:
        before, after = todo.pop()
        nodes += 1
        for name in (*COLUMNS, "move"):
            assert getattr(old, name)[before] == getattr(new, name)[after], name
        for name in columns(old.stats, PER_NODE):
            assert getattr(old.stats, name)[before] == getattr(new.stats, name)[after], name
        rows += new.row[after] != 0
        assert (old.row[before] == 0) == (new.row[after] == 0)
        for name in columns(old.stats, PER_EXPANSION):
            one, other = getattr(old.stats, name), getattr(new.stats, name)
            assert np.array_equal(one[old.row[before]], other[new.row[after]])
        assert (old.first[before] == 0) == (new.first[after] == 0)
        todo += zip(children(old, before), children(new, after), strict=True)
    return nodes, rows


@every_kept
@pytest.mark.parametrize("which", [0, 1])
def test_subtree_is_what_it_was_when_a_move_is_played(state, algorithm, which):
    found = opened(state, algorithm)
    (tree,) = found.trees
    ranked = sorted(children(tree, ROOT), key=lambda node: -tree.visits[node])
    node = ranked[which]
    old, move = copied(tree), int(tree.move[node])
    found.play(move)
    assert found.state == state.play(move)
    nodes, rows = assert_same_below(old, node, tree, ROOT)
    assert nodes == tree.counts[NODES] > 1
    assert rows == tree.counts[ROWS] - 1
    for name in (*COLUMNS, "row", "first"):
        assert not getattr(tree, name)[nodes:].any()
    for name in columns(tree.stats, PER_NODE):
        assert not getattr(tree.stats, name)[nodes:].any()
    for name in columns(tree.stats, PER_EXPANSION):
        array = getattr(tree.stats, name)
        assert not array[rows + 1 :].any()
        assert not array[0].any()


@every_kept
def test_visits_are_consistent_when_a_kept_tree_is_searched_on(state, algorithm):
    found = opened(state, algorithm)
    own = 0  # the simulations that ended in the root, when it was a leaf
    for _ in range(3):
        result = found.result()
        found.play(result.move)
        (tree,) = found.trees
        known = int(tree.visits[ROOT])
        own = algorithm.expand
        result = found.run(simulations=100)
        assert result.simulations == 100
        assert tree.visits[ROOT] == known + 100
        assert total_visits(result) == known + 100 - own
        todo = [(ROOT, found.state)]
        while todo:
            node, there = todo.pop()
            below = children(tree, node)
            if not below:
                continue
            assert sorted(tree.move[below].tolist()) == sorted(there.moves())
            assert tree.visits[node] == own + tree.visits[below].sum()
            assert [tree.visits[c] > 0 for c in below] == [
                i < tree.n_tried[node] for i in range(len(below))
            ]
            todo += [(c, there.play(int(tree.move[c]))) for c in below if tree.first[c]]


def test_search_begins_anew_when_nothing_is_known_of_a_move():
    found = Search(Mnk().start(), Uct(solver=False), seed=1)
    found.run(simulations=3)
    (tree,) = found.trees
    unseen = next(int(tree.move[c]) for c in children(tree, ROOT) if tree.visits[c] == 0)
    found.play(unseen)
    result = found.run(simulations=50)
    assert total_visits(result) == result.simulations == 50
    assert [row.move for row in result.rows if row.move == unseen] == []


@pytest.mark.parametrize("algorithm", [Uct(transpositions=True), Uct(), Rave(expand=1)], ids=str)
def test_game_is_played_out_when_each_search_goes_on_from_the_last(algorithm):
    found = Search(Mnk().start(), algorithm, seed=2)
    while not found.state.is_over:
        before = found.state
        result = found.run(simulations=3000 if JIT else 150)
        assert result.state == before
        found.play(result.move)
    assert found.state.is_draw or not JIT


@pytest.mark.parametrize("n", [3, 300])
def test_memory_of_a_policy_fades_but_stays_when_a_move_is_played(n):
    state = Mnk().start()
    found = opened(state, Uct(solver=False, policy=Mast(keep=0.5)), n)
    before = found.workers[0].scratch.memory.seen.copy()
    (tree,) = found.trees
    node = min(children(tree, ROOT), key=lambda node: tree.visits[node])  # after 3: never tried
    found.play(int(tree.move[node]))
    after = found.workers[0].scratch.memory.seen
    assert after.tolist() == [count // 2 for count in before.tolist()]
    assert after.any()
    opened(state, Uct(solver=False, policy=Ppa()), 10).play("a1")


HRAVE = Grave(ref=2**31 - 1, solver=False, expand=1)


def samples(result, name):
    return {row.move.name: row.estimates[name].visits for row in result.rows}


def test_moves_are_credited_in_the_root_when_a_kept_tree_is_searched_on():
    found = opened(Hex(3).start(), HRAVE, 200)
    assert all(samples(found.result(), "amaf").values())
    found.play(found.result().move)
    assert all(samples(found.run(simulations=200), "amaf").values())


def test_history_keeps_what_it_knows_when_a_move_is_played():
    found = opened(Mnk().start(), History(solver=False), 200)
    (tree,) = found.trees
    before = tree.stats.entry.copy()
    assert before.any()
    for _ in range(2):  # the other player's move, and the next of the same player
        found.play(found.result().move)
    assert np.array_equal(tree.stats.entry, before)
    counts = before & 0x7FFFFFFF
    codes = found.state.codes()
    known = samples(found.result(), "history")
    assert known == {move.name: counts[codes[move]] for move in found.state.moves()}
    again = samples(found.run(simulations=50), "history")
    assert all(known[move] <= again[move] <= known[move] + 50 for move in known)
    assert sum(again.values()) > sum(known.values())


def test_nothing_is_known_before_the_first_simulation():
    result = Search(Mnk().start(), Uct(), seed=1).result()
    assert total_visits(result) == result.simulations == 0


def test_nothing_is_known_before_the_first_simulation_when_nothing_is_proven():
    result = Search(Mnk().start(), Uct(solver=False), seed=1).result()
    assert total_visits(result) == result.simulations == 0


# --- what needs no search -----------------------------------------------------------


def wins_at_once(state):
    return [move for move in state.moves() if state.play(move).winner == state.player]


def saving(state):
    """The moves after which the other player cannot win at once."""
    after = [(move, state.play(move)) for move in state.moves()]
    return [move for move, there in after if there.is_over or not wins_at_once(there)]


def random_positions(game, player, n=20):
    for seed in range(10_000):
        state = random_game(game, seed, 2 + seed % 6)
        if not state.is_over and state.player == player and len(state.moves()) > 1:
            yield state
            n -= 1
        if n == 0:
            return


@pytest.mark.parametrize("algorithm", [Uct(), Rave()], ids=["uct", "rave"])
@pytest.mark.parametrize("game", [Mnk(), Nim(12)], ids=["mnk", "nim"])
@pytest.mark.parametrize("player", [0, 1])
def test_what_two_plies_decide_is_found_without_simulations(player, game, algorithm):
    kinds = defaultdict(int)
    for state in random_positions(game, player, 40 if JIT else 15):
        result = search(state, algorithm, simulations=1500 if JIT else 100, seed=1)
        winning, left = wins_at_once(state), saving(state)
        proven = {row.move: row.proven for row in result.rows}
        if winning:
            assert (result.simulations, result.value) == (0, 1.0)
            assert result.move in winning
            assert proven[result.move] == "won"
        elif len(left) < len(state.moves()) and isinstance(game, Mnk):
            # (In Nim the other player never threatens: it takes a move to give them the chance.)
            assert {move for move in state.moves() if move not in left} <= {
                move for move in proven if proven[move] == "lost"
            }
            if not left:
                assert (result.simulations, result.value) == (0, 0.0)
            if len(left) == 1:
                assert result.simulations <= FORCED_SIMULATIONS == 1000
                assert result.move == left[0]
        kinds[bool(winning), min(len(left), 2)] += 1
    assert kinds[True, 1] + kinds[True, 2] > 0
    assert kinds[False, 1] > 0 or isinstance(game, Nim)


def test_single_block_gets_a_thousand_simulations_and_no_more():
    # Black has three in a row, closed on one side: White must close the other.
    state = Mnk(7, 7, 4).start().play_all("b1 a1 c1 g7 d1")
    (block,) = saving(state)
    assert block.name == "e1"
    for budget in ({"simulations": 3000}, {"seconds": 60.0}):
        result = search(state, Uct(), seed=1, **budget)
        assert (result.move, result.simulations) == (block, 1000)
        assert [row.move for row in result.rows if not row.proven] == [block]
    assert search(state, Uct(), seed=1, simulations=30).simulations == 30


# --- several playouts a leaf ------------------------------------------------------------

LEAVES = {
    "uct": Uct(playouts=8),
    "rave": Rave(playouts=8, expand=1),
    "halving": Halving(playouts=3),
}


@pytest.mark.parametrize("n", [1, 7, 8, 9, 100, 1001] if JIT else [1, 7, 9, 100])
@pytest.mark.parametrize("algorithm", LEAVES.values(), ids=LEAVES)
def test_budget_is_kept_when_it_is_no_multiple_of_the_playouts(algorithm, n):
    for threads in (1, 2):
        found = Search(Mnk().start(), algorithm._replace(solver=False), seed=1, threads=threads)
        result = found.run(simulations=n)
        assert result.simulations == total_visits(result) == n
        if algorithm.expand != 1 and threads == 1:  # each walk down ends at a move of the root
            assert sum(row.visits % algorithm.playouts > 0 for row in result.rows) <= 1


@pytest.mark.parametrize("algorithm", LEAVES.values(), ids=LEAVES)
def test_search_is_the_same_however_it_is_sliced(monkeypatch, algorithm):
    n = 501 if JIT else 61
    found = []
    for slice_s in (0.0, 1e-4, 10.0):
        monkeypatch.setattr(run, "SLICE_S", slice_s)
        found.append(repr(search(Mnk().start(), algorithm, simulations=n, seed=1).rows))
    assert found == [found[0]] * 3


# --- several threads ----------------------------------------------------------------


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("algorithm", [Uct(), Rave()], ids=["uct", "rave"])
def test_root_parallel_search_is_the_same_when_the_seed_is(algorithm, threads):
    n = 1001 if JIT else 101

    def run(seed):
        return search(Mnk().start(), algorithm, simulations=n, seed=seed, threads=threads)

    first = run(5)
    assert repr(first.rows) == repr(run(5).rows)
    assert repr(first.rows) != repr(run(6).rows)
    assert first.simulations == total_visits(first) == n


@pytest.mark.parametrize("algorithm", [Uct(), Rave()], ids=["uct", "rave"])
def test_rows_add_up_the_trees_when_there_are_several(algorithm):
    found = Search(Mnk().start(), algorithm, seed=1, threads=3)
    result = found.run(simulations=500 if JIT else 100)
    visits, totals, amaf = defaultdict(int), defaultdict(float), defaultdict(int)
    codes = found.state.codes()
    assert len({tree.visits[1:10].tobytes() for tree in found.trees}) == 3
    for tree in found.trees:
        for node in children(tree, ROOT):
            move = int(tree.move[node])
            visits[move] += int(tree.visits[node])
            totals[move] += float(tree.total[node])
            if isinstance(algorithm, Rave):
                amaf[move] += int(tree.stats.amaf[tree.row[ROOT], codes[move]]) & 0xFFFFFFFF
    for row in result.rows:
        assert row.visits == visits[row.move]
        if row.visits:
            assert row.value == pytest.approx(totals[row.move] / visits[row.move])
        if isinstance(algorithm, Rave):
            assert row.estimates["amaf"].visits == amaf[row.move]
    assert result.nodes == sum(int(tree.counts[NODES]) for tree in found.trees)


# Tic-tac-toe after two moves is proven after so many simulations by the trees of this seed.
NEAR_THE_END, PROVEN_BY, THREE_SEED = Mnk().start().play_all("b2 a2"), [116, 226, 138], 3


def proven(found):
    return [bool(tree.proven[ROOT]) for tree in found.trees]


def root_visits(found):
    return [int(tree.visits[ROOT]) for tree in found.trees]


class OneAfterTheOther(Search):
    """Its first thread is the fastest: the others wait until it is at an end."""

    def _work(self, worker, *args):
        if worker is self.workers[0]:
            self.is_first_over = threading.Event()
            super()._work(worker, *args)
            self.is_first_over.set()
        else:
            while not hasattr(self, "is_first_over"):
                time.sleep(0.001)
            self.is_first_over.wait()
            super()._work(worker, *args)


@pytest.mark.parametrize("budget", [{"simulations": 10**6}, {"seconds": 60.0}], ids=str)
def test_all_threads_end_when_one_has_proven_the_root(budget):
    found = OneAfterTheOther(NEAR_THE_END, Uct(), seed=THREE_SEED, threads=3)
    result = found.run(**budget)
    assert proven(found) == [True, False, False]
    assert root_visits(found) == [PROVEN_BY[0]] * 3
    assert (result.value, result.simulations) == (1.0, PROVEN_BY[0])


@pytest.mark.parametrize("slow", [0, 1, 2])
def test_result_is_of_the_tree_that_took_least_to_prove_the_root(slow):
    class Slowed(Search):
        def _simulate(self, worker, n):
            if n and worker is self.workers[slow]:
                time.sleep(0.01)
            return super()._simulate(worker, n)

    alone = [
        Search(NEAR_THE_END, Uct(), seed=int(split(np.uint64(THREE_SEED), np.uint64(i))))
        for i in range(3)
    ]
    results = [found.run(simulations=10**6) for found in alone]
    assert [result.simulations for result in results] == PROVEN_BY
    found = Slowed(NEAR_THE_END, Uct(), seed=THREE_SEED, threads=3)
    result = found.run(simulations=10**6)
    assert repr(dataclasses.replace(result, seconds=0.0)) == repr(
        dataclasses.replace(results[0], seconds=0.0)
    )
    assert repr(result.rows) == repr(results[0].rows)
    assert found.describe() == alone[0].describe()


def test_proof_is_kept_when_a_move_is_played_of_which_other_threads_know_nothing():
    found = OneAfterTheOther(NEAR_THE_END, Uct(), seed=THREE_SEED, threads=2)
    found.run(simulations=10**6)
    found.trees[1].n_children[ROOT] = 0  # as if it had never been looked at
    while not found.state.is_over:
        result = found.run(simulations=10**6)
        assert (result.value, result.simulations) == (1.0 - found.state.player, 0)
        found.play(result.move)


@pytest.mark.parametrize("algorithm", [Uct(), Uct(policy=Mast())], ids=str)
def test_game_is_the_same_when_the_seed_is_and_a_proof_is_left(algorithm):
    """The first player proves a win and plays another move."""

    def game(slow):
        class Slowed(Search):
            def _simulate(self, worker, n):
                if n and worker is self.workers[slow]:
                    time.sleep(0.005)
                return super()._simulate(worker, n)

        found = Slowed(Mnk().start().play_all("a1 b1"), algorithm, seed=1, threads=2)
        told = []
        while not found.state.is_over:
            result = found.run(simulations=10**6 if len(told) < 1 else 40)
            told.append((result.value, result.simulations, repr(result.rows)))
            moves = [row.move for row in result.rows if row.proven != "won"]
            found.play(moves[0] if moves and len(told) == 1 else result.move)
        assert told[0][0] == 1.0
        return told

    assert game(0) == game(1)


def test_trees_are_kept_when_a_move_is_played_on_several_threads():
    found = opened(Mnk().start(), Uct(solver=False), threads=2)
    found.play("b2")
    known = sum(int(tree.visits[ROOT]) for tree in found.trees)
    assert known > 0
    result = found.run(simulations=101)
    assert result.simulations == 101
    assert known <= total_visits(result) + len(found.trees) < known + 101 + 2


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("heap", [5, 6, 7])
def test_only_winning_move_is_found_on_several_threads(heap, solver):
    for state in (Nim(heap).start(), Nim(heap + 1).start().play("1")):
        result = search(state, Uct(solver=solver), simulations=3000, seed=1, threads=2)
        assert result.move.name == str(heap % 4)
        assert result.value > 0.9


# --- stopping -----------------------------------------------------------------------

on_one_or_two_threads = pytest.mark.parametrize("threads", [1, 2])


@on_one_or_two_threads
def test_run_ends_soon_when_another_thread_stops_it(threads):
    found = Search(Mnk().start(), Uct(solver=False), seed=1, memory=8 * MB, threads=threads)
    results = []
    run = threading.Thread(target=lambda: results.append(found.run(seconds=60)))
    run.start()
    time.sleep(0.2)
    asked = time.perf_counter()
    found.stop()
    run.join(10)
    assert time.perf_counter() - asked < 1.0
    (result,) = results
    assert 0 < result.simulations == total_visits(result)
    assert found.run(simulations=10).simulations == 10  # and it can go on


@on_one_or_two_threads
def test_run_ends_when_progress_says_so(threads):
    calls = []

    def enough(result):
        calls.append(result)
        return len(calls) == 2

    began = time.perf_counter()
    result = search(
        Mnk().start(),
        Uct(solver=False),
        seconds=60,
        on_progress=enough,
        memory=8 * MB,
        threads=threads,
    )
    assert time.perf_counter() - began < 20
    assert len(calls) == 2
    assert calls[0].simulations <= calls[1].simulations <= result.simulations


def test_progress_is_not_asked_again_while_threads_end(monkeypatch):
    simulate, calls = Search._simulate, []

    def simulate_slowly(self, worker, n):
        time.sleep(0.2)  # longer than what lies between two calls
        return simulate(self, worker, n)

    def enough(result):
        calls.append(result)
        return True

    monkeypatch.setattr(Search, "_simulate", simulate_slowly)
    searching = Search(Mnk().start(), Uct(solver=False), threads=2, memory=8 * MB)
    searching.run(seconds=60, on_progress=enough)
    assert len(calls) == 1


def test_run_goes_on_when_progress_says_nothing():
    calls = []
    result = search(
        Mnk().start(), Uct(solver=False), seconds=0.5, on_progress=calls.append, memory=8 * MB
    )
    assert 1 <= len(calls) <= 10
    assert 0.4 < result.seconds < 5


# --- pondering ----------------------------------------------------------------------


def test_search_goes_on_from_what_was_pondered():
    n = 300 if JIT else 60
    searcher = Searcher(Uct(solver=False), simulations=n, ponder=True)
    state = Mnk().start()
    first = searcher.search(state, seed=1)
    assert total_visits(first) == n
    state = state.play(first.move)
    searcher.start_pondering(state)
    time.sleep(0.3)
    searcher.stop_pondering()
    pondered = searcher._kept
    assert pondered.state == state
    known = int(pondered.trees[0].visits[ROOT])
    assert known > dict((row.move, row.visits) for row in first.rows)[first.move]
    reply = pondered.result().move
    state = state.play(reply)
    second = searcher.search(state, seed=1)
    assert second.state == state
    assert second.simulations == n
    assert total_visits(second) > n
    assert searcher._kept is pondered


def test_search_stops_pondering_by_itself_and_begins_anew_where_it_knows_nothing():
    n = 100 if JIT else 30
    searcher = Searcher(Uct(solver=False), simulations=n, ponder=True)
    searcher.start_pondering(Mnk().start())
    while searcher._kept._visits()[0] < 2 * n:
        time.sleep(0.01)
    move = searcher._kept.result().move  # the one it has visited most: others may have one visit
    state = Mnk().start().play(move)
    assert total_visits(searcher.search(state, seed=1)) > n
    assert searcher._pondering is None
    elsewhere = Mnk().start().play("a1" if str(move) != "a1" else "b2")
    assert total_visits(searcher.search(elsewhere, seed=1)) == n
    assert total_visits(searcher.search(Nim(15).start(), seed=1)) == n


@pytest.mark.parametrize("reuse", [False, True])
def test_tree_is_kept_only_when_it_is_to_be_used_again(reuse):
    n = 300 if JIT else 60
    searcher = Searcher(Uct(solver=False), simulations=n, reuse=reuse)
    state = Mnk().start()
    first = searcher.search(state, seed=1)
    searcher.start_pondering(state.play(first.move))
    assert searcher._pondering is None
    second = searcher.search(state.play(first.line[0]).play(first.line[1]), seed=1)
    assert second.simulations == n
    assert (total_visits(second) > n) == reuse


# --- robust-max ---------------------------------------------------------------------


def test_search_goes_on_when_the_most_visited_move_is_not_the_best():
    n = 100
    lengths = set()
    for seed in range(30 if JIT else 6):
        plain = search(Mnk().start(), Uct(solver=False), simulations=80, seed=seed)
        robust = search(Mnk().start(), Uct(solver=False, final=ROBUST), simulations=n, seed=seed)
        lengths.add(robust.simulations)
        most = max(row.visits for row in plain.rows)
        best = max(row.value for row in plain.rows)
        agree = [row for row in plain.rows if (row.visits, row.value) == (most, best)]
        if agree:
            assert robust.simulations == 80
            assert repr(robust.rows) == repr(plain.rows)
        else:
            assert robust.simulations == n
            assert total_visits(robust) == n
    assert lengths == {80, n} or not JIT


# --- memory -------------------------------------------------------------------------

CEILINGS = {
    "uct": (Hex(11), Uct()),
    "shared": (Hex(11), Uct(transpositions=True)),
    "grave": (Hex(11), Grave()),
    "history": (Hex(11), History()),
    "implicit": (Breakthrough(), Implicit()),
}


@pytest.mark.parametrize(("game", "algorithm"), CEILINGS.values(), ids=CEILINGS)
def test_tree_takes_no_more_than_its_memory_and_nearly_all_of_it(game, algorithm):
    tree = tree_for(game, algorithm, None, 64 * MB)
    taken = n_bytes(tree)
    assert 0.9 * 64 * MB < taken < 1.001 * 64 * MB  # the root's own are a few kB more
    small = tree_for(game, algorithm, 100, 64 * MB)
    assert n_bytes(small) < 4 * MB


@needs_jit
@on_one_or_two_threads
@pytest.mark.parametrize("algorithm", [Uct(), Grave(expand=1)], ids=["uct", "grave"])
def test_search_goes_on_within_its_memory_when_the_tree_is_full(algorithm, threads):
    found = Search(Hex(11).start(), algorithm, seed=1, memory=16 * MB, threads=threads)
    n = 30_000
    result = found.run(simulations=n)
    assert result.simulations == total_visits(result) == n
    trees = found.trees
    assert sum(n_bytes(tree) for tree in trees) < 1.001 * 16 * MB
    for tree in trees:
        assert tree.counts[NODES] <= len(tree.visits)
        assert tree.counts[ROWS] <= max(tree.stats.n_rows(), 1)
    assert any(
        tree.counts[NODES] + 121 > len(tree.visits) or tree.counts[ROWS] == tree.stats.n_rows()
        for tree in trees
    )


@pytest.mark.parametrize("algorithm", [Uct, Grave], ids=["uct", "grave"])
def test_node_is_sent_only_to_one_with_children_when_the_tree_is_full(algorithm):
    n = 3000 if JIT else 600
    sharing = algorithm(expand=1, transpositions=True)
    found = Search(Mnk().start(), sharing, seed=1, memory=40_000)
    result = found.run(simulations=n)
    assert result.simulations == total_visits(result) == n
    (tree,) = found.trees
    is_full = tree.counts[NODES] + 9 > len(tree.visits) or tree.counts[ROWS] == tree.stats.n_rows()
    assert is_full
    homes = -tree.first[tree.first < 0]
    assert len(homes) > 0
    assert (tree.n_children[homes] > 0).all()


# --- what cannot be run -------------------------------------------------------------

START = Nim(9).start()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": 0}, "threads must be from 1 to 256, not 0"),
        ({"threads": -2}, "threads must be from 1 to 256, not -2"),
        ({"threads": 257}, "threads must be from 1 to 256, not 257"),
        ({"threads": 1.5}, "threads must be an integer, not 1.5"),
        ({"threads": "2"}, "threads must be an integer, not '2'"),
        ({"parallel": "tree"}, "threads grow a tree each now, .* without parallel='tree'"),
        ({"parallel": None}, "threads grow a tree each now, .* without parallel=None"),
        ({"algorithm": Uct(policy=Bridges())}, "Bridges are a thing of Hex"),
        ({"algorithm": Bridges()}, "Bridges are a thing of Hex"),
        ({"algorithm": Implicit()}, "Implicit needs a game with an evaluation, and Nim"),
        ({"memory": 2000, "threads": 3}, "memory must be at least [0-9]+ bytes"),
        ({"algorithm": Uct}, "is not an algorithm"),
    ],
    ids=str,
)
def test_search_says_what_is_wrong_when_it_cannot_run(arguments, message):
    with pytest.raises(SearchError, match=message):
        search(**{"state": START, "algorithm": Uct(), "simulations": 10, **arguments})


def test_closed_search_says_so():
    search = Search(Nim(9).start(), Uct())
    search.run(simulations=10)
    search.close()
    for use in (lambda: search.run(simulations=10), search.step, search.result, search.describe):
        with pytest.raises(SearchError, match="closed"):
            use()


@pytest.mark.parametrize("most", [-1, 1.5, "x"])
def test_search_checks_how_many_simulations_there_will_be(most):
    with pytest.raises(SearchError, match="simulations"):
        Search(Nim(9).start(), Uct(), most=most)
