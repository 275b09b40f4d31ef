"""`playout accuracy`: the same as an experiment from a file, said on the command line."""

import json
import shlex
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..commands import play_out
from ..run.ledger import Ledger
from ..run.spec import SpecError, experiment_of
from .data import write_positions
from .runner import AccuracyRun

__all__ = ["accuracy"]


def accuracy(
    players: Sequence[str],
    game: str,
    positions: int,
    plies: Sequence[int],
    simulations: Sequence[int] | None,
    seconds: Sequence[float] | None,
    solve_seconds: float,
    seed: int,
    workers: int | None,
    ledger: str | None,
    report: str | None,
    positions_out: str | None,
    mix: bool = False,
) -> int:
    """Ask players about positions whose truth is known, and say how often they kept the value."""
    if len(set(players)) < len(players):
        raise SpecError("a player is there twice")
    values: dict[str, Any] = {
        "name": f"Accuracy at {game}",
        "kind": "accuracy",
        "game": game,
        "positions": positions,
        "plies": list(plies),
        "seed": seed,
        "solve_seconds": solve_seconds,
    }
    if simulations is not None:
        values["simulations"] = list(simulations)
    if seconds is not None:
        values["seconds"] = list(seconds)
    values["players"] = dict(zip(players, players, strict=True))
    experiment = experiment_of(values)
    if positions_out and Path(positions_out).suffix not in (".csv", ".jsonl"):
        raise SpecError(f"--positions-out is a .csv or a .jsonl file, not {positions_out}")
    with tempfile.TemporaryDirectory(prefix="playout-") as folder:
        path = ledger or str(Path(folder) / "ledger.sqlite")
        again = shlex.join(["playout", *sys.argv[1:]]) if ledger else ""
        code = play_out(experiment, path, workers, again, text=as_toml(values), mix=mix)
        kept = Ledger.look(path, experiment.digest())
        try:
            if report and code != 130:
                from ..report.write import write_report

                print(f"the report is in {write_report(experiment, kept, Path(report))}")
            if positions_out and code != 130:
                n = write_positions(AccuracyRun(experiment, kept), Path(positions_out))
                print(f"{n:,} positions with their truth are in {positions_out}")
        finally:
            kept.close()
    return code


def as_toml(values: dict[str, Any]) -> str:
    """The same as a spec: what is written in JSON here means the same in TOML."""
    lines = [f"{key} = {json.dumps(v)}" for key, v in values.items() if key != "players"]
    lines += ["", "[players]"]
    lines += [f"{json.dumps(name)} = {json.dumps(v)}" for name, v in values["players"].items()]
    return "\n".join(lines) + "\n"
