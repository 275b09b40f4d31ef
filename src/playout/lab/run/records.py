"""What a ledger keeps, a row each: games, and of accuracy experiments labels and answers."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, get_type_hints

__all__ = ["AnswerRecord", "GameRecord", "LabelRecord", "MoveValue", "Record"]


class GameRecord(NamedTuple):
    """A game: enough to play it again and to judge it."""

    id: str
    contest: int  # who met whom at what
    pair: int
    colour: int  # 0: the contest's first player moved first
    first: str  # the names of the players, by who moves first
    second: str
    game: str
    seed: int
    opening: int  # how many of the moves nobody thought about
    moves: tuple[str, ...]
    winner: int | None  # 0, 1, or None for a draw
    reason: str  # how it ended, where that was not by the rules
    turns: tuple[tuple[float, int, float | None], ...]  # seconds, simulations, value of each move
    attempt: int
    host: str
    versions: str

    @property
    def points(self) -> float:
        """Of the contest's first player: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner == self.colour)

    @property
    def winner_name(self) -> str:
        """The name of who won; empty for a draw."""
        return "" if self.winner is None else (self.first, self.second)[self.winner]


class MoveValue(NamedTuple):
    """What a move leads to with best play, for the player who makes it."""

    outcome: str  # win, draw or loss
    score: int | None = None  # where the game counts one
    plies: int | None = None  # to the end, where that is known


class LabelRecord(NamedTuple):
    """What a solver says of a position."""

    id: str
    game: str
    position: int  # its number
    moves: tuple[str, ...]  # that lead to it
    outcome: str  # for the player to move; unknown where any move is
    values: dict[str, MoveValue]  # by move
    reason: str  # why it is unknown
    seconds: float
    nodes: int
    attempt: int
    host: str
    versions: str


class AnswerRecord(NamedTuple):
    """What a player chose in a position, and what became of the value."""

    id: str
    game: str
    position: int
    entrant: int  # the number of the player with its budget
    player: str  # and its name
    moves: tuple[str, ...]
    seed: int
    chosen: str  # the move
    before: str  # the outcome with best play
    after: str  # the same after the chosen move
    seconds: float
    simulations: int
    value: float | None  # what the player thought of it
    attempt: int
    host: str
    versions: str


Record = GameRecord | LabelRecord | AnswerRecord


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _turns(text: str) -> Any:
    return tuple(map(tuple, json.loads(text)))


def _values(text: str) -> dict[str, MoveValue]:
    return {move: MoveValue(*value) for move, value in json.loads(text).items()}


# How the columns are written that SQLite has no type for, and how they are read.
CODECS: dict[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    "seed": (str, int),
    "moves": (" ".join, _split),
    "turns": (json.dumps, _turns),
    "values": (json.dumps, _values),
}
READERS: dict[type[Record], list[tuple[int, Callable[[str], Any]]]] = {
    kind: [(i, CODECS[key][1]) for i, key in enumerate(kind._fields) if key in CODECS]
    for kind in (GameRecord, LabelRecord, AnswerRecord)
}
TYPES = {int: "INTEGER NOT NULL", int | None: "INTEGER", float: "REAL NOT NULL"}
TYPES |= {float | None: "REAL"}


def columns(kind: type[Record]) -> str:
    """The columns of the table of such records, in SQL."""
    types = {
        name: "TEXT NOT NULL" if name in CODECS else TYPES.get(hint, "TEXT NOT NULL")
        for name, hint in get_type_hints(kind).items()
    }
    types |= {"id": "TEXT PRIMARY KEY", "ended": "REAL NOT NULL"}
    return ", ".join(f'"{name}" {type}' for name, type in types.items())


def encoded(record: Record) -> dict[str, Any]:
    """A record as SQLite keeps it."""
    row = record._asdict()
    return row | {key: CODECS[key][0](row[key]) for key in CODECS if key in row}


def decoded(kind: type[Record], row: tuple[Any, ...]) -> Any:
    """A record as it was."""
    values = list(row)
    for place, read in READERS[kind]:
        values[place] = read(values[place])
    return kind(*values)
