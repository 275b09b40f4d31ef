"""Numbers as people read them."""

import math
from typing import Any

__all__ = ["about_elo", "about_share", "number", "percent", "seconds"]

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


def seconds(value: float | None) -> str:
    if value is None or not math.isfinite(value):
        return MISSING
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if value >= size:
            return f"{value / size:.3g} {unit}" if value < 1000 else f"{value:,.0f} s"
    return f"{value / 1e-6:.3g} µs"


def about_elo(row: dict[str, Any]) -> tuple[str, str]:
    """Elo, and its interval, which may be open; none where failures decided too many games."""
    if row.get("spoilt"):
        return MISSING, "decided by failures"
    ends = [row[key] for key in (("elo_low", "elo_high") if "elo_low" in row else ("low", "high"))]
    low, high = (
        open_end if end is None else _signed(end)
        for end, open_end in zip(ends, ("−∞", "∞"), strict=True)
    )
    return MISSING if row["elo"] is None else _signed(row["elo"]), f"{low} to {high}"


def _signed(value: float) -> str:
    whole = round(value)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


def about_share(row: dict[str, Any], key: str = "share") -> tuple[str, str]:
    """A share of the points, and its interval."""
    low, high = row[f"{key}_low"], row[f"{key}_high"]
    return percent(row[key]), f"{100 * low:.0f} to {100 * high:.0f} %"
