"""Games in lines of text: who failed, how every contest stands, who won a knock-out."""

from ..run.failures import failing
from ..run.pairing_score import Tally
from ..run.runner import Run
from ..run.tasks import Contest
from ..stats.intervals import wilson

__all__ = ["failure_lines", "line", "standings"]

MOST_FAILING = 8  # players, with a line each


def standings(run: Run) -> list[str]:
    """What failed, then a line for every contest that has begun, then who won."""
    told = [line(run, contest) for contest in run.contests()]
    return [*failure_lines(run), *filter(None, told), *_champions(run)]


def failure_lines(run: Run) -> list[str]:
    """A line for every player that failed in games that count, as long as they are few."""
    failed = failing(run.contests(), run.tallies)
    more = len(failed) - MOST_FAILING
    rest = [f"{more} more players failed: see the report"] if more > 0 else []
    return [str(one) for one in failed[:MOST_FAILING]] + rest


def line(run: Run, contest: Contest) -> str:
    """How a contest stands; nothing where no game counts, or where it breaks the tie of another."""
    tally = run.tallies.get(contest.index)
    if tally is None or not tally.games or contest.tie_of is not None:
        return ""
    share = wilson(tally.points, tally.games)
    place = f", {run.knock_out.round_name(contest)}" if run.knock_out else ""
    text = (
        f"{contest.game}{place}: {contest.one} against {contest.other}: {tally.points:g} of"
        f" {tally.games} points, {share.value:.1%} [{share.low:.1%}, {share.high:.1%}],"
        f" {_elo(tally)}"
    )
    decision = tally.decision()
    if decision is not None:
        text += f", SPRT: {decision.state} (LLR {decision.llr:+.2f})"
        text += ", by failures" * (decision.stopped and tally.is_spoilt)
    told = run.knock_out.told(contest) if run.knock_out else ""
    return f"{text}; {told}" if told else text


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


def _champions(run: Run) -> list[str]:
    if run.knock_out is None:
        return []
    won = [(game, run.knock_out.champion(game)) for game in run.experiment.games]
    return [f"{game}: {name} wins the knock-out" for game, name in won if name is not None]
