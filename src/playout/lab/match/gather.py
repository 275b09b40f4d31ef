"""One walk through the ledger, from which all numbers of a report come.

What counts is decided by the tallies: pairs that are complete, up to the one at which a test
stopped. All other games are kept in games.csv, marked, and in nothing else.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..run.code import told_mix
from ..run.experiment import Experiment
from ..run.failures import Failing, failing
from ..run.ledger import Entry, Ledger
from ..run.pairing_score import Tally, TieBreak
from ..run.runner import Run
from ..run.tasks import Contest
from ..stats.results import Results
from ..tune.runner import START, TuneRun
from .knock_out import KnockOut
from .statistics import Cost, Few, Games, Side

__all__ = ["Findings", "gather"]

Costs = tuple[Cost, Cost]  # by who moved first
MOST_FAILURES = 50  # that are listed


@dataclass
class Findings:
    """All that a report says, in a size that does not depend on the number of games."""

    experiment: Experiment
    contests: list[Contest]
    tallies: dict[int, Tally]
    games_in_ledger: int = 0
    games_counted: int = 0
    results: Results = field(default_factory=Results)  # of all games together
    by_game: dict[str, Results] = field(default_factory=dict)
    rated: Results = field(default_factory=Results)  # without contests that failures decided
    rated_by_game: dict[str, Results] = field(default_factory=dict)
    sides: dict[tuple[str, str], Side] = field(default_factory=dict)  # by game and player
    games: dict[str, Games] = field(default_factory=dict)
    samples: dict[tuple[int, str], Entry] = field(default_factory=dict)  # by contest and kind
    failing: list[Failing] = field(default_factory=list)  # players, in games that count
    failures: list[tuple[str, int, str]] = field(default_factory=list)  # to play a game at all
    n_failures: int = 0
    n_given_up: int = 0  # games that failed and are not there
    hosts: Few = field(default_factory=Few)
    versions: Few = field(default_factory=Few)
    about: dict[str, str] = field(default_factory=dict)
    mixed: list[str] = field(default_factory=list)  # which code has played, where that differs
    knock_out: KnockOut | None = None
    tuning: TuneRun | None = None  # whose trials count in nothing but their own section

    def side(self, player: str, game: str | None = None) -> Side:
        """A player at a game, or at all of them."""
        if game is not None:
            return self.sides.get((game, player)) or Side()
        together = Side()
        for (_, name), side in self.sides.items():
            if name == player:
                together.merge(side)
        return together

    def tally(self, contest: Contest) -> Tally:
        return self.tallies.get(contest.index) or Tally(self.experiment.sprt)

    def is_tie_break(self, contest: int) -> bool:
        """Whether the contest of this number only decides who goes on in a knock-out."""
        return isinstance(self.tallies.get(contest), TieBreak)

    @property
    def players(self) -> list[str]:
        """Those who have games that count, as the spec has them."""
        met = set(self.results.players)
        return [name for name in self.experiment.players if name in met]


def gather(
    experiment: Experiment, ledger: Ledger, on_game: Callable[[Entry, bool, Costs], object]
) -> Findings:
    """Walk through the games; `on_game` gets each of them, whether it counts, and its
    costs."""
    run = TuneRun(experiment, ledger) if experiment.tune else Run(experiment, ledger)
    contests = [contest for contest in run.contests() if contest.tie_of is None]
    found = Findings(experiment, contests, run.tallies, about=ledger.about())
    found.failing, found.knock_out = failing(run.contests(), run.tallies), run.knock_out
    found.mixed = told_mix(ledger)
    if isinstance(run, TuneRun):
        _judge_alone(found, run)
        experiment = found.experiment
    found.n_given_up = len(run.failed)
    failures = ledger.failures()
    found.n_failures, found.failures = len(failures), failures[:MOST_FAILURES]
    found.results, found.rated = Results(experiment.players), Results(_rated(found))
    underdogs = {contest.index: _underdog(found, contest) for contest in found.contests}
    spoilt = {contest for contest, tally in run.tallies.items() if tally.is_spoilt}
    for game in experiment.games:
        found.by_game[game], found.rated_by_game[game] = Results(), Results()
        found.games[game] = Games()
    for entry, counts in _with_twins(ledger, run.tallies):
        found.games_in_ledger += 1
        costs = Cost.of(entry, 0), Cost.of(entry, 1)
        on_game(entry, counts, costs)
        if counts:
            found.games_counted += 1
        if counts and entry.contest in underdogs:
            _count(found, entry, costs, entry.contest not in spoilt)
            _keep_samples(found.samples, entry, underdogs.get(entry.contest))
    if not found.results.matches:
        found.results = Results()
    return found


def _rated(found: Findings) -> list[str]:
    """Those whose strength the games can tell, as the spec has them."""
    fair = [contest for contest in found.contests if not found.tally(contest).is_spoilt]
    met = {name for contest in fair for name in (contest.one, contest.other)}
    return [name for name in found.experiment.players if name in met]


def _judge_alone(found: Findings, run: TuneRun) -> None:
    """Of a tuning, the final match is what is told; its trials were chosen by their results."""
    final = run.tuning.final()
    names = {START, *(name for contest in final for name in (contest.one, contest.other))}
    players = {name: text for name, text in run.experiment.players.items() if name in names}
    found.experiment = run.experiment._replace(players=players)
    found.contests, found.tuning = final, run


def _with_twins(ledger: Ledger, tallies: dict[int, Tally]) -> Iterator[tuple[Entry, bool]]:
    """The games in order, each with whether it counts."""
    waiting: Entry | None = None
    for entry in ledger.entries():
        if waiting is None:
            waiting = entry
        elif waiting[1:3] == entry[1:3]:
            counts = entry.contest in tallies and entry.pair < tallies[entry.contest].counted
            yield waiting, counts
            yield entry, counts
            waiting = None
        else:
            yield waiting, _counts_alone(waiting, tallies)
            waiting = entry
    if waiting is not None:
        yield waiting, _counts_alone(waiting, tallies)


def _counts_alone(entry: Entry, tallies: dict[int, Tally]) -> bool:
    """Whether a game counts that has no twin: it is to have none, and all before it count."""
    tally = tallies.get(entry.contest)
    return tally is not None and entry.pair == tally.lone and entry.pair < tally.counted


def _count(found: Findings, entry: Entry, costs: Costs, is_rated: bool) -> None:
    points = 0.5 if entry.winner is None else float(entry.winner == 0)
    pair = entry.contest, entry.pair
    together = [found.results, found.by_game[entry.game]]
    if is_rated:
        together += [found.rated, found.rated_by_game[entry.game]]
    for results in together:
        results.add(entry.first, entry.second, points, pair)
    for number, name in enumerate((entry.first, entry.second)):
        side = found.sides.get((entry.game, name))
        if side is None:
            side = found.sides[entry.game, name] = Side()
        mine_points = points if number == 0 else 1 - points
        side.add(number == 0, mine_points, costs[number])
    games = found.games.setdefault(entry.game, Games())
    by_rule = "by the rules, a draw" if entry.winner is None else "by the rules, a win"
    games.add(len(entry.moves), entry.winner, entry.reason or by_rule)
    found.hosts.add(entry.host)
    found.versions.add(entry.versions)


def _underdog(found: Findings, contest: Contest) -> str | None:
    pairs = found.tally(contest).pairs
    if not pairs.units or pairs.mean == 0.5:
        return None
    return contest.other if pairs.mean > 0.5 else contest.one


def _keep_samples(
    samples: dict[tuple[int, str], Entry], entry: Entry, underdog: str | None
) -> None:
    """Keep the shortest and the longest game of a contest, and the longest upset."""
    plies = len(entry.moves)
    winner = None if entry.winner is None else (entry.first, entry.second)[entry.winner]
    kinds = [("shortest", -plies), ("longest", plies)]
    if winner is not None and winner == underdog:
        kinds.append(("upset", plies))
    for kind, rank in kinds:
        kept = samples.get((entry.contest, kind))
        sign = -1 if kind == "shortest" else 1
        if kept is None or rank > sign * len(kept.moves):
            samples[entry.contest, kind] = entry
