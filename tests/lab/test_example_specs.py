"""The specs in examples/ can be run."""

from pathlib import Path

import pytest

from playout.lab.run.spec import read_spec

SPECS = sorted((Path(__file__).parents[2] / "examples" / "lab").glob("*.toml"))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_example_makes_sense(path):
    experiment = read_spec(path)
    assert experiment.pairs >= 50
    assert experiment.pairings or experiment.kind in ("accuracy", "tune")


def test_there_are_examples():
    assert len(SPECS) >= 4 or not SPECS  # users may not have them
