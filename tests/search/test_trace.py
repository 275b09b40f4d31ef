"""A playout and a simulation, step by step, are those of the search itself."""

import numpy as np
import pytest
from trees import arrays_of

from playout import (
    DRAW,
    Amaf,
    Biased,
    Breakthrough,
    Connect4,
    Flat,
    Grave,
    Halving,
    Hex,
    History,
    Implicit,
    Lgr,
    Mast,
    Mnk,
    Nim,
    Nogo,
    Ppa,
    Random,
    Rave,
    Search,
    SearchError,
    Shuss,
    Ucb,
    Uct,
    UctAmaf,
    trace_playout,
)
from playout.kernel import JIT
from playout.search.tree import NODES, ROOT

needs_jit = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")
N = 200 if JIT else 40
MEMORY = 2**24  # enough, and soon copied and compared

STEPPED = {
    "uct": (Mnk(), Uct()),
    "uct, 3 playouts": (Nim(12), Uct(playouts=3, solver=False)),
    "uct, shared": (Mnk(), Uct(transpositions=True, solver=False)),
    "uct, mast": (Mnk(), Uct(policy=Mast())),
    "uct, expand 0": (Nim(12), Uct(expand=0)),
    "ucb": (Mnk(), Ucb()),
    "flat": (Mnk(), Flat()),
    "amaf": (Nim(12), Amaf(0.5, c=0.3, untried="first")),
    "rave": (Mnk(), Rave(c=0.3, expand=1)),
    "killer rave": (Mnk(), Rave(c=0.3, expand=1, killer=True, recent=5, solver=False)),
    "grave": (Mnk(), Grave(ref=10, expand=2)),
    "history": (Nim(12), History()),
    "uctamaf": (Nim(12), UctAmaf()),
}
if JIT:
    STEPPED |= {
        "implicit": (Breakthrough(5, 5), Implicit()),
        "hex": (Hex(4), Grave()),
        "connect 4": (Connect4(), Uct()),
        "nogo": (Nogo(5), Uct()),
    }
WITH_AMAF = (Rave, Grave, Amaf)  # whose `entry` is room to work in
every_stepped = pytest.mark.parametrize(("game", "algorithm"), STEPPED.values(), ids=STEPPED)


@every_stepped
def test_steps_grow_the_same_tree_as_a_run(game, algorithm):
    state = game.start()
    by_steps, by_run = (Search(state, algorithm, seed=3, memory=MEMORY) for _ in range(2))
    while by_steps.trees[0].visits[ROOT] < N and by_steps.step():
        pass
    by_run.run(int(by_steps.trees[0].visits[ROOT]))
    (one,), (two,) = by_steps.trees, by_run.trees
    assert one.counts[NODES] == two.counts[NODES] > len(state.moves())
    room = id(one.values), id(getattr(one.stats, "entry", None)) * isinstance(algorithm, WITH_AMAF)
    for x, y in zip(arrays_of(one), arrays_of(two), strict=True):
        assert id(x) in room or np.array_equal(x, y)
    streams = [found.workers[0].scratch.stream for found in (by_steps, by_run)]
    assert np.array_equal(*streams)


@every_stepped
def test_step_says_what_was_chosen_played_and_changed(game, algorithm):
    state = game.start()
    found = Search(state, algorithm, seed=5, memory=MEMORY)
    (tree,) = found.trees
    for _ in range(N // 4):
        before = tree.visits.copy(), tree.total.copy(), int(tree.counts[NODES])
        step = found.step()
        if step is None:
            break
        there = state
        for choice in step.selected:
            best = max(choice.scores.values(), default=0.0)
            assert not choice.scores or choice.scores[choice.move] >= best - 1e-5
            there = there.play(choice.move)
        assert bool(step.playouts) == (not there.is_over) or tree.proven[ROOT] or algorithm.solver
        for playout in step.playouts:
            assert playout.start == there
            check_playout(playout)
        changed = {
            name: {c.node: c for c in step.changes if c.statistic == name}
            for name in ("visits", "total")
        }
        for old, name in zip(before, ("visits", "total"), strict=False):
            now = getattr(tree, name)
            nodes = np.flatnonzero(old != now).tolist()
            assert sorted(changed[name]) == nodes
            for node, change in changed[name].items():
                assert (change.before, change.after) == (old[node], now[node])
        path = {choice.line for choice in step.selected}
        path.add(tuple(choice.move for choice in step.selected))
        assert {change.line for change in changed["visits"].values()} == path
        for change in step.changes:  # nothing else changes but what is new
            assert change.node is None or change.node >= before[2] or change.line in path
        assert (tree.counts[NODES] > before[2]) == bool(step.expanded)
        assert str(step)


def check_playout(playout):
    """Its moves lead to its result, and its codes are those of its moves."""
    there, codes = playout.start, []
    for move in playout.moves:
        codes.append(there.codes()[move])
        there = there.play(move)
    if not playout.codes:  # a shortcut that does not say its moves
        assert isinstance(playout.start.game, Nogo)
        return
    assert there.is_over
    assert there.winner == playout.winner
    assert set(codes) <= set(playout.codes)
    if not isinstance(playout.start.game, Hex):
        assert tuple(codes) == playout.codes


PLAYED = [(Mnk(), None), (Mnk(), Biased()), (Nim(9), Mast()), (Nim(9), Ppa()), (Nim(9), Lgr())]
if JIT:
    PLAYED += [(Hex(4), Random()), (Nogo(4), Random()), (Connect4(), Random())]


@pytest.mark.parametrize(("game", "policy"), PLAYED)
def test_traced_playout_is_a_game_to_its_end(game, policy):
    found = [trace_playout(game.start(), policy, seed=seed) for seed in range(10)]
    for playout in found:
        assert playout.codes
        check_playout(playout)
    again = trace_playout(game.start(), policy, seed=3)
    assert (again.moves, again.winner) == (found[3].moves, found[3].winner)
    assert len({playout.moves for playout in found}) > 1
    assert str(found[0])


def test_random_playouts_are_uniform():
    firsts = [trace_playout(Nim(9).start(), seed=seed).moves[0].name for seed in range(300)]
    assert all(70 < firsts.count(name) < 130 for name in ("1", "2", "3"))


def test_there_is_nothing_to_trace_when_the_game_is_over():
    state = Nim(1).start().play("1")
    with pytest.raises(SearchError):
        trace_playout(state)
    assert DRAW != state.winner


def test_there_is_no_step_left_when_the_root_is_proven():
    found = Search(Nim(3).start(), Uct())
    assert found.step() is None


@pytest.mark.parametrize("algorithm", [Halving(), Halving(expand=1), Shuss()])
def test_search_that_halves_cannot_be_stepped(algorithm):
    with pytest.raises(SearchError, match="halves"):
        Search(Mnk().start(), algorithm).step()


@needs_jit
def test_moves_of_a_shortcut_are_known_when_playouts_go_by_the_rules():
    found = Search(Nogo(5).start(), Uct(policy=Random(fast=False)), seed=1)
    for _ in range(20):
        (playout,) = found.step().playouts
        assert playout.codes
        check_playout(playout)


@pytest.mark.parametrize(("given", "seed"), [(Uct(), 1), (Random(), "a")], ids=str)
def test_only_a_policy_and_a_number_trace_a_playout(given, seed):
    with pytest.raises(SearchError):
        trace_playout(Nim(9).start(), given, seed=seed)


def test_policy_is_no_search():
    with pytest.raises(SearchError, match="without a tree"):
        Search(Nim(9).start(), Random())
