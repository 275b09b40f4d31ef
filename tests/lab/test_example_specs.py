"""The specs in examples/ can be run."""

import re
from pathlib import Path

import pytest

from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import Run
from playout.lab.run.spec import parse_spec, read_spec
from playout.lab.run.tasks import perform

ANCESTORS = sorted((Path(__file__).parents[2] / "examples" / "lab" / "ancestors").glob("*.toml"))
STUDY, BUDGETS = "connect4-study-knock-out", (100, 500, 1000, 2000, 5000)
SPECS = sorted((Path(__file__).parents[2] / "examples" / "lab").glob("*.toml"))


class InTurn:
    """Plays in this process, one game after the other."""

    def play(self, next_task):
        return map(perform, iter(next_task, None))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_example_makes_sense(path):
    experiment = read_spec(path)
    assert experiment.pairs >= 50
    assert experiment.pairings or experiment.kind in ("accuracy", "tune")


@pytest.mark.parametrize("path", ANCESTORS, ids=lambda path: path.stem)
def test_experiment_of_an_ancestor_makes_sense(path):
    assert read_spec(path).players


@pytest.mark.slow  # a dozen kernels are compiled
@pytest.mark.parametrize("path", ANCESTORS, ids=lambda path: path.stem)
def test_experiment_of_an_ancestor_runs_in_a_small_form(path, tmp_path):
    """A game of every pairing of the first values, with little thinking."""
    small = [
        (r"\bseconds=[\d.]+", "simulations=20"),
        (r"\bsimulations=\d+", "simulations=20"),
        (r"(?m)^games = \d+$", "games = 1"),
        (r"(?m)^(game|budget_\d) = \[([^,]+),.*\]$", r"\1 = [\2]"),
    ]
    text = path.read_text("utf-8")
    for old, new in small:
        text = re.sub(old, new, text)
    experiment = parse_spec(text, path.name)
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {"spec": text})
    run = Run(experiment, ledger)
    run.run(InTurn())
    assert not run.failed
    assert all(tally.games for tally in run.schedule.tallies.values())
    assert not run.schedule.failure_lines()


def test_specs_of_the_ancestors_say_what_they_did():
    if not ANCESTORS:
        pytest.skip("the examples are not installed")
    hex, study = (read_spec(ANCESTORS[0].with_name(f"{name}.toml")) for name in ("hex", STUDY))
    assert len(hex.games) * len(hex.pairings) * 2 * hex.pairs == 36_000
    assert {hex.values_of(i)["budget_2"] for i in range(len(hex.pairings))} == {*BUDGETS}
    assert (study.kind, study.pairs, study.is_odd) == ("knock-out", 2, True)
    assert all("seconds=3" in text for text in study.players.values())


def test_there_are_examples():
    assert len(SPECS) >= 4 or not SPECS  # users may not have them


def test_specs_of_the_docs_make_sense():
    page = Path(__file__).parents[2] / "docs" / "specs.md"
    if not page.exists():
        pytest.skip("the docs are not installed")
    specs = re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.S)
    kinds = [parse_spec(text).kind for text in specs]
    assert kinds == ["round-robin", "sweep", "sweep", "accuracy", "tune"]
