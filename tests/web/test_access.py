"""Each attack, tried."""

import asyncio
import contextlib
import http.client
import json
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx
import pytest
from serving import place, run, serving
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect

from playout.web import access, connection, http_protocol, limits, pages
from playout.web.access import MOST_BYTES, AccessControl, cookie_value, is_loopback
from playout.web.limits import MOST_WRONG

TOKEN = 'correct horse; "battery" staple'
EVIL_HOSTS = [
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1.nip.io:{port}",
    "localhost.evil.example",
    "127.0.0.1@evil.example",
    "127.0.0.1:80:80",
    "127.0.0.1 evil.example",
    "[::1",
    "0.0.0.0:{port}",
    "192.168.1.5:{port}",
    "",
]
EVIL_ORIGINS = [
    "http://evil.example",
    "https://evil.example",
    "null",
    "",
    "http://127.0.0.1",  # another port
    "http://127.0.0.1:1",
    "http://127.0.0.1:{port}.evil.example",
    "http://127.0.0.1:{port}/",
    "http://user@127.0.0.1:{port}",
    "file://",
    "ftp://127.0.0.1:{port}",
    "http://localhost:{port}",  # ours, but not the one that was asked
]


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Wrong passwords are answered late, which only some tests are about."""
    monkeypatch.setattr(limits, "WRONG_S", 0.01)


@pytest.fixture(scope="module")
def live():
    with serving() as server:
        yield server


@pytest.fixture(scope="module")
def locked():
    with serving(["192.168.1.5"], TOKEN) as server:
        yield server


# The server may be slow to answer: the machine may be busy.
fetch, send = partial(httpx.get, timeout=60), partial(httpx.post, timeout=60)


def get(live, path, **headers):
    return fetch(live.address + path, headers=headers)


@contextlib.contextmanager
def socket_to(live, host=None, **options):
    """A WebSocket to the server, under the name of some host."""
    with socket.create_connection(("127.0.0.1", live.port)) as sock:
        name = host or f"127.0.0.1:{live.port}"
        with connect(f"ws://{name}/ws", sock=sock, compression=None, **options) as connection:
            yield connection


def refused(live, **options):
    """The status by which a WebSocket was refused."""
    with pytest.raises(InvalidStatus) as caught, socket_to(live, **options):
        pass
    return caught.value.response.status_code


# --- the host ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}", "localhost"]
)
def test_own_names_are_answered(live, host):
    host = host.format(port=live.port)
    assert get(live, "/api/catalogue", host=host).status_code == 200
    with socket_to(live, host, origin=f"http://{host}") as connection:
        connection.send("?")
        assert json.loads(connection.recv())["type"] == "error"


@pytest.mark.parametrize("host", EVIL_HOSTS)
def test_other_hosts_are_not(live, host):
    host = host.format(port=live.port)
    for path in ("/", "/api/catalogue", "/nothing"):
        assert get(live, path, host=host).status_code == 400
    raw = http.client.HTTPConnection("127.0.0.1", live.port)
    raw.putrequest("POST", "/api/token", skip_host=True)
    raw.putheader("Host", host)
    raw.putheader("Origin", f"http://{host}")
    raw.endheaders()
    assert raw.getresponse().status == 400
    raw.close()


def test_rebinding_is_refused_though_the_origin_fits(live):
    for host in (f"evil.example:{live.port}", f"127.0.0.1.nip.io:{live.port}"):
        assert refused(live, host=host, origin=f"http://{host}") == 403


def test_two_hosts_are_none():
    """Some servers refuse them by themselves, others take the first, or the last."""
    events = []

    async def app(scope, receive, send):
        events.append({"status": "let in"})

    async def send(event):
        events.append(event)

    async def receive():
        return {"type": "http.request", "body": b""}

    ours, evil = (b"host", b"127.0.0.1"), (b"host", b"evil.example")
    for headers, status in (
        ([ours], "let in"),
        ([ours, evil], 400),
        ([evil, ours], 400),
        ([], 400),
    ):
        events.clear()
        scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
        run(AccessControl(app, [], None, [], limits.WrongTries())(scope, receive, send))
        assert events[0]["status"] == status


def test_any_address_stands_for_addresses_but_for_no_name():
    with serving(["0.0.0.0"], TOKEN) as live:
        assert get(live, "/", host="192.168.1.77:80").status_code in (200, 503)
        assert get(live, "/", host="evil.example").status_code == 400


# --- the origin ----------------------------------------------------------------------


@pytest.mark.parametrize("origin", EVIL_ORIGINS)
def test_other_pages_cannot_talk(live, origin):
    origin = origin.format(port=live.port)
    assert refused(live, origin=origin) == 403
    post = send(live.address + "/api/token", json={"token": "x"}, headers={"origin": origin})
    assert post.status_code == 403
    assert get(live, "/api/catalogue", origin=origin).status_code == 403


def test_no_origin(live, locked):
    assert refused(live) == 403
    assert refused(locked) == 403
    assert send(live.address + "/api/token", json={"token": "x"}).status_code == 403
    # A program that knows the token is no page.
    bearer = {"authorization": f"Bearer {TOKEN}"}
    with socket_to(locked, additional_headers=bearer) as connection:
        connection.send("?")
        assert json.loads(connection.recv())["type"] == "error"


def test_nothing_is_shared_with_other_origins(live):
    answer = get(live, "/api/catalogue")
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert httpx.options(live.address + "/api/catalogue").status_code == 405
    for method in ("PUT", "DELETE", "PATCH", "TRACE"):
        assert httpx.request(method, live.address + "/").status_code == 405


# --- the token -----------------------------------------------------------------------


def test_token_is_changed_for_a_cookie(locked):
    with httpx.Client(base_url=locked.address, headers={"origin": locked.address}) as page:
        assert page.get("/").status_code in (200, 503)  # the page itself needs none
        assert page.get("/api/catalogue").status_code == 401
        assert page.post("/api/token", json={"token": "wrong"}).status_code == 403
        assert page.get("/api/catalogue").status_code == 401
        answer = page.post("/api/token", json={"token": TOKEN})
        assert answer.status_code == 204
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert page.get("/api/catalogue").status_code == 200
        name, value = next(iter(page.cookies.items()))
    headers = {"cookie": f"{name}={value}"}
    with socket_to(locked, origin=locked.address, additional_headers=headers) as connection:
        connection.send(json.dumps({"type": "view", "id": 1, "place": place("nim")}))
        assert json.loads(connection.recv())["type"] == "view"
    # The cookie is no way around the origin.
    assert refused(locked, origin="http://evil.example", additional_headers=headers) == 403


def ways_in(router):
    """All routes, those of routers that were included among them."""
    for route in router.routes:
        inner = getattr(route, "original_router", None)
        yield from [route] if inner is None else ways_in(inner)


def test_without_the_token_nothing_but_files_and_links(locked):
    """Of all ways in there are, those that come with new rooms of the page as well."""
    routes = list(ways_in(locked.app))
    paths = {route.path for route in routes} - {*pages.files(), "/api/token", "/friend"}
    assert {"/ws", "/api/catalogue", "/api/friend", "/api/experiments"} <= paths
    for route in routes:
        path = re.sub(r"\{\w+(:path)?\}", "x", route.path)
        if route.path not in paths:
            continue
        if not hasattr(route, "methods"):
            with pytest.raises(InvalidStatus):
                connect(f"ws://127.0.0.1:{locked.port}{path}", origin=locked.address)
            continue
        for method in route.methods & {"GET", "POST"}:
            headers = {"origin": locked.address}
            answer = httpx.request(method, locked.address + path, headers=headers)
            assert answer.status_code == 401, path


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"cookie": "playout-{port}=wrong"},
        {"cookie": "playout-{port}="},
        {"cookie": "playout-{port}=\xff\xfe"},
        {"cookie": "=;;;="},
        {"cookie": "playout-1=" + cookie_value(TOKEN)},
        {"cookie": f"playout-{{port}}={TOKEN}"},
        {"authorization": "Bearer wrong"},
        {"authorization": "Bearer"},
        {"authorization": "Basic " + TOKEN},
        {"x-token": TOKEN},
    ],
)
def test_wrong_tokens(locked, headers):
    headers = {name: value.format(port=locked.port) for name, value in headers.items()}
    raw = {name: value.encode("latin-1") for name, value in headers.items()}
    assert fetch(locked.address + "/api/catalogue", headers=raw).status_code == 401
    assert fetch(f"{locked.address}/api/catalogue?token={TOKEN}").status_code == 401
    if headers.get("cookie", "").isascii():
        assert refused(locked, origin=locked.address, additional_headers=headers) == 403
        assert refused(locked, additional_headers=headers) == 403


WRONG_WAYS = {
    "post": lambda live: send(
        live.address + "/api/token", json={"token": "wrong"}, headers={"origin": live.address}
    ),
    "bearer": lambda live: get(live, "/api/catalogue", authorization="Bearer wrong"),
    "cookie": lambda live: get(live, "/api/catalogue", cookie=f"playout-{live.port}=wrong"),
    "query": lambda live: get(live, f"/api/catalogue?token={TOKEN}"),
    "socket": lambda live: refused(
        live,
        origin=live.address,
        additional_headers={"cookie": f"playout-{live.port}=wrong"},
    ),
    "program": lambda live: refused(live, additional_headers={"authorization": "Bearer wrong"}),
}


@pytest.mark.parametrize("way", WRONG_WAYS)
def test_wrong_tokens_wait_whichever_way_they_come(locked, monkeypatch, way):
    """All ways share what an address may try. While it has, the right token is not looked at."""
    waits = threading.Semaphore(0)
    may_answer = threading.Event()

    async def wait(seconds):
        assert seconds == limits.WRONG_S
        waits.release()
        await asyncio.to_thread(may_answer.wait, 60)

    monkeypatch.setattr(limits.WrongTries, "_sleep", staticmethod(wait))
    monkeypatch.setattr(limits, "MOST_WRONG", 2)
    right = {"authorization": f"Bearer {TOKEN}"}
    with ThreadPoolExecutor(2) as pool:
        tries = [pool.submit(WRONG_WAYS[way], locked)]
        assert waits.acquire(timeout=60)
        assert get(locked, "/api/catalogue", **right).status_code == 200
        tries.append(pool.submit(WRONG_WAYS[way], locked))
        assert waits.acquire(timeout=60)
        assert get(locked, "/api/catalogue", **right).status_code == 429
        posted = send(
            locked.address + "/api/token",
            json={"token": TOKEN},
            headers={"origin": locked.address},
        )
        assert posted.status_code == 429
        assert refused(locked, additional_headers=right) == 403
        assert get(locked, "/").status_code in (200, 503)  # no password, no wait
        assert get(locked, "/api/catalogue").status_code == 401
        may_answer.set()
        assert all(getattr(t.result(), "status_code", t.result()) in (401, 403) for t in tries)
    assert get(locked, "/api/catalogue", **right).status_code == 200


@pytest.mark.parametrize("right", ["first", "last"])
@pytest.mark.parametrize("way", ["authorization", "both"])
def test_request_with_several_tokens_is_one_wrong_try(locked, monkeypatch, way, right):
    """Or thousands could be tried at once, and only one of them be right."""
    waited = []

    async def wait(seconds):
        waited.append(seconds)

    monkeypatch.setattr(limits.WrongTries, "_sleep", staticmethod(wait))
    sent = [("authorization", f"Bearer {TOKEN}"), ("authorization", "Bearer wrong")]
    if way == "both":
        sent[1] = ("cookie", f"playout-{locked.port}=wrong")
    if right == "last":
        sent.reverse()
    assert fetch(locked.address + "/api/catalogue", headers=sent).status_code == 401
    assert waited == [limits.WRONG_S]


def test_tries_are_counted_by_address():
    async def main():
        tries = limits.WrongTries()
        scopes = [{"client": (host, 1)} for host in ("10.0.0.1", "10.0.0.2", "2001:db8::1", "x")]
        far = {"client": ("2001:db8:0:1::1", 1)}
        waits = [
            asyncio.ensure_future(tries.wait(s)) for s in scopes[2:3] for _ in range(MOST_WRONG)
        ]
        await asyncio.sleep(0)
        assert tries.are_too_many({"client": ("2001:db8::ffff:2", 1)})
        assert not any(map(tries.are_too_many, [*scopes[:2], scopes[3], far, {}]))
        await asyncio.gather(*waits)
        assert not any(map(tries.are_too_many, scopes))
        assert not tries._waiting

    run(main())


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"token": 5}', b'{"token": null}', b'{"token": "\\ud800"}', b"\xff"],
)
def test_broken_tokens(locked, body):
    answer = send(locked.address + "/api/token", content=body, headers={"origin": locked.address})
    assert answer.status_code in (403, 422)
    assert "set-cookie" not in answer.headers


def test_tokens_of_any_letters():
    token = "пароль+ü"
    with serving(token=token) as live, httpx.Client(base_url=live.address) as page:
        page.headers["origin"] = live.address
        assert page.post("/api/token", json={"token": token}).status_code == 204
        assert page.get("/api/catalogue").status_code == 200


def test_connections_are_counted(live, monkeypatch):
    monkeypatch.setattr(connection, "MOST_CONNECTIONS", 1)
    with live.client() as client:
        client.view("nim")
        assert refused(live, origin=live.address) == 403
        assert client.view("nim")["type"] == "view"


# --- size ----------------------------------------------------------------------------


TOO_LARGE = 1009


def closing_code(client, message):
    try:
        client.socket.send(message)
        client.hear()
    except ConnectionClosedError as closed:
        # Its word of farewell is lost if the line is cut while this side still sends.
        return closed.rcvd.code if closed.rcvd else TOO_LARGE
    return None


def test_large_frame_closes_the_connection(live):
    with live.client() as client:
        assert closing_code(client, "x" * 2**20) == TOO_LARGE
    with live.client() as client:  # nobody else is hurt
        assert client.view("nim")["type"] == "view"


def test_large_message_in_small_frames(live):
    with live.client() as client:
        assert closing_code(client, ["x" * 2000] * 100) == TOO_LARGE


@pytest.mark.parametrize("is_chunked", [False, True])
def test_large_post(live, is_chunked):
    body = b"x" * 2_000_000
    content = iter([body[:50_000]] * 40) if is_chunked else body
    with contextlib.suppress(httpx.WriteError, httpx.ReadError):  # it may not be read to its end
        answer = send(
            live.address + "/api/token", content=content, headers={"origin": live.address}
        )
        assert answer.status_code == 413
    assert get(live, "/api/catalogue").status_code == 200
    small = b"x" * MOST_BYTES
    answer = send(live.address + "/api/token", content=small, headers={"origin": live.address})
    assert answer.status_code == 422


# --- half requests -------------------------------------------------------------------

HANDSHAKE = b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
TOKEN_POST = (
    b"POST /api/token HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
)
HALF = {
    "nothing": b"",
    "line": b"GET / HT",
    "headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: 1\r\n",
    "handshake": HANDSHAKE,
    "body": TOKEN_POST + b"Content-Length: 50\r\n\r\n{",
    "chunks": TOKEN_POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    "refused body": b"POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 500\r\n\r\n{",
    "second request": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT",
}
DRIP = {"chunks": b"1\r\n \r\n"}


@pytest.mark.parametrize("half", HALF)
def test_half_a_request_is_not_waited_for(live, monkeypatch, half):
    """Though it goes on, byte by byte, and though others are many."""
    monkeypatch.setattr(http_protocol, "HEAD_S", 0.3)
    monkeypatch.setattr(access, "BODY_S", 0.3)
    sent = HALF[half].replace(b"{port}", str(live.port).encode())
    lines = [socket.create_connection(("127.0.0.1", live.port)) for _ in range(20)]
    for line in lines:
        line.sendall(sent)
        line.settimeout(0.05)
    open_lines = set(lines)
    deadline = time.monotonic() + 60
    while open_lines and time.monotonic() < deadline:
        for line in list(open_lines):
            try:
                if not line.recv(65536):
                    open_lines.discard(line)
                elif half in DRIP or half == "headers":
                    line.sendall(DRIP.get(half, b"X: 1\r\n"))
            except TimeoutError:
                with contextlib.suppress(OSError):
                    if half != "nothing":
                        line.sendall(DRIP.get(half, b"a"))
            except OSError:
                open_lines.discard(line)
    for line in lines:
        line.close()
    assert not open_lines
    assert get(live, "/api/catalogue").status_code == 200


def test_whoever_is_quiet_after_a_handshake_is_kept(live, monkeypatch):
    monkeypatch.setattr(http_protocol, "HEAD_S", 0.2)
    with live.client() as client:
        time.sleep(0.5)
        assert client.view("nim")["type"] == "view"


# --- files and headers ---------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/server.py",
        "/static/../server.py",
        "/....//server.py",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html/../../server.py",
        "/%00",
        "/index.html%00.js",
        "/server.py",
        "/static/index.html",
        "/docs",
        "/redoc",
        "/openapi.json",
        "/api/catalogue/",
        "/api",
    ],
)
def test_only_the_files_of_the_page(live, path):
    raw = http.client.HTTPConnection("127.0.0.1", live.port)
    raw.request("GET", path)  # as it is: httpx would tidy the path
    answer = raw.getresponse()
    assert answer.status == 404
    assert b"import" not in answer.read()
    raw.close()


@pytest.mark.parametrize("path", ["/", "/api/catalogue", "/nothing"])
def test_headers(live, path):
    headers = get(live, path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers
    refusal = get(live, path, host="evil.example").headers
    assert refusal["content-security-policy"] == policy


def test_files_are_served_as_what_they_are(monkeypatch, tmp_path):
    static = tmp_path / "static"
    (static / "more").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>hello")
    (static / "page.js").write_text("1")
    (static / "more" / "a.css").write_text("a{}")
    (static / "secret.py").write_text("1")
    monkeypatch.setattr(pages.resources, "files", lambda package: tmp_path)
    with serving() as live:
        assert get(live, "/").text == "<!doctype html>hello"
        assert get(live, "/index.html").text == "<!doctype html>hello"
        assert get(live, "/page.js").headers["content-type"] == "text/javascript; charset=utf-8"
        assert get(live, "/more/a.css").headers["content-type"] == "text/css; charset=utf-8"
        assert httpx.head(live.address + "/page.js").status_code == 200
        assert get(live, "/secret.py").status_code == 404
        assert get(live, "/more/").status_code == 404


def test_page_that_is_not_built_says_how(monkeypatch, tmp_path):
    monkeypatch.setattr(pages.resources, "files", lambda package: tmp_path)
    with serving() as live:
        answer = get(live, "/")
        assert answer.status_code == 503
        assert "npm run build" in answer.text


def test_loopback():
    assert all(map(is_loopback, ("127.0.0.1", "127.8.8.8", "localhost", "::1")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.5", "evil.example", "")))
