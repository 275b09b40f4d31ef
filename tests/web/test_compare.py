"""The curve of a search: what it thought after few simulations, more, and many more."""

import time
from itertools import pairwise

import pytest
from serving import place, serving

from playout import Hex, Uct, search
from playout.web.jobs import Job, player_for


@pytest.fixture(scope="module")
def live():
    with serving() as made:
        yield made


def curve_of(live, player, seed=3, **more):
    with live.client() as client:
        client.search(1, "hex:4", player, "b2", seed=seed, **more)
        heard = client.hear_until("result", "error", id=1)
    samples = [message["report"] for message in heard if message["type"] == "sample"]
    return samples, heard[-1]["report"]


def test_a_curve_begins_early_and_grows(live):
    samples, result = curve_of(live, "uct:simulations=3000", curve=True)
    done = [sample["simulations"] for sample in samples]
    assert done == sorted(set(done))
    assert done[0] <= 16
    assert sum(n <= 1000 for n in done) >= 4
    assert done[-1] <= result["simulations"] == 3000


def test_a_busy_moment_leaves_no_gap_in_the_curve():
    done = []

    def sampled(result):
        done.append(result.simulations)
        if len(done) == 2:
            time.sleep(0.5)  # a hundred times what the search takes

    player = player_for("uct:simulations=3000")
    Job(lambda result: None, sampled=sampled).run(Hex(4).start(), player, seed=3)
    assert len(done) >= 6
    assert all(late <= 3.1 * early for early, late in pairwise(done))


def test_samples_are_what_shorter_searches_of_the_same_seed_think(live):
    samples, _ = curve_of(live, "uct:simulations=500", curve=True)
    state = Hex(4).start().play("b2")
    for sample in samples:
        alone = search(state, Uct(), simulations=sample["simulations"], seed=3)
        visits = {row.move.name: row.visits for row in alone.rows}
        assert {row["move"]: row["visits"] for row in sample["rows"]} == visits
        assert sample["value"] == pytest.approx(alone.value)


def test_without_being_asked_there_are_no_samples(live):
    assert curve_of(live, "uct:simulations=300")[0] == []


def test_policies_and_proofs_have_no_curve(live):
    assert curve_of(live, "random", curve=True)[0] == []


def test_two_connections_search_at_once(live):
    """As the page does to compare two searches: neither stops the other."""
    with live.client() as one, live.client() as other:
        for client in (one, other):
            client.search(1, "hex:11", "uct:seconds=60", curve=True)
        for client in (one, other):
            client.hear_until("sample")
        for client in (one, other):
            client.hear_until("progress")  # both are still at it
            client.say(type="stop", id=1)
        for client in (one, other):
            client.hear_until("result", id=1)


def test_a_curve_is_true_or_false(live):
    with live.client() as client:
        for curve in (1, "yes", None, {}):
            where = place("hex:4")
            reply = client.ask(type="search", id=1, place=where, player="random", curve=curve)
            assert reply["code"] == "bad-message"
