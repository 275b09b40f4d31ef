"""Players as the command line names them."""

import subprocess
import sys
from dataclasses import replace

import pytest

from playout import Connect4, SearchError, Weights, find, search
from playout.kernel import JIT
from playout.players import player_of
from playout.registry import REGISTRY, is_ours
from playout.search import LEVELS, MASTER, Puct, best_for, default_for
from playout.solve import solve
from playout.solve.connect4 import Connect4Solver
from playout.solve.solution import UNKNOWN, Solution
from playout.warmup import Part, parts_of, parts_of_player, parts_of_release


def test_settings_of_the_same_name_can_be_told_apart():
    both = player_of("rave:beta=weights,beta.final=0.25,final=1").algorithm
    assert (both.beta.final, both.final) == (0.25, 1)
    own = player_of("rave:beta=weights,final=secure").algorithm
    assert (own.beta, own.final) == (Weights(), 2)
    policy = player_of("amaf:policy=ppa,policy.alpha=0.25,alpha=0.75").algorithm
    assert (policy.policy.alpha, policy.alpha) == (0.25, 0.75)
    with pytest.raises(SearchError, match=r"rave has no setting 'beta\.k'"):
        player_of("rave:beta=weights,beta.k=1")


# --- the default ------------------------------------------------------------------------

START = {name: find(name).start() for name in ("nim:9", "mnk", "connect4")}


@pytest.mark.parametrize("name", START)
@pytest.mark.parametrize("threads", [1, 2])
def test_there_is_one_default(name, threads):
    """However it is asked for: with simulations all of it is a search, the same by its seed."""
    state, n = START[name], 60 if JIT else 8
    budget = {"simulations": n, "seed": 3, "threads": threads}
    asked = player_of(f"default:simulations={n},threads={threads}").search(state, 3)
    named = search(state, default_for(state.game), **budget)
    assert without_time(search(state, **budget)) == without_time(named) == without_time(asked)


NETWORK = {  # boards, and whether a network is measured to be better there
    "hex": True,
    "hex:7": True,
    "hex:5": False,
    "breakthrough": True,
    "breakthrough:6x6": False,
    "breakthrough:misere=true": False,
    "connect4": True,
    "connect4:line=5": False,
    "go": True,
    "go:13": False,
    "go:komi=5.5": False,
    "atarigo": True,
    "domineering": True,
    "domineering:7x4": False,
    "knightthrough": True,
    "nogo": True,
    "mnk:15x15x5": True,
    "mnk": False,
}


@pytest.mark.parametrize("name", NETWORK)
def test_default_has_a_network_by_the_clock_where_that_is_better(name):
    """The highest level has it too; those below, and whoever counts simulations, never."""
    state = find(name).start()
    plain, best = default_for(state.game), best_for(state.game)
    assert (best == Puct()) == NETWORK[name]
    for text in ("default", "default:seconds=3,threads=2", "master", "perfect"):
        assert player_of(text).search_of(state.game) == best
    for text in (*(set(LEVELS) - {MASTER}), "strong", "default:simulations=10"):
        assert player_of(text).search_of(state.game) == plain
    for text in ("default:simulations=10,seconds=1", "master:simulations=10", "maximum:seconds=9"):
        assert player_of(text).search_of(state.game) == plain


@pytest.mark.parametrize("size", [3, 4])
def test_first_stone_is_taken_over_where_it_wins(size):
    """After each opening of a small board: the solver knows who wins without a swap."""
    state, player = find(f"hex:size={size},swap=true").start(), player_of("hard")
    rules = find(f"hex:size={size}")
    for opening in state.moves():
        choice = player.choose(state.play(opening), seed=1)
        black_wins = solve(rules.start().play(opening)).outcome == "loss"
        assert (choice.move.name == "swap") == black_wins, opening.name
        assert choice.value > 0.5


@pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
@pytest.mark.parametrize("level", ["hard", "master:seconds=0.2"])
def test_centre_is_no_opening_and_is_taken_over(level):
    """GRAVE gave the swap, which no playout plays, a single simulation; the networks have learnt
    the game without one."""
    start, player = find("hex:swap=true").start(), player_of(level)
    first = player.choose(start, seed=1)
    assert first.move.name not in {f"{col}{row}" for col in "defgh" for row in range(5, 8)}
    assert 0.45 < first.value <= 0.5
    for opening, is_good in (("f6", True), ("a1", False)):
        result = player.search(start.play(opening), seed=1)
        assert (result.move.name == "swap") == is_good
        assert result.value > 0.5 - 0.02
        assert result.state == start.play(opening)
        assert {row.move for row in result.rows} == set(start.play(opening).moves())
    after = start.play("f6").play("swap")
    assert player.choose(after, seed=1).move.name != "f6"


def test_what_a_level_needs_is_compiled_for_it():
    def needs(game, text):
        parts = parts_of_player(game, text, player_of(text))
        return [part.player for part in parts if part.kind == "simulate"]

    assert needs("hex", "medium") == needs("hex", "maximum") == ["maximum"]
    assert needs("hex", "master") == needs("hex", "default:seconds=9") == ["default"]
    assert needs("hex:size=11,swap=true", "master") == ["default"]
    assert needs("go:13", "medium") == needs("go:13", "master") == ["default"]  # no network
    assert {"default", "maximum"} <= {part.player for part in parts_of("breakthrough")}


def without_time(result):
    return replace(result, seconds=0.0, rows=tuple(map(str, result.rows)))


SMALL = Connect4(4, 4) if JIT else Connect4(3, 3, 3)


def test_default_proves_first_however_it_is_asked_for():
    state = SMALL.start()
    found, asked = search(state, seconds=60), player_of("default:seconds=60").search(state)
    for result in (found, asked):
        assert result.algorithm is None
        assert result.value == 0.5
        assert result.simulations == result.nodes
        assert {row.proven for row in result.rows} <= {"draw", "lost"}
        assert all(row.visits == 0 for row in result.rows)
    assert (found.move, found.rows[0].distance) == (asked.move, asked.rows[0].distance)
    assert "proven by a solver" in str(found)
    assert search(state, default_for(SMALL), seconds=0.05).algorithm == default_for(SMALL)
    assert search(state, simulations=5).algorithm == default_for(SMALL)


def test_default_search_goes_on_where_nothing_is_proven(monkeypatch):
    asked = []

    def solve(self, state, *, seconds=None, all_moves=False, on_progress=None):
        asked.append(seconds)
        return Solution(state, UNKNOWN, None, None, (), (), 7, 0.01, "time")

    monkeypatch.setattr(Connect4Solver, "solve", solve)
    result = search(SMALL.start(), seconds=0.1, seed=1)
    assert asked == [pytest.approx(0.08)]
    assert result.algorithm == default_for(SMALL)
    assert result.simulations > 0


# --- nothing is compiled in the time of a move --------------------------------------------

# Kernels are looked for on disk before they are compiled: whoever looks is not ready.
WATCHING = """
from playout import find
from playout.cache import KernelCache
from playout.solve.clock import Clock

looked_for, load, begin = [], KernelCache.load_overload, Clock.__init__
clock_runs = False

def noted(self, *args):
    if clock_runs:
        looked_for.append(self.function.__name__)
    return load(self, *args)

def begun(self, seconds=None, *args):
    global clock_runs
    clock_runs = clock_runs or seconds is not None
    begin(self, seconds, *args)

KernelCache.load_overload, Clock.__init__ = noted, begun
"""
SOLVING = """
from playout.solve import solve
for name in ("hex:3", "connect4:4x4", "nim:9"):
    clock_runs = False
    solution = solve(find(name).start(), seconds=60, all_moves=True)
    assert clock_runs
    print(name, solution.outcome, looked_for)
"""
PREPARED = """
from playout.players import player_of
for name, text in (
    ("connect4", "default:seconds=0.1"),
    ("nim:9", "random"),
    ("nim:9", "strong"),
    ("nim:9", "halving:seconds=0.05"),
    ("nim:9", "uct:simulations=5,reuse=true"),
    ("nim:9", "uct:seconds=0.1,prove=0.5"),
):
    player, state = player_of(text), find(name).start()
    player.prepare(state)
    looked_for.clear()
    clock_runs = True
    for _ in range(3):
        state = state.play(player.choose(state, 1).move)
    print(name, text, looked_for)
"""
ON_A_CLOCK = """
from playout.formats import GtpServer
server = GtpServer("uct:seconds=3600", "nim:9")
assert server.answer("time_settings 2 0 0") == "=\\n\\n"
clock_runs = True
print(server.answer("genmove b")[0], looked_for)
"""


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
@pytest.mark.parametrize(
    ("script", "outcomes"),
    [(SOLVING, ["win", "draw", "win"]), (PREPARED, [""] * 6), (ON_A_CLOCK, ["="])],
)
def test_no_kernel_is_looked_for_once_the_clock_runs(script, outcomes):
    done = subprocess.run(
        [sys.executable, "-c", WATCHING + script], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(outcomes)
    for line, outcome in zip(lines, outcomes, strict=True):
        assert line.endswith(" []"), line
        assert outcome in line


def test_a_release_has_every_playout_policy_that_fits_as_a_player():
    own = [name for name, cls in REGISTRY["policy"].items() if is_ours(cls)]
    for game, fits in (("hex", True), ("nim", False)):
        parts = parts_of_release(game)
        policies = {part.player for part in parts if part.kind == "pick"}
        assert policies == {*own} - ({"bridges"} if not fits else set())
        assert {*parts_of(game)} < {*parts}
        assert len(parts) == len({*parts})
        assert Part("pick", game, "mast") in parts
