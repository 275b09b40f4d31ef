"""What reports show of results, rounds, simulations and time; figures as files."""

import csv
import json
import re

import numpy as np
import pytest
from test_report import MATCH, SPEC, ledger_of, played

from playout.cli import main
from playout.lab.kinds import write_report
from playout.lab.match.gather import MOST_POINTS, Series
from playout.lab.report.bracket import _heights, _led
from playout.lab.report.figures import Line, heat, xy
from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import Run
from playout.lab.run.spec import parse_spec

CUP = SPEC.replace("round-robin", "knock-out").replace("games =", "game =")
CUP = CUP.replace("pairs = 15", "games = 5")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("figures")
    experiment, ledger = ledger_of(SPEC, folder / "a.sqlite")
    page = write_report(experiment, ledger, folder)
    return ledger, folder, page.read_text(), json.loads((folder / "report.json").read_text())


def figure(page, title):
    found = re.search(rf"<figure[^>]*>\s*<h3>{re.escape(title)}</h3>.*?</figure>", page, re.S)
    assert found, title
    return found[0]


def test_every_pairing_has_its_wins_draws_and_losses(whole):
    ledger, _, page, numbers = whole
    games = list(ledger.games())
    for row in numbers["contests"]:
        mine = [game.points for game in games if game.contest == row["index"]]
        counts = [mine.count(points) for points in (1, 0.5, 0)]
        assert [row["wins"], row["draws"], row["losses"]] == counts
        by_side = [
            [
                [g.points for g in games if (g.contest, g.colour) == (row["index"], c)].count(p)
                for p in (1, 0.5, 0)
            ]
            for c in (0, 1)
        ]
        assert [row["as_first"], row["as_second"]] == by_side
        bars = figure(page, f"{row['game']}: every pairing")
        assert "{} – {} {} – {} – {}".format(row["one"], row["other"], *counts) in bars
        assert "{} · {} · {}".format(*counts) in page
        assert f">{100 * counts[0] / 30:.1f} %</td>" in page
    for row in numbers["players"]:
        assert f"{row['wins']} – {row['draws']} – {row['losses']}" in figure(
            page, f"{row['game']}: win rates"
        )


def test_small_report_has_times_and_speeds(tmp_path):
    experiment = parse_spec(MATCH.replace("pairs = 40", "games = 3"))
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    schedule, random = Run(experiment, ledger).schedule, np.random.default_rng(1)
    for task in schedule.tasks():
        ledger.add(played(experiment, task, random))
    page = write_report(experiment, ledger, tmp_path / "out").read_text()
    numbers = json.loads((tmp_path / "out" / "report.json").read_text())
    for row in numbers["players"]:
        assert row["seconds_per_move"]["median"] > 0
    a = next(row for row in numbers["players"] if row["name"] == "a")
    mine = [
        turn
        for game in ledger.games()
        for turn in game.turns_of((game.first, game.second).index("a"))
    ]
    rates = np.quantile([n / s for s, n, _ in mine], 0.5, method="averaged_inverted_cdf")
    assert a["simulations_per_second"]["median"] == pytest.approx(rates, rel=0.0125)
    assert "–" not in figure(page, "nim:9: time per move").partition("<figcaption>")[2]
    assert re.search(r"a [\d,]+ a second", figure(page, "nim:9: simulations per second"))
    assert numbers["contests"][0]["unpaired"] == 1
    assert "games without a twin" in page


def test_simulations_are_shown_game_by_game(whole):
    ledger, _, page, numbers = whole
    for row in numbers["players"]:
        if row["game"] == "all games" or row["name"] == "r":
            continue
        mine = [
            sum(turn[1] for turn in game.turns_of((game.first, game.second).index(row["name"])))
            for game in ledger.games()
            if game.game == row["game"] and row["name"] in (game.first, game.second)
        ]
        assert row["by_game"] == [[i + 1, 1, n] for i, n in enumerate(mine)]
        assert sum(mine) == row["simulations"]
        box = row["simulations_per_game"]
        assert box["median"] == pytest.approx(
            np.quantile(mine, 0.5, method="averaged_inverted_cdf"), rel=0.02
        )
        for title in ("per game", "in all games", "game by game", "cumulated over the games"):
            assert row["name"] in figure(page, f"{row['game']}: simulations {title}")


def test_series_of_many_numbers_keeps_its_size_and_its_sum():
    series = Series()
    numbers = np.random.default_rng(1).integers(0, 100, 1001).tolist()
    for number in numbers:
        series.add(number)
    points = series.points()
    assert len(points) <= MOST_POINTS
    assert sum(total for *_, total in points) == sum(numbers)
    assert sum(n for _, n, _ in points) == points[-1][0] == len(numbers)
    step = points[0][1]
    assert [end for end, *_ in points[:-1]] == [step * (i + 1) for i in range(len(points) - 1)]
    assert points[3][2] == sum(numbers[3 * step : 4 * step])
    for number in numbers:
        series.add(number)
    assert series.n == 2002
    assert sum(total for *_, total in series.points()) == 2 * sum(numbers)


def test_bracket_has_rounds_ties_and_the_winner(tmp_path):
    experiment = parse_spec(CUP)
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    random = np.random.default_rng(3)
    run = Run(experiment, ledger)

    class InTurn:
        def play(self, next_task):
            for task in iter(next_task, None):
                yield played(experiment, task, random)

    run.run(InTurn(), mix=True)
    page = write_report(experiment, ledger, tmp_path / "out").read_text()
    numbers = json.loads((tmp_path / "out" / "report.json").read_text())
    with (tmp_path / "out" / "games.csv").open() as file:
        rows = [*csv.DictReader(file)]
    n_counted = sum(int(row["counted"]) for row in rows)
    assert numbers["games_in_tie_breaks"] > 0
    assert n_counted == numbers["games_counted"] == sum(c["games"] for c in numbers["contests"])
    assert n_counted + numbers["games_in_tie_breaks"] == len(rows)
    assert "do not count" not in " ".join(numbers["notes"])
    for game in experiment.games:
        winner = run.schedule.champion(game)
        assert winner in experiment.players
        drawn = figure(page, f"{game}: {winner} wins")
        for row in numbers["rounds"]:
            if row["game"] == game:
                assert f"{row['round']}: {row['one']} – {row['other']}, {row['result']}" in drawn
                assert row["tie"] in drawn


def test_contests_stand_between_those_that_led_to_them():
    def row(one, other, winner):
        return {"one": one, "other": other, "winner": winner}

    rows = [row("a", "b", "b"), row("c", "d", "c"), row("e", "c", "e"), row("b", "e", "")]
    assert _led(rows) == [[], [], [1], [0, 2]]
    assert _heights(_led(rows)) == {0: 0, 1: 1, 2: 1, 3: 0.5}


def test_every_figure_is_a_file_of_every_format(tmp_path):
    experiment, ledger = ledger_of(MATCH.replace("pairs = 40", "games = 3"), tmp_path / "a.sqlite")
    page = write_report(experiment, ledger, tmp_path, ["svg", "png", "pdf"]).read_text()
    (listed,) = (tmp_path / "figures").glob("*.md")
    files = sorted({*(tmp_path / "figures").iterdir()} - {listed})
    assert all(path.name in listed.read_text("utf-8") for path in files)
    stems = {path.stem for path in files}
    assert len(stems) == page.count("<figure")
    assert len(files) == 3 * len(stems)
    starts = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    assert all(path.read_bytes().startswith(starts[path.suffix]) for path in files)
    svg = next(path for path in files if path.suffix == ".svg").read_text()
    assert "var(--" not in svg
    assert "#010203" not in svg
    assert 'href="figures/"' in page


@pytest.mark.filterwarnings("error")  # matplotlib warns where nothing is left for the curve
def test_names_of_settings_are_cut_where_they_have_no_room(tmp_path):
    long = [
        "rave:beta=ratio,k=100,c=1.414,untried=first,expand=1",
        "uct:c=1.414,final=mean,reuse=true",
    ]
    curve = xy("curve", [Line("one", [0, 1], [0.4, 0.6])], "one", "score", share=0, ticks=long)
    table = heat("table", [[0.4, 0.6], [0.5, 0.5]], ("one", long), ("other", long))
    for drawing in (curve, table):
        drawing.save(tmp_path / "figure.svg")
        text = (tmp_path / "figure.svg").read_text("utf-8")
        assert "rave:beta=ratio,k=100…" in text
        assert "untried=first" not in text


def test_match_has_a_report_and_its_ledger_one_as_well(tmp_path, capsys):
    ledger, folder = tmp_path / "m.sqlite", tmp_path / "a"
    players = ["random", "biased", "--game", "nim:9", "--games", "5", "--sprt", "0", "50"]
    command = ["match", *players, "--workers", "1", "--ledger", str(ledger)]
    assert main([*command, "--report", str(folder)]) == 0
    assert f"the report is in {folder / 'report.html'}" in capsys.readouterr().out
    row = json.loads((folder / "report.json").read_text())["contests"][0]
    assert sum(row["as_first"] + row["as_second"]) == row["games"] == 5
    assert 1 <= row["mean_length"] <= 9
    assert main(["lab", "report", str(ledger), "--folder", str(tmp_path / "b")]) == 0
    for name in ("report.html", "report.json", "contests.csv"):
        assert (tmp_path / "b" / name).read_bytes() == (folder / name).read_bytes()
    capsys.readouterr()
    assert main(["lab", "status", str(ledger)]) == 0
    assert capsys.readouterr().out.startswith("random against biased: 5 of 5 games\n")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--figures", "gif"], "--figures is a list of svg, png, pdf, not gif"),
        (["--folder", "m.sqlite"], "the report cannot be written to m.sqlite: "),
        (["--folder", "m.sqlite/figures"], "give another folder"),
    ],
)
def test_report_that_cannot_be_written_says_why(options, why, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = ["match", "random", "biased", "--game", "nim:9", "--games", "1", "--workers", "1"]
    assert main([*command, "--ledger", "m.sqlite"]) == 0
    assert main(["lab", "report", "m.sqlite", *options]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("playout: ")
    assert why in said


def test_ledger_without_a_spec_says_so(tmp_path, capsys):
    Ledger.open(tmp_path / "a.sqlite", "x", {}).close()
    assert main(["lab", "report", str(tmp_path / "a.sqlite")]) == 2
    assert "does not keep its spec" in capsys.readouterr().err
