"""The numbers of a report as plain values: what report.json holds and the pages show."""

import dataclasses
import math
from collections import Counter
from typing import Any

from ..stats.intervals import wilson
from ..stats.pentanomial import Score
from ..stats.ratings import ratings
from ..stats.results import Results
from ..sweep.budgets import budgets_of
from ..sweep.grid import grid_of
from ..tune.report import tuning_of
from .gather import Findings
from .statistics import Side
from .verdicts import LEVEL, contests_of, headline_of, named, notes_of

__all__ = ["finite", "numbers_of"]

TOGETHER = "all games"


def numbers_of(found: Findings) -> dict[str, Any]:
    """Everything, in the order of the report."""
    contests = contests_of(found)
    rated = {TOGETHER: _ratings(found.rated)} if len(found.by_game) > 1 else {}
    rated |= {game: _ratings(results) for game, results in found.rated_by_game.items()}
    numbers: dict[str, Any] = {
        "experiment": _experiment(found),
        "headline": headline_of(found, contests, next(iter(rated.values()), [])),
        "verdicts": [contest["verdict"] for contest in contests],
        "notes": notes_of(found, contests),
        "games_in_ledger": found.games_in_ledger,
        "games_counted": found.games_counted,
        "games_failed": found.n_given_up,
        "contests": contests,
        "rounds": _rounds(found),
        "winners": _winners(found),
        "failed_players": [
            {
                "name": one.name,
                "games": one.games,
                "failed": one.failures.total,
                "kinds": dict(one.failures.counts),
                "first": one.failures.first,
            }
            for one in found.failing
        ],
        "mixed": found.mixed,
        "ratings": rated,
        "cross": _cross(found),
        "budgets": budgets_of(found),
        "grid": grid_of(found),
        "sweep": found.experiment.sweep,
        "tuning": tuning_of(found.tuning),
        "players": _players(found),
        "games": _games(found),
        "failures": [
            {"game": id, "attempt": attempt, "reason": reason}
            for id, attempt, reason in found.failures
        ],
        "n_failures": found.n_failures,
        "hosts": dict(found.hosts.items()),
        "versions": dict(found.versions.items()),
        "about": found.about,
    }
    return finite(numbers)


def finite(value: Any) -> Any:
    """The same with None for what JSON cannot write: infinities and what is not a number."""
    if isinstance(value, dict):
        return {str(key): finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _experiment(found: Findings) -> dict[str, Any]:
    experiment = found.experiment
    rule = None if experiment.sprt is None else dataclasses.asdict(experiment.sprt)
    kept = {
        key: getattr(experiment, key)
        for key in ("name", "kind", "games", "players", "pairs", "seed", "opening", "equal_seconds")
    }
    return kept | {"sprt": rule, "digest": experiment.digest()}


# -- tables --


def _rounds(found: Findings) -> list[dict[str, Any]]:
    """The contests of a knock-out: who went on, and how."""
    if found.knock_out is None:
        return []
    rows = []
    for contest in found.contests:
        tally = found.tally(contest)
        row: dict[str, Any] = {"game": contest.game, "round": found.knock_out.round_name(contest)}
        row |= {"one": contest.one, "other": contest.other}
        row |= {"points": tally.points, "games": tally.games}
        told = found.knock_out.told(contest)
        rows.append(row | {"winner": found.knock_out.winner(contest), "told": told})
    return rows


def _winners(found: Findings) -> dict[str, str | None]:
    """Who has won the knock-out at each game, where it is one."""
    if found.knock_out is None:
        return {}
    return {game: found.knock_out.champion(game) for game in found.experiment.games}


def _ratings(results: Results) -> list[dict[str, Any]]:
    if not results.matches:
        return []
    return [rating._asdict() for rating in ratings(results, anchor=None, level=LEVEL)]


def _cross(found: Findings) -> dict[str, list[dict[str, Any]]]:
    """Every two who met, as the first of them sees it: by game, and together."""
    failed: Counter[tuple[frozenset[str], str]] = Counter()  # games that failures decided
    for contest in found.contests:
        n, names = found.tally(contest).n_failures, frozenset((contest.one, contest.other))
        failed.update({(names, contest.game): n, (names, TOGETHER): n})
    tables = {TOGETHER: found.results} if len(found.by_game) > 1 else {}
    tables |= found.by_game
    return {
        name: [
            {"one": one, "other": other, "points": match.score.points, "games": match.score.games}
            | {"failed": failed[frozenset((one, other)), name]}
            | named(match.score.rate(LEVEL), "share")
            for (one, other), match in results.matches.items()
        ]
        for name, results in tables.items()
    }


def _players(found: Findings) -> list[dict[str, Any]]:
    """A row a player and game, and one for all games where there are several."""
    rows = []
    for name in found.players:
        games = [game for game in found.by_game if (game, name) in found.sides]
        if len(found.by_game) > 1:
            rows.append(_player(name, TOGETHER, found.side(name)))
        rows += [_player(name, game, found.side(name, game)) for game in games]
    return rows


def _player(name: str, game: str, side: Side) -> dict[str, Any]:
    score = side.score
    row: dict[str, Any] = {
        "name": name,
        "game": game,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "points": score.points,
    }
    row |= named(score.rate(LEVEL), "share")
    for key, counts in (("as_first", side.first), ("as_second", side.second)):
        colour = Score.of(counts)
        row |= named(wilson(colour.points, colour.games, LEVEL), key)
        row[f"{key}_games"] = colour.games
    row |= {
        "moves": side.moves,
        "seconds": side.seconds,
        "simulations": side.simulations,
        "simulations_per_move": side.simulations / side.moves if side.moves else math.nan,
        "simulations_per_second": side.rates.box(),
        "wins_per_thousand_simulations": side.wins_per_thousand,
        "seconds_per_move": side.move_seconds.box(),
        "seconds_to_win": side.win_seconds.box(),
        "by_move": side.curves(),
    }
    return row


def _games(found: Findings) -> list[dict[str, Any]]:
    rows = []
    for name, games in found.games.items():
        if not games.n:
            continue
        first = Score.of(games.first_mover)
        row: dict[str, Any] = {"game": name, "games": games.n, "mean_length": games.mean_length}
        row |= {"median_length": games.length_at(0.5), "shortest": min(games.lengths)}
        row |= {"longest": max(games.lengths)}
        row |= {"first_wins": first.wins, "draws": first.draws, "second_wins": first.losses}
        row |= named(first.rate(LEVEL), "first_share")
        row["lengths"] = {str(k): games.lengths[k] for k in sorted(games.lengths)}
        row["endings"] = dict(games.endings.items())
        rows.append(row)
    return rows
