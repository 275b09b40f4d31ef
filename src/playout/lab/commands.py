"""The lab at the command line: `playout match A B` and `playout lab run|status|export SPEC`."""

import csv
import json
import math
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..parameters import shown
from .accuracy import summary as accuracy_told
from .accuracy.runner import AccuracyRun
from .match import summary as match_told
from .run.code import told_mix
from .run.failures import failing, who_failed
from .run.ledger import Entry, Ledger
from .run.runner import LabError, Run, Standing
from .run.spec import Experiment, SpecError, experiment_of, read_spec
from .run.workers import LocalWorkers
from .tune import summary as tune_told
from .tune.runner import TuneRun

__all__ = ["export", "match", "play_out", "report", "run", "status"]

SHOW_S = 0.25  # between two looks of the bar
MOST_WORKERS = 1024  # processes of one machine, started at once
PLAYER_FAILED = 3  # the exit code
QUIET_S = 10.0  # between two lines about the progress, where nobody can watch a bar
COLUMNS = (
    *("id", "game", "first", "second", "winner", "reason", "failed"),
    *("plies", "seconds", "simulations"),
)


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
    mix: bool = False,
) -> int:
    """Play two players against each other and say what came of it."""
    if games < 1:
        raise SpecError(f"--games must be 1 or more, not {games}")
    names = (one, other) if one != other else (f"{one} (1)", f"{other} (2)")
    values: dict[str, Any] = {
        "kind": "match",
        "name": f"{one} against {other}",
        "game": game,
        "pairs": max(1, games // 2),
        "seed": seed,
        "opening": opening,
        "players": dict(zip(names, (one, other), strict=True)),
    }
    if equal_seconds is not None:
        values["equal_seconds"] = equal_seconds
    if elo is not None:
        values["sprt"] = {"elo0": elo[0], "elo1": elo[1]}
    # The last of an odd number of games is the first half of a pair.
    experiment = experiment_of(values)._replace(pairs=games // 2, is_odd=games % 2 == 1)
    return play_out(experiment, ledger or ":memory:", workers, "", mix=mix)


def run(
    spec: str,
    workers: int | None,
    ledger: str | None,
    scheduler: str | None,
    wait_s: float | None = None,
    mix: bool = False,
) -> int:
    """Play what is missing of an experiment; the same to begin, and to go on."""
    experiment = read_spec(spec)
    path = ledger or ledger_of(spec)
    command = f"playout lab run {shlex.quote(spec)}"
    text = Path(spec).read_text("utf-8")
    return play_out(experiment, path, workers, command, scheduler, text, wait_s, mix)


def ledger_of(spec: str) -> str:
    """Where the games of a spec are kept, unless it is said: beside it."""
    return str(Path(spec).with_suffix(".sqlite"))


def play_out(
    experiment: Experiment,
    path: str,
    workers: int | None,
    again: str,
    scheduler: str | None = None,
    text: str = "",
    wait_s: float | None = None,
    mix: bool = False,
) -> int:
    """Play what is missing in the ledger of an experiment, and say what came of it.

    A ledger with games that other code has played is gone on with only where `mix` says so.
    """
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise SpecError(f"--workers must be from 1 to {MOST_WORKERS}, not {shown(workers)}")
    if wait_s is not None and not wait_s > 0:
        raise SpecError(f"--wait must be more than 0 seconds, not {wait_s:g}")
    about = {"name": experiment.name, "spec": text, "argv": shlex.join(["playout", *sys.argv[1:]])}
    kept = Ledger.open(path, experiment.digest(), about)
    state = run_of(experiment, kept)
    if scheduler:
        from .run.cluster import WAIT_S, DaskWorkers

        crew: Any = DaskWorkers(scheduler, wait_s=WAIT_S if wait_s is None else wait_s)
    else:
        crew = LocalWorkers(workers)
    try:
        with _watched(state) as show:
            state.run(crew, show, mix=mix)
    except KeyboardInterrupt:
        print("\n".join(standings(state)))
        hint = f"; to go on: {again}" if again else ""
        print(f"stopped; {len(kept)} games are kept{hint}" if again else "stopped", file=sys.stderr)
        return 130
    except LabError as error:
        print(f"playout: {error}", file=sys.stderr)
        return 2
    print("\n".join([*summary(state), *told_mix(kept)]))
    for id, reason in state.failed.items():
        print(f"game {id} could not be played: {reason}", file=sys.stderr)
    return exit_code(state)


def exit_code(run: Run) -> int:
    """1 where games could not be played, 3 where a player failed in games that count, else 0."""
    if run.failed:
        return 1
    return PLAYER_FAILED if failing(run.contests(), run.tallies) else 0


def status(spec: str, ledger: str | None) -> int:
    """Say how an experiment stands."""
    experiment = read_spec(spec)
    state = run_of(experiment, Ledger.look(ledger or ledger_of(spec), experiment.digest()))
    done = len(state.ledger)  # more than the total where workers were ahead of a decision
    print(f"{experiment.name}: {done} of {max(done, state.total())} {state.WHAT}")
    print("\n".join([*standings(state), *told_mix(state.ledger)]))
    return 0


def report(spec: str, ledger: str | None, folder: str | None) -> int:
    """Write the report of an experiment."""
    from .report.write import write_report

    experiment = read_spec(spec)
    path = ledger or ledger_of(spec)
    kept = Ledger.look(path, experiment.digest())
    place = Path(folder) if folder else Path(spec).with_name(f"{Path(spec).stem}-report")
    print(f"the report is in {write_report(experiment, kept, place)}")
    return 0


def export(ledger: str, path: str) -> int:
    """Write all games into a file: CSV, JSON lines with all there is, or a line of moves each."""
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
                row = (entry.id, entry.game, *names, winner, entry.reason, who_failed(entry))
                writer.writerow((*row, plies, seconds, simulations))
        elif path.endswith(".txt"):
            for entry in kept.entries():
                file.write(in_a_line(entry) + "\n")
        else:
            for entry in kept.entries():
                file.write(json.dumps(entry._asdict()) + "\n")
    print(f"{len(kept)} games are in {path}")
    return 0


def in_a_line(entry: Entry) -> str:
    """A game as people write one down: where, who against whom, the moves, the result."""
    result = {0: "1-0", 1: "0-1", None: "1/2"}[entry.winner]
    why = f" ({entry.reason})" if entry.reason else ""
    moves = " ".join(entry.moves)
    return f"{entry.game}, {entry.first} - {entry.second}: {moves} {result}{why}"


# --- how it stands -----------------------------------------------------------------------


def run_of(experiment: Experiment, ledger: Ledger) -> Run:
    """An experiment and its ledger, by its kind."""
    kinds: dict[str, type[Run]] = {"accuracy": AccuracyRun, "tune": TuneRun}
    return kinds.get(experiment.kind, Run)(experiment, ledger)


def summary(run: Run) -> list[str]:
    """What is said at the end."""
    return accuracy_told.tables(run) if isinstance(run, AccuracyRun) else standings(run)


def standings(run: Run) -> list[str]:
    """How it stands, in a few lines; what failed comes first."""
    if isinstance(run, AccuracyRun):
        return accuracy_told.standings(run)
    if isinstance(run, TuneRun):
        final = [match_told.line(run, contest) for contest in run.tuning.final()]
        return [*match_told.failure_lines(run), *tune_told.standings(run), *filter(None, final)]
    return match_told.standings(run)


@contextmanager
def _watched(run: Run) -> Iterator[Any]:
    """Something to show the progress with: a bar and standings, or a line now and then."""
    if not sys.stderr.isatty():
        last = time.monotonic()

        def tell(standing: Standing) -> None:
            nonlocal last
            if time.monotonic() - last > QUIET_S:
                last = time.monotonic()
                print(progress_line(standing, run.WHAT), file=sys.stderr, flush=True)

        yield tell
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.padding import Padding  # ends the line of a bar, which by itself does not
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=4) as live:
        shown = -math.inf

        def show(standing: Standing) -> None:
            nonlocal shown
            # Intervals take their time: short games should not wait for them.
            if time.monotonic() - shown < SHOW_S and standing.done < standing.total:
                return
            shown = time.monotonic()
            bar = ProgressBar(total=max(standing.total, 1), completed=standing.done, width=40)
            lines = [Text(line) for line in standings(run)[-12:]]
            live.update(Group(Padding(bar), Text(progress_line(standing, run.WHAT)), *lines))

        yield show


def progress_line(standing: Standing, what: str = "games") -> str:
    """How far it is, how fast, and how long it will take."""
    rate = standing.played / standing.seconds if standing.seconds else 0.0
    # Workers that were ahead of a decision have played more than there turned out to be.
    total = max(standing.done, standing.total)
    left = (total - standing.done) / rate if rate else 0.0
    failed = f", {standing.failed} failed" if standing.failed else ""
    speed = f"{rate:.2g}" if rate < 10 else f"{rate:,.0f}"
    return f"{standing.done} of {total} {what}{failed}, {speed} {what}/s, {_duration(left)} left"


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"
