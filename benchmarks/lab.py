"""What the lab costs: against a bare loop, with two workers, and for a report of many games.

    python benchmarks/lab.py [FILE] [--quick]     prints a Markdown table; FILE gets it as JSON

The bare loop plays the very games of the lab, in one process and with nothing around them. The
two take turns, and both the time of the clock and that of the processors are taken, for the
machine may be busy with other things; what it takes to start is not counted on either side, since
it does not grow with the games. Two workers need two idle cores to be judged. Linux only.
"""

import argparse
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from playout.arena import opening, play_game
from playout.catalogue import find
from playout.lab.kinds import write_report
from playout.lab.run.ledger import Ledger
from playout.lab.run.records import GameRecord
from playout.lab.run.runner import Run
from playout.lab.run.spec import parse_spec
from playout.lab.run.tasks import GameTask, games_of, perform
from playout.lab.run.workers import LocalWorkers
from playout.players import player_of

SPEC = """
kind = "match"
game = "hex:7"
pairs = {pairs}
[players]
a = "uct:simulations=1000"
b = "uct:simulations=1000,c=0.5"
"""
MANY = """
kind = "match"
game = "hex:5"
pairs = {pairs}
[players]
a = "uct:simulations=1000"
b = "rave:simulations=1000"
"""
UNDECIDED = "[sprt]\nelo0 = -1\nelo1 = 1\n"
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("file", nargs="?", help="where the numbers go, as JSON")
    arguments.add_argument("--quick", action="store_true", help="fewer games, rougher numbers")
    arguments.add_argument("--report", nargs=3, help=argparse.SUPPRESS)
    options = arguments.parse_args()
    if options.report:
        print(json.dumps(report_once(*options.report)))
        return
    pairs, rounds = (6, 2) if options.quick else (60, 5)
    found: dict[str, Any] = {"cores": os.cpu_count(), "load at the start": os.getloadavg()[0]}
    found |= measure_cost(pairs, rounds)
    found |= measure_two(pairs, rounds)
    for games in (10_000, 100_000):
        for rule in ("none", "SPRT"):
            found |= measure_report(games, rule)
    print("| what | |\n| --- | ---: |")
    for key, value in found.items():
        print(f"| {key} | {value:.4g} |")
    if options.file:
        Path(options.file).write_text(json.dumps(found, indent=1) + "\n")


# --- against a bare loop, and with two workers -------------------------------------------


def tasks(pairs: int) -> list[GameTask]:
    experiment = parse_spec(SPEC.format(pairs=pairs))
    with tempfile.TemporaryDirectory() as folder:
        run = Run(experiment, ledger_in(folder, experiment))
        return list(games_of(experiment, run.schedule.contests()[0]))


def ledger_in(folder: str, experiment: Any) -> Ledger:
    return Ledger.open(Path(folder) / "a.sqlite", experiment.digest(), {"name": "benchmark"})


def bare(pairs: int) -> tuple[float, float]:
    """Seconds a game of a loop, by the clock and by the processor; the first is not counted."""
    clock = cpu = 0.0
    games = tasks(pairs)
    players = {text: player_of(text) for task in games for text in task.players}
    for i, task in enumerate(games):
        if i == 1:
            clock, cpu = time.perf_counter(), time.process_time()
        start = opening(find(task.game), task.opening_seed, task.opening)
        play_game(start, [players[text] for text in task.players], task.seed)
    n = len(games) - 1
    return (time.perf_counter() - clock) / n, (time.process_time() - cpu) / n


def in_lab(pairs: int, workers: int) -> tuple[float, float]:
    """The same for the lab; the first game of each worker and the last ones are not counted."""
    experiment = parse_spec(SPEC.format(pairs=pairs))
    clocks, cpus = [], []

    def look(standing: Any) -> None:
        clocks.append(time.perf_counter())
        cpus.append(time.process_time() + sum(map(cpu_of, multiprocessing.active_children())))

    with tempfile.TemporaryDirectory() as folder:
        ledger = ledger_in(folder, experiment)
        Run(experiment, ledger).run(LocalWorkers(workers), look)
        assert len(ledger) == 2 * pairs
        ledger.close()
    first, last = 2 * workers - 2, 2 * pairs - workers
    n = last - first
    return (clocks[last] - clocks[first]) / n, (cpus[last] - cpus[first]) / n


def cpu_of(process: Any) -> float:
    """The time of the processor that a process has had."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK_S


def measure_cost(pairs: int, rounds: int) -> dict[str, float]:
    perform(tasks(1)[0])  # compiles
    ours, theirs = alternately(rounds, lambda: in_lab(pairs, 1), lambda: bare(pairs))
    clock, cpu = (ratios(ours, theirs, i) for i in (0, 1))
    return {
        "bare loop, CPU s a game": statistics.median(row[1] for row in theirs),
        "lab against bare loop, CPU, median": statistics.median(cpu),
        "lab against bare loop, CPU, best": min(cpu),
        "lab against bare loop, clock, median": statistics.median(clock),
        "lab against bare loop, clock, best": min(clock),
    }


def measure_two(pairs: int, rounds: int) -> dict[str, float]:
    two, one = alternately(rounds, lambda: in_lab(2 * pairs, 2), lambda: in_lab(pairs, 1))
    speedups = [1 / ratio for ratio in ratios(two, one, 0)]
    cores = [row[1] / row[0] for row in two]
    return {
        "two workers against one, games a second, median": statistics.median(speedups),
        "two workers against one, games a second, best": max(speedups),
        "cores that two workers had meanwhile, median": statistics.median(cores),
    }


def alternately(rounds: int, *deeds: Callable[[], Any]) -> list[list[Any]]:
    """What each of the deeds gives, one after the other so many times."""
    found: list[list[Any]] = [[] for _ in deeds]
    for _ in range(rounds):
        for rows, deed in zip(found, deeds, strict=True):
            rows.append(deed())
    return found


def ratios(ours: list[Any], theirs: list[Any], i: int) -> list[float]:
    return [one[i] / other[i] for one, other in zip(ours, theirs, strict=True)]


# --- a report of many games --------------------------------------------------------------


def measure_report(games: int, rule: str) -> dict[str, float]:
    """In a process of its own, whose memory is then its own too."""
    with tempfile.TemporaryDirectory() as folder:
        fill(folder, games, rule)
        command = [sys.executable, __file__, "--report", folder, str(games), rule]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, cpu, megabytes = json.loads(told.splitlines()[-1])
    what = f"report of {games:,} games, {'with' if rule == 'SPRT' else 'without'} SPRT"
    return {f"{what}, s": seconds, f"{what}, CPU s": cpu, f"{what}, MB": megabytes}


def many(games: int, rule: str) -> Any:
    return parse_spec(MANY.format(pairs=games // 2) + (UNDECIDED if rule == "SPRT" else ""))


def fill(folder: str, games: int, rule: str) -> None:
    """A ledger with so many games: some random ones, again and again."""
    experiment = many(games, rule)
    random = np.random.default_rng(1)
    samples = [random_game(experiment, random) for _ in range(50)]
    ledger = ledger_in(folder, experiment)
    (contest,) = Run(experiment, ledger).schedule.contests()
    fields = (*GameRecord._fields, "ended")
    marks = ", ".join("?" * len(fields))
    rows = []
    for task in games_of(experiment, contest):
        moves, winner, turns = samples[int(random.integers(len(samples)))]
        where = task.id, task.contest, task.pair, task.colour, *task.names, task.game
        played = str(task.seed), 2, moves, winner, "", turns
        rows.append((*where, *played, 1, "here", "playout", 0.0))
    with ledger._db:
        ledger._db.executemany(f"INSERT INTO game ({', '.join(fields)}) VALUES ({marks})", rows)
    ledger.close()


def random_game(experiment: Any, random: np.random.Generator) -> tuple[str, int | None, str]:
    state = find(experiment.games[0]).start()
    while not state.is_over:
        state = state.play(state.moves()[random.integers(len(state.moves()))])
    n = len(state.history) - 2
    turns = [(round(float(s), 6), 1000, 0.5) for s in random.lognormal(-4, 1, n)]
    return " ".join(move.name for move in state.history), state.winner, json.dumps(turns)


def report_once(folder: str, games: str, rule: str) -> tuple[float, float, float]:
    experiment = many(int(games), rule)
    ledger = ledger_in(folder, experiment)
    clock, cpu = time.perf_counter(), time.process_time()
    write_report(experiment, ledger, Path(folder) / "report")
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    return clock, cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
