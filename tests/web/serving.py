"""A live server in a thread, and a client that talks to it as the page does."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import uvicorn
from websockets.sync.client import connect

from playout.kernel import let_words_wrap
from playout.web.jobs import ACTIVE_JOBS
from playout.web.server import _listen, app_for, config_for

PATIENCE_S = 300  # a kernel may have to be compiled, on a busy machine


class Live:
    """A server that runs."""

    def __init__(self, app, port):
        self.state = app.app.state.playout
        self.app = app.app
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    @contextlib.contextmanager
    def client(self, origin="", receive_buffer=None, **options):
        uri = f"ws://127.0.0.1:{self.port}/ws"
        options.setdefault("max_size", None)
        options.setdefault("compression", None)
        if receive_buffer:
            options["sock"] = socket.socket()
            options["sock"].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            options["sock"].connect(("127.0.0.1", self.port))
        with connect(uri, origin=origin or self.address, **options) as connection:
            yield Client(connection)


class Client:
    """One connection."""

    def __init__(self, socket):
        self.socket = socket

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def hear(self, timeout=PATIENCE_S, compiling=False):
        """The next message; what is compiled, where nothing is on disk yet, is left out."""
        while True:
            message = json.loads(self.socket.recv(timeout=timeout))
            if compiling or message["type"] != "preparing":
                return message

    def hear_until(self, *types, id=None):
        """All messages up to the first of these types (and this id)."""
        heard = []
        while True:
            heard.append(self.hear())
            if heard[-1]["type"] in types and id in (None, heard[-1]["id"]):
                return heard

    def ask(self, **message):
        """The answer to a message: the last one, where there are several."""
        self.say(**message)
        return self.hear_until("view", "result", "tree", "error", id=message.get("id"))[-1]

    def view(self, game, *moves, position=None):
        return self.ask(type="view", id=1, place=place(game, *moves, position=position))

    def search(self, id, game, player, *moves, **more):
        self.say(type="search", id=id, place=place(game, *moves), player=player, **more)


def place(game, *moves, position=None):
    return {"game": game, "position": position, "moves": list(moves)}


@contextlib.contextmanager
def serving(hosts=(), token=None, send_buffer=None, **options):
    """A server on a free port, for as long as the block lasts."""
    app = app_for(hosts, token, **options)
    server = uvicorn.Server(config_for(app))
    listening = _listen("127.0.0.1", 0)
    if send_buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until(lambda: server.started)
    try:
        yield Live(app, listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()
        until(lambda: not ACTIVE_JOBS)


def until(condition, seconds=PATIENCE_S):
    """Wait for something to be so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.005)


def run(work):
    """What a coroutine returns, run in a thread of its own: the browser's driver has a loop in
    this one."""
    with ThreadPoolExecutor(1, initializer=let_words_wrap) as pool:
        return pool.submit(asyncio.run, work).result()
