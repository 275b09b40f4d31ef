"""A game between two people: the server is the judge, and nothing that was played is lost."""

import contextlib
import json
import os
import random
import socket
import sqlite3
import threading
import time
from typing import get_args

import httpx
import pytest
from friendly import Guest, invite, playing, visiting
from made_up import Maker
from serving import serving, until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from playout.web import friend_messages, friend_room, friend_socket, friend_store, friends, limits
from playout.web.friend_store import KeptRoom, Store, digest

TOKEN = "a token of many letters"


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    monkeypatch.setattr(limits, "WRONG_S", 0.01)
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path))


@pytest.fixture
def live():
    with serving() as server:
        yield server


@pytest.fixture
def locked():
    with serving(["192.168.1.5"], TOKEN) as server:
        yield server


def on_disk(tmp_path):
    return [json.loads(path.read_text()) for path in (tmp_path / "friends").glob("*.json")]


# --- names ---------------------------------------------------------------------------


def test_players_have_names_that_are_kept_and_go_with_the_person(live, tmp_path):
    with playing(live, game="nim:heap=5") as (mine, friend, keys):
        assert mine.table["people"] == ["", ""]
        mine.say("name", name="  Ada\tLovelace ")
        friend.say("name", name="Зоя")
        for guest in (mine, friend):
            guest.until(lambda table: table["people"] == ["Ada Lovelace", "Зоя"])
        assert on_disk(tmp_path)[0]["names"] == ["Ada Lovelace", "Зоя"]
        mine.say("say", what="resign")
        for guest in (mine, friend):
            guest.until(lambda table: table["ended"])
            guest.say("say", what="rematch")
        mine.until(lambda table: table["number"] == 2)
        assert mine.table["people"] == ["Зоя", "Ada Lovelace"]  # the colours are swapped
        friend.say("name", name="")
        mine.until(lambda table: table["people"] == ["", "Ada Lovelace"])
    with serving() as again, visiting(again, keys["room"]) as watcher:
        assert watcher.until(lambda table: True)["people"] == ["", "Ada Lovelace"]


def test_only_players_have_names(live, tmp_path):
    with (
        playing(live, game="nim:heap=5") as (mine, _, keys),
        visiting(live, keys["room"]) as watcher,
    ):
        watcher.until(lambda table: True)
        watcher.say("name", name="Mallory")
        assert watcher.error() == "only-watching"
        with visiting(live, keys["room"], "no such seat") as stranger:
            stranger.say("name", name="Mallory")
            assert stranger.error() == "no-such-game"
        mine.say("name", name="x" * 25)
        assert mine.error() == "bad-message"
        mine.say("name", name="Ada", seat=1)  # the seat is the one of one's key
        assert mine.error() == "bad-message"
        mine.say("name", name=None)
        assert mine.error() == "bad-message"
    assert on_disk(tmp_path)[0]["names"] == ["", ""]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a\u202eb\u2066c", "abc"),  # turns what follows around
        ("a\u200b\u200d\ufeff", "a"),  # cannot be seen
        ("\0\x1b[31mred\n", "[31mred"),
        ("Z" + "\u0336" * 20, "Z\u0336"),  # piles up
        ("\u2028 \u3000", ""),
        ("<b>'\"&{{7*7}}", "<b>'\"&{{7*7}}"),  # text: the page shows it as such
        ("e\u0301", "é"),
    ],
)
def test_hostile_names(live, given, kept):
    with playing(live, game="nim:heap=5") as (mine, friend, _):
        friend.say("name", name="before")
        mine.until(lambda table: table["people"][1] == "before")
        friend.say("name", name=given)
        assert mine.until(lambda table: table["people"][1] != "before")["people"][1] == kept


# --- the game ------------------------------------------------------------------------


def test_moves_appear_on_all_pages(live):
    with (
        playing(live, game="nim:heap=5") as (mine, friend, keys),
        visiting(live, keys["room"]) as w,
    ):
        assert w.until(lambda table: table["watchers"] == 1)["you"] is None
        assert (mine.table["you"], friend.table["you"]) == (0, 1)
        mine.play("3")
        for guest in (mine, friend, w):
            assert guest.until(lambda table: table["view"]["place"]["moves"])["view"]["player"] == 1
        friend.play("2")  # the last one
        for guest in (mine, friend, w):
            ended = guest.until(lambda table: table["ended"])["ended"]
            assert ended == {"winner": 1, "why": "rules"}


def test_server_is_the_judge(live):
    with (
        playing(live, game="hex:size=3") as (mine, friend, keys),
        visiting(live, keys["room"]) as w,
    ):
        w.until(lambda table: True)
        friend.play("a1")
        assert friend.error() == "not-your-turn"
        w.play("a1")
        assert w.error() == "only-watching"
        mine.play("z9")
        assert mine.error() not in ("server-error", "bad-message")
        mine.say("move", number=1, ply=1, move="a1")
        assert mine.error() == "not-your-turn"
        mine.play("a1")
        friend.until(lambda table: table["view"]["place"]["moves"])
        mine.say("move", number=1, ply=0, move="b2")  # sent again: nothing happens
        mine.say("look", ply=0)
        heard = mine.hear()
        while heard["type"] != "looked":
            heard = mine.hear()
        assert heard["view"]["place"]["moves"] == []
        friend.play("a1")
        assert friend.error() == "illegal-move"
        assert friend.moves == ["a1"]


@pytest.mark.parametrize("colour", ["first", "second", "random"])
def test_colours(live, colour):
    keys = invite(live, colour=colour)
    with visiting(live, keys["room"], keys["mine"]) as mine:
        you = mine.until(lambda table: True)["you"]
    assert you in {"first": (0,), "second": (1,), "random": (0, 1)}[colour]
    with visiting(live, keys["room"], keys["friend"]) as friend:
        assert friend.until(lambda table: True)["you"] == 1 - you


def test_resign_and_rematch_with_colours_swapped(live, tmp_path):
    with playing(live, game="nim") as (mine, friend, _):
        mine.play("1")
        friend.until(lambda table: table["view"]["place"]["moves"])
        friend.say("say", what="rematch")
        assert friend.error() == "not-over"
        friend.say("say", what="resign")
        assert mine.until(lambda table: table["ended"])["ended"] == {"winner": 0, "why": "resigned"}
        mine.play("1")
        assert mine.error() == "shared-over"
        mine.say("say", what="rematch")
        assert friend.until(lambda table: table["offer"])["offer"] == {"by": 0, "what": "rematch"}
        friend.say("say", what="rematch")
        table = mine.until(lambda table: table["number"] == 2)
        assert table["you"] == 1
        assert table["score"] == [0, 1]
        assert table["ended"] is None
        assert table["offer"] is None
        assert table["view"]["place"]["moves"] == []
        # A move of the game before, from a page that had lost its line and was to move there.
        friend.until(lambda table: table["number"] == 2)
        friend.say("move", number=1, ply=0, move="1")
        friend.play("2")
        mine.until(lambda table: table["view"]["place"]["moves"])
        assert mine.moves == ["2"]
    (kept,) = on_disk(tmp_path)
    assert kept["past"][0]["moves"] == ["1"]


def test_draw_needs_both(live):
    with playing(live, game="hex:size=3") as (mine, friend, _):
        mine.say("say", what="draw")
        friend.until(lambda table: table["offer"])
        friend.say("say", what="decline")
        mine.until(lambda table: table["offer"] is None)
        mine.say("say", what="draw")
        mine.say("say", what="draw")  # twice by one is not both
        mine.say("say", what="nothing of the kind")
        mine.error()  # all that was said before has been heard
        friend.until(lambda table: table["offer"])
        assert friend.table["ended"] is None
        friend.say("say", what="draw")
        assert mine.until(lambda table: table["ended"])["ended"] == {
            "winner": None,
            "why": "agreed",
        }


def test_an_offer_ends_with_a_move(live):
    with playing(live, game="hex:size=3") as (mine, friend, _):
        mine.say("say", what="draw")
        friend.until(lambda table: table["offer"])
        mine.play("a1")
        assert friend.until(lambda table: table["view"]["place"]["moves"])["offer"] is None


def test_take_back_with_consent(live):
    with playing(live, game="hex:size=3") as (mine, friend, _):
        for guest, other, move in ((mine, friend, "a1"), (friend, mine, "b2")):
            guest.play(move)
            n = len(other.moves) + 1
            for one in (guest, other):
                one.until(lambda table, n=n: len(table["view"]["place"]["moves"]) == n)
        mine.say("say", what="takeback")  # of its own move, and so of the answer, too
        friend.until(lambda table: table["offer"])
        assert friend.moves == ["a1", "b2"]
        friend.say("say", what="takeback")
        assert mine.until(lambda table: not table["view"]["place"]["moves"])["view"]["player"] == 0


def test_seat_is_kept_when_the_line_is_not(live):
    keys = invite(live, game="nim")
    with visiting(live, keys["room"], keys["mine"]) as mine:
        with visiting(live, keys["room"], keys["friend"]) as friend:
            mine.until(lambda table: all(table["here"]))
            mine.play("1")
            friend.until(lambda table: table["view"]["place"]["moves"])
        assert mine.until(lambda table: not table["here"][1])["here"] == [True, False]
        with visiting(live, keys["room"], keys["friend"]) as friend:
            assert friend.until(lambda table: all(table["here"]))["you"] == 1
            friend.play("2")
            mine.until(lambda table: len(table["view"]["place"]["moves"]) == 2)


def test_a_page_that_does_not_read_keeps_nobody_waiting(live):
    with playing(live, game="nim") as (mine, friend, keys), visiting(live, keys["room"]):
        for guest, other in ((mine, friend), (friend, mine)) * 3:
            n = len(guest.moves)
            guest.play("1")
            for one in (guest, other):
                one.until(lambda table, n=n: len(table["view"]["place"]["moves"]) == n + 1)


# --- the clocks ----------------------------------------------------------------------


def test_flag_falls_on_the_server(live):
    clock = {"kind": "move", "seconds": 1}
    keys = invite(live, clock=clock)
    with visiting(live, keys["room"], keys["mine"]) as mine:
        table = mine.until(lambda table: True)
        assert (table["running"], table["left"]) == (None, [1, 1])  # it waits for both
        with visiting(live, keys["room"], keys["friend"]) as friend:
            assert friend.until(lambda table: True)["running"] == 0
            assert friend.until(lambda table: table["ended"])["ended"] == {
                "winner": 1,
                "why": "time",
            }
            mine.until(lambda table: table["ended"])
            mine.play("1")
            assert mine.error() == "shared-over"


def test_increment(live):
    clock = {"kind": "fischer", "seconds": 600, "increment": 30}
    with playing(live, clock=clock) as (mine, friend, _):
        mine.play("1")
        table = friend.until(lambda table: table["running"] == 1)
        assert 600 < table["left"][0] <= 630
        assert table["left"][1] <= 600


def test_server_that_was_away_costs_no_time(monkeypatch):
    clock = {"kind": "fischer", "seconds": 600, "increment": 0}
    with serving() as live, playing(live, clock=clock) as (mine, friend, keys):
        mine.play("1")
        friend.until(lambda table: table["running"] == 1)
        left = friend.table["left"]
    monkeypatch.setattr(friend_room, "RETURN_S", 0.2)
    with serving() as live, visiting(live, keys["room"], keys["mine"]) as mine:
        table = mine.until(lambda table: True)
        assert table["running"] is None  # the other one is not back yet
        assert table["left"][1] >= left[1] - 5
        mine.until(lambda table: table["running"] == 1)  # but not for ever
        with visiting(live, keys["room"], keys["friend"]) as friend:
            friend.until(lambda table: table["running"] == 1)
            friend.play("1")
            mine.until(lambda table: table["running"] == 0)


# --- kept ----------------------------------------------------------------------------


def test_what_was_seen_is_on_disk(live, tmp_path):
    """A move is written before anybody sees it."""
    with playing(live, game="nim") as (mine, friend, keys):
        for i in range(6):
            guest, other = ((mine, friend), (friend, mine))[i % 2]
            guest.play("1")
            for one in (other, guest):
                one.until(lambda table, i=i: len(table["view"]["place"]["moves"]) == i + 1)
            assert on_disk(tmp_path)[0]["moves"] == ["1"] * (i + 1)
        text = next((tmp_path / "friends").glob("*.json")).read_text()
    assert not any(key in text for key in keys.values())  # who reads it has no seat


def test_rooms_are_there_again(tmp_path):
    with serving() as live, playing(live, game="nim") as (mine, friend, keys):
        mine.play("2")
        friend.until(lambda table: table["view"]["place"]["moves"])
    (tmp_path / "friends" / "broken.json").write_text("{")
    (tmp_path / "friends" / "other.json").write_text('{"playout": 2}')
    with serving() as live, visiting(live, keys["room"], keys["friend"]) as friend:
        friend.until(lambda table: True)
        assert (friend.table["you"], friend.moves) == (1, ["2"])
        friend.play("1")
        friend.until(lambda table: len(table["view"]["place"]["moves"]) == 2)


def test_rooms_are_few(live, tmp_path, monkeypatch):
    monkeypatch.setattr(friend_store, "MOST_ROOMS", 3)
    first = invite(live)
    with visiting(live, first["room"]) as w:
        w.until(lambda table: True)
        others = [invite(live) for _ in range(5)]
        assert len(live.state.friends.rooms) == len(on_disk(tmp_path)) == 3
        assert digest(first["room"]) in live.state.friends.rooms  # somebody is there
        assert digest(others[-1]["room"]) in live.state.friends.rooms
        assert digest(others[0]["room"]) not in live.state.friends.rooms


def test_past_games_are_few(tmp_path):
    past = friend_messages.PastGame(moves=("1",), first=0, ended={"winner": 0, "why": "rules"})
    kept = KeptRoom(
        room=digest("x"), seats=(digest("a"), digest("b")), game="nim", clock=None, first=0,
        moves=["1"], past=(past,) * friend_store.MOST_PAST,
    )  # fmt: skip
    store = Store(tmp_path / "f")
    stamp = store.write(kept, None)
    assert store.read() == [(kept, stamp)]
    assert [path.stat().st_mode & 0o077 for path in (tmp_path / "f").glob("*.json")] == [0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_among_the_rooms_keeps_no_server_waiting(tmp_path):
    os.mkfifo(tmp_path / f"{digest('x')[:32]}.json")
    store, read = Store(tmp_path), []
    look = threading.Thread(target=lambda: read.append(store.read()), daemon=True)
    look.start()
    look.join(30)
    assert read == [[]]


def test_a_game_in_progress_makes_no_place(live, tmp_path, monkeypatch):
    """Invitations to which no guest came go first, then games that are over."""
    monkeypatch.setattr(friend_store, "MOST_ROOMS", 3)
    rooms = live.state.friends.rooms
    with playing(live) as (mine, friend, going):
        mine.play("1")
        friend.until(lambda table: table["view"]["place"]["moves"])
    with playing(live) as (mine, friend, over):
        mine.say("say", what="resign")
        friend.until(lambda table: table["ended"])
    first = invite(live)
    with visiting(live, first["room"], first["mine"]) as mine:
        mine.until(lambda table: True)  # and nobody else comes
    empty = invite(live)
    assert {digest(keys["room"]) for keys in (going, over, empty)} == set(rooms)
    with visiting(live, empty["room"], empty["friend"]) as friend:
        friend.until(lambda table: True)
    last = invite(live)
    assert {digest(keys["room"]) for keys in (going, empty, last)} == set(rooms)
    with visiting(live, last["room"], last["friend"]) as friend:
        friend.until(lambda table: True)
    assert invite(live)["code"] == "too-many-games"
    assert {digest(keys["room"]) for keys in (going, empty, last)} == set(rooms)
    path = tmp_path / "friends" / f"{digest(going['room'])[:32]}.json"
    os.utime(path, (0, time.time() - friend_store.UNTOUCHED_S - 60))
    last = invite(live)
    assert digest(going["room"]) not in rooms
    assert len(on_disk(tmp_path)) == 3


def test_an_invitation_that_fails_costs_no_room(live, tmp_path, monkeypatch):
    monkeypatch.setattr(friend_store, "MOST_ROOMS", 1)
    keys = invite(live)
    folder = tmp_path / "friends"
    folder.rename(tmp_path / "away")
    folder.write_text("a file, not a folder")
    assert invite(live)["code"] == "not-kept"
    with visiting(live, keys["room"], keys["mine"]) as mine:
        mine.until(lambda table: True)


def test_disk_that_cannot_be_written(live, tmp_path, monkeypatch):
    monkeypatch.setattr(friends, "WATCH_S", 0.1)
    (tmp_path / "friends").write_text("a file, not a folder")
    assert invite(live)["code"] == "not-kept"
    (tmp_path / "friends").unlink()
    with playing(live, game="nim") as (mine, friend, _):
        (tmp_path / "friends").rename(tmp_path / "away")
        (tmp_path / "friends").write_text("a file, not a folder")
        mine.play("1")
        for guest in (mine, friend):
            guest.until(lambda table: table["view"]["place"]["moves"])
            assert not guest.table["is_kept"]
        friend.play("2")
        mine.until(lambda table: len(table["view"]["place"]["moves"]) == 2)
        assert not mine.table["is_kept"]
        (tmp_path / "friends").unlink()
        for guest in (mine, friend):
            guest.until(lambda table: table["is_kept"])  # by itself
        assert on_disk(tmp_path)[0]["moves"] == ["1", "2"]


# --- two servers with one folder ------------------------------------------------------


def test_what_another_server_has_written_is_not_replaced(tmp_path):
    with (
        serving() as live,
        playing(live, game="nim") as (mine, friend, keys),
        serving() as other,  # it has read the game without its moves
    ):
        for i, (guest, move) in enumerate(((mine, "1"), (friend, "2"), (mine, "3"))):
            guest.play(move)
            for one in (mine, friend):
                one.until(lambda table, i=i: len(table["view"]["place"]["moves"]) == i + 1)
        with visiting(other, keys["room"], keys["friend"]) as there:
            assert there.until(lambda table: True)["view"]["place"]["moves"] == ["1", "2", "3"]
            mine.say("name", name="Ada")
            friend.until(lambda table: table["people"][0])
            there.say("name", name="Eve")
            there.until(lambda table: table["people"] == ["Ada", "Eve"])
            there.play("1")
            there.until(lambda table: len(table["view"]["place"]["moves"]) == 4)
            friend.say("move", number=1, ply=3, move="2")  # too late
            for guest in (mine, friend):
                guest.until(lambda table: len(table["view"]["place"]["moves"]) == 4)
                assert guest.moves == ["1", "2", "3", "1"]
                assert guest.table["people"] == ["Ada", "Eve"]
            assert on_disk(tmp_path)[0]["moves"] == ["1", "2", "3", "1"]


def test_what_another_server_writes_is_shown(monkeypatch):
    monkeypatch.setattr(friends, "WATCH_S", 0.1)
    with (
        serving() as other,
        serving() as live,
        playing(live) as (mine, _, keys),
        visiting(other, keys["room"]) as watcher,  # the game came after that server
    ):
        watcher.until(lambda table: True)
        mine.play("1")
        watcher.until(lambda table: table["view"]["place"]["moves"])


def test_a_name_on_another_server_leaves_clock_and_offer_alone(monkeypatch):
    monkeypatch.setattr(friends, "WATCH_S", 0.1)
    clock = {"kind": "fischer", "seconds": 600}
    with (
        serving() as live,
        playing(live, clock=clock) as (mine, friend, keys),
        serving() as other,
        visiting(other, keys["room"], keys["friend"]) as there,
    ):
        mine.say("say", what="draw")
        friend.until(lambda table: table["offer"])
        time.sleep(1.5)
        there.until(lambda table: True)
        there.say("name", name="Eve")
        friend.until(lambda table: table["people"] == ["", "Eve"])
        assert friend.table["offer"] == {"by": 0, "what": "draw"}
        assert friend.table["left"][0] < 599


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL])
def test_a_disk_that_knows_no_locks_keeps_games_all_the_same(tmp_path, monkeypatch, code):
    def refuse(path, patience):
        error = sqlite3.OperationalError("no locks here")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(friend_store, "locked", refuse)
    with serving() as live, playing(live, game="nim") as (mine, _, _):
        mine.play("1")
        mine.until(lambda table: table["view"]["place"]["moves"])
        assert mine.table["is_kept"]
    assert on_disk(tmp_path)[0]["moves"] == ["1"]


def test_a_flag_does_not_fall_on_another_server(tmp_path, monkeypatch):
    """Where the clock of a move that was played long ago still runs."""
    monkeypatch.setattr(friend_room, "RETURN_S", 0)
    monkeypatch.setattr(friends, "WATCH_S", 3600)
    clock = {"kind": "move", "seconds": 4}
    with serving() as live, playing(live, game="nim", clock=clock) as (mine, friend, keys):
        mine.play("1")
        friend.until(lambda table: table["view"]["place"]["moves"])
        with serving() as other, visiting(other, keys["room"]) as watcher:
            watcher.until(lambda table: table["running"] == 1)
            for n in range(1, 6):
                time.sleep(1)
                one, two = ((mine, friend), (friend, mine))[n % 2]
                one.play("1")
                for guest in (one, two):
                    guest.until(lambda table, n=n: len(table["view"]["place"]["moves"]) == n + 1)
            watcher.until(lambda table: len(table["view"]["place"]["moves"]) > 1)
            assert watcher.table["ended"] is None
    assert on_disk(tmp_path)[0]["ended"] is None


def test_a_server_that_was_faster(tmp_path):
    """It has written after this one had looked."""
    kept = KeptRoom(
        room=digest("x"), seats=(digest("a"), digest("b")), game="nim", clock=None, first=0,
        moves=[],
    )  # fmt: skip
    one, other = Store(tmp_path / "f"), Store(tmp_path / "f")
    stamp = one.write(kept, None)
    newer = other.write(kept.model_copy(update={"moves": ["1"]}), stamp)
    with pytest.raises(friend_store.Changed):
        one.write(kept.model_copy(update={"moves": ["2"]}), stamp)
    assert one.news(kept.room, stamp) == (other.read()[0][0], newer)
    assert one.news(kept.room, newer) is None


def test_moves_of_two_servers_at_once(tmp_path):
    """The same seat on both: each move that was acknowledged stays."""
    with serving() as live, serving() as other:
        keys = invite(live, game="nim:heap=60")
        with (
            visiting(live, keys["room"], keys["mine"]) as a,
            visiting(other, keys["room"], keys["mine"]) as b,
            visiting(live, keys["room"], keys["friend"]) as c,
            visiting(other, keys["room"], keys["friend"]) as d,
        ):
            for guest in (a, b, c, d):
                guest.until(lambda table: True)
            for n in range(12):
                one, two = ((a, b), (c, d))[n % 2]
                one.say("move", number=1, ply=n, move="1")
                two.say("move", number=1, ply=n, move="2")
                for guest in (a, b, c, d):
                    guest.until(lambda table, n=n: len(table["view"]["place"]["moves"]) == n + 1)
                assert a.moves == b.moves == c.moves == d.moves == on_disk(tmp_path)[0]["moves"]


# --- who may do what -----------------------------------------------------------------


def test_without_the_token_only_the_game_of_the_link(locked):
    """A friend and a spectator without the token: the files of the page and their room."""
    bearer = {"authorization": f"Bearer {TOKEN}"}
    keys = invite(locked, game="nim", **bearer)
    for seat in (keys["friend"], None):
        with visiting(locked, keys["room"], seat) as guest:
            guest.until(lambda table: True)
            for message in ("view", "search", "solve", "prepare", "tree", "set_up", "stop"):
                guest.say(message, id=1)
                assert guest.error() == "bad-message"
    for cookie in (keys["room"], keys["friend"]):
        for headers in (
            {"cookie": f"playout-{locked.port}={cookie}"},
            {"authorization": f"Bearer {cookie}"},
        ):
            assert httpx.get(locked.address + "/api/catalogue", headers=headers).status_code == 401
    start = {"game": "nim", "colour": "first"}
    origin = {"origin": locked.address}
    assert httpx.post(locked.address + "/api/friend", json=start, headers=origin).status_code == 401
    assert httpx.post(locked.address + "/api/friend", json=start).status_code == 403
    assert httpx.get(locked.address + "/").status_code in (200, 503)


def test_other_pages_do_not_visit(locked, live):
    for server in (locked, live):
        for origin in ("http://evil.example", "null", None):
            with pytest.raises(InvalidStatus), visiting(server, "x", origin=origin):
                pass
    evil = {"origin": "http://evil.example"}
    start = {"game": "nim", "colour": "first"}
    assert httpx.post(live.address + "/api/friend", json=start, headers=evil).status_code == 403


def test_wrong_keys_that_come_at_once_are_looked_at_no_more_than_one_after_the_other(live):
    uri, n = f"ws://127.0.0.1:{live.port}/friend", 60
    with contextlib.ExitStack() as lines:
        guests = [
            Guest(lines.enter_context(connect(uri, compression=None, origin=live.address)))
            for _ in range(n)
        ]
        began = time.monotonic()
        for i, guest in enumerate(guests):
            guest.say("enter", room=f"wrong-{i}", seat=None)
        codes = [guest.error() for guest in guests]
    assert set(codes) == {"no-such-game", "try-later"}
    seconds = time.monotonic() - began
    assert codes.count("no-such-game") <= limits.MOST_WRONG * (1 + seconds / limits.WRONG_S)


def test_wrong_keys(locked, monkeypatch):
    """They are answered late, and with wrong tokens they share what an address may try."""
    keys = invite(locked, authorization=f"Bearer {TOKEN}")
    room, mine = keys["room"], keys["mine"]
    wrong = [("x", None), (room, "x"), (mine, None), (mine, mine), (room[:-1], mine), (room, room)]
    late = []
    wait = limits.WrongTries.wait

    async def noted(self, scope):
        late.append(scope["path"])
        await wait(self, scope)

    monkeypatch.setattr(limits.WrongTries, "wait", noted)
    for one, seat in wrong:
        with visiting(locked, one, seat) as guest:
            assert guest.error() == "no-such-game"
            with pytest.raises(ConnectionClosed):
                guest.hear()
    assert late == ["/friend"] * len(wrong)
    monkeypatch.setattr(limits, "MOST_WRONG", 0)
    with visiting(locked, room, mine) as guest:
        assert guest.error() == "try-later"  # not looked at


def test_half_a_visit_is_not_waited_for(live, monkeypatch):
    monkeypatch.setattr(friend_socket, "ENTER_S", 0.1)
    keys = invite(live)
    with visiting(live, keys["room"]) as guest:
        guest.until(lambda table: True)
        time.sleep(0.3)
        guest.say("look", ply=0)
        while guest.hear()["type"] != "looked":
            pass
    uri = f"ws://127.0.0.1:{live.port}/friend"
    with connect(uri, origin=live.address) as silent, pytest.raises(ConnectionClosed):
        silent.recv(timeout=60)
    until(lambda: not live.state.friends.visitors)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b'{"game": 5}',
        b'{"game": "nim", "colour": "blue"}',
        b'{"game": "nim", "clock": {"kind": "move", "seconds": -1}}',
        b'{"game": "nim", "folder": "/etc"}',
        b'{"game": "' + b"x" * 300 + b'"}',
    ],
)
def test_broken_invitations(live, body):
    headers = {"origin": live.address}
    answer = httpx.post(live.address + "/api/friend", content=body, headers=headers)
    assert answer.status_code == 422


@pytest.mark.parametrize("game", ["chess", "../x.py", "/etc/passwd", "hex:99", "hex:size=0"])
def test_games_that_are_none(live, game, tmp_path):
    assert invite(live, game=game)["type"] == "error"
    assert not on_disk(tmp_path)


def test_visitors_are_counted(live, monkeypatch):
    keys = invite(live)
    monkeypatch.setattr(friend_socket, "MOST_IN_ROOM", 1)
    with visiting(live, keys["room"]) as first:
        first.until(lambda table: True)
        with visiting(live, keys["room"]) as second:
            assert second.error() == "room-full"
    monkeypatch.setattr("playout.web.friend_routes.MOST_VISITORS", 0)
    with pytest.raises(InvalidStatus), visiting(live, keys["room"]):
        pass


def test_those_who_say_nothing_keep_nobody_out(live):
    """They come again whenever they are turned out, and do not listen to that."""
    keys = invite(live)
    ask = (
        f"GET /friend HTTP/1.1\r\nHost: 127.0.0.1:{live.port}\r\nOrigin: {live.address}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    is_over = threading.Event()
    opened = []

    def flood():
        while not is_over.is_set():
            opened.append(socket.create_connection(("127.0.0.1", live.port)))
            opened[-1].sendall(ask.encode())
            opened[-1].recv(1)
            if len(opened) > 300:
                opened.pop(0).close()

    thread = threading.Thread(target=flood)
    thread.start()
    try:
        until(lambda: len(opened) >= 300, 60)
        end = time.monotonic() + 10
        while True:
            # On a slow line one may be turned out, too: pages try again.
            with (
                contextlib.suppress(ConnectionClosed),
                visiting(live, keys["room"], keys["mine"], open_timeout=5) as mine,
            ):
                assert mine.hear(5)["type"] == "table"
                break
            assert time.monotonic() < end
        assert len(live.state.friends.visitors) <= friend_socket.MOST_SILENT + 5
    finally:
        is_over.set()
        thread.join()
        for one in opened:
            one.close()


def test_the_silent_of_one_address_do_not_turn_out_others(live, monkeypatch):
    """Someone on a slow line may still say what they come for."""
    monkeypatch.setattr(friend_socket, "MOST_SILENT", 3)
    monkeypatch.setattr(friend_socket, "address_of", lambda scope: next(addresses))
    addresses = iter(["slow", *["flood"] * 20])
    keys = invite(live)
    uri = f"ws://127.0.0.1:{live.port}/friend"
    with connect(uri, origin=live.address) as slow, contextlib.ExitStack() as flood:
        for _ in range(20):
            flood.enter_context(connect(uri, origin=live.address))
        assert len(live.state.friends.visitors) == 3
        slow.send(json.dumps({"type": "enter", "room": keys["room"]}))
        assert json.loads(slow.recv(timeout=5))["type"] == "table"


def test_hundreds_of_made_up_messages(live, monkeypatch, caplog):
    monkeypatch.setattr(friend_socket, "RATE", 1e6)
    monkeypatch.setattr(friend_socket, "BURST", 1e6)
    maker = Maker(random.Random(1))
    kinds = get_args(friend_messages.FromFriend)
    codes = set()
    with playing(live, game="hex:size=3") as (mine, friend, keys):

        def listen(guest):
            while True:
                try:
                    codes.add(guest.hear().get("code"))
                except ConnectionClosed:
                    return

        threads = [
            threading.Thread(target=listen, args=(one,), daemon=True) for one in (mine, friend)
        ]
        for thread in threads:
            thread.start()
        for _ in range(800):
            message = maker.message(maker.dice.choice(kinds))
            if message.get("type") == "move":
                message["number"] = maker.dice.choice((1, 1, 1, message.get("number")))
            maker.dice.choice((mine, friend)).socket.send(json.dumps(message))
        with visiting(live, keys["room"]) as w:
            w.until(lambda table: True)
    assert not codes & {"server-error", "bad-message"}, caplog.text
    assert codes & {"not-your-turn", "illegal-move", "shared-over"}
