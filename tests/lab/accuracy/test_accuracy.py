"""Accuracy: positions that anybody can draw again, true truths, and choices judged by them."""

import math

import pytest
from naive import NaiveSolver, value

from playout import solve
from playout.catalogue import find
from playout.kernel import JIT
from playout.lab.accuracy import positions
from playout.lab.accuracy import tasks as accuracy
from playout.lab.accuracy.numbers import paired_difference, record_of, scores_of
from playout.lab.accuracy.positions import label_of, phases_of, positions_of
from playout.lab.run.ledger import Ledger
from playout.lab.run.records import AnswerRecord, LabelRecord, MoveValue
from playout.lab.run.runner import Run
from playout.lab.run.spec import SpecError, experiment_of, parse_spec
from playout.lab.run.tasks import perform
from playout.lab.stats.intervals import wilson
from playout.rules import GameError
from playout.solve import DRAW, LOSS, UNKNOWN, WIN, Solution

GOLDEN = [  # columns
    "23757171",
    "327776115",
    "4541612621",
    "16116536631",
    "516355557767",
]
VALUES = {
    "name": "small",
    "kind": "accuracy",
    "game": "mnk",
    "positions": 40 if JIT else 12,
    "plies": [3, 7],
    "simulations": [5, 50],
    "players": {"uct": "uct", "flat": "flat", "random": "random"},
}


class InTurn:
    """Works in this process, on one question after the other."""

    def __init__(self, at_most=None):
        self.at_most = at_most

    def play(self, next_task):
        for i, task in enumerate(iter(next_task, None)):
            if i == self.at_most:
                raise KeyboardInterrupt
            yield perform(task)


@pytest.fixture(autouse=True)
def naive(monkeypatch):
    """The truth is what the whole game tree says."""
    monkeypatch.setattr(accuracy, "_solver", lambda game: NaiveSolver())


def run_of(values, path=":memory:", workers=None):
    experiment = experiment_of(values)
    run = Run(experiment, Ledger.open(path, experiment.digest(), {"name": "small"}))
    if workers is not None:
        run.run(workers)
    return run


def kept_in(run):
    """What must not depend on who worked: all but times, places and attempts."""
    answers = [row[:10] for row in run.ledger.answers("mnk")]
    return answers, [row[:7] for row in run.ledger.labels("mnk")]


def state_of(game, moves):
    state = find(game).start()
    for move in moves:
        state = state.play(move)
    return state


@pytest.fixture(scope="module")
def asked():
    """All questions of a small experiment, answered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accuracy, "_solver", lambda game: NaiveSolver())
        return run_of(VALUES, workers=InTurn())


def test_answer_that_comes_twice_counts_once(asked):
    class Twice(InTurn):
        def play(self, next_task):
            for answer in super().play(next_task):
                yield from (answer, answer)

    assert run_of(VALUES, workers=Twice()).schedule.counts == asked.schedule.counts


# -- positions --


def test_positions_are_open_different_and_of_all_lengths():
    positions = positions_of("mnk", 60, (2, 6), 5)
    states = [state_of("mnk", position) for position in positions]
    assert len(set(states)) == 60
    assert all(not state.is_over and len(state.moves()) > 1 for state in states)
    lengths = [len(position) for position in positions]
    assert all(lengths.count(n) == 12 for n in range(2, 7))


def test_positions_are_the_same_everywhere():
    drawn = positions_of("connect4", 5, (8, 30), 1)
    assert ["".join(position) for position in drawn] == GOLDEN


def test_more_positions_begin_with_the_same_ones():
    assert positions_of("mnk", 60, (2, 6), 5)[:10] == positions_of("mnk", 10, (2, 6), 5)
    assert positions_of("mnk", 10, (2, 6), 5) != positions_of("mnk", 10, (2, 6), 6)


def test_lengths_that_no_game_has_are_not_tried(monkeypatch):
    tried, draw = [], positions._unseen

    def watched(game, length, numbers, seen):
        tried.append(length)
        return draw(game, length, numbers, seen)

    monkeypatch.setattr(positions, "_unseen", watched)
    positions_of("mnk", 12, (5, 20), 77)
    assert set(tried) <= set(range(5, 9))  # the ninth move is the last


def test_more_positions_than_there_are_is_an_error_that_says_so():
    with pytest.raises(GameError, match="only 10 different positions"):
        positions_of("mnk", 100, (0, 1), 1)  # the empty board, and nine with one mark
    with pytest.raises(GameError, match="only 0 different positions"):
        positions_of("mnk", 1, (8, 8), 1)  # one cell is left, and nothing to choose
    with pytest.raises(GameError, match="only 10 different positions"):
        run_of({**VALUES, "plies": [0, 1], "positions": 100}, workers=InTurn())


@pytest.mark.parametrize("plies", [(8, 30), (0, 0), (3, 4), (1, 3)])
def test_phases_are_thirds_of_the_lengths(plies):
    phases = phases_of(plies)
    covered = [n for low, high in phases for n in range(low, high + 1)]
    assert covered == list(range(plies[0], plies[1] + 1))
    sizes = [high - low + 1 for low, high in phases]
    assert max(sizes) - min(sizes) <= 1
    assert len(phases) == min(3, len(covered))


# -- truth --


def label(outcome, values, reason="", position=0):
    where = f"label-0-{position}", "mnk", position, ()
    return LabelRecord(*where, outcome, values, reason, 0.1, 5, 1, "here", "")


def answer(label, move):
    where = "0-0-0", "mnk", label.position, 0, "uct", (), 1
    outcomes = label.outcome, label.values[move].outcome
    return AnswerRecord(*where, move, *outcomes, 0.1, 10, None, 1, "here", "")


def test_truth_says_what_the_game_tree_says():
    state = state_of("mnk", ["a1", "b2", "c3"])
    truth = label(*label_of(NaiveSolver().solve(state, all_moves=True)))
    assert truth.outcome == value(state)[0] == DRAW
    assert set(truth.keeping) == {"b1", "c2", "b3", "a2"}  # a corner loses
    assert truth.is_decisive
    assert truth.by_chance == 4 / 6
    assert truth.best == truth.keeping
    assert answer(truth, "a3").cost == 0.5
    assert answer(truth, "b1").cost == 0


def test_label_comes_back_from_the_ledger():
    moves = {
        "a1-b2": MoveValue(WIN, 3, 7),
        "4": MoveValue(LOSS, -12, 2),
        "x=y": MoveValue(DRAW, 0, None),
        "swap": MoveValue(WIN, None, 9),
        "pass": MoveValue(LOSS),
    }
    ledger = Ledger.open(":memory:", "x", {})
    row = LabelRecord("label-0-0", "mnk", 0, ("a1",), WIN, moves, "", 0.1, 5, 1, "here", "code")
    assert ledger.add(row)
    assert list(ledger.labels("mnk")) == [row]


@pytest.mark.parametrize(
    ("outcome", "rows", "best"),
    [
        (WIN, {"a": (WIN, 3, None), "b": (WIN, 5, None), "c": (LOSS, -1, None)}, ["b"]),
        (LOSS, {"a": (LOSS, -3, None), "b": (LOSS, -5, None)}, ["a"]),
        (WIN, {"a": (WIN, None, 3), "b": (WIN, None, 5)}, ["a"]),
        (LOSS, {"a": (LOSS, None, 4), "b": (LOSS, None, 8)}, ["b"]),
        (DRAW, {"a": (DRAW, None, None), "b": (LOSS, None, 2)}, ["a"]),
        (WIN, {"a": (WIN, None, None), "b": (WIN, None, 5)}, None),
        (DRAW, {"a": (DRAW, None, None), "b": (LOSS, None, None)}, None),
    ],
)
def test_best_moves_win_soonest_or_lose_latest(outcome, rows, best):
    truth = label(outcome, {name: MoveValue(*row) for name, row in rows.items()})
    assert truth.best == best


def test_half_a_solution_is_unknown():
    state = state_of("mnk", ["a1"])
    whole = NaiveSolver().solve(state, all_moves=True)
    assert label(*label_of(whole)).is_known
    half = Solution(state, DRAW, None, None, (), whole.moves[:-1], 1, 0.0, "time")
    assert label_of(half) == (UNKNOWN, {}, "time")
    assert not label(*label_of(half)).is_known


# -- answers --


def test_every_answer_is_judged_by_the_game_tree(asked):
    (scores,) = scores_of(asked.schedule)
    assert [answers.entrant.name for answers in scores.answers] == [
        "uct, 5 simulations",
        "uct, 50 simulations",
        "flat, 5 simulations",
        "flat, 50 simulations",
        "random",
    ]
    for answers in scores.answers:
        kept = cost = 0
        for i, answer in answers.by_position.items():
            state = state_of("mnk", scores.positions[i])
            before, after = value(state), accuracy_of(state, answer.chosen)
            kept += before[0] == after
            cost += (OUTCOMES[before[0]] - OUTCOMES[after]) / 2
        row, n = answers.row, VALUES["positions"]
        assert (row["n"], row["kept"], row["mean_cost"]) == (n, kept, cost / n)
        assert (row["share"], row["share_low"], row["share_high"]) == wilson(kept, n)
        assert sum(phase["kept"] for phase in row["phases"]) == kept
        assert row["best"] <= kept


OUTCOMES = {LOSS: 0, DRAW: 1, WIN: 2}


def accuracy_of(state, move):
    from naive import after

    return after(state, move)[0]


def test_standings_count_as_the_scores_do(asked):
    (scores,) = scores_of(asked.schedule)
    counted = [asked.schedule.counts["mnk", j] for j in range(len(scores.answers))]
    assert counted == [(answers.row["n"], answers.row["kept"]) for answers in scores.answers]
    assert any(n != kept for n, kept in counted)
    assert len(asked.schedule.standings()) == len(counted)


def test_more_simulations_are_more_accurate(asked):
    (scores,) = scores_of(asked.schedule)
    uct = [answers.row["kept"] for answers in scores.answers[:2]]
    assert uct[0] < uct[1]


def test_ledger_says_what_became_of_the_value(asked):
    (scores,) = scores_of(asked.schedule)
    for j, answers in enumerate(scores.answers):
        mine = [row for row in asked.ledger.answers("mnk") if row.entrant == j]
        assert len(mine) == answers.row["n"]
        for row in mine:
            label = scores.labels[row.position]
            assert (row.before, row.after) == (label.outcome, label.values[row.chosen].outcome)
            assert row.player == answers.entrant.name
            assert row.chosen == answers.by_position[row.position].chosen
            assert row.moves == scores.positions[row.position]


def test_random_keeps_the_value_as_often_as_moves_do():
    """The mean over many seeds is the share of the moves that keep it, computed from the truth."""
    n = 40 if JIT else 8
    values = {**VALUES, "positions": n, "players": {"random": "random"}}
    kept = trials = expected = variance = 0
    for seed in range(10):
        (scores,) = scores_of(run_of({**values, "seed": seed}, workers=InTurn()).schedule)
        kept += scores.answers[0].row["kept"]
        trials += scores.answers[0].row["n"]
        shares = [truth.by_chance for truth in scores.labels.values()]
        assert math.isclose(scores.by_chance(), sum(shares) / n)
        expected += sum(shares)
        variance += sum(p * (1 - p) for p in shares)
    assert trials == 10 * n
    assert abs(kept - expected) < 3 * math.sqrt(variance)
    assert expected / trials < 0.9  # so that there was something to see


@pytest.mark.full
def test_perfect_player_never_gives_anything_away(monkeypatch):
    class Known(NaiveSolver):
        def __init__(self, game):
            self.game = game

    monkeypatch.setattr(solve, "solver_for", lambda game, memory=None: Known(game), raising=False)
    run = run_of({**VALUES, "players": {"perfect": "perfect"}}, workers=InTurn())
    (scores,) = scores_of(run.schedule)
    (answers,) = scores.answers
    row, n = answers.row, VALUES["positions"]
    assert (row["n"], row["kept"], row["best"], row["mean_cost"]) == (n, n, n, 0)
    assert scores.by_chance() < 1


@pytest.mark.full
def test_every_choice_has_a_seed_of_its_own(asked):
    seeds = [row.seed for row in asked.ledger.answers("mnk")]
    assert len(set(seeds)) == len(seeds) == 5 * VALUES["positions"]


def test_who_is_asked_twice_gives_the_same_answers(asked):
    again = run_of(VALUES, workers=InTurn())
    assert kept_in(again) == kept_in(asked)


def test_what_is_missing_is_asked_and_nothing_else(asked, tmp_path):
    total = asked.schedule.total()
    assert total == len(asked.ledger) == 6 * VALUES["positions"]
    run = run_of(VALUES, tmp_path / "a.sqlite")
    for at_most in (VALUES["positions"] // 2, VALUES["positions"]):
        with pytest.raises(KeyboardInterrupt):
            run.run(InTurn(at_most))
    assert len(run.ledger) < total
    again = Run(run.experiment, run.ledger)
    seen = []
    again.run(InTurn(), seen.append)
    assert seen[-1].done == seen[-1].total == total
    assert kept_in(again) == kept_in(asked)
    assert again.schedule.summary() == asked.schedule.summary()
    assert again.schedule.standings() == asked.schedule.standings()


class Forgetful(NaiveSolver):
    """Knows nothing where the first mark is in a corner."""

    def solve(self, state, **limits):
        if state.history[0].name in ("a1", "c1", "a3", "c3"):
            return Solution(state, UNKNOWN, None, None, (), (), 1, 0.1, "time")
        return super().solve(state, **limits)


def test_unknown_positions_ask_nobody_and_count_nowhere(monkeypatch, asked):
    monkeypatch.setattr(accuracy, "_solver", lambda game: Forgetful())
    run = run_of(VALUES, workers=InTurn())
    (scores,) = scores_of(run.schedule)
    (whole,) = scores_of(asked.schedule)
    corners = [i for i, p in enumerate(whole.positions) if p[0] in ("a1", "c1", "a3", "c3")]
    assert 0 < len(corners) == scores.n_unknown < VALUES["positions"]
    assert not set(corners) & set(scores.labels)
    assert run.schedule.total() == len(run.ledger) == VALUES["positions"] + 5 * len(scores.labels)
    for answers, all_answers in zip(scores.answers, whole.answers, strict=True):
        assert answers.row["n"] == len(scores.labels)
        kept = {i: a.chosen for i, a in all_answers.by_position.items() if i not in corners}
        # The others are what they would have been.
        assert {i: answer.chosen for i, answer in answers.by_position.items()} == kept
    assert f"{len(corners)} more are unknown" in run.schedule.summary()[0]
    again = Run(run.experiment, run.ledger)
    assert again.schedule.total() == run.schedule.total()


# -- statistics --


def test_record_counts_decisive_positions_apart():
    same = label(WIN, {"a": MoveValue(WIN), "b": MoveValue(WIN)})
    apart = label(WIN, {"a": MoveValue(WIN), "b": MoveValue(LOSS)}, position=1)
    ranked = label(WIN, {"a": MoveValue(WIN, 5), "b": MoveValue(WIN, 3)}, position=2)
    labels = dict(enumerate([same, apart, ranked]))
    answers = [answer(same, "a"), answer(apart, "a"), answer(apart, "b")]
    row = record_of(answers, labels)
    assert (row["n"], row["kept"], row["decisive"], row["decisive_kept"]) == (3, 2, 2, 1)
    assert row["mean_cost"] == 1 / 3
    assert row["ranked"] == 0  # nobody knows how long these wins take
    assert row["best_share"] is None
    row = record_of([*answers, answer(ranked, "b")], labels)
    assert (row["kept"], row["ranked"], row["best"]) == (3, 1, 0)


def test_paired_players_are_compared_by_the_positions_that_tell_them_apart(asked):
    (scores,) = scores_of(asked.schedule)
    pairs = scores.compared()
    names = [(pair["one"], pair["other"]) for pair in pairs]
    assert names == [
        ("uct, 5 simulations", "flat, 5 simulations"),
        ("uct, 50 simulations", "flat, 50 simulations"),
    ]
    for pair in pairs:
        one, other = (a for a in scores.answers if a.entrant.name in (pair["one"], pair["other"]))
        only_one, only_other = pair["only_one"], pair["only_other"]
        assert only_one - only_other == one.row["kept"] - other.row["kept"]
        more, both = max(only_one, only_other), only_one + only_other
        tail = sum(math.comb(both, n) for n in range(more, both + 1)) / 2**both
        assert pair["p"] == pytest.approx(min(1, 2 * tail))
        assert pair["p"] <= pair["adjusted"] <= 2 * pair["p"]


@pytest.mark.parametrize(("a", "b"), [(0.1, 0.1), (0.2, 0.05), (0.02, 0.01), (0.5, 0.3)])
def test_paired_interval_holds_its_level(a, b):
    """The exact chance that the interval has the true difference in it, over all counts."""
    n = 40
    inside = 0.0
    for i in range(n + 1):
        for j in range(n + 1 - i):
            ways = math.comb(n, i) * math.comb(n - i, j)
            chance = ways * a**i * b**j * (1 - a - b) ** (n - i - j)
            interval = paired_difference(i, j, n)
            assert interval.low <= interval.value <= interval.high
            inside += chance * (interval.low <= a - b <= interval.high)
    assert inside > 0.94


# -- specs --

SPEC = """kind = "accuracy"
name = "x"
game = "mnk"
positions = 10
plies = [2, 5]
seconds = [0.5, 2]
[players]
a = "uct:c=0.7"
b = "random"
c = "strong"
d = "uct:simulations=7"
e = "uct:threads=2, c=0.70"
"""


def test_every_player_gets_every_budget_but_for_those_who_have_one():
    plan = parse_spec(SPEC).accuracy
    assert [(e.name, e.text) for e in plan.entrants] == [
        ("a, 0.5 s", "uct:c=0.7,seconds=0.5"),
        ("a, 2 s", "uct:c=0.7,seconds=2"),
        ("b", "random"),
        ("c", "strong"),
        ("d", "uct:simulations=7"),
        ("e, 0.5 s", "uct:c=0.7,threads=2,seconds=0.5"),
        ("e, 2 s", "uct:c=0.7,threads=2,seconds=2"),
    ]
    assert (plan.positions, plan.plies, plan.solve_seconds) == (10, (2, 5), 60.0)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("positions = 10", "positions = 0", "line 4: positions must be a whole number"),
        ("plies = [2, 5]", "plies = [5, 2]", "line 5: plies must be the least and the most"),
        ("plies = [2, 5]", "plies = 5", "line 5: plies must be"),
        ("plies = [2, 5]", "plies = [2, true]", "line 5: plies must be"),
        ("seconds = [0.5, 2]", "seconds = []", "line 6: seconds must be"),
        ("seconds = [0.5, 2]", "seconds = [1, 1]", "line 6: seconds must be"),
        ("seconds = [0.5, 2]", "seconds = [-1]", "line 6: seconds must be numbers above 0"),
        ("seconds = [0.5, 2]", "seconds = [nan]", "line 6: seconds must be numbers above 0"),
        ("seconds = [0.5, 2]", "simulations = [1.5]", "line 6: simulations must be whole"),
        ("seconds = [0.5, 2]", "seconds = 1\nsimulations = 1", "one of them"),
        ("seconds = [0.5, 2]", "solve_seconds = 0", "line 6: solve_seconds must be"),
        ("seconds = [0.5, 2]", "pairs = 3", "line 6: pairs means nothing here"),
        ('b = "random"', 'b = "nobody"', "line 9: no player is called 'nobody'"),
        ('b = "random"', 'b = "human"', "line 9: a person cannot play"),
        ("[players]", "[sprt]\nelo0 = 0\n[players]", "sprt means nothing here"),
        ('kind = "accuracy"', 'kind = "round-robin"', 'it is for kind = "accuracy"'),
    ],
)
def test_wrong_spec_says_where_and_why(old, new, why):
    assert old in SPEC
    with pytest.raises(SpecError) as error:
        parse_spec(SPEC.replace(old, new))
    assert why in str(error.value)


def test_digest_knows_all_that_is_asked():
    digests = {parse_spec(SPEC).digest()}
    for old, new in (
        ("positions = 10", "positions = 11"),
        ("[2, 5]", "[2, 6]"),
        ("[0.5, 2]", "[0.5, 3]"),
        ('"strong"', '"easy"'),
        ('name = "x"', 'name = "x"\nseed = 2'),
        ('name = "x"', 'name = "x"\nsolve_seconds = 5'),
    ):
        digests.add(parse_spec(SPEC.replace(old, new)).digest())
    assert len(digests) == 7
    assert parse_spec(SPEC.replace('name = "x"', 'name = "y"')).digest() in digests
