"""What a report says in sentences: the verdict on every contest, the headline, the notes."""

import math
from collections import Counter
from typing import Any

from ..report.page import named, render
from ..run.code import MIXED
from ..run.pairing_score import Tally
from ..run.tasks import Contest
from ..stats.intervals import Interval, wilson
from ..stats.multiple_testing import FEWEST, compare, holm, p_value
from ..stats.sprt_elo import is_at_stop, unbiased_elo, unbiased_los
from ..stats.verdict import verdict
from .gather import TOGETHER, MatchData

__all__ = ["contests_of", "headline_of"]

Row = dict[str, Any]
FALSE_FINDS = 0.05  # the chance of one, at most
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
            elo, los = unbiased_elo(pairs, rule), unbiased_los(pairs, rule)
            is_corrected = True
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


def headline_of(data: MatchData, numbers: Row) -> str:
    """The verdict in a sentence, after what failed."""
    text = render(
        "headline.txt",
        n=numbers,
        failing=[str(one) for one in data.failing],
        mixed=MIXED,
        rated=numbers["ratings"][data.places[0]],
        beaten=_beaten(data, numbers["contests"]),
        met=Counter(name for pair in data.rated[TOGETHER].matches for name in pair),
    )
    return " ".join(filter(None, text.splitlines()))


def _beaten(data: MatchData, contests: list[Row]) -> dict[str, list[str]]:
    """Whom each player beats over all games together, with Holm's correction over all who met;
    after early stops, whom it beats at every game."""
    matches = data.rated[TOGETHER].matches
    compared = compare({str(pair): match.pairs for pair, match in matches.items()})
    beaten: dict[str, list[str]] = {name: [] for name in data.experiment.players}
    for (pair, match), comparison in zip(matches.items(), compared, strict=True):
        winner, loser = pair if match.score.mean > 0.5 else pair[::-1]
        is_sure = comparison.found
        if data.experiment.sprt is not None:
            mine = [row for row in contests if {row["one"], row["other"]} == {*pair}]
            won = [row["one"] if row["share"] > 0.5 else row["other"] for row in mine]
            is_sure = all(row["found"] for row in mine) and set(won) == {winner}
        if is_sure:
            beaten[winner].append(loser)
    return beaten
