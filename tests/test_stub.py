"""What editors are told of the package's names is so."""

import ast
import inspect
from pathlib import Path
from typing import Any, get_type_hints

import playout
from playout import protocols
from playout.parameters import parameters_of
from playout.search import POLICIES, SCHEDULES, SEARCHES
from playout.search.algorithm import Shared

STUB = Path(playout.__file__).with_suffix(".pyi").read_text("utf-8")
PROTOCOLS = {"policy": "PlayoutPolicy", "schedule": "Schedule"}
CLASSES = {node.name: node for node in ast.parse(STUB).body if isinstance(node, ast.ClassDef)}


def as_stub(cls):
    """A search as the stub has it: with its own parameters, and those that all share."""
    lines = [f"class {cls.__name__}(NamedTuple):", f'    """{inspect.getdoc(cls)}"""', ""]
    for name, parameter in parameters_of(cls).items():
        kind = PROTOCOLS.get(parameter.one_of) or parameter.kind.__name__
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


def test_searches_of_ones_own_have_the_shared_parameters():
    """What `@algorithm` adds to a class is what type checkers are told."""
    text = Path(protocols.__file__).read_text("utf-8")
    classes = {n.name: n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ClassDef)}
    kinds, defaults = {}, {}
    for name, hint in get_type_hints(Shared).items():
        kinds[name] = "PlayoutPolicy" if hint is Any else hint.__name__
        kinds[name] = "int | str" if name == "final" else kinds[name]
        defaults[name] = repr(Shared._field_defaults[name])
    given = [n for n in classes["SearchParameters"].body if isinstance(n, ast.AnnAssign)][1:]
    assert {n.target.id: ast.unparse(n.annotation) for n in given} == kinds
    shown = {n.target.id: ast.unparse(n.value) for n in given}
    assert shown | {"policy": defaults["policy"]} == defaults
    asked = [n for n in classes["Algorithm"].body if isinstance(n, ast.FunctionDef)]
    assert {n.name: ast.unparse(n.returns) for n in asked} == kinds
