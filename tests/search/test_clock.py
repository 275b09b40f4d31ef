"""A search with a time limit: rounds by the clock, and nothing compiled while it runs.

Clocks are made up where it can be: every simulation takes the same time on them, so that a busy
machine changes nothing.
"""

import math
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from playout import Mnk, Nim
from playout.kernel import JIT
from playout.players import Searcher
from playout.search import ROBUST, Halving, Mast, Search, Shuss, run
from playout.search.halving import SURVIVORS
from playout.search.tree import ROOT

needs_jit = pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")

HALVED = {
    "halving": Halving(),
    "halving over uct": Halving(expand=1),
    "halving with mast": Halving(policy=Mast()),
    "shuss": Shuss(solver=False),
    "shuss with mast": Shuss(solver=False, policy=Mast()),
}
every_halving = pytest.mark.parametrize("algorithm", HALVED.values(), ids=HALVED)
# Three, five, eight and nine moves.
STATES = {
    "three": Nim(12).start(),
    "five": Nim(13, 5).start().play("1"),
    "eight": Nim(20, 8).start(),
    "nine": Mnk().start(),
}
every_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES)
N = 3000 if JIT else 150  # simulations in a second of the clock that is made up


class Paced(Search):
    """A search on a clock that only simulations move on, and what was left when on it."""

    def __init__(self, monkeypatch, pace, *args, **options):
        self.now, self.pace, self.seen = 0.0, pace, []
        monkeypatch.setattr(run, "time", SimpleNamespace(perf_counter=lambda: self.now))
        super().__init__(*args, seed=1, **options)

    def _simulate(self, worker, n):
        began = self.now
        ran = super()._simulate(worker, n)
        self.now += ran * self.pace
        if ran:
            self.seen.append((began, int(worker.tree.stats.rounds[SURVIVORS])))
        return ran

    def halvings(self):
        """When there were how many left, for the first time."""
        first = {}
        for began, left in self.seen:
            first.setdefault(left, began)
        return list(first.items())


def survivors(found):
    return [int(tree.stats.rounds[SURVIVORS]) for tree in found.trees]


def left_after(n, rounds):
    for _ in range(rounds):
        n = (n + 1) // 2
    return n


def move_left(found):
    (tree,) = found.trees
    return int(tree.move[tree.stats.order[0]])


def visits(found):
    return {int(row.move): row.visits for row in found.result().rows}


def assert_tried_come_first(tree):
    first, n = int(tree.first[ROOT]), int(tree.n_children[ROOT])
    tried = [i < tree.n_tried[ROOT] for i in range(n)]
    assert [seen > 0 for seen in tree.visits[first : first + n].tolist()] == tried


# --- rounds ---------------------------------------------------------------------------


@needs_jit
@pytest.mark.parametrize("threads", [1, 2])
@every_halving
def test_one_move_is_left_when_the_time_is_over(algorithm, threads):
    found = Search(Mnk(7, 7, 4).start(), algorithm, seed=1, threads=threads)
    result = found.run(seconds=0.05)
    assert survivors(found) == [1] * threads
    if threads == 1:
        assert result.move == move_left(found)
    assert result.simulations == sum(row.visits for row in result.rows)


@every_state
@every_halving
def test_every_round_takes_its_share_of_the_time(monkeypatch, algorithm, state):
    found = Paced(monkeypatch, 1 / N, state, algorithm)
    result = found.run(seconds=1.0)
    n = len(state.moves())
    rounds = math.ceil(math.log2(n))
    halvings = found.halvings()
    assert [left for left, _ in halvings] == [left_after(n, r) for r in range(rounds + 1)]
    for r, (_, began) in enumerate(halvings):
        assert -1e-9 <= began - r / rounds < 2.5 / N
    # Those that were left had the same, and who was left longer had more.
    counts, share, total = sorted(visits(found).values()), N / rounds, 0.0
    for r in range(rounds):
        total += share / left_after(n, r)
        dropped = [counts.pop(0) for _ in range(left_after(n, r) - left_after(n, r + 1))]
        assert all(abs(count - total) < 4 for count in dropped)
    assert abs(counts[0] - total) < 6
    assert result.move == move_left(found)


def test_rounds_by_the_clock_are_those_by_simulations_when_all_take_the_same_time(monkeypatch):
    state = STATES["eight"]
    by_clock = Paced(monkeypatch, 1 / N, state, Shuss(solver=False))
    by_clock.run(seconds=1.0)
    by_number = Search(state, Shuss(solver=False), seed=1)
    by_number.run(simulations=N)
    pairs = zip(*(sorted(visits(found).values()) for found in (by_clock, by_number)), strict=True)
    assert all(abs(one - other) <= 4 for one, other in pairs)


@every_state
@every_halving
def test_rounds_begin_anew_when_a_move_was_played(monkeypatch, algorithm, state):
    found = Paced(monkeypatch, 1 / N, state, algorithm)
    found.play(found.run(seconds=1.0).move)
    n = len(found.state.moves())
    found.seen, began = [], found.now
    found.run(seconds=1.0)
    rounds = max(1, math.ceil(math.log2(n)))
    halvings = found.halvings()
    assert [left for left, _ in halvings] == [left_after(n, r) for r in range(rounds + 1)]
    for r, (_, at) in enumerate(halvings):
        assert -1e-9 <= at - began - r / rounds < 2.5 / N


@every_state
def test_more_than_one_move_may_be_left_with_floor(monkeypatch, state):
    found = Paced(monkeypatch, 1 / N, state, Halving(floor=True))
    found.run(seconds=1.0)
    n = len(state.moves())
    rounds = math.floor(math.log2(n))
    halvings = found.halvings()
    assert [left for left, _ in halvings] == [left_after(n, r) for r in range(rounds + 1)]
    for r, (_, began) in enumerate(halvings):
        assert -1e-9 <= began - r / rounds < 2.5 / N


@pytest.mark.parametrize("n", [1, 2, 5, 12, 30])
@every_state
@every_halving
def test_one_move_is_left_when_there_was_time_for_a_few_simulations(
    monkeypatch, algorithm, state, n
):
    found = Paced(monkeypatch, 1 / (n - 0.5), state, algorithm)
    result = found.run(seconds=1.0)
    assert survivors(found) == [1]
    assert n <= result.simulations <= n + 2
    assert visits(found)[move_left(found)] == max(visits(found).values())
    assert_tried_come_first(found.trees[0])


def test_no_move_is_dropped_before_it_was_tried(monkeypatch):
    """However short the rounds are: unless the time is over."""
    state = Mnk(7, 7, 4).start()
    for algorithm in (Halving(), Shuss(solver=False)):
        found = Paced(monkeypatch, 1 / 80, state, algorithm)
        found.run(seconds=1.0)
        assert min(visits(found).values()) == 1
        (left, began) = found.halvings()[1]
        assert left <= 25
        assert began == pytest.approx(49 / 80)


@every_halving
def test_only_move_is_found_when_there_is_time(monkeypatch, algorithm):
    found = Paced(monkeypatch, 1 / N, Nim(5, 1).start(), algorithm)
    result = found.run(seconds=1.0)
    assert survivors(found) == [1]
    assert result.simulations >= N


# --- simulations and seconds ----------------------------------------------------------


@every_halving
def test_what_is_spent_first_ends_rounds_when_there_are_simulations_and_seconds(
    monkeypatch, algorithm
):
    state = Mnk().start()

    def rows(**budget):
        return repr(Paced(monkeypatch, 1 / N, state, algorithm).run(**budget).rows)

    assert rows(simulations=N // 2, seconds=1.0) == rows(simulations=N // 2)
    assert rows(simulations=10**9, seconds=1.0) == rows(seconds=1.0)


@every_halving
def test_rounds_are_not_made_up_for_when_the_clock_ended_one(monkeypatch, algorithm):
    """A search that is slow at first, and then fast: the clock ends its first rounds, the number
    of simulations the others, which get their share in full."""
    found = Paced(monkeypatch, 20 / N, Nim(20, 8).start(), algorithm)
    simulate = found._simulate

    def speeding_up(worker, n):
        found.pace = (20 if found.now < 0.4 else 0.1) / N
        return simulate(worker, n)

    found._simulate = speeding_up
    found.run(simulations=N, seconds=1.0)
    counts = sorted(visits(found).values())
    assert counts[4] - counts[0] == pytest.approx(N // 12, abs=3)
    assert survivors(found)[0] <= 2


# --- ended before their time ----------------------------------------------------------


@every_halving
def test_move_is_the_best_of_those_left_when_it_is_stopped(monkeypatch, algorithm):
    endless = {"simulations": 2**31 - 1}
    for budget in ({"seconds": 1.0}, {"simulations": N}, endless):
        found = Paced(monkeypatch, 1 / N, Mnk().start(), algorithm)
        left = []

        def stop_soon(result, found=found, left=left):
            if found.now > 0.4:
                left.append(survivors(found)[0])
            return found.now > 0.4

        result = found.run(on_progress=stop_soon, **budget)
        assert left[0] in ((9,) if budget is endless else (5, 3))
        assert survivors(found) == [1]
        assert result.move == move_left(found)
        assert result.simulations < N
        assert found.run(simulations=10).simulations == 10  # and it can go on


def test_rounds_begin_anew_after_pondering():
    searcher = Searcher(Shuss(solver=False), seconds=0.02, ponder=True)
    state = Mnk().start()
    searcher.start_pondering(state)
    time.sleep(0.1)
    searcher.stop_pondering()
    pondered = searcher._kept
    assert survivors(pondered) == [1]
    assert max(row.visits for row in pondered.result().rows) > 0
    state = state.play("b2")
    result = searcher.search(state, seed=1)
    assert searcher._kept is pondered
    assert result.state == state
    assert survivors(pondered) == [1]


def test_single_block_gets_a_thousand_simulations_when_there_is_more_time():
    state = Mnk(7, 7, 4).start().play_all("b1 a1 c1 g7 d1")
    for algorithm in (Shuss(), Shuss(policy=Mast())):
        result = Search(state, algorithm, seed=1).run(seconds=600)
        assert (result.move.name, result.simulations) == ("e1", 1000)


@every_halving
def test_robust_max_ends_sooner_or_not_at_all(monkeypatch, algorithm):
    if isinstance(algorithm, Shuss):
        algorithm = algorithm._replace(c=0.0)
    found = Paced(monkeypatch, 1 / N, Mnk().start(), algorithm._replace(final=ROBUST))
    result = found.run(seconds=1.0)
    assert survivors(found) == [1]
    assert result.move == move_left(found)
    assert any(abs(result.simulations - share * N) <= 5 for share in (0.8, 1.0))


# --- nothing is compiled in a search's time -------------------------------------------

COLD = """
from numba.core import event
from playout import Nim
from playout.search import Flat, Halving, Mast, Search, Shuss, Uct

compiled = []

class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
for algorithm, threads in SEARCHES:
    found = Search(Nim(40, 8).start(), algorithm, seed=1, threads=threads)
    assert "simulate" in compiled, compiled
    for _ in range(2):
        compiled.clear()
        result = found.run(seconds=0.05)
        print(type(algorithm).__name__, threads, compiled)
        found.play(result.move)
"""


@needs_jit
@pytest.mark.parametrize(
    "searches",
    [["Halving(), 1"], ["Shuss(), 2", "Uct(), 2"], ["Uct(policy=Mast()), 1", "Flat(), 2"]],
    ids=str,
)
def test_nothing_is_compiled_in_the_time_of_a_search_when_nothing_was_before(searches, tmp_path):
    told = subprocess.run(
        [sys.executable, "-c", COLD.replace("SEARCHES", f"[({'), ('.join(searches)})]")],
        env={**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path), "PLAYOUT_QUIET": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert len(told) == 2 * len(searches)
    assert all(line.endswith(" []") for line in told), told
