"""Playouts: fast ones draw from the generic one's law, and every way of running agrees."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from boards import EVERY, SMALL
from scipy import stats

from playout import find, run_playouts
from playout.conformance import random_game
from playout.kernel import JIT, entry, seed_stream, split
from playout.playouts import Scratch

needs_jit = pytest.mark.skipif(not JIT, reason="takes too long with the JIT off")


@entry
def generic_winners(game, start, scratch, seed, winners):
    for i in range(len(winners)):
        for j in range(game.n_words()):
            scratch.state[j] = start[j]
        seed_stream(scratch.stream, split(seed, i))
        winners[i] = game.generic_playout(scratch.state, scratch.stream, scratch.moves)


def by_the_rules(state, n, seed):
    winners = np.empty(n, np.int8)
    scratch = Scratch.of(state.game)
    generic_winners(state.game, state.words, scratch, np.uint64(seed), winners)
    return winners


def p_value(state, n):
    """How likely two samples as different as these are, were their law the same."""
    fast = np.bincount(run_playouts(state, n, seed=1), minlength=3)
    generic = np.bincount(by_the_rules(state, n, seed=2), minlength=3)
    table = np.array([fast, generic])
    table = table[:, table.sum(axis=0) > 0]
    return 1.0 if table.shape[1] == 1 else stats.chi2_contingency(table).pvalue


@needs_jit
@pytest.mark.parametrize("plies", [0, 1, 6])
@pytest.mark.parametrize("name", EVERY)
def test_fast_playout_has_the_law_of_the_generic_one(name, plies):
    state = random_game(find(name), seed=plies, plies=plies)
    n = 20_000 if state.game.n_moves() < 150 else 4_000
    assert p_value(state, n) > 1e-4


@needs_jit
def test_chi_squared_test_notices_a_playout_that_is_off_by_little():
    # Black to move has one cell more than it should: what a wrong rounding would do.
    state = find("hex:5").start()
    fair = np.bincount(run_playouts(state, 20_000, seed=1), minlength=3)
    unfair = np.bincount(run_playouts(state.play("a1"), 20_000, seed=2), minlength=3)
    assert stats.chi2_contingency(np.array([fair, unfair])[:, :2]).pvalue < 1e-4


def test_playouts_depend_on_the_seed_and_the_index_alone():
    state = find("connect4").start()
    whole = run_playouts(state, 20, seed=5)
    parts = [run_playouts(state, 5, seed=5, first=first) for first in (0, 5, 10, 15)]
    assert np.concatenate(parts).tolist() == whole.tolist()
    assert run_playouts(state, 20, seed=6).tolist() != whole.tolist()
    assert run_playouts(state, 3, seed=2**64 + 5).tolist() == whole[:3].tolist()
    assert run_playouts(state, 3, seed=-1).tolist() == run_playouts(state, 3, 2**64 - 1).tolist()


PROGRAM = """
import json, sys
from playout import find, run_playouts
from playout.conformance import random_game
print(json.dumps({name: (run_playouts(find(name).start(), 8, seed=9).tolist(),
                         random_game(find(name), 4)._key) for name in sys.argv[1:]}))
"""


ALL = [*SMALL, "hex:5", "connect4", "atarigo:9", "mnk:15x15x5"]


@needs_jit
@pytest.mark.parametrize(
    "names", [["hex:5", "connect4", "nim:7"], pytest.param(ALL, marks=pytest.mark.full)], ids=len
)
def test_interpreted_and_compiled_runs_agree(names):
    def run(**environment):
        output = subprocess.run(
            [sys.executable, "-c", PROGRAM, *names],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(output.stdout)

    assert run(NUMBA_DISABLE_JIT="1") == run()
