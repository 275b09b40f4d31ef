"""The grid of a sweep: tables of two parameters, and a curve for each parameter alone."""

import itertools
from typing import Any, NamedTuple

from ..match.gather import MatchData
from ..stats.pentanomial import Pairs

__all__ = ["grid_of"]

MOST_TABLES = 24


def grid_of(data: MatchData) -> dict[str, Any] | None:
    """Tables over the last two parameters, one for each choice of the others; and curves."""
    sweep = data.experiment.sweep
    if not sweep:
        return None
    axes: dict[str, list[Any]] = {}
    for values in sweep.values():
        for key, value in values.items():
            known = axes.setdefault(key, [])
            if value not in known:
                known.append(value)
    if not axes:
        return None
    games = list(data.by_game)
    places = ([None] if len(games) > 1 else []) + games
    tables = []
    for game in places:
        cells = _cells(data, game)
        tables += [{"game": game or "all games", **table} for table in _tables(axes, cells)]
    curves = [
        {"parameter": key, "game": game or "all games", "points": points}
        for key, values in axes.items()
        if len(values) > 1
        for game in places
        if (points := _curve(key, values, _cells(data, game)))
    ]
    return {"parameters": axes, "tables": tables[:MOST_TABLES], "curves": curves}


class _Setting(NamedTuple):
    """A setting: its values, its pairs, and how many of its games a failure decided."""

    values: dict[str, Any]
    pairs: Pairs
    failed: int


def _cells(data: MatchData, game: str | None) -> list[_Setting]:
    """Each contest of a setting."""
    sweep = data.experiment.sweep or {}
    mine = [c for c in data.contests if game in (None, c.game) and c.one in sweep]
    tallies = [(sweep[contest.one], data.tally(contest)) for contest in mine]
    return [_Setting(values, tally.pairs, tally.n_failures) for values, tally in tallies]


def _tables(axes: dict[str, list[Any]], cells: list[_Setting]) -> list[dict[str, Any]]:
    keys = list(axes)
    others, across = keys[:-2], keys[-1]
    down = keys[-2] if len(keys) > 1 else None
    tables = []
    for fixed in itertools.product(*(axes[key] for key in others)):
        setting = dict(zip(others, fixed, strict=True))
        rows = []
        for value in axes[down] if down else [None]:
            wanted = setting | ({down: value} if down else {})
            rows.append([_cell(cells, wanted | {across: v}) for v in axes[across]])
        tables.append(
            {
                "fixed": setting,
                "down": down,
                "down_values": axes[down] if down else [None],
                "across": across,
                "across_values": axes[across],
                "rows": rows,
            }
        )
    return tables


def _cell(cells: list[_Setting], wanted: dict[str, Any]) -> dict[str, Any] | None:
    mine = [cell for cell in cells if wanted.items() <= cell.values.items()]
    pairs = sum((cell.pairs for cell in mine), Pairs())
    if not pairs.units:
        return None
    share = pairs.rate()
    row = {"games": pairs.games, "failed": sum(cell.failed for cell in mine)}
    return row | {"share": share.value, "share_low": share.low, "share_high": share.high}


def _curve(key: str, values: list[Any], cells: list[_Setting]) -> list[dict[str, Any]]:
    """The share at each value of one parameter, over all values of the others."""
    points = [(value, _cell(cells, {key: value})) for value in values]
    return [{"value": value, **cell} for value, cell in points if cell]
