"""Players who differ in a few values: tables of two parameters of a sweep, a curve for each of its
parameters, and the score against the budget."""

import itertools
from typing import Any

from ...player_spec import PlayerSpec
from ..match.gather import TOGETHER, MatchData
from ..report.page import named
from ..run.pairing_score import Tally
from ..stats.pentanomial import Pairs

__all__ = ["budgets_of", "grid_of"]

MOST_TABLES = 24
Row = dict[str, Any]
Setting = tuple[Row, Tally]  # its values, and its games


def grid_of(data: MatchData) -> Row | None:
    """Tables over the last two parameters, one for each choice of the others; and curves."""
    axes: dict[str, list[Any]] = {}
    for values in (data.experiment.sweep or {}).values():
        for key, value in values.items():
            if value not in axes.setdefault(key, []):
                axes[key].append(value)
    if not axes:
        return None
    settings = {place: _settings(data, place) for place in data.places}
    tables = [
        {"game": place} | table for place in data.places for table in _tables(axes, settings[place])
    ]
    curves = [
        {"parameter": key, "game": place, "points": points}
        for key, values in axes.items()
        if len(values) > 1
        for place in data.places
        if (points := _curve(key, values, settings[place]))
    ]
    return {"parameters": axes, "tables": tables[:MOST_TABLES], "curves": curves}


def _settings(data: MatchData, place: str) -> list[Setting]:
    sweep = data.experiment.sweep or {}
    mine = [c for c in data.contests if c.one in sweep and place in (c.game, TOGETHER)]
    return [(sweep[contest.one], data.tally(contest)) for contest in mine]


def _tables(axes: dict[str, list[Any]], settings: list[Setting]) -> list[Row]:
    *others, across = axes
    down = others.pop() if others else None
    at = [{down: value} for value in axes[down]] if down else [{}]
    tables = []
    for values in itertools.product(*(axes[key] for key in others)):
        fixed = dict(zip(others, values, strict=True))
        table: Row = {"fixed": fixed, "down": down, "down_values": axes[down] if down else [None]}
        table |= {"across": across, "across_values": axes[across]}
        rows = [[_cell(settings, fixed | row | {across: v}) for v in axes[across]] for row in at]
        tables.append(table | {"rows": rows})
    return tables


def _cell(settings: list[Setting], wanted: Row) -> Row | None:
    mine = [tally for values, tally in settings if wanted.items() <= values.items()]
    pairs = sum((tally.pairs for tally in mine), Pairs())
    failed = sum(tally.n_failures for tally in mine)
    row = {"games": pairs.games, "failed": failed, **named(pairs.rate(), "share")}
    return row if pairs.units else None


def _curve(key: str, values: list[Any], settings: list[Setting]) -> list[Row]:
    """The share at each value of one parameter, over all values of the others."""
    points = [(value, _cell(settings, {key: value})) for value in values]
    return [{"value": value, **cell} for value, cell in points if cell]


def budgets_of(data: MatchData) -> list[Row]:
    """A curve for each player that thinks for several times: its score by its budget."""
    families: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for name in data.experiment.sweep or data.experiment.players:
        player = PlayerSpec.parse(data.experiment.players[name], programs=True)
        kinds = [kind for kind in ("simulations", "seconds") if kind in player.budget]
        if len(kinds) == 1:
            budget = dict(player.budget)
            amount = float(budget.pop(kinds[0]))
            family = kinds[0], str(player.with_budget(**budget))
            families.setdefault(family, []).append((amount, name))
    return [
        {"budget": kind, "player": player, "game": place, "points": points}
        for (kind, player), members in families.items()
        if len({amount for amount, _ in members}) > 1 and data.experiment.equal_seconds is None
        for place in data.places
        if (points := _points(data, members, place))
    ]


def _points(data: MatchData, members: list[tuple[float, str]], place: str) -> list[Row]:
    scores = [(amount, name, data.player(name, place).score) for amount, name in sorted(members)]
    return [
        {"amount": amount, "name": name, "games": score.games, **named(score.rate(), "share")}
        for amount, name, score in scores
        if score.games
    ]
