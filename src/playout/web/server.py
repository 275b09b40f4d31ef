"""The app and the server: the page, the catalogue, the token and the WebSocket."""

import contextlib
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI

from ..errors import PlayoutError
from ..language import Text, tr
from ..warmup import Part, parts_of_player
from . import connection, describe, experiments, friend_routes, kept, pages, puzzles, tokens
from .access import ANY, MOST_BYTES, AccessControl, is_loopback
from .app_state import AppState
from .experiment_desk import Desk
from .http_protocol import HttpProtocol
from .jobs import player_for
from .limits import WrongTries

__all__ = ["app_for", "serve"]

MOST_OPEN = 600  # connections of any kind; with more than that requests are answered 503
FIRST_GAME, FIRST_OPPONENT = "hex:size=11,swap=true", "medium"  # what the page opens with
LEAST_TOKEN = 16  # characters


def app_for(
    hosts: Iterable[str] = (),
    token: str | None = None,
    expects_first_game: bool = False,
    experiments_in: str | None = None,
    games_in: Path | None = None,
) -> Any:
    """The app, for requests to these hosts and this machine; with a token if one is needed.

    "0.0.0.0" and "::" among the hosts stand for any address, but for no name. With
    `expects_first_game` the kernels of the page's first game are compiled from the start on,
    before a browser is there. `experiments_in` is the folder of the lab, if not the usual one;
    `games_in` is where games of the page are kept as files, if they are.
    """
    state, desk, tries, files = AppState(), Desk(experiments_in), WrongTries(), pages.files()
    games = kept.Folder(games_in) if games_in else None

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await state.in_pool(state.friends.load)
        state.friends.watch()
        if expects_first_game:
            state.kernels.want(await state.in_pool(parts_of_first_game), is_waited_for=False)
        yield
        state.close()
        desk.close()
        if games:
            games.close()
        await state.kernels.until_ended()

    app = FastAPI(
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.playout = state
    for router in (
        pages.router_for(files),
        describe.router_for(state),
        connection.router_for(state),
        tokens.router_for(token, tries),
        friend_routes.router_for(state.friends, tries),
        experiments.router_for(desk),
        kept.router_for(games),
        puzzles.router_for(state),
    ):
        app.include_router(router)
    # A link to a game is all that a friend needs: see friend_socket.py.
    return AccessControl(app, hosts, token, {*files, "/api/token", "/friend"}, tries)


def parts_of_first_game() -> list[Part]:
    """What is compiled for the page's first game."""
    return parts_of_player(FIRST_GAME, FIRST_OPPONENT, player_for(FIRST_OPPONENT))


def serve(
    host: str = "127.0.0.1",
    port: int = 8642,
    token: str | None = None,
    open_browser: bool = True,
    experiments_in: str | None = None,
    games_in: Path | None = None,
) -> int:
    """Serve the page until Ctrl-C; returns what the command line exits with."""
    if token and len(token) < LEAST_TOKEN:
        why = "a token needs at least {least} characters, not {n}; without one, one is generated"
        raise PlayoutError(why, "short-token", least=LEAST_TOKEN, n=len(token))
    try:
        listening = _listen(host, port)
    except (OSError, OverflowError) as error:
        text = getattr(error, "strerror", None) or str(error)
        where = {"host": host, "port": port, "why": Text(text)}
        print(tr("playout: cannot serve on {host}, port {port}: {why}", **where), file=sys.stderr)
        return 2
    if not token and not is_loopback(host):
        token = secrets.token_urlsafe(24)
    address = _address(host, listening.getsockname()[1], token)
    names = [host, socket.gethostname()] if host in ANY else [host]
    folders: dict[str, Any] = {"experiments_in": experiments_in, "games_in": games_in}
    app = app_for(names, token or None, expects_first_game=True, **folders)
    server = uvicorn.Server(config_for(app))
    print(tr("Playout is at {address} (Ctrl-C ends it)", address=address), flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0


def config_for(app: Any) -> uvicorn.Config:
    """How the server runs: quiet, with small messages, and no longer than it has to."""
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        limit_concurrency=MOST_OPEN,
        log_level="critical",
        access_log=False,
        server_header=False,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # where it would let two servers have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except BaseException:
        listening.close()
        raise
    return listening


def _address(host: str, port: int, token: str | None) -> str:
    shown = socket.gethostname() if host in ANY else host
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}:{port}/" + (f"#token={quote(token, safe='')}" if token else "")
