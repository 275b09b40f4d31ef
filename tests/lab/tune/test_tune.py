"""Tunings: they find what is best, the same however played, and are judged by other games."""

import json
import math
import random
import re
import sqlite3
import subprocess
import sys

import numpy as np
import pytest

from playout.cli import main
from playout.errors import PlayoutError
from playout.lab import commands
from playout.lab.kinds import write_report
from playout.lab.run.code import versions
from playout.lab.run.ledger import Ledger
from playout.lab.run.records import GameRecord
from playout.lab.run.runner import Run
from playout.lab.run.spec import parse_spec
from playout.lab.run.tasks import perform
from playout.lab.run.workers import Failed, LocalWorkers
from playout.lab.stats.pentanomial import Pairs, share_of
from playout.lab.tune import optimiser as tune_ask
from playout.lab.tune.recommend import recommend
from playout.lab.tune.schedule import START
from playout.lab.tune.surrogate import fit

pytestmark = pytest.mark.full

pytest.importorskip("cma")

SPEC = """
kind = "tune"
game = "nim:9"
[tune]
player = "uct:c={c},simulations={n}"
against = "uct:simulations=4"
budget = 64
pairs = 2
batch = 4
final = 3
c = {low = 0.1, high = 4.0, log = true, start = 1.5}
n = {low = 2, high = 30, whole = true, start = 3}
"""
LARGE = """
name = "a hill"
kind = "tune"
game = "nim:9"
[tune]
player = "uct:c={c},policy={policy},simulations=5"
against = "uct:simulations=4"
budget = 800
final = 60
c = {low = 0.01, high = 10.0, log = true, start = 5.0}
policy = ["random", "biased", "mast"]
"""


class Hill:
    """Workers whose games are drawn: the best player has c = 0.1 and mast."""

    def __init__(self, at_most=None, failing=()):
        self.at_most, self.failing = at_most, failing

    def play(self, next_task):
        for i, task in enumerate(iter(next_task, None)):
            if i == self.at_most:
                raise KeyboardInterrupt
            if task.id in self.failing:
                yield Failed(task, "ValueError: nothing", True)
                continue
            strengths = [self.elo(text) for text in task.players]
            p = share_of(strengths[0] - strengths[1] + 30)
            lot = random.Random(task.seed)
            winner = 0 if lot.random() < p else 1
            turns = tuple((0.01 + lot.random(), 5, None) for _ in range(2))
            where = task.id, task.contest, task.pair, task.colour, *task.names, task.game
            rest = (0, ("1", "2"), winner, "", turns, 1, "here", versions(task.game))
            yield GameRecord(*where, task.seed, *rest)

    def elo(self, text):
        found = re.search(r"c=([\d.]+),policy=(\w+)", text)
        if not found:
            return 0.0
        return 150 - 120 * math.log10(float(found[1]) / 0.1) ** 2 - 80 * (found[2] != "mast")


class InTurn:
    """Plays in this process, one game after the other."""

    def __init__(self, at_most=None):
        self.at_most = at_most

    def play(self, next_task):
        for i, task in enumerate(iter(next_task, None)):
            if i == self.at_most:
                raise KeyboardInterrupt
            yield perform(task)


def opened(text, path):
    experiment = parse_spec(text)
    ledger = Ledger.open(path, experiment.digest(), {"name": experiment.name, "spec": text})
    return Run(experiment, ledger)


def played(text, path, workers):
    run = opened(text, path)
    run.run(workers)
    return run


def table(run):
    """What must not depend on how it was played, as bytes."""
    kept = {key: text for key, text in run.ledger.about().items() if key.startswith("b")}
    del kept["begun"]
    games = [
        (e.id, e.first, e.second, e.game, e.seed, e.moves, e.winner, e.reason)
        for e in run.ledger.games()
    ]
    return json.dumps([kept, games, run.schedule.standings()]).encode()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    return table(played(SPEC, tmp_path_factory.mktemp("tune") / "a.sqlite", InTurn()))


@pytest.fixture(scope="module")
def hill(tmp_path_factory):
    return played(LARGE, tmp_path_factory.mktemp("hill") / "a.sqlite", Hill())


class Crashing(Hill):
    """Whoever loses has crashed."""

    def play(self, next_task):
        for entry in super().play(next_task):
            yield entry._replace(reason="crashed: it ended with exit code 134")


def test_failures_come_before_what_a_tuning_found(tmp_path):
    run = played(LARGE, tmp_path / "a.sqlite", Crashing())
    lines = run.schedule.standings()
    assert re.match(r".* failed in \d+ of \d+ games: crashed in \d+ \(at first: it ended", lines[0])
    assert re.fullmatch(r"\d+ more players failed: see the report", lines[8])
    told = "Failures decided 120 of 120 games of the final match."
    assert lines[9].endswith(told)
    assert "no Elo: failures decided 120 of 120 games" in lines[-1]
    assert commands.exit_code(run) == 3
    write_report(run.experiment, run.ledger, tmp_path / "out")
    headline = json.loads((tmp_path / "out" / "report.json").read_text())["headline"]
    assert headline.index(" failed in ") < headline.index(told)


# --- the same games, whatever happens ----------------------------------------------------


@pytest.mark.parametrize("n", [1, 2])
def test_tuning_is_the_same_whatever_the_number_of_workers(undisturbed, tmp_path, n):
    assert table(played(SPEC, tmp_path / "a.sqlite", LocalWorkers(n))) == undisturbed


@pytest.mark.parametrize("at", [0, 16, 17, 64, 65])
def test_tuning_that_was_stopped_goes_on_where_it_was(undisturbed, tmp_path, at):
    with pytest.raises(KeyboardInterrupt):
        played(SPEC, tmp_path / "a.sqlite", InTurn(at_most=at))
    run = opened(SPEC, tmp_path / "a.sqlite")
    assert len(run.ledger) == at
    run.run(InTurn())
    assert table(run) == undisturbed


DRIVER = """
import sys
from playout.lab.run.ledger import Ledger
from playout.lab.run.spec import parse_spec
from playout.lab.run.runner import Run
from playout.lab.run.workers import LocalWorkers
if __name__ == "__main__":
    experiment = parse_spec(open(sys.argv[1]).read())
    ledger = Ledger.open(sys.argv[2], experiment.digest(), {"name": "trial"})
    tell = lambda standing: print(standing.done, flush=True)
    Run(experiment, ledger).run(LocalWorkers(1), tell)
"""


def test_killed_tuning_gives_the_same_table(undisturbed, tmp_path):
    spec, path, program = tmp_path / "spec.toml", tmp_path / "a.sqlite", tmp_path / "driver.py"
    spec.write_text(SPEC)
    program.write_text(DRIVER)
    command = [sys.executable, str(program), str(spec), str(path)]
    for lines in (5, 25):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
            for _ in range(lines):
                assert driver.stdout.readline()
            driver.kill()
    run = opened(SPEC, path)
    assert 30 <= len(run.ledger) < 64
    run.run(InTurn())
    assert table(run) == undisturbed


def test_workers_stay_from_batch_to_batch(tmp_path):
    class Counted(InTurn):
        calls = 0

        def play(self, next_task):
            Counted.calls += 1
            yield from super().play(next_task)

    played(SPEC, tmp_path / "a.sqlite", Counted())
    assert Counted.calls == 1


def test_batch_is_chosen_before_any_of_its_games_is_played(tmp_path):
    run = opened(SPEC, tmp_path / "a.sqlite")
    known = []
    run.run(InTurn(), lambda standing: known.append((standing.done, len(run.schedule.batches))))
    for done, n_batches in known:
        # The games of a batch are 4 trials of 2 pairs.
        assert n_batches == min(4, (done - 1) // 16 + 1)


def test_games_that_failed_leave_their_pair_out_and_the_tuning_goes_on(tmp_path):
    text = LARGE.replace("budget = 800", "budget = 80")
    run = played(text, tmp_path / "a.sqlite", Hill(failing={"3-1-0", "4-0-0"}))
    assert set(run.failed) == {"3-1-0", "4-0-0"}
    assert run.schedule.best is not None
    trials = run.schedule.trials()
    assert [trials[i].pairs.units for i in range(5)] == [4, 4, 4, 3, 3]


# --- what it finds -----------------------------------------------------------------------


def test_first_trial_is_the_start_and_all_values_are_in_their_ranges(hill):
    trials = hill.schedule.trials()
    assert trials[0].values == {"c": 5.0, "policy": "random"}
    assert len(trials) == 100
    assert all(0.01 <= trial.values["c"] <= 10.0 for trial in trials)
    assert {trial.values["policy"] for trial in trials} == {"random", "biased", "mast"}
    assert all(trial.pairs.games == 8 for trial in trials)


def test_known_optimum_is_found(hill):
    best = hill.schedule.best
    assert best["policy"] == "mast"
    regret = 150 - Hill().elo(hill.schedule.plan.filled(best))
    assert regret < 25
    found = hill.schedule.recommendation()
    low, high = found.ranges["c"]
    assert low < 0.1 < high
    assert high / low < 30  # of a range of 1,000
    assert found.odds["policy"]["mast"] > 0.6
    # The first move is worth 30 Elo, to either of them once in a pair.
    truth = (share_of(150 - regret + 30) + share_of(150 - regret - 30)) / 2
    assert found.share.low < truth < found.share.high


def test_later_trials_are_better_than_the_first_ones(hill):
    elo = [Hill().elo(hill.schedule.plan.filled(t.values)) for t in hill.schedule.trials()]
    # A third of them keeps trying all choices.
    assert np.mean(elo[-50:]) > np.mean(elo[:10]) + 25


def test_final_match_has_other_games_than_the_trials(hill):
    final = {contest.index for contest in hill.schedule.final()}
    games = list(hill.ledger.games())
    trials = {game.seed for game in games if game.contest not in final}
    judged = {game.seed for game in games if game.contest in final}
    assert len(judged) == 2 * 120  # against the start and the opponent
    assert not trials & judged


def test_final_match_has_openings_of_its_own(tmp_path):
    text = LARGE.replace("nim:9", "hex:7").replace("budget = 800", "budget = 80")
    run = opened(text, tmp_path / "a.sqlite")
    tasks = []

    class Seen(Hill):
        def play(self, next_task):
            def kept():
                task = next_task()
                tasks.extend([task] if task else [])
                return task

            yield from super().play(kept)

    run.run(Seen())
    final = {contest.index for contest in run.schedule.final()}
    of_trials = {task.opening_seed for task in tasks if task.contest not in final}
    of_final = {task.opening_seed for task in tasks if task.contest in final}
    assert len(of_trials) == 10 * 4  # each trial has its own
    assert len(of_final) == 60
    assert not of_trials & of_final


def test_start_that_is_best_meets_only_the_others(tmp_path):
    text = LARGE.replace("start = 5.0", "start = 0.1").replace("budget = 800", "budget = 80")
    text = text.replace('["random", "biased", "mast"]', '["mast", "random"]')
    run = opened(text, tmp_path / "a.sqlite")
    run.schedule.best = run.schedule.plan.start
    assert [contest.other for contest in run.schedule.final()] == ["uct:simulations=4"]


def test_without_opponent_it_plays_against_its_start(tmp_path):
    text = LARGE.replace('against = "uct:simulations=4"\n', "")
    run = played(text.replace("budget = 800", "budget = 80"), tmp_path / "a.sqlite", Hill())
    assert {contest.other for contest in run.schedule.contests()} == {START}
    assert len(run.schedule.final()) == 1
    assert "In a final match of other games, c=" in "\n".join(run.schedule.standings())


# --- the smooth surface ------------------------------------------------------------------


def test_surface_goes_through_scores_without_noise():
    xs = np.linspace(0, 1, 9)[:, None]
    ys = 0.5 + 0.1 * np.sin(4 * xs[:, 0])
    means, errors = fit(xs, ys, np.full(9, 1e-8)).at(xs)
    assert means == pytest.approx(ys, abs=1e-3)
    assert errors.max() < 0.01


def test_surface_is_the_mean_where_all_is_noise():
    rng = np.random.default_rng(1)
    xs, ys = rng.random((60, 2)), 0.5 + 0.15 * rng.standard_normal(60)
    means, _ = fit(xs, ys, np.full(60, 0.15**2)).at(rng.random((50, 2)))
    assert np.abs(means - ys.mean()).max() < 0.06


def test_intervals_of_the_surface_hold_the_truth():
    """In about 95 of 100 places, over many hills."""
    rng = np.random.default_rng(2)
    inside = []
    for _ in range(40):
        top, width = rng.random(), rng.uniform(0.2, 0.5)

        def truth(x, top=top, width=width):
            return 0.3 + 0.3 * np.exp(-0.5 * ((x - top) / width) ** 2)

        xs = rng.random(60)
        ys = rng.binomial(8, truth(xs)) / 8
        noise = np.full(60, ys.mean() * (1 - ys.mean()) / 8)
        places = np.linspace(0.02, 0.98, 25)
        means, errors = fit(xs[:, None], ys, noise).at(places[:, None])
        inside.append(np.mean(np.abs(means - truth(places)) < 1.96 * errors))
    assert 0.85 < np.mean(inside) < 0.995


def test_recommendation_is_not_the_luckiest_trial():
    tune = parse_spec(SPEC).tune
    good = [({"c": c, "n": 10}, Pairs(0, 0, 4, 0, 4)) for c in (0.4, 0.45, 0.5, 0.55, 0.6)]
    poor = [({"c": c, "n": 10}, Pairs(4, 0, 4, 0, 0)) for c in (2.5, 2.8, 3.0, 3.2, 3.5)]
    lucky = [({"c": 2.9, "n": 10}, Pairs(0, 0, 0, 0, 1))]
    assert 0.4 <= recommend(tune, good + lucky + poor).best["c"] <= 0.6


# --- proposals ---------------------------------------------------------------------------


def batches_of(tune, n, score, seed=7):
    batches = []
    for _ in range(n):
        batches.append(
            [(values, score(values)) for values in tune_ask.propose(tune, batches, seed)]
        )
    return batches


def test_proposals_depend_on_the_results_and_the_seed_alone():
    tune = parse_spec(LARGE).tune
    one = batches_of(tune, 4, lambda values: values["c"] / 20)
    assert batches_of(tune, 4, lambda values: values["c"] / 20) == one
    assert batches_of(tune, 4, lambda values: values["c"] / 20, seed=8)[0][1:] != one[0][1:]
    other = batches_of(tune, 4, lambda values: 1 - values["c"] / 20)
    assert [v for v, _ in other[0]] == [v for v, _ in one[0]]  # nothing was known yet
    assert [v for v, _ in other[1]] != [v for v, _ in one[1]]
    assert all(len({json.dumps(v) for v, _ in batch}) > 5 for batch in one)


def test_proposals_go_on_from_values_that_another_version_drew():
    tune = parse_spec(LARGE).tune
    drawn = [{"c": 0.02 * (i + 1), "policy": "biased"} for i in range(10)]
    batch = [(values, 0.5 + values["c"]) for values in drawn]
    proposed = tune_ask.propose(tune, [batch] * 6, 7)
    assert sum(values["policy"] == "biased" for values in proposed) >= 7


def test_trials_without_results_do_not_stop_the_proposals():
    tune = parse_spec(LARGE).tune
    batches = batches_of(tune, 3, lambda values: None)
    assert all(0.01 <= values["c"] <= 10 for batch in batches for values, _ in batch)


def test_lone_parameter_is_proposed_too():
    text = LARGE.replace(",policy={policy}", "").replace(
        'policy = ["random", "biased", "mast"]', ""
    )
    tune = parse_spec(text).tune
    last = batches_of(tune, 9, lambda values: -abs(math.log(values["c"] / 0.5)))[-1]
    assert all(0.2 < values["c"] < 1.2 for values, _ in last)


def test_missing_package_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "cma", None)
    run = opened(SPEC, tmp_path / "a.sqlite")
    with pytest.raises(PlayoutError, match=r"needs cma.* -m pip install cma"):
        run.run(InTurn())
    assert len(run.ledger) == 0


def test_to_look_at_a_tuning_no_optimiser_is_needed(hill, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cma", None)
    again = opened(LARGE, hill.ledger.path)
    assert again.schedule.standings() == hill.schedule.standings()


# --- what is told ------------------------------------------------------------------------


def test_standings_begin_with_the_best_values(hill):
    lines = hill.schedule.standings()
    name = hill.schedule.plan.name(hill.schedule.best)
    assert lines[0].startswith(f"Best of 800 games in trials: {name}, with ")
    assert f"{name} beats the start (c=5, policy=random) by " in lines[0]
    assert any(line.startswith("c: the best value lies between ") for line in lines)
    assert f"nim:9: {name} against {START}: " in "\n".join(lines)


def test_report_has_the_best_values_the_trials_and_the_final_match(hill, tmp_path):
    page = write_report(parse_spec(LARGE), hill.ledger, tmp_path).read_text()
    numbers = json.loads((tmp_path / "report.json").read_text())
    tuning = numbers["tuning"]
    assert numbers["headline"] == hill.schedule.standings()[0]
    assert tuning["best"] == hill.schedule.best
    assert len(tuning["trials"]) == 100
    assert tuning["games"] == 800
    assert numbers["games_counted"] == numbers["games_in_ledger"] == 800 + 240
    assert sum(group["games"] for group in tuning["curves"][0]["groups"]) == 800
    # All else is of the final match alone.
    assert sum(contest["games"] for contest in numbers["contests"]) == 240
    assert sum(row["games"] for row in numbers["games"]) == 240
    assert {row["other"] for row in numbers["contests"]} == {START, "uct:simulations=4"}
    for text in (
        'id="tuning"',
        "By c",
        "By policy",
        "Recommended",
        'aria-label="Score by c: best at',
    ):
        assert text in page
    markdown = (tmp_path / "report.md").read_text()
    assert "## Trials" in markdown
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 1041


def test_report_of_a_tuning_that_has_just_begun(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        played(LARGE, tmp_path / "a.sqlite", Hill(at_most=30))
    run = opened(LARGE, tmp_path / "a.sqlite")
    write_report(run.experiment, run.ledger, tmp_path / "out")
    numbers = json.loads((tmp_path / "out" / "report.json").read_text())
    assert numbers["headline"].startswith("No batch of trials is over yet")
    assert run.schedule.standings() == ["trial 10 of 100"]


def test_report_before_the_final_match_says_so(tmp_path):
    text = LARGE.replace("budget = 800", "budget = 80")
    with pytest.raises(KeyboardInterrupt):
        played(text, tmp_path / "a.sqlite", Hill(at_most=80))
    run = opened(text, tmp_path / "a.sqlite")
    write_report(run.experiment, run.ledger, tmp_path / "out")
    numbers = json.loads((tmp_path / "out" / "report.json").read_text())
    assert "the final match has not been played yet" in numbers["headline"]
    assert run.schedule.total() == 80 + 240


def test_spec_runs_at_the_command_line_and_its_games_are_exported(tmp_path, capsys):
    spec, csv = tmp_path / "a.toml", tmp_path / "games.csv"
    spec.write_text(SPEC)
    assert main(["lab", "run", str(spec), "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Best of 64 games in trials: c=")
    assert main(["lab", "status", str(spec)]) == 0
    n = len(Ledger.look(tmp_path / "a.sqlite"))
    assert f"{n} of {n} games" in capsys.readouterr().out
    assert main(["lab", "export", str(spec), str(csv)]) == 0
    assert len(csv.read_text().splitlines()) == n + 1
    with sqlite3.connect(tmp_path / "a.sqlite") as db:
        kept = dict(db.execute("SELECT key, value FROM about"))
    assert len(json.loads(kept["batch 3"])) == 4
