"""Thousands of messages that pass validation, of every kind there is: the server stays alive."""

import json
import random
import threading
from typing import get_args

import httpx
import pytest
from made_up import Maker
from serving import serving, until
from websockets.exceptions import ConnectionClosed

from playout.web import limits
from playout.web.messages import ToServer
from playout.web.parsing import parse

KINDS = get_args(ToServer)
N_TABS = 5
WAITING = 20  # messages of a tab at one time: most are answered then, not refused as too many


@pytest.fixture(autouse=True)
def fast(monkeypatch):
    monkeypatch.setattr(limits.RateLimiter.__init__, "__defaults__", (1e6, 1e6))


@pytest.mark.parametrize("kind", KINDS)
def test_made_up_messages_are_valid(kind):
    maker = Maker(random.Random(1))
    for _ in range(200):
        assert isinstance(parse(json.dumps(maker.message(kind))), kind)


class Tab:
    """A connection that says whatever it likes and reads all that comes."""

    def __init__(self, client):
        self.client = client
        self.heard = 0
        self.codes = {}
        self.open = set()
        self.room = threading.Semaphore(WAITING)
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self):
        try:
            while True:
                self._note(json.loads(self.client.socket.recv(timeout=None)))
        except ConnectionClosed:
            return

    def _note(self, message):
        self.heard += 1
        what = message.get("code", message["type"])
        self.codes[what] = self.codes.get(what, 0) + 1
        is_last = message["type"] not in ("started", "progress", "solving", "preparing")
        is_last |= message.get("part") == ""
        if is_last and message["id"] in self.open:
            self.open.discard(message["id"])
            self.room.release()

    def say(self, message):
        if message["type"] != "stop":  # which has no answer of its own
            assert self.room.acquire(timeout=60), self.open
            self.open.add(message["id"])
        self.client.socket.send(json.dumps(message))


def storm(n, seed):
    """Send n messages on some connections; how often each answer came."""
    maker = Maker(random.Random(seed))
    codes = {}
    with serving() as live:
        for _ in range(N_TABS):
            with live.client() as client:
                tab = Tab(client)
                for id in range(1, n // N_TABS + 1):
                    message = maker.message(maker.dice.choice(KINDS)) | {"id": id}
                    if "search" in message or message["type"] == "stop":  # one of these, perhaps
                        message["search" if "search" in message else "id"] = id - 1
                    tab.say(message)
                until(lambda tab=tab: not tab.open or not tab.thread.is_alive())
                assert tab.thread.is_alive(), "it closed the connection"
            tab.thread.join(20)
            for code, m in tab.codes.items():
                codes[code] = codes.get(code, 0) + m
        with live.client() as other:
            assert other.view("nim")["type"] == "view"
        assert httpx.get(live.address + "/api/catalogue").status_code == 200
        assert not live.state.connections
    return codes


def check(codes, caplog):
    assert "server-error" not in codes, caplog.text
    assert "bad-message" not in codes
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    for kind in ("view", "result", "unknown-game"):  # it got further than to be read
        assert codes[kind] > 0, codes


def test_some_hundred_messages(caplog):
    check(storm(400, 1), caplog)


@pytest.mark.full
def test_ten_thousand_messages(caplog):
    check(storm(10_000, 2), caplog)
