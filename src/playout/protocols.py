"""What a game, a search, a playout policy, a schedule, a player and a solver have: for type
checkers and readers. Nothing inherits from these classes; what has the methods will do.

    def strongest(game: playout.Game, *searches: playout.Algorithm) -> playout.Algorithm: ...
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

    from .players import Choice
    from .search import Random
    from .solve import Solution
    from .state import State

__all__ = [
    "Algorithm",
    "Game",
    "Player",
    "PlayoutPolicy",
    "Schedule",
    "SearchParameters",
    "Solver",
]


class Game(Protocol):
    """The rules that `@game` asks for: see rules.py."""

    def n_words(self) -> SupportsIndex: ...
    def n_moves(self) -> SupportsIndex: ...
    def max_plies(self) -> SupportsIndex: ...
    def start(self, state: Any, /) -> Any: ...
    def moves(self, state: Any, out: Any, /) -> SupportsIndex: ...
    def play(self, state: Any, move: Any, /) -> Any: ...
    def winner(self, state: Any, /) -> SupportsIndex: ...


class PlayoutPolicy(Protocol):
    """What `@policy` asks for: see search/policy.py."""

    def pick(
        self, game: Any, state: Any, moves: Any, n: Any, line: Any, memory: Any, stream: Any, /
    ) -> SupportsIndex: ...


class Schedule(Protocol):
    """What `@schedule` asks for: see search/schedules.py."""

    def beta(self, node_visits: Any, n: Any, a: Any, /) -> Any: ...


class Algorithm(Protocol):
    """A search: what can be said to each of them. How one is made is in search/algorithm.py."""

    @property
    def expand(self) -> int: ...
    @property
    def solver(self) -> bool: ...
    @property
    def final(self) -> int | str: ...
    @property
    def fpu(self) -> float: ...
    @property
    def playouts(self) -> int: ...
    @property
    def draw(self) -> float: ...
    @property
    def transpositions(self) -> bool: ...
    @property
    def policy(self) -> PlayoutPolicy: ...


class Player(Protocol):
    """Who chooses moves."""

    def choose(
        self,
        state: "State",
        seed: int,
        progress: Callable[[float], Any] | None = None,
        seconds: float | None = None,
    ) -> "Choice":
        """A move for a position; `progress` gets the share of the budget that is spent, and
        `seconds` are for this move alone."""
        ...


class Solver(Protocol):
    """What `@solver` asks for. Only one that fits with `distance` is asked for it."""

    game: Any

    def __init__(self, game: Any, memory: int = ...) -> None: ...

    @staticmethod
    def fits(game: Any, distance: bool) -> bool:
        """Whether it solves this game; and finds out how long a win takes, if that is wanted."""
        ...

    def solve(
        self,
        state: "State",
        *,
        seconds: float | None = None,
        all_moves: bool = False,
        on_progress: Callable[[int, float], Any] | None = None,
    ) -> "Solution":
        """The truth, or `unknown` where a limit came first."""
        ...


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True)
    class _Fields:
        def _replace(self, **fields: Any) -> Any: ...
        def _asdict(self) -> dict[str, Any]: ...

    class SearchParameters(_Fields):
        """What a search of your own inherits from: a NamedTuple, to which `@algorithm` adds the
        parameters that all searches share."""

        _: KW_ONLY
        expand: int = 1
        solver: bool = True
        final: int | str = 0
        fpu: float = 1000000.0
        playouts: int = 1
        draw: float = 0.5
        transpositions: bool = False
        policy: PlayoutPolicy = Random()
else:
    SearchParameters = NamedTuple
