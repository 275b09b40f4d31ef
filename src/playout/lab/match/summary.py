"""Games in lines of text: who failed, how every contest stands, who won a knock-out."""

from ..run.pairing_score import Tally, failing
from ..run.tasks import Contest
from ..stats.intervals import wilson
from .knock_out import KnockOut
from .schedule import MatchSchedule

__all__ = ["contest_line", "failure_lines", "standings"]

MOST_FAILING = 8  # players, with a line each


def standings(schedule: MatchSchedule) -> list[str]:
    """What failed, then a line for every contest that has begun, then who won."""
    lines = failure_lines(schedule)
    lines += filter(None, (contest_line(schedule, contest) for contest in schedule.contests()))
    if isinstance(schedule, KnockOut):
        won = [(game, schedule.champion(game)) for game in schedule.experiment.games]
        lines += [f"{game}: {name} wins the knock-out" for game, name in won if name is not None]
    return lines


def failure_lines(schedule: MatchSchedule) -> list[str]:
    """A line for every player that failed in games that count, as long as they are few."""
    failed = failing(schedule.contests(), schedule.tallies)
    more = len(failed) - MOST_FAILING
    rest = [f"{more} more players failed: see the report"] if more > 0 else []
    return [str(one) for one in failed[:MOST_FAILING]] + rest


def contest_line(schedule: MatchSchedule, contest: Contest) -> str:
    """How a contest stands; nothing where no game counts, or where it breaks the tie of another."""
    tally = schedule.tallies.get(contest.index)
    if tally is None or not tally.games or contest.tie_of is not None:
        return ""
    share = wilson(tally.points, tally.games)
    knock_out = schedule if isinstance(schedule, KnockOut) else None
    place = f", {knock_out.round_name(contest)}" if knock_out else ""
    text = (
        f"{contest.game}{place}: {contest.one} against {contest.other}: {tally.points:g} of"
        f" {tally.games} points, {share.value:.1%} [{share.low:.1%}, {share.high:.1%}],"
        f" {_elo(tally)}"
    )
    decision = tally.decision()
    if decision is not None:
        text += f", SPRT: {decision.verdict} (LLR {decision.llr:+.2f})"
        text += ", by failures" * (decision.stopped and tally.is_spoilt)
    result = knock_out.result(contest) if knock_out else ""
    return f"{text}; {result}" if result else text


def _elo(tally: Tally) -> str:
    failed = f"{tally.n_failures} of {tally.games} games"
    if tally.is_spoilt:
        return f"no Elo: failures decided {failed}"
    if not tally.pairs.units:
        return "no Elo: that takes a pair of games"
    elo = tally.pairs.elo()
    text = f"{elo.value:+z.0f} Elo [{elo.low:+z.0f}, {elo.high:+z.0f}]"
    if tally.single.games:
        text += f" from the {tally.pairs.games} games in pairs"
    return f"{text}, failures decided {failed}" if tally.n_failures else text
