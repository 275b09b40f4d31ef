"""Accuracy in lines of text: how it stands while it is measured, and the tables at the end."""

from collections.abc import Iterator, Sequence

from ..stats.intervals import wilson
from .numbers import numbers_of_game, share_in
from .positions import phase_name
from .schedule import AccuracySchedule
from .scores import Row, scores_of

__all__ = ["standings", "tables"]


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
        lines += ["", *_game(numbers_of_game(scores))] if lines else _game(numbers_of_game(scores))
    return lines


def _game(game: Row) -> Iterator[str]:
    known, phases, rows = game["known"], game["phases"], game["entrants"]
    unknown = f" ({game['unknown']:,} more are unknown)" if game["unknown"] else ""
    yield (
        f"{game['game']}: {known:,} position{'s' * (known != 1)} after {phases[0][0]} to"
        f" {phases[-1][1]} moves{unknown}; in {game['decisive']:,} of them the choice matters"
    )
    if not known:
        return
    yield f"a blind choice keeps the value in {game['by_chance']:.1%}"
    yield ""
    heads = ["player", "keeps the value", "where it matters", "exactly best", "points given away"]
    keys = "share", "decisive_share", "best_share"
    cells = [[r["name"], *(share_in(r, k) for k in keys), f"{r['mean_cost']:.4f}"] for r in rows]
    yield from _columns([heads, *cells])
    yield ""
    heads = ["after", *map(phase_name, phases)]
    cells = [[row["name"], *(share_in(r, "share") for r in row["phases"])] for row in rows]
    yield from _columns([heads, *cells])
    clear = [row["verdict"] for row in game["comparisons"] if row["found"]]
    yield from ["", *clear] if clear else []


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, the others to the right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in rows]
