"""Players who differ in a few values: tables of two parameters of a sweep, a curve for each of its
parameters, and the score against the budget."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...player_spec import PlayerSpec
from ..match.gather import TOGETHER, MatchData
from ..report.page import Row, named
from ..run.pairing_score import Tally
from ..stats.intervals import wilson
from ..stats.pentanomial import Score

Setting = tuple[Row, Tally, Any]  # its values, how it stands, its results by who moved first


def grid_of(data: MatchData) -> Row | None:
    """Tables over the last two parameters, one for each choice of the others; and curves."""
    axes: dict[str, list[Any]] = {}
    for contest in data.contests if data.experiment.sweep else ():
        for key, value in data.experiment.values_of(contest.index).items():
            if value not in axes.setdefault(key, []):
                axes[key].append(value)
    if not axes:
        return None
    values_of, settings = data.experiment.values_of, {}
    for place in data.places:
        mine = [c for c in data.contests if place in (c.game, TOGETHER) and data.tally(c).games]
        settings[place] = [(values_of(c.index), data.tally(c), data.results[c.index]) for c in mine]
    tables = [
        {"game": place, "place": i, "by_side": "first" not in axes} | table
        for i, place in enumerate(data.places)
        for table in _tables(axes, settings[place])
    ]
    curves = [
        {"parameter": key, "game": place, "points": points}
        for key, values in axes.items()
        if len(values) > 1
        for place in data.places
        if (points := _curve(key, values, settings[place]))
    ]
    return {"parameters": axes, "tables": tables, "curves": curves}


def _tables(axes: dict[str, list[Any]], settings: list[Setting]) -> Iterator[Row]:
    *others, across = axes
    down = others.pop() if others else None
    at = [{down: value} for value in axes[down]] if down else [{}]
    for values in itertools.product(*(axes[key] for key in others)):
        fixed = dict(zip(others, values, strict=True))
        table: Row = {"fixed": fixed, "down": down, "down_values": axes[down] if down else [None]}
        table |= {"across": across, "across_values": axes[across]}
        rows = [[_cell(settings, fixed | row | {across: v}) for v in axes[across]] for row in at]
        yield table | {"rows": rows}


def _cell(settings: list[Setting], wanted: Row) -> Row | None:
    """All games of the settings with these values: the score, also moving first and second."""
    mine = [setting for setting in settings if wanted.items() <= setting[0].items()]
    if not mine:
        return None
    games = sum(tally.games for _, tally, _ in mine)
    row: Row = {"games": games, "failed": sum(tally.n_failures for _, tally, _ in mine)}
    row |= named(wilson(sum(tally.points for _, tally, _ in mine), games), "share")
    sides = np.sum([results for _, _, results in mine], axis=0).tolist()
    for key, score in zip(("first", "second"), map(Score.of, sides), strict=True):
        about = {"games": score.games, "failed": 0, **named(score.rate(), "share")}
        row[key] = about if score.games else None
    return row


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
    scores = [(amount, name, data.players[place, name].score) for amount, name in sorted(members)]
    return [
        {"amount": amount, "name": name, "games": score.games, **named(score.rate(), "share")}
        for amount, name, score in scores
        if score.games
    ]
