"""All tabs together stay below a ceiling of memory, however many there are."""

import contextlib
import os
import sys

import psutil
import pytest
from serving import serving

from playout.kernel import JIT
from playout.web import jobs, limits

pytestmark = pytest.mark.full
MIB = 2**20
SHARE = 24 * MIB  # of a search here: a tree of it is grown in a moment
CEILING = 4 * SHARE
SEARCH = "uct:simulations=100000,solver=false,expand=0,threads=1"


def resident():
    return psutil.Process(os.getpid()).memory_info().rss


def test_ceilings_hold_whatever_the_machine():
    """What can run at one time, by the threads there are, fits."""
    assert limits.MOST_THREADS * limits.SEARCH_MEMORY <= limits.TREE_MEMORY
    solvers = limits.MOST_SOLVERS + limits.MOST_THREADS + limits.MOST_IDLE
    assert solvers * limits.SOLVER_MEMORY <= limits.ALL_SOLVERS_MEMORY


@pytest.mark.skipif(not JIT, reason="nothing grows fast enough")
@pytest.mark.skipif(sys.platform != "linux", reason="others count memory in other ways")
def test_trees_of_all_tabs_stay_below_the_ceiling(monkeypatch):
    monkeypatch.setattr(jobs, "SEARCH_MEMORY", SHARE)
    monkeypatch.setattr(jobs, "TREE_MEMORY", CEILING)
    with serving() as live, contextlib.ExitStack() as tabs:

        def search(n):
            client = tabs.enter_context(live.client())
            client.search(n, "hex:size=11", SEARCH)
            done = client.hear_until("result", "error", id=n)[-1]
            assert done["type"] == "result", done
            return client, done["report"]["nodes"]

        search(1)
        first = resident()  # compiled, and with one tree
        most, clients = first, []
        for n in range(2, 10):
            client, nodes = search(n)
            clients.append(client)
            assert nodes > 50_000  # full, or near it
            most = max(most, resident())
        assert most - first < CEILING
        # Those that were used last are still there, the others say that they are gone.
        last = clients[-1].ask(type="tree", id=99, search=9, path=[])
        assert last["type"] == "tree"
        gone = clients[0].ask(type="tree", id=99, search=2, path=[])
        assert gone["code"] == "tree-gone"
    print(f"{(most - first) / MIB:.0f} MiB more for 8 tabs, ceiling {CEILING / MIB:.0f} MiB")
