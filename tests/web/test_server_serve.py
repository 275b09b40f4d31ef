"""`playout web` as it is started: what it prints, and how it ends."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest
from serving import place
from websockets.sync.client import connect

from playout.web import server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals differ")


@contextlib.contextmanager
def started(*arguments, **environment):
    process = subprocess.Popen(
        [sys.executable, "-m", "playout", "web", "--no-browser", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PLAYOUT_QUIET": "1", "PYTHONUNBUFFERED": "1", **environment},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def end(process, how=signal.SIGINT):
    process.send_signal(how)
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err


def test_address_and_end():
    with started("--port", "0") as process:
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert int(address[1]) > 0
        assert "token" not in line
        assert httpx.get(address[0] + "api/catalogue").status_code == 200
        assert end(process) == (0, "", "")


def test_end_in_mid_search():
    with started("--port", "0") as process:
        port = re.search(r":(\d+)/", process.stdout.readline())[1]
        origin = f"http://127.0.0.1:{port}"
        with connect(f"ws://127.0.0.1:{port}/ws", origin=origin) as client:
            ask = {"type": "search", "id": 1, "place": place("nim"), "player": "uct:seconds=50"}
            client.send(json.dumps(ask | {"player": "uct:seconds=50,solver=false"}))
            while json.loads(client.recv(timeout=120))["type"] != "progress":
                pass
            began = time.monotonic()
            assert end(process) == (0, "", "")
            assert time.monotonic() - began < 25  # not when the search would have ended


def test_busy_port():
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with started("--port", str(port)) as process:
            out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert out == ""
    assert err == f"playout: cannot serve on 127.0.0.1, port {port}: Address already in use\n"


@pytest.mark.parametrize(
    ("where", "why"),
    [
        (("--host", "no such host"), "cannot serve on"),
        (("--port", "99999"), "--port must be from 0 to 65535"),
        (("--games", "/proc/nope"), "--games: games cannot be kept in /proc/nope: "),
        (("--token", "x" * 15), "a token needs at least 16 characters, not 15; without one,"),
    ],
)
def test_impossible_addresses_and_folders(where, why):
    with started(*where) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.startswith(f"playout: {why}")
    assert err.count("\n") == 1


def test_token_is_made_up_where_others_can_come():
    with started("--port", "0", "--host", "0.0.0.0") as process:
        line = process.stdout.readline()
        found = re.search(r"http://[^/]+:(\d+)/#token=([\w-]{32,})", line)
        address = f"http://127.0.0.1:{found[1]}/api/catalogue"
        assert httpx.get(address).status_code == 401
        bearer = {"authorization": f"Bearer {found[2]}"}
        assert httpx.get(address, headers=bearer).status_code == 200


def test_token_from_the_environment():
    """Where other users of the machine do not see it, as they do in the list of processes."""
    token = "sixteen letters!"
    with started("--port", "0", PLAYOUT_TOKEN=token) as process:
        line = process.stdout.readline()
        assert "#token=sixteen%20letters%21" in line
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)[0] + "api/catalogue"
        assert httpx.get(address).status_code == 401
        bearer = {"authorization": f"Bearer {token}"}
        assert httpx.get(address, headers=bearer).status_code == 200
    with started("--port", "0", PLAYOUT_TOKEN="short") as process:
        assert "at least 16 characters" in process.communicate(timeout=60)[1]


def test_browser_is_opened(monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(server.webbrowser, "open", opened.append)
    monkeypatch.setattr(server.uvicorn.Server, "run", lambda self, sockets: sockets[0].close())
    assert server.serve(port=0, token="a+b c, sixteen and more") == 0
    deadline = time.monotonic() + 10
    while not opened and time.monotonic() < deadline:
        time.sleep(0.01)
    assert opened == [re.search(r"http://\S+", capsys.readouterr().out)[0]]
    assert opened[0].endswith("/#token=a%2Bb%20c%2C%20sixteen%20and%20more")
    assert server.serve(port=0, token="", open_browser=False) == 0
    assert "token" not in capsys.readouterr().out
    time.sleep(0.05)
    assert len(opened) == 1
