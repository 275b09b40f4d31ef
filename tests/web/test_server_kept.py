"""Games as files: safe names, whole files, a bounded number, and nobody's later game is lost."""

import hashlib
import json
import os
import sqlite3
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from multiprocessing import get_context

import pytest
from serving import PATIENCE_S, serving

from playout.cli.arguments import parser
from playout.cli.play import loaded_session
from playout.errors import PlayoutError
from playout.lock import locked
from playout.terminal.record import read_record
from playout.web import kept

ID = "0123456789abcdefghij"
TURNS = 40  # of two servers that write at once
TEXT = '[Game "hex:size=5"]\n[First "human"]\n[Second "hard"]\n\n1. c3 b2 {x (y} (1... d4) 2. a1\n'


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "games"


@pytest.fixture
def live(folder):
    with serving(games_in=folder) as server:
        yield server


def ask(live, path="", body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    origin = {"Origin": live.address, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{live.address}/api/games{path}", data, origin | headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or "null")


def game(n=1, id=ID, text=TEXT, **more):
    head = {"id": id, "created": 1763000000000, "updated": 1763000000000 + n}
    return {**head, "result": "open", "text": text, "base": "", **more}


def sent(text):
    """A game as it is without what it goes on from."""
    return {name: value for name, value in game(text=text).items() if name != "base"}


def tag_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def text_files(folder):
    """All but the mark of the folder and its lock."""
    return sorted(path for path in folder.iterdir() if not path.name.startswith(".playout"))


def test_game_is_a_file_that_the_terminal_reads(live, folder):
    assert ask(live, body=game())[0] == 200
    [path] = text_files(folder)
    assert path.name.endswith(f"-hex-{ID}.txt")
    record = read_record(path)
    assert (record.game, record.players) == ("hex:size=5", ("human", "hard"))
    assert record.moves == ("c3", "b2", "a1")
    assert ask(live, f"/{ID}") == (200, {**sent(TEXT), "tag": tag_of(path)})
    status, answer = ask(live)
    assert (status, answer["folder"]) == (200, str(folder))
    assert [(one["id"], one["tag"]) for one in answer["games"]] == [(ID, tag_of(path))]


def test_only_what_one_has_seen_is_replaced_or_deleted(live, folder):
    first = ask(live, body=game())[1]["tag"]
    second = ask(live, body=game(2, base=first))[1]["tag"]
    for base in ("", first, "x"):
        assert ask(live, body=game(3, base=base))[0] == 409
        assert ask(live, f"/{ID}/delete", {"base": base})[0] == 409
    assert ask(live, f"/{ID}")[1]["tag"] == second
    assert ask(live, f"/{ID}/delete", {})[0] == 422
    assert len(text_files(folder)) == 1


def test_deleted_game_is_set_aside_and_can_come_back(live, folder):
    tag = ask(live, body=game())[1]["tag"]
    assert ask(live, f"/{ID}/delete", {"base": tag})[0] == 200
    assert ask(live, f"/{ID}")[0] == 404
    assert [one["is_deleted"] for one in ask(live)[1]["games"]] == [True]
    assert [path.suffix for path in text_files(folder)] == [".deleted"]
    assert ask(live, body=game())[0] == 409  # an old copy in another browser
    assert ask(live, body=game(2, base=tag))[0] == 200
    assert [path.suffix for path in text_files(folder)] == [".txt"]


def test_edited_file_is_copied_before_it_is_written_over(live, folder):
    ask(live, body=game())
    [path] = text_files(folder)
    edited = (
        b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + b'(a thought) [Event "x"]'
    )
    path.write_bytes(edited)
    [listed] = ask(live)[1]["games"]
    assert listed["tag"] == tag_of(path)
    text = ask(live, f"/{ID}")[1]["text"]
    assert "\r" not in text
    assert "(a thought)" in text
    tag = ask(live, body=game(2, base=listed["tag"]))[1]["tag"]
    assert [one.read_bytes() for one in text_files(folder)][1] == edited
    assert ask(live, body=game(3, base=tag))[0] == 200
    assert [one.suffix for one in text_files(folder)] == [".txt", ".edited"]  # none of our own


OTHER = ID[::-1]
OF_ANOTHER = (
    f'[Id "{OTHER}"]\n[Created "1"]\n[Updated "1"]\n[Result "open"]\n{TEXT}'.encode()
)  # as somebody copies one game over another's file


def test_new_file_takes_no_name_that_is_taken(live, folder):
    ask(live, body=game())
    [path] = text_files(folder)
    path.write_bytes(OF_ANOTHER)
    assert ask(live, body=game(2))[0] == 200
    assert path.read_bytes() == OF_ANOTHER
    listed = {one["id"]: one["file"] for one in ask(live)[1]["games"]}
    assert listed[OTHER] == path.name
    assert listed[ID].endswith(f"-hex-2-{ID}.txt")


@pytest.mark.parametrize("content", [OF_ANOTHER, b"what I have to buy\n"])
def test_game_that_comes_back_takes_no_name_that_is_taken(live, folder, content):
    tag = ask(live, body=game())[1]["tag"]
    [path] = text_files(folder)
    named = path.rename(path.with_name("mine.txt"))
    assert ask(live, f"/{ID}/delete", {"base": tag})[0] == 200
    named.write_bytes(content)
    assert ask(live, body=game(2, base=tag))[0] == 200
    assert named.read_bytes() == content
    listed = {one["id"]: one["file"] for one in ask(live)[1]["games"]}
    assert listed[ID] == "mine-2.txt"
    assert len(text_files(folder)) == 2


def test_deleted_game_replaces_none_that_was_deleted_before(live, folder):
    tag = ask(live, body=game())[1]["tag"]
    [path] = text_files(folder)
    ask(live, f"/{ID}/delete", {"base": tag})
    [aside] = text_files(folder)
    earlier = aside.read_bytes()
    path.write_bytes(earlier)  # put back by hand, which leaves the one that was set aside
    tag = ask(live, body=game(2, base=tag))[1]["tag"]
    later = path.read_bytes()
    assert ask(live, f"/{ID}/delete", {"base": tag})[0] == 200
    assert {one.read_bytes() for one in text_files(folder)} == {earlier, later}
    # It is the later one that comes back.
    assert ask(live)[1]["games"][0]["tag"] == tag
    assert ask(live, body=game(3, base=tag))[0] == 200
    assert aside.read_bytes() == earlier
    assert len(text_files(folder)) == 2


def test_copies_of_a_deleted_game_are_set_aside_with_it_and_named(live, folder):
    tag = ask(live, body=game())[1]["tag"]
    [path] = text_files(folder)
    backup, content = folder / "my backup.txt", path.read_bytes()
    backup.write_bytes(content)
    tag = ask(live, body=game(2, base=tag))[1]["tag"]
    status, answer = ask(live, f"/{ID}/delete", {"base": tag})
    assert (status, answer["copies"]) == (200, ["my backup.txt.deleted"])
    assert [one["is_deleted"] for one in ask(live)[1]["games"]] == [True]
    assert (folder / "my backup.txt.deleted").read_bytes() == content
    assert ask(live, body=game(3, base=tag))[0] == 200  # undone: the game itself is back
    assert [one.name for one in text_files(folder)] == [path.name, "my backup.txt.deleted"]


def write_often(folder, name, together, written):
    """A server that keeps a game again and again, at the same time as another one."""
    server = kept.Folder(folder)
    for turn in range(TURNS):
        base = "".join(one.tag for one in server.every().games)
        together.wait()  # both have seen the same
        with suppress(PlayoutError):
            server.write(kept.KeptGame(**sent(f"{TEXT}{{{turn} {name}}}")), base)
            written.put(turn)
        together.wait()


def test_two_servers_do_not_both_replace_the_same(folder):
    system = get_context("spawn")
    together, written = system.Barrier(2, timeout=PATIENCE_S), system.Queue()
    servers = [
        system.Process(target=write_often, args=(folder, name, together, written)) for name in "ab"
    ]
    for server in servers:
        server.start()
    turns = [written.get(timeout=PATIENCE_S) for _ in range(TURNS)]
    for server in servers:
        server.join()
    assert sorted(turns) == list(range(TURNS))
    assert written.empty()


def test_who_cannot_have_the_folder_alone_writes_nothing(live, folder, monkeypatch):
    monkeypatch.setattr(kept, "PATIENCE_S", 0.1)
    ask(live)
    with closing(locked(folder / kept.LOCK, 1)):
        status, answer = ask(live, body=game())
        assert (status, answer["code"]) == (500, "games-folder")
        assert ask(live)[1]["games"] == []  # one may look
    assert ask(live, body=game())[0] == 200


@pytest.mark.parametrize(
    "content", [b"", b"1. c3 b2\n", b'[Id "x"]\n', b"\xff\xfe[", TEXT.encode()]
)
def test_file_without_its_first_lines_is_listed_and_never_replaced(live, folder, content):
    ask(live, body=game())
    [path] = text_files(folder)
    path.write_bytes(content)
    [listed] = ask(live)[1]["games"]
    assert (listed["id"], listed["file"]) == (ID, path.name)
    status, answer = ask(live, f"/{ID}")
    assert (status, answer["code"]) == (422, "game-damaged")
    for base in ("", listed["tag"]):
        assert ask(live, body=game(2, base=base))[0] in (409, 422)
    assert path.read_bytes() == content


def test_file_may_be_renamed_and_copied(live, folder):
    ask(live, body=game())
    [path] = text_files(folder)
    copy = folder / "a copy.txt"
    copy.write_bytes(path.read_bytes())
    assert [one["file"] for one in ask(live)[1]["games"]] == [path.name]
    path.unlink()
    [listed] = ask(live)[1]["games"]
    assert (listed["id"], listed["file"]) == (ID, copy.name)
    assert ask(live, body=game(2, base=listed["tag"]))[0] == 200
    assert text_files(folder) == [copy]


def test_folder_has_a_mark_that_another_in_its_place_has_not(live, folder):
    marks = [ask(live)[1]["mark"] for _ in range(2)]
    assert marks[0] == marks[1] != ""
    folder.rename(folder.with_name("elsewhere"))
    assert ask(live)[1]["mark"] not in ("", marks[0])


def test_long_game_is_kept_and_one_without_end_is_refused(live, folder, monkeypatch):
    text = TEXT + "語" * 300_000
    assert ask(live, body=game(text=text))[0] == 200
    assert ask(live, f"/{ID}")[1]["text"] == text
    monkeypatch.setattr(kept, "MOST_SIGNS", 1000)
    status, answer = ask(live, body=game(id=ID[::-1], text=text))
    assert (status, answer["code"]) == (413, "game-too-long")
    assert ask(live, body=game(id=ID[::-1], text="x" * 2**22))[0] == 413
    assert len(text_files(folder)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "../../../../etc/passw"},
        {"id": "0123456789ABCDEFGHIJ"},
        {"id": ID + "\n"},
        {"id": ID[:-1]},
        {"text": "#!/bin/sh\nrm -rf /"},
        {"rev": 1},
        {"base": None},
        {"result": "me"},
        {"path": "/tmp/x"},
        {"created": -1},
        {"created": 2**60},
    ],
)  # fmt: skip
def test_what_is_no_game_is_refused(live, folder, wrong):
    assert ask(live, body=game(**wrong))[0] == 422
    assert not folder.exists()


@pytest.mark.parametrize("id", ["..%2f..%2fetc", "*", "%2e%2e", ID + "x", "?" * 20, "%5b0-9%5d"])
def test_no_other_file_is_read_or_deleted(live, folder, id):
    ask(live, body=game())
    (folder / "private-.txt").write_text("mine")
    assert ask(live, f"/{id}")[0] == 404 or "?" in id
    assert ask(live, f"/{id}/delete", {"base": ""})[0] in (404, 405)
    assert len(text_files(folder)) == 2


def test_name_and_text_of_a_file_hold_no_tricks(live, folder):
    text = '[Game "../../x/y"]\n\n1. c3 {\x1b[2J\x00}\n'
    assert ask(live, body=game(text=text, created=2**53 - 1))[0] == 200
    [path] = text_files(folder)
    assert path.name.endswith(f"-game-{ID}.txt")
    assert "\x1b" not in path.read_text()


@pytest.mark.parametrize(
    "line", ['[Result "1-0"]', '[Id "aaaaaaaaaaaaaaaaaaaa"]', '[Updated "99"]']
)
def test_comment_that_looks_like_a_head_is_a_comment(live, folder, line):
    text = TEXT.replace("{x (y}", f"{{x\n{line}\nend}}")
    tag = ask(live, body=game(text=text))[1]["tag"]
    assert ask(live, body=game(2, text=text, base=tag))[0] == 200
    [path] = text_files(folder)
    head = kept._head_in(kept._text_of(path.read_bytes()))
    assert (head.id, head.updated, head.result) == (ID, game(2)["updated"], "open")


def test_folder_has_an_end_and_deleted_games_make_room(live, folder, monkeypatch):
    monkeypatch.setattr(kept, "MOST_FILES", 3)
    ids = [ID[:-1] + letter for letter in "abcd"]
    answers = [ask(live, body=game(id=id)) for id in ids]
    assert [status for status, _ in answers] == [200, 200, 200, 507]
    ask(live, f"/{ids[0]}/delete", {"base": answers[0][1]["tag"]})
    status, answer = ask(live, body=game(id=ids[3]))
    assert status == 200
    assert len(text_files(folder)) == 3
    # One that is there may always be written.
    assert ask(live, body=game(2, id=ids[3], base=answer["tag"]))[0] == 200


def test_folder_that_cannot_be_written_says_so(live, folder):
    folder.write_text("a file")
    for status, answer in (ask(live), ask(live, body=game())):
        assert (status, answer["code"]) == (500, "games-folder")
    with pytest.raises(PlayoutError, match="games cannot be kept in"):
        kept.Folder(folder).check()


def test_who_holds_the_folder_keeps_only_those_waiting_who_write(live, folder, monkeypatch):
    ask(live)  # which makes the folder and its mark
    ask(live, body=game())
    monkeypatch.setattr(kept, "PATIENCE_S", 4)
    friend = json.dumps({"game": "nim", "colour": "first", "clock": None}).encode()
    invitation = urllib.request.Request(
        f"{live.address}/api/friend", friend, {"Origin": live.address}
    )
    urllib.request.urlopen(invitation, timeout=PATIENCE_S)  # the first one may compile
    with closing(locked(folder / kept.LOCK, 1)), ThreadPoolExecutor(8) as pool:
        begun = time.monotonic()
        writing = [pool.submit(ask, live, body=game(id=f"{ID[:-1]}{n}")) for n in range(8)]
        time.sleep(0.5)  # all of them wait now
        assert len(ask(live)[1]["games"]) == 1
        assert ask(live, f"/{ID}")[0] == 200
        assert urllib.request.urlopen(invitation, timeout=PATIENCE_S).status == 200
        assert not any(one.done() for one in writing)
        assert {one.result()[0] for one in writing} == {500}
        assert time.monotonic() - begun < 4 * 4  # and not 8 times: they have waited together


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
@pytest.mark.parametrize("make", [os.mkdir, getattr(os, "mkfifo", None)])
def test_what_is_no_file_is_said_and_keeps_nobody_waiting(live, folder, make):
    ask(live, body=game())
    [path] = text_files(folder)
    path.unlink()
    make(path)
    [listed] = ask(live)[1]["games"]
    answers = [ask(live, f"/{ID}"), ask(live, body=game(2, base=listed["tag"]))]
    (folder / kept.MARK).unlink()
    make(folder / kept.MARK)
    for status, answer in (*answers, ask(live)):
        assert (status, answer["code"]) == (422, "not-a-file")
    with pytest.raises(PlayoutError, match="is not a file"):
        kept.Folder(folder).check()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
def test_file_that_becomes_a_pipe_as_it_is_opened_keeps_nobody_waiting(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(kept.Path, "is_file", lambda path: True)
    with pytest.raises(PlayoutError, match="is not a file"):
        kept._read(tmp_path / "pipe")


def test_full_disk_is_said_as_one(live, folder, monkeypatch):
    def full(path, patience):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    ask(live)
    monkeypatch.setattr(kept, "locked", full)
    assert ask(live, body=game())[1]["text"].endswith("cannot be written: No space left on device")
    with pytest.raises(PlayoutError, match=r"cannot be kept in .*: No space left on device"):
        kept.Folder(folder).check()


def test_parts_of_games_that_a_killed_server_leaves_are_removed(folder):
    folder.mkdir()
    part = f".2026-01-02-hex-{ID}.txt.4711"
    others = [part[1:], part[:-5], f"{part}.edited", f"{part}x", ".notes.txt.2024", f".{ID}.txt.1"]
    for name in (part, *others):
        (folder / name).write_text(TEXT)
    kept.Folder(folder).check()
    assert {path.name for path in text_files(folder)} == {*others}


def test_other_sites_and_who_has_no_token_keep_nothing(live, folder):
    assert ask(live, body=game(), Origin="http://evil.example")[0] == 403
    with serving(games_in=folder, token="a long enough token") as locked:
        assert ask(locked)[0] == 401
        assert ask(locked, body=game())[0] in (401, 403)
    assert not folder.exists()


def test_nothing_is_kept_where_nobody_wants_it():
    with serving() as server:
        assert ask(server) == (200, {"folder": None, "mark": "", "games": []})
        assert ask(server, body=game())[0] == 405


def test_loaded_text_is_not_overwritten_by_save(live, folder, tmp_path):
    """`save` writes the moves alone: what else is in the file of the page is not to be lost."""
    ask(live, body=game())
    [path] = text_files(folder)
    options = parser().parse_args(["play", "--load", str(path)])
    session = loaded_session(options)
    assert [move.name for move in session.state.history] == ["c3", "b2", "a1"]
    assert path.resolve() not in session.files
