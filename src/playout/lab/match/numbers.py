"""The numbers of a report of games as plain values: what report.json holds and the page shows."""

import math
from collections import Counter

from ...language import Text, tr
from ..report.page import Row, finite, named, provenance, render
from ..run.code import MIXED, mix_lines
from ..run.pairing_score import Tally, TieBreak
from ..run.tasks import Contest, n_games
from ..stats.intervals import Interval, holm, wilson
from ..stats.pentanomial import Score
from ..stats.ratings import ratings
from ..stats.sprt_elo import strength
from ..stats.verdict import FALSE_FINDS, FEWEST, verdict
from ..sweep.grid import budgets_of, grid_of
from ..tune.report import tuning_of
from ..tune.schedule import TuneSchedule
from .gather import TOGETHER, GameStatistics, MatchData, quantile
from .knock_out import KnockOut
from .schedule import MatchSchedule

MOST_ENDINGS = 40
ABOUT = ("name", "kind", "games", "players", "pairs", "seed", "opening", "equal_seconds", "sprt")
NOTHING = Interval(math.nan, -math.inf, math.inf)  # is known of an Elo


def numbers_of(data: MatchData, schedule: MatchSchedule) -> Row:
    """Everything, in the order of the report."""
    contests, experiment, ledger = _contests(data), data.experiment, schedule.ledger
    knock_out = schedule if isinstance(schedule, KnockOut) else None
    players = [_player(data, name, place) for name in experiment.players for place in data.places]
    ties = [tally for tally in data.tallies.values() if isinstance(tally, TieBreak)]
    about = {key: getattr(experiment, key) for key in ABOUT}
    numbers: Row = {
        "experiment": about | {"digest": experiment.digest(), "games_each": n_games(experiment)},
        "headline": "",
        "verdicts": [contest["verdict"] for contest in contests],
        "notes": [],
        "games_in_ledger": data.games_in_ledger,
        "games_counted": data.games_counted,
        "games_failed": len(ledger.given_up()),
        "games_in_tie_breaks": sum(tally.games for tally in ties),
        "contests": contests,
        "rounds": _rounds(data, knock_out) if knock_out else [],
        "winners": {game: knock_out.champion(game) for game in data.games} if knock_out else {},
        "failed_players": [
            {"name": player.name, "games": player.games, "failed": player.total}
            | {"kinds": player.counts, "first": player.first}
            for player in data.failing
        ],
        "mixed": mix_lines(ledger),
        "ratings": {place: _ratings(data, place) for place in data.places},
        "cross": {place: _cross(data, place) for place in data.places},
        "budgets": budgets_of(data),
        "grid": grid_of(data),
        "sweep": experiment.sweep,
        "tuning": tuning_of(schedule) if isinstance(schedule, TuneSchedule) else None,
        "players": [row for row in players if row["games"]],
        "games": [_game(name, game) for name, game in data.games.items() if game.lengths],
        **provenance(ledger, "game"),
    }
    numbers["headline"] = _headline(data, numbers)
    numbers["notes"] = list(filter(None, render("notes.txt", n=numbers).splitlines()))
    return finite(numbers)


def _contests(data: MatchData) -> list[Row]:
    """Who met whom at what, with the verdict; p values by Holm where there are several."""
    rows = [_contest(data, contest) for contest in data.contests]
    judged = [row for row in rows if row["p"] is not None]
    if len(judged) > 1:
        for row, adjusted in zip(judged, holm([row["p"] for row in judged]), strict=True):
            row["adjusted"] = adjusted
    for row, contest in zip(rows, data.contests, strict=True):
        tally = data.tally(contest)
        row["verdict"] = _verdict(contest, tally, row["adjusted"])
        if len(data.experiment.games) > 1:
            row["verdict"] = tr("At %(game)s, ") % {"game": contest.game} + row["verdict"]
        p = row["adjusted"] or 0.0  # without a correction, the interval decides
        is_clear = p <= FALSE_FINDS and not row["elo_low"] <= 0 <= row["elo_high"]
        row["found"] = is_clear and tally.results.units >= FEWEST
    return rows


def _contest(data: MatchData, contest: Contest) -> Row:
    tally, by_side = data.tally(contest), data.results[contest.index]
    results, decision = tally.results, tally.decision()
    elo, los, p, is_corrected = NOTHING, math.nan, None, False
    if results.units and not tally.is_spoilt:
        elo, los, is_corrected = strength(results, tally.rule)
        p = min(1.0, max(0.0, 2 * min(los, 1 - los))) if is_corrected else results.p_value()
    share = wilson(tally.points, tally.games)
    return {
        **{key: getattr(contest, key) for key in ("index", "game", "one", "other", "round")},
        "values": data.experiment.values_of(contest.index),
        "starter": contest.starter,
        "pairs": list(tally.pairs.counts),
        "unpaired": tally.games - tally.pairs.games,
        **{key: getattr(tally.score, key) for key in ("wins", "draws", "losses")},
        "as_first": by_side[0, ::-1].tolist(),
        "as_second": by_side[1, ::-1].tolist(),
        "mean_length": data.plies[contest.index] / (tally.games or math.nan),
        "games": tally.games,
        "points": tally.points,
        "one_failed": tally.failures[0].total,
        "other_failed": tally.failures[1].total,
        "spoilt": tally.is_spoilt,
        "is_with_itself": data.is_with_itself(contest),
        **named(share if tally.games else share._replace(value=math.nan), "share"),
        **named(elo, "elo"),
        "elo_games": results.games if results.units and not tally.is_spoilt else 0,
        "los": los,
        "elo_corrected": is_corrected,
        "decided": tally.is_decided,
        "test": decision and decision.verdict.value,
        "llr": decision and decision.llr,
        "p": p,
        "adjusted": None,
    }


def _verdict(contest: Contest, tally: Tally, adjusted: float | None) -> str:
    about: Row = {"failed": tally.n_failures, "games": tally.games}
    if tally.is_spoilt:
        text = "no verdict on {one} and {other}: failures decided {failed:,} of {games:,} games"
        text = tr(text, one=contest.one, other=contest.other, **about)
        return text + tr(", and with them the SPRT") * tally.is_decided
    text = verdict(contest.one, contest.other, tally.results, test=tally.rule, adjusted=adjusted)
    if contest.starter is not None:
        starter = (contest.one, contest.other)[contest.starter]
        text += tr("; {player} moved first in all of them", player=starter)
    if tally.n_failures:
        text += tr("; failures decided {failed:,} of {games:,} games", **about)
    return text


def _headline(data: MatchData, numbers: Row) -> str:
    """The verdict in a sentence, after what failed."""
    text = render(
        "headline.txt",
        n=numbers,
        failing=[str(player) for player in data.failing],
        mixed=tr(MIXED),
        rated=numbers["ratings"][data.places[0]],
        beaten=_beaten(data, numbers["contests"]),
        met=Counter(name for two in data.meetings(TOGETHER, fair=True) for name in two),
    )
    return " ".join(filter(None, text.splitlines()))


def _beaten(data: MatchData, contests: list[Row]) -> dict[str, list[str]]:
    """Whom each player beats over all games together, with Holm's correction over all who met;
    after early stops, whom it beats at every game."""
    meetings = data.meetings(TOGETHER, fair=True)
    adjusted = holm([met.pairs.p_value() for met in meetings.values()])
    beaten: dict[str, list[str]] = {name: [] for name in data.experiment.players}
    for (pair, met), p in zip(meetings.items(), adjusted, strict=True):
        winner, loser = pair if met.points > met.games / 2 else pair[::-1]
        is_sure = p <= FALSE_FINDS and met.pairs.units >= FEWEST
        if data.experiment.sprt is not None:
            mine = [row for row in contests if {row["one"], row["other"]} == {*pair}]
            won = {row["one"] if row["share"] > 0.5 else row["other"] for row in mine}
            is_sure = all(row["found"] for row in mine) and won == {winner}
        if is_sure:
            beaten[winner].append(loser)
    return beaten


def _rounds(data: MatchData, knock_out: KnockOut) -> list[Row]:
    """The contests of a knock-out: who went on, and how."""
    return [
        {key: getattr(contest, key) for key in ("game", "one", "other")}
        | {key: getattr(data.tally(contest), key) for key in ("points", "games")}
        | {"round": knock_out.round_name(contest), "winner": knock_out.winner(contest)}
        | {"tie": knock_out.tie(contest), "result": knock_out.result(contest)}
        | {"number": contest.round}
        for contest in data.contests
    ]


def _cross(data: MatchData, place: str) -> list[Row]:
    """Every two who met, as each of them sees it."""
    rows = []
    for pair, met in data.meetings(place).items():
        for (one, other), mine in ((pair, met), (pair[::-1], met.swapped())):
            row = {"one": one, "other": other, "points": mine.points, "games": mine.games}
            share = named(wilson(mine.points, mine.games), "share")
            rows.append(row | {"failed": mine.failed} | share)
    return rows


def _ratings(data: MatchData, place: str) -> list[Row]:
    points: dict[tuple[str, str], float] = {}
    for pair, met in data.meetings(place, fair=True).items():
        points |= {pair: met.points, pair[::-1]: met.games - met.points}
    return [rating._asdict() for rating in ratings(points)]


def _player(data: MatchData, name: str, place: str) -> Row:
    mine = data.players[place, name]
    score, (first, second) = mine.score, map(Score.of, mine.results.tolist())
    moves, simulations = mine.move_seconds.n, mine.simulations
    return {
        "name": name,
        "game": place,
        **{key: getattr(score, key) for key in ("games", "wins", "draws", "losses", "points")},
        **named(score.rate(), "share"),
        **named(first.rate() if first.games else NOTHING, "as_first"),
        "as_first_games": first.games,
        **named(second.rate() if second.games else NOTHING, "as_second"),
        "as_second_games": second.games,
        "moves": moves,
        "seconds": mine.move_seconds.total,
        "simulations": simulations,
        "simulations_per_move": simulations / moves if moves else math.nan,
        "simulations_per_second": mine.rates.box(),
        "simulations_per_game": mine.game_simulations.box(),
        "by_game": [list(point) for point in mine.by_game.points()],
        "wins_per_thousand_simulations": 1000 * score.wins / (simulations or math.nan),
        "seconds_per_move": mine.move_seconds.box(),
        "seconds_to_win": mine.win_seconds.box(),
        "by_move": mine.curves(),
    }


def _game(name: str, game: GameStatistics) -> Row:
    lengths, first = game.lengths, Score.of(game.first_mover)
    endings = dict(game.endings.most_common(MOST_ENDINGS))
    if rest := first.games - sum(endings.values()):
        endings[Text("something else")] = rest
    return {
        "game": name,
        "games": first.games,
        "mean_length": sum(plies * n for plies, n in lengths.items()) / first.games,
        "median_length": int(quantile(lengths, 0.5)),
        "shortest": min(lengths),
        "longest": max(lengths),
        "first_wins": first.wins,
        "draws": first.draws,
        "second_wins": first.losses,
        **named(first.rate(), "first_share"),
        "lengths": {str(plies): lengths[plies] for plies in sorted(lengths)},
        "endings": endings,
    }
