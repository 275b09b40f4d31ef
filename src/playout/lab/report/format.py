"""Numbers as people read them, with the signs of the user's language."""

import math
from typing import Any

from ...language import Text, tr
from ...language import number as written

MISSING = "–"
A_MOVE = {"simulations": Text("simulations a move"), "seconds": Text("seconds a move")}


def number(value: float | None, digits: int = 3) -> str:
    """With few digits, thousands apart."""
    if value is None or not math.isfinite(value):
        return MISSING
    if value == 0 or abs(value) >= 100:
        return written(value, ",.0f")
    return written(value, f".{digits}g" if abs(value) >= 1e-4 else ".1e")


NAMES = {"connect4": Text("connect4")}  # games that have another name in French
WITH_SETTINGS = {"connect4": "connect4:{settings}"}


def game_name(game: str) -> Text:
    """A game as reports call it, to be said in the user's language."""
    name, _, settings = game.partition(":")
    if settings and name in WITH_SETTINGS:
        return Text(WITH_SETTINGS[name], settings=settings)
    return NAMES.get(game, Text(game))


def percent(value: float | None) -> str:
    return MISSING if value is None else tr("{value:.1f} %", value=100 * value)


def short(value: float) -> str:
    """In a few characters: 1.2k, 3M, 0.25."""
    for size, unit, letter in ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= size:
            return written(value / unit, ".3g") + letter
    return written(value, ",.0f" if value == int(value) else ".3g")


def seconds(value: float | None) -> str:
    if value is None:
        return MISSING
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if value >= 0.9995 * size:
            return f"{number(value / size)} {unit}"
    return f"{number(value / 1e-6)} µs"


def about_elo(row: dict[str, Any]) -> tuple[str, str]:
    """Elo, and its interval, which may be open; none where failures decided too many games."""
    if row.get("spoilt"):
        return MISSING, tr("decided by failures")
    prefix = "elo_" if "elo_low" in row else ""
    low, high = row[f"{prefix}low"], row[f"{prefix}high"]
    # Outwards, as in the verdicts: an interval never gets smaller by being written.
    low, high = low and math.floor(low), high and math.ceil(high)
    ends = {"low": _signed(low, "−∞"), "high": _signed(high, "∞")}
    return _signed(row["elo"], MISSING), tr("{low} to {high}", **ends)


def _signed(value: float | None, missing: str) -> str:
    whole = missing if value is None else f"{round(value):+d}".replace("-", "−")
    return "0" if whole == "+0" else whole


def about_share(row: dict[str, Any], key: str = "share") -> tuple[str, str]:
    """A share of the points, and its interval."""
    low, high = row[f"{key}_low"], row[f"{key}_high"]
    return percent(row[key]), tr("{low:.0f} to {high:.0f} %", low=100 * low, high=100 * high)
