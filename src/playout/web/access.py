"""Access control: every request is checked before anything else is done with it.

The host    Another site can make its own name point to this machine (DNS rebinding), but the
            browser still sends that name: only requests to our own names are answered.
The origin  A browser says which page a WebSocket or a POST comes from: it must be ours.
The token   If other machines can reach the server, all but the files of the page needs a password.
            The page has it from the address that was printed, and exchanges it for a cookie.
            A wrong one is answered late, however it is sent: see WrongTries.
"""

import asyncio
import contextlib
import hashlib
import ipaddress
import re
import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, QueryParams
from starlette.responses import JSONResponse

from .limits import WrongTries

__all__ = [
    "ANY",
    "LOCAL",
    "MOST_BYTES",
    "AccessControl",
    "cookie_name",
    "cookie_value",
    "is_loopback",
    "same",
]

LOCAL = ("127.0.0.1", "localhost", "::1")
ANY = ("0.0.0.0", "::", "")
MOST_BYTES = 65536
LARGER = {"/api/games": 2**22}  # a game with its comments
BODY_S = 10.0  # for the whole body of a request
NOT_OURS = 403, "this does not come from the page of this server"
LOCKED = 401, "open the address with the token that the server has printed"
TOO_MANY = 429, "too many wrong passwords; wait a moment"
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
HEADERS = {
    # Pictures of a game are drawn from data that the page has made itself.
    "content-security-policy": "default-src 'self'; img-src 'self' data:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server on this address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def same(given: str, wanted: str) -> bool:
    """Whether two passwords are the same, in a time that does not depend on where they differ."""
    return secrets.compare_digest(given.encode(), wanted.encode())


def cookie_value(token: str) -> str:
    """The cookie for a token; a token may be any text, a cookie may not."""
    return hashlib.sha256(b"playout cookie " + token.encode()).hexdigest()


def cookie_name(scope: Any) -> str:
    """Servers on several ports of a machine share its cookies: each has its own name."""
    return f"playout-{(scope.get('server') or ('', 0))[1] or 0}"


class AccessControl:
    """ASGI middleware: refuses a request, or passes it on and adds headers to the response."""

    def __init__(
        self,
        app: Any,
        hosts: Iterable[str],
        token: str | None,
        is_open: Iterable[str],
        tries: WrongTries,
    ) -> None:
        """`is_open` are the paths that need no token."""
        self.app = app
        self.hosts = {host.lower().strip("[]") for host in (*hosts, *LOCAL)}
        self.any_address = any(host in self.hosts for host in ANY)
        self.token = token
        self.is_open = frozenset(is_open)
        self.tries = tries

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refused = self._wrong_place(scope) or await self._wrong_token(scope)
        if refused and scope["type"] == "websocket":
            await _refuse_socket(receive, send)
        elif refused:
            await _answer(scope, receive, _with_headers(send), *refused)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._pass(scope, receive, _with_headers(send))

    def _wrong_place(self, scope: Any) -> tuple[int, str] | None:
        """Why a request is refused that is to another host, or from another page."""
        hosts, origins = _headers(scope, "host"), _headers(scope, "origin")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return 400, "this server does not go by that name"
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "only GET and POST"
        if origins and not (len(origins) == 1 and _is_of(origins[0], hosts[0])):
            return NOT_OURS
        return None

    async def _wrong_token(self, scope: Any) -> tuple[int, str] | None:
        """Why a request is refused that lacks the token; a wrong one is answered late.

        A program that has the token need not say which page it comes from.
        """
        acts = scope["type"] == "websocket" or scope["method"] == "POST"
        is_strange = acts and not _headers(scope, "origin")
        if self.token is not None and (is_strange or scope["path"] not in self.is_open):
            given = self._given(scope)
            if given and self.tries.are_too_many(scope):
                return TOO_MANY
            # One that is wrong is enough: or many could be tried in one request.
            if given and all(given):
                return None
            if given:
                await self.tries.wait(scope)
            if not is_strange:
                return LOCKED
        return NOT_OURS if is_strange else None

    def _is_ours(self, header: str) -> bool:
        match = HOST.fullmatch(header)
        if match is None:
            return False
        name = match[1].lower().strip("[]")
        return name in self.hosts or (self.any_address and _is_address(name))

    def _given(self, scope: Any) -> list[bool]:
        """The tokens that a request has, in all ways of sending one: whether each is right."""
        assert self.token is not None
        bearers = [h[7:] for h in _headers(scope, "authorization") if h[:7].lower() == "bearer "]
        given = [same(bearer, self.token) for bearer in bearers]
        for header in _headers(scope, "cookie"):
            with contextlib.suppress(CookieError):
                cookie = SimpleCookie(header).get(cookie_name(scope))
                if cookie is not None:
                    given.append(same(cookie.value, cookie_value(self.token)))
        # In an address it would be kept by browsers and proxies: even the right one is refused.
        return given + [False] * ("token" in QueryParams(scope.get("query_string", b"")))

    async def _pass(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, after reading its body, which must be small and come soon."""
        most = LARGER.get(scope["path"], MOST_BYTES)
        try:
            async with asyncio.timeout(BODY_S):
                body = await _body(receive, most)
        except TimeoutError:
            await _answer(scope, receive, send, 408, "that takes too long")
            return
        if body is None:
            return
        if len(body) > most:
            await _answer(scope, receive, send, 413, "that is too much")
            return
        given = False

        async def replay() -> Any:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, replay, send)


async def _body(receive: Any, most: int) -> bytes | None:
    """The body of a request, or so much of it that it is too large; None if the line is cut."""
    body = b""
    while len(body) <= most:
        event = await receive()
        if event["type"] == "http.disconnect":
            return None
        body += event.get("body", b"")
        if not event.get("more_body"):
            break
    return body


def _headers(scope: Any, name: str) -> list[str]:
    return Headers(scope=scope).getlist(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_of(origin: str, host: str) -> bool:
    """Whether an origin is the page that this host serves."""
    return origin.lower() in (f"{scheme}://{host.lower()}" for scheme in ("http", "https"))


def _with_headers(send: Any) -> Any:
    async def sender(event: Any) -> None:
        if event["type"] == "http.response.start":
            named = {key.lower() for key, _ in event.get("headers", [])}
            added = [
                (k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in named
            ]
            event = {**event, "headers": [*event.get("headers", []), *added]}
        await send(event)

    return sender


async def _answer(scope: Any, receive: Any, send: Any, status: int, message: str) -> None:
    headers = {"connection": "close"} if status in (408, 413) else None
    await JSONResponse({"message": message}, status, headers)(scope, receive, send)


async def _refuse_socket(receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 1008})
