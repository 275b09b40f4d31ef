"""The lab of the page, asked by somebody who means harm: no files, no programs, no end of work."""

import http.client
import json
import os
import random
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from lab_client import LONG, NEW, Lab
from serving import serving, until

from playout.language import printable
from playout.web import experiment_runs

HARMFUL_PLAYERS = [
    "program:touch pwned",
    "pwned.py",
    "./pwned.py::Greedy",
    "uct:policy=pwned.py",
    "rave:beta=/tmp/pwned.py",
    "human",
    "uct:seconds=1000",
    "uct:seconds=1e9,solver=false",
    "uct:simulations=999999999",
    "uct:threads=64",
    "uct:simulations=" + "9" * 400,
    "perfect:seconds=3600",
    "uct:c=nan",
    "no-such-player",
]
HARMFUL_GAMES = ["pwned.py", "/etc/passwd", "../hex", "hex:size=9999", "hex:size=11;x", "nogame"]
WRONG = [
    {"games": 0},
    {"games": 10**9},
    {"games": 2.5},
    {"games": "6"},
    {"opening": -1},
    {"opening": 10**6},
    {"seed": -1},
    {"seed": 2**64},
    {"kind": "tune"},
    {"kind": "sweep"},
    {"name": ""},
    {"name": "x" * 1000},
    {"name": "a\x1b[31mred\x1b]0;pwn\x07"},
    {"name": "two\nlines"},
    {"name": "turned \u202eround"},
    {"players": {}},
    {"players": {"a": "random"}},
    {"players": {f"p{i}": "random" for i in range(50)}},
    {"players": {"a": "random", "=cmd|'/C calc'!A0": "random"}},
    {"players": {"a": "random", "b\n[sprt]": "random"}},
    {"players": ["random", "random"]},
    {"sprt": {"elo0": 1e308, "elo1": 50}},
    {"sprt": {"elo0": 50, "elo1": 0}},
    {"language": "../fr"},
    {"ledger": "/tmp/pwned.sqlite"},
    {"path": "../pwned"},
    {"workers": 1000},
]
NAMES = [
    "../../escape",
    "/etc/cron.d/x",
    "..",
    "con",
    "a\u0000b",
    'quotes " and \\ and \u007f',
    "line\nbreak = 1",
    "<script>alert(1)</script>",
    "\u202eevil",
    "Café Österreich ✓",
    "---",
]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "secret.toml").write_text("name = 'outside'")
    return tmp_path / "experiments"


@pytest.fixture
def lab(folder, monkeypatch):
    """A lab in which nothing is really played: what is refused must be refused before."""
    started = []

    async def start(self, spec, language):
        self.check_free()
        started.append(spec)

    monkeypatch.setattr(experiment_runs.Runs, "start", start)
    with serving(experiments_in=str(folder)) as live:
        made = Lab(live.address)
        made.started, made.port = started, live.port
        yield made


def files_in(folder):
    return sorted(path.relative_to(folder.parent) for path in folder.parent.rglob("*"))


def test_what_the_page_may_not_ask_for_is_refused_and_leaves_nothing(lab, folder):
    before = files_in(folder)
    asked = [NEW | {"players": {"a": text, "b": "random"}} for text in HARMFUL_PLAYERS]
    asked += [NEW | {"game": game} for game in HARMFUL_GAMES]
    asked += [NEW | wrong for wrong in WRONG]
    for body in asked:
        status, _, reply = lab.send("", body)
        assert status == 422, body
        assert reply["text"], body
        assert reply["code"] != "server-error", reply
    assert files_in(folder) == before
    assert lab.started == []


def test_names_stay_inside_the_folder(lab, folder):
    for name in NAMES:
        status, _, reply = lab.send("", NEW | {"name": name})
        assert status in (200, 422), name
        if status == 200:
            assert reply["name"] == name
    for path in folder.rglob("*"):
        assert path.parent == folder
        assert set(path.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert all(path.parent == folder for path in lab.started)


def test_only_what_is_in_the_folder_can_be_named(lab, folder):
    lab.create()
    outside = ["../secret.toml", "..", ".", "%2e%2e/secret.toml", "/etc/passwd", "short-trial"]
    outside += ["short-trial.toml/..", "short-trial.toml\u0000", "C:\\x.toml", "x" * 5000]
    for id in outside:
        for path in (f"/{quote(id, safe='')}", f"/{quote(id, safe='')}/report.html"):
            assert lab.send(path)[0] in (404, 400, 405, 414), id
        assert lab.send(f"/{quote(id, safe='')}/run", {})[0] in (404, 405), id
    for name in ("short-trial.sqlite", "..%2fsecret.toml", "secret.toml", "report.html%00"):
        assert lab.send(f"/short-trial.toml/{name}")[0] == 404, name
    assert lab.send("/short-trial.toml/delete", {})[0] == 404
    assert len(lab.started) == 1


def test_what_its_owner_wrote_is_not_run_nor_read_if_it_has_files_or_programs(lab, folder):
    folder.mkdir()
    ran = folder.parent / "ran"
    game = folder.parent / "my_game.py"
    game.write_text(f"open({str(ran)!r}, 'w')")
    players = '[players]\na = "random"\nb = "{}"\n'
    (folder / "one.toml").write_text(f'game = "{game}"\n' + players.format("random"))
    (folder / "two.toml").write_text(
        'game = "nim"\n' + players.format(f"program:touch {ran}").replace("\\", "/")
    )
    (folder / "three.toml").write_text('game = "nim"\n' + players.format(f"{game}::Greedy"))
    for id in ("one.toml", "two.toml", "three.toml"):
        seen = lab.of(id)
        assert not seen["may_run"]
        assert "playout lab run" in seen["why"]["text"]
        assert lab(f"/{id}/run", {})["code"] == "not-from-page"
    assert not ran.exists()
    assert lab.started == []


def test_another_site_can_neither_begin_nor_stop_anything(lab):
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Host": "evil.example"},
    ):
        foreign = Lab(lab.address)
        foreign.headers = headers
        for path in ("", "/short-trial.toml/run", "/short-trial.toml/stop"):
            assert foreign.send(path, NEW)[0] in (400, 403), headers
    bare = Lab(lab.address)
    bare.headers = {}
    assert bare.send("", NEW)[0] == 403
    assert lab.every() == []


def test_without_the_token_there_is_nothing(folder):
    with serving(token="a-token-of-16-characters", experiments_in=str(folder)) as live:
        for headers in ({}, {"Authorization": "Bearer wrong"}):
            thief = Lab(live.address, **headers)
            paths = ["", "/a.toml", "/a.toml/report.html", "/a.toml/a.toml"]
            assert {thief.send(path)[0] for path in paths} == {401}
            assert thief.send("", NEW)[0] == 401
        owner = Lab(live.address, Authorization="Bearer a-token-of-16-characters")
        assert owner.send("")[0] == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_refused(lab, method):
    assert lab.send("", NEW if method != "OPTIONS" else None, method=method)[0] == 405


def test_large_bodies_are_refused(lab):
    connection = http.client.HTTPConnection("127.0.0.1", lab.port, timeout=60)
    body = json.dumps(NEW | {"name": "x" * 200_000})
    connection.request("POST", "/api/experiments", body, {"Origin": lab.address})
    assert connection.getresponse().status == 413
    connection.close()


def test_a_folder_can_be_full(lab, folder, monkeypatch):
    monkeypatch.setattr("playout.web.experiment_specs.MOST_SPECS", 3)
    for _ in range(3):
        assert lab.create()["state"] == "ready"
    assert lab.create()["code"] == "too-many-experiments"
    assert len(lab.every()) == 3


def junk(chance, depth=0):
    """Anything that JSON can be."""
    kind = chance.randrange(8 if depth < 3 else 6)
    if kind == 0:
        return chance.choice([None, True, False])
    if kind in (1, 2):
        return chance.choice([0, -1, 2, 6, 1e9, 2**70, -0.5, 1e-300])
    if kind in (3, 4, 5):
        pieces = ["uct", "random", ":", "=", "simulations", "nim", "../", ".py", "\u0000", "é", "9"]
        return "".join(chance.choices(pieces, k=chance.randrange(6)))
    if kind == 6:
        return [junk(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {str(junk(chance, 9)): junk(chance, depth + 1) for _ in range(chance.randrange(4))}


def test_junk_is_answered_by_a_sentence(lab, folder):
    chance = random.Random(7)
    for _ in range(400):
        body = dict(NEW)
        for key in chance.sample(sorted(body), chance.randrange(1, 3)):
            body[key] = junk(chance)
        whole = body if chance.random() < 0.8 else junk(chance)
        status, _, reply = lab.send("", json.dumps(whole).encode())
        assert status in (200, 422), body
        assert status == 200 or reply["code"] != "server-error", (body, reply)
    for raw in (b"", b"{", b"\xff\xfe", b"[" * 30_000, b"null", b'{"name": "\\ud800"}'):
        assert lab.send("", raw)[0] == 422, raw[:20]
    assert all(path.parent == folder for path in lab.started)


BAD = {
    b"latin-1.toml": 'name = "café"'.encode("latin-1"),
    b"deep.json": b'{"a": ' + b"[" * 40_000 + b"]" * 40_000 + b"}",
    b"deep.toml": b"a = " + b"[" * 20_000 + b"]" * 20_000,
    b"less-deep.json": b'{"a": ' + b"[" * 800 + b"]" * 800 + b"}",
    b"long-number.json": b'{"games": ' + b"9" * 5000 + b"}",
    b"long-number.toml": b"games = " + b"9" * 5000,
    b"surrogate.json": b'{"name": "\\ud800", "kind": "\\ud800"}',
    b"caf\xe9.toml": b'game = "nim"\n[players]\na = "random"\nb = "uct:simulations=9"\n',
    b"x" * 250 + b".toml": b'game = "nim"\n[players]\na = "random"\nb = "uct:simulations=9"\n',
}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names of files")
def test_one_bad_file_takes_no_other_experiment_away(lab, folder, caplog):
    made = lab.create()["id"]
    for name, content in BAD.items():
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_bytes(content)
    os.mkfifo(folder / "short-trial.sqlite-lock")
    (folder / "surrogate.sqlite-lock").write_bytes(b"no lock" * 1000)
    seen = {one["id"]: one for one in lab.every()}
    assert {*seen} == {made} | {printable(os.fsdecode(name)) for name in BAD}
    assert seen.pop(made)["state"] == "ready"
    for id, one in seen.items():
        assert one["state"] == "failed", id
        assert "on the server" not in one["why"]["text"], id
        assert lab.of(id)["why"] == one["why"]
        assert lab.send(f"/{quote(id, safe='')}/{quote(id, safe='')}")[0] == 200
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.full
def test_no_more_than_two_run_at_once(folder):
    with serving(experiments_in=str(folder)) as live:
        lab = Lab(live.address)
        made = [lab("", LONG | {"name": f"Run {i}"})["id"] for i in range(2)]
        refused = lab.send("", LONG | {"name": "Too many"})
        assert (refused[0], refused[2]["code"]) == (409, "too-many-running")
        assert "too-many.toml" not in {one["id"] for one in lab.every()}
        assert lab(f"/{made[0]}/stop", {})["state"] in ("stopped", "ready")
        assert lab("", LONG | {"name": "Now there is room"})["state"] == "running"
        ids = [one["id"] for one in lab.every()]
    # The server has ended, and with it what it had begun.
    with serving(experiments_in=str(folder)) as live:
        lab = Lab(live.address)
        until(lambda: all(lab.of(id)["state"] in ("stopped", "ready") for id in ids))
