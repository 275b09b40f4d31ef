"""The parts by themselves: the outbox, the pace, turns, what is kept and for how long."""

import asyncio

import pytest
from serving import run

from playout import Nim
from playout.players import player_of
from playout.search import SearchError
from playout.web import messages
from playout.web.jobs import MOST_WAITING, Job, Shelf, Slots, sentence
from playout.web.messages import Place
from playout.web.session import MOST_UNSENT, Outbox, Pace
from playout.web.views import Positions

FOUND = messages.Found(
    move="1", value=0.5, line=("1",), simulations=1, seconds=0.1, nodes=2, depth=1,
    algorithm="Uct()", rows=(),
)  # fmt: skip


def test_outbox_keeps_the_latest_progress_alone():
    async def main():
        box = Outbox()
        for i in range(1000):
            box.show(1, f"progress {i}")
        assert len(box) == 1
        box.put(messages.Started(id=2))
        assert "started" in await box.next()
        assert await box.next() == "progress 999"

    run(main())


def test_a_result_overtakes_its_progress():
    async def main():
        box = Outbox()
        box.show(1, "late")
        box.show(2, "another search's")
        box.put(messages.Result(id=1, found=FOUND))
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
        box.show(1, "nobody listens")
        assert len(box) == MOST_UNSENT

    run(main())


def test_pace():
    async def main():
        pace = Pace(rate=1000, burst=10)
        began = asyncio.get_running_loop().time()
        for _ in range(110):
            await pace.wait()
        assert asyncio.get_running_loop().time() - began >= 0.09

    run(main())


def test_turns_are_taken_in_order():
    async def main():
        slots = Slots(3)
        one, two, three = slots.queue(2), slots.queue(2), slots.queue(1)
        assert (one.done(), two.done(), three.done()) == (True, False, False)  # nobody jumps ahead
        assert slots.free == 1
        slots.give_back(2)
        assert (two.done(), three.done()) == (True, True)
        four, five = slots.queue(1), slots.queue(1)
        four.cancel()
        slots.give_back(1)
        assert five.done()
        slots.give_back(3)
        assert slots.free == 3

    run(main())


def test_next_turn_comes_when_the_one_before_it_is_cancelled():
    async def main():
        slots = Slots(2)
        running, large, small = slots.queue(1), slots.queue(2), slots.queue(1)
        assert (running.done(), large.done(), small.done()) == (True, False, False)
        large.cancel()
        await asyncio.wait_for(small, 5)  # though nobody has given anything back
        assert slots.free == 0

    run(main())


def test_not_too_many_wait():
    async def main():
        slots = Slots(0)
        waiting = [slots.queue(1) for _ in range(MOST_WAITING)]
        with pytest.raises(SearchError, match="too many searches"):
            slots.queue(1)
        waiting[0].cancel()
        slots.queue(1)

    run(main())


def finished():
    job = Job(lambda result: None)
    job.run(Nim().start(), player_of("uct:simulations=20"), 1)
    return job


def node_of(job):
    told = []
    job.ask([], told.append)
    return told[0]


def test_kept_trees_are_few():
    async def main():
        shelf = Shelf(size=2)
        one, two, three = finished(), finished(), finished()
        shelf.keep(one)
        shelf.keep(two)
        shelf.keep(one)  # used again
        shelf.keep(three)
        assert [shelf.has(job) for job in (one, two, three)] == [True, False, True]
        assert isinstance(node_of(two), SearchError)
        assert "search again" in str(node_of(two))
        assert node_of(one).visits == 20

    run(main())


def test_kept_trees_go_after_a_while():
    async def main():
        shelf = Shelf(seconds=0.1)
        job = finished()
        shelf.keep(job)
        assert node_of(job).visits == 20
        await asyncio.sleep(0.3)
        assert not shelf.has(job)
        assert isinstance(node_of(job), SearchError)

    run(main())


def test_tree_before_the_search():
    job = Job(lambda result: None)
    assert "not begun" in str(node_of(job))


def test_positions_are_forgotten():
    positions = Positions(size=1000)
    for n in range(1, 200):
        positions.state_of(Place(game="nim:500", moves=["1"] * n))
    assert 0 < len(positions) < 30
    assert positions._weight <= 1000
    before = positions.played
    state = positions.state_of(Place(game="nim:500", moves=["1"] * 3))
    assert len(state.history) == 3
    assert positions.played == before + 3


def test_unexpected_errors_tell_the_page_little(caplog):
    assert sentence(KeyError("/home/user/secret")) == "this went wrong on the server: KeyError"
    assert caplog.records
