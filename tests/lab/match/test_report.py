"""The report: its numbers are those of the ledger, and the page needs nothing from outside."""

import csv
import itertools
import json
import re
import tracemalloc
from collections import defaultdict
from html.parser import HTMLParser

import numpy as np
import pytest

from playout.arena import opening
from playout.catalogue import find
from playout.lab.kinds import write_report
from playout.lab.match.gather import Histogram, MatchData, gather
from playout.lab.run.ledger import Ledger
from playout.lab.run.records import GameRecord
from playout.lab.run.runner import Run
from playout.lab.run.spec import parse_spec
from playout.lab.run.tasks import games_of
from playout.lab.stats.intervals import holm, wilson
from playout.lab.stats.pentanomial import Pairs
from playout.lab.stats.ratings import ratings
from playout.lab.stats.verdict import verdict

SPEC = """
name = "Three at two games"
kind = "round-robin"
games = ["nim:9", "mnk"]
pairs = 15
[players]
a = "uct:simulations=10"
b = "uct:simulations=3"
r = "random"
"""
MATCH = """
kind = "match"
game = "nim:9"
pairs = 40
[players]
a = "uct:simulations=10"
b = "random"
"""
SWEEP = """
kind = "sweep"
game = "nim:9"
pairs = 12
[sweep]
player = "uct:c={c},simulations={n}"
against = "random"
c = [0.5, 1.5]
n = [5, 10, 20]
"""
VOID = {"meta", "link", "br", "input"}


def played(experiment, task, random):
    """A game of random moves, as if it had been played: no kernels of searches are needed."""
    state = opening(find(task.game), task.opening_seed, task.opening)
    n, turns = len(state.history), []
    while not state.is_over:
        state = state.play(state.moves()[random.integers(len(state.moves()))])
        simulations = 0 if experiment.players[task.names[len(turns) % 2]] == "random" else 7
        turns.append((round(float(random.lognormal(-6, 1)), 6), simulations, 0.5))
    moves = tuple(move.name for move in state.history)
    where = task.id, task.contest, task.pair, task.colour, *task.names, task.game, task.seed
    return GameRecord(*where, n, moves, state.winner, "", tuple(turns), 1, "here", "playout 0")


def ledger_of(text, path, failing=()):
    """An experiment with all its games, but for those that fail."""
    experiment = parse_spec(text)
    ledger = Ledger.open(path, experiment.digest(), {"name": experiment.name, "spec": text})
    random = np.random.default_rng(3)
    for contest in Run(experiment, ledger).schedule.contests():
        for task in games_of(experiment, contest):
            if task.id in failing:
                ledger.add_failure(task.id, 1, "ValueError: <b>no</b> & nothing")
            else:
                ledger.add(played(experiment, task, random))
    return experiment, ledger


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Experiment, ledger, folder and numbers of a report."""
    folder = tmp_path_factory.mktemp("report")
    experiment, ledger = ledger_of(SPEC, folder / "a.sqlite")
    write_report(experiment, ledger, folder / "out")
    return experiment, ledger, folder / "out", numbers_in(folder / "out")


def numbers_in(folder):
    return json.loads((folder / "report.json").read_text())


class Page(HTMLParser):
    """Checks that elements are closed in order; collects ids, addresses and text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.addresses, self.scripts = [], [], [], 0
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        self.scripts += tag == "script"
        for key, value in attributes:
            if key == "id":
                self.ids.append(value)
            if key in ("href", "src", "xlink:href", "action", "srcset"):
                self.addresses.append(value)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text += data


# -- the numbers --


def test_ratings_are_those_of_the_results_in_the_ledger(whole):
    _, ledger, _, numbers = whole
    for game in ("all games", "nim:9", "mnk"):
        points = dict.fromkeys(itertools.permutations("abr", 2), 0.0)
        for entry in ledger.games():
            if game in ("all games", entry.game):
                of_first = {None: 0.5, 0: 1.0, 1: 0.0}[entry.winner]
                points[entry.first, entry.second] += of_first
                points[entry.second, entry.first] += 1 - of_first
        expected = [rating._asdict() for rating in ratings(points)]
        assert numbers["ratings"][game] == expected


def test_contests_have_the_verdicts_of_their_pairs_by_holm(whole):
    experiment, ledger, _, numbers = whole
    pairs = {}
    for contest in Run(experiment, ledger).schedule.contests():
        points = defaultdict(list)
        for e in ledger.games():
            if e.contest == contest.index:
                half = {None: 0.5, 0: 1.0, 1: 0.0}[e.winner]
                points[e.pair].append(half if e.first == contest.one else 1 - half)
        pairs[contest] = Pairs()
        for both in points.values():
            pairs[contest] = pairs[contest].with_result(*both)
    adjusted = holm([counts.p_value() for counts in pairs.values()])
    assert len(numbers["contests"]) == 6
    for row, (contest, counts), p in zip(numbers["contests"], pairs.items(), adjusted, strict=True):
        assert row["pairs"] == list(counts.counts)
        assert row["share"] == counts.mean
        assert row["elo"] == counts.elo().value
        assert (row["p"], row["adjusted"]) == (counts.p_value(), p)
        said = verdict(contest.one, contest.other, counts, adjusted=p)
        assert row["verdict"] == f"At {contest.game}, {said}"


def test_players_are_counted_as_in_the_ledger(whole):
    _, ledger, _, numbers = whole
    rows = {(row["name"], row["game"]): row for row in numbers["players"]}
    assert len(rows) == 9
    for (name, game), row in rows.items():
        points, seconds, simulations, won = [], [], [], []
        firsts = []
        for entry in ledger.games():
            if name not in (entry.first, entry.second) or game not in ("all games", entry.game):
                continue
            me = int(entry.second == name)
            points.append(0.5 if entry.winner is None else float(entry.winner == me))
            firsts += [points[-1]] if me == 0 else []
            mine = [t for i, t in enumerate(entry.turns) if (i + entry.opening) % 2 == me]
            seconds += [turn[0] for turn in mine]
            simulations += [turn[1] for turn in mine]
            won += [sum(turn[0] for turn in mine)] if points[-1] == 1 else []
        share = wilson(sum(points), len(points))
        assert (row["games"], row["wins"]) == (len(points), points.count(1.0))
        assert (row["share"], row["share_low"], row["share_high"]) == share
        assert row["as_first"] == sum(firsts) / len(firsts)
        assert (row["moves"], row["simulations"]) == (len(seconds), sum(simulations))
        assert row["seconds"] == pytest.approx(sum(seconds))
        for key, values in (("seconds_per_move", seconds), ("seconds_to_win", won)):
            median = np.quantile(values, 0.5, method="averaged_inverted_cdf")
            assert row[key]["median"] == pytest.approx(median, rel=0.0125)
            assert row[key]["mean"] == pytest.approx(np.mean(values))
        if sum(simulations):
            per_thousand = 1000 * points.count(1.0) / sum(simulations)
            assert row["wins_per_thousand_simulations"] == pytest.approx(per_thousand)
            assert max(row["by_move"]["cumulated"]) <= sum(simulations) / len(points) + 1e-9
        else:
            assert row["wins_per_thousand_simulations"] is None


def test_games_are_counted_as_in_the_ledger(whole):
    _, ledger, _, numbers = whole
    for row in numbers["games"]:
        entries = [entry for entry in ledger.games() if entry.game == row["game"]]
        lengths = [len(entry.moves) for entry in entries]
        counts = {str(n): lengths.count(n) for n in sorted(set(lengths))}
        assert row["lengths"] == counts
        assert row["median_length"] == np.quantile(lengths, 0.5, method="averaged_inverted_cdf")
        assert row["first_wins"] == sum(entry.winner == 0 for entry in entries)
        assert sum(row["endings"].values()) == len(entries)


def test_cross_table_is_on_the_page(whole):
    _, _, folder, numbers = whole
    text = (folder / "report.html").read_text()
    for cells in numbers["cross"].values():
        for cell in cells:
            assert f"<b>{100 * cell['share']:.1f} %</b>" in text
            assert f"<b>{100 - 100 * cell['share']:.1f} %</b>" in text


def test_score_against_budget(whole):
    numbers = whole[3]
    rows = {(row["name"], row["game"]): row for row in numbers["players"]}
    (curve,) = (curve for curve in numbers["budgets"] if curve["game"] == "mnk")
    assert (curve["player"], curve["budget"]) == ("uct", "simulations")
    assert [(p["amount"], p["name"]) for p in curve["points"]] == [(3, "b"), (10, "a")]
    for point in curve["points"]:
        assert point["share"] == rows[point["name"], "mnk"]["share"]


def test_headline_comes_first_on_the_page(whole):
    _, _, folder, numbers = whole
    page = Page((folder / "report.html").read_text())
    assert 0 < page.text.index(numbers["headline"]) < page.text.index("Verdicts")
    assert numbers["headline"] in (folder / "report.md").read_text().replace("\\", "")


# -- what counts --


def test_only_pairs_up_to_the_decision_count(tmp_path):
    rule = "\n[sprt]\nelo0 = -900\nelo1 = -800\n"  # decided as soon as it may be
    experiment = parse_spec(MATCH.replace("pairs = 40", "pairs = 90") + rule)
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    random = np.random.default_rng(3)
    (contest,) = Run(experiment, ledger).schedule.contests()
    for task in games_of(experiment, contest):  # workers that were ahead of the decision
        ledger.add(played(experiment, task, random))
    tally = Run(experiment, ledger).schedule.tallies[0]
    assert tally.is_decided
    assert tally.counted < 90
    write_report(experiment, ledger, tmp_path / "out")
    numbers = numbers_in(tmp_path / "out")
    assert (numbers["games_in_ledger"], numbers["games_counted"]) == (180, 2 * tally.counted)
    assert sum(row["games"] for row in numbers["games"]) == 2 * tally.counted
    assert numbers["contests"][0]["pairs"] == list(tally.pairs.counts)
    assert numbers["contests"][0]["elo_corrected"]
    assert any("makes plain Elo" in note for note in numbers["notes"])
    assert "Elo corrected for it" in numbers["headline"]
    with (tmp_path / "out" / "games.csv").open(newline="") as file:
        counted = [row["pair"] for row in csv.DictReader(file) if row["counted"] == "1"]
    assert {int(pair) for pair in counted} == set(range(tally.counted))


def test_failed_games_take_their_pair_with_them_and_no_other(tmp_path):
    experiment, ledger = ledger_of(MATCH, tmp_path / "a.sqlite", ["0-3-1", "0-7-0", "0-7-1"])
    path = write_report(experiment, ledger, tmp_path / "out")
    numbers = numbers_in(tmp_path / "out")
    assert (numbers["games_in_ledger"], numbers["games_counted"]) == (77, 76)
    assert (numbers["games_failed"], numbers["n_failures"]) == (3, 3)
    assert numbers["contests"][0]["games"] == 76
    text = path.read_text()
    assert "ValueError: &lt;b&gt;no&lt;/b&gt; &amp; nothing" in text
    assert "<b>no</b>" not in text + (tmp_path / "out" / "report.md").read_text()


def test_attempts_that_were_made_good_cost_nothing(tmp_path):
    experiment, ledger = ledger_of(MATCH, tmp_path / "a.sqlite")
    ledger.add_failure("0-3-1", 1, "its worker died, 1 times by now")
    write_report(experiment, ledger, tmp_path / "out")
    numbers = numbers_in(tmp_path / "out")
    assert (numbers["games_counted"], numbers["games_failed"]) == (80, 0)
    assert len(numbers["failures"]) == 1


def failing_ledger(text, path, fails):
    """An experiment in which some games end by a crash of the player who moves second."""
    experiment = parse_spec(text)
    ledger = Ledger.open(path, experiment.digest(), {})
    random = np.random.default_rng(3)
    for contest in Run(experiment, ledger).schedule.contests():
        for task in games_of(experiment, contest):
            entry = played(experiment, task, random)
            if fails(task):
                entry = entry._replace(winner=0, reason="crashed: it ended with exit code 134")
            ledger.add(entry)
    return experiment, ledger


def test_contests_that_failures_decided_are_judged_and_rated_nowhere(tmp_path):
    experiment, ledger = failing_ledger(
        SPEC.replace('"mnk"', '"nim:12"'),
        tmp_path / "a.sqlite",
        lambda task: task.names[1] == "r" and (task.names[0] == "a" or task.pair == 0),
    )
    path = write_report(experiment, ledger, tmp_path / "out")
    numbers = numbers_in(tmp_path / "out")
    rows = {(row["game"], row["one"], row["other"]): row for row in numbers["contests"]}
    for (_, one, other), row in rows.items():
        failed = {"a": 15, "b": 1}[one] if other == "r" else 0
        assert (row["one_failed"], row["other_failed"]) == (0, failed)
        assert row["spoilt"] == (failed == 15)
        assert (row["elo"] is None) == (row["p"] is None) == row["spoilt"]
    n_judged = sum(not row["spoilt"] for row in rows.values())
    assert n_judged == 4
    assert any(note.startswith("4 comparisons were made at once") for note in numbers["notes"])
    games = {row["name"]: row["games"] for row in numbers["ratings"]["nim:9"]}
    assert games == {"a": 30, "b": 60, "r": 30}
    assert numbers["headline"].startswith("r failed in 32 of 120 games: crashed in 32 (at first: ")
    text = path.read_text()
    assert "no verdict on a and r: failures decided 15 of 30 games" in text
    assert "; failures decided 1 of 30 games" in text
    assert "15 by failures" in text


def test_test_that_failures_decided_says_so(tmp_path):
    rule = "\n[sprt]\nelo0 = -900\nelo1 = -800\n"
    experiment, ledger = failing_ledger(
        MATCH.replace("pairs = 40", "pairs = 90") + rule,
        tmp_path / "a.sqlite",
        lambda task: task.names[1] == "b" or task.pair % 2 == 0,
    )
    assert Run(experiment, ledger).schedule.tallies[0].is_decided
    (_, told) = Run(experiment, ledger).schedule.standings()[-2:]
    assert re.search(
        r"no Elo: failures decided .* games, SPRT: accepted H1 \(.*\), by failures$", told
    )
    path = write_report(experiment, ledger, tmp_path / "out")
    for text in (path.read_text(), (tmp_path / "out" / "report.md").read_text()):
        assert re.search(r"failures decided \d+ of \d+ games, and with them the SPRT", text)


def test_game_without_a_twin_is_counted(tmp_path):
    experiment = parse_spec(MATCH.replace("pairs = 40", "games = 25"))
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    random = np.random.default_rng(3)
    (contest,) = Run(experiment, ledger).schedule.contests()
    for task in games_of(experiment, contest):
        ledger.add(played(experiment, task, random))
    write_report(experiment, ledger, tmp_path / "out")
    numbers = numbers_in(tmp_path / "out")
    assert (numbers["games_in_ledger"], numbers["games_counted"]) == (25, 25)
    row = numbers["contests"][0]
    assert (row["games"], sum(row["pairs"])) == (25, 12)
    assert row["points"] == sum(entry.points for entry in ledger.games())
    assert "24 games in 12 pairs" in row["verdict"]


@pytest.mark.parametrize("text", [SPEC, MATCH, SWEEP, SPEC.replace("round-robin", "knock-out")])
@pytest.mark.parametrize("n", [0, 1, 2])
def test_hardly_any_games(text, n, tmp_path):
    experiment = parse_spec(text)
    ledger = Ledger.open(tmp_path / "a.sqlite", experiment.digest(), {})
    contest = Run(experiment, ledger).schedule.contests()[0]
    random = np.random.default_rng(3)
    for task, _ in zip(games_of(experiment, contest), range(n), strict=False):
        ledger.add(played(experiment, task, random))
    page = Page(write_report(experiment, ledger, tmp_path / "out").read_text())
    numbers = numbers_in(tmp_path / "out")
    assert numbers["games_counted"] == (2 if n == 2 else 0)
    says = "too few games" if n == 2 else "nothing to tell"
    assert says in page.text


# -- the files --


def test_the_same_ledger_gives_the_same_bytes(whole, tmp_path):
    experiment, ledger, folder, _ = whole
    write_report(experiment, ledger, tmp_path)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["contests.csv", "games.csv", "report.html", "report.json", "report.md"]
    for name in names:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name


def test_page_is_well_formed_and_needs_nothing_from_outside(whole):
    text = (whole[2] / "report.html").read_text()
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    beside = {"contests.csv", "games.csv", "report.json", "report.md", "data:,"}
    assert {a for a in page.addresses if not a.startswith("#")} == beside
    assert {a[1:] for a in page.addresses if a.startswith("#")} <= set(page.ids)
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(page.ids)
    assert not re.search(r"https?://|@import|@font-face|url\((?!#)", text)
    assert text.startswith("<!doctype html>")


def test_every_figure_has_its_numbers_as_text(whole):
    text = (whole[2] / "report.html").read_text()
    figures = re.findall(r"<figure.*?</figure>", text, re.DOTALL)
    assert len(figures) > 15
    for figure in figures:
        label = re.search(r'<svg [^>]*role="img" aria-label="([^"]*)"', figure)[1]
        assert re.search(r"\d", label)
        assert re.search(r"\d", re.search(r"<figcaption>(.*?)</figcaption>", figure, re.DOTALL)[1])


def test_csv_has_every_game_as_it_was(whole):
    _, ledger, folder, _ = whole
    with (folder / "games.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(ledger)
    for row, entry in zip(rows, ledger.games(), strict=True):
        assert (row["id"], row["first"], row["second"]) == (entry.id, entry.first, entry.second)
        assert int(row["seed"]) == entry.seed
        assert row["moves"].split() == list(entry.moves)
        assert row["winner"] == {None: "", 0: entry.first, 1: entry.second}[entry.winner]
        total = int(row["first_simulations"]) + int(row["second_simulations"])
        assert total == sum(turn[1] for turn in entry.turns)
        seconds = float(row["first_seconds"]) + float(row["second_seconds"])
        assert seconds == pytest.approx(sum(turn[0] for turn in entry.turns), abs=2e-6)


def test_json_says_what_was_run(whole):
    experiment, _, _, numbers = whole
    assert numbers["experiment"]["digest"] == experiment.digest()
    assert numbers["experiment"]["players"] == experiment.players
    assert parse_spec(numbers["about"]["spec"]) == experiment._replace(name="Three at two games")


NASTY = "<script>alert(1)</script>'\"&`|_*\\$x$ 玩家"


def test_names_mean_nothing_to_the_page(tmp_path):
    text = MATCH.replace('a = "uct', f'{json.dumps(NASTY)} = "uct')
    text = text.replace("\nkind", f"\nname = {json.dumps('</title><script>x</script>')}\nkind")
    experiment, ledger = ledger_of(text, tmp_path / "a.sqlite")
    html = write_report(experiment, ledger, tmp_path / "out").read_text()
    page = Page(html)
    numbers = numbers_in(tmp_path / "out")
    assert NASTY in numbers["experiment"]["players"]
    n_samples = html.count('<script type="application/json">')
    assert n_samples
    assert page.scripts == n_samples + 1
    assert NASTY in page.text
    assert "<script" not in (tmp_path / "out" / "report.md").read_text().split("```")[0]
    for data in re.findall(r'<script type="application/json">(.*?)</script>', html, re.DOTALL):
        assert NASTY in json.loads(data)["names"]


def test_sample_games_are_those_of_the_ledger(whole):
    _, ledger, folder, _ = whole
    html = (folder / "report.html").read_text()
    entries = {entry.id: entry for entry in ledger.games()}
    articles = re.findall(r"<article.*?</article>", html, re.DOTALL)
    assert 3 <= len(articles) <= 9
    for article in articles:
        entry = entries[re.search(r"game (\d+-\d+-\d)", article)[1]]
        data = json.loads(re.search(r"<script[^>]*>(.*?)</script>", article, re.DOTALL)[1])
        assert data["moves"] == list(entry.moves)
        state = find(entry.game).start()
        for move, frame in zip([None, *entry.moves], data["frames"], strict=True):
            state = state.play(move) if move else state
            drawn = "".join(data["parts"][i] for i in [*data["ground"], *frame])
            assert state.svg().partition(">")[2] == drawn + "</svg>"


def test_sweep_has_its_grid(tmp_path):
    experiment, ledger = ledger_of(SWEEP, tmp_path / "a.sqlite")
    page = Page(write_report(experiment, ledger, tmp_path / "out").read_text())
    numbers = numbers_in(tmp_path / "out")
    (table,) = numbers["grid"]["tables"]
    assert (table["down"], table["across"]) == ("c", "n")
    shares = {(row["one"]): row["share"] for row in numbers["contests"]}
    for c, cells in zip(table["down_values"], table["rows"], strict=True):
        for n, cell in zip(table["across_values"], cells, strict=True):
            assert cell["share"] == shares[f"uct:c={c},simulations={n}"]
            assert cell["games"] == 24
    by_c = next(curve for curve in numbers["grid"]["curves"] if curve["parameter"] == "c")
    for point, cells in zip(by_c["points"], table["rows"], strict=True):
        assert point["share"] == pytest.approx(np.mean([cell["share"] for cell in cells]))
    assert "flattered by having been picked" in page.text


# -- summaries of a fixed size --


def test_quantiles_are_right_to_half_a_bin():
    values = np.random.default_rng(1).lognormal(-5, 2, 20_000)
    spread = Histogram()
    for value in values[:9_999]:
        spread.add([value])
    spread.add(values[9_999:])
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        expected = np.quantile(values, share, method="averaged_inverted_cdf")
        assert spread.quantile(share) == pytest.approx(expected, rel=0.0125)
    assert spread.box()["mean"] == pytest.approx(values.mean())
    assert (spread.least, spread.most) == (values.min(), values.max())


def test_quantiles_of_few_numbers_are_exact():
    both = Histogram()
    both.add([100] * 3)
    both.add([250, 1000])
    assert [both.quantile(share) for share in (0.25, 0.5, 0.75, 0.95)] == [100, 100, 250, 1000]


@pytest.mark.full
def test_memory_does_not_grow_with_the_games(tmp_path):
    experiment = parse_spec(MATCH.replace("pairs = 40", "pairs = 6000"))
    peaks = []
    for pairs in (10, 3000, 6000):  # at first some modules are loaded
        ledger = Ledger.open(tmp_path / f"{pairs}.sqlite", experiment.digest(), {})
        row = played(
            experiment,
            next(games_of(experiment, Run(experiment, ledger).schedule.contests()[0])),
            np.random.default_rng(1),
        )
        turns = json.dumps(row.turns * 5)
        fields = ", ".join((*GameRecord._fields, "ended"))
        rows = (
            (
                f"0-{i // 2}-{i % 2}",
                0,
                i // 2,
                i % 2,
                *(("a", "b") if i % 2 == 0 else ("b", "a")),
                row.game,
                str(i),
                row.opening,
                " ".join(row.moves),
                i % 3 % 2,
                "",
                turns,
                1,
                "h",
                "v",
                0,
            )
            for i in range(2 * pairs)
        )
        marks = ", ".join("?" * (len(GameRecord._fields) + 1))
        with ledger._db:
            ledger._db.executemany(f"INSERT INTO game ({fields}) VALUES ({marks})", rows)
        tracemalloc.start()
        schedule = Run(experiment, ledger).schedule
        found = MatchData(schedule, experiment, schedule.contests())
        assert sum(counts for _, counts in gather(found, ledger)) == 2 * pairs
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert found.games_counted == 2 * pairs
    assert peaks[2] < 1.1 * peaks[1]
