"""Every message of the protocol, over a real socket."""

import json
import math
import random
import threading
import time

import pytest
from serving import place, serving, until

import playout
from playout.catalogue import find
from playout.games import NAMES
from playout.kernel import JIT
from playout.nets.opinion import opinion
from playout.web.connection import MOST_REQUESTS
from playout.web.jobs import ACTIVE_JOBS, CAPS
from playout.web.limits import MOST_THREADS
from playout.web.outbox import MOST_UNSENT

LONG = "uct:seconds=50"
needs_speed = pytest.mark.skipif(not JIT, reason="takes too long in plain Python")


@pytest.fixture(scope="module")
def live():
    with serving() as server:
        yield server


@pytest.fixture
def client(live):
    with live.client() as connection:
        yield connection


def rows_of(result):
    """The rows of a result as they are sent."""
    rows = []
    for row in result.rows:
        count, amaf = row.estimates.get("amaf", (0, math.nan))
        said = {name: row.estimates.get(name, (0, math.nan))[1] for name in ("prior", "network")}
        values = {"value": row.value, "amaf_value": amaf, **said}
        values = {name: None if math.isnan(value) else value for name, value in values.items()}
        plain = {name: vars(row)[name] for name in ("visits", "proven", "distance")}
        rows.append({"move": row.move.name, "amaf_visits": count, **values, **plain})
    return rows


# --- positions -----------------------------------------------------------------------


def test_view_is_the_position(client):
    answer = client.view("connect4:4x4", "4", "4", "1")
    view = answer["view"]
    assert answer["type"] == "view"
    assert answer["id"] == 1
    assert view["place"] == place("connect4:cols=4,rows=4", "4", "4", "1")
    assert view["names"] == ["Red", "Yellow"]
    assert (view["player"], view["over"], view["winner"], view["last"]) == (1, False, None, "1")
    assert view["text"] == str(find("connect4:4x4").start().play_all("441").board())
    assert view["legal"][0] == {"move": "1", "cells": [[0, 1]]}
    assert view["legal"][3] == {"move": "4", "cells": [[3, 2]]}
    board = view["board"]
    assert (board["cols"], board["rows"], board["shape"]) == (4, 4, "slots")
    assert board["labels"] == ["1", "2", "3", "4"]
    assert board["colours"] == ["red", "yellow"]
    assert sorted(board["pieces"]) == [[0, 0, 0], [3, 0, 0], [3, 1, 1]]
    assert board["last"] == [[0, 0]]


def test_opinion_is_what_the_network_says_without_a_search(client, live):
    client.say(type="opine", id=7, place=place("hex:size=5", "c3"))
    heard = client.hear_until("opinion")[-1]
    said = opinion(find("hex:5").start().play("c3"))
    assert (heard["id"], heard["network"]) == (7, "hex")
    assert heard["value"] == pytest.approx(said.value)
    assert [move for move, _ in heard["priors"]] == [move.name for move, _ in said.priors]
    for game, moves, code in (
        ("nim", (), "no-net"),
        ("hex:size=2", ("a1", "b1", "a2"), "nothing-to-say"),
        ("hex:size=5", ("z9",), "illegal-move"),
        ("chess", (), "unknown-game"),
    ):
        assert client.ask(type="opine", id=8, place=place(game, *moves))["code"] == code
    # All threads are given back, also after an error.
    assert live.app.state.playout.search_threads.free == MOST_THREADS


def test_view_says_whether_there_is_a_network_for_the_game(client):
    known = {"hex:5": True, "mnk:15x15x5": True, "mnk": False, "nim": False}
    known |= {"breakthrough": True, "breakthrough:misere=true": False, "go:komi=5.5": False}
    assert {game: client.view(game)["view"]["network"] for game in known} == known


def test_view_of_the_end(client):
    view = client.view("hex:2", "a1", "b1", "a2")["view"]
    assert (view["over"], view["winner"], view["legal"]) == (True, 0, [])
    assert sorted(view["board"]["winning"]) == [[0, 0], [0, 1]]


def test_go_is_won_by_points(client):
    view = client.view("go:size=3,komi=-1.5", "pass")["view"]
    assert (view["over"], view["lead"]) == (False, None)
    assert {"move": "pass", "cells": []} in view["legal"]
    view = client.view("go:size=3,komi=-1.5", "pass", "pass")["view"]
    assert (view["winner"], view["lead"]) == (0, 1.5)
    for wrong in ("go:komi=a.py", "go:komi=../a", "go:komi=1.", "go.py", "go:-"):
        assert client.view(wrong)["code"] == "unknown-game"


@pytest.mark.parametrize("name", [*NAMES, "hex:4,swap=true", "breakthrough:4x4,misere=true"])
def test_view_has_the_legal_moves(client, name):
    """In random games: the moves are those of the state, and so are their cells."""
    dice = random.Random(name)
    for _ in range(2):
        state, played = find(name).start(), []
        while True:
            view = client.view(name, *played)["view"]
            assert [legal["move"] for legal in view["legal"]] == [m.name for m in state.moves()]
            cells = [[list(cell) for cell in move.cells] for move in state.moves()]
            assert [legal["cells"] for legal in view["legal"]] == cells
            assert view["player"] == state.player
            assert (view["over"], view["winner"]) == (state.is_over, state.winner)
            assert view["text"] == str(state.board())
            if state.is_over or len(played) >= (60 if JIT else 6):
                break
            move = dice.choice(state.moves())
            state = state.play(move)
            played.append(move.name)


def test_swap_has_no_cell(client):
    legal = client.view("hex:3,swap=true", "b2")["view"]["legal"]
    assert {"move": "swap", "cells": []} in legal
    assert client.view("hex:3,swap=true", "b2", "swap")["view"]["last"] == "swap"


def test_moves_are_as_the_game_writes_them(client):
    assert client.view("hex:5", " C3")["view"]["place"]["moves"] == ["c3"]


def test_wrong_moves_are_explained(client):
    answer = client.view("hex:5", "c3", "c3")
    assert (answer["type"], answer["code"]) == ("error", "illegal-move")
    assert (answer["fields"]["move"], answer["fields"]["number"]) == ("c3", 2)
    assert "c3 is occupied" in answer["text"]
    assert client.view("chess")["code"] == "unknown-game"
    answer = client.view("hex:20")
    assert answer["code"] == "out-of-range"
    fields = {"parameter": "size", "low": 2, "high": 19, "value": "20"}
    assert answer["fields"].items() >= fields.items()


def test_known_positions_are_not_replayed(live, client):
    moves = [f"{column}{row}" for row in range(1, 6) for column in "abcde"][:20]
    client.view("hex:size=6", *moves)
    before = live.state.positions.played
    client.view("hex:size=6", *moves, "f6")
    assert live.state.positions.played == before + 1
    client.view("hex:size=6", *moves[:7])  # back
    assert live.state.positions.played == before + 1


def test_set_up(client):
    answer = client.ask(type="set_up", id=5, game="hex:5", pieces=[[0, 0, 0], [1, 1, 1]], player=0)
    view = answer["view"]
    assert sorted(view["board"]["pieces"]) == [[0, 0, 0], [1, 1, 1]]
    assert view["player"] == 0
    again = client.view("hex:5", "c3", position=view["place"]["position"])["view"]
    assert sorted(again["board"]["pieces"]) == [[0, 0, 0], [1, 1, 1], [2, 2, 0]]
    assert again["last"] == "c3"


# --- searches ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "player", "moves"),
    [
        ("connect4", "uct:simulations=300", ["4", "4"]),
        ("nim", "easy", ["1"]),
        ("connect4", "random", ["4", "4"]),
    ],
)
def test_search_finds_what_playout_finds(client, game, player, moves):
    client.search(7, game, player, *moves, seed=11)
    heard = client.hear_until("result")
    assert heard[0] == {"type": "started", "id": 7}
    found = heard[-1]["report"]
    state = find(game).start().play_all(" ".join(moves))
    expected = playout.players.player_of(player).search(state, seed=11)
    assert found["rows"] == rows_of(expected)
    assert found["move"] == expected.move.name
    assert found["line"] == [move.name for move in expected.line]
    assert found["simulations"] == expected.simulations
    assert found["algorithm"] == repr(expected.algorithm)
    assert (found["nodes"], found["depth"]) == (expected.nodes, expected.depth)


@needs_speed
def test_lines_begin_with_the_best_moves_and_can_be_played(client):
    client.search(7, "connect4", "uct:simulations=3000", "4", seed=11)
    found = client.hear_until("result")[-1]["report"]
    firsts = [line[0] for line in found["lines"]]
    best = [row["move"] for row in found["rows"]]
    assert firsts[0] == found["move"]
    assert sorted(firsts) == sorted([found["move"], *[m for m in best if m != firsts[0]][:4]])
    assert found["lines"][0] == found["line"][:10]
    for line in found["lines"]:
        assert 1 <= len(line) <= 10
        find("connect4").start().play_all(" ".join(["4", *line]))


@needs_speed
def test_progress_only_grows(client):
    client.search(3, "hex:5", "uct:seconds=60,solver=false")
    heard = [message for _ in range(4) for message in client.hear_until("progress")]
    client.say(type="stop", id=3)
    heard += client.hear_until("result")
    assert [message["id"] for message in heard] == [3] * len(heard)
    assert [m["type"] for m in heard] == ["started", *["progress"] * (len(heard) - 2), "result"]
    counts = [message["report"]["simulations"] for message in heard[1:]]
    assert counts == sorted(counts)
    assert counts[0] > 0
    visits = [sum(row["visits"] for row in m["report"]["rows"]) for m in heard[1:]]
    assert visits == sorted(visits)


@needs_speed
def test_stop(client):
    client.search(4, "hex:5", "uct:seconds=50,solver=false")
    client.hear_until("progress")
    client.say(type="stop", id=4)
    found = client.hear_until("result")[-1]["report"]
    assert 0 < found["seconds"] < 25
    assert client.ask(type="stop", id=99)["code"] == "nothing-to-stop"


@needs_speed
def test_stop_at_once_still_finds_a_move(client):
    client.search(4, "hex:5", "uct:seconds=50,solver=false")
    client.say(type="stop", id=4)
    assert client.hear_until("result")[-1]["report"]["move"]


@needs_speed
def test_new_search_replaces_the_old(client):
    client.search(1, "hex:5", "uct:seconds=50,solver=false")
    client.hear_until("progress")
    client.search(2, "connect4", "uct:simulations=100")
    heard = client.hear_until("result", id=2)
    results = [message for message in heard if message["type"] == "result"]
    assert [result["id"] for result in results] == [1, 2]
    assert results[0]["report"]["seconds"] < 25
    assert client.ask(type="tree", id=5, search=1, path=[])["code"] == "search-gone"


@needs_speed
def test_stop_that_comes_late_is_no_error(client):
    client.search(1, "hex:5", "uct:seconds=50,solver=false")
    client.hear_until("progress")
    client.search(2, "connect4", "uct:simulations=100")
    client.say(type="stop", id=1)  # which the new search has stopped already
    heard = client.hear_until("result", id=2)
    client.say(type="stop", id=2)
    client.say(type="stop", id=1)  # which was over long ago
    client.say(type="view", id=3, place=place("nim"))
    heard += client.hear_until("view", id=3)
    assert "error" not in [message["type"] for message in heard]


@needs_speed
def test_connections_do_not_mix(live):
    with live.client() as one, live.client() as two:
        for i in range(5):
            one.search(i, "connect4", "uct:seconds=0.1,solver=false")
            two.search(i, "hex:5", "uct:seconds=0.1,solver=false")
            for client, moves in ((one, 7), (two, 25)):
                heard = client.hear_until("result")
                assert {message["id"] for message in heard} == {i}
                assert {len(m["report"]["rows"]) for m in heard if "report" in m} == {moves}
        one.search(9, "connect4", "uct:simulations=100")
        one.hear_until("result")
        assert two.ask(type="tree", id=1, search=9, path=[])["type"] == "error"


@needs_speed
def test_disconnect_stops_the_search(live):
    with live.client() as client:
        client.search(1, "hex:5", "uct:seconds=50,solver=false")
        client.hear_until("progress")
        assert len(ACTIVE_JOBS) == 1
    until(lambda: not ACTIVE_JOBS, 10)
    until(lambda: live.state.search_threads.free == max(2, CAPS["threads"]), 10)


@needs_speed
def test_searches_wait_for_their_turn(live):
    """More searches than there is room for: all run in the end, never too many at once."""
    most, seen = max(2, CAPS["threads"]), []
    clients = [live.client() for _ in range(most + 3)]
    entered = [client.__enter__() for client in clients]
    try:
        for i, client in enumerate(entered):
            client.search(i, "hex:5", "uct:seconds=0.3,solver=false")
        for i, client in enumerate(entered):
            client.hear_until("progress", "result")
            seen.append(len(ACTIVE_JOBS))
            assert client.hear_until("result")[-1]["id"] == i
    finally:
        for client in clients:
            client.__exit__(None, None, None)
    assert 1 <= max(seen) <= most


@needs_speed
def test_waiting_search_can_be_stopped(live):
    free, live.state.search_threads.free = live.state.search_threads.free, 0
    try:
        with live.client() as client:
            client.search(1, "connect4", "uct:simulations=10")
            assert client.hear()["type"] == "started"
            client.say(type="stop", id=1)
            answer = client.hear()
            assert answer["code"] == "stopped-early"
    finally:
        live.state.search_threads.free = free


@needs_speed
def test_search_behind_one_that_is_stopped_begins(live, monkeypatch):
    monkeypatch.setitem(CAPS, "threads", 2)
    slots = live.state.search_threads
    free, slots.free = slots.free, 1
    try:
        with live.client() as one, live.client() as two:
            one.search(1, "connect4", "uct:simulations=10,threads=2")
            until(lambda: len(slots._waiting) == 1)
            two.search(2, "connect4", "uct:simulations=10")
            until(lambda: len(slots._waiting) == 2)
            one.say(type="stop", id=1)
            assert two.hear_until("result")[-1]["id"] == 2
    finally:
        slots.free = free


# --- trees ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "player", ["uct", "grave", "uct:transpositions=true", "uct:threads=2", "grave:threads=2"]
)
@needs_speed
def test_tree_is_that_of_the_search(client, player):
    sep = "," if ":" in player else ":"
    if "threads" in player and CAPS["threads"] < 2:
        pytest.skip("one core")
    client.search(6, "connect4", f"{player}{sep}simulations=3000", "4", seed=5)
    found = client.hear_until("result")[-1]["report"]
    root = client.ask(type="tree", id=2, search=6, path=[])["node"]
    assert (root["path"], root["player"], root["left_off"]) == ([], 1, 0)
    assert root["visits"] == found["simulations"]
    children = [{**child} for child in root["children"]]
    grown = [child.pop("n_children") for child in children]
    assert all(n == 7 for n, child in zip(grown, children, strict=True) if child["visits"] > 20)
    assert children == found["rows"]
    best = found["rows"][0]["move"]
    below = client.ask(type="tree", id=3, search=6, path=[best])["node"]
    assert (below["path"], below["player"]) == ([best], 0)
    assert 0 < below["visits"] <= found["rows"][0]["visits"]
    assert 0 < sum(child["visits"] for child in below["children"])
    visits = [child["visits"] for child in below["children"]]
    assert visits == sorted(visits, reverse=True)
    deeper = client.ask(type="tree", id=4, search=6, path=[best, below["children"][0]["move"]])[
        "node"
    ]
    assert deeper["visits"] == below["children"][0]["visits"]
    assert len(deeper["children"]) == below["children"][0]["n_children"]


@needs_speed
def test_tree_of_a_running_search(client):
    client.search(1, "hex:5", "uct:seconds=50,solver=false")
    client.hear_until("progress")
    counts = []
    for _ in range(5):
        client.say(type="tree", id=8, search=1, path=[])
        node = client.hear_until("tree")[-1]["node"]
        assert sum(child["visits"] for child in node["children"]) == node["visits"]
        counts.append(node["visits"])
    assert counts == sorted(counts)
    assert len(ACTIVE_JOBS) == 1
    client.say(type="stop", id=1)
    client.hear_until("result")


@needs_speed
def test_tree_has_a_hundred_children_at_most(client):
    client.search(1, "hex:11", "uct:simulations=500")
    client.hear_until("result")
    node = client.ask(type="tree", id=2, search=1, path=[])["node"]
    assert (len(node["children"]), node["left_off"]) == (100, 21)


def test_tree_that_is_not_there(client):
    client.search(1, "nim", "random")
    client.hear_until("result")
    ask = {"type": "tree", "id": 2, "search": 1}
    assert client.ask(**ask, path=[])["code"] == "policy-tree"
    client.search(1, "nim", "uct:simulations=3")
    client.hear_until("result")
    assert client.ask(**ask, path=["9"])["code"] == "illegal-move"
    assert client.ask(**ask, path=["1", "1", "1", "1"])["code"] == "not-in-tree"
    assert client.ask(**ask | {"search": 3}, path=[])["code"] == "search-gone"


# --- what is refused -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "word"),
    [
        ("uct:seconds=61", "at most 60"),
        ("uct:seconds=nan", "seconds"),
        ("uct:seconds=inf", "seconds"),
        ("uct:seconds=-1", "seconds"),
        ("uct:seconds=0", "seconds"),
        ("uct:simulations=20000001", "at most 20000000"),
        ("uct:simulations=" + "9" * 400, "at most"),
        ("uct:simulations=" + "9" * 900, "at most"),
        ("uct:simulations=-5", "from 1 to"),
        ("uct:simulations=1e3", "must be an integer"),
        (f"uct:threads={CAPS['threads'] + 1}", "threads must be at most"),
        ("uct:threads=0", "from 1 to 256"),
        ("uct:c=nan,simulations=5", "number"),
        ("uct:c=-1,simulations=5", "at least 0"),
        ("maximum:seconds=1000", "at most 60"),
        ("uct:reuse=true", "reuse"),
        ("uct:ponder=true", "ponder"),
        ("human", "human"),
        ("nobody", "no player is called"),
        ("bridges", "Hex"),
    ],
)
def test_budgets_and_players_are_checked(client, player, word):
    answer = client.ask(type="search", id=1, place=place("connect4"), player=player)
    assert answer["type"] == "error"
    assert word in answer["text"]
    assert not ACTIVE_JOBS


@pytest.mark.skipif(not JIT, reason="in plain Python no number is too large")
def test_numbers_too_large_for_a_kernel(client):
    player = f"uct:simulations=5,expand={10**30}"
    assert client.ask(type="search", id=1, place=place("nim"), player=player)["type"] == "error"
    assert client.view("nim")["type"] == "view"


def test_search_of_a_finished_game(client):
    client.search(1, "nim:3", "uct", "3")
    assert "nothing to search" in client.hear()["text"]


def test_no_file_is_ever_a_game(client, tmp_path, monkeypatch):
    """A path is no game, however it is disguised; what is in the file is not run."""
    monkeypatch.chdir(tmp_path)
    code = f"open({str(tmp_path / 'ran')!r}, 'w')\n"
    for name in ("trap.py", "hex:trap.py", "hex"):
        (tmp_path / name).write_text(code)
    for text in (
        str(tmp_path / "trap.py"),
        f"{tmp_path}/trap.py:size=3",
        "trap.py",
        "./trap.py",
        "trap.py:5",
        "hex:trap.py",
        "hex:5,x=trap.py",
        "hex:../trap.py",
        "hex:5\n/trap.py",
        "HEX.PY",
        "file:trap.py",
        "",
    ):
        answer = client.view(text)
        assert answer["type"] == "error", text
        client.say(type="search", id=1, place=place(text), player="random")
        assert client.hear()["type"] == "error"
    assert not (tmp_path / "ran").exists()


def test_too_many_moves(client):
    assert client.view("nim:1000", *["1"] * 2001)["code"] == "bad-message"
    assert client.view("nim:1000", *["1"] * 900)["type"] == "view"


# --- many at once --------------------------------------------------------------------


@needs_speed
def test_positions_are_shown_while_searches_run(live):
    with live.client() as one, live.client() as two, live.client() as third:
        for busy in (one, two):
            busy.search(1, "hex:5", "uct:seconds=50,solver=false")
            busy.hear_until("progress")
        for _ in range(20):
            began = time.monotonic()
            assert third.view("connect4", "4")["type"] == "view"
            assert time.monotonic() - began < 10  # not when the searches end
        assert len(ACTIVE_JOBS) == 2


@pytest.mark.full
@needs_speed
def test_fifty_clients_and_a_slow_one():
    """Who does not read its messages keeps nobody else waiting, and is not sent ever more."""
    small = {"receive_buffer": 4096, "max_queue": 1}
    with serving(send_buffer=4096) as live, live.client(**small) as slow:
        slow.search(1, "hex:11", "uct:seconds=50,solver=false")
        slow.hear_until("progress")
        (connection,) = live.state.connections
        box, shown = connection.outbox, []
        show, box.put_progress = box.put_progress, lambda *args: shown.append(show(*args))
        for _ in range(200):  # it goes on asking, without reading
            slow.say(type="view", id=2, place=place("hex:11"))
        answers = []

        def visit():
            with live.client() as client:
                for n in range(5):
                    view = client.ask(type="view", id=n, place=place("connect4", "4"))
                    answers.append(view["id"] == n and view["type"] == "view")

        threads = [threading.Thread(target=visit) for _ in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert answers == [True] * 250
        until(lambda: len(box) > 20)  # the line is full
        unsent, before = len(box), len(shown)
        assert unsent <= MOST_UNSENT + MOST_REQUESTS + 2
        until(lambda: len(shown) > before + 20)
        assert len(box) <= unsent + 1
        # When it reads again it gets its answers, and the search as it is now.
        slow.say(type="stop", id=1)
        counts = [m["report"]["simulations"] for m in slow.hear_until("result") if "report" in m]
        assert counts == sorted(counts)


# --- messages that are none ----------------------------------------------------------

GOOD = [
    {"type": "solve", "id": 6, "place": {"game": "nim:3", "moves": ["3"]}, "seconds": 0.1},
    {"type": "view", "id": 1, "place": {"game": "nim", "position": None, "moves": ["1"]}},
    {"type": "search", "id": 2, "place": {"game": "nim", "moves": []}, "player": "random"},
    {"type": "stop", "id": 3},
    {"type": "tree", "id": 4, "search": 9, "path": ["1"]},
    {"type": "set_up", "id": 5, "game": "nim", "pieces": [[0, 0, 1]], "player": 0},
]
ODD = [
    None, True, -1, 0.5, 1e308, 2**53, 2**64, 10**400, "", "x", "\ud800", "\0", "é" * 50,
    "a" * 3000, [], [[]], {}, {"a": 1}, float("nan"), float("inf"), "../../etc/passwd",
    ["1"] * 3000,
]  # fmt: skip


def broken(dice):
    """A message that is wrong in some way, as text or bytes."""
    message = json.loads(json.dumps(dice.choice(GOOD)))
    kind = dice.randrange(8)
    if kind == 0:
        return dice.randbytes(dice.randrange(200))
    if kind == 1:
        text = json.dumps(message)
        return text[: dice.randrange(len(text))]
    if kind == 2:
        depth = dice.randrange(50, 10000)
        return dice.choice(["[" * depth, '{"a":' * depth, "[" * depth + "]" * depth])
    if kind == 3:
        del message[dice.choice(list(message))]
    elif kind == 4:
        message["more"] = dice.choice(ODD)
    elif kind == 5:
        message["type"] = dice.choice([*ODD, "hello", "result"])
    elif kind == 6 and "place" in message:
        message["place"][dice.choice(["game", "moves", "extra"])] = dice.choice(ODD[:4] + ODD[6:8])
    else:
        key = dice.choice([key for key in message if key != "type"])
        value = dice.choice([odd for odd in ODD if not (key in ("path", "pieces") and odd == [])])
        message[key] = value
    return json.dumps(message)


@pytest.mark.full
def test_a_thousand_broken_messages(client):
    dice = random.Random(1)
    for i in range(1000):
        sent = broken(dice)
        client.socket.send(sent)
        answer = client.hear()
        assert answer["type"] == "error", (i, sent)
        assert answer["text"], sent
    assert client.view("nim")["type"] == "view"


def test_the_id_is_repeated_where_it_can_be_read(client):
    assert client.ask(type="view", id=77)["id"] == 77
    assert client.ask(type="nothing", id=78)["id"] == 78
    client.say(type="view", id="x")
    assert client.hear()["id"] is None
