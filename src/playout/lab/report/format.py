"""Numbers as people read them."""

import math
from typing import Any

__all__ = ["about_elo", "about_share", "number", "percent", "seconds", "short"]

MISSING = "–"


def number(value: float | None, digits: int = 3) -> str:
    """With few digits, thousands apart."""
    if value is None or not math.isfinite(value):
        return MISSING
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}" if abs(value) >= 1e-4 else f"{value:.1e}"


def percent(value: float | None) -> str:
    return MISSING if value is None else f"{100 * value:.1f} %"


def short(value: float) -> str:
    """In a few characters: 1.2k, 3M, 0.25."""
    for size, unit, letter in ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= size:
            return f"{value / unit:.3g}{letter}"
    return f"{value:,.0f}" if value == int(value) else f"{value:.3g}"


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
        return MISSING, "decided by failures"
    prefix = "elo_" if "elo_low" in row else ""
    low, high = row[f"{prefix}low"], row[f"{prefix}high"]
    return _signed(row["elo"], MISSING), f"{_signed(low, '−∞')} to {_signed(high, '∞')}"


def _signed(value: float | None, missing: str) -> str:
    whole = missing if value is None else f"{round(value):+d}".replace("-", "−")
    return "0" if whole == "+0" else whole


def about_share(row: dict[str, Any], key: str = "share") -> tuple[str, str]:
    """A share of the points, and its interval."""
    low, high = row[f"{key}_low"], row[f"{key}_high"]
    return percent(row[key]), f"{100 * low:.0f} to {100 * high:.0f} %"
