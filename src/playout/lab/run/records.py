"""What a ledger keeps, a row each: games, and of accuracy experiments labels and answers."""

import json
from typing import Any, NamedTuple

from ...solve import DRAW, OUTCOMES, UNKNOWN, WIN

Turn = tuple[float, int, float | None]  # seconds, simulations, value


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
    turns: tuple[Turn, ...]  # one for each move after the opening
    attempt: int
    host: str
    versions: str

    @property
    def points(self) -> float:
        """Of the contest's first player: 1, 1/2 or 0."""
        return self.points_of(self.colour)

    def points_of(self, player: int) -> float:
        """Of who moved first (0) or second (1)."""
        return 0.5 if self.winner is None else float(self.winner == player)

    def turns_of(self, player: int) -> tuple[Turn, ...]:
        """The moves of who moved first (0) or second (1): they take turns."""
        return self.turns[(player - self.opening) % 2 :: 2]

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

    @property
    def is_known(self) -> bool:
        return self.outcome != UNKNOWN

    @property
    def is_decisive(self) -> bool:
        """Whether it matters what is played: not all moves have the same outcome."""
        return len({move.outcome for move in self.values.values()}) > 1

    @property
    def keeping(self) -> list[str]:
        """The moves that keep the value."""
        return [name for name, move in self.values.items() if move.outcome == self.outcome]

    @property
    def best(self) -> list[str] | None:
        """Of these, the fastest wins or the slowest losses; None where that is not known."""
        rows = {name: self.values[name] for name in self.keeping}
        if self.outcome == DRAW:
            # Of a solver that knows no distances, draws alone would be a lopsided sample.
            is_ranked = any(row[1:] != (None, None) for row in self.values.values())
            return list(rows) if is_ranked else None
        for key, best in (("score", max), ("plies", min if self.outcome == WIN else max)):
            values = {name: getattr(row, key) for name, row in rows.items()}
            if None not in values.values():
                return [name for name, value in values.items() if value == best(values.values())]
        return None

    @property
    def by_chance(self) -> float:
        """The share of the moves that keep the value: how often a blind choice does."""
        return len(self.keeping) / len(self.values)


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

    @property
    def cost(self) -> float:
        """What the move gives away, in points: 1 from a win to a loss, 1/2 to or from a draw."""
        return (OUTCOMES.index(self.before) - OUTCOMES.index(self.after)) / 2


Record = GameRecord | LabelRecord | AnswerRecord


# How the columns are written and read that SQLite has no type for.
WRITE: dict[str, Any] = {"moves": " ".join, "turns": json.dumps, "values": json.dumps}
READ: dict[str, Any] = {
    "moves": lambda text: tuple(text.split()),
    "turns": lambda text: tuple(map(tuple, json.loads(text))),
    "values": lambda text: {move: MoveValue(*v) for move, v in json.loads(text).items()},
}


def encoded(record: Record) -> list[Any]:
    """A record as a row of SQLite."""
    return [WRITE[k](v) if k in WRITE else v for k, v in record._asdict().items()]


def decoded(kind: type[Record], row: tuple[Any, ...]) -> Any:
    """A record as it was; a ValueError of what no record can be."""
    columns = zip(kind._fields, row, strict=True)
    record: Any = kind(*[READ[key](value) if key in READ else value for key, value in columns])
    if isinstance(record, GameRecord):
        is_sound = record.winner in (0, 1, None) and record.colour in (0, 1)
        if not is_sound or any(len(turn) != 3 for turn in record.turns):
            raise ValueError(record)
    return record
