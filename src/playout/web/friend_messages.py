"""The messages of a game between two people, over a WebSocket of its own at /friend.

Whoever has the link of a game may talk here, and only about that game: no token is needed, and
nothing else can be asked for.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from .messages import MOST_MOVES, ErrorReply, GameText, Message, Move, Player, View

MOST_KEY = 64
Key = Annotated[str, StringConstraints(min_length=1, max_length=MOST_KEY)]
MOST_NAME = 24
Name = Annotated[str, StringConstraints(max_length=MOST_NAME)]
Ply = Annotated[int, Field(ge=0, le=MOST_MOVES)]
Why = Literal["rules", "resigned", "agreed", "time"]
Wish = Literal["draw", "takeback", "rematch"]


class ClockSetting(Message):
    """So many seconds a move, or for the game with some more for each move (Fischer)."""

    kind: Literal["move", "fischer"]
    seconds: Annotated[int, Field(ge=1, le=7 * 86400)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0


class NewShared(Message):
    """POST /api/friend: a game for two people. This one needs the token, where there is one."""

    game: GameText
    colour: Literal["first", "second", "random"] = "random"  # of whoever asks
    clock: ClockSetting | None = None


class Invitation(Message):
    """The answer: what the links hold. Who has `room` may watch, who has a seat, too, may play."""

    room: str
    mine: str
    friend: str


# --- from the page -------------------------------------------------------------------


class Enter(Message):
    """The first message: which game, and the key of a seat unless one only watches."""

    type: Literal["enter"]
    room: Key
    seat: Key | None = None


class PlayMove(Message):
    """A move, in which game and after how many: what comes twice or late is not played."""

    type: Literal["move"]
    number: Annotated[int, Field(ge=1, le=10**9)]
    ply: Ply
    move: Move


class Look(Message):
    """Show an earlier position of this game."""

    type: Literal["look"]
    ply: Ply


class Say(Message):
    """Resign; wish for something, or agree to what the other wishes for; decline that."""

    type: Literal["say"]
    what: Literal["resign", "decline", "draw", "takeback", "rematch"]


class CallMe(Message):
    """What a player is to be called; "": by the colour."""

    type: Literal["name"]
    name: Name


FromFriend = Enter | PlayMove | Look | Say | CallMe


# --- to the page ---------------------------------------------------------------------


class Offer(Message):
    """What one player wishes for."""

    by: Player
    what: Wish


class Ended(Message):
    """How a game ended."""

    winner: Player | None
    why: Why


class PastGame(Message):
    """An earlier game of the same two people; `first` is the seat that began."""

    moves: tuple[str, ...]
    first: Player
    ended: Ended


class Table(Message):
    """How things stand: sent whenever something changes. Players are those of the present game."""

    type: Literal["table"] = "table"
    you: Player | None  # None: one watches
    people: tuple[str, str]  # the names of the players; "" for one who has given none
    view: View
    number: int  # of the game, from 1
    score: tuple[float, float]  # of the players in the games before
    clock: ClockSetting | None
    left: tuple[float, float] | None  # seconds
    running: Player | None  # whose clock runs
    here: tuple[bool, bool]
    watchers: int
    offer: Offer | None
    ended: Ended | None
    is_kept: bool  # on disk; if not, this is gone when the server ends


class Looked(Message):
    """The answer to "look"."""

    type: Literal["looked"] = "looked"
    ply: int
    view: View


ToFriend = Table | Looked | ErrorReply
