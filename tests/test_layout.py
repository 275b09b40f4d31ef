"""A lower room never imports a higher one."""

import ast
import re
from pathlib import Path

import pytest

import playout
from playout.cache import APART, AT_THE_EDGE

PACKAGE = Path(playout.__file__).parent
# From the bottom up: a room may import those of the lines above it, and its own.
ROOMS = [
    ["language", "live", "lock", "sources", "processor", "board", "protocols"],
    ["errors", "kernel_file"],
    ["cache", "config", "extras", "face", "registry"],
    ["explain", "parameters"],
    ["compiler", "svg"],
    ["kernel"],
    ["rules"],
    ["games", "state"],
    ["playouts", "perft", "catalogue", "notation"],
    ["nets"],
    ["conformance", "search"],
    ["solve"],
    ["player_spec", "gpu"],
    ["players"],
    ["arena", "bench", "warmup"],
    ["formats"],
    ["lab", "puzzles"],
    ["terminal", "train", "web"],
    ["api"],
    ["cli"],
    ["__main__", "__init__"],
]
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}
COMPILES = {"compiled", "entry", "game", "algorithm", "policy", "schedule", "statistics"}
FILES = sorted(PACKAGE.rglob("*.py"))


def room_of(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def imports(path):
    """The rooms that a file imports when it is loaded; late imports inside functions aside."""
    depth = len(path.relative_to(PACKAGE).parts)
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.level == depth:
            if node.module:
                yield node.module.split(".")[0]
            else:
                yield from (name.name for name in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_room_imports_only_lower_rooms(path):
    room = room_of(path)
    for imported in imports(path):
        if imported in LEVEL and imported != room:
            assert LEVEL[imported] < LEVEL[room], f"{room} imports {imported}"


def test_every_room_has_its_place():
    assert {room_of(path) for path in FILES} == set(LEVEL)


def test_only_kernels_go_without_types():
    """mypy is strict with every module but those that pyproject.toml names, for their kernels."""
    text = (PACKAGE.parents[1] / "pyproject.toml").read_text("utf-8")
    names = re.search(r"# kernels,.*?\[(.*?)\]", text.replace("[[", ""), re.DOTALL)[1]
    loose = {name for name in re.findall(r'"([^"]+)"', names) if name.startswith("playout.")}
    for path in FILES:
        name = ".".join(("playout", *path.relative_to(PACKAGE).with_suffix("").parts))
        if name.removesuffix(".__init__") in loose:
            loose.remove(name.removesuffix(".__init__"))
            tree = ast.walk(ast.parse(path.read_text()))
            decorators = {ast.unparse(d) for n in tree for d in getattr(n, "decorator_list", [])}
            compiles = COMPILES & {text.partition("(")[0] for text in decorators}
            assert compiles or "cuda" in path.read_text(), name
    assert not loose


def test_edge_has_no_kernels():
    """What the kernel cache leaves out of its hash must have nothing that is compiled."""
    for path in FILES:
        if any(path.is_relative_to(PACKAGE / room) for room in AT_THE_EDGE):
            for node in ast.walk(ast.parse(path.read_text())):
                decorators = [ast.unparse(d) for d in getattr(node, "decorator_list", [])]
                names = {text.partition("(")[0] for text in decorators}
                assert not COMPILES & names, f"{path}: {node.name}"


def test_kernels_apart_are_called_by_no_others():
    """What only the hash of a room's own kernels takes in, no kernel outside may come from."""
    for path in FILES:
        if room_of(path) not in (*AT_THE_EDGE, *APART, "__main__", "__init__"):
            assert not set(imports(path)) & set(APART), path
