"""The report of a training, in Markdown: the recipe and the learning curve."""

from pathlib import Path
from typing import Any

from ..language import tr
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
    lines += ["", f"| {' | '.join(heads)} |", "|" + " ---: |" * 5 + " --- |"]
    most = max([abs(point.get("elo", 0.0)) for point in curve] + [1.0])
    for point in curve:
        rating = point.get("elo", 0.0)
        cells = [f"{point['seconds'] / 60:.1f}", f"{point['positions']:,}"]
        cells += [f"{point.get(name, float('nan')):.3f}" for name in ("policy_loss", "value_loss")]
        cells += [f"{rating:+.0f}", "█" * round(WIDTH * max(rating, 0.0) / most)]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        tr("Elo: the sum of what each checkpoint gained in games against the one before."),
    ]
    out.with_name(out.name + ".md").write_text("\n".join(lines) + "\n", encoding="utf-8")
