"""One WebSocket connection: it reads requests and sends replies."""

import asyncio
import contextlib
from collections import deque

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from ..nets.opinion import opinion
from ..search import SearchError
from ..warmup import SOLVE, Part, parts_of_player
from . import messages
from .app_state import AppState
from .jobs import player_for
from .limits import RateLimiter
from .outbox import Outbox
from .parsing import BadMessage, parse
from .positions import game_of, set_up, view_of
from .refusal import error_of
from .replay import replayed
from .search_task import SearchTask
from .solve_task import SolveTask
from .threads import in_thread

__all__ = ["Connection", "router_for"]

MOST_CONNECTIONS = 100
MOST_REQUESTS = 32  # without a reply so far, searches aside
MOST_SOLVE_REQUESTS = 4  # the same for solvers
QUIET_S = 0.3  # before it is said that something is compiled: loading takes less
MOST_RECENT = 64  # requests whose ids are remembered


def router_for(app: AppState) -> APIRouter:
    """The WebSocket /ws."""
    router = APIRouter()

    @router.websocket("/ws")
    async def talk(websocket: WebSocket) -> None:
        if len(app.connections) >= MOST_CONNECTIONS:
            await websocket.close(1013)
            return
        await websocket.accept()
        await Connection(websocket, app).run()

    return router


class Connection:
    """A connection, from its first message to its last."""

    def __init__(self, socket: WebSocket, app: AppState) -> None:
        self.socket = socket
        self.app = app
        self.outbox = Outbox()
        self.loop = asyncio.get_running_loop()
        self.n_requests = 0
        self.search: SearchTask | None = None  # the latest
        self.searches: dict[int, SearchTask] = {}  # without a result so far
        self.solve: SolveTask | None = None  # the latest
        self.solves: set[SolveTask] = set()  # without a result so far
        self.recent: deque[int] = deque(maxlen=MOST_RECENT)

    async def run(self) -> None:
        """Read and write until the connection is closed."""
        self.app.connections.add(self)
        both = [asyncio.ensure_future(work) for work in (self._read(), self._write())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.close()
            self.app.connections.discard(self)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    def close(self) -> None:
        """Stop all work of this connection."""
        self.outbox.is_closed = True
        for search in {self.search, *self.searches.values()}:
            if search is not None:
                search.close()
        for solve in self.solves:
            solve.stop()

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.socket.send_text(await self.outbox.next())

    async def _read(self) -> None:
        limiter = RateLimiter()
        while True:
            await limiter.wait()
            await self.outbox.until_short()
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            self._receive(event.get("text"))

    def _receive(self, text: str | None) -> None:
        try:
            message = parse(text)
        except BadMessage as error:
            self.outbox.put(error_of(error.id, error))
            return
        if isinstance(message, messages.Stop):
            self._stop(message.id)
        elif isinstance(message, messages.Search):
            self.recent.append(message.id)
            self.search = SearchTask(self, message, self.search)
            self.searches[message.id] = self.search
        elif isinstance(message, messages.Solve):
            self._solve(message)
        elif self._is_free(message.id, self.n_requests < MOST_REQUESTS):
            self.n_requests += 1
            self.app.start(self._reply(message))

    def put_progress(self, message: messages.Progress | messages.SolveProgress) -> bool:
        """Send progress, from any thread; False if the server has ended."""
        text = message.model_dump_json()
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.outbox.put_progress, message.id, text)
            return True
        return False

    def refuse(self, id: int, error: BaseException) -> None:
        """Answer a request with an error."""
        self.outbox.put(error_of(id, error))

    def _is_free(self, id: int, has_room: bool) -> bool:
        if not has_room:
            self.refuse(id, SearchError("too many questions at once; wait for answers", "busy"))
        return has_room

    async def _reply(
        self,
        message: messages.ViewRequest
        | messages.SetUp
        | messages.Tree
        | messages.Prepare
        | messages.Opine
        | messages.Replay,
    ) -> None:
        try:
            if isinstance(message, messages.Prepare):
                parts = await self.app.in_pool(_parts_wanted, message)
                await self.until_ready(message.id, parts, is_waited_for=False)
                self.outbox.put(_preparing(message.id, None, len(parts), len(parts)))
            elif isinstance(message, messages.Tree):
                self.outbox.put(await self._tree(message))
            elif isinstance(message, messages.Opine):
                self.outbox.put(await self._opine(message))
            elif isinstance(message, messages.Replay):
                self.outbox.put(await self.app.in_pool(replayed, message))
            else:
                view = await self.app.in_pool(self._view, message)
                self.outbox.put(messages.ViewReply(id=message.id, view=view))
        except Exception as error:
            self.refuse(message.id, error)
        finally:
            self.n_requests -= 1

    async def until_ready(self, id: int, parts: list[Part], is_waited_for: bool = True) -> None:
        """Wait until what is needed is compiled, and say what is compiling meanwhile."""
        futures = self.app.kernels.want(parts, is_waited_for)
        for part, future in zip(parts, futures, strict=True):
            if not (await asyncio.wait([future], timeout=QUIET_S))[0]:
                done = sum(one.done() for one in futures)
                self.outbox.put(_preparing(id, part, done, len(parts)))
                await asyncio.wait([future])

    def _view(self, message: messages.ViewRequest | messages.SetUp) -> messages.View:
        if isinstance(message, messages.SetUp):
            place = set_up(message.game, message.pieces, message.player)
        else:
            place = message.place
        return view_of(place, self.app.positions.state_of(place))

    async def _opine(self, message: messages.Opine) -> messages.Opinion:
        """Ask a network; it takes a thread as a search does."""
        state = await self.app.in_pool(self.app.positions.state_of, message.place)
        await self.app.search_threads.acquire(1)
        try:
            said = await in_thread(opinion, state)
        finally:
            self.app.search_threads.release(1)
        priors = tuple((move.name, prior) for move, prior in said.priors)
        return messages.Opinion.of(said, id=message.id, priors=priors)

    async def _tree(self, message: messages.Tree) -> messages.TreeReply:
        search = self.search
        if search is None or search.id != message.search:
            why = "there is no search {search} any more"
            raise SearchError(why, "search-gone", search=message.search)
        return messages.TreeReply(id=message.id, node=await search.node(message.path))

    def _solve(self, message: messages.Solve) -> None:
        if self._is_free(message.id, len(self.solves) < MOST_SOLVE_REQUESTS):
            self.recent.append(message.id)
            self.solve = SolveTask(self, message, self.solve)
            self.solves.add(self.solve)

    def _stop(self, id: int) -> None:
        tasks: list[SearchTask | SolveTask] = [*self.searches.values(), *self.solves]
        meant = [task for task in tasks if task.id == id]
        for task in meant:
            task.stop()
        # A stop may come late, when its search is over or another has taken its place.
        if not meant and id not in self.recent:
            why = "there is no search {search} to stop"
            self.refuse(id, SearchError(why, "nothing-to-stop", search=id))


def _parts_wanted(message: messages.Prepare) -> list[Part]:
    game_of(message.game)  # or an error
    parts = [Part(SOLVE, message.game)] if message.teaches else []
    for text in reversed(message.players):
        parts = parts_of_player(message.game, text, player_for(text)) + parts
    return list(dict.fromkeys(parts))


def _preparing(id: int, part: Part | None, done: int, total: int) -> messages.Preparing:
    kind, player = (part.kind, part.player) if part else ("", "")
    return messages.Preparing(id=id, part=kind, player=player, done=done, total=total)  # type: ignore[arg-type]
