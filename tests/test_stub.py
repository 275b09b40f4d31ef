"""What editors are told of the package's names is so."""

import ast
import inspect
from pathlib import Path

import playout
from playout.parameters import parameters_of
from playout.search import POLICIES, SCHEDULES, SEARCHES

STUB = Path(playout.__file__).with_suffix(".pyi").read_text("utf-8")
CLASSES = {node.name: node for node in ast.parse(STUB).body if isinstance(node, ast.ClassDef)}


def as_stub(cls):
    """A search as the stub has it: with its own parameters, and those that all share."""
    lines = [f"class {cls.__name__}(NamedTuple):", f'    """{inspect.getdoc(cls)}"""', ""]
    for name, parameter in parameters_of(cls).items():
        kind = "Any" if parameter.one_of else parameter.kind.__name__
        kind = "int | str" if parameter.choices else kind  # by its name, too
        value = "..." if parameter.one_of else repr(parameter.default)
        lines.append(f"    {name}: {kind} = {value}")
    return "\n".join(lines)


def test_every_name_is_there():
    for name in playout.__all__:
        assert getattr(playout, name) is not None
    everything = {cls.__name__ for cls in (POLICIES | SEARCHES | SCHEDULES).values()}
    assert everything <= {*playout.__all__}
    assert "Uct" in dir(playout)


def test_searches_are_shown_with_all_their_parameters():
    assert {*CLASSES} == {cls.__name__ for cls in SEARCHES.values()}
    for cls in SEARCHES.values():
        expected = as_stub(cls)
        assert ast.unparse(CLASSES[cls.__name__]) == ast.unparse(ast.parse(expected)), expected
