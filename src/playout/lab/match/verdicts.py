"""What a report says in sentences: the verdict on every contest, the headline, the notes."""

import math
from typing import Any

from ..report.page import named
from ..run.code import MIXED
from ..run.pairing_score import Tally
from ..run.tasks import Contest
from ..stats.intervals import Interval, wilson
from ..stats.multiple_testing import FEWEST, compare, holm, p_value
from ..stats.sprt_elo import is_at_stop, unbiased_elo, unbiased_los
from ..stats.verdict import verdict
from .gather import TOGETHER, MatchData
from .knock_out import KnockOut

__all__ = ["contests_of", "headline_of"]

Row = dict[str, Any]
FALSE_FINDS = 0.05  # the chance of one, at most
MOST_FAILING = 3  # players that the headline names
NOTHING = Interval(math.nan, -math.inf, math.inf)  # is known of an Elo


def contests_of(data: MatchData) -> list[Row]:
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
    pairs, rule, decision = tally.pairs, tally.rule, tally.decision()
    elo, los, p, is_corrected = NOTHING, math.nan, None, False
    if pairs.units and not tally.is_spoilt:
        elo, los, p = pairs.elo(), pairs.los(), p_value(pairs)
        if rule is not None and is_at_stop(pairs, rule):
            elo, los, is_corrected = (
                unbiased_elo(pairs, rule),
                unbiased_los(pairs, rule),
                True,
            )
            p = min(1.0, max(0.0, 2 * min(los, 1 - los)))
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
    rule = tally.rule if tally.pairs.units else None
    names = contest.one, contest.other
    text = verdict(*names, tally.pairs, test=rule, adjusted=adjusted)
    return f"{text}; failures decided {failed}" if tally.n_failures else text


def headline_of(
    data: MatchData, contests: list[Row], rated: list[Row], is_mixed: bool, tuning: Row | None
) -> str:
    """The verdict in a sentence, after what failed."""
    parts = [f"{one}." for one in data.failing[:MOST_FAILING]]
    if len(data.failing) > MOST_FAILING:
        parts.append(f"{len(data.failing) - MOST_FAILING} more failed: see Failures.")
    if is_mixed:
        parts.append(MIXED)
    parts.append(tuning["headline"] if tuning else f"{_result(data, contests, rated)}.")
    return " ".join(parts)


def _result(data: MatchData, contests: list[Row], rated: list[Row]) -> str:
    if not any(contest["games"] for contest in contests):
        return "No pair of games has been finished yet: there is nothing to tell"
    played = [contest for contest in contests if contest["games"] and not contest["spoilt"]]
    text = _compared(data, played, rated) if played else "there is no verdict"
    if data.knock_out is not None:
        return f"{_knocked_out(data, data.knock_out)}; {text}"
    return text if played else f"Failures decided too many games: {text}"


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
    for game in data.games:
        final = [contest for contest in data.contests if contest.game == game][-1]
        winner, tie = knock_out.champion(game), knock_out.tie(final)
        where, the = (f"At {game}, ", "the") if len(data.games) > 1 else ("", "The")
        how = f" (the final: {tie})" if tie else ""
        is_over = winner is not None
        text = f"{winner} wins the knock-out{how}" if is_over else f"{the} knock-out is not over"
        lines.append(where + text)
    return ". ".join(lines)


def _lead(data: MatchData, played: list[Row], rated: list[Row]) -> str:
    """Who is ahead of all others, and of whom that is sure."""
    leader, n_games = rated[0]["name"], len(data.games)
    beaten = _beaten_by(data, played, leader)
    if len(rated) == 2:
        loser, where = rated[1]["name"], f"over {n_games} games, "
        if beaten:
            return f"{where}{leader} is stronger than {loser}"
        return f"{where}no difference was found between {leader} and {loser}"
    where = f" over {n_games} games" if n_games > 1 else ""
    # Plain Elo after early stops is too large to be shown off.
    elo = "" if data.experiment.sprt else f" with {rated[0]['elo']:+.0f} Elo"
    if not beaten:
        return f"{leader} is ahead{where}{elo}, but beats nobody for sure"
    n_met = sum(leader in pair for pair in data.rated[TOGETHER].matches)
    whom = f"{len(beaten)} of the {n_met} it met"
    if len(beaten) == n_met:
        whom = "both" if n_met == 2 else f"all {n_met}" if n_met > 2 else "the one"
        whom += " others" if n_met == len(rated) - 1 else " it met"
    return f"{leader} leads{where}{elo} and beats {whom}"


def _beaten_by(data: MatchData, played: list[Row], name: str) -> list[str]:
    """Whom a player beats over all games together, with Holm's correction over all who met; after
    early stops, whom it beats at every game."""
    matches, beaten = data.rated[TOGETHER].matches, []
    compared = compare({str(pair): match.pairs for pair, match in matches.items()})
    for ((one, other), match), comparison in zip(matches.items(), compared, strict=True):
        winner, loser = (one, other) if match.score.mean > 0.5 else (other, one)
        is_sure = comparison.found
        if data.experiment.sprt is not None:
            mine = [row for row in played if {row["one"], row["other"]} == {one, other}]
            won = [row["one"] if row["share"] > 0.5 else row["other"] for row in mine]
            is_sure = all(row["found"] for row in mine) and set(won) == {winner}
        if winner == name and is_sure:
            beaten.append(loser)
    return beaten
