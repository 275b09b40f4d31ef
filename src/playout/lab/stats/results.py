"""Games as they come in, in any order, matched into pairs and counted for every two players."""

from collections import defaultdict
from collections.abc import Hashable, Iterable

from .pentanomial import Pairs, Score, half_points

__all__ = ["Match", "Results"]


class Match:
    """The games of two players as they come in, seen from one of them.

    Only counts are kept, and the result of each game that waits for its twin. A pair that is
    complete is forgotten but for its count, so its name must not be used again.
    """

    def __init__(self) -> None:
        self._games = [0] * len(Score.VALUES)
        self._pairs = [0] * len(Pairs.VALUES)
        self._waiting: dict[Hashable, int] = {}

    def add(self, points: float, pair: Hashable) -> None:
        """Count a game: this player's points, and the name of its pair."""
        half = half_points(points)
        self._games[half] += 1
        if pair in self._waiting:
            self._pairs[self._waiting.pop(pair) + half] += 1
        else:
            self._waiting[pair] = half

    @property
    def score(self) -> Score:
        """All games."""
        return Score.of(self._games)

    @property
    def pairs(self) -> Pairs:
        """The pairs that are complete."""
        return Pairs.of(self._pairs)


class Results:
    """The games of many players as they come in: a `Match` for every two who met."""

    def __init__(self, players: Iterable[str] = ()) -> None:
        self._at = {name: i for i, name in enumerate(players)}
        self._matches: defaultdict[tuple[int, int], Match] = defaultdict(Match)

    def add(self, first: str, second: str, points: float, pair: Hashable) -> None:
        """Count a game: who moved first, who second, the points of the first, its pair."""
        a, b = (self._at.setdefault(name, len(self._at)) for name in (first, second))
        self._matches[min(a, b), max(a, b)].add(points if a < b else 1 - points, pair)

    @property
    def players(self) -> list[str]:
        """Everybody, in the order in which they came."""
        return list(self._at)

    @property
    def matches(self) -> dict[tuple[str, str], Match]:
        """Every two who met, and their games as the first of the two names sees them."""
        names = self.players
        return {(names[a], names[b]): match for (a, b), match in sorted(self._matches.items())}
