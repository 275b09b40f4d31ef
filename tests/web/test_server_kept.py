"""Games as files: safe names, whole files, a bounded number, and nobody's later game is lost."""

import json
import urllib.error
import urllib.request

import pytest
from serving import serving

from playout.cli.arguments import parser
from playout.cli.play import loaded_session
from playout.terminal.record import read_record
from playout.web import kept

ID = "0123456789abcdefghij"
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
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or "null")


def game(rev=1, id=ID, text=TEXT, **more):
    head = {"id": id, "rev": rev, "created": 1763000000000, "updated": 1763000000000 + int(rev)}
    return {**head, "result": "open", "text": text, **more}


def test_game_is_a_file_that_the_terminal_reads(live, folder):
    assert ask(live, body=game())[0] == 200
    [path] = folder.iterdir()
    assert path.name.endswith(f"-hex-{ID}.txt")
    record = read_record(path)
    assert (record.game, record.players) == ("hex:size=5", ("human", "hard"))
    assert record.moves == ("c3", "b2", "a1")
    assert ask(live, f"/{ID}") == (200, game())
    status, answer = ask(live)
    assert (status, answer["folder"]) == (200, str(folder))
    assert [one["head"]["rev"] for one in answer["games"]] == [1]


def test_later_game_takes_its_place_and_an_earlier_one_does_not(live, folder):
    assert [ask(live, body=game(rev))[0] for rev in (1, 3, 2, 3, 4)] == [200, 200, 409, 409, 200]
    assert len(list(folder.iterdir())) == 1
    assert ask(live, f"/{ID}")[1]["rev"] == 4


def test_deleted_game_is_set_aside_and_can_come_back(live, folder):
    ask(live, body=game())
    assert ask(live, f"/{ID}/delete", {})[0] == 200
    assert ask(live, f"/{ID}")[0] == 404
    assert [one["is_deleted"] for one in ask(live)[1]["games"]] == [True]
    assert [path.suffix for path in folder.iterdir()] == [".deleted"]
    assert ask(live, body=game())[0] == 409  # an old copy in another browser
    assert ask(live, body=game(2))[0] == 200
    assert [path.suffix for path in folder.iterdir()] == [".txt"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": "../../../../etc/passw"},
        {"id": "0123456789ABCDEFGHIJ"},
        {"id": ID + "\n"},
        {"id": ID[:-1]},
        {"text": "[Game \"x\"]" + "a" * 50_000},
        {"text": "#!/bin/sh\nrm -rf /"},
        {"rev": 0},
        {"rev": "1"},
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
    assert ask(live, f"/{id}/delete", {})[0] in (404, 405)
    assert len(list(folder.iterdir())) == 2


def test_name_and_text_of_a_file_hold_no_tricks(live, folder):
    text = '[Game "../../x/y"]\n\n1. c3 {\x1b[2J\x00}\n'
    assert ask(live, body=game(text=text, created=2**53 - 1))[0] == 200
    [path] = folder.iterdir()
    assert path.name.endswith(f"-game-{ID}.txt")
    assert "\x1b" not in path.read_text()


@pytest.mark.parametrize("line", ['[Result "1-0"]', '[Id "aaaaaaaaaaaaaaaaaaaa"]', '[Rev "99"]'])
def test_comment_that_looks_like_a_head_is_a_comment(live, folder, line):
    text = TEXT.replace("{x (y}", f"{{x\n{line}\nend}}")
    assert ask(live, body=game(text=text))[0] == 200
    assert ask(live, body=game(rev=2, text=text))[0] == 200
    [path] = folder.iterdir()
    assert '[Rev "2"]' in path.read_text("utf-8")
    head = kept._head_in(path)
    assert (head.id, head.rev, head.result) == (ID, 2, "open")


def test_folder_has_an_end_and_deleted_games_make_room(live, folder, monkeypatch):
    monkeypatch.setattr(kept, "MOST_FILES", 3)
    ids = [ID[:-1] + letter for letter in "abcd"]
    assert [ask(live, body=game(id=id))[0] for id in ids] == [200, 200, 200, 507]
    ask(live, f"/{ids[0]}/delete", {})
    assert ask(live, body=game(id=ids[3]))[0] == 200
    assert len(list(folder.iterdir())) == 3
    assert ask(live, body=game(2, id=ids[3]))[0] == 200  # one that is there may always be written


def test_folder_that_cannot_be_written_says_so(live, folder):
    folder.write_text("a file")
    status, answer = ask(live, body=game())
    assert (status, answer["code"]) == (500, "games-folder")


def test_other_sites_and_who_has_no_token_keep_nothing(live, folder):
    assert ask(live, body=game(), Origin="http://evil.example")[0] == 403
    with serving(games_in=folder, token="a long enough token") as locked:
        assert ask(locked)[0] == 401
        assert ask(locked, body=game())[0] in (401, 403)
    assert not folder.exists()


def test_nothing_is_kept_where_nobody_wants_it():
    with serving() as server:
        assert ask(server) == (200, {"folder": None, "games": []})
        assert ask(server, body=game())[0] == 405


def test_loaded_text_is_not_overwritten_by_save(live, folder, tmp_path):
    """`save` writes the moves alone: what else is in the file of the page is not to be lost."""
    ask(live, body=game())
    [path] = folder.iterdir()
    options = parser().parse_args(["play", "--load", str(path)])
    session = loaded_session(options)
    assert [move.name for move in session.state.history] == ["c3", "b2", "a1"]
    assert path.resolve() not in session.files
