"""The numbers of a report of games as plain values: what report.json holds and the page shows."""

import dataclasses
import math
from collections import Counter
from typing import Any

from ..report.page import finite
from ..run.code import mix_lines
from ..run.ledger import Ledger
from ..run.pairing_score import Failing
from ..stats.intervals import wilson
from ..stats.pentanomial import Score
from ..stats.ratings import Results, ratings
from ..sweep.budgets import budgets_of
from ..sweep.grid import grid_of
from .gather import MatchData
from .statistics import PlayerStatistics, most_common
from .verdicts import LEVEL, contests_of, headline_of, named, notes_of

__all__ = ["numbers_of"]

TOGETHER = "all games"
MOST_FAILURES = 50  # that are listed
EXPERIMENT = ("name", "kind", "games", "players", "pairs", "seed", "opening", "equal_seconds")
Row = dict[str, Any]


def numbers_of(data: MatchData, ledger: Ledger, tuning: Row | None) -> Row:
    """Everything, in the order of the report; `tuning` is what a tuning says of its trials."""
    contests, experiment = contests_of(data), data.experiment
    rated = {TOGETHER: _ratings(data.rated)} if len(data.by_game) > 1 else {}
    rated |= {game: _ratings(results) for game, results in data.rated_by_game.items()}
    mixed, failures, given_up = mix_lines(ledger), ledger.failures(), len(ledger.given_up())
    best = next(iter(rated.values()), [])
    rule = experiment.sprt and dataclasses.asdict(experiment.sprt)
    numbers: Row = {
        "experiment": {key: getattr(experiment, key) for key in EXPERIMENT}
        | {"sprt": rule, "digest": experiment.digest()},
        "headline": headline_of(data, contests, best, bool(mixed), tuning),
        "verdicts": [contest["verdict"] for contest in contests],
        "notes": notes_of(data, contests, given_up),
        "games_in_ledger": data.games_in_ledger,
        "games_counted": data.games_counted,
        "games_failed": given_up,
        "contests": contests,
        "rounds": _rounds(data),
        "winners": {game: data.knock_out.champion(game) for game in experiment.games}
        if data.knock_out
        else {},
        "failed_players": [_failed(one) for one in data.failing],
        "mixed": mixed,
        "ratings": rated,
        "cross": _cross(data),
        "budgets": budgets_of(data),
        "grid": grid_of(data),
        "sweep": experiment.sweep,
        "tuning": tuning,
        "players": _players(data),
        "games": _games(data),
        "failures": [
            {"game": id, "attempt": attempt, "reason": reason}
            for id, attempt, reason in failures[:MOST_FAILURES]
        ],
        "n_failures": len(failures),
        "hosts": ledger.hosts(),
        "versions": ledger.versions(),
        "about": ledger.about(),
    }
    whole: Row = finite(numbers)
    return whole


def _failed(one: Failing) -> Row:
    failures = one.failures
    row: Row = {"name": one.name, "games": one.games, "failed": failures.total}
    return row | {"kinds": dict(failures.counts), "first": failures.first}


def _rounds(data: MatchData) -> list[Row]:
    """The contests of a knock-out: who went on, and how."""
    if data.knock_out is None:
        return []
    rows = []
    for contest in data.contests:
        tally = data.tally(contest)
        row: Row = {"game": contest.game, "round": data.knock_out.round_name(contest)}
        row |= {"one": contest.one, "other": contest.other}
        row |= {"points": tally.points, "games": tally.games}
        result = data.knock_out.result(contest)
        rows.append(row | {"winner": data.knock_out.winner(contest), "told": result})
    return rows


def _ratings(results: Results) -> list[Row]:
    if not results.matches:
        return []
    return [rating._asdict() for rating in ratings(results, LEVEL)]


def _cross(data: MatchData) -> dict[str, list[Row]]:
    """Every two who met, as the first of them sees it: by game, and together."""
    failed: Counter[tuple[frozenset[str], str]] = Counter()  # games that failures decided
    for contest in data.contests:
        n, names = data.tally(contest).n_failures, frozenset((contest.one, contest.other))
        failed.update({(names, contest.game): n, (names, TOGETHER): n})
    tables = {TOGETHER: data.results} if len(data.by_game) > 1 else {}
    tables |= data.by_game
    return {
        name: [
            {"one": one, "other": other, "points": match.score.points, "games": match.score.games}
            | {"failed": failed[frozenset((one, other)), name]}
            | named(match.score.rate(LEVEL), "share")
            for (one, other), match in results.matches.items()
        ]
        for name, results in tables.items()
    }


def _players(data: MatchData) -> list[Row]:
    """A row a player and game, and one for all games where there are several."""
    rows = []
    for name in data.names:
        games = [game for game in data.by_game if (game, name) in data.players]
        if len(data.by_game) > 1:
            rows.append(_player(name, TOGETHER, data.player(name)))
        rows += [_player(name, game, data.player(name, game)) for game in games]
    return rows


def _player(name: str, game: str, mine: PlayerStatistics) -> Row:
    score = mine.score
    row: Row = {
        "name": name,
        "game": game,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "points": score.points,
    }
    row |= named(score.rate(LEVEL), "share")
    for key, counts in (("as_first", mine.first), ("as_second", mine.second)):
        colour = Score.of(counts.tolist())
        row |= named(wilson(colour.points, colour.games, LEVEL), key)
        row[f"{key}_games"] = colour.games
    row |= {
        "moves": mine.moves,
        "seconds": mine.seconds,
        "simulations": mine.simulations,
        "simulations_per_move": mine.simulations / mine.moves if mine.moves else math.nan,
        "simulations_per_second": mine.rates.box(),
        "wins_per_thousand_simulations": mine.wins_per_thousand,
        "seconds_per_move": mine.move_seconds.box(),
        "seconds_to_win": mine.win_seconds.box(),
        "by_move": mine.curves(),
    }
    return row


def _games(data: MatchData) -> list[Row]:
    rows = []
    for name, games in data.games.items():
        lengths, first = games.lengths, Score.of(games.first_mover)
        if not lengths:
            continue
        mean = sum(plies * n for plies, n in lengths.items()) / first.games
        row: Row = {"game": name, "games": first.games, "mean_length": mean}
        row |= {"median_length": games.length_at(0.5)}
        row |= {"shortest": min(lengths), "longest": max(lengths)}
        row |= {"first_wins": first.wins, "draws": first.draws, "second_wins": first.losses}
        row |= named(first.rate(LEVEL), "first_share")
        row["lengths"] = {str(plies): lengths[plies] for plies in sorted(lengths)}
        row["endings"] = most_common(games.endings)
        rows.append(row)
    return rows
