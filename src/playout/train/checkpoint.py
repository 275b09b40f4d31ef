"""Training that goes on after a stop: what is learnt so far, on disk.

Beside the network, `hex.net`, lie `hex.net.checkpoint` and `hex.net.jsonl`, the curve. Games that
were being played are not kept: they begin anew.
"""

import json
import math
import os
import zipfile
import zlib
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from ..errors import PlayoutError
from ..language import Text
from .learn import Training
from .recipe import Recipe
from .step import Learner

__all__ = ["add_to_curve", "checkpoint_path", "curve_of", "restore", "save"]


DAMAGE = (
    OSError,
    EOFError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    zipfile.BadZipFile,
    zlib.error,
)


def checkpoint_path(out: Path) -> Path:
    return out.with_name(out.name + ".checkpoint")


def curve_path(out: Path) -> Path:
    return out.with_name(out.name + ".jsonl")


def save(training: Training, out: Path, game: str) -> None:
    """Write a checkpoint; the one before is there until this one is whole."""
    arrays: dict[str, Any] = {}
    for part, value in training.learner._asdict().items():
        named = value if isinstance(value, dict) else {"": value}
        arrays |= {f"{part}/{name}": np.asarray(array) for name, array in named.items()}
    about = {
        "game": game,
        "recipe": training.recipe._asdict(),
        "seconds": training.seconds,
        "positions": training.positions,
        "steps": training.steps,
        "record": training.record,
    }
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    path = checkpoint_path(out)
    part_path = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part_path.open("wb") as file:
            np.savez(file, **arrays)
        os.replace(part_path, path)
    except OSError as problem:
        part_path.unlink(missing_ok=True)
        why = "{path} cannot be written: {why}; what was written before is kept"
        reason = Text(problem.strerror or str(problem))
        raise PlayoutError(why, "unwritten-checkpoint", path=path, why=reason) from None


def restore(training: Training, out: Path, game: str) -> None:
    """Go on from a checkpoint of the same game and the same network."""
    path = checkpoint_path(out)
    try:
        if not path.is_file():  # a pipe may never say anything
            raise ValueError
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
        about = json.loads(arrays.pop("about").tobytes())
        parts: dict[str, Any] = {}
        for name, array in arrays.items():
            part, _, rest = name.partition("/")
            parts.setdefault(part, {})[rest] = jnp.asarray(array)
        parts["steps"] = parts["steps"][""]
        learner = Learner(**parts)
        kept_game, recipe, record = about["game"], dict(about["recipe"]), dict(about["record"])
        seconds, positions = float(about["seconds"]), int(about["positions"])
        steps = int(about["steps"])
        if not (math.isfinite(seconds) and min(seconds, positions, steps) >= 0):
            raise ValueError
    except DAMAGE:
        why = "{path} is damaged: remove it, and training begins anew"
        raise PlayoutError(why, "bad-checkpoint", path=path) from None
    here = training.recipe
    same = [recipe.get(name) == getattr(here, name) for name in ("blocks", "channels")]
    # The rules of a game of one's own may have changed: then the arrays have other shapes.
    shapes = [jax.tree.map(np.shape, each) for each in (learner, training.learner)]
    if kept_game != game or not all(same) or shapes[0] != shapes[1]:
        why = "{path} is of another game or another network: give another --out, or remove it"
        raise PlayoutError(why, "other-checkpoint", path=path)
    training.record = with_recipe(record, recipe, here, seconds)
    training.resume(learner, seconds, positions, steps)


def with_recipe(
    record: dict[str, Any], before: dict[str, Any], now: Recipe, seconds: float
) -> dict[str, Any]:
    """The record of a training that goes on: by which other recipe it was trained before."""
    length = {"minutes": now.minutes}  # more of them change nothing of what was
    if before | length == now._asdict():
        return record
    part = {"until": round(seconds / 60, 2), "recipe": before}
    return record | {"earlier": [*record.get("earlier", []), part]}


def add_to_curve(out: Path, point: dict[str, Any]) -> None:
    write_curve(out, [*curve_of(out), point])


def add_to_point(out: Path, seconds: float, what: dict[str, Any]) -> None:
    """Add what is known only later to the point of a checkpoint."""
    points = curve_of(out)
    write_curve(out, [point | what if point["seconds"] == seconds else point for point in points])


def write_curve(out: Path, points: list[dict[str, Any]]) -> None:
    """Write a curve; the one before is there until this one is whole."""
    new = curve_path(out).with_suffix(".new")
    new.write_text("".join(json.dumps(point) + "\n" for point in points), encoding="utf-8")
    new.replace(curve_path(out))


def curve_of(out: Path) -> list[dict[str, Any]]:
    """The points so far; lines that are none, by a kill or a damaged disk, are left out."""
    if not curve_path(out).exists():
        return []
    lines = curve_path(out).read_text("utf-8", errors="replace").splitlines()
    return [point for line in lines if (point := point_in(line)) is not None]


def point_in(line: str) -> dict[str, Any] | None:
    """The point that a line of a curve is, if it is one."""
    try:
        point = json.loads(line)
        numbers = [point["seconds"], point["positions"], point.get("elo", 0.0)]
        if "match" in point:
            match = point["match"]
            numbers += [match["points"], match["games"], *match["share"]]
        return point if all(type(n) in (int, float) for n in numbers) else None
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
