"""Accuracy in lines of text: how it stands while it is measured, and the tables at the end."""

from collections.abc import Iterable, Iterator, Sequence

from ..stats.intervals import Interval, wilson
from .positions import phase_name
from .schedule import AccuracySchedule
from .scores import Answers, GameScores, scores_of

__all__ = ["standings", "tables"]

MISSING = "–"


def standings(schedule: AccuracySchedule) -> list[str]:
    """A line for every player and budget that has answered something."""
    lines = []
    for (game, entrant), (n, kept) in sorted(schedule.counts.items()):
        interval, name = wilson(kept, n), schedule.plan.entrants[entrant].name
        share = f"{interval.value:.1%} [{interval.low:.1%}, {interval.high:.1%}]"
        lines.append(f"{game}: {name}: {share} of {n:,} choices keep the value")
    return lines


def tables(schedule: AccuracySchedule) -> list[str]:
    """All that was measured: a table over all positions and one by phase, for each game."""
    lines: list[str] = []
    for scores in scores_of(schedule):
        lines += ["", *_game(scores)] if lines else _game(scores)
    return lines


def _game(scores: GameScores) -> Iterator[str]:
    low, high = scores.phases[0][0], scores.phases[-1][1]
    known = len(scores.labels)
    unknown = f" ({scores.n_unknown:,} more are unknown)" if scores.n_unknown else ""
    yield (
        f"{scores.game}: {known:,} position{'s' * (known != 1)} after {low} to {high} moves"
        f"{unknown}; in {scores.n_decisive:,} of them the choice matters"
    )
    if not known:
        return
    yield f"a blind choice keeps the value in {scores.by_chance:.1%}"
    yield ""
    answered = [answers for answers in scores.answers if answers.whole.n]
    heads = ["player", "keeps the value", "where it matters", "exactly best", "points given away"]
    yield from _columns([heads, *([a.entrant.name, *_whole(a)] for a in answered)])
    yield ""
    heads = ["after", *map(phase_name, scores.phases)]
    rows = [[a.entrant.name, *(share(r.accuracy, r.n) for r in a.phases)] for a in answered]
    yield from _columns([heads, *rows])
    clear = [pair for pair in scores.compared() if pair.is_clear]
    if clear:
        yield ""
    for pair in clear:
        one, other = pair.one.name, pair.other.name
        better, worse = (one, other) if pair.difference.value > 0 else (other, one)
        most, least = max(pair.only_one, pair.only_other), min(pair.only_one, pair.only_other)
        yield (
            f"{better} keeps the value more often than {worse}: {most} positions against {least},"
            f" p {pair.adjusted:.2g} by McNemar and Holm"
        )


def _whole(answers: Answers) -> list[str]:
    record = answers.whole
    return [
        share(record.accuracy, record.n),
        share(record.decisive_accuracy, record.decisive),
        share(record.exactness, record.ranked),
        f"{record.mean_cost:.4f}",
    ]


def share(interval: Interval, n: int) -> str:
    """A share with its interval, of which 100 % is never said of less than all."""
    if not n:
        return MISSING
    return f"{_percent(interval.value)} % [{_percent(interval.low)}, {_percent(interval.high)}]"


def _percent(value: float) -> str:
    text = f"{100 * value:.1f}"
    return "99.9" if text == "100.0" and value < 1 else text


def _columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """The first column to the left, the others to the right."""
    wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [
            row[0].ljust(wide[0]),
            *(c.rjust(w) for c, w in zip(row[1:], wide[1:], strict=True)),
        ]
        yield "  ".join(cells)
