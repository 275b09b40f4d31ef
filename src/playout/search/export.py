"""A search tree for other programs, as JSON, and for people, in words.

    {"format": "playout tree", "version": 1,
     "game": {"name": "Hex", "parameters": {"size": 7, "swap": false}},
     "moves": ["d4"], "position": "d4 / / 2", "to_move": "White",
     "algorithm": {"name": "Uct", "parameters": {"c": 0.4, ...}},
     "simulations": 5000, "depth": 3, "least": 1,
     "root": {"move": "d4", "visits": 5000, "value": 0.47, "wins": 2350, "draws": 0,
              "losses": 2650, "proven": "", "distance": null, "children": [...]}}

A node has its value, in [0, 1], how many of its simulations were won, drawn and lost, and what is
proven of it ("won", "draw", "lost") for the player who made its move: those of the root belong to
the player who is not to move there. `distance` counts the plies from the node to the end by the
proof. Children are sorted by their visits. What else a search keeps in a node is in a field
`statistics`, by its name; of several trees, added up in the root's children.

Moves that lead to the same position share its children in the tree (transpositions). Such nodes
have the same number in a field `same`, and the children are with the one that is nearest to the
root, so that a file is never larger than its tree.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ..language import number, tr
from ..notation import position_text
from ..parameters import parameters_of
from ..rules import can_set_up
from ..state import State
from .errors import SearchError
from .result import EXACT, PROVEN, Result, Row, children_of, in_words, line_from, read, summed
from .statistics import values_at
from .tree import NODES, ROOT, Tree, ends_at

__all__ = ["check_limits", "describe", "load_tree", "tree_as_dict", "write_tree"]

FORMAT, VERSION = "playout tree", 1
DEEPEST = 300  # moves: readers of JSON, Python's among them, have a limit to what they can nest
FIELDS = {"move", "visits", "value", "proven", "distance", "children"}
ENDS = "wins", "draws", "losses"
SHOWN = 10  # moves of a line that are described


class Place(NamedTuple):
    """A node that is to be followed: where it is, the position before its move, what is written."""

    tree: Tree
    node: int
    before: State
    entry: dict[str, Any]


def tree_as_dict(
    state: State, algorithm: Any, trees: list[Tree], depth: int | None = 3, least: int = 1
) -> dict[str, Any]:
    """The tree that a search has grown from a state, as JSON has it.

    depth   how many moves deep, None for all of it (up to 300, which is as deep as JSON goes)
    least   only nodes with so many visits
    """
    check_limits(state, depth, least)
    simulations = sum(int(tree.visits[ROOT]) for tree in trees)
    deepest = DEEPEST if depth is None else min(depth, DEEPEST)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": _with_parameters(state.game),
        "moves": [move.name for move in state.history],
        # What the moves led to: they need not have begun at the start of the game.
        "position": position_text(state) if can_set_up(state.game) else None,
        "to_move": state.game.player_names()[state.player],
        "algorithm": _with_parameters(algorithm),
        "simulations": simulations,
        "depth": depth,
        "least": least,
        "root": _nodes(state, algorithm.draw, trees, deepest, least),
    }


def check_limits(state: State, depth: int | None, least: int) -> None:
    """Raise a SearchError for limits that make no sense, or a game without a search."""
    if state.is_over:
        raise SearchError("there is no tree: {outcome}", "no-tree", outcome=state.outcome())
    if depth is not None and (not isinstance(depth, int) or depth < 0):
        why = "depth must be a whole number from 0, or None, not {value!r}"
        raise SearchError(why, "not-a-count", parameter="depth", value=depth)
    if not isinstance(least, int) or least < 0:
        why = "least must be a whole number from 0, not {value!r}"
        raise SearchError(why, "not-a-count", parameter="least", value=least)


def _with_parameters(value: Any) -> Any:
    """A game or an algorithm by its name and fields; some fields hold the like."""
    if not hasattr(value, "_fields"):
        return value
    fields = {
        name: parameter.text_of(part) if parameter.choices else _with_parameters(part)
        for (name, parameter), part in zip(parameters_of(value).items(), value, strict=True)
    }
    return {"name": _name(value), "parameters": fields}


def _name(value: Any) -> str:
    # As in parameters.py: a class may have been renamed for Numba.
    return type(value).__qualname__.rpartition(".")[2]


# --- nodes -------------------------------------------------------------------------------


def _nodes(state: State, draw: float, trees: list[Tree], depth: int, least: int) -> dict[str, Any]:
    """The root with what is below it, layer by layer: what is shared comes where it is nearest."""
    top = trees[0] if len(trees) == 1 else summed(trees)
    root = _root(state, draw, trees)
    shared = Shared(trees)
    layer = []
    for node in _by_visits(top, ROOT, least) if depth > 0 else ():
        # Several trees have their statistics added up in the children of the root. Below that
        # they were grown apart, and the one that knows most of a move speaks for all of them.
        tree, place = _most_visited(trees, int(top.move[node]))
        entry = _entry(state, draw, top, node)
        if entry.get("statistics"):
            move = top.move[node]
            same = ((t, n) for t in trees for n in children_of(t, ROOT) if t.move[n] == move)
            entry["statistics"] = _added(same)
        root["children"].append(entry)
        layer.append(Place(tree, place, state, shared.marked(entry, tree, place)))
    for _ in range(depth - 1):
        layer = [below for place in layer for below in _below(place, draw, least, shared)]
    return root


def _root(state: State, draw: float, trees: list[Tree]) -> dict[str, Any]:
    visits = sum(int(tree.visits[ROOT]) for tree in trees)
    total = sum(float(tree.total[ROOT]) for tree in trees)
    ends = map(sum, zip(*(ends_at(tree, ROOT, draw) for tree in trees), strict=True))
    # One proof is enough, whichever tree has it.
    tree = next((tree for tree in trees if tree.proven[ROOT]), trees[0])
    entry = _entry(state, draw, tree, ROOT)
    entry["move"] = state.history[-1].name if state.history else None
    entry |= {"visits": visits, "value": total / visits if visits else None}
    if entry.get("statistics"):
        entry["statistics"] = _added((tree, ROOT) for tree in trees)
    return entry | dict(zip(ENDS, ends, strict=True))


def _below(place: Place, draw: float, least: int, shared: "Shared") -> Iterator[Place]:
    """Write the children of a node into its entry, unless the same have been written before."""
    tree, node = place.tree, place.node
    if tree.first[node] == 0 or not shared.is_new(tree, node):
        return
    state = place.before.play(int(tree.move[node]))
    for child in _by_visits(tree, node, least):
        entry = _entry(state, draw, tree, child)
        place.entry["children"].append(entry)
        yield Place(tree, child, state, shared.marked(entry, tree, child))


def _by_visits(tree: Tree, node: int, least: int) -> list[int]:
    nodes = [child for child in children_of(tree, node) if tree.visits[child] >= least]
    return sorted(nodes, key=lambda child: -int(tree.visits[child]))


def _most_visited(trees: list[Tree], move: int) -> tuple[Tree, int]:
    """The tree with the most visits of a move at the root, and the node of that move in it."""
    found = [
        (tree, node)
        for tree in trees
        for node in children_of(tree, ROOT)
        if tree.move[node] == move
    ]
    return max(found, key=lambda place: place[0].visits[place[1]])


def _entry(state: State, draw: float, tree: Tree, node: int) -> dict[str, Any]:
    visits, proven = int(tree.visits[node]), int(tree.proven[node])
    return {
        "move": state.game.move_name(state.words, int(tree.move[node])) if node != ROOT else None,
        "visits": visits,
        "value": float(tree.total[node]) / visits if visits else None,
        **dict(zip(ENDS, ends_at(tree, node, draw), strict=True)),
        "proven": PROVEN[proven],
        "distance": int(tree.distance[node]) if proven else None,
        **({"statistics": kept} if (kept := values_at(tree.stats, node)) else {}),
        "children": [],
    }


def _added(nodes: Iterable[tuple[Tree, int]]) -> dict[str, float]:
    """What the search keeps of a node, that of several trees added up."""
    kept: Counter[str] = Counter()
    for tree, node in nodes:
        kept.update(values_at(tree.stats, node))
    return dict(kept)


class Shared:
    """Which nodes have their children in common, and whose have been written."""

    def __init__(self, trees: list[Tree]) -> None:
        self.homes = {id(tree): _homes(tree) for tree in trees}
        self.numbers: dict[tuple[int, int], int] = {}
        self.written: set[tuple[int, int]] = set()

    def marked(self, entry: dict[str, Any], tree: Tree, node: int) -> dict[str, Any]:
        """Give an entry its number, if there is another node of this position."""
        home = _home(tree, node)
        if home in self.homes[id(tree)]:
            entry["same"] = self.numbers.setdefault((id(tree), home), len(self.numbers) + 1)
        return entry

    def is_new(self, tree: Tree, node: int) -> bool:
        """Whether the children of a node are asked for the first time."""
        key = id(tree), _home(tree, node)
        if key in self.written:
            return False
        self.written.add(key)
        return True


def _homes(tree: Tree) -> set[int]:
    first = tree.first[: int(tree.counts[NODES])]
    return set(np.unique(-first[first < 0]).tolist())


def _home(tree: Tree, node: int) -> int:
    first = int(tree.first[node])
    return -first if first < 0 else node


# --- files -------------------------------------------------------------------------------


def write_tree(tree: dict[str, Any], path: Any) -> None:
    """Write a tree as JSON, a node a line; whoever reads the file finds all of it or none."""
    if os.path.exists(path) and not os.path.isfile(path):  # /dev/stdout; a folder is refused
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(_json(tree))
        return
    path = os.path.realpath(path)  # a link stays one
    beside = f"{path}.{os.getpid()}.tmp"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.writelines(_json(tree))
        os.replace(beside, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        if os.path.exists(beside):
            os.remove(beside)


def _json(tree: dict[str, Any]) -> Iterator[str]:
    """The text of a tree in pieces, without recursion."""
    head = {name: value for name, value in tree.items() if name != "root"}
    yield json.dumps(head, allow_nan=False)[:-1] + ',\n"root": '
    stack: list[Any] = ["}\n", tree["root"]]
    while stack:
        piece = stack.pop()
        if isinstance(piece, str):
            yield piece
            continue
        fields = {name: value for name, value in piece.items() if name != "children"}
        yield json.dumps(fields, allow_nan=False)[:-1] + ', "children": ['
        stack.append("]}")
        for i, child in reversed(list(enumerate(piece["children"]))):
            stack += [child, ",\n" if i else "\n"]


def load_tree(path: Any) -> dict[str, Any]:
    """The tree that `Search.save` has written, as `tree_as_dict` made it."""
    with open(path, encoding="utf-8") as file:
        try:
            tree = json.load(file)
        except (ValueError, RecursionError):
            why = "{path} is not a search tree: it is not JSON"
            raise SearchError(why, "not-a-tree", path=path) from None
    if not isinstance(tree, dict) or tree.get("format") != FORMAT:
        why = "{path} is not a search tree: its format is not {known!r}"
        raise SearchError(why, "not-a-tree", path=path, known=FORMAT)
    if tree.get("version") != VERSION:
        why = "{path} is a search tree of version {version!r}, not {known}"
        raise SearchError(
            why, "tree-version", path=path, version=tree.get("version"), known=VERSION
        )
    nodes: list[Any] = [tree.get("root")]
    while nodes:
        node = nodes.pop()
        is_node = isinstance(node, dict) and node.keys() >= FIELDS
        if not is_node or not isinstance(node["children"], list):
            why = "{path} is not a search tree: a node lacks one of {names}"
            raise SearchError(why, "not-a-tree", path=path, names=", ".join(sorted(FIELDS)))
        nodes += node["children"]
    return tree


# --- words -------------------------------------------------------------------------------


def describe(state: State, algorithm: Any, trees: list[Tree], lines: int = 5) -> str:
    """The most visited moves and how they go on, with values for the player to move.

    The move that the search would play is marked, and is there even if others had more visits.
    """
    if state.is_over:
        why = "there is nothing to describe: {outcome}"
        raise SearchError(why, "nothing-to-describe", outcome=state.outcome())
    if not isinstance(lines, int) or lines < 1:
        why = "lines must be a whole number from 1, not {value!r}"
        raise SearchError(why, "not-a-count", parameter="lines", value=lines)
    simulations = sum(int(tree.visits[ROOT]) for tree in trees)
    played = " ".join(move.name for move in state.history)
    text = "{game} after {moves}: {outcome}" if played else "{game}: {outcome}"
    head = tr(text, game=str(state.game), moves=played, outcome=state.outcome())
    head = tr("{head}; {player}", head=head, player=_settings(algorithm))
    if not simulations and not trees[0].proven[ROOT]:
        return head + tr(", nothing searched yet")
    result = read(state, algorithm, trees, simulations, 0.0)
    known = [row for row in result.rows if row.visits or row.proven]
    shown = known[:lines] + [row for row in known[lines:] if row.move == result.move]
    work = {"n": simulations, "nodes": result.nodes, "depth": result.depth}
    searched = tr(", {n:,} simulations, {nodes:,} nodes, depth {depth}", **work)
    return "\n".join([head + searched, *(_described(result, row, trees) for row in shown)])


def _described(result: Result, row: Row, trees: list[Tree]) -> str:
    tree, _ = _most_visited(trees, int(row.move))
    moves = line_from(result.state, tree, row.move)
    line = " ".join(move.name for move in moves[:SHOWN]) + (" ..." if moves[SHOWN:] else "")
    mark = ">" if row.move == result.move else " "
    exact = {PROVEN[outcome]: value for outcome, value in EXACT.items()}
    value = exact.get(row.proven, row.value)
    proof = in_words(row.proven, row.distance)
    visits = tr("{n:>9,} visits", n=row.visits)
    return f"{mark} {visits} {number(value, '>7.1%')}  {proof:<18} {line}"


def _settings(algorithm: Any) -> str:
    """An algorithm by its name and what is not as usual: Uct(c=0.7)."""
    usual = getattr(algorithm, "_field_defaults", {})
    fields = algorithm._asdict() if hasattr(algorithm, "_asdict") else {}
    own = [f"{name}={v}" for name, v in fields.items() if name not in usual or usual[name] != v]
    return f"{_name(algorithm)}({', '.join(own)})" if own else _name(algorithm)
