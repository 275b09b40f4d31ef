"""How the contests of an experiment stand, from the results alone, in the order of the pairs.

Games end in any order, but they are counted pair by pair from the first on. So a contest that
is stopped when it is decided stops at the same pair however many workers played, and what was
played beyond it does not count.

Who failed, how often and how, is counted as well: it has to be said before any score.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from ...arena import failure_in
from ...language import Text, tr
from ..stats.intervals import Interval
from ..stats.pentanomial import Counts, Pairs, Score
from ..stats.sprt import Decision, Sprt
from .records import GameRecord
from .tasks import Contest

MOST_CHARACTERS = 160  # of what happened in a failure
Game = tuple[float | None, str]  # the points of the contest's first player, how it ended


class Failures:
    """The failures of a player: how many of each kind, and what happened the first time."""

    def __init__(self, name: str = "") -> None:
        self.name, self.games = name, 0  # how many it played, with those in which nothing failed
        self.counts: Counter[str] = Counter()
        self.first: dict[str, str] = {}

    def add(self, reason: str) -> None:
        """Count the end of a game that this player lost, if it was a failure."""
        if reason and (failure := failure_in(reason)) is not None:
            kind, what = failure
            self.counts[kind.value] += 1
            short = what if len(what) <= MOST_CHARACTERS else what[: MOST_CHARACTERS - 1] + "…"
            self.first.setdefault(kind.value, short)

    def merge(self, other: "Failures", games: int) -> None:
        """Count in those of other games."""
        self.games += games
        self.counts += other.counts
        self.first = other.first | self.first

    @property
    def total(self) -> int:
        return self.counts.total()

    def __str__(self) -> str:
        """`a failed in 16 of 20 games: crashed in 15 (at first: ...), too slow in 1 (...)`."""
        kinds = []
        for kind, n in sorted(self.counts.items(), key=lambda item: (-item[1], item[0])):
            how = "{kind} in {n} (at first: {what})" if n > 1 else "{kind} in {n} ({what})"
            kinds.append(tr(how, kind=Text(kind), n=n, what=self.first[kind]))
        text = "{player} failed in {n} of {games} games: {how}"
        about = {"player": self.name, "n": self.total, "games": self.games}
        return tr(text, text, **about, how=", ".join(kinds))


def who_failed(record: GameRecord) -> str:
    """The player whose failure ended this game, or nobody: an empty text."""
    if record.winner is None or failure_in(record.reason) is None:
        return ""
    return (record.first, record.second)[1 - record.winner]


class Tally:
    """A contest: what has been counted, and whether it is decided."""

    def __init__(
        self, rule: Sprt | None = None, lone: int | None = None, *, is_paired: bool = True
    ) -> None:
        self.rule = rule
        self.lone = lone if is_paired else 0  # pairs from this number on are one game only
        self.is_paired = is_paired  # or one player moves first in all games
        self.counted = 0  # pairs, from the first on
        self.is_decided = False
        self.pairs = Pairs()  # of which both games were played
        self.score = Score()  # all games
        self.failures = Failures(), Failures()  # of the contest's first player, of the other
        self._waiting: dict[int, dict[int, Game]] = {}  # by pair and colour

    @property
    def games(self) -> int:
        """How many games have been counted."""
        return self.score.games

    @property
    def points(self) -> float:
        """Of the contest's first player, in all of them."""
        return self.score.points

    @property
    def results(self) -> Counts:
        """What strength is judged by: pairs, or games where one player always moves first."""
        return self.pairs if self.is_paired else self.score

    def share(self) -> Interval:
        """Of the points, for the contest's first player: with the interval of the Elo beside it,
        if there is one that leaves no game out."""
        has_elo = 0 < self.games == self.results.games and not self.is_spoilt
        return self.results.share() if has_elo else self.score.rate()

    @property
    def lead(self) -> float:
        """By how many points the contest's first player is ahead."""
        return 2 * self.points - self.games

    @property
    def n_failures(self) -> int:
        """How many of the games a failure decided."""
        return sum(mine.total for mine in self.failures)

    @property
    def is_spoilt(self) -> bool:
        """Whether failures decided half of the games or more: the score then says too little
        about strength for an Elo."""
        return 0 < self.games <= 2 * self.n_failures

    def add(self, pair: int, colour: int, points: float | None, reason: str = "") -> None:
        """A game of a pair: the points of the contest's first player, None if it was given up,
        and how it ended, where that was not by the rules."""
        if self.is_decided:
            return
        self._waiting.setdefault(pair, {})[colour] = points, reason
        while not self.is_decided:
            games = self._waiting.get(self.counted, {})
            if len(games) < self.games_in(self.counted):
                return
            del self._waiting[self.counted]
            self.counted += 1
            self._count([games[colour] for colour in sorted(games)])

    def games_in(self, pair: int) -> int:
        """How many games the pair of this number has."""
        return 2 if self.lone is None or pair < self.lone else 1

    def _count(self, games: list[Game]) -> None:
        points = [mine for mine, _ in games if mine is not None]
        if len(points) < len(games):
            return  # half a pair says nothing about the two
        for (_, reason), mine in zip(games, points, strict=True):
            self.failures[0 if mine == 0 else 1].add(reason)
            self.score = self.score.with_result(mine)
        if len(points) == 2:
            self.pairs = self.pairs.with_result(*points)
            self.is_decided = self._stops()

    def _stops(self) -> bool:
        return self.rule is not None and self.rule.decide(self.pairs).stopped

    def decision(self) -> Decision | None:
        """What the test says, where there is one."""
        return self.rule.decide(self.pairs) if self.rule is not None else None


class TieBreak(Tally):
    """Further pairs after a tie, until one player is ahead."""

    def _stops(self) -> bool:
        return self.lead != 0


def failing(contests: Iterable[Contest], tallies: Mapping[int, Tally]) -> list[Failures]:
    """Those who failed in these contests, who failed most often first."""
    players: dict[str, Failures] = {}
    for contest in contests:
        if tally := tallies.get(contest.index):
            for name, mine in zip((contest.one, contest.other), tally.failures, strict=True):
                players.setdefault(name, Failures(name)).merge(mine, tally.games)
    some = [player for player in players.values() if player.total]
    return sorted(some, key=lambda player: (-player.total, player.name))
