"""The numbers of a report of games as plain values: what report.json holds and the page shows."""

import math
from collections import Counter
from typing import Any

from ..report.page import finite, named, provenance, render
from ..run.code import MIXED, mix_lines
from ..run.ledger import Ledger
from ..run.pairing_score import Tally, TieBreak
from ..run.tasks import Contest
from ..stats.intervals import Interval, holm, wilson
from ..stats.pentanomial import Score
from ..stats.ratings import ratings
from ..stats.sprt_elo import strength
from ..stats.verdict import FALSE_FINDS, FEWEST, verdict
from ..sweep.grid import budgets_of, grid_of
from .gather import TOGETHER, GameStatistics, MatchData, quantile

__all__ = ["numbers_of"]

MOST_ENDINGS = 40
ABOUT = ("name", "kind", "games", "players", "pairs", "seed", "opening", "equal_seconds", "sprt")
NOTHING = Interval(math.nan, -math.inf, math.inf)  # is known of an Elo
Row = dict[str, Any]


def numbers_of(data: MatchData, ledger: Ledger, tuning: Row | None) -> Row:
    """Everything, in the order of the report; `tuning` is what a tuning says of its trials."""
    contests, experiment, knock_out = _contests(data), data.experiment, data.knock_out
    players = [_player(data, name, place) for name in experiment.players for place in data.places]
    ties = [tally for tally in data.tallies.values() if isinstance(tally, TieBreak)]
    about = {key: getattr(experiment, key) for key in ABOUT}
    numbers: Row = {
        "experiment": about | {"digest": experiment.digest()},
        "headline": "",
        "verdicts": [contest["verdict"] for contest in contests],
        "notes": [],
        "games_in_ledger": data.games_in_ledger,
        "games_counted": data.games_counted,
        "games_failed": len(ledger.given_up()),
        "games_in_tie_breaks": sum(tally.games for tally in ties),
        "contests": contests,
        "rounds": _rounds(data),
        "winners": {game: knock_out.champion(game) for game in data.games} if knock_out else {},
        "failed_players": [
            {"name": name, "games": games, "failed": failed.total}
            | {"kinds": failed.counts, "first": failed.first}
            for name, games, failed in data.failing
        ],
        "mixed": mix_lines(ledger),
        "ratings": {place: _ratings(data, place) for place in data.places},
        "cross": {place: _cross(data, place) for place in data.places},
        "budgets": budgets_of(data),
        "grid": grid_of(data),
        "sweep": experiment.sweep,
        "tuning": tuning,
        "players": [row for row in players if row["games"]],
        "games": [_game(name, game) for name, game in data.games.items() if game.lengths],
        **provenance(ledger, "game"),
    }
    numbers["headline"] = _headline(data, numbers)
    numbers["notes"] = list(filter(None, render("notes.txt", n=numbers).splitlines()))
    whole: Row = finite(numbers)
    return whole


def _contests(data: MatchData) -> list[Row]:
    """Who met whom at what, with the verdict; p values by Holm where there are several."""
    rows = [_contest(contest, data.tally(contest)) for contest in data.contests]
    judged = [row for row in rows if row["p"] is not None]
    if len(judged) > 1:
        for row, adjusted in zip(judged, holm([row["p"] for row in judged]), strict=True):
            row["adjusted"] = adjusted
    for row, contest in zip(rows, data.contests, strict=True):
        where = f"At {contest.game}, " if len(data.experiment.games) > 1 else ""
        row["verdict"] = where + _verdict(contest, data.tally(contest), row["adjusted"])
        p = row["adjusted"] or 0.0  # without a correction, the interval decides
        is_clear = p <= FALSE_FINDS and not row["elo_low"] <= 0 <= row["elo_high"]
        row["found"] = is_clear and sum(row["pairs"]) >= FEWEST
    return rows


def _contest(contest: Contest, tally: Tally) -> Row:
    pairs, decision = tally.pairs, tally.decision()
    elo, los, p, is_corrected = NOTHING, math.nan, None, False
    if pairs.units and not tally.is_spoilt:
        elo, los, is_corrected = strength(pairs, tally.rule)
        p = min(1.0, max(0.0, 2 * min(los, 1 - los))) if is_corrected else pairs.p_value()
    share = wilson(tally.points, tally.games)
    return {
        **{key: getattr(contest, key) for key in ("index", "game", "one", "other", "round")},
        "pairs": list(pairs.counts),
        "games": tally.games,
        "points": tally.points,
        "one_failed": tally.failures[0].total,
        "other_failed": tally.failures[1].total,
        "spoilt": tally.is_spoilt,
        **named(share if tally.games else share._replace(value=math.nan), "share"),
        **named(elo, "elo"),
        "los": los,
        "elo_corrected": is_corrected,
        "decided": tally.is_decided,
        "test": decision and decision.verdict.value,
        "llr": decision and decision.llr,
        "p": p,
        "adjusted": None,
    }


def _verdict(contest: Contest, tally: Tally, adjusted: float | None) -> str:
    failed = f"{tally.n_failures:,} of {tally.games:,} games"
    if tally.is_spoilt:
        test = ", and with them the SPRT" if tally.is_decided else ""
        return f"no verdict on {contest.one} and {contest.other}: failures decided {failed}{test}"
    text = verdict(contest.one, contest.other, tally.pairs, test=tally.rule, adjusted=adjusted)
    return f"{text}; failures decided {failed}" if tally.n_failures else text


def _headline(data: MatchData, numbers: Row) -> str:
    """The verdict in a sentence, after what failed."""
    text = render(
        "headline.txt",
        n=numbers,
        failing=[str(one) for one in data.failing],
        mixed=MIXED,
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


def _rounds(data: MatchData) -> list[Row]:
    """The contests of a knock-out: who went on, and how."""
    knock_out = data.knock_out
    if knock_out is None:
        return []
    return [
        {key: getattr(contest, key) for key in ("game", "one", "other")}
        | {key: getattr(data.tally(contest), key) for key in ("points", "games")}
        | {"round": knock_out.round_name(contest), "winner": knock_out.winner(contest)}
        | {"tie": knock_out.tie(contest), "result": knock_out.result(contest)}
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
        points |= {pair: met.points, pair[::-1]: met.swapped().points}
    return [rating._asdict() for rating in ratings(points)]


def _player(data: MatchData, name: str, place: str) -> Row:
    mine = data.player(name, place)
    score, (first, second) = mine.score, map(Score.of, mine.results.tolist())
    moves, simulations = mine.move_seconds.n, mine.simulations
    return {
        "name": name,
        "game": place,
        **{key: getattr(score, key) for key in ("games", "wins", "draws", "losses", "points")},
        **named(score.rate(), "share"),
        **named(first.rate(), "as_first"),
        "as_first_games": first.games,
        **named(second.rate(), "as_second"),
        "as_second_games": second.games,
        "moves": moves,
        "seconds": mine.move_seconds.total,
        "simulations": simulations,
        "simulations_per_move": simulations / moves if moves else math.nan,
        "simulations_per_second": mine.rates.box(),
        "wins_per_thousand_simulations": 1000 * score.wins / (simulations or math.nan),
        "seconds_per_move": mine.move_seconds.box(),
        "seconds_to_win": mine.win_seconds.box(),
        "by_move": mine.curves(),
    }


def _game(name: str, game: GameStatistics) -> Row:
    lengths, first = game.lengths, Score.of(game.first_mover)
    endings = dict(game.endings.most_common(MOST_ENDINGS))
    if rest := first.games - sum(endings.values()):
        endings["something else"] = rest
    return {
        "game": name,
        "games": first.games,
        "mean_length": sum(plies * n for plies, n in lengths.items()) / first.games,
        "median_length": quantile(lengths, 0.5),
        "shortest": min(lengths),
        "longest": max(lengths),
        "first_wins": first.wins,
        "draws": first.draws,
        "second_wins": first.losses,
        **named(first.rate(), "first_share"),
        "lengths": {str(plies): lengths[plies] for plies in sorted(lengths)},
        "endings": endings,
    }
