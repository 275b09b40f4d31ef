"""The lab at the command line: what it says, where, and with which exit code."""

import contextlib
import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pexpect
import pyte
import pytest

from playout.cli import main
from playout.lab import progress
from playout.lab.kinds import schedule_of
from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import Progress
from playout.lab.run.spec import read_spec
from playout.lab.run.tasks import games_of

SPEC = """
name = "A trial"
kind = "round-robin"
game = "nim:9"
pairs = 10
[players]
a = "random"
b = "biased"
c = "random"
"""
GAMES = 3 * 10 * 2
ENGINE = Path(__file__).parents[1] / "formats" / "fake_engine.py"
STANDING = re.compile(
    r"nim:9: a against b: [\d.]+ of 20 points, [\d.]+% \[[\d.]+%, [\d.]+%\],"
    r" \d+ won, 0 drawn, \d+ lost, [+-]?\d+ Elo \[[+-](\d+|inf), [+-](\d+|inf)\]"
)
PROGRESS = re.compile(r"(\d+) of (\d+) games, [\d.,]+ games/s, \d+ (s|min|h).* left")


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    """A folder with an experiment that was run by the real program, and what that wrote."""
    folder = tmp_path_factory.mktemp("trial")
    (folder / "trial.toml").write_text(SPEC)
    done = subprocess.run(
        [sys.executable, "-m", "playout", "lab", "run", "trial.toml", "--workers", "1"],
        cwd=folder,
        env={**os.environ, "PLAYOUT_QUIET": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return folder, done


@pytest.fixture
def there(trial, monkeypatch):
    monkeypatch.chdir(trial[0])
    return trial[0]


def test_run_says_the_result_and_nothing_else_in_a_pipe(trial):
    _, done = trial
    assert done.returncode == 0
    # Where it takes long, a line now and then; no bar, no colours.
    assert all(PROGRESS.fullmatch(line) for line in done.stderr.splitlines())
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert STANDING.fullmatch(lines[0])


def test_line_in_a_pipe_comes_every_ten_seconds(monkeypatch, capsys):
    now = 100.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with progress.watched(SimpleNamespace(unit="games")) as tell:
        for i in range(1, 26):  # a game a second
            now += 1.0
            tell(Progress(i, 100, 0, i, float(i)))
    lines = capsys.readouterr().err.splitlines()
    assert [int(PROGRESS.fullmatch(line)[1]) for line in lines] == [11, 22]
    assert lines[0] == "11 of 100 games, 1 games/s, 1 min left"


def test_status_and_resume_say_the_same(there, trial, capsys):
    assert main(["lab", "status", "trial.toml"]) == 0
    first, _, rest = capsys.readouterr().out.partition("\n")
    assert first == f"A trial: {GAMES} of {GAMES} games"
    assert rest == trial[1].stdout
    assert main(["lab", "resume", "trial.toml", "--workers", "1"]) == 0
    assert capsys.readouterr().out == trial[1].stdout


def test_report_says_where_it_is(there, capsys):
    assert main(["lab", "report", "trial.toml", "--folder", "out"]) == 0
    said = capsys.readouterr().out.strip()
    assert said.startswith("the report is in ")
    assert (
        (there / said.removeprefix("the report is in ")).read_text().startswith("<!doctype html>")
    )


def test_export_says_which_endings_there_are(there, capsys):
    assert main(["lab", "export", "trial.toml", "games.xlsx"]) == 2
    assert ".csv, .jsonl or .txt" in capsys.readouterr().err
    assert not (there / "games.xlsx").exists()


def test_export_has_every_game(there, capsys):
    entries = list(Ledger.look("trial.sqlite").games())
    for name in ("games.csv", "games.jsonl", "games.txt"):
        assert main(["lab", "export", "trial.toml", name]) == 0
        assert capsys.readouterr().out == f"{GAMES} games are in {name}\n"
    with open("games.csv", newline="") as file:
        assert [row["id"] for row in csv.DictReader(file)] == [entry.id for entry in entries]
    rows = [json.loads(line) for line in (there / "games.jsonl").read_text().splitlines()]
    assert [tuple(row["moves"]) for row in rows] == [entry.moves for entry in entries]
    lines = (there / "games.txt").read_text().splitlines()
    for line, entry in zip(lines, entries, strict=True):
        head, _, rest = line.rpartition(": ")
        assert head == f"nim:9, {entry.first} - {entry.second}"
        *moves, result = rest.split()
        assert tuple(moves) == entry.moves
        assert result == ("1-0" if entry.winner == 0 else "0-1")


def test_match_without_a_ledger_leaves_nothing_behind(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    arguments = ["match", "random", "biased", "--game", "nim:9", "--games", "4", "--workers", "1"]
    assert main(arguments) == 0
    said = capsys.readouterr()
    assert re.match(r"nim:9: random against biased: [\d.]+ of 4 points", said.out)
    assert all(map(PROGRESS.fullmatch, said.err.splitlines()))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("games", [1, 5])
def test_match_plays_as_many_games_as_it_is_told(tmp_path, capsys, games):
    arguments = ["match", "random", "biased", "--game", "nim:9", "--games", str(games)]
    path = str(tmp_path / "a.sqlite")
    assert main([*arguments, "--workers", "1", "--ledger", path]) == 0
    said = capsys.readouterr().out
    entries = list(Ledger.look(path).games())
    assert [entry.first for entry in entries] == ["random", "biased", "random", "biased", "random"][
        :games
    ]
    points = sum(entry.points for entry in entries)
    assert said.startswith(f"nim:9: random against biased: {points:g} of {games} points, ")
    elo = r"\d Elo \[.*\] from the 4 games in pairs$" if games == 5 else "no Elo: that takes a pair"
    assert re.search(elo, said)
    assert main([*arguments, "--workers", "1", "--ledger", path]) == 0  # nothing is missing
    assert capsys.readouterr().out == said


def test_match_of_no_games_is_refused(capsys):
    assert main(["match", "random", "biased", "--games", "0"]) == 2
    assert capsys.readouterr().err == "playout: --games must be 1 or more, not 0\n"


# --- what failures are told --------------------------------------------------------------


def engine(folder, mode):
    return f"program:{sys.executable} -S {ENGINE} {mode} {folder / 'log'}"


def spec_of(folder, kind, **players):
    rows = "".join(f"{name} = '{text}'\n" for name, text in players.items())
    path = folder / "spec.toml"
    path.write_text(f'kind = "{kind}"\ngame = "hex:4"\npairs = 3\n[players]\n{rows}')
    return str(path)


def test_failures_come_before_the_score_everywhere(tmp_path, capsys):
    spec = spec_of(tmp_path, "match", random="random", half=engine(tmp_path, "crash:1"))
    assert main(["lab", "run", spec, "--workers", "1"]) == 3
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "half failed in 6 of 6 games: crashed in 6"
        " (at first: Fake: it ended with exit code 3; stderr: 'out of ideas')",
        "hex:4: random against half: 6 of 6 points, 100.0% [61.0%, 100.0%],"
        " 6 won, 0 drawn, 0 lost, no Elo: failures decided 6 of 6 games",
    ]
    assert main(["lab", "status", spec]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == said
    assert main(["lab", "resume", spec, "--workers", "1"]) == 3
    assert main(["lab", "report", spec]) == 0
    folder = tmp_path / "spec-report"
    numbers = json.loads((folder / "report.json").read_text())
    assert numbers["headline"].startswith(said[0])
    assert numbers["failed_players"][0]["kinds"] == {"crashed": 6}
    assert [numbers["contests"][0][key] for key in ("elo", "elo_low", "los", "p")] == [None] * 4
    assert not numbers["ratings"]["hex:4"]
    for name in ("report.html", "report.md"):
        text = (folder / name).read_text().replace("&#39;", "'")
        assert text.index(said[0]) < text.index("no verdict on random and half: failures decided")
        assert "inf" not in re.sub(r"<script.*?</script>|<style.*?</style>", "", text, flags=re.S)
    with (folder / "games.csv").open(newline="") as file:
        assert {row["failed"] for row in csv.DictReader(file)} == {"half"}
    out = str(tmp_path / "games.csv")
    assert main(["lab", "export", spec, out]) == 0
    with open(out, newline="") as file:
        assert {row["failed"] for row in csv.DictReader(file)} == {"half"}


def test_resignations_are_no_failures(tmp_path, capsys):
    arguments = ["match", "random", engine(tmp_path, "resign:1"), "--game", "hex:4"]
    assert main([*arguments, "--games", "4", "--workers", "1"]) == 0
    said = capsys.readouterr().out
    assert "failed" not in said
    assert "4 of 4 points" in said
    assert "+inf Elo" in said


def test_illegal_moves_are_failures_and_few_of_them_leave_the_elo(tmp_path, capsys):
    """An engine whose fifth move is illegal: only games that last so long are decided by that."""
    arguments = ["match", "random", engine(tmp_path, "occupied:4"), "--game", "hex:4"]
    path = str(tmp_path / "a.sqlite")
    code = main([*arguments, "--games", "20", "--workers", "1", "--ledger", path])
    said = capsys.readouterr().out
    n = sum(bool(entry.reason) for entry in Ledger.look(path).games())
    assert code == (3 if n else 0)
    assert (f"failed in {n} of 20 games: illegal move in {n} (" in said) == (n > 0)
    assert ("no Elo" in said) == (n >= 10)
    assert (f"failures decided {n} of 20 games" in said) == (n > 0)


# --- knock-outs --------------------------------------------------------------------------

CUP = """
kind = "knock-out"
game = "nim:1"
opening = 0
pairs = 1
[players]
a = "random"
b = "random"
c = "random"
"""


def test_knock_out_says_who_won_and_how_ties_were_decided(tmp_path, capsys):
    """Whoever moves first takes the only stone: every contest is a tie."""
    spec = tmp_path / "cup.toml"
    spec.write_text(CUP)
    assert main(["lab", "run", str(spec), "--workers", "1"]) == 0
    said = capsys.readouterr().out
    first, final, won = said.splitlines()
    by_lot = "a tie, 1 : 1, and 10 : 10 in 10 further pairs, decided by lot: "
    assert re.match(rf"nim:1, round 1: . against .: 1 of 2 points, .*; {by_lot}. goes on$", first)
    winner = re.match(rf"nim:1, final: . against .: 1 of 2 points, .*; {by_lot}(.) wins$", final)[1]
    assert won == f"nim:1: {winner} wins the knock-out"
    assert main(["lab", "status", str(spec)]) == 0
    assert capsys.readouterr().out == f"cup: 44 of 44 games\n{said}"
    assert main(["lab", "report", str(spec)]) == 0
    folder = tmp_path / "cup-report"
    numbers = json.loads((folder / "report.json").read_text())
    assert numbers["winners"] == {"nim:1": winner}
    assert numbers["headline"].startswith(f"{winner} wins the knock-out (the final: a tie, 1 : 1")
    assert [row["round"] for row in numbers["rounds"]] == ["round 1", "final"]
    assert [row["games"] for row in numbers["contests"]] == [2, 2]  # further pairs are in no score
    for name in ("report.html", "report.md"):
        text = (folder / name).read_text()
        assert text.index(f"{winner} wins the knock-out") < text.index(f"{by_lot}{winner} wins")


def test_small_experiment_has_its_times(tmp_path, capsys):
    spec = tmp_path / "small.toml"
    spec.write_text(
        'game = "nim:9"\npairs = 2\n[players]\na = "uct:simulations=10"\nb = "uct:simulations=3"'
    )
    assert main(["lab", "run", str(spec), "--workers", "1"]) == 0
    assert main(["lab", "report", str(spec)]) == 0
    folder = tmp_path / "small-report"
    entries = list(Ledger.look(tmp_path / "small.sqlite").games())
    for row in json.loads((folder / "report.json").read_text())["players"]:
        mine = [
            turn
            for entry in entries
            for i, turn in enumerate(entry.turns, entry.opening)
            if (entry.first, entry.second)[i % 2] == row["name"]
        ]
        times = [seconds for seconds, _, _ in mine]
        rates = [simulations / seconds for seconds, simulations, _ in mine if simulations]
        for key, values in (("seconds_per_move", times), ("simulations_per_second", rates)):
            assert row[key]["mean"] == pytest.approx(sum(values) / len(values))
            assert min(values) <= row[key]["median"] <= max(values)
    text = (folder / "report.md").read_text()
    table = text[text.index("## Players") : text.index("## Games")].splitlines()[4:6]
    for line in table:
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        assert cells[0] in ("a", "b")
        assert "–" not in cells[8:10]


# --- what makes no sense -----------------------------------------------------------------


def newer(folder):
    (folder / "newer.sqlite").unlink(missing_ok=True)
    Ledger.open("newer.sqlite", "abc", {}).close()
    connection = sqlite3.connect("newer.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def another(folder):
    Ledger.open("another.sqlite", "abc", {}).close()


def damaged(folder):
    data = bytearray((folder / "trial.sqlite").read_bytes())
    half = len(data) // 2  # what it is can still be read, but not all games
    data[half:] = b"\x55" * (len(data) - half)
    (folder / "damaged.sqlite").write_bytes(data)


def notes(folder):
    (folder / "notes.txt").write_text("my notes, which nobody should overwrite\n" * 100)
    (folder / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (folder / "broken.toml").write_text("kind = \n")
    (folder / "empty.toml").write_text("")
    (folder / "deep.toml").write_text("a = " + "[" * 20_000 + "]" * 20_000)
    (folder / "deep.json").write_text('{"a": ' + "[" * 40_000 + "]" * 40_000 + "}")
    (folder / "number.toml").write_text("games = " + "9" * 5000)
    (folder / "number.json").write_text('{"games": ' + "9" * 5000 + "}")


BAD = [
    (notes, "run nothing.toml", "nothing.toml: No such file"),
    (notes, "status nothing.toml", "nothing.toml: No such file"),
    (notes, "run .", "Is a directory"),
    (notes, "run bytes.toml", "not a text file"),
    (notes, "run broken.toml", "broken.toml"),
    (notes, "report empty.toml", "game = ... or games"),
    (notes, "run deep.toml", "nested too deeply"),
    (notes, "status deep.json", "nested too deeply"),
    (notes, "run number.toml", "too many digits"),
    (notes, "report number.json", "too many digits"),
    (notes, "run caf\udce9.toml", "is not text in UTF-8"),
    (notes, "run trial.toml --ledger notes.txt", "notes.txt"),
    (notes, "status trial.toml --ledger none.sqlite", "run the experiment first"),
    (notes, "report trial.toml --ledger none.sqlite", "run the experiment first"),
    (notes, "export trial.toml --ledger none.sqlite games.csv", "run the experiment first"),
    (notes, "export trial.toml no/such/folder.csv", "No such file or directory"),
    (notes, "run trial.toml --workers 0", "workers must be a whole number from 1 to"),
    (notes, "run trial.toml --scheduler tcp://127.0.0.1:1 --wait 0", "--wait must be more than 0"),
    (newer, "status trial.toml --ledger newer.sqlite", "of another version of Playout"),
    (newer, "resume trial.toml --ledger newer.sqlite", "of another version of Playout"),
    (newer, "export trial.toml --ledger newer.sqlite a.csv", "of another version of Playout"),
    (another, "run trial.toml --ledger another.sqlite", "belongs to another experiment"),
    (another, "status trial.toml --ledger another.sqlite", "belongs to another experiment"),
    (another, "report trial.toml --ledger another.sqlite", "belongs to another experiment"),
    (damaged, "status trial.toml --ledger damaged.sqlite", "damaged.sqlite"),
    (damaged, "run trial.toml --ledger damaged.sqlite", "damaged.sqlite"),
    (damaged, "report trial.toml --ledger damaged.sqlite", "damaged.sqlite"),
]


@pytest.mark.parametrize(("make", "arguments", "words"), BAD)
def test_bad_input_is_answered_in_one_sentence(there, capsys, make, arguments, words):
    make(there)
    before = {path.name: path.read_bytes() for path in there.glob("*.txt")}
    assert main(["lab", *arguments.split()]) == 2  # what it raises would be a traceback
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("playout: ")
    assert said.err.count("\n") == 1
    assert words in said.err
    assert {path.name: path.read_bytes() for path in there.glob("*.txt")} == before


def test_wait_is_how_long_a_cluster_without_workers_is_waited_for(there, capsys):
    distributed = pytest.importorskip("distributed", reason="needs playout[cluster]")
    options = {"n_workers": 0, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with distributed.LocalCluster(**options) as cluster:
        arguments = ["--scheduler", cluster.scheduler_address, "--wait", "1"]
        assert main(["lab", "run", "trial.toml", "--ledger", "new.sqlite", *arguments]) == 2
    assert "has had no worker for 1 seconds" in capsys.readouterr().err


# --- on a terminal -----------------------------------------------------------------------


@pytest.mark.full
def test_progress_on_a_terminal(tmp_path):
    (tmp_path / "trial.toml").write_text(SPEC.replace("pairs = 10", "pairs = 1500"))
    screens, screen = [], pyte.Screen(120, 30)
    stream = pyte.Stream(screen)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "playout", "lab", "run", "trial.toml", "--workers", "1"],
        cwd=str(tmp_path),
        env={**os.environ, "PLAYOUT_QUIET": "1", "TERM": "xterm-256color"},
        dimensions=(30, 120),
        encoding="utf-8",
        timeout=120,
    )
    while True:
        try:
            stream.feed(child.read_nonblocking(4096, timeout=120))
        except pexpect.EOF:
            break
        screens.append("\n".join(line.rstrip() for line in screen.display).strip())
    child.close()
    assert child.exitstatus == 0
    live = [text for text in screens if " left" in text and " Elo [" in text]
    assert live
    done = [int(match[1]) for text in live if (match := PROGRESS.search(text))]
    assert done == sorted(done)
    assert done[0] < done[-1]
    assert re.search(r"█+", live[-1])
    assert re.search(r"a against b: [\d.]+ of \d+ points, [\d.]+% \[[\d.]+%, [\d.]+%\]", live[-1])
    # At the end the bar is gone and the standings stay.
    end = screens[-1].splitlines()
    assert " left" not in screens[-1]
    assert [line[:8] for line in end if line.startswith("nim:9: ")] == ["nim:9: a"] * 2 + [
        "nim:9: b"
    ]


def test_folder_of_a_report_is_tried_before_the_games(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    folder = str(tmp_path / "file" / "report")
    match = ["match", "random", "biased", "--game", "nim:7", "--games", "2", "--workers", "1"]
    assert main([*match, "--report", folder]) == 2
    said = capsys.readouterr()
    assert "cannot be written" in said.err
    assert not said.out  # nothing was played


def test_export_has_the_games_of_the_ledger_that_is_named(tmp_path, capsys):
    """And not those of another one whose name is like that of a spec."""
    match = ["match", "random", "biased", "--game", "nim:7", "--workers", "1"]
    assert main([*match, "--games", "3", "--ledger", str(tmp_path / "m.db")]) == 0
    assert main([*match, "--games", "5", "--ledger", str(tmp_path / "m.sqlite")]) == 0
    assert main(["lab", "export", str(tmp_path / "m.db"), str(tmp_path / "x.csv")]) == 0
    assert "3 games are in" in capsys.readouterr().out
    assert len((tmp_path / "x.csv").read_text().splitlines()) == 4


@pytest.mark.parametrize("where", [".", "", "/"])
def test_report_of_a_folder_is_a_sentence(where, capsys):
    assert main(["lab", "report", where]) == 2
    assert capsys.readouterr().err.startswith("playout: ")


@pytest.mark.parametrize(
    ("column", "value"), [("winner", 5), ("turns", "notjson"), ("turns", "[[1]]"), ("colour", "x")]
)
def test_damaged_row_of_a_ledger_is_a_sentence(column, value, tmp_path, capsys):
    path = str(tmp_path / "m.db")
    match = ["match", "random", "biased", "--game", "nim:7", "--games", "3", "--workers", "1"]
    assert main([*match, "--ledger", path]) == 0
    with contextlib.closing(sqlite3.connect(path)) as ledger, ledger:
        ledger.execute(f"UPDATE game SET {column} = ? WHERE id = '0-0-0'", [value])
    assert main(["lab", "report", path, "--folder", str(tmp_path / "report")]) == 2
    assert "damaged" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", " ", "=cmd|x", "+1", "-1", "@x", "a\\nb"])
def test_names_that_break_a_table_are_refused(name, tmp_path, capsys):
    spec = tmp_path / "trial.toml"
    spec.write_text(f'game = "nim:7"\n[players]\n"{name}" = "random"\nb = "biased"\n')
    assert main(["lab", "run", str(spec)]) == 2
    assert "cannot be the name of a player" in capsys.readouterr().err


@pytest.mark.parametrize("games", ["5.0", "nan", '"3"'])
def test_number_of_games_is_whole(games, tmp_path, capsys):
    spec = tmp_path / "trial.toml"
    players = '[players]\na = "random"\nb = "biased"\n'
    spec.write_text(f'game = "nim:7"\ngames = {games}\n{players}')
    assert main(["lab", "run", str(spec)]) == 2
    assert "games must be a whole number" in capsys.readouterr().err


def test_one_player_under_two_names_plays_other_games(tmp_path):
    spec = tmp_path / "trial.toml"
    players = '[players]\na = "random"\nb = "random"\nc = "biased"\n'
    spec.write_text(f'kind = "gauntlet"\ngame = "nim:20"\ngames = 4\n{players}')
    experiment = read_spec(spec)
    schedule = schedule_of(experiment, Ledger.open(":memory:", experiment.digest(), {}))
    games = (game for met in schedule.contests() for game in games_of(experiment, met))
    seeds = [game.seed for game in games]
    assert len({*seeds}) == len(seeds)
