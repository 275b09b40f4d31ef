"""The messages between the page and the server: JSON over one WebSocket at /ws.

The page keeps the game; the server knows positions and searches. A request has an id that the page
chooses, and every reply to it repeats that id. Every message is checked against these models, and
frontend/src/protocol.ts is generated from them.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_MOVES = 2000
MOST_SOLVE_S = 10.0
SAFE = 2**53 - 1  # the largest whole number that a page can hold

Id = Annotated[int, Field(ge=0, le=SAFE)]
Move = Annotated[str, StringConstraints(min_length=1, max_length=16)]  # "f6", "swap", "a2a3", "4"
Moves = Annotated[list[Move], Field(max_length=MOST_MOVES)]
GameText = Annotated[str, StringConstraints(min_length=1, max_length=200)]  # "hex:size=11"
# "hard", "grave:ref=50,seconds=2", "random"
PlayerText = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
Player = Literal[0, 1]
Outcome = Literal["win", "draw", "loss", "unknown"]
Cell = tuple[int, int]  # column and row, both from 0; row 0 is the one labelled 1
OnBoard = Annotated[int, Field(ge=0, le=1000)]
Piece = tuple[int, int, Player]


class Message(BaseModel):
    """Only what is declared, of exactly the declared types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @classmethod
    def of(cls, source: Any, **others: Any) -> Self:
        """The message with these fields, and all others from attributes of the same name."""
        names = cls.model_fields.keys() - others.keys() - {"type"}
        return cls(**{name: getattr(source, name) for name in names}, **others)


# --- from the page -------------------------------------------------------------------


class Place(Message):
    """A position as the page keeps it: where it began and what was played."""

    game: GameText
    # A position set up by hand, such as "a1 b2 / c3 / 1"; None for the start of the game.
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
    player: PlayerText
    seed: Annotated[int, Field(ge=0, le=SAFE)] | None = None
    curve: bool = False  # whether samples of its beginning are wanted as well


class Stop(Message):
    """End the search or the solver of this id, which then answers with what it knows."""

    type: Literal["stop"]
    id: Id


class Tree(Message):
    """Show a node of a search's tree."""

    type: Literal["tree"]
    id: Id
    search: Id
    path: Moves


class Solve(Message):
    """What is this position worth with best play, and a move in it?"""

    type: Literal["solve"]
    id: Id
    place: Place
    move: Move | None = None
    seconds: Annotated[float, Field(gt=0, le=MOST_SOLVE_S, allow_inf_nan=False)] = 5.0


class Opine(Message):
    """What does the network of this game think of this position, without a search?"""

    type: Literal["opine"]
    id: Id
    place: Place


class SetUp(Message):
    """Make a position of these pieces."""

    type: Literal["set_up"]
    id: Id
    game: GameText
    pieces: Annotated[list[tuple[OnBoard, OnBoard, Player]], Field(max_length=2000)]
    player: Player


class Prepare(Message):
    """Have what these players need compiled, the first one first, and the solver if it teaches."""

    type: Literal["prepare"]
    id: Id
    game: GameText
    players: Annotated[list[PlayerText], Field(max_length=8)]
    teaches: bool = False


class Replay(Message):
    """Are these moves legal, side lines among them, and how does the game write them?"""

    type: Literal["replay"]
    id: Id
    game: GameText
    position: Annotated[str, StringConstraints(max_length=8000)] | None = None
    # Each with the number of the one before it, from 1; 0 is the start.
    moves: Annotated[
        list[tuple[Annotated[int, Field(ge=0, lt=MOST_MOVES)], Move]], Field(max_length=MOST_MOVES)
    ]


ToServer = ViewRequest | Search | Stop | Tree | Solve | Opine | SetUp | Prepare | Replay


# --- to the page ---------------------------------------------------------------------


class Legal(Message):
    """A legal move and the cells it touches, the one where it ends last."""

    move: str
    cells: tuple[Cell, ...]  # none for a pass, a swap, a move of Nim


class Board(Message):
    """What a picture of the position needs: see playout/board.py."""

    cols: int
    rows: int
    shape: Literal["hex", "squares", "felt", "points", "slots", "bare"]
    piece: Literal["stone", "pawn", "knight", "mark", "domino", "match"]
    colours: tuple[str, str]  # black, white, red, yellow, blue
    one_on_top: bool  # row 1 is drawn on top
    labels: tuple[str, ...]  # of the columns
    pieces: tuple[Piece, ...]
    dominoes: tuple[tuple[Cell, Cell], ...]
    last: tuple[Cell, ...]
    winning: tuple[Cell, ...]


class View(Message):
    """A position as it is shown."""

    place: Place
    board: Board | None  # None for a game that is drawn as text only
    text: str
    player: Player  # to move
    names: tuple[str, str]  # of the players: "Black", "White"
    over: bool
    winner: Player | None  # None in a draw and before the end
    lead: float | None  # after the end: by how many points the first player is ahead, if they count
    legal: tuple[Legal, ...]
    last: str | None
    network: bool  # whether one comes with the package for this game


class Row(Message):
    """What a search thinks of one move, for the player who makes it."""

    move: str
    visits: int
    value: float | None
    amaf_visits: int
    amaf_value: float | None
    prior: float | None  # by a network: how likely the move is
    network: float | None  # and what it leads to is worth
    proven: Literal["", "won", "draw", "lost"]
    distance: int  # plies after this move to the end, if it is proven; -1 if it is not known


class SearchReport(Message):
    """What a search thinks. Values are from 0 to 1, for the player to move."""

    move: str
    value: float | None
    line: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...] = ()  # of the best moves, as of some 0.2 s ago
    simulations: int
    seconds: float
    nodes: int
    depth: int
    algorithm: str  # "Grave(ref=50, ...)", or "Solver()" if a solver has proven the position
    rows: tuple[Row, ...]  # the most visited first; of a solver, the best first


class TreeChild(Row):
    """A move in a node of the tree, and how many moves are known after it."""

    n_children: int


class TreeNode(Message):
    """A node of a search's tree."""

    path: tuple[str, ...]
    player: Player  # to move in this node
    visits: int
    children: tuple[TreeChild, ...]  # the most visited first, at most 100
    left_off: int  # children beyond those


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
    """What a search thinks so far, about 20 times a second."""

    type: Literal["progress"] = "progress"
    id: int
    report: SearchReport


class Sample(Message):
    """What a search thought after few simulations, more, and many more: a point of its curve."""

    type: Literal["sample"] = "sample"
    id: int
    report: SearchReport  # with the most visited moves alone


class Result(Message):
    """What a search thinks in the end."""

    type: Literal["result"] = "result"
    id: int
    report: SearchReport


class TreeReply(Message):
    """The answer to "tree"."""

    type: Literal["tree"] = "tree"
    id: int
    node: TreeNode


class Ending(Message):
    """The game is over after this move."""

    node: int  # the number of the move
    winner: Player | None


class Replayed(Message):
    """The answer to "replay"."""

    type: Literal["replayed"] = "replayed"
    id: int
    game: str  # its parameters by name
    moves: tuple[str, ...]
    endings: tuple[Ending, ...]


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
    cost: float  # in points: 1 from a win to a loss, 1/2 if one of the two is a draw
    plies: int | None  # by which a win comes later or a loss sooner
    line: tuple[str, ...]  # best play, from before the move
    why: Literal["", "time", "memory", "cancelled"]  # it is not known


class SolveProgress(Message):
    """How far a solver is."""

    type: Literal["solving"] = "solving"
    id: int
    nodes: int
    seconds: float


class Solution(Message):
    """What a solver knows of a position, for the player to move; it may be nothing."""

    outcome: Outcome
    plies: int | None  # to the end with best play
    moves: tuple[MoveTruth, ...]  # every legal move
    nodes: int
    seconds: float
    judgement: Judgement | None  # of the move that was asked about


class Solved(Solution):
    """The answer to "solve"."""

    type: Literal["solved"] = "solved"
    id: int
    line: tuple[str, ...]  # best play, or play that shows the win


class Opinion(Message):
    """The answer to "opine"; the value is from 0 to 1, for the player to move."""

    type: Literal["opinion"] = "opinion"
    id: int
    network: str  # the game it has learnt
    value: float
    priors: tuple[tuple[str, float], ...]  # of every legal move, the likeliest first


class Preparing(Message):
    """What is being compiled, and how many parts of how many are there; nothing in the end."""

    type: Literal["preparing"] = "preparing"
    id: int
    part: Literal["simulate", "look", "solve", "pick", ""]
    player: str
    done: int
    total: int


class ErrorReply(Message):
    """Why there is no other answer: a code and its fields, and a sentence; in French, that sentence
    as `text`, and the fields that are texts themselves."""

    type: Literal["error"] = "error"
    id: int | None
    code: str
    fields: dict[str, str | int | float]
    text: str
    french: dict[str, str]


ToPage = (
    ViewReply
    | Started
    | Progress
    | Sample
    | Result
    | TreeReply
    | SolveProgress
    | Solved
    | Opinion
    | Preparing
    | Replayed
    | ErrorReply
)
