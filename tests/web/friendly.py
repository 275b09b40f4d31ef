"""Two people and those who watch, as their pages talk to the server."""

import contextlib
import json

import httpx
from websockets.sync.client import connect

PATIENCE_S = 120  # a kernel may have to be compiled


def invite(live, game="nim", colour="first", clock=None, **headers):
    """Start a game, as a page does that may: its keys."""
    body = {"game": game, "colour": colour, "clock": clock}
    answer = httpx.post(
        live.address + "/api/friend",
        json=body,
        headers={"origin": live.address, **headers},
        timeout=PATIENCE_S,
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


class Guest:
    """A page at a game: it hears how things stand."""

    def __init__(self, socket):
        self.socket = socket
        self.table = None

    def say(self, type, /, **more):
        self.socket.send(json.dumps({"type": type, **more}))

    def hear(self, patience=PATIENCE_S):
        message = json.loads(self.socket.recv(timeout=patience))
        if message["type"] == "table":
            self.table = message
        return message

    def until(self, condition):
        """Hear until the table is so."""
        while self.table is None or not condition(self.table):
            heard = self.hear()
            assert heard["type"] != "error", heard
        return self.table

    def error(self):
        """Hear until there is an error: its code."""
        while True:
            heard = self.hear()
            if heard["type"] == "error":
                return heard["code"]

    def play(self, move):
        self.say("move", number=self.table["number"], ply=len(self.moves), move=move)

    @property
    def moves(self):
        return self.table["view"]["place"]["moves"]


@contextlib.contextmanager
def visiting(live, room, seat=None, **options):
    """A line to a game; `seat` is the key of one."""
    uri = f"ws://127.0.0.1:{live.port}/friend"
    options.setdefault("origin", live.address)
    with connect(uri, compression=None, **options) as socket:
        guest = Guest(socket)
        guest.say("enter", room=room, seat=seat)
        yield guest


@contextlib.contextmanager
def playing(live, **wanted):
    """Two players at a new game: the first to move, the second, and its keys."""
    keys = invite(live, **wanted)
    with (
        visiting(live, keys["room"], keys["mine"]) as mine,
        visiting(live, keys["room"], keys["friend"]) as friend,
    ):
        for guest in (mine, friend):
            guest.until(lambda table: all(table["here"]))
        yield mine, friend, keys
