"""What a report says in sentences: the verdict on every contest, the headline, the notes."""

import math
from typing import Any

from ..run.code import MIXED
from ..run.pairing_score import Tally
from ..run.tasks import Contest
from ..stats.intervals import Interval, wilson
from ..stats.multiple_testing import FEWEST, compare, holm
from ..stats.pentanomial import Pairs
from ..stats.sprt import Sprt
from ..stats.sprt_elo import is_at_stop, unbiased_elo, unbiased_los
from ..stats.verdict import verdict
from .gather import MatchData
from .knock_out import KnockOut

__all__ = ["LEVEL", "contests_of", "headline_of", "named", "notes_of"]

Row = dict[str, Any]
LEVEL = 0.95
CONTEST = ("index", "game", "one", "other", "round")
MOST_FAILING = 3  # players that the headline names
NOTHING = Interval(math.nan, -math.inf, math.inf)  # is known of an Elo


def contests_of(data: MatchData) -> list[Row]:
    """Who met whom at what, with the verdict; p values by Holm where there are several."""
    test = data.experiment.sprt
    rows = [(contest, data.tally(contest)) for contest in data.contests]
    judged = [(contest, tally.pairs) for contest, tally in rows if not tally.is_spoilt]
    p_values = _p_values(judged, test)
    judgements = []
    for contest, tally in rows:
        row, pairs = _contest(data, contest, tally), tally.pairs
        p, adjusted = p_values.get(contest.index, (None, None))
        row |= {"p": p, "adjusted": adjusted if len(p_values) > 1 else None}
        where = f"At {contest.game}, " if len(data.experiment.games) > 1 else ""
        row["verdict"] = where + _verdict(contest, tally, row["adjusted"])
        clear = pairs.games >= 2 * FEWEST and not row["elo_low"] <= 0 <= row["elo_high"]
        row["found"] = clear and (row["adjusted"] is None or row["adjusted"] <= 1 - LEVEL)
        judgements.append(row)
    return judgements


def _verdict(contest: Contest, tally: Tally, adjusted: float | None) -> str:
    failed = f"{tally.n_failures:,} of {tally.games:,} games"
    if tally.is_spoilt:
        test = ", and with them the SPRT" if tally.is_decided else ""
        return f"no verdict on {contest.one} and {contest.other}: failures decided {failed}{test}"
    rule = tally.rule if tally.pairs.units else None
    names = contest.one, contest.other
    said = verdict(*names, tally.pairs, test=rule, adjusted=adjusted, level=LEVEL)
    return f"{said}; failures decided {failed}" if tally.n_failures else said


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
        los = unbiased_los(pairs, test) if is_at_stop(pairs, test) else pairs.los()
        p_values.append(min(1.0, max(0.0, 2 * min(los, 1 - los))))
    both = zip(p_values, holm(p_values), strict=True)
    return {contest.index: pair for (contest, _), pair in zip(some, both, strict=True)}


def _contest(data: MatchData, contest: Contest, tally: Tally) -> Row:
    pairs, test = tally.pairs, data.experiment.sprt
    row: Row = {key: getattr(contest, key) for key in CONTEST} | {
        "pairs": list(pairs.counts),
        "games": tally.games,
        "points": tally.points,
        "one_failed": tally.failures[0].total,
        "other_failed": tally.failures[1].total,
        "spoilt": tally.is_spoilt,
    }
    share = wilson(tally.points, tally.games, LEVEL)
    row |= named(share if tally.games else Interval(math.nan, 0.0, 1.0), "share")
    elo, los, corrected = NOTHING, math.nan, False
    if pairs.units and not tally.is_spoilt:
        elo, los = pairs.elo(LEVEL), pairs.los()
        if test is not None and is_at_stop(pairs, test):
            elo, los = unbiased_elo(pairs, test, LEVEL), unbiased_los(pairs, test)
            corrected = True
    row |= named(elo, "elo") | {"los": los, "elo_corrected": corrected}
    decision = tally.decision()
    row["decided"] = tally.is_decided
    row["test"] = None if decision is None else decision.verdict.value
    row["llr"] = None if decision is None else decision.llr
    return row


def headline_of(
    data: MatchData, contests: list[Row], rated: list[Row], is_mixed: bool, tuning: Row | None
) -> str:
    """The verdict in a sentence, after what failed."""
    failed = [_sentence(str(one)) for one in data.failing[:MOST_FAILING]]
    if len(data.failing) > MOST_FAILING:
        failed.append(f"{len(data.failing) - MOST_FAILING} more failed: see Failures.")
    mixed = [MIXED] if is_mixed else []
    result = _result(data, contests, rated) if tuning is None else tuning["headline"]
    return " ".join([*failed, *mixed, result])


def _result(data: MatchData, contests: list[Row], rated: list[Row]) -> str:
    if not any(contest["games"] for contest in contests):
        return "No pair of games has been finished yet: there is nothing to tell."
    played = [contest for contest in contests if contest["games"] and not contest["spoilt"]]
    text = _compared(data, played, rated) if played else "there is no verdict"
    if data.knock_out is not None:
        return _sentence(f"{_knocked_out(data, data.knock_out)}; {text}")
    return _sentence(text if played else "Failures decided too many games: there is no verdict")


def _compared(data: MatchData, played: list[Row], rated: list[Row]) -> str:
    if len(played) == 1:
        return str(played[0]["verdict"].removeprefix(f"At {played[0]['game']}, "))
    n_found = sum(contest["found"] for contest in played)
    text = f"{n_found} of {len(played)} comparisons show a difference (Holm, 5 %)"
    if data.knock_out is not None:
        return text
    if data.experiment.kind == "sweep":
        best = max(played, key=lambda contest: (contest["share"], contest["games"]))
        return f"The best of {len(played)} results: {best['verdict']}; {text}"
    if any(row["group"] for row in rated):
        return f"Not all players can be compared yet; {text}"
    return f"{_lead(data, played, rated)}; {text}"


def _knocked_out(data: MatchData, knock_out: KnockOut) -> str:
    """Who won, at each game."""
    lines = []
    for game in data.experiment.games:
        where = f"At {game}, " if len(data.experiment.games) > 1 else ""
        winner = knock_out.champion(game)
        if winner is None:
            lines.append(
                f"{where}the knock-out is not over" if where else "The knock-out is not over"
            )
            continue
        tie = knock_out.tie([contest for contest in data.contests if contest.game == game][-1])
        lines.append(f"{where}{winner} wins the knock-out{f' (the final: {tie})' if tie else ''}")
    return ". ".join(lines)


def _lead(data: MatchData, played: list[Row], rated: list[Row]) -> str:
    """Who is ahead of all others, and of whom that is sure."""
    leader, n_games = rated[0]["name"], len(data.experiment.games)
    beaten = _beaten_by(data, played, leader)
    met = sum(leader in pair for pair in data.rated.matches)
    if len(rated) == 2:
        if beaten:
            return f"over {n_games} games, {leader} is stronger than {beaten[0]}"
        return (
            f"over {n_games} games, no difference was found between {leader} and {rated[1]['name']}"
        )
    where = f" over {n_games} games" if n_games > 1 else ""
    # Plain Elo after early stops is too large to be shown off.
    elo = "" if data.experiment.sprt else f" with {rated[0]['elo']:+.0f} Elo"
    if len(beaten) == met:
        whom = "both" if met == 2 else f"all {met}" if met > 2 else "the one"
        whom += " others" if met == len(rated) - 1 else " it met"
    elif beaten:
        whom = f"{len(beaten)} of the {met} it met"
    else:
        return f"{leader} is ahead{where}{elo}, but beats nobody for sure"
    return f"{leader} leads{where}{elo} and beats {whom}"


def _beaten_by(data: MatchData, played: list[Row], name: str) -> list[str]:
    """Whom a player beats over all games together, with Holm's correction over all who met; after
    early stops, whom it beats at every game."""
    others = [other for pair in data.rated.matches if name in pair for other in pair]
    if data.experiment.sprt is not None:
        return [other for other in others if other != name and _won_each(played, name, other)]
    results = {key: match.pairs for key, match in data.rated.matches.items()}
    compared = compare({str(i): pairs for i, pairs in enumerate(results.values())}, LEVEL)
    beaten = []
    for ((one, other), pairs), comparison in zip(results.items(), compared, strict=True):
        if comparison.found and name == (one if pairs.mean > 0.5 else other):
            beaten.append(other if name == one else one)
    return beaten


def _won_each(played: list[Row], name: str, other: str) -> bool:
    mine = [row for row in played if {row["one"], row["other"]} == {name, other}]
    return all(row["found"] and (row["share"] > 0.5) == (row["one"] == name) for row in mine)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else text + "."


def notes_of(data: MatchData, contests: list[Row], n_given_up: int) -> list[str]:
    """What must be known to read the numbers rightly."""
    notes = []
    if data.experiment.sprt is not None:
        how = "and are corrected for it" if any(c["elo_corrected"] for c in contests) else ""
        notes.append(
            "Contests were stopped by an SPRT as soon as they were decided. That makes plain Elo"
            " and plain shares too large: the verdicts and the head-to-head Elo know of the stop"
            f" {how}, ratings, cross table and shares do not.".replace("  ", " ").replace(" ,", ",")
        )
    if data.experiment.kind == "sweep" and len(contests) > 1:
        notes.append(
            f"The best of {len(contests)} results is flattered by having been picked: play it"
            " again with another seed before you believe its Elo."
        )
    if data.experiment.kind == "tune":
        notes.append(
            "The best of many trials is flattered by having been picked. So it was played again:"
            " verdicts, Elo and all sections but the first are of the final match alone, whose"
            " openings and seeds no trial had."
        )
    judged = sum(not contest["spoilt"] for contest in contests)
    if judged > 1:
        notes.append(
            f"{judged} comparisons were made at once. p values are corrected by Holm, so"
            " that the chance of even one false find is 5 % at most; intervals are not."
        )
    if any(contest["spoilt"] for contest in contests):
        notes.append(
            "Where failures decided half of the games of a comparison or more, there is no Elo: it"
            " would say who failed, not who plays better. Ratings and p values leave it out."
        )
    if ties := data.n_in_tie_breaks:
        notes.append(
            f"{ties:,} games were played to break ties of the knock-out; they are in no score, as"
            " they were stopped by their results."
        )
    left_out = data.games_in_ledger - data.games_counted
    if left_out:
        notes.append(
            f"{left_out:,} of {data.games_in_ledger:,} games in the ledger do not count: their"
            " pair is not complete, comes after the stop, or waits for an earlier one. They are"
            " in games.csv."
        )
    if n_given_up:
        notes.append(f"{n_given_up:,} games could not be played: see Failures.")
    return notes


def named(interval: Interval, name: str) -> dict[str, float]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}
