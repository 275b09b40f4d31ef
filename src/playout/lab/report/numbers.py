"""The numbers of a report as plain values: what report.json holds and the pages show."""

import dataclasses
import math
from typing import Any

from ..compare import FEWEST, compare, holm, verdict
from ..intervals import Interval, wilson
from ..ratings import ratings
from ..score import Pairs, Results, Score
from ..sprt import Sprt
from ..stopped import is_at_stop, unbiased_elo, unbiased_los
from ..tasks import Contest
from ..tune_told import headline
from .budget import budgets_of
from .gather import Findings
from .grid import grid_of
from .summary import Side
from .tuning import tuning_of

__all__ = ["finite", "numbers_of"]

LEVEL = 0.95
TOGETHER = "all games"


def numbers_of(found: Findings) -> dict[str, Any]:
    """Everything, in the order of the report."""
    contests = _contests(found)
    rated = {TOGETHER: _ratings(found, found.results)} if len(found.by_game) > 1 else {}
    rated |= {game: _ratings(found, results) for game, results in found.by_game.items()}
    numbers: dict[str, Any] = {
        "experiment": _experiment(found),
        "headline": _headline(found, contests, next(iter(rated.values()), [])),
        "verdicts": [contest["verdict"] for contest in contests],
        "notes": _notes(found, contests),
        "games_in_ledger": found.games_in_ledger,
        "games_counted": found.games_counted,
        "games_failed": found.n_given_up,
        "contests": contests,
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


# -- contests and verdicts --


def _contests(found: Findings) -> list[dict[str, Any]]:
    """Who met whom at what, with the verdict; p values by Holm where there are several."""
    test = found.experiment.sprt
    rows = [(contest, found.tally(contest).pairs) for contest in found.contests]
    p_values = _p_values(rows, test)
    told = []
    for contest, pairs in rows:
        row = _contest(found, contest, pairs)
        p, adjusted = p_values.get(contest.index, (None, None))
        row |= {"p": p, "adjusted": adjusted if len(p_values) > 1 else None}
        where = f"At {contest.game}, " if len(found.experiment.games) > 1 else ""
        said = verdict(
            contest.one,
            contest.other,
            pairs,
            test=test if pairs.units else None,
            adjusted=row["adjusted"],
            level=LEVEL,
        )
        row["verdict"] = where + said
        clear = pairs.games >= 2 * FEWEST and not row["elo_low"] <= 0 <= row["elo_high"]
        row["found"] = clear and (row["adjusted"] is None or row["adjusted"] <= 1 - LEVEL)
        told.append(row)
    return told


def _p_values(
    rows: list[tuple[Contest, Pairs]], test: Sprt | None
) -> dict[int, tuple[float, float]]:
    """Of each contest that has games: p, and p by Holm."""
    some = [(contest, pairs) for contest, pairs in rows if pairs.units]
    if test is None:
        compared = compare({str(contest.index): pairs for contest, pairs in some}, LEVEL)
        return {int(c.name): (c.p, c.adjusted) for c in compared}
    p_values = []
    for _, pairs in some:
        los = unbiased_los(pairs, test) if is_at_stop(pairs, test) else pairs.careful_los()
        p_values.append(min(1.0, max(0.0, 2 * min(los, 1 - los))))
    both = zip(p_values, holm(p_values), strict=True)
    return {contest.index: pair for (contest, _), pair in zip(some, both, strict=True)}


def _contest(found: Findings, contest: Contest, pairs: Pairs) -> dict[str, Any]:
    tally, test = found.tally(contest), found.experiment.sprt
    row: dict[str, Any] = contest._asdict() | {
        "pairs": list(pairs.counts),
        "games": pairs.games,
        "points": pairs.points,
    }
    row |= _named(pairs.rate(LEVEL) if pairs.units else Interval(math.nan, 0.0, 1.0), "share")
    elo, los, corrected = Interval(math.nan, -math.inf, math.inf), math.nan, False
    if pairs.units:
        elo, los = pairs.careful_elo(LEVEL), pairs.careful_los()
        if test is not None and is_at_stop(pairs, test):
            elo, los = unbiased_elo(pairs, test, LEVEL), unbiased_los(pairs, test)
            corrected = True
    row |= _named(elo, "elo") | {"los": los, "elo_corrected": corrected}
    decision = tally.decision()
    row["decided"] = tally.is_decided
    row["test"] = None if decision is None else decision.verdict.value
    row["llr"] = None if decision is None else decision.llr
    return row


def _headline(found: Findings, contests: list[dict[str, Any]], rated: list[dict[str, Any]]) -> str:
    """The verdict in a sentence."""
    if found.tuning is not None:
        return headline(found.tuning)
    played = [contest for contest in contests if contest["games"]]
    if not played:
        return "No pair of games has been finished yet: there is nothing to tell."
    if len(played) == 1:
        return _sentence(played[0]["verdict"].removeprefix(f"At {played[0]['game']}, "))
    n_found = sum(contest["found"] for contest in played)
    told = f"{n_found} of {len(played)} comparisons show a difference (Holm, 5 %)"
    if found.experiment.kind == "sweep":
        best = max(played, key=lambda contest: (contest["share"], contest["games"]))
        return _sentence(f"The best of {len(played)} results: {best['verdict']}; {told}")
    if any(row["group"] for row in rated):
        return _sentence(f"Not all players can be compared yet; {told}")
    return _sentence(f"{_lead(found, played, rated)}; {told}")


def _lead(found: Findings, played: list[dict[str, Any]], rated: list[dict[str, Any]]) -> str:
    """Who is ahead of all others, and of whom that is sure."""
    leader, n_games = rated[0]["name"], len(found.experiment.games)
    beaten = _beaten_by(found, played, leader)
    met = sum(leader in pair for pair in found.results.matches)
    if len(rated) == 2:
        if beaten:
            return f"over {n_games} games, {leader} is stronger than {beaten[0]}"
        return (
            f"over {n_games} games, no difference was found between {leader} and {rated[1]['name']}"
        )
    where = f" over {n_games} games" if n_games > 1 else ""
    # Plain Elo after early stops is too large to be shown off.
    elo = "" if found.experiment.sprt else f" with {rated[0]['elo']:+.0f} Elo"
    if len(beaten) == met:
        whom = "both" if met == 2 else f"all {met}" if met > 2 else "the one"
        whom += " others" if met == len(rated) - 1 else " it met"
    elif beaten:
        whom = f"{len(beaten)} of the {met} it met"
    else:
        return f"{leader} is ahead{where}{elo}, but beats nobody for sure"
    return f"{leader} leads{where}{elo} and beats {whom}"


def _beaten_by(found: Findings, played: list[dict[str, Any]], name: str) -> list[str]:
    """Whom a player beats over all games together, with Holm's correction over all who met; after
    early stops, whom it beats at every game."""
    others = [other for pair in found.results.matches if name in pair for other in pair]
    if found.experiment.sprt is not None:
        return [other for other in others if other != name and _won_each(played, name, other)]
    results = {key: match.pairs for key, match in found.results.matches.items()}
    compared = compare({str(i): pairs for i, pairs in enumerate(results.values())}, LEVEL)
    beaten = []
    for ((one, other), pairs), told in zip(results.items(), compared, strict=True):
        if told.found and name == (one if pairs.mean > 0.5 else other):
            beaten.append(other if name == one else one)
    return beaten


def _won_each(played: list[dict[str, Any]], name: str, other: str) -> bool:
    mine = [row for row in played if {row["one"], row["other"]} == {name, other}]
    return all(row["found"] and (row["share"] > 0.5) == (row["one"] == name) for row in mine)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else text + "."


def _notes(found: Findings, contests: list[dict[str, Any]]) -> list[str]:
    """What must be known to read the numbers rightly."""
    notes = []
    if found.experiment.sprt is not None:
        how = "and are corrected for it" if any(c["elo_corrected"] for c in contests) else ""
        notes.append(
            "Contests were stopped by an SPRT as soon as they were decided. That makes plain Elo"
            " and plain shares too large: the verdicts and the head-to-head Elo know of the stop"
            f" {how}, ratings, cross table and shares do not.".replace("  ", " ").replace(" ,", ",")
        )
    if found.experiment.kind == "sweep" and len(contests) > 1:
        notes.append(
            f"The best of {len(contests)} results is flattered by having been picked: play it"
            " again with another seed before you believe its Elo."
        )
    if found.tuning is not None:
        notes.append(
            "The best of many trials is flattered by having been picked. So it was played again:"
            " verdicts, Elo and all sections but the first are of the final match alone, whose"
            " openings and seeds no trial had."
        )
    if len(contests) > 1:
        notes.append(
            f"{len(contests)} comparisons were made at once. p values are corrected by Holm, so"
            " that the chance of even one false find is 5 % at most; intervals are not."
        )
    left_out = found.games_in_ledger - found.games_counted
    if left_out:
        notes.append(
            f"{left_out:,} of {found.games_in_ledger:,} games in the ledger do not count: their"
            " pair is not complete, comes after the stop, or waits for an earlier one. They are"
            " in games.csv."
        )
    if found.n_given_up:
        notes.append(f"{found.n_given_up:,} games could not be played: see Failures.")
    return notes


# -- tables --


def _ratings(found: Findings, results: Results) -> list[dict[str, Any]]:
    if not results.matches:
        return []
    return [rating._asdict() for rating in ratings(results, anchor=None, level=LEVEL)]


def _cross(found: Findings) -> dict[str, list[dict[str, Any]]]:
    """Every two who met, as the first of them sees it: by game, and together."""
    tables = {TOGETHER: found.results} if len(found.by_game) > 1 else {}
    tables |= found.by_game
    return {
        name: [
            {"one": one, "other": other, "points": match.score.points, "games": match.score.games}
            | _named(match.score.rate(LEVEL), "share")
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
    row |= _named(score.rate(LEVEL), "share")
    for key, counts in (("as_first", side.first), ("as_second", side.second)):
        colour = Score.of(counts)
        row |= _named(wilson(colour.points, colour.games, LEVEL), key)
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
        row |= _named(first.rate(LEVEL), "first_share")
        row["lengths"] = {str(k): games.lengths[k] for k in sorted(games.lengths)}
        row["endings"] = dict(games.endings.items())
        rows.append(row)
    return rows


def _named(interval: Interval, name: str) -> dict[str, float]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}
