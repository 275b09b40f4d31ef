"""What the command line calls: `playout match`, `playout accuracy`, `playout lab ...`."""

import json
import shlex
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from ..language import said, tr
from .kinds import make_folder, schedule_of, write_report
from .progress import watched
from .report.canvas import FORMATS
from .report.page import write_csv
from .run.code import changed_since, mix_lines
from .run.errors import LabError
from .run.experiment import Experiment
from .run.ledger import Ledger
from .run.pairing_score import failing, who_failed
from .run.records import GameRecord, LabelRecord
from .run.runner import Run, Workers
from .run.spec import SpecError, experiment_of, parse_spec, read_spec
from .run.workers import LocalWorkers

PLAYER_FAILED, STOPPED = 3, 130  # exit codes
SQLITE = b"SQLite format 3"  # how such a file begins
# What a CSV has of a game, and of an answer.
COST = ("seconds", "simulations")
GAME = ("id", "game", "first", "second", "winner", "reason", "failed", "plies", *COST)
ANSWER = ("id", "game", "position", "player", "moves", "chosen", "before", "after", *COST)


def match(options: Namespace) -> int:
    """Play two players against each other and say what came of it."""
    if options.games < 1:
        raise SpecError("--games must be 1 or more, not {games}", games=options.games)
    alike = ("game", "games", "seed", "opening", "equal_seconds", "sprt")
    settings = {key: getattr(options, key) for key in alike}
    return _played(match_values(options.one, options.other, **settings), options)[0]


def match_values(one: str, other: str, *, sprt: Any = None, **settings: Any) -> dict[str, Any]:
    """The spec of a match of two players; `settings` has other keys of it."""
    names = (one, other) if one != other else (f"{one} (1)", f"{other} (2)")
    values = settings | {
        "kind": "match",
        "name": tr("{one} against {other}", one=one, other=other),
        "sprt": sprt and dict(zip(("elo0", "elo1"), sprt, strict=True)),
        "players": dict(zip(names, (one, other), strict=True)),
    }
    return {key: value for key, value in values.items() if value is not None}


def _played(values: dict[str, Any], options: Namespace) -> tuple[int, Experiment, Ledger]:
    """Play what the command line describes, and write its report if wanted; with the exit code."""
    experiment, text = experiment_of(values), json.dumps(values, indent=1)
    if options.report:
        make_folder(options.report)
    again = shlex.join(["playout", *sys.argv[1:]]) if options.ledger else ""
    code, kept = play_out(experiment, options.ledger or ":memory:", options, again, text)
    if options.report and code != STOPPED:
        print(tr("the report is in {path}", path=write_report(experiment, kept, options.report)))
    return code, experiment, kept


def accuracy(options: Namespace) -> int:
    """Ask players about solved positions, and say how often they kept the value."""
    from .accuracy.report import write_positions

    players, positions_out = options.players, options.positions_out
    if len(set(players)) < len(players):
        raise SpecError("a player is there twice")
    if positions_out:
        path = Path(positions_out)
        if path.suffix not in (".csv", ".jsonl"):
            raise SpecError("--positions-out is a .csv or a .jsonl file, not {path}", path=path)
        if not path.absolute().parent.is_dir():
            raise SpecError("--positions-out: there is no folder {path}", path=path.parent)
    values = {
        "name": tr("Accuracy at {game}", game=options.game),
        "kind": "accuracy",
        "plies": list(options.plies),
        "players": dict(zip(players, players, strict=True)),
    }
    alike = ("game", "positions", "seed", "solve_seconds", "simulations", "seconds")
    values |= {key: value for key in alike if (value := getattr(options, key)) is not None}
    code, experiment, kept = _played(values, options)
    if positions_out and code != STOPPED:
        n = write_positions(schedule_of(experiment, kept), Path(positions_out))
        print(tr("{n:,} positions with their truth are in {path}", n=n, path=positions_out))
    return code


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
    argv = shlex.join(["playout", *sys.argv[1:]])
    about = {"name": experiment.name, "spec": text, "argv": argv}
    crew = _workers(options)
    kept = Ledger.open(path, experiment.digest(), about)
    state = Run(experiment, kept)
    try:
        with watched(state.schedule) as show:
            state.run(crew, show, mix=options.mix)
    except KeyboardInterrupt:
        print("\n".join(state.schedule.standings()))
        kept_so_far: Any = {"n": len(kept), "unit": tr(state.schedule.unit), "command": again}
        text = "stopped; {n} {unit} are kept; to continue: {command}" if again else "stopped"
        print(tr(text, **kept_so_far), file=sys.stderr)
        return STOPPED, kept
    except LabError as error:
        print(f"playout: {said(error)}", file=sys.stderr)
        return 2, kept
    print("\n".join([*state.schedule.summary(), *mix_lines(kept)]))
    _note_changes(experiment, kept)
    for id, reason in state.failed.items():
        print(tr("game {id} could not be played: {reason}", id=id, reason=reason), file=sys.stderr)
    return exit_code(state), kept


def _note_changes(experiment: Experiment, kept: Ledger) -> None:
    """Say so where other code than is here has played, and nothing is left that it would refuse."""
    if not mix_lines(kept):
        for line in changed_since(kept, experiment.games, experiment.players.values()):
            print(line, file=sys.stderr)


def _workers(options: Namespace) -> Workers:
    """Processes of this machine, or a cluster where the command has one."""
    wait_s = getattr(options, "wait", None)
    if wait_s is not None and not wait_s > 0:
        raise SpecError("--wait must be more than 0 seconds, not {seconds:g}", seconds=wait_s)
    if not getattr(options, "scheduler", None):
        return LocalWorkers(options.workers)
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
    about = {"name": experiment.name, "done": done, "total": total, "unit": tr(schedule.unit)}
    print(tr("{name}: {done} of {total} {unit}", **about))
    print("\n".join([*schedule.standings(), *mix_lines(kept)]))
    _note_changes(experiment, kept)
    return 0


def report(options: Namespace) -> int:
    """Write the report of an experiment."""
    found, spec = _looked_at(options), Path(options.spec)
    folder = options.folder or spec.with_name(f"{spec.stem}-report")
    formats = list(filter(None, (options.figures or "").split(",")))
    if not {*formats} <= {*FORMATS}:
        why = "--figures is a list of {names}, not {figures}"
        raise SpecError(why, names=", ".join(FORMATS), figures=options.figures)
    print(tr("the report is in {path}", path=write_report(*found, folder, formats)))
    return 0


def _looked_at(options: Namespace) -> tuple[Experiment, Ledger]:
    """The experiment of a spec with its ledger; or of a ledger alone, which keeps its spec."""
    path = Path(options.spec)
    if _is_ledger(path):
        kept = Ledger.look(path)
        if not (text := kept.about().get("spec")):
            why = "{path} does not keep its spec: name that, and --ledger {path}"
            raise SpecError(why, path=path)
        return parse_spec(text, "spec.json" if text.lstrip().startswith("{") else "spec.toml"), kept
    experiment = read_spec(options.spec)
    return experiment, Ledger.look(options.ledger or ledger_of(options.spec), experiment.digest())


def _is_ledger(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def export(options: Namespace) -> int:
    """Write all results into a file: CSV, JSON lines with all there is, or a line of moves each."""
    spec, path = Path(options.spec), Path(options.file)
    if path.suffix not in (".csv", ".jsonl", ".txt"):
        raise SpecError("{path} must end in .csv, .jsonl or .txt", path=path)
    kept = Ledger.look(spec) if _is_ledger(spec) else _looked_at(options)[1]
    are_games = isinstance(next(kept.every(), None), GameRecord | None)
    if path.suffix == ".csv":
        write_csv(path, GAME if are_games else ANSWER, map(_row, kept.every()))
    else:
        with path.open("w", encoding="utf-8") as file:
            text = _line if path.suffix == ".txt" else lambda record: json.dumps(record._asdict())
            file.writelines(f"{text(record)}\n" for record in kept.every())
    unit = tr("games" if are_games else "labels and answers")
    print(tr("{n} {unit} are in {path}", n=len(kept), unit=unit, path=path))
    return 0


def rows(ledger: Ledger) -> list[dict[str, Any]]:
    """All results, by the columns of a CSV."""
    found = [*map(_row, ledger.every())]
    columns = ANSWER if found and "position" in found[0] else GAME
    return [{name: row[name] for name in dict.fromkeys((*columns, "moves"))} for row in found]


def _row(record: Any) -> dict[str, Any]:
    """A result by the columns of a CSV; labels have those of answers."""
    row: dict[str, Any] = record._asdict() | {"moves": " ".join(record.moves)}
    if isinstance(record, GameRecord):
        row |= {"winner": record.winner_name, "failed": who_failed(record)}
        row |= {"plies": len(record.moves), "simulations": sum(turn[1] for turn in record.turns)}
        row["seconds"] = round(sum(turn[0] for turn in record.turns), 6)
    elif isinstance(record, LabelRecord):
        row |= {"player": "solver", "before": record.outcome, "after": record.outcome}
        row["simulations"] = record.nodes
    return row


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
