"""What the page and the server say to each other: the server's half of protocol.ts.

Every message is checked against these models before anything is done with it, and nothing is
sent that is not one of them.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

__all__ = [
    "BadMessage",
    "Board",
    "Error",
    "Found",
    "Judgement",
    "MoveTruth",
    "Place",
    "Progress",
    "Result",
    "Row",
    "Search",
    "SetUp",
    "Solve",
    "SolveProgress",
    "Solved",
    "Started",
    "Stop",
    "ToServer",
    "Tree",
    "TreeChild",
    "TreeNode",
    "TreeReply",
    "View",
    "ViewReply",
    "ViewRequest",
    "parse",
]

MOST_MOVES = 2000
MOST_SOLVE_S = 10.0
SAFE = 2**53 - 1  # the largest whole number that a page can hold

Id = Annotated[int, Field(ge=0, le=SAFE)]
Move = Annotated[str, StringConstraints(min_length=1, max_length=16)]
Moves = Annotated[list[Move], Field(max_length=MOST_MOVES)]
GameText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Player = Literal[0, 1]
Outcome = Literal["win", "draw", "loss", "unknown"]
Cell = tuple[int, int]
OnBoard = Annotated[int, Field(ge=0, le=1000)]
Piece = tuple[int, int, Player]


class Message(BaseModel):
    """Only what is declared, of exactly the declared types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


# --- from the page -------------------------------------------------------------------


class Place(Message):
    """A position as the page keeps it: where it began and what was played."""

    game: GameText
    position: Annotated[str, StringConstraints(max_length=8000)] | None = None
    moves: Moves = []


class ViewRequest(Message):
    """What does this position look like?"""

    type: Literal["view"]
    id: Id
    place: Place


class Search(Message):
    """Search this position, as this player does."""

    type: Literal["search"]
    id: Id
    place: Place
    player: Annotated[str, StringConstraints(min_length=1, max_length=1000)]
    seed: Annotated[int, Field(ge=0, le=SAFE)] | None = None


class Stop(Message):
    """End the search of this id, or the solving, which then answers with what it knows."""

    type: Literal["stop"]
    id: Id


class Tree(Message):
    """Show a node of a search's tree."""

    type: Literal["tree"]
    id: Id
    search: Id
    path: Moves


class Solve(Message):
    """What is true of this position, and of a move in it?"""

    type: Literal["solve"]
    id: Id
    place: Place
    move: Move | None = None
    seconds: Annotated[float, Field(gt=0, le=MOST_SOLVE_S, allow_inf_nan=False)] = 5.0


class SetUp(Message):
    """Make a position of these pieces."""

    type: Literal["set_up"]
    id: Id
    game: GameText
    pieces: Annotated[list[tuple[OnBoard, OnBoard, Player]], Field(max_length=2000)]
    player: Player


ToServer = Annotated[
    ViewRequest | Search | Stop | Tree | Solve | SetUp, Field(discriminator="type")
]
_to_server: TypeAdapter[Any] = TypeAdapter(ToServer)


class BadMessage(ValueError):
    """A message that is none; `id` is the one it gave, if it can be made out."""

    def __init__(self, text: str, id: int | None) -> None:
        super().__init__(text)
        self.id = id


def parse(text: str) -> Any:
    """The message that a text holds, or a BadMessage that says what is wrong with it."""
    try:
        return _to_server.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"][1:])[:100]
        why = f"{where}: {first['msg']}" if where else first["msg"]
        raise BadMessage(f"this message is not understood: {why[:300]}", _id_in(text)) from None


def _id_in(text: str) -> int | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    given = found.get("id") if isinstance(found, dict) else None
    is_id = isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= SAFE
    return given if is_id else None


# --- to the page ---------------------------------------------------------------------


class Legal(Message):
    """A legal move and the cells it touches, the one where it ends last."""

    move: str
    cells: tuple[Cell, ...]


class Board(Message):
    """What a picture of the position needs: see playout/board.py."""

    cols: int
    rows: int
    shape: Literal["hex", "squares", "felt", "points", "slots", "bare"]
    piece: Literal["stone", "pawn", "knight", "mark", "domino", "match"]
    colours: tuple[str, str]
    one_on_top: bool
    labels: tuple[str, ...]
    pieces: tuple[Piece, ...]
    dominoes: tuple[tuple[Cell, Cell], ...]
    last: tuple[Cell, ...]
    winning: tuple[Cell, ...]


class View(Message):
    """A position as it is shown."""

    place: Place
    board: Board | None
    text: str
    player: Player
    names: tuple[str, str]
    over: bool
    winner: Player | None
    legal: tuple[Legal, ...]
    last: str | None


class Row(Message):
    """What a search thinks of one move, for the player who makes it."""

    move: str
    visits: int
    value: float | None
    amaf_visits: int
    amaf_value: float | None
    proven: Literal["", "won", "draw", "lost"]
    distance: int


class Found(Message):
    """What a search thinks, so far or in the end."""

    move: str
    value: float | None
    line: tuple[str, ...]
    simulations: int
    seconds: float
    nodes: int
    depth: int
    algorithm: str
    rows: tuple[Row, ...]


class TreeChild(Row):
    """A move in a node of the tree, and how many moves are known after it."""

    n_children: int


class TreeNode(Message):
    """A node of a search's tree."""

    path: tuple[str, ...]
    player: Player
    visits: int
    children: tuple[TreeChild, ...]
    left_off: int


class ViewReply(Message):
    """The answer to "view", and to "set_up"."""

    type: Literal["view"] = "view"
    id: int
    view: View


class Started(Message):
    """A search is accepted."""

    type: Literal["started"] = "started"
    id: int


class Progress(Message):
    """What a search has found so far."""

    type: Literal["progress"] = "progress"
    id: int
    found: Found


class Result(Message):
    """What a search has found."""

    type: Literal["result"] = "result"
    id: int
    found: Found


class TreeReply(Message):
    """The answer to "tree"."""

    type: Literal["tree"] = "tree"
    id: int
    node: TreeNode


class MoveTruth(Message):
    """What a move leads to with best play, for the player who makes it."""

    move: str
    outcome: Outcome
    plies: int | None  # to the end, the move itself among them


class Judgement(Message):
    """A move beside the best that could have been played: see playout/solve/teacher.py."""

    move: str
    kind: Literal["right", "slower", "mistake", "unsure"]
    best: tuple[str, ...]
    before: Outcome
    after: Outcome
    cost: float
    plies: int | None


class SolveProgress(Message):
    """How far a solver is."""

    type: Literal["solving"] = "solving"
    id: int
    nodes: int
    seconds: float


class Solved(Message):
    """The answer to "solve": what is known, which may be nothing."""

    type: Literal["solved"] = "solved"
    id: int
    outcome: Outcome
    plies: int | None
    moves: tuple[MoveTruth, ...]
    nodes: int
    seconds: float
    judgement: Judgement | None


class Error(Message):
    """Why there is no other answer, in a sentence."""

    type: Literal["error"] = "error"
    id: int | None
    message: str
