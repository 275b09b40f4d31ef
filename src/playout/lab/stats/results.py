"""Games as they come in, in any order, matched into pairs and counted for every two players."""

from collections.abc import Hashable, Iterable

from .pentanomial import Pairs, Score, half_points

__all__ = ["Match", "Results", "pairs_of"]


class Match:
    """The games of two players as they come in, seen from one of them.

    Only counts are kept, and the result of each game that waits for its twin. A pair that is
    complete is forgotten but for its count, so its name must not be used again.
    """

    def __init__(self) -> None:
        self._as_first = [0, 0, 0]
        self._as_second = [0, 0, 0]
        self._pairs = [0, 0, 0, 0, 0]
        self._single = [0, 0, 0]
        self._waiting: dict[Hashable, tuple[int, bool]] = {}

    def add(self, points: float, first: bool, pair: Hashable = None) -> None:
        """Count a game: this player's points, whether he moved first, and the name of its pair."""
        half = half_points(points)
        twin = self._waiting.get(pair) if pair is not None else None
        if twin and twin[1] == first:
            raise ValueError(f"both games of pair {pair!r} have the same player to move first")
        (self._as_first if first else self._as_second)[half] += 1
        if pair is None:
            self._single[half] += 1
        elif twin:
            del self._waiting[pair]
            self._pairs[half + twin[0]] += 1
        else:
            self._waiting[pair] = half, first

    @property
    def as_first(self) -> Score:
        """The games in which this player moved first."""
        return Score.of(self._as_first)

    @property
    def as_second(self) -> Score:
        """The games in which the other player moved first."""
        return Score.of(self._as_second)

    @property
    def score(self) -> Score:
        """All games."""
        return self.as_first + self.as_second

    @property
    def pairs(self) -> Pairs:
        """The pairs that are complete."""
        return Pairs.of(self._pairs)

    @property
    def single(self) -> Score:
        """The games that are in no complete pair: those of none, and those that wait."""
        counts = list(self._single)
        for half, _ in self._waiting.values():
            counts[half] += 1
        return Score.of(counts)

    @property
    def waiting(self) -> int:
        """How many games wait for the other one of their pair."""
        return len(self._waiting)


def pairs_of(games: Iterable[tuple[Hashable, bool, float]]) -> Pairs:
    """The complete pairs among games, each a pair's name, whether one player moved first, and
    his points."""
    match = Match()
    for pair, first, points in games:
        match.add(points, first, pair)
    return match.pairs


class Results:
    """The games of many players as they come in: a `Match` for every two who met."""

    def __init__(self, players: Iterable[str] = ()) -> None:
        self._at = {name: i for i, name in enumerate(players)}
        self._matches: dict[tuple[int, int], Match] = {}

    def add(self, first: str, second: str, points: float, pair: Hashable = None) -> None:
        """Count a game: who moved first, who second, the points of the first, its pair."""
        if first == second:
            raise ValueError(f"{first!r} cannot play a game against itself")
        half_points(points)
        a, b = (self._at.setdefault(name, len(self._at)) for name in (first, second))
        if (match := self._matches.get((min(a, b), max(a, b)))) is None:
            match = self._matches[min(a, b), max(a, b)] = Match()
        match.add(points if a < b else 1 - points, a < b, pair)

    @property
    def players(self) -> list[str]:
        """Everybody, in the order in which they came."""
        return list(self._at)

    @property
    def matches(self) -> dict[tuple[str, str], Match]:
        """Every two who met, and their games as the first of the two names sees them."""
        names = self.players
        return {(names[a], names[b]): match for (a, b), match in sorted(self._matches.items())}
