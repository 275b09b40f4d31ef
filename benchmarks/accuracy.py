"""Measure a spec of accuracy at Connect 4 in this process, with seconds that are those of a core.

    python benchmarks/accuracy.py SPEC LEDGER [REPORT]

`playout lab run` gives budgets of time by the clock on the wall, so on a busy machine a player gets
less than it should. Here the clock is the time that this process has had: one worker, and the
same result whatever else runs. The truth comes from BitBully where that is installed (another
solver, which is independent of ours and has a book of the first 12 moves), else from our own.
Killed and started again, it goes on with the ledger.
"""

import socket
import sys
import time

time.perf_counter = time.process_time  # before anybody has taken it

from pathlib import Path  # noqa: E402

from playout.lab.accuracy.tasks import LabelTask  # noqa: E402
from playout.lab.kinds import write_report  # noqa: E402
from playout.lab.run.code import versions  # noqa: E402
from playout.lab.run.ledger import Ledger  # noqa: E402
from playout.lab.run.records import LabelRecord, MoveValue  # noqa: E402
from playout.lab.run.runner import Run  # noqa: E402
from playout.lab.run.spec import read_spec  # noqa: E402

QUIET_S = 60.0


class Crew:
    """Answers one question after the other."""

    def __init__(self) -> None:
        try:
            import bitbully
        except ImportError:
            bitbully = None
        self.bitbully = bitbully
        self.solver = bitbully.BitBully() if bitbully else None

    def play(self, next_task):
        for task in iter(next_task, None):
            is_known = self.solver and isinstance(task, LabelTask) and task.game == "connect4"
            yield self.solved(task) if is_known else task.perform()

    def solved(self, task):
        from playout import Connect4
        from playout.solve.connect4 import plies_of

        board = self.bitbully.Board([int(move) - 1 for move in task.moves])
        scores = self.solver.score_all_moves(board)
        rows = {}
        for column, score in sorted(scores.items()):
            plies = plies_of(score, Connect4(), len(task.moves))
            rows[str(column + 1)] = MoveValue(outcome(score), score, plies)
        where, origin = task[:4], (task.attempt, socket.gethostname(), versions(task.game))
        return LabelRecord(*where, outcome(max(scores.values())), rows, "", 0.0, 0, *origin)


def outcome(score):
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def main(spec, path, report=None):
    experiment = read_spec(spec)
    about = {"name": experiment.name, "spec": Path(spec).read_text("utf-8")}
    about["argv"] = f"python benchmarks/accuracy.py {spec} {path}"
    run = Run(experiment, Ledger.open(path, experiment.digest(), about))
    last = time.time()

    def show(standing):
        nonlocal last
        if time.time() - last > QUIET_S:
            last = time.time()
            print(
                f"{standing.done} of {standing.total}",
                *run.schedule.standings(),
                sep="\n",
                flush=True,
            )

    run.run(Crew(), show)
    print(*run.schedule.summary(), sep="\n")
    if report:
        print(f"the report is in {write_report(experiment, run.ledger, report)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
