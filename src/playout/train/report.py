"""The report of a training, in Markdown: the recipe and the learning curve."""

from pathlib import Path
from typing import Any

from ..language import tr
from .match import opponents
from .recipe import Recipe

__all__ = ["write_report"]

WIDTH = 40  # of the bars


def write_report(
    out: Path, game: str, recipe: Recipe, curve: list[dict[str, Any]], earlier: list[str]
) -> None:
    """Write it beside the network, `hex.net.md`; `earlier` says what another recipe has done."""
    lines = [f"# {tr('Training of {game}', game=game)}", ""]
    lines += [f"- {name}: {value}" for name, value in recipe._asdict().items()]
    lines += [f"- {sentence}" for sentence in earlier]
    heads = [tr("minutes"), tr("positions"), tr("policy loss"), tr("value loss"), "Elo", ""]
    has_played = any("match" in point for point in curve)
    if has_played:
        heads.append(tr("without a network"))
    lines += ["", f"| {' | '.join(heads)} |", "|" + " ---: |" * 5 + " --- |" * (len(heads) - 5)]
    most = max([abs(point.get("elo", 0.0)) for point in curve] + [1.0])
    for point in curve:
        rating = point.get("elo", 0.0)
        cells = [f"{point['seconds'] / 60:.1f}", f"{point['positions']:,}"]
        cells += [f"{point.get(name, float('nan')):.3f}" for name in ("policy_loss", "value_loss")]
        cells += [f"{rating:+.0f}", "█" * round(WIDTH * max(rating, 0.0) / most)]
        if has_played:
            cells.append(played(point.get("match")))
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        tr("Elo: the sum of what each checkpoint gained in games against the one before."),
    ]
    if has_played:
        lines += [
            "",
            tr("Without a network: points of the network, {who}, with 95 %.", who=opponents()),
        ]
    out.with_name(out.name + ".md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def played(match: dict[str, Any] | None) -> str:
    """The points of a match and its Elo with their intervals, in a cell."""
    if match is None:
        return ""
    (low, high), (value, least, most) = match["share"], match["elo"]
    share = f"{match['points']:g}/{match['games']} [{low:.0%}, {high:.0%}]"
    if value is None:  # all points went one way
        return share
    ends = "−∞" if least is None else f"{least:+.0f}", "∞" if most is None else f"{most:+.0f}"
    return f"{share}, {value:+.0f} Elo [{', '.join(ends)}]"
