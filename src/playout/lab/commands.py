"""The lab at the command line: `playout match A B` and `playout lab run|status|export SPEC`."""

import csv
import json
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .drive import LabError, Run, Standing
from .ledger import Ledger
from .spec import Experiment, SpecError, experiment_of, read_spec
from .tasks import Contest
from .workers import LocalWorkers

__all__ = ["export", "match", "report", "run", "status"]

QUIET_S = 10.0  # between two lines about the progress, where nobody can watch a bar
COLUMNS = ("id", "game", "first", "second", "winner", "reason", "plies", "seconds", "simulations")


def match(
    one: str,
    other: str,
    game: str,
    games: int,
    seed: int,
    opening: int,
    equal_seconds: float | None,
    elo: tuple[float, float] | None,
    workers: int | None,
    ledger: str | None,
) -> int:
    """Play two players against each other and say what came of it."""
    if games < 2:
        raise SpecError(f"--games must be 2 or more, a pair, not {games}")
    names = (one, other) if one != other else (f"{one} (1)", f"{other} (2)")
    values: dict[str, Any] = {
        "kind": "match",
        "name": f"{one} against {other}",
        "game": game,
        "pairs": (games + 1) // 2,
        "seed": seed,
        "opening": opening,
        "players": dict(zip(names, (one, other), strict=True)),
    }
    if equal_seconds is not None:
        values["equal_seconds"] = equal_seconds
    if elo is not None:
        values["sprt"] = {"elo0": elo[0], "elo1": elo[1]}
    experiment = experiment_of(values)
    return _play(experiment, ledger or ":memory:", workers, "")


def run(spec: str, workers: int | None, ledger: str | None, scheduler: str | None) -> int:
    """Play what is missing of an experiment; the same to begin, and to go on."""
    experiment = read_spec(spec)
    path = ledger or ledger_of(spec)
    command = f"playout lab run {shlex.quote(spec)}"
    return _play(experiment, path, workers, command, scheduler, Path(spec).read_text("utf-8"))


def ledger_of(spec: str) -> str:
    """Where the games of a spec are kept, unless it is said: beside it."""
    return str(Path(spec).with_suffix(".sqlite"))


def _play(
    experiment: Experiment,
    path: str,
    workers: int | None,
    again: str,
    scheduler: str | None = None,
    text: str = "",
) -> int:
    if workers is not None and workers < 1:
        raise SpecError(f"--workers must be 1 or more, not {workers}")
    about = {"name": experiment.name, "spec": text, "argv": shlex.join(["playout", *sys.argv[1:]])}
    kept = Ledger.open(path, experiment.digest(), about)
    state = Run(experiment, kept)
    if scheduler:
        from .cluster import DaskWorkers

        crew: Any = DaskWorkers(scheduler)
    else:
        crew = LocalWorkers(workers)
    try:
        with _watched(state) as show:
            state.run(crew, show)
    except KeyboardInterrupt:
        print("\n".join(standings(state)))
        hint = f"; to go on: {again}" if again else ""
        print(f"stopped; {len(kept)} games are kept{hint}" if again else "stopped", file=sys.stderr)
        return 130
    except LabError as error:
        print(f"playout: {error}", file=sys.stderr)
        return 2
    print("\n".join(standings(state)))
    for id, reason in state.failed.items():
        print(f"game {id} could not be played: {reason}", file=sys.stderr)
    return 1 if state.failed else 0


def status(spec: str, ledger: str | None) -> int:
    """Say how an experiment stands."""
    experiment = read_spec(spec)
    Ledger.look(ledger or ledger_of(spec)).close()
    state = Run(experiment, Ledger.open(ledger or ledger_of(spec), experiment.digest(), {}))
    print(f"{experiment.name}: {len(state.ledger)} of {state.total()} games")
    print("\n".join(standings(state)))
    return 0


def report(spec: str, ledger: str | None, folder: str | None) -> int:
    """Write the report of an experiment."""
    from .report import write_report

    experiment = read_spec(spec)
    path = ledger or ledger_of(spec)
    Ledger.look(path).close()
    kept = Ledger.open(path, experiment.digest(), {})
    place = Path(folder) if folder else Path(spec).with_name(f"{Path(spec).stem}-report")
    print(f"the report is in {write_report(experiment, kept, place)}")
    return 0


def export(ledger: str, path: str) -> int:
    """Write all games into a file: CSV, or JSON lines with every move."""
    kept = Ledger.look(ledger)
    with open(path, "w", encoding="utf-8", newline="") as file:
        if path.endswith(".csv"):
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            for entry in kept.entries():
                seconds = round(sum(turn[0] for turn in entry.turns), 6)
                simulations = sum(turn[1] for turn in entry.turns)
                names = (entry.first, entry.second)
                winner = "" if entry.winner is None else names[entry.winner]
                plies = len(entry.moves)
                row = (entry.id, entry.game, *names, winner, entry.reason, plies)
                writer.writerow((*row, seconds, simulations))
        else:
            for entry in kept.entries():
                file.write(json.dumps(entry._asdict()) + "\n")
    print(f"{len(kept)} games are in {path}")
    return 0


# --- how it stands -----------------------------------------------------------------------


def standings(run: Run) -> list[str]:
    """A line for every contest that has begun."""
    return [line for contest in run.contests() for line in [_line(run, contest)] if line]


def _line(run: Run, contest: Contest) -> str:
    tally = run.tallies.get(contest.index)
    if tally is None or not tally.pairs.units:
        return ""
    pairs = tally.pairs
    share, elo = pairs.rate(), pairs.careful_elo()
    text = (
        f"{contest.game}: {contest.one} against {contest.other}: {pairs.points:g} of {pairs.games}"
        f" points, {share.value:.1%} [{share.low:.1%}, {share.high:.1%}],"
        f" {elo.value:+z.0f} Elo [{elo.low:+z.0f}, {elo.high:+z.0f}]"
    )
    decision = tally.decision()
    if decision is not None:
        text += f", SPRT: {decision.state} (LLR {decision.llr:+.2f})"
    return text


@contextmanager
def _watched(run: Run) -> Iterator[Any]:
    """Something to show the progress with: a bar and standings, or a line now and then."""
    if not sys.stderr.isatty():
        last = time.monotonic()

        def tell(standing: Standing) -> None:
            nonlocal last
            if time.monotonic() - last > QUIET_S:
                last = time.monotonic()
                print(progress_line(standing), file=sys.stderr, flush=True)

        yield tell
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=4) as live:

        def show(standing: Standing) -> None:
            bar = ProgressBar(total=max(standing.total, 1), completed=standing.done, width=40)
            lines = [Text(line) for line in standings(run)[-12:]]
            live.update(Group(bar, Text(progress_line(standing)), *lines))

        yield show


def progress_line(standing: Standing) -> str:
    """How far it is, how fast, and how long it will take."""
    rate = standing.played / standing.seconds if standing.seconds else 0.0
    left = (standing.total - standing.done) / rate if rate else 0.0
    failed = f", {standing.failed} failed" if standing.failed else ""
    return (
        f"{standing.done} of {standing.total} games{failed}, {rate:.2g} games/s,"
        f" {_duration(left)} left"
    )


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"
