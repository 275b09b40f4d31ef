"""The comparison of two commits: what counts as slower, and what is kept of it."""

import importlib.util
import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
spec = importlib.util.spec_from_file_location("before", ROOT / "benchmarks/before_and_after.py")
bench = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bench)


class Side:
    """Measures what it is told, one after the other, and then always the last."""

    def __init__(self, *rates):
        self.rates = [*rates]

    def rate(self, game, player, n):
        return self.rates.pop(0) if len(self.rates) > 1 else self.rates[0]


def compared(monkeypatch, before, after):
    """The rows of one case, of checkouts that measure so."""
    sides = {Path("before"): before, Path("after"): after}
    monkeypatch.setattr(bench, "Side", sides.get)
    monkeypatch.setattr(bench, "SEARCHES", ())
    there = Path("before") if before else None
    return bench.compare_rates(there, Path("after"), ["hex:11"], rounds=2)


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (960.0, "nothing is more than 5% slower than v1.0.0"),
        (940.0, "slower than v1.0.0:\n  hex:11 playouts: 0.94 of the rate"),
    ],
)
def test_slower_by_more_than_a_twentieth_is_said(monkeypatch, rate, said):
    rows = compared(monkeypatch, Side(1000.0), Side(rate))
    assert bench.said_of(rows, "v1.0.0") == said


def test_disturbed_measurement_is_made_again(monkeypatch):
    disturbed = [500.0] * 3  # of the first comparison: the one that compiles, and two rounds
    rows = compared(monkeypatch, Side(1000.0), Side(*disturbed, 1000.0))
    assert bench.said_of(rows, "v1.0.0").startswith("nothing")


def test_without_a_release_rates_are_measured_alone(monkeypatch, capsys):
    (row,) = compared(monkeypatch, None, Side(1000.0))
    assert row == {"game": "hex:11", "what": "playouts", "after": 1000.0}
    assert "| hex:11 | playouts |  | 1,000 |  |" in capsys.readouterr().out
    assert "no release" in bench.said_of([row], "")


def test_history_has_one_line_a_commit_and_machine(tmp_path):
    path = tmp_path / "history.jsonl"
    for commit, machine, rate in [("a", "x", 1), ("b", "x", 2), ("a", "y", 3), ("a", "x", 4)]:
        bench.keep(path, {"commit": commit, "machine": machine, "rates": {"nim uct": rate}})
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["rates"]["nim uct"] for line in lines] == [2, 3, 4]


def test_later_run_of_a_part_leaves_the_rest_of_its_line(tmp_path):
    path = tmp_path / "history.jsonl"

    def kept(before="v1", numba="1", commit="a", **rates):
        ratios = dict.fromkeys(rates, 0.5)
        line = {"commit": commit, "machine": "x", "numba": numba, "before": before}
        bench.keep(path, {**line, "rates": rates, "ratios": ratios})
        return json.loads(path.read_text().splitlines()[-1])

    kept(nim=1, hex=2)
    line = kept(nim=3)
    assert line["rates"] == {"nim": 3, "hex": 2}
    assert line["ratios"] == {"nim": 0.5, "hex": 0.5}
    line = kept(go=4, before="v2")
    assert line["rates"] == {"nim": 3, "hex": 2, "go": 4}
    assert line["ratios"] == {"go": 0.5}  # those of another comparison are none of this
    assert kept(nim=5, numba="2")["rates"] == {"nim": 5}
    assert len(path.read_text().splitlines()) == 2
    kept(nim=6, commit="a-dirty")
    assert kept(hex=7, commit="a-dirty")["rates"] == {"hex": 7}  # it may be other code by now


@pytest.mark.parametrize("text", ["[]", "3", "{}", "nothing"])
def test_file_that_is_no_history_is_refused_before_anything_is_measured(
    tmp_path, monkeypatch, capsys, text
):
    path = tmp_path / "history.jsonl"
    path.write_text(f"{text}\n")
    (tmp_path / ".git").mkdir()
    assert "is no history" in refused(monkeypatch, capsys, tmp_path, "--history", str(path))


def test_history_may_have_empty_lines(tmp_path):
    path = tmp_path / "history.jsonl"
    path.write_text("\n\n")
    assert bench.lines_of(path) == []


def test_history_without_git_is_refused_before_anything_is_measured(tmp_path, monkeypatch, capsys):
    said = refused(monkeypatch, capsys, tmp_path, "--history", str(tmp_path / "history.jsonl"))
    assert "no checkout of git" in said


def refused(monkeypatch, capsys, here, *arguments):
    """What is said in the place of measuring."""
    monkeypatch.setattr(bench, "HERE", here)
    monkeypatch.setattr(bench, "last_release", lambda _: "")
    monkeypatch.setattr(bench, "compare_rates", None)
    monkeypatch.setattr(bench.sys, "argv", ["before_and_after.py", *arguments])
    with pytest.raises(SystemExit):
        bench.main()
    return capsys.readouterr().err


@pytest.mark.parametrize("program", ["input(); 1 / 0", "1 / 0"])
def test_side_that_ends_is_named(tmp_path, monkeypatch, program):
    monkeypatch.setattr(bench, "MEASURE", program)
    side = bench.Side(tmp_path / "before")
    with side.process, pytest.raises(SystemExit, match=r"nosuch, uct: not measured by .*before"):
        side.rate("nosuch", "uct", 1)


def test_last_release_is_the_latest_tag_of_a_version(tmp_path):
    def git(*command):
        name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", "-C", str(tmp_path), *name, *command], check=True)

    git("init", "--quiet")
    for tag in ("v1.0.0", "v1.1.0", "other"):
        git("commit", "--quiet", "--allow-empty", "-m", tag)
        git("tag", tag)
        assert bench.last_release(tmp_path) == (tag if tag != "other" else "v1.1.0")


def test_line_names_the_commit_and_the_machine():
    rows = [{"game": "nim", "what": "uct", "before": 3.0, "after": 2.0, "ratio": 2 / 3}]
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    line = bench.line_of(rows, "v1.0.0")
    assert line["rates"] == {"nim uct": 2}
    assert line["ratios"] == {"nim uct": 0.667}
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True)
    assert head.startswith(line["commit"].removesuffix("-dirty"))
    assert "cores" in line["machine"]
