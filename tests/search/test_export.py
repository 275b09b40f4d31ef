"""Search trees as JSON and in words."""

import io
import math
import re
import sys
from collections import Counter, defaultdict

import pytest

from playout import Connect4, Grave, Hex, Mnk, Nim, Uct, cli, position_of
from playout.kernel import JIT
from playout.search import Search, SearchError, export
from playout.search.export import DEEPEST, load_tree, tree_as_dict, write_tree
from playout.search.result import PROVEN
from playout.search.tree import LOST, NODES, ROOT, WON, Tree

# The same game for both players: White has the heap that Black would have.
EITHER = {"black": Nim(15).start(), "white": Nim(16).start().play("1")}
either_player = pytest.mark.parametrize("state", EITHER.values(), ids=EITHER)
# NumPy in a thread of its own warns of what compiled code does silently.
threaded = pytest.mark.skipif(not JIT, reason="threads are for compiled code")


def searched(state, algorithm=None, simulations=300, **settings):
    search = Search(state, algorithm or Uct(), seed=3, **settings)
    search.run(simulations)
    return search


def as_dict(search, depth=None, least=0):
    return tree_as_dict(search.state, search.algorithm, search.trees, depth, least)


def nodes_of(entry):
    yield entry
    for child in entry["children"]:
        yield from nodes_of(child)


def depth_of(entry):
    return max((1 + depth_of(child) for child in entry["children"]), default=0)


def compare(entry, state, tree, node):
    """Walk the arrays and the entries side by side: the plain way, by moves' names."""
    visits = tree.visits[node]
    assert entry["visits"] == visits
    assert entry["value"] == (tree.total[node] / visits if visits else None)
    assert entry["proven"] == PROVEN[tree.proven[node]]
    assert entry["distance"] == (tree.distance[node] if tree.proven[node] else None)
    first = tree.first[node]
    there = {int(tree.move[i]): i for i in range(first, first + tree.n_children[node])}
    assert len(entry["children"]) == len(there)
    named = {move.name: move for move in state.moves()}
    for child in entry["children"]:
        move = named[child["move"]]
        compare(child, state.play(move), tree, there[move])


@pytest.mark.parametrize(
    ("state", "algorithm"),
    [
        (EITHER["black"], Uct()),
        (EITHER["white"], Uct()),
        (Connect4(4, 4, 4).start().play_all("12"), Uct()),
        (Hex(3).start().play("a2"), Grave()),
    ],
)
def test_every_node_is_as_in_the_arrays(state, algorithm):
    search = searched(state, algorithm, 150)
    compare(as_dict(search)["root"], state, search.trees[0], ROOT)


@either_player
def test_visits_and_values_of_children_add_up_to_the_parents(state):
    root = as_dict(searched(state, Uct(solver=False), 400))["root"]
    for node in nodes_of(root):
        if node["children"]:
            own = 0 if node is root else 1  # the visit before it had children
            assert node["visits"] == own + sum(child["visits"] for child in node["children"])
    tried = [child for child in root["children"] if child["visits"]]
    lost = sum(child["visits"] * (1 - child["value"]) for child in tried)
    assert math.isclose(root["visits"] * root["value"], lost)


@pytest.mark.parametrize("draw", [0.5, 0.0, 0.3])
@pytest.mark.parametrize("played", ["", "b2"])
def test_wins_draws_and_losses_are_those_of_the_simulations(draw, played):
    search = Search(Mnk(3, 3, 3).start().play_all(played), Uct(draw=draw), seed=1)
    ends: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for _ in range(200):
        step = search.step()
        line = tuple(choice.move.name for choice in step.selected)
        for n in range(len(line) + 1):
            mover = (search.state.player + n + 1) % 2  # who moved into the node
            end = "draws" if step.winner is None else "wins" if step.winner == mover else "losses"
            ends[line[:n]][end] += 1

    def check(entry, line):
        expected = {end: ends[line][end] for end in ("wins", "draws", "losses")}
        assert {end: entry[end] for end in expected} == expected, line
        for child in entry["children"]:
            check(child, (*line, child["move"]))

    check(as_dict(search)["root"], ())
    assert ends[()]["draws"] > 5
    rows = search.result().table.set_index("move")
    for move, row in rows.iterrows():
        assert {end: row[end] for end in ("wins", "draws", "losses")} == {
            end: ends[move,][end] for end in ("wins", "draws", "losses")
        }


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("played", [[], ["1"]])
def test_value_is_that_of_the_player_who_made_the_move(misere, played):
    # Whoever takes the last match wins, or loses: such a move is never worth anything else.
    state = Nim(6, 3, misere).start().play_all(" ".join(played))
    search = searched(state, Uct(solver=False), 400)
    ends = 0

    def visit(entry, there):
        nonlocal ends
        for child in entry["children"]:
            after = there.play(child["move"])
            if after.is_over and child["visits"]:
                assert child["value"] == (0.0 if misere else 1.0)
                ends += 1
            visit(child, after)

    visit(as_dict(search)["root"], state)
    assert ends > 4


@pytest.mark.parametrize("depth", [0, 1, 2, 4, None])
@pytest.mark.parametrize("least", [0, 1, 5])
def test_limits_cut_the_whole_tree_and_change_nothing_else(depth, least):
    search = searched(EITHER["black"])

    def cut(entry, deep):
        kept = [child for child in entry["children"] if child["visits"] >= least and deep > 0]
        return {**entry, "children": [cut(child, deep - 1) for child in kept]}

    whole = as_dict(search)["root"]
    assert depth_of(whole) > 4
    found = as_dict(search, depth, least)
    assert found["root"] == cut(whole, 99 if depth is None else depth)
    assert (found["depth"], found["least"]) == (depth, least)


def test_children_come_by_visits():
    for node in nodes_of(as_dict(searched(EITHER["black"]))["root"]):
        visits = [child["visits"] for child in node["children"]]
        assert visits == sorted(visits, reverse=True)


def test_head_says_what_was_searched():
    search = searched(Hex(3).start().play_all("a2 b1"), Grave(ref=7), 60)
    tree = as_dict(search, 1)
    assert tree["game"] == {"name": "Hex", "parameters": {"size": 3, "swap": False}}
    assert (tree["moves"], tree["to_move"]) == (["a2", "b1"], "Black")
    assert position_of(Hex(3), tree["position"]) == search.state
    assert (tree["algorithm"]["name"], tree["algorithm"]["parameters"]["ref"]) == ("Grave", 7)
    assert tree["algorithm"]["parameters"]["beta"]["name"] == "Bias"
    assert tree["simulations"] == tree["root"]["visits"] == 60
    assert tree["root"]["move"] == "b1"
    assert as_dict(searched(Nim(5).start()))["root"]["move"] is None


# --- several trees, shared positions, depths ----------------------------------------------


@threaded
def test_several_trees_are_summed_at_the_root_and_the_best_known_speaks_below():
    search = searched(EITHER["white"], Uct(solver=False), 301, threads=3)
    root = as_dict(search)["root"]
    assert root["visits"] == 301 == sum(child["visits"] for child in root["children"])
    assert math.isclose(root["value"], sum(float(tree.total[ROOT]) for tree in search.trees) / 301)
    assert root["wins"] == sum(child["losses"] for child in root["children"])
    named = {move.name: move for move in search.state.moves()}
    for child in root["children"]:
        places = [
            (tree, node)
            for tree in search.trees
            for node in range(tree.first[ROOT], tree.first[ROOT] + tree.n_children[ROOT])
            if tree.move[node] == named[child["move"]]
        ]
        visits = [int(tree.visits[node]) for tree, node in places]
        total = sum(float(tree.total[node]) for tree, node in places)
        assert child["visits"] == sum(visits)
        assert math.isclose(child["value"], total / sum(visits))
        assert (child["wins"], child["losses"]) == (total, sum(visits) - total)
        below = 1 + sum(grandchild["visits"] for grandchild in child["children"])
        assert below == max(visits)


@threaded
def test_root_is_proven_if_one_of_several_trees_has_the_proof():
    search = searched(EITHER["black"], Uct(solver=False), 30, threads=2)
    assert as_dict(search)["root"]["proven"] == ""
    search.trees[1].proven[ROOT], search.trees[1].distance[ROOT] = LOST, 7
    root = as_dict(search)["root"]
    assert (root["proven"], root["distance"], root["visits"]) == ("lost", 7, 30)


def test_shared_positions_are_written_once_and_nearest_to_the_root():
    search = searched(EITHER["black"], Uct(transpositions=True, solver=False), 2000)
    tree, root = search.trees[0], as_dict(search)["root"]
    levels, layer = {}, [root]
    while layer:
        for node in layer:
            if "same" in node:
                levels.setdefault(node["same"], []).append(bool(node["children"]))
        layer = [child for node in layer for child in node["children"]]
    assert len(levels) > 5
    for has_children in levels.values():
        assert has_children[0]
        assert sum(has_children) == 1
    # Every node of the tree once, and none besides.
    assert sum(1 for _ in nodes_of(root)) == tree.counts[NODES]


def test_position_that_comes_again_does_not_go_on_for_ever():
    tree = Tree.of(Nim(9), 8, 0)
    tree.visits[:3] = 5
    tree.counts[NODES] = 3
    tree.first[:3], tree.n_children[:2] = [1, 2, -1], 1  # the third has the second's children
    entry = tree_as_dict(Nim(9).start(), Uct(), [tree], None)["root"]
    assert depth_of(entry) == 2


def chain(n):
    """A tree in which every node has one child."""
    tree = Tree.of(Nim(n + 2), n + 2, 0)
    tree.counts[NODES] = n + 1
    tree.visits[: n + 1] = 1
    tree.first[:n] = range(1, n + 1)
    tree.n_children[:n] = 1
    return tree


def test_deep_tree_is_cut_where_json_ends(tmp_path):
    deep = tree_as_dict(Nim(402).start(), Uct(), [chain(400)], None)
    node, depth = deep["root"], 0
    while node["children"]:
        node, depth = node["children"][0], depth + 1
    assert depth == DEEPEST
    write_tree(deep, tmp_path / "deep.json")
    assert load_tree(tmp_path / "deep.json") == deep


def test_depth_of_a_result_is_that_of_its_tree():
    def naive(tree, node):
        first = tree.first[node]
        tried = range(first, first + tree.n_tried[node])
        return max((1 + naive(tree, child) for child in tried), default=0)

    for simulations in (0, 1, 3, 50, 300):
        search = Search(EITHER["black"], Uct(), seed=3)
        if simulations:
            search.run(simulations)
        assert search.result().depth == naive(search.trees[0], ROOT)


# --- files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("transpositions", [False, True])
def test_saved_tree_is_read_back_as_it_was(tmp_path, transpositions):
    search = searched(EITHER["white"], Uct(transpositions=transpositions))
    path = tmp_path / "tree.json"
    search.save(path, depth=None, least=0)
    assert load_tree(path) == as_dict(search)
    search.save(path)
    assert load_tree(path) == as_dict(search, 3, 1)
    assert [file.name for file in tmp_path.iterdir()] == ["tree.json"]


def test_file_keeps_its_old_text_if_writing_fails(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text("old")
    tree = as_dict(searched(EITHER["black"]))
    tree["root"]["children"][-1]["value"] = math.nan
    with pytest.raises(ValueError, match="JSON compliant"):
        write_tree(tree, path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("tree.json", "old")]


def test_path_that_cannot_be_written_is_named(tmp_path):
    search = searched(EITHER["black"])
    with pytest.raises(FileNotFoundError) as caught:
        search.save(tmp_path / "nowhere" / "tree.json")
    assert caught.value.filename == str(tmp_path / "nowhere" / "tree.json")
    with pytest.raises(IsADirectoryError):
        search.save(tmp_path)


NODE = '{"move": null, "visits": 1, "value": 0, "proven": "", "distance": null, "children": [%s]}'
HEAD = '{"format": "playout tree", "version": %s, "root": %s}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is not JSON"),
        ('{"format": "playout tree"', "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[1]", "its format is not 'playout tree'"),
        ('{"format": "other"}', "its format is not 'playout tree'"),
        (HEAD % (2, NODE % ""), "of version 2, not 1"),
        (HEAD % (1, "7"), "a node lacks"),
        (HEAD % (1, NODE % '{"move": "1"}'), "a node lacks"),
        (HEAD % (1, NODE.replace("[%s]", "1")), "a node lacks"),
    ],
)
def test_file_that_is_no_tree_is_refused_in_a_sentence(tmp_path, text, message):
    path = tmp_path / "tree.json"
    path.write_text(text)
    with pytest.raises(SearchError, match=re.escape(message)) as caught:
        load_tree(path)
    assert str(path) in str(caught.value)


def test_limits_that_make_no_sense_are_refused():
    search = searched(Nim(3).start())
    for limits in ({"depth": -1}, {"depth": 1.5}, {"least": -1}, {"least": None}):
        with pytest.raises(SearchError, match="must be a whole number"):
            as_dict(search, **limits)
    with pytest.raises(SearchError, match="lines must be"):
        search.describe(0)
    search.play("3")
    with pytest.raises(SearchError, match="the game is over"):
        search.describe()
    with pytest.raises(SearchError, match="the game is over"):
        as_dict(search)


# --- words ----------------------------------------------------------------------------------

LINE = re.compile(r"([> ]) +([\d,]+) visits +([\d.]+)%  (?:(\w+) in (\d+) pl(?:y|ies))? +(\S.*)")


@either_player
@pytest.mark.parametrize("simulations", [40, 3000])
def test_description_has_the_rows_of_the_result(state, simulations):
    search = searched(state, simulations=simulations)
    result = search.result()
    head, *lines = search.describe().splitlines()
    assert state.outcome() in head
    counts = f"{sum(search._visits())} simulations, {result.nodes} nodes, depth {result.depth}"
    assert head.replace(",", "").endswith(f"Uct {counts}".replace(",", ""))
    assert len(lines) == len(result.rows)
    for text, row in zip(lines, result.rows, strict=True):
        mark, visits, value, verb, plies, line = LINE.fullmatch(text).groups()
        assert (mark == ">") == (row.move == result.move)
        assert int(visits.replace(",", "")) == row.visits
        assert line.split()[0] == row.move.name
        if row.proven:
            assert verb == {"won": "wins", "lost": "loses", "draw": "draws"}[row.proven]
            assert float(value) == {"won": 100, "lost": 0, "draw": 50}[row.proven]
            assert int(plies) == len(line.split())  # the proof is played out
            end = state.play_all(line)
            assert (end.winner == state.player) == (verb == "wins")
        else:
            assert math.isclose(float(value), 100 * row.value, abs_tol=0.051)
            assert verb is None


def test_description_has_so_many_lines_and_always_the_chosen_move():
    search = searched(Hex(3).start(), Grave(), 60)
    assert len(search.describe(2).splitlines()) in (3, 4)
    # The move that is played need not be among the most visited: it may be proven.
    search = searched(EITHER["black"], Uct(solver=False))
    tree, least = search.trees[0], search.result().rows[-1]
    (node,) = [i for i in range(1, 4) if tree.move[i] == least.move]
    tree.proven[node] = WON
    marks = [line[0] for line in search.describe(1).splitlines()[1:]]
    assert marks == [" ", ">"]
    # A move that wins at once is found without a visit.
    search = Search(Connect4(4, 4, 4).start().play_all("121212"), Uct(), seed=1)
    _, *lines = search.describe(1).splitlines()
    assert [LINE.fullmatch(line).groups() for line in lines] == [
        (">", "0", "100.0", "wins", "1", "1")
    ]


def test_description_before_the_search_says_so():
    search = Search(EITHER["black"], Uct(c=0.7, solver=False), seed=1)
    assert search.describe().endswith("Uct(c=0.7, solver=False), nothing searched yet")


# --- the command line -------------------------------------------------------------------------

NIM = ["search", "nim:15", "1", "--seed", "1", "--player"]


def test_command_saves_draws_and_describes(tmp_path, capsys):
    tree, picture = tmp_path / "tree.json", tmp_path / "heat.svg"
    files = ["--save", str(tree), "--depth", "2", "--svg", str(picture)]
    player = f"uct:simulations=80,threads={2 if JIT else 1}"
    assert cli.main([*NIM, player, *files, "--describe"]) == 0
    run = capsys.readouterr()
    assert "80 simulations in" in run.out
    assert "White to move; Uct, 80 simulations" in run.out
    assert run.err == ""
    assert depth_of(load_tree(tree)["root"]) == 2
    assert load_tree(tree)["simulations"] == 80
    assert 'class="tint chosen"' in picture.read_text()


@pytest.mark.parametrize(
    ("player", "options", "message"),
    [
        ("random", ["--describe"], "random plays without a tree"),
        ("random", ["--save", "tree.json"], "random plays without a tree"),
        ("uct:simulations=9", ["--save", "nowhere/x.json"], "No such file or directory"),
        ("uct:simulations=9", ["--svg", "nowhere/x.svg"], "No such file or directory"),
        ("uct:simulations=9", ["--svg", "."], "Is a directory"),
        ("uct:simulations=9", ["--save", "tree.json", "--depth", "-1"], "depth must be"),
        ("uct:simulations=9,threads=999", [], "threads must be"),
    ],
)
def test_command_answers_bad_input_in_one_sentence(
    tmp_path, monkeypatch, capsys, player, options, message
):
    monkeypatch.chdir(tmp_path)
    assert cli.main([*NIM, player, *options]) == 2
    run = capsys.readouterr()
    assert message in run.err
    assert len(run.err.splitlines()) == 1
    assert run.out == ""  # it is said before the search, not after it
    assert list(tmp_path.iterdir()) == []


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("quiet_s", "is_shown"), [(0.0, True), (60.0, False)])
def test_long_search_can_be_watched_on_a_terminal(monkeypatch, quiet_s, is_shown):
    monkeypatch.setattr("playout.cli.search.QUIET_S", quiet_s)
    monkeypatch.setattr(sys, "stderr", Terminal())
    # Without proofs: it goes on for as long as it may.
    assert cli.main([*NIM, "uct:seconds=0.3,solver=false"]) == 0
    found = re.findall(r"([123]), value [\d.]+%, [\d,]+ simulations in 0 s", sys.stderr.getvalue())
    assert bool(found) == is_shown


def test_export_names_are_there():
    assert all(hasattr(export, name) for name in export.__all__)
