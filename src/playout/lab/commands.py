"""What the command line calls: `playout match`, `playout accuracy`, `playout lab ...`."""

import csv
import json
import shlex
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from ..parameters import shown
from .kinds import schedule_of, write_report
from .progress import watched
from .run.code import mix_lines
from .run.ledger import Ledger
from .run.pairing_score import failing, who_failed
from .run.records import GameRecord, LabelRecord
from .run.runner import LabError, Run, Workers
from .run.spec import Experiment, SpecError, experiment_of, read_spec
from .run.workers import LocalWorkers

__all__ = ["accuracy", "export", "match", "play_out", "report", "run", "status"]

MOST_WORKERS = 1024  # processes of one machine, started at once
PLAYER_FAILED, STOPPED = 3, 130  # exit codes


def match(options: Namespace) -> int:
    """Play two players against each other and say what came of it."""
    one, other, games = options.one, options.other, options.games
    if games < 1:
        raise SpecError(f"--games must be 1 or more, not {games}")
    names = (one, other) if one != other else (f"{one} (1)", f"{other} (2)")
    values = {
        "kind": "match",
        "name": f"{one} against {other}",
        "game": options.game,
        "pairs": max(1, games // 2),
        "seed": options.seed,
        "opening": options.opening,
        "equal_seconds": options.equal_seconds,
        "sprt": options.sprt and dict(zip(("elo0", "elo1"), options.sprt, strict=True)),
        "players": dict(zip(names, (one, other), strict=True)),
    }
    # The last of an odd number of games is the first half of a pair.
    experiment = experiment_of(values)._replace(pairs=games // 2, is_odd=games % 2 == 1)
    return play_out(experiment, options.ledger or ":memory:", options)[0]


def accuracy(options: Namespace) -> int:
    """Ask players about solved positions, and say how often they kept the value."""
    from .accuracy.report import write_positions

    players, positions_out = options.players, options.positions_out
    if len(set(players)) < len(players):
        raise SpecError("a player is there twice")
    if positions_out and Path(positions_out).suffix not in (".csv", ".jsonl"):
        raise SpecError(f"--positions-out is a .csv or a .jsonl file, not {positions_out}")
    values = {
        "name": f"Accuracy at {options.game}",
        "kind": "accuracy",
        "game": options.game,
        "positions": options.positions,
        "plies": list(options.plies),
        "seed": options.seed,
        "solve_seconds": options.solve_seconds,
        "simulations": options.simulations,
        "seconds": options.seconds,
        "players": dict(zip(players, players, strict=True)),
    }
    values = {key: value for key, value in values.items() if value is not None}
    experiment = experiment_of(values)
    path, again = options.ledger or ":memory:", _command() if options.ledger else ""
    code, kept = play_out(experiment, path, options, again, _as_toml(values))
    if options.report and code != STOPPED:
        print(f"the report is in {write_report(experiment, kept, options.report)}")
    if positions_out and code != STOPPED:
        n = write_positions(schedule_of(experiment, kept), Path(positions_out))
        print(f"{n:,} positions with their truth are in {positions_out}")
    return code


def _command() -> str:
    """What was typed."""
    return shlex.join(["playout", *sys.argv[1:]])


def _as_toml(values: dict[str, Any]) -> str:
    """The same as a spec: what is written in JSON here means the same in TOML."""
    lines = [f"{key} = {json.dumps(v)}" for key, v in values.items() if key != "players"]
    lines += ["", "[players]"]
    lines += [f"{json.dumps(name)} = {json.dumps(v)}" for name, v in values["players"].items()]
    return "\n".join(lines) + "\n"


def run(options: Namespace) -> int:
    """Play what is missing of an experiment; the same to begin, and to go on."""
    spec = options.spec
    experiment, text = read_spec(spec), Path(spec).read_text("utf-8")
    again = f"playout lab run {shlex.quote(spec)}"
    return play_out(experiment, options.ledger or ledger_of(spec), options, again, text)[0]


def ledger_of(spec: str) -> str:
    """Where the results of a spec are kept, unless it is said: beside it."""
    return str(Path(spec).with_suffix(".sqlite"))


def play_out(
    experiment: Experiment, path: str, options: Namespace, again: str = "", text: str = ""
) -> tuple[int, Ledger]:
    """Play what is missing in the ledger of an experiment, and say what came of it; returns the
    exit code and the ledger. `again` is the command to go on with, `text` that of the spec."""
    about = {"name": experiment.name, "spec": text, "argv": _command()}
    crew = _workers(options)
    kept = Ledger.open(path, experiment.digest(), about)
    state = Run(experiment, kept)
    try:
        with watched(state.schedule) as show:
            state.run(crew, show, mix=options.mix)
    except KeyboardInterrupt:
        print("\n".join(state.schedule.standings()))
        hint = f"; {len(kept)} {state.schedule.unit} are kept; to go on: {again}" if again else ""
        print(f"stopped{hint}", file=sys.stderr)
        return STOPPED, kept
    except LabError as error:
        print(f"playout: {error}", file=sys.stderr)
        return 2, kept
    print("\n".join([*state.schedule.summary(), *mix_lines(kept)]))
    for id, reason in state.failed.items():
        print(f"game {id} could not be played: {reason}", file=sys.stderr)
    return exit_code(state), kept


def _workers(options: Namespace) -> Workers:
    """Processes of this machine, or a cluster where the command has one."""
    n, wait_s = options.workers, getattr(options, "wait", None)
    if n is not None and not 1 <= n <= MOST_WORKERS:
        raise SpecError(f"--workers must be from 1 to {MOST_WORKERS}, not {shown(n)}")
    if wait_s is not None and not wait_s > 0:
        raise SpecError(f"--wait must be more than 0 seconds, not {wait_s:g}")
    if not getattr(options, "scheduler", None):
        return LocalWorkers(n)
    from .run.cluster import WAIT_S, DaskWorkers

    return DaskWorkers(options.scheduler, wait_s=wait_s or WAIT_S)


def exit_code(run: Run) -> int:
    """1 where games could not be played, 3 where a player failed in games that count, else 0."""
    if run.failed:
        return 1
    if run.experiment.kind == "accuracy":
        return 0
    return PLAYER_FAILED if failing(run.schedule.contests(), run.schedule.tallies) else 0


def status(options: Namespace) -> int:
    """Say how an experiment stands."""
    experiment, kept = _looked_at(options)
    schedule, done = schedule_of(experiment, kept), len(kept)
    total = max(done, schedule.total())  # workers may have been ahead of a decision
    print(f"{experiment.name}: {done} of {total} {schedule.unit}")
    print("\n".join([*schedule.standings(), *mix_lines(kept)]))
    return 0


def report(options: Namespace) -> int:
    """Write the report of an experiment."""
    spec = Path(options.spec)
    folder = options.folder or spec.with_name(f"{spec.stem}-report")
    print(f"the report is in {write_report(*_looked_at(options), folder)}")
    return 0


def _looked_at(options: Namespace) -> tuple[Experiment, Ledger]:
    experiment = read_spec(options.spec)
    return experiment, Ledger.look(options.ledger or ledger_of(options.spec), experiment.digest())


def export(options: Namespace) -> int:
    """Write all results into a file: CSV, JSON lines with all there is, or a line of moves each."""
    path, what = options.file, "games"
    kept = Ledger.look(options.ledger or ledger_of(options.spec))
    with open(path, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        for i, record in enumerate(kept.every()):
            what = "games" if isinstance(record, GameRecord) else "labels and answers"
            if path.endswith(".csv"):
                row = _row(record)
                rows.writerows([row, row.values()] if i == 0 else [row.values()])
            else:
                line = _line(record) if path.endswith(".txt") else json.dumps(record._asdict())
                file.write(line + "\n")
    print(f"{len(kept)} {what} are in {path}")
    return 0


def _row(record: Any) -> dict[str, Any]:
    """A result by the columns of a CSV; labels have those of answers."""
    row = {"id": record.id, "game": record.game}
    if isinstance(record, GameRecord):
        row |= {"first": record.first, "second": record.second, "winner": record.winner_name}
        row |= {"reason": record.reason, "failed": who_failed(record), "plies": len(record.moves)}
        row["seconds"] = round(sum(turn[0] for turn in record.turns), 6)
        return row | {"simulations": sum(turn[1] for turn in record.turns)}
    is_label = isinstance(record, LabelRecord)
    row |= {"position": record.position, "player": "solver" if is_label else record.player}
    row |= {"moves": " ".join(record.moves), "chosen": "" if is_label else record.chosen}
    row["before"] = record.outcome if is_label else record.before
    row |= {"after": record.outcome if is_label else record.after, "seconds": record.seconds}
    return row | {"simulations": record.nodes if is_label else record.simulations}


def _line(record: Any) -> str:
    """A game as people write one down: where, who against whom, the moves, the result."""
    moves = " ".join(record.moves)
    if isinstance(record, GameRecord):
        result = {0: "1-0", 1: "0-1", None: "1/2"}[record.winner]
        why = f" ({record.reason})" if record.reason else ""
        return f"{record.game}, {record.first} - {record.second}: {moves} {result}{why}"
    if isinstance(record, LabelRecord):
        return f"{record.game}, solver: {moves} ({record.outcome})"
    value = f"{record.before} -> {record.after}"
    return f"{record.game}, {record.player}: {moves} {record.chosen} ({value})"
