"""Accuracy with workers of its own, at the command line, and its report."""

import csv
import json
import multiprocessing
import os
import re
import signal

import pytest
from naive import NaiveSolver
from test_accuracy import VALUES, InTurn, run_of

from playout.cli import main
from playout.lab.accuracy import tasks as accuracy
from playout.lab.accuracy.numbers import scores_of
from playout.lab.kinds import write_report
from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import Run
from playout.lab.run.spec import experiment_of
from playout.lab.run.workers import Failed, LocalWorkers
from playout.lab.stats.intervals import wilson

pytestmark = pytest.mark.full

SMALL = {**VALUES, "positions": 12}


@pytest.fixture(scope="module")
def asked():
    """The truth from the whole game tree, the answers from this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accuracy, "_solver", lambda game: NaiveSolver())
        return run_of(SMALL, workers=InTurn())


def answers_of(run):
    """What must not depend on who worked: all but times, places and attempts."""
    return [row[:10] for row in run.ledger.answers("mnk")]


def outcomes_of(run):
    truths = run.schedule.labels("mnk")
    return {i: {name: row.outcome for name, row in t.values.items()} for i, t in truths.items()}


def test_workers_find_the_same_truth_and_give_the_same_answers(asked):
    run = run_of(SMALL, workers=LocalWorkers(2))
    assert outcomes_of(run) == outcomes_of(asked)
    assert answers_of(run) == answers_of(asked)


def test_killed_workers_lose_nothing(asked, tmp_path):
    run = run_of(SMALL, tmp_path / "a.sqlite")
    left = [5, 30]

    def strike(standing):
        if left and standing.played == left[0]:
            left.pop(0)
            os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)

    run.run(LocalWorkers(1), strike)
    assert not left
    assert answers_of(run) == answers_of(asked)
    assert run.failed == {}


class Broken(InTurn):
    """Workers with which one question always fails."""

    def play(self, next_task):
        for task in iter(next_task, None):
            if task.id in ("label-0-3", "0-1-5"):
                yield Failed(task, "it broke", True)
            else:
                yield from super().play(iter([task, None]).__next__)


def test_questions_that_fail_are_left_out_and_asked_again(monkeypatch, asked):
    monkeypatch.setattr(accuracy, "_solver", lambda game: NaiveSolver())
    run = run_of(SMALL, workers=Broken())
    assert len(run.failed) == 2
    (scores,) = scores_of(run.schedule)
    assert 3 not in scores.labels
    assert [answers.row["n"] for answers in scores.answers] == [11, 10, 11, 11, 11]
    again = Run(run.experiment, run.ledger)
    again.run(InTurn())
    assert answers_of(again) == answers_of(asked)


# -- the report --


@pytest.fixture(scope="module")
def report(asked, tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    write_report(asked.experiment, asked.ledger, folder)
    return folder


def test_report_numbers_are_those_of_the_ledger(asked, report):
    numbers = json.loads((report / "report.json").read_text())
    (scores,) = scores_of(asked.schedule)
    (game,) = numbers["games"]
    assert [row["kept"] for row in game["entrants"]] == [a.row["kept"] for a in scores.answers]
    for row, answers in zip(game["entrants"], scores.answers, strict=True):
        interval = [row[key] for key in ("share", "share_low", "share_high")]
        assert interval == list(wilson(answers.row["kept"], answers.row["n"]))
    assert game["by_chance"] == scores.by_chance()
    assert numbers["answers"] == 5 * 12
    assert not numbers["notes"]


def test_report_begins_with_the_finding(report):
    page = (report / "report.html").read_text()
    headline = json.loads((report / "report.json").read_text())["headline"]
    assert re.search(r"^At mnk with 50 simulations a move, (uct|flat) keeps the value", headline)
    assert f'<p class="verdict">{headline}</p>' in page
    assert page.index('class="verdict"') < page.index("<figure")


def test_report_is_one_file_with_all_curves_in_one_plot(report):
    page = (report / "report.html").read_text()
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    first = page[page.index("<figure") : page.index("</figure>")]
    for name in ("uct", "flat"):
        assert f">{name}</text>" in first
    for name in ("uct", "flat", "random", "blind choice"):
        assert re.search(rf"{name} \d+\.\d %", first[first.index("<figcaption>") :])
    assert page.count("<figure") == 4  # and one for each phase
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_report_shows_the_worst_mistakes_with_the_right_moves(asked, report):
    (game,) = json.loads((report / "report.json").read_text())["games"]
    page = (report / "report.html").read_text()
    assert game["hardest"]
    costs = [row["cost"] for row in game["hardest"]]
    assert costs == sorted(costs, reverse=True)
    truths = asked.schedule.labels("mnk")
    for row in game["hardest"]:
        truth = truths[row["position"]]
        assert row["keeping"] == truth.keeping
        worth = {"win": 1, "draw": 0.5, "loss": 0}
        lost = [
            worth[truth.outcome] - worth[truth.values[m].outcome] for m in row["chosen"].values()
        ]
        assert row["cost"] == sum(lost)
        assert f"Position {row['position']}: " in page


def test_figures_are_files(asked, report, tmp_path):
    write_report(asked.experiment, asked.ledger, tmp_path, ["svg"])
    page = (report / "report.html").read_text()
    assert len(list((tmp_path / "figures").glob("accuracy-*.svg"))) == page.count("<figure")


def test_report_is_the_same_bytes_again(asked, report, tmp_path):
    write_report(asked.experiment, asked.ledger, tmp_path)
    for path in report.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_positions_and_answers_are_data_sets(asked, report):
    with (report / "positions.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (report / "positions.jsonl").read_text().splitlines()]
    truths = asked.schedule.labels("mnk")
    assert len(rows) == len(lines) == len(truths) == 12
    for row, line in zip(rows, lines, strict=True):
        truth = truths[int(row["position"])]
        assert json.loads(row["truth"]) == line["truth"]
        assert row["keeping"].split() == line["keeping"] == truth.keeping
        assert line["truth"] == {name: move._asdict() for name, move in truth.values.items()}
        assert row["moves"].split() == line["moves"]
    with (report / "answers.csv").open(newline="") as file:
        answers = list(csv.DictReader(file))
    (scores,) = scores_of(asked.schedule)
    assert len(answers) == 60
    assert sum(int(row["kept"]) for row in answers) == sum(a.row["kept"] for a in scores.answers)


def test_report_of_an_unfinished_experiment_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(accuracy, "_solver", lambda game: NaiveSolver())
    for at_most in (0, 20):
        run = run_of(SMALL, tmp_path / f"{at_most}.sqlite")
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                run.run(InTurn(at_most))
        path = write_report(run.experiment, run.ledger, tmp_path / str(at_most))
        assert "The experiment is not over" in path.read_text()


# -- the command line --


def test_command_measures_reports_and_goes_on(capsys, tmp_path):
    ledger, folder = tmp_path / "a.sqlite", tmp_path / "report"
    words = ["accuracy", "uct", "random", "--game", "mnk", "--positions", "6", "--plies", "4", "6"]
    words += ["--simulations", "5", "20", "--workers", "1", "--ledger", str(ledger)]
    assert main([*words, "--positions-out", str(tmp_path / "set.csv")]) == 0
    first = capsys.readouterr().out
    assert "mnk: 6 positions after 4 to 6 moves" in first
    assert re.search(r"uct, 20 simulations +\d+\.\d % \[\d", first)
    assert re.search(r"after +4 moves +5 moves +6 moves", first)
    assert len((tmp_path / "set.csv").read_text().splitlines()) == 7
    assert main([*words, "--report", str(folder)]) == 0  # nothing is left to do
    second = capsys.readouterr().out
    assert second.splitlines()[:-1] == first.splitlines()[:-1]
    spec = json.loads((folder / "report.json").read_text())["about"]["spec"]
    (tmp_path / "a.json").write_text(spec)
    assert main(["lab", "status", str(tmp_path / "a.json")]) == 0  # the spec in it is its own
    assert "24 of 24 answers" in capsys.readouterr().out
    assert main(["lab", "report", str(tmp_path / "a.json")]) == 0
    assert main(["lab", "export", str(tmp_path / "a.json"), str(tmp_path / "all.csv")]) == 0
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 25
    kept = Ledger.look(ledger)
    assert len(kept) == 24


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["uct", "uct"], "a player is there twice"),
        (["nobody"], "no player is called 'nobody'"),
        (["uct", "--positions", "0"], "positions must be a whole number"),
        (["uct", "--plies", "9", "3"], "plies must be the least and the most"),
        (["uct", "--simulations", "0"], "simulations must be whole numbers above 0"),
        (["uct", "--seconds", "nan"], "seconds must be numbers above 0"),
        (["uct", "--solve-seconds", "-1"], "solve_seconds must be"),
        (["uct", "--workers", "0"], "workers must be a whole number from 1 to"),
        (["uct", "--game", "nothing"], "no game is called 'nothing'"),
        (["uct", "--positions-out", "x.txt"], "--positions-out is a .csv or a .jsonl file"),
        (["uct", "--game", "nim:3", "--plies", "0", "1"], "different positions with a choice"),
        (["human"], "a person cannot play"),
    ],
)
def test_wrong_input_is_a_sentence(words, why, capsys):
    assert main(["accuracy", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith("playout: ")
    assert why in err
    assert "Traceback" not in err


def test_example_makes_sense():
    from pathlib import Path

    from playout.lab.run.spec import read_spec

    path = Path(__file__).parents[3] / "examples" / "lab" / "accuracy-connect4.toml"
    if path.exists():  # users may not have it
        plan = read_spec(path).accuracy
        assert plan.plies == (8, 30)
        assert len(plan.entrants) > 10


def test_experiments_without_players_with_budgets_have_a_report(monkeypatch, tmp_path):
    monkeypatch.setattr(accuracy, "_solver", lambda game: NaiveSolver())
    values = {**SMALL, "players": {"<random>": "random"}, "positions": 4}
    run = run_of(values, workers=InTurn())
    page = write_report(experiment_of(values), run.ledger, tmp_path).read_text()
    assert "At mnk, &lt;random&gt; keeps the value" in page
    assert "<random>" not in page


def test_answers_from_a_cluster_are_the_same(asked):
    distributed = pytest.importorskip("distributed", reason="needs playout[cluster]")
    from playout.lab.run.cluster import DaskWorkers

    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        run = run_of(SMALL, workers=DaskWorkers(client))
    assert outcomes_of(run) == outcomes_of(asked)
    assert answers_of(run) == answers_of(asked)
