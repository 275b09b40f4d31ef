"""The parts by themselves: the outbox, the limiters, the caches, and errors as messages."""

import asyncio
import json

import pytest
from serving import run

from playout import Nim
from playout.players import player_of
from playout.search import SearchError
from playout.web import messages
from playout.web.jobs import Job, TreeCache
from playout.web.limits import MOST_WAITING, RateLimiter, ThreadLimiter
from playout.web.messages import Place
from playout.web.outbox import MOST_UNSENT, Outbox
from playout.web.positions import PositionCache
from playout.web.refusal import error_of

REPORT = messages.SearchReport(
    move="1", value=0.5, line=("1",), simulations=1, seconds=0.1, nodes=2, depth=1,
    algorithm="Uct()", rows=(),
)  # fmt: skip


def test_outbox_keeps_the_latest_progress_alone():
    async def main():
        box = Outbox()
        for i in range(1000):
            box.put_progress(1, f"progress {i}")
        assert len(box) == 1
        box.put(messages.Started(id=2))
        assert "started" in await box.next()
        assert await box.next() == "progress 999"

    run(main())


def test_a_result_overtakes_its_progress():
    async def main():
        box = Outbox()
        box.put_progress(1, "late")
        box.put_progress(2, "another search's")
        box.put(messages.Result(id=1, report=REPORT))
        assert '"result"' in await box.next()
        assert await box.next() == "another search's"
        assert len(box) == 0

    run(main())


def test_a_full_outbox_makes_its_reader_wait():
    async def main():
        box = Outbox()
        for i in range(MOST_UNSENT + 1):
            box.put(messages.Started(id=i))
        waiting = asyncio.ensure_future(box.until_short())
        await asyncio.sleep(0.01)
        assert not waiting.done()
        await box.next()
        await asyncio.wait_for(waiting, 5)
        box.is_closed = True
        box.put(messages.Started(id=0))
        box.put_progress(1, "nobody listens")
        assert len(box) == MOST_UNSENT

    run(main())


def test_rate_limiter():
    async def main():
        limiter = RateLimiter(rate=1000, burst=10)
        began = asyncio.get_running_loop().time()
        for _ in range(110):
            await limiter.wait()
        assert asyncio.get_running_loop().time() - began >= 0.09

    run(main())


def test_turns_are_taken_in_order():
    async def main():
        threads = ThreadLimiter(3)
        one, two, three = threads.acquire(2), threads.acquire(2), threads.acquire(1)
        assert (one.done(), two.done(), three.done()) == (True, False, False)  # nobody jumps ahead
        assert threads.free == 1
        threads.release(2)
        assert (two.done(), three.done()) == (True, True)
        four, five = threads.acquire(1), threads.acquire(1)
        four.cancel()
        threads.release(1)
        assert five.done()
        threads.release(3)
        assert threads.free == 3

    run(main())


def test_next_turn_comes_when_the_one_before_it_is_cancelled():
    async def main():
        threads = ThreadLimiter(2)
        running, large, small = threads.acquire(1), threads.acquire(2), threads.acquire(1)
        assert (running.done(), large.done(), small.done()) == (True, False, False)
        large.cancel()
        await asyncio.wait_for(small, 5)  # though nobody has given anything back
        assert threads.free == 0

    run(main())


def test_not_too_many_wait():
    async def main():
        threads = ThreadLimiter(0)
        waiting = [threads.acquire(1) for _ in range(MOST_WAITING)]
        with pytest.raises(SearchError, match="try again"):
            threads.acquire(1)
        waiting[0].cancel()
        threads.acquire(1)

    run(main())


def finished():
    job = Job(lambda result: None)
    job.run(Nim().start(), player_of("uct:simulations=20"), 1)
    return job


def node_of(job):
    replies = []
    job.request_node([], replies.append)
    return replies[0]


def test_kept_trees_are_few():
    async def main():
        trees = TreeCache(size=2)
        one, two, three = finished(), finished(), finished()
        trees.keep(one)
        trees.keep(two)
        trees.keep(one)  # used again
        trees.keep(three)
        assert [job in trees for job in (one, two, three)] == [True, False, True]
        assert node_of(two).code == "tree-gone"
        assert node_of(one).visits == 20

    run(main())


def test_kept_trees_go_after_a_while():
    async def main():
        trees = TreeCache(seconds=0.1)
        job = finished()
        trees.keep(job)
        assert node_of(job).visits == 20
        await asyncio.sleep(0.3)
        assert job not in trees
        assert node_of(job).code == "tree-gone"

    run(main())


def test_tree_before_the_search():
    job = Job(lambda result: None)
    assert node_of(job).code == "tree-not-begun"


def test_positions_are_forgotten():
    positions = PositionCache(size=1000)
    for n in range(1, 200):
        positions.state_of(Place(game="nim:500", moves=["1"] * n))
    assert 0 < len(positions) < 30
    assert positions._weight <= 1000
    before = positions.played
    state = positions.state_of(Place(game="nim:500", moves=["1"] * 3))
    assert len(state.history) == 3
    assert positions.played == before + 3


def test_unexpected_errors_tell_the_page_little(caplog):
    reply = error_of(7, KeyError("/home/user/secret"))
    assert (reply.id, reply.code, reply.fields) == (7, "server-error", {"kind": "KeyError"})
    assert "secret" not in reply.model_dump_json()
    assert caplog.records


def test_fields_of_an_error_are_plain_json():
    odd = {"huge": 10**40, "nan": float("nan"), "cell": (1, 2), "n": 3, "long": "x" * 9999}
    reply = error_of(None, SearchError("{n} of them", "some-code", **odd))
    fields = json.loads(reply.model_dump_json())["fields"]
    assert (fields["huge"], fields["nan"], fields["n"]) == (str(10**40), "nan", 3)
    assert (fields["cell"], len(fields["long"])) == ("(1, 2)", 200)
