"""The specs of published tables: they can be run, and their players are those of the papers."""

import importlib.util
import math
import re
from pathlib import Path

import pytest

from playout.cli import main
from playout.lab.run.spec import read_spec
from playout.players import player_of
from playout.search import Bias, Bridges, Grave, Halving, Ppa, Ppaf, Random, Rave, Uct

PAPERS = Path(__file__).parents[1] / "papers"
SPECS = sorted(PAPERS.glob("*.toml"))
TABLES = [path for path in SPECS if not path.stem.startswith("open-settings")]

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not SPECS, reason="papers/ is not there"),
]

UCT = Uct(c=0.4, solver=False)
RAVE = Rave(Bias(1e-7), expand=1, solver=False)
PAIRS = {"rave": 250, "grave": 250, "ppa": 250, "ppaf": 250, "sequential": 75, "hex": 100}


def spec_of(name):
    return read_spec(PAPERS / f"{name}.toml")


def assert_same(found, expected):
    """By their texts: tuples of different classes are equal if their fields are."""
    assert repr(found) == repr(expected)


def searches(experiment):
    """The algorithms and the simulations of all contests, in the order of the spec."""
    found = []
    for pairing in experiment.pairings:
        players = [player_of(experiment.players[name]) for name in pairing]
        assert all(player.threads == 1 and not player.reuse for player in players)
        assert all(player.seconds is None for player in players)
        found.append(tuple((player.algorithm, player.simulations) for player in players))
    return found


@pytest.fixture(autouse=True)
def at_home(monkeypatch):
    """Specs name files as they are seen from the top of the repository."""
    monkeypatch.chdir(PAPERS.parent)


@pytest.fixture(scope="module")
def compare():
    spec = importlib.util.spec_from_file_location("compare_papers", PAPERS / "compare.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- the specs --------------------------------------------------------------------------


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_spec_makes_sense_and_begins_with_the_empty_board(path):
    experiment = spec_of(path.stem)
    assert experiment.pairings
    assert experiment.opening == 0
    assert experiment.sprt is None


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_table_has_as_many_games_as_the_paper(path, compare):
    experiment = spec_of(path.stem)
    assert experiment.pairs == PAIRS[path.stem.split("-")[0]]
    figures = compare.published(path.stem)
    assert {share.games for share in figures.values()} == {2 * experiment.pairs}


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_every_published_figure_has_its_contest_and_every_contest_its_figure(path, compare):
    experiment = spec_of(path.stem)
    values = experiment.sweep or {"": {}}
    settings = {", ".join(f"{k}={v}" for k, v in grid.items()) for grid in values.values()}
    contests = {(game, setting) for game in experiment.games for setting in settings}
    assert contests == set(compare.published(path.stem))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_comment_of_a_table_has_its_figures_in_the_order_of_the_contests(path, compare):
    comment = re.search(r"((#.*\n)+)", path.read_text("utf-8"))[1].replace("\n# ", " ")
    listed = re.search(r": ([\d., and]+) %", comment)[1]
    figures = [round(100 * s.points / s.games, 1) for s in compare.published(path.stem).values()]
    if not path.stem.startswith(("sequential", "hex")):
        by_game = dict(zip((g for g, _ in compare.published(path.stem)), figures, strict=True))
        figures = [by_game[game] for game in spec_of(path.stem).games]
    assert [float(x) for x in re.findall(r"\d+(?:\.\d+)?", listed)] == figures


def test_every_published_figure_has_its_spec(compare):
    text = compare.PUBLISHED.read_text("utf-8").splitlines()[1:]
    assert {line.split(",")[0] for line in text} == {path.stem for path in TABLES}


# --- the players ------------------------------------------------------------------------


def test_rave_and_grave_play_with_1000_playouts_and_no_solver():
    assert_same(searches(spec_of("rave-against-uct")), [((RAVE, 1000), (UCT, 1000))])
    grave = Grave(50, Bias(1e-10), expand=1, solver=False)
    assert_same(searches(spec_of("grave-against-rave")), [((grave, 1000), (RAVE, 1000))])
    for name in ("rave-against-uct", "grave-against-rave"):
        assert spec_of(name).games == ("atarigo:8", "domineering:8", "knightthrough:8")


@pytest.mark.parametrize(
    ("name", "policy", "simulations"),
    [
        ("ppa-1000", Ppa(1.0), 1000),
        ("ppa-10000", Ppa(1.0), 10_000),
        ("ppaf-10000", Ppaf(1.0), 10_000),
    ],
)
def test_adaptive_playouts_meet_uniform_ones_in_the_same_tree(name, policy, simulations):
    experiment = spec_of(name)
    names = ("atarigo", "breakthrough", "domineering", "knightthrough", "nogo")
    assert sorted(experiment.games) == [f"{game}:8" for game in names]
    adaptive = UCT._replace(policy=policy)
    assert_same(searches(experiment), [((adaptive, simulations), (UCT, simulations))])


@pytest.mark.parametrize("game", ["hex", "atarigo"])
def test_halving_meets_uct_with_the_constant_of_the_paper(game):
    budgets = []
    for (one, n), (other, m) in searches(spec_of(f"sequential-halving-{game}")):
        assert n == m
        budgets.append(n)
        # 2 Q - 1 + sqrt(2 ln N / n) orders moves as Q + sqrt(2) / 2 sqrt(ln N / n) does.
        assert one.c == other.c == pytest.approx(math.sqrt(2) / 2, abs=1e-5)
        assert (one.expand, one.floor) == (other.expand, True) == (1, True)
        assert not other.solver
        assert_same((one.policy, other.policy), (Random(), Random()))
        assert (type(one), type(other)) == (Halving, Uct)
    assert budgets == [1000, 5000, 10_000, 20_000]


def test_hex_players_differ_in_what_is_compared_alone():
    rave = Rave(Bias(0.001), expand=1, solver=False, policy=Bridges())
    contests = searches(spec_of("hex-rave-simulations"))
    explores = rave._replace(c=0.3)
    budgets = [1000, 2000, 4000, 8000, 32_000, 64_000]
    assert_same(contests, [((explores, n), (explores, 16_000)) for n in budgets])
    contests = searches(spec_of("hex-rave-bias"))
    others = [rave._replace(beta=Bias(bias)) for bias in (0.0005, 0.00025, 0.000125)]
    assert_same(contests, [((other, 16_000), (rave, 16_000)) for other in others])


# --- the comparison ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs"), [((401, 500), (363, 500)), ((7, 20), (471, 500)), ((75, 150), (80, 150))]
)
def test_difference_agrees_with_statsmodels(compare, ours, theirs):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    one, other = compare.Share(*ours), compare.Share(*theirs)
    points, games = zip(ours, theirs, strict=True)
    _, p = proportion.proportions_ztest(points, games)
    assert compare.p_of_difference(one, other) == pytest.approx(p, rel=1e-9)
    ends = proportion.confint_proportions_2indep(*ours, *theirs, method="newcomb")
    assert compare.difference(one, other)[1:] == pytest.approx(ends, rel=1e-9)


def test_difference_of_shares_that_are_both_certain_is_none(compare):
    assert compare.p_of_difference(compare.Share(5, 5), compare.Share(20, 20)) == 1.0


def test_table_runs_and_is_compared_with_what_was_published(tmp_path, monkeypatch, compare, capsys):
    """A pair of games, with fewer simulations than the paper's."""
    text = (PAPERS / "rave-against-uct.toml").read_text("utf-8")
    text = text.replace("simulations=1000", "simulations=8").replace("pairs = 250", "pairs = 1")
    text = re.sub(r"games = .*", 'game = "domineering:8"', text)
    spec = tmp_path / "rave-against-uct.toml"
    spec.write_text(text, "utf-8")
    assert main(["lab", "run", str(spec), "--workers", "1"]) == 0
    assert "domineering:8: RAVE against UCT" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["compare.py", str(spec)])
    compare.main()
    row = capsys.readouterr().out.splitlines()[-1].split(" | ")
    assert row[0] == "| domineering:8"
    assert row[2] == "72.6 [68.5, 76.3]"
    assert row[4] == "2"
