"""The report of a training, in Markdown: the recipe and the learning curve."""

from pathlib import Path
from typing import Any

from ..language import number, tr
from .match import opponents, result_of
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
        cells = [number(point["seconds"] / 60, ".1f"), number(point["positions"], ",d")]
        losses = [point.get(name) for name in ("policy_loss", "value_loss")]
        cells += ["" if loss is None else number(loss, ".3f") for loss in losses]
        cells += [f"{rating:+.0f}", "█" * round(WIDTH * max(rating, 0.0) / most)]
        if has_played:
            cells.append(result.in_a_cell() if (result := result_of(point)) else "")
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
    path, text = out.with_name(out.name + ".md"), "\n".join(lines) + "\n"
    path.write_text(
        text, encoding="utf-8", errors="replace"
    )  # the path of a game may be of any kind
