"""Experiments as the page and the server speak of them: JSON at /api/experiments.

The page defines an experiment by the words of a spec (docs/specs.md), and names one that there is
by the name of its file, which must be in the folder: no path ever comes from the page.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from .messages import SAFE, GameText, Message, PlayerText

__all__ = ["Asked", "Contest", "Detail", "Experiments", "Limits", "NewExperiment", "Summary"]

MOST_GAMES = 2000  # of two players
MOST_PLAYERS = 6
MOST_OPENING = 20  # random moves
MOST_ELO = 1000.0

Language = Literal["en", "fr"]
# Without what a terminal takes for a command, or turns around.
SHOWN = r"^[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$"
Line = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=SHOWN)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=SHOWN)]  # of a player
Elo = Annotated[float, Field(ge=-MOST_ELO, le=MOST_ELO, allow_inf_nan=False)]
State = Literal["ready", "running", "elsewhere", "stopped", "finished", "failed"]
# Games played, the share of the points by then, and the ends of its interval.
Point = tuple[int, float, float, float]


class SprtBounds(Message):
    """[sprt]: stop a pairing when it is decided between these."""

    elo0: Elo = 0.0
    elo1: Elo = 50.0


class NewExperiment(Message):
    """POST /api/experiments: an experiment to be written down and begun."""

    name: Line
    kind: Literal["match", "round-robin", "gauntlet"]
    game: GameText
    games: Annotated[int, Field(ge=2, le=MOST_GAMES)]  # of each two players
    opening: Annotated[int, Field(ge=0, le=MOST_OPENING)]
    seed: Annotated[int, Field(ge=0, le=SAFE)] = 1
    players: Annotated[dict[Name, PlayerText], Field(min_length=2, max_length=MOST_PLAYERS)]
    sprt: SprtBounds | None = None
    language: Language = "en"


class Asked(Message):
    """What is posted to run, stop or report an experiment."""

    language: Language = "en"


class Limits(Message):
    """What an experiment of the page may have at most."""

    games: int
    players: int
    opening: int
    seconds: int
    simulations: int
    at_once: int


class Said(Message):
    """A sentence in both languages."""

    text: str
    french: str


class Summary(Message):
    """An experiment of the folder, and how far it is."""

    id: str  # the name of its file
    name: str
    kind: str
    games: tuple[str, ...]
    players: tuple[str, ...]
    state: State
    why: Said | None  # it cannot be run, or the run failed
    may_run: bool  # from the page
    done: int
    total: int
    unit: Literal["games", "answers"]
    changed: float  # when something was last written, in seconds since 1970
    has_report: bool


class Contest(Message):
    """Two players who meet at a game: how the first of them stands."""

    game: str
    one: str
    other: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    elo: float | None  # None as well where it has no bound
    elo_low: float | None
    elo_high: float | None
    verdict: Literal["", "running", "accepted H1", "accepted H0"]  # of the SPRT
    curve: tuple[Point, ...]


class Detail(Summary):
    """GET /api/experiments/ID."""

    contests: tuple[Contest, ...]
    left_off: int  # contests beyond those
    lines: tuple[str, ...]  # what `playout lab status` says
    command: str  # to continue it in a terminal


class Experiments(Message):
    """GET /api/experiments: those of the folder, the latest first."""

    missing: Said | None  # what has to be installed first
    folder: str
    limits: Limits
    experiments: tuple[Summary, ...]
    left_off: int  # files beyond those
