"""Pages that are written from the code are as the code is."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not installed")


def test_page_of_parameters_is_current():
    spec = importlib.util.spec_from_file_location("parameters_page", DOCS / "parameters.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.page() == (DOCS / "parameters.md").read_text("utf-8"), "python docs/parameters.py"


def test_page_of_solvers_shows_the_example_as_it_is():
    example = (DOCS.parent / "examples" / "my_solver.py").read_text("utf-8")
    assert f"```python\n{example}```" in (DOCS / "solve.md").read_text("utf-8")
