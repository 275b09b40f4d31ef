"""A room in which two people play and others watch. The server is the judge: whose turn it is, what
the rules allow, whose time is up."""

import asyncio
import time
import unicodedata
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ..rules import GameError
from .friend_clock import GameClock
from .friend_messages import (
    CallMe,
    Ended,
    Look,
    Looked,
    Offer,
    PastGame,
    PlayMove,
    Say,
    Table,
    Wish,
)
from .friend_store import MOST_PAST, Changed, KeptRoom, Stamp
from .messages import MOST_MOVES, Place, Player, View
from .positions import view_of

if TYPE_CHECKING:
    from .friend_socket import Visitor
    from .friends import Friends

__all__ = ["Room"]

RETURN_S = 60.0  # after a restart a player may come back before their clock runs


class Room:
    """The present game, the seats and the visitors."""

    def __init__(self, kept: KeptRoom, friends: "Friends", stamp: Stamp | None = None) -> None:
        self.kept, self.friends = kept, friends
        self.stamp = stamp  # of the file that was last read or written
        self.is_kept = True  # all that was played is on disk
        self.visitors: set[Visitor] = set()
        self.offer: Offer | None = None
        self.clock = GameClock(kept.clock, kept.left) if kept.clock else None
        self.view: View | None = None  # of the present position
        self.lock = asyncio.Lock()  # one change after the other
        self._timer: asyncio.TimerHandle | None = None
        self._has_run = False  # a clock, since the server is up

    # -- who is who --

    def seat_of(self, player: int) -> int:
        return player ^ self.kept.first

    def player_of(self, seat: int | None) -> Player | None:
        return None if seat is None else 1 if seat ^ self.kept.first else 0

    def is_here(self, player: int) -> bool:
        return any(visitor.seat == self.seat_of(player) for visitor in self.visitors)

    # -- coming and going --

    async def prepare(self) -> None:
        """See that the game can be shown; the first of its kind is compiled."""
        await self._look()

    async def enter(self, visitor: "Visitor") -> None:
        """Somebody comes in, and sees how things stand."""

        async def come_in() -> None:
            if visitor.seat == 1 and not self.kept.entered:
                await self._keep(entered=True)
            self.visitors.add(visitor)
            self._run_clock()
            self.tell()

        await self._change(come_in)

    def leave(self, visitor: "Visitor") -> None:
        """Somebody goes; a clock that runs goes on."""
        self.visitors.discard(visitor)
        self.tell()

    # -- what players do --

    async def play(self, visitor: "Visitor", message: PlayMove) -> None:
        """Play a move, if it is one, and that player's."""
        now = time.monotonic()  # what the server itself needs costs nobody time

        shown = self.kept.moves  # to whoever moves

        async def move() -> None:
            view = await self._look()
            player = self._acting(visitor)
            if message.number != self.kept.number or message.ply < len(self.kept.moves):
                return  # it came twice or late: it was sent again when the line was back
            if self.kept.moves[: message.ply] != shown[: message.ply]:
                return  # another server has taken back, and gone on
            if message.ply > len(self.kept.moves) or view.player != player:
                raise GameError("it is not your turn", "not-your-turn")
            if self.clock and self.clock.is_down(now):
                await self._end(Ended(winner=_other(player), why="time"))
                self.tell()
                return
            view = await self._view_after([*self.kept.moves, message.move])
            self.offer = None
            if self.clock:
                self.clock.press(player, now)
            self.view = view
            ended = Ended(winner=view.winner, why="rules") if view.over else None
            await self._keep(moves=view.place.moves, ended=ended)
            self._run_clock()
            self.tell()

        await self._change(move)

    async def say(self, visitor: "Visitor", message: Say) -> None:
        """Resign, or wish for something: it is so when both do."""

        async def do() -> None:
            what = message.what
            player = self._acting(visitor, may_be_over=what in ("rematch", "decline"))
            if what == "resign":
                await self._end(Ended(winner=_other(player), why="resigned"))
            elif what == "decline":
                self.offer = None
            elif what == "rematch" and not self.kept.ended:
                raise GameError("the game is not over yet", "not-over")
            elif self.offer == Offer(by=_other(player), what=what):
                self.offer = None
                await self._agree(what, _other(player))
            else:
                self.offer = Offer(by=player, what=what)
            self.tell()

        await self._change(do)

    async def call(self, visitor: "Visitor", message: CallMe) -> None:
        """A player says what they are called, before, in or after a game."""

        async def rename() -> None:
            self._acting(visitor, may_be_over=True)
            names = list(self.kept.names)
            names[1 if visitor.seat else 0] = plain(message.name)
            await self._keep(names=(names[0], names[1]))
            self.tell()

        await self._change(rename)

    async def look(self, message: Look) -> Looked:
        """An earlier position."""
        moves = self.kept.moves[: message.ply]
        return Looked(ply=len(moves), view=await self._view_after(moves))

    def _acting(self, visitor: "Visitor", may_be_over: bool = False) -> Player:
        player = self.player_of(visitor.seat)
        if player is None:
            raise GameError("you are watching this game: only players may do that", "only-watching")
        if self.kept.ended and not may_be_over:
            raise GameError("the game is over", "shared-over")
        return player

    async def _agree(self, what: Wish, wished: Player) -> None:
        if what == "draw":
            await self._end(Ended(winner=None, why="agreed"))
        elif what == "takeback":
            await self._take_back(wished)
        else:
            await self._begin_again()

    async def _take_back(self, wished: Player) -> None:
        """Back to where that player had their last choice."""
        for n in reversed(range(len(self.kept.moves))):
            view = await self._view_after(self.kept.moves[:n])
            if view.player == wished:
                if self.clock:
                    self.clock.stop(time.monotonic())
                self.view = view
                await self._keep(moves=view.place.moves)
                break
        self._run_clock()

    async def _begin_again(self) -> None:
        """The next game, with the colours swapped."""
        kept = self.kept
        assert kept.ended is not None
        self.view = None
        self.clock = GameClock(kept.clock) if kept.clock else None
        past = PastGame(moves=tuple(kept.moves), first=kept.first, ended=kept.ended)
        await self._keep(
            first=1 - kept.first,
            moves=[],
            ended=None,
            past=(*kept.past, past)[-MOST_PAST:],
            number=kept.number + 1,
            points=_added(kept),
        )
        await self._look()
        self._run_clock()

    async def _end(self, ended: Ended) -> None:
        self.offer = None
        if self.clock:
            self.clock.stop(time.monotonic())
        self._set_timer(None)
        await self._keep(ended=ended)

    # -- the clocks --

    def _run_clock(self) -> None:
        """Start the clock of whoever is to move: for the first move when both are there, after a
        restart of the server when that player is back, or has had time to come back."""
        clock = self.clock
        if clock is None or self.kept.ended or self.view is None:
            return
        now, player = time.monotonic(), self.view.player
        if clock.running is None:
            if not self.kept.moves and not (self.is_here(0) and self.is_here(1)):
                return
            if not self._has_run and not self.is_here(player):
                self._set_timer(RETURN_S, self._wait_no_longer)
                return
            self._has_run = True
            clock.start(player, now)
        self._set_timer(clock.falls_in(now), self._flag)

    def _set_timer(
        self, seconds: float | None, act: Callable[[], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        self.close()
        if seconds is not None and act is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, lambda: self.friends.app.start(act()))

    def close(self) -> None:
        """No clock is watched any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _wait_no_longer(self) -> None:
        async def run() -> None:
            self._has_run = True
            self._run_clock()
            self.tell()

        await self._change(run)

    async def _flag(self) -> None:
        async def fall() -> None:
            clock = self.clock
            if clock is None or clock.running is None or self.kept.ended:
                return
            if clock.is_down(time.monotonic()):
                await self._end(Ended(winner=_other(clock.running), why="time"))
                self.tell()
            else:
                self._set_timer(clock.falls_in(time.monotonic()), self._flag)

        await self._change(fall)

    # -- what is shown and kept --

    async def check(self) -> None:
        """Keep what could not be kept, and show what another server has written."""

        async def keep() -> None:
            if not self.is_kept:
                await self._keep()
                if self.is_kept:
                    self.tell()

        await self._change(keep)

    async def _change(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something alone, with the room as it is on disk: where another server was faster, it
        is done anew."""
        async with self.lock:
            while True:
                await self._catch_up()
                try:
                    return await act()
                except Changed:
                    pass

    async def _catch_up(self) -> None:
        """Take over what another server has written, and show it."""
        store, name = self.friends.store, self.kept.room
        news = await asyncio.to_thread(store.news, name, self.stamp)
        if news is not None:
            before, (self.kept, self.stamp) = self.kept, news
            self.is_kept = True
            if _game(before) != _game(self.kept):  # not a name alone
                self.offer = self.view = None
                self.clock = GameClock(self.kept.clock, self.kept.left) if self.kept.clock else None
                self._set_timer(None)
        await self._look()
        if news is not None:
            self._run_clock()
            self.tell()

    async def _look(self) -> View:
        if self.view is None:
            self.view = await self._view_after(self.kept.moves)
        return self.view

    async def _view_after(self, moves: list[str]) -> View:
        if len(moves) > MOST_MOVES:
            raise GameError("this game is too long", "too-long")
        place = Place(game=self.kept.game, moves=moves)
        app = self.friends.app
        return await app.in_pool(lambda: view_of(place, app.positions.state_of(place)))

    async def _keep(self, **changed: object) -> None:
        left = self.clock.left(time.monotonic()) if self.clock else None
        self.kept = self.kept.model_copy(update={**changed, "left": left})
        await self.friends.keep(self)

    def tell(self) -> None:
        """Show everybody how things stand."""
        if self.view is None:
            return
        texts: dict[Player | None, str] = {}
        for visitor in self.visitors:
            you = self.player_of(visitor.seat)
            if you not in texts:
                texts[you] = self._table(you).model_dump_json()
            visitor.outbox.put_progress(0, texts[you])

    def _table(self, you: Player | None) -> Table:
        kept, clock, now = self.kept, self.clock, time.monotonic()
        points = kept.points
        assert self.view is not None
        return Table(
            you=you,
            people=(kept.names[kept.first], kept.names[1 - kept.first]),
            view=self.view,
            number=kept.number,
            score=(points[kept.first], points[1 - kept.first]),
            clock=kept.clock,
            left=clock.left(now) if clock else None,
            running=clock.running if clock else None,
            here=(self.is_here(0), self.is_here(1)),
            watchers=sum(visitor.seat is None for visitor in self.visitors),
            offer=self.offer,
            ended=kept.ended,
            is_kept=self.is_kept,
        )


def plain(name: str) -> str:
    """A name as it is shown: one line of letters, without signs that cannot be seen, that turn the
    direction of what follows, or that pile up on a letter."""
    kept = ""
    for sign in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(sign)
        piles_up = kind in ("Mn", "Me") and unicodedata.category(kept[-1:] or " ") in ("Mn", "Me")
        if sign.isspace():
            kept += " "
        elif kind[0] != "C" and not piles_up:
            kept += sign
    return " ".join(kept.split())


def _game(kept: KeptRoom) -> tuple[int, list[str], Ended | None]:
    """The present game and how it stands."""
    return kept.number, kept.moves, kept.ended


def _other(player: Player) -> Player:
    return 0 if player else 1


def _added(kept: KeptRoom) -> tuple[float, float]:
    """The points of the seats, the present game among them."""
    assert kept.ended is not None
    points = list(kept.points)
    for player in (0, 1):
        won = 0.5 if kept.ended.winner is None else float(kept.ended.winner == player)
        points[player ^ kept.first] += won
    return points[0], points[1]
