"""Sweeps: what either side may vary, who moves first, and the tables and figures of that."""

import csv
import json

import pytest
from test_report import ledger_of

from playout.arena import Pairing
from playout.lab.kinds import write_report
from playout.lab.report.canvas import Drawing
from playout.lab.report.figures import heat
from playout.lab.run.runner import Run
from playout.lab.run.spec import SpecError, parse_spec
from playout.lab.run.tasks import games_of
from playout.lab.stats.intervals import wilson
from playout.lab.sweep.spec import short_names

BOTH = """
kind = "sweep"
game = ["nim:9", "mnk", "nim:10", "nim:11", "nim:12", "nim:13"]
games = 5
[sweep]
player = "{one}:simulations={a}"
against = "uct:simulations={b}"
one = ["rave", "uct"]
a = [5, 10]
b = [5, 10, 20]
"""
SIDES = BOTH.replace("[sweep]\n", '[sweep]\nfirst = ["player", "against"]\n')


@pytest.fixture
def undrawn(monkeypatch):
    """Figures without their lines, which take a while."""
    monkeypatch.setattr(Drawing, "svg", lambda drawing: "<svg></svg>")
    monkeypatch.setattr(Drawing, "save", lambda drawing, path, title: path.touch())


def test_values_of_the_opponent_alone_are_swept():
    text = BOTH.replace("{one}:simulations={a}", "random")
    text = text.replace('one = ["rave", "uct"]\na = [5, 10]\n', "")
    experiment = parse_spec(text)
    assert experiment.pairings == tuple(
        Pairing("random", f"uct:simulations={n}") for n in (5, 10, 20)
    )
    assert [experiment.values_of(i) for i in range(4)] == [{"b": n} for n in (5, 10, 20, 5)]


def test_player_may_meet_itself():
    experiment = parse_spec(BOTH)
    assert len(experiment.pairings) == 2 * 2 * 3
    assert Pairing("uct:simulations=5", "uct:simulations=5 (2)") in experiment.pairings
    assert experiment.players["uct:simulations=5 (2)"] == "uct:simulations=5"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("b = [5", "q = [1]\nb = [5", "neither player nor against depends on q"),
        ('["player", "against"]', '["red"]', 'first must be "player", "against" or a list'),
        ("games = 5", "games = 5\npairs = 3", "say pairs = ... or games = ..., one of them"),
        ("games = 5", "games = 0", "games must be a list of games, or how many"),
        ("[sweep]", "[sprt]\nelo1 = 50\n[sweep]", "leave out first or [sprt]"),
    ],
)
def test_sweep_that_makes_no_sense_says_why(old, new, why):
    with pytest.raises(SpecError) as error:
        parse_spec(SIDES.replace(old, new))
    assert why in str(error.value)


def test_games_by_number_and_boards_by_list():
    experiment = parse_spec(BOTH)
    assert (experiment.pairs, experiment.is_odd) == (2, True)
    assert len(experiment.games) == 6
    same = BOTH.replace("game = [", "games = [").replace("games = 5", "pairs = 10")
    assert parse_spec(same).games == experiment.games


def test_one_side_moves_first_in_all_games_of_a_contest(tmp_path):
    experiment, ledger = ledger_of(SIDES, tmp_path / "a.sqlite")
    schedule = Run(experiment, ledger).schedule
    openings = {}
    for contest in schedule.contests():
        tasks = list(games_of(experiment, contest))
        wanted = experiment.values_of(contest.index)["first"]
        first = contest.one if wanted == "player" else contest.other
        assert [task.names[0] for task in tasks] == [first] * 5
        seeds = [task.opening_seed for task in tasks]
        assert len({*seeds}) == 5
        assert openings.setdefault(contest.game, seeds) == seeds  # those of all contests
    assert len(ledger) == schedule.total() == 5 * 24 * 6
    assert all(tally.games == 5 for tally in schedule.tallies.values())
    assert "always first" in schedule.standings()[0]


@pytest.mark.parametrize("text", [BOTH, SIDES], ids=["both", "sides"])
def test_every_board_and_pair_of_strategies_has_its_table_for_each_side(text, tmp_path, undrawn):
    experiment, ledger = ledger_of(text, tmp_path / "a.sqlite")
    page = write_report(experiment, ledger, tmp_path / "out", ["png"]).read_text()
    numbers = json.loads((tmp_path / "out" / "report.json").read_text())
    tables = numbers["grid"]["tables"]
    n_sides = 2 if text is SIDES else 1
    assert len(tables) == 7 * 2 * n_sides  # all games, and each
    assert all((table["down"], table["across"]) == ("a", "b") for table in tables)
    games = list(ledger.games())
    for table in tables:
        for a, row in zip(table["down_values"], table["rows"], strict=True):
            for b, cell in zip(table["across_values"], row, strict=True):
                wanted = table["fixed"] | {"a": a, "b": b}
                mine = [
                    g
                    for g in games
                    if experiment.values_of(g.contest) == wanted
                    and table["game"] in (g.game, "all games")
                ]
                expected = wilson(sum(g.points for g in mine), len(mine))
                assert (cell["share"], cell["share_low"], cell["share_high"]) == expected
                for key, colour in (("first", 0), ("second", 1)):
                    some = [g.points for g in mine if g.colour == colour]
                    assert (cell[key] or {"games": 0})["games"] == len(some)
                    assert not some or cell[key]["share"] == sum(some) / len(some)
    rated = [row["name"] for row in numbers["ratings"]["mnk"]]
    assert len(rated) == 5  # rave and uct with 5 and 10, uct with 20: none twice
    heat = list((tmp_path / "out" / "figures").glob("heat-*.png"))
    assert len(heat) == (28 if text is SIDES else 14 * 3)
    for game in experiment.games:  # none is left out
        assert f"{game}: lengths" in page


def test_heat_map_is_drawn(tmp_path):
    drawing = heat("a", [[0.0, 0.5], [None, 1.0]], ("a", ["1", "2"]), ("b", ["3", "4"]))
    for text in ("0%", "50%", "–", "100%", ">1<", ">4<", ">a<", ">b<"):
        assert text in drawing.svg()


def test_csv_has_a_row_for_every_setting(tmp_path, undrawn):
    experiment, ledger = ledger_of(SIDES, tmp_path / "a.sqlite")
    write_report(experiment, ledger, tmp_path / "out")
    with (tmp_path / "out" / "contests.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24 * 6
    entries = list(ledger.games())
    for i, row in enumerate(rows):
        values = {key: str(value) for key, value in experiment.values_of(i).items()}
        assert {key: row[f"sweep_{key}"] for key in values} == values
        mine = [entry for entry in entries if entry.contest == i]
        wins, draws = (sum(e.points == points for e in mine) for points in (1, 0.5))
        assert [int(row[key]) for key in ("games", "wins", "draws")] == [5, wins, draws]
        assert float(row["wins_rate"]) == wins / 5
        assert float(row["mean_length"]) == sum(len(e.moves) for e in mine) / 5
        side = "as_first" if values["first"] == "player" else "as_second"
        assert int(row[f"wins_{side}"]) == wins


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (
            ["rave:k=100,c=1,simulations=5", "rave:k=100,c=1,simulations=9", "uct:c=1"],
            ["rave:simulations=5", "rave:simulations=9", "uct"],
        ),
        (["uct", "uct:c=2", "uct:c=3"], ["uct", "uct:c=2", "uct:c=3"]),
        (["a.py::A:x=1,y=2", "a.py::A:x=1,y=3"], ["a.py::A:y=2", "a.py::A:y=3"]),
        (["random", "human"], ["random", "human"]),
    ],
)
def test_players_are_called_by_what_they_differ_in(players, names):
    assert [*short_names(players).values()] == names
