"""How an experiment stands, by its spec and its ledger: what `playout lab status` sees."""

import math
import os
import shlex
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import PlayoutError
from ..lab.commands import ledger_of
from ..lab.kinds import schedule_of
from ..lab.match.schedule import MatchSchedule
from ..lab.run.experiment import Experiment
from ..lab.run.ledger import Ledger, NoLedgerError
from ..lab.run.spec import read_spec, text_of, too_deep, values_in
from ..lab.run.tasks import Contest as Pairing
from ..lab.run.tasks import n_games
from ..language import printable, speaking, translated
from .experiment_models import Contest, Detail, Said, Summary
from .experiment_specs import NOT_HERE, check_runnable, is_owners, stat_of
from .refusal import error_of

__all__ = ["Look", "look_at", "sentence"]

MOST_CONTESTS = 60  # that are shown
MOST_NAMES = 12
POINTS = 150  # of a curve
REPORT = "report.html"


class Look(NamedTuple):
    """What was seen, all but whether it is running."""

    stamp: Any  # what it was seen by: while that is the same, so is the rest
    about: dict[str, Any]  # the fields of a Summary
    contests: tuple[Contest, ...] = ()
    left_off: int = 0
    lines: tuple[str, ...] = ()

    def summary(self, **state: Any) -> Summary:
        return Summary(**self.about | state)

    def detail(self, **state: Any) -> Detail:
        seen = {"contests": self.contests, "left_off": self.left_off, "lines": self.lines}
        return Detail(**self.about | state | seen)


def report_folder(spec: Path) -> Path:
    """Where `playout lab report` writes, unless it is told."""
    return spec.with_name(f"{spec.stem}-report")


def command_for(spec: Path) -> str:
    """How one goes on in a terminal."""
    return f"playout lab run {shlex.quote(printable(str(spec)))}"


def sentence(error: Any) -> Said:
    """What an error says, in both languages; an unexpected one is for those who mend it."""
    if not isinstance(error, PlayoutError | OSError):
        reply = error_of(None, error)
        return Said(text=reply.text, french=reply.french["text"])
    said = (printable(translated(error, language))[:1000] for language in ("en", "fr"))
    return Said(text=next(said), french=next(said))


def stamp_of(spec: Path, language: str) -> Any:
    """It changes whenever spec, ledger or report do."""
    ledger = Path(ledger_of(str(spec)))
    files = spec, ledger, Path(f"{ledger}-wal"), report_folder(spec) / REPORT
    return language, *(at and (at.st_mtime_ns, at.st_size) for at in map(stat_of, files))


def changed(stamp: Any) -> int:
    """When the latest of those files was written, in ns since 1970."""
    return max((at[0] for at in stamp[1:] if at), default=0)


def look_at(spec: Path, language: str) -> Look:
    """See how the experiment of a spec stands; one that cannot be read says why."""
    stamp = stamp_of(spec, language)
    about: dict[str, Any] = {
        "id": printable(spec.name),
        "name": printable(spec.stem),
        "kind": "match",
        "games": (),
        "players": (),
        "state": "failed",
        "why": None,
        "may_run": False,
        "done": 0,
        "total": 0,
        "unit": "games",
        "changed": changed(stamp) / 1e9,
        "has_report": os.path.isfile(report_folder(spec) / REPORT),
    }
    try:
        values = values_in(text_of(spec), str(spec))
        about["name"] = printable(str(values.get("name") or spec.stem))[:200]
        about["kind"] = printable(str(values.get("kind", "match")))[:40]
        return _look(spec, stamp, about, is_owners(values), language)
    except RecursionError:
        error: Exception = too_deep(spec)
    except (PlayoutError, OSError) as other:
        error = other
    except Exception as other:  # whatever is in one file, the other experiments are there
        error, stamp = other, None  # and it is looked at again
    return Look(stamp, about | {"why": sentence(error)})


def _look(spec: Path, stamp: Any, about: dict[str, Any], is_owner: bool, language: str) -> Look:
    path = Path(ledger_of(str(spec)))
    if is_owner:
        done = _count(path)
        why = sentence(PlayoutError(NOT_HERE))
        return Look(stamp, about | {"state": "stopped", "why": why, "done": done})
    experiment = read_spec(spec)
    about |= {"games": experiment.games, "players": tuple(experiment.players)[:MOST_NAMES]}
    try:
        check_runnable(experiment)
        about |= {"may_run": True}
    except PlayoutError as error:
        about |= {"why": sentence(error)}
    try:
        ledger = Ledger.look(path, experiment.digest())
    except NoLedgerError:
        total = schedule_of(experiment, _empty(experiment)).total()
        return Look(stamp, about | {"state": "ready", "total": total})
    try:
        return _standing(Look(stamp, about), experiment, ledger, language)
    finally:
        ledger.close()


def _count(path: Path) -> int:
    try:
        ledger = Ledger.look(path)
    except NoLedgerError:
        return 0
    try:
        return len(ledger)
    finally:
        ledger.close()


def _empty(experiment: Experiment) -> Ledger:
    return Ledger.open(":memory:", experiment.digest(), {})


def _standing(look: Look, experiment: Experiment, ledger: Ledger, language: str) -> Look:
    schedule, done = schedule_of(experiment, ledger), len(ledger)
    total, lost = schedule.total(), len(ledger.given_up())
    about = look.about | {
        "done": done,
        "total": max(done, total),
        "unit": "games" if experiment.accuracy is None else "answers",
        "state": "finished" if done + lost >= total else "stopped",
    }
    with speaking(language):
        lines = tuple(schedule.standings()[:MOST_CONTESTS])
    if not isinstance(schedule, MatchSchedule):
        return look._replace(about=about, lines=lines)
    pairings = [c for c in schedule.contests() if c.index in schedule.tallies]
    shown = pairings[:MOST_CONTESTS]
    curves = _curves(schedule, ledger, {pairing.index for pairing in shown})
    contests = tuple(_contest(schedule, one, curves.get(one.index, ())) for one in shown)
    left_off = len(pairings) - len(shown)
    return Look(look.stamp, about, contests, left_off, lines)


def _curves(schedule: MatchSchedule, ledger: Ledger, wanted: set[int]) -> dict[int, Any]:
    """For each contest the share of the points as it came to be, pair by pair."""
    tallies = {index: schedule.new_tally(index) for index in wanted}
    points: dict[int, list[Any]] = {index: [] for index in wanted}
    step = max(2, math.ceil(n_games(schedule.experiment) / POINTS))
    for contest, pair, colour, mine, reason in ledger.points():
        if (tally := tallies.get(contest)) is None:
            continue
        before = tally.games
        tally.add(pair, colour, mine, reason)
        if tally.games // step > before // step or (tally.games and not points[contest]):
            points[contest].append((tally.games, *map(float, tally.share())))
    for index, tally in tallies.items():
        if tally.games and points[index][-1][0] < tally.games:
            points[index].append((tally.games, *map(float, tally.share())))
    return {index: tuple(curve) for index, curve in points.items()}


def _contest(schedule: MatchSchedule, pairing: Pairing, curve: Any) -> Contest:
    tally = schedule.tallies[pairing.index]
    has_elo = tally.results.units > 0 and not tally.is_spoilt
    elo = tally.results.elo() if has_elo else (None, None, None)
    ends = [None if end is None or not math.isfinite(end) else float(end) for end in elo]
    share, low, high = map(float, tally.share())
    decision = tally.decision()
    return Contest(
        game=pairing.game,
        one=pairing.one,
        other=pairing.other,
        games=tally.games,
        wins=tally.score.wins,
        draws=tally.score.draws,
        losses=tally.score.losses,
        share=share,
        low=low,
        high=high,
        elo=ends[0],
        elo_low=ends[1],
        elo_high=ends[2],
        verdict="" if decision is None else decision.verdict.value,
        curve=curve,
    )
