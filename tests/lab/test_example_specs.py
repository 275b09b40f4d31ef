"""The specs in examples/ can be run."""

import re
from pathlib import Path

import pytest

from playout.lab.run.spec import parse_spec, read_spec

SPECS = sorted((Path(__file__).parents[2] / "examples" / "lab").glob("*.toml"))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_example_makes_sense(path):
    experiment = read_spec(path)
    assert experiment.pairs >= 50
    assert experiment.pairings or experiment.kind in ("accuracy", "tune")


def test_there_are_examples():
    assert len(SPECS) >= 4 or not SPECS  # users may not have them


def test_specs_of_the_docs_make_sense():
    page = Path(__file__).parents[2] / "docs" / "specs.md"
    if not page.exists():
        pytest.skip("the docs are not installed")
    specs = re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.S)
    kinds = [parse_spec(text).kind for text in specs]
    assert kinds == ["round-robin", "sweep", "accuracy", "tune"]
