"""One connection: what it asks, what it is told, its search and what is solved for it."""

import asyncio
import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..kernel import let_words_wrap
from ..players import Searcher
from ..search import Result, SearchError, check
from ..state import State
from . import messages
from .jobs import Job, Shelf, Slots, player_for, sentence
from .solvers import Solvers
from .solving import MOST_SOLVERS, MOST_UNSOLVED, Solving
from .threads import in_thread, settle
from .trees import found_of
from .views import Positions, set_up, view_of

__all__ = ["House", "Session"]

MOST_ASKED = 32  # questions of a connection that are not answered yet
MOST_UNSENT = 64  # answers that it has not taken; then nothing more is read from it
MOST_RECENT = 64  # searches and questions whose ids are remembered
RATE, BURST = 200.0, 400.0  # messages a second, and how many may come at once
NOT_BEGUN = "the search was stopped before it began"
LOOKERS = 4  # threads that look at positions


class House:
    """What connections share: a memory of positions, and the places where searches run."""

    def __init__(self) -> None:
        self.positions = Positions()
        self.slots = Slots()
        self.solving = Slots(MOST_SOLVERS)
        self.solvers = Solvers()
        self.shelf = Shelf()
        self.sessions: set[Session] = set()
        self.tasks: set[asyncio.Task] = set()
        self._lookers = ThreadPoolExecutor(LOOKERS, "playout-view", let_words_wrap)

    async def look(self, function: Callable, *args: Any) -> Any:
        """Call a function in a thread: the first look at a game compiles its rules."""
        return await asyncio.get_running_loop().run_in_executor(self._lookers, function, *args)

    def spawn(self, work: Any) -> asyncio.Task:
        """Start a task and hold on to it."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def close(self) -> None:
        """Stop all searches, and wait for nothing."""
        for session in list(self.sessions):
            session.leave()
        self._lookers.shutdown(wait=False, cancel_futures=True)


class Outbox:
    """What is still to be sent; of a search's progress only the latest."""

    def __init__(self) -> None:
        self.is_closed = False
        self._answers: deque[str] = deque()
        self._latest: OrderedDict[int, str] = OrderedDict()
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._answers) + len(self._latest)

    def put(self, message: messages.Message) -> None:
        """Send a message; what a search found in the end overtakes what it found before."""
        if self.is_closed:
            return
        if isinstance(message, messages.Result | messages.Solved):
            self._latest.pop(message.id, None)
        self._answers.append(message.model_dump_json())
        self._changed.set()

    def show(self, search: int, text: str) -> None:
        """Send this, if nothing later comes before the connection takes it."""
        if not self.is_closed:
            self._latest[search] = text
            self._changed.set()

    async def next(self) -> str:
        """What is to be sent next."""
        while not self:
            self._changed.clear()
            await self._changed.wait()
        text = self._answers.popleft() if self._answers else self._latest.popitem(last=False)[1]
        self._changed.set()
        return text

    async def until_short(self) -> None:
        """Wait while more is unsent than one should have to keep."""
        while len(self._answers) > MOST_UNSENT:
            self._changed.clear()
            await self._changed.wait()


class Pace:
    """A bound on how fast messages are read: a bucket of so many, filled at a rate."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.at = burst, time.monotonic()

    async def wait(self) -> None:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        self.left -= 1
        if self.left < 0:
            await asyncio.sleep(-self.left / self.rate)


class Session:
    """A connection, from its first message to its last."""

    def __init__(self, socket: WebSocket, house: House) -> None:
        self.socket = socket
        self.house = house
        self.outbox = Outbox()
        self.asked = 0
        self.loop = asyncio.get_running_loop()
        self.search: Searching | None = None  # the latest
        self.unanswered: dict[int, Searching] = {}  # it, and those that it has stopped
        self.solved: Solving | None = None  # the latest
        self.unsolved: set[Solving] = set()
        self.recent: deque[int] = deque(maxlen=MOST_RECENT)  # the ids of searches and questions

    async def run(self) -> None:
        """Read and write until one of the two is over."""
        self.house.sessions.add(self)
        both = [asyncio.ensure_future(work) for work in (self._read(), self._write())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.leave()
            self.house.sessions.discard(self)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    def leave(self) -> None:
        """Nobody listens any more."""
        self.outbox.is_closed = True
        for search in {self.search, *self.unanswered.values()}:
            if search is not None:
                search.leave()
        for question in self.unsolved:
            question.stop()

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.socket.send_text(await self.outbox.next())

    async def _read(self) -> None:
        pace = Pace()
        while True:
            await pace.wait()
            await self.outbox.until_short()
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            self._hear(event.get("text"))

    def _hear(self, text: str | None) -> None:
        try:
            if text is None:
                raise messages.BadMessage("this message is not understood: it is not text", None)
            message = messages.parse(text)
        except messages.BadMessage as error:
            self.outbox.put(messages.Error(id=error.id, message=str(error)))
            return
        if isinstance(message, messages.Stop):
            self._stop(message)
        elif isinstance(message, messages.Search):
            self.recent.append(message.id)
            self.search = Searching(self, message, self.search)
            self.unanswered[message.id] = self.search
        elif isinstance(message, messages.Solve):
            self._solve(message)
        elif self.asked >= MOST_ASKED:
            self.refuse(message.id, SearchError("too many questions at once; wait for answers"))
        else:
            self.asked += 1
            self.house.spawn(self._reply(message))

    def refuse(self, id: int, error: BaseException) -> None:
        """Say what is wrong with a message."""
        self.outbox.put(messages.Error(id=id, message=sentence(error)))

    async def _reply(self, message: Any) -> None:
        try:
            if isinstance(message, messages.Tree):
                self.outbox.put(await self._tree(message))
            else:
                view = await self.house.look(self._view, message)
                self.outbox.put(messages.ViewReply(id=message.id, view=view))
        except Exception as error:
            self.refuse(message.id, error)
        finally:
            self.asked -= 1

    def _view(self, message: Any) -> messages.View:
        if isinstance(message, messages.SetUp):
            place = set_up(message.game, message.pieces, message.player)
        else:
            place = message.place
        return view_of(place, self.house.positions.state_of(place))

    def _solve(self, message: messages.Solve) -> None:
        if len(self.unsolved) >= MOST_UNSOLVED:
            self.refuse(message.id, SearchError("too many questions at once; wait for answers"))
        else:
            self.recent.append(message.id)
            self.solved = Solving(self, message, self.solved)
            self.unsolved.add(self.solved)

    def _stop(self, message: messages.Stop) -> None:
        under_way: list[Searching | Solving] = [*self.unanswered.values(), *self.unsolved]
        meant = [work for work in under_way if work.id == message.id]
        for work in meant:
            work.stop()
        # A stop may come late, when its search is over or another has taken its place.
        if not meant and message.id not in self.recent:
            self.refuse(message.id, SearchError(f"there is no search {message.id} to stop"))

    async def _tree(self, message: messages.Tree) -> messages.TreeReply:
        search = self.search
        if search is None or search.id != message.search:
            raise SearchError(f"there is no search {message.search} any more")
        node = await search.node(message.path)
        return messages.TreeReply(id=message.id, node=node)


class Searching:
    """The search of a connection: it waits for the one before it, for its turn, and runs."""

    def __init__(
        self, session: Session, message: messages.Search, before: "Searching | None"
    ) -> None:
        self.session, self.house = session, session.house
        self.id, self.message = message.id, message
        self.job = Job(self._show, self.house.solvers)
        self.turn: asyncio.Future[None] | None = None
        self.has_left = False
        if before is not None:
            before.stop()
        self.task = self.house.spawn(self._run(before))

    async def _run(self, before: "Searching | None") -> None:
        try:
            await self._answer(before)
        finally:
            if self.session.unanswered.get(self.id) is self:
                del self.session.unanswered[self.id]

    async def _answer(self, before: "Searching | None") -> None:
        try:
            state, player = await self.house.look(self._prepare)
            self.session.outbox.put(messages.Started(id=self.id))
            if before is not None:
                await asyncio.wait([before.task])
                self.house.shelf.drop(before.job)
            result = await self._search(state, player)
        except Exception as error:
            self.job.end()
            self.session.refuse(self.id, error)
            return
        if self.has_left:
            self.job.close()
        else:
            self.house.shelf.keep(self.job)
            self.session.outbox.put(messages.Result(id=self.id, found=found_of(result)))

    def _prepare(self) -> tuple[State, Searcher]:
        player = player_for(self.message.player)
        state = self.house.positions.state_of(self.message.place)
        check(state, player.algorithm_for(state))
        return state, player

    async def _search(self, state: State, player: Searcher) -> Result:
        if self.has_left:
            raise SearchError(NOT_BEGUN)
        self.turn = self.house.slots.queue(player.threads)
        try:
            await self.turn
        except asyncio.CancelledError:
            raise SearchError(NOT_BEGUN) from None
        try:
            return await in_thread(self.job.run, state, player, self.message.seed)
        finally:
            self.house.slots.give_back(player.threads)

    def _show(self, result: Result) -> None:
        text = messages.Progress(id=self.id, found=found_of(result)).model_dump_json()
        try:
            self.session.loop.call_soon_threadsafe(self.session.outbox.show, self.id, text)
        except RuntimeError:  # the server has ended
            self.job.stop()

    def stop(self) -> None:
        """Have it end soon, or not begin."""
        self.job.stop()
        if self.turn is not None and not self.turn.done():
            self.turn.cancel()

    def leave(self) -> None:
        """Stop it; nobody will ask for its tree."""
        self.has_left = True
        self.stop()
        self.house.shelf.drop(self.job)

    async def node(self, path: list[str]) -> messages.TreeNode:
        """A node of its tree."""
        if self.house.shelf.has(self.job):
            self.house.shelf.keep(self.job)
        answer: asyncio.Future[Any] = self.session.loop.create_future()

        def tell(node: Any) -> None:
            with contextlib.suppress(RuntimeError):
                self.session.loop.call_soon_threadsafe(settle, answer, node)

        await self.house.look(self.job.ask, path, tell)
        return await answer
