"""What is solved for the page: the truth of positions and moves, proofs, and all their bounds."""

import time

import pytest
from exact import Broken, Endless, Plain
from serving import place, serving, until

import playout.solve
from playout.catalogue import find
from playout.kernel import JIT
from playout.solve.teacher import judge
from playout.web.connection import MOST_SOLVE_REQUESTS
from playout.web.jobs import ACTIVE_JOBS
from playout.web.limits import CORES, MOST_SOLVERS
from playout.web.solver_pool import SolverPool

SMALL = "connect4:cols=4,rows=3,line=3"
needs_speed = pytest.mark.skipif(not JIT, reason="takes too long in plain Python")


@pytest.fixture(scope="module")
def live():
    with serving() as server:
        yield server


@pytest.fixture
def client(live):
    with live.client() as connection:
        yield connection


@pytest.fixture
def solver(live, monkeypatch):
    """Put another solver in the place of the real ones."""

    def put(kind):
        monkeypatch.setattr(playout.solve, "solver_for", kind, raising=False)
        Endless.made, Endless.most = [], 0
        fresh = SolverPool()
        monkeypatch.setattr(live.state, "solvers", fresh)
        return fresh

    return put


def mirrored(game, moves):
    state = find(game).start()
    for move in moves:
        state = state.play(move)
    return state


def all_of(state):
    return Plain(state.game).solve(state, all_moves=True).moves


def asks(client, id, game, *moves, **more):
    client.say(type="solve", id=id, place=place(game, *moves), **more)


def answer(client, id):
    return client.hear_until("solved", "error", id=id)[-1]


# --- the truth -----------------------------------------------------------------------


@pytest.mark.parametrize(("game", "moves"), [("nim:5", ["2"]), (SMALL, ["2", "2", "3", "1", "1"])])
def test_every_move_has_its_outcome(client, solver, game, moves):
    solver(Plain)
    asks(client, 3, game, *moves)
    heard = client.hear_until("solved")
    state = find(game).start().play_all(" ".join(moves))
    truth = Plain(state.game).solve(state, all_moves=True)
    assert {message["type"] for message in heard[:-1]} <= {"solving"}
    found = heard[-1]
    assert (found["id"], found["outcome"], found["plies"]) == (3, truth.outcome, truth.plies)
    assert found["judgement"] is None
    assert found["moves"] == [
        {"move": row.move.name, "outcome": row.outcome, "plies": row.plies} for row in truth.moves
    ]


@pytest.mark.parametrize("move", ["1", "2", "3"])
def test_moves_are_judged_as_in_the_terminal(client, solver, move):
    solver(Plain)
    asks(client, 1, "nim:6", move=move)
    state = find("nim:6").start()
    expected = judge(Plain(state.game).solve(state, all_moves=True), state.play(move).history[-1])
    found = answer(client, 1)["judgement"]
    assert (found["move"], found["kind"]) == (move, expected.kind)
    assert found["best"] == [one.name for one in expected.best]
    assert (found["before"], found["after"]) == (expected.before, expected.after)
    assert (found["cost"], found["plies"]) == (expected.cost, expected.plies)


def test_mistake_is_one(client, solver):
    solver(Plain)
    asks(client, 1, "nim:6", move="1")  # 2 leaves four, which loses
    found = answer(client, 1)["judgement"]
    assert (found["kind"], found["best"], found["cost"]) == ("mistake", ["2"], 1.0)


@pytest.mark.parametrize("names_moves", [True, False])
def test_not_known_in_time(client, solver, monkeypatch, names_moves):
    solver(Endless)
    monkeypatch.setattr(Endless, "names_moves", names_moves)
    asks(client, 1, "nim", move="1", seconds=0.1)
    heard = client.hear_until("solved")
    assert heard[0]["type"] == "solving"
    assert heard[0]["nodes"] > 0
    found = heard[-1]
    assert (found["outcome"], found["judgement"]["kind"]) == ("unknown", "unsure")
    assert {row["outcome"] for row in found["moves"]} == ({"unknown"} if names_moves else set())


def test_what_is_known_is_not_solved_again(client, solver, monkeypatch):
    solver(Plain)
    asks(client, 1, "nim:6")
    answer(client, 1)
    monkeypatch.setattr(Plain, "solve", Broken.solve)
    asks(client, 2, "nim:6", move="2")
    assert answer(client, 2)["judgement"]["kind"] == "right"


@pytest.mark.parametrize("game", ["nim:6", "mnk"])
def test_plies_are_counted_where_that_is_soon_done(client, game):
    """With the general solver itself, beside the slow and simple one."""
    moves = [] if game == "nim:6" else ["a1", "b2", "c3", "b1"]
    asks(client, 1, game, *moves)
    state = mirrored(game, moves)
    for row, truth in zip(answer(client, 1)["moves"], all_of(state), strict=True):
        assert (row["move"], row["outcome"]) == (truth.move.name, truth.outcome)
        assert row["plies"] == (None if truth.outcome == "draw" else truth.plies)


# --- what is refused -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ({"place": place("nim:3", "3")}, "nothing-to-solve"),
        ({"place": place("chess")}, "unknown-game"),
        ({"place": place("nim"), "move": "9"}, "illegal-move"),
        ({"place": place("nim", "7")}, "illegal-move"),
        ({"place": place("nim"), "seconds": 10.1}, "less than or equal to 10"),
        ({"place": place("nim"), "seconds": 0}, "greater than 0"),
        ({"place": place("nim"), "seconds": -1}, "greater than 0"),
        ({"place": place("nim"), "seconds": "1"}, "valid number"),
        ({"place": place("nim"), "seconds": float("nan")}, "number"),
        ({"place": place("nim"), "seconds": float("inf")}, "number"),
        ({"place": place("nim"), "move": 3}, "valid string"),
        ({"place": place("nim"), "all": True}, "not permitted"),
        ({}, "required"),
    ],
)
def test_wrong_questions_are_refused(client, solver, message, word):
    solver(Endless)
    client.say(type="solve", id=6, **message)
    found = answer(client, 6)
    assert found["type"] == "error"
    assert word in f"{found['code']} {found['text']}"
    assert Endless.made == []


def test_solver_that_fails_says_little_and_is_not_kept(client, solver, caplog):
    solvers = solver(Broken)
    asks(client, 1, "nim")
    assert answer(client, 1)["fields"] == {"kind": "ZeroDivisionError"}
    assert len(solvers) == 0
    assert client.view("nim")["type"] == "view"


def test_board_that_no_solver_takes(client, solver):
    def refuse(game, memory):
        raise playout.solve.SolveError("it is too large", "too-large-to-solve")

    solver(refuse)
    asks(client, 1, "nim")
    assert answer(client, 1)["code"] == "too-large-to-solve"
    client.search(2, "nim", "perfect:seconds=0.05")  # it is searched, then
    assert client.hear_until("result", "error")[-1]["type"] == "result"


# --- bounds --------------------------------------------------------------------------


def test_stop(client, solver):
    solver(Endless)
    asks(client, 4, "nim", seconds=10)
    client.hear_until("solving")
    client.say(type="stop", id=4)
    found = answer(client, 4)
    assert found["outcome"] == "unknown"
    assert found["seconds"] < 8
    client.say(type="stop", id=4)  # comes late, and is no error
    assert client.view("nim")["type"] == "view"


def test_questions_of_a_connection_wait_for_each_other(client, solver):
    solver(Endless)
    for id in range(MOST_SOLVE_REQUESTS + 1):
        asks(client, id, "nim", seconds=10)
    refused = client.hear_until("error")[-1]
    assert (refused["id"], refused["code"]) == (MOST_SOLVE_REQUESTS, "busy")
    client.hear_until("solving", id=0)
    for id in reversed(range(MOST_SOLVE_REQUESTS)):
        client.say(type="stop", id=id)
    ends = [client.hear_until("solved", "error")[-1] for _ in range(MOST_SOLVE_REQUESTS)]
    assert {end["id"] for end in ends} == set(range(MOST_SOLVE_REQUESTS))
    assert Endless.most == 1
    assert {end["code"] for end in ends if end["type"] == "error"} <= {"stopped-early"}


def test_disconnect_stops_the_solver(live, solver):
    solver(Endless)
    with live.client() as client:
        for id in range(MOST_SOLVE_REQUESTS):
            asks(client, id, "nim", seconds=10)
        client.hear_until("solving")
        assert len(ACTIVE_JOBS) == 1
    until(lambda: not ACTIVE_JOBS, 8)
    until(lambda: live.state.solver_threads.free == MOST_SOLVERS, 8)
    assert Endless.at_work == 0


def test_solvers_are_few_and_connections_do_not_mix(live, solver):
    solvers = solver(Endless)
    n = MOST_SOLVERS + 2
    clients = [live.client() for _ in range(n)]
    entered = [client.__enter__() for client in clients]
    try:
        for i, client in enumerate(entered):
            asks(client, i, f"nim:{10 + i}", move=str(1 + i % 3), seconds=0.2)
        for i, client in enumerate(entered):
            heard = client.hear_until("solved")
            assert {message["id"] for message in heard} == {i}
            assert heard[-1]["judgement"]["move"] == str(1 + i % 3)
    finally:
        for client in clients:
            client.__exit__(None, None, None)
    assert Endless.most <= MOST_SOLVERS
    assert len(solvers) <= solvers.most_idle
    assert {made.memory for made in Endless.made} == {solvers.memory}


def test_a_search_does_not_wait_for_solvers(live, client, solver):
    solver(Endless)
    with live.client() as other:
        asks(other, 1, "nim", seconds=10)
        other.hear_until("solving")
        threads = min(2, CORES)
        client.search(2, "nim", f"uct:simulations=20,threads={threads}")
        began = time.monotonic()
        assert client.hear_until("result", "error")[-1]["type"] == "result"
        assert len(ACTIVE_JOBS) == 1 or time.monotonic() - began > 8  # it still works
        other.say(type="stop", id=1)
        answer(other, 1)


def test_solvers_keep_their_tables_for_the_next_question(monkeypatch):
    made = []

    def make(game, memory):
        made.append(game)
        return Plain(game, memory)

    monkeypatch.setattr(playout.solve, "solver_for", make, raising=False)
    solvers = SolverPool(most_idle=2)
    games = [find(text) for text in ("nim:5", "nim:5", "nim:6", "nim:7", "nim:5")]
    for game in games:
        solvers.solve(game.start())
    assert len(solvers) == 2
    # The second question found a solver of its game; the first one had made room before the last.
    assert made == [games[0], games[2], games[3], games[4]]


# --- players that prove --------------------------------------------------------------


def test_perfect_plays_what_is_proven(client, solver):
    solver(Plain)
    client.search(1, "nim:6", "perfect:seconds=2")
    found = client.hear_until("result")[-1]["report"]
    assert (found["move"], found["value"], found["algorithm"]) == ("2", 1.0, "Solver()")
    assert [(row["move"], row["visits"], row["proven"]) for row in found["rows"]] == [
        ("2", 0, "won"), ("1", 0, "lost"), ("3", 0, "lost"),
    ]  # fmt: skip
    assert client.ask(type="tree", id=2, search=1, path=[])["code"] == "proven-tree"


@needs_speed
def test_what_is_not_proven_in_time_is_searched(client, solver):
    solver(Endless)
    client.search(1, "nim", "perfect:seconds=0.5")
    heard = client.hear_until("result")
    algorithms = [message["report"]["algorithm"] for message in heard if "report" in message]
    assert algorithms[0] == "Solver()"
    assert algorithms[-1].startswith("Uct(")
    assert heard[-1]["report"]["move"]
    assert heard[1]["report"]["value"] is None
    assert client.ask(type="tree", id=2, search=1, path=[])["type"] == "tree"


@needs_speed
def test_proof_is_stopped(client, solver):
    solver(Endless)
    client.search(1, "nim", "perfect:seconds=50")
    client.hear_until("progress")
    client.say(type="stop", id=1)
    found = client.hear_until("result")[-1]["report"]
    assert found["simulations"] > 1  # it has had a moment to look
    assert found["seconds"] < 10


@needs_speed
def test_default_player_of_connect4_proves(client, solver):
    solver(Plain)
    client.search(1, SMALL, "maximum", "2", "2", "3", "1", "1")
    assert client.hear_until("result")[-1]["report"]["algorithm"] == "Solver()"
    client.search(2, SMALL, "strong", "2", "2", "3", "1", "1")
    assert client.hear_until("result")[-1]["report"]["algorithm"].startswith("Uct(")


def test_left_search_gives_its_solver_back(live, solver):
    solvers = solver(Endless)
    with live.client() as client:
        client.search(1, "nim", "perfect:seconds=50")
        client.hear_until("progress")
    until(lambda: not ACTIVE_JOBS, 20)
    assert len(solvers) == 1
