"""A knock-out: who meets whom in each round, who goes on, and how ties are broken.

More points send a player on. After a tie the two play further pairs, with openings of their own,
until one is ahead after a pair; where nobody is after 10 pairs, a lot decides, drawn from the seed
and the names. Further pairs are a contest by themselves: they count for who goes on, and in no
score, as they were stopped by their results.
"""

import itertools
from collections.abc import Iterator

from ...arena import knock_out_round
from ...language import tr
from ..run.experiment import Experiment
from ..run.ledger import Ledger
from ..run.pairing_score import Tally, TieBreak
from ..run.tasks import Contest, n_games, seed_of
from .schedule import MatchSchedule

MOST_FURTHER = 10  # pairs, before a lot is drawn


class KnockOut(MatchSchedule):
    """The bracket of an experiment, as far as the results so far say."""

    def __init__(self, experiment: Experiment, ledger: Ledger) -> None:
        self._per_game = len(experiment.players) - 1
        self._n_contests = self._per_game * len(experiment.games)  # ties are numbered from here on
        super().__init__(experiment, ledger)

    def contests(self) -> list[Contest]:
        """All that are known by now, each tie followed by the further pairs that break it."""
        games = enumerate(self.experiment.games)
        return [c for i, game in games for c in self._bracket(game, i * self._per_game)]

    def total(self) -> int:
        return sum(map(self._n_games, self.contests()))  # few, and they come as it goes on

    def _n_games(self, contest: Contest) -> int:
        tally = self.tallies.get(contest.index)
        is_decided = tally is not None and tally.is_decided
        return 2 * tally.counted if tally and is_decided else n_games(self.experiment, contest)

    def _bracket(self, game: str, index: int) -> Iterator[Contest]:
        """The contests at one game: those of a round once the last one is over."""
        names = list(self.experiment.players)
        for number in itertools.count():
            pairings, names = knock_out_round(names, self.experiment.seed, number)
            if not pairings:
                return
            for pairing in pairings:
                contest = Contest(index, game, *pairing, number)
                yield contest
                if self._is_over(contest) and not self.tallies[index].lead:
                    yield self._tie_break(contest)
                index += 1
                names.append(self.winner(contest) or "")
            if "" in names:
                return

    def _tie_break(self, contest: Contest) -> Contest:
        return contest._replace(
            index=self._n_contests + contest.index,
            pairs=MOST_FURTHER,
            opening_set=-1 - contest.round,
            tie_of=contest.index,
        )

    def new_tally(self, contest: int) -> Tally:
        return TieBreak() if contest >= self._n_contests else super().new_tally(contest)

    def _is_over(self, contest: Contest) -> bool:
        tally, n = self.tallies.get(contest.index), n_games(self.experiment, contest)
        return tally is not None and (tally.is_decided or tally.counted == -(-n // 2))

    def winner(self, contest: Contest) -> str | None:
        """Who goes on: by points, then by those of further pairs, then by lot; None before that."""
        for played in (contest, self._tie_break(contest)):
            if not self._is_over(played):
                return None
            lead = self.tallies[played.index].lead
            if lead:
                return contest.one if lead > 0 else contest.other
        drawn = seed_of(self.experiment.seed, "lot", contest.game, contest.one, contest.other)
        return contest.one if drawn % 2 else contest.other

    def champion(self, game: str) -> str | None:
        """Who has won the knock-out at a game; None while it is not over."""
        played = [c for c in self.contests() if c.game == game and c.tie_of is None]
        return self.winner(played[-1]) if len(played) == self._per_game else None

    def standings(self) -> list[str]:
        """The same as of other matches, and who has won."""
        won = {game: self.champion(game) for game in self.experiment.games}
        text = "{game}: {name} wins the knock-out"
        lines = [tr(text, game=game, name=name) for game, name in won.items() if name is not None]
        return super().standings() + lines

    def _line(self, contest: Contest, tally: Tally) -> str:
        line, result = super()._line(contest, tally), self.result(contest)
        return tr("; ").join([line, result]) if result else line

    def _place(self, contest: Contest) -> str:
        return f"{contest.game}, {self.round_name(contest)}"

    def round_name(self, contest: Contest) -> str:
        """`round 1`, `final`."""
        text = "final" if self._is_final(contest) else "round {number}"
        return tr(text, number=contest.round + 1)

    def _is_final(self, contest: Contest) -> bool:
        return contest.round == (len(self.experiment.players) - 1).bit_length() - 1

    def result(self, contest: Contest) -> str:
        """Who goes on, and how a tie was decided; nothing while the contest is not over."""
        winner, tie = self.winner(contest), self.tie(contest)
        if winner is None:
            return tie
        text = "{winner} wins" if self._is_final(contest) else "{winner} goes on"
        text = tr(text, winner=winner)
        return tr("{tie}: {text}", tie=tie, text=text) if tie else text

    def tie(self, contest: Contest) -> str:
        """How a tie was decided; nothing where there is none."""
        if not self._is_over(contest) or self.tallies[contest.index].lead:
            return ""
        text = tr("a tie, {points}", points=_points(self.tallies[contest.index]))
        if self.winner(contest) is None:
            return text + tr(", which further pairs are to decide")
        further = self.tallies[self._tie_break(contest).index]
        pairs = tr("{n} further pair", "{n} further pairs", n=further.counted)
        more = ", decided by {pairs}, {points}"
        if not further.lead:
            more = ", and {points} in {pairs}, decided by lot"
        return text + tr(more, pairs=pairs, points=_points(further))


def _points(tally: Tally) -> str:
    return tr("{one:g} : {other:g}", one=tally.points, other=tally.games - tally.points)
