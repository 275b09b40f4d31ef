"""All numbers of a report on accuracy, as they are in report.json, and as tables of text.

Two players were asked about the same positions, so what tells them apart are the positions in
which one kept the value and the other did not. McNemar's exact test (1947) asks whether these
are divided unevenly: a sign test. The interval of the difference is Wald's with half a position
added to each of the four counts (Agresti and Min 2005), which holds its level with few of them.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import fmean, median

from ...language import number, said, tr
from ..report.format import MISSING
from ..report.page import Row, named, provenance, render
from ..run.code import MIXED, mix_lines
from ..run.records import AnswerRecord, LabelRecord
from ..stats.intervals import Interval, holm, normal_quantile, sign_test, wilson
from .positions import Position, phase_name, phases_of
from .schedule import AccuracySchedule, Budget, Entrant

MOST_HARD = 9  # positions that are shown


def record_of(answers: Sequence[AnswerRecord], labels: Mapping[int, LabelRecord]) -> Row:
    """What is counted of some answers, which the labels of their positions judge."""
    n = len(answers)
    kept = [answer.cost == 0 for answer in answers]
    decisive = [answer.cost == 0 for answer in answers if labels[answer.position].is_decisive]
    best = [(answer.chosen, labels[answer.position].best) for answer in answers]
    ranked = [chosen in moves for chosen, moves in best if moves is not None]
    return {
        "n": n,
        "kept": sum(kept),
        **_share("share", kept),
        "decisive": len(decisive),
        "decisive_kept": sum(decisive),
        **_share("decisive_share", decisive),
        "ranked": len(ranked),
        "best": sum(ranked),
        **_share("best_share", ranked),
        "mean_cost": fmean(answer.cost for answer in answers) if n else None,
        "seconds_per_move": median(answer.seconds for answer in answers) if n else None,
        "simulations_per_move": sum(a.simulations for a in answers) / n if n else None,
    }


def _share(key: str, right: list[bool]) -> dict[str, float | None]:
    value, low, high = wilson(sum(right), len(right)) if right else (None, None, None)
    return {key: value, f"{key}_low": low, f"{key}_high": high}


@dataclass
class Answers:
    """All answers of a player with a budget, at one game."""

    entrant: Entrant
    labels: dict[int, LabelRecord]  # those that are known, by the number of the position
    phases: list[list[AnswerRecord]]

    @cached_property
    def by_position(self) -> dict[int, AnswerRecord]:
        return {answer.position: answer for phase in self.phases for answer in phase}

    @cached_property
    def row(self) -> Row:
        """The record of all of them, and that of each phase."""
        entrant = self.entrant
        about = {"name": entrant.name, **entrant._asdict(), "budget": entrant.budget._asdict()}
        whole = record_of([*self.by_position.values()], self.labels)
        return about | whole | {"phases": [record_of(phase, self.labels) for phase in self.phases]}


@dataclass
class GameScores:
    """What was asked at one game, and what came of it."""

    game: str
    positions: tuple[Position, ...]
    labels: dict[int, LabelRecord]  # those that are known
    n_unknown: int
    phases: tuple[tuple[int, int], ...]  # the least and the most moves played in each
    answers: list[Answers]

    @property
    def answered(self) -> list[Answers]:
        """Those of whoever has answered something."""
        return [answers for answers in self.answers if answers.by_position]

    def phase_of(self, position: int) -> int:
        """The number of the phase that a position belongs to."""
        plies = len(self.positions[position])
        return next(i for i, (_, high) in enumerate(self.phases) if plies <= high)

    def by_chance(self, *phases: int) -> float | None:
        """How often a blind choice keeps the value, in all phases or in these: computed exactly."""
        labels = self.labels.items()
        shares = [x.by_chance for i, x in labels if not phases or self.phase_of(i) in phases]
        return fmean(shares) if shares else None

    def compared(self) -> list[Row]:
        """Every two players with the same budget, on the positions that both were asked about."""
        budgets: dict[Budget, list[Answers]] = {}
        for answers in self.answered:
            budgets.setdefault(answers.entrant.budget, []).append(answers)
        pairs = [pair for group in budgets.values() for pair in combinations(group, 2)]
        counts = []
        for mine, theirs in ((one.by_position, other.by_position) for one, other in pairs):
            both = mine.keys() & theirs.keys()
            right = Counter((mine[i].cost == 0, theirs[i].cost == 0) for i in both)
            counts.append((len(both), right[True, False], right[False, True]))
        adjusted = holm([sign_test(a, b) for _, a, b in counts])
        return [
            _comparison(one.entrant.name, other.entrant.name, *count, p)
            for (one, other), count, p in zip(pairs, counts, adjusted, strict=True)
        ]


def _comparison(
    one: str, other: str, n: int, only_one: int, only_other: int, adjusted: float
) -> Row:
    """The row of two players; `adjusted` is p after Holm's correction over all rows of a game."""
    difference, is_found = paired_difference(only_one, only_other, n), adjusted <= 0.05
    better, worse = (one, other) if difference.value > 0 else (other, one)
    verdict = tr("no difference was found between {one} and {other}", one=one, other=other)
    if is_found:
        text = "{better} keeps the value more often than {worse}"
        verdict = tr(text, better=better, worse=worse)
    tail = tr(
        "{most} against {least} positions that only one of them got right, p {p:.2g}"
        " by McNemar’s test and Holm’s correction",
        **{"most": max(only_one, only_other), "least": min(only_one, only_other)},
        p=float(adjusted),
    )
    return {
        "one": one,
        "other": other,
        "n": n,
        "only_one": only_one,
        "only_other": only_other,
        **named(difference, "difference"),
        "p": sign_test(only_one, only_other),
        "adjusted": adjusted,
        "found": is_found,
        "verdict": f"{verdict} ({tail})",
    }


def paired_difference(only_one: int, only_other: int, n: int) -> Interval:
    """By how much the share of one is above that of the other, who had the same n questions."""
    if not n:
        return Interval(0.0, -1.0, 1.0)
    a, b, whole = only_one + 0.5, only_other + 0.5, n + 2
    middle = (a - b) / whole
    half = normal_quantile(0.95) * math.sqrt(a + b - (a - b) ** 2 / whole) / whole
    value = (only_one - only_other) / n
    # The interval is not around the estimate itself, but it shall hold it.
    low, high = min(middle - half, value), max(middle + half, value)
    return Interval(value, max(-1.0, low), min(1.0, high))


def scores_of(schedule: AccuracySchedule) -> Iterator[GameScores]:
    """Game by game, what the ledger has by now."""
    plan, phases = schedule.plan, phases_of(schedule.plan.plies)
    for game in schedule.experiment.games:
        solved = schedule.labels(game)
        known = {i: label for i, label in solved.items() if label.is_known}
        answers = [Answers(entrant, known, [[] for _ in phases]) for entrant in plan.entrants]
        counts = len(solved) - len(known), phases, answers
        scores = GameScores(game, schedule.positions(game), known, *counts)
        for row in schedule.ledger.answers(game):
            answers[row.entrant].phases[scores.phase_of(row.position)].append(row)
        yield scores


def numbers_of(schedule: AccuracySchedule) -> Row:
    """Everything, in the order of the report."""
    experiment, plan, ledger = schedule.experiment, schedule.plan, schedule.ledger
    games = [_game(scores) for scores in scores_of(schedule)]
    mixed = [tr(MIXED)] if mix_lines(ledger) else []
    about = {key: getattr(experiment, key) for key in ("name", "kind", "games", "players", "seed")}
    about |= {key: getattr(plan, key) for key in ("positions", "plies", "solve_seconds")}
    numbers: Row = {
        "experiment": about | {"digest": experiment.digest()},
        "headline": " ".join([*mixed, *(game["headline"] for game in games[:2])]),
        "notes": [],
        "games": games,
        "answers": sum(row["n"] for game in games for row in game["entrants"]),
        **provenance(ledger, "answer"),
    }
    missing = schedule.total() - len(ledger)
    is_timed = any(entrant.budget.kind == "seconds" for entrant in plan.entrants)
    notes = render("accuracy_notes.txt", n=numbers, missing=missing, is_timed=is_timed)
    numbers["notes"] = list(filter(None, notes.splitlines()))
    return numbers


def _game(scores: GameScores) -> Row:
    """What was measured at one game."""
    labels, compared = scores.labels.values(), scores.compared()
    outcomes = {o: sum(label.outcome == o for label in labels) for o in ("win", "draw", "loss")}
    return {
        "game": scores.game,
        "headline": _headline(scores, compared),
        "positions": len(scores.positions),
        "known": len(labels),
        "unknown": scores.n_unknown,
        "decisive": sum(label.is_decisive for label in labels),
        "outcomes": outcomes,
        "by_chance": scores.by_chance(),
        "by_chance_in_phases": [scores.by_chance(i) for i in range(len(scores.phases))],
        "phases": scores.phases,
        "entrants": [answers.row for answers in scores.answered],
        "comparisons": compared,
        "hardest": _hardest(scores),
    }


def _headline(scores: GameScores, compared: list[Row]) -> str:
    """The finding: who does best with the largest budget, and whether that is certain."""
    if not scores.answered:
        return tr("Nobody has been asked about {game} yet.", game=scores.game)
    top = max(answers.entrant.budget for answers in scores.answered)
    group = [answers for answers in scores.answered if answers.entrant.budget == top]
    best = max(group, key=lambda answers: float(answers.row["share"]))
    others = [some.entrant for some in group if some is not best]
    alike = [{row["one"], row["other"]} for row in compared if not row["found"]]
    text = render(
        "accuracy_headline.txt",
        game=scores.game,
        budget=said(top.text()),
        player=best.entrant.player,
        share=_in_words(best.row, "share"),
        n=best.row["n"],
        unclear=[other.player for other in others if {best.entrant.name, other.name} in alike],
        n_others=len(others),
        by_chance=scores.by_chance() or 0,
    )
    return text.strip()


def _in_words(row: Row, key: str) -> str:
    """A share with its interval, of which 100 % is never said of less than all."""
    if row[key] is None:
        return MISSING
    ends = row[key], row[f"{key}_low"], row[f"{key}_high"]
    value, low, high = (number(min(100 * x, 99.9) if x < 1 else 100, ".1f") for x in ends)
    return tr("{value} % [{low}, {high}]", value=value, low=low, high=high)


def _hardest(scores: GameScores) -> list[Row]:
    """The positions in which the searches gave most away, each with its largest budget."""
    last = {answers.entrant.player: answers for answers in scores.answered}  # budgets rise
    searches = [answers for answers in last.values() if answers.row["simulations_per_move"]]
    rows = []
    for i, label in scores.labels.items():
        asked = {a.entrant.name: a.by_position[i] for a in searches if i in a.by_position}
        row: Row = {
            "position": i,
            "moves": scores.positions[i],
            "outcome": label.outcome,
            "keeping": label.keeping,
            "best": label.best or [],
            "chosen": {name: answer.chosen for name, answer in asked.items()},
            "after": {name: answer.after for name, answer in asked.items()},
            "cost": sum(answer.cost for answer in asked.values()),
        }
        rows += [row] if row["cost"] else []
    return sorted(rows, key=lambda row: -row["cost"])[:MOST_HARD]


def tables(schedule: AccuracySchedule) -> list[str]:
    """All that was measured: a table over all positions and one by phase, for each game."""
    every = ("\n".join(_table(_game(scores))) for scores in scores_of(schedule))
    return "\n\n".join(every).splitlines()


def _table(game: Row) -> Iterator[str]:
    known, phases, rows = game["known"], game["phases"], game["entrants"]
    unknown = ""
    if game["unknown"]:
        unknown = tr(" ({n:,} more are unknown)", n=game["unknown"])
    about = {"low": phases[0][0], "high": phases[-1][1], "unknown": unknown}
    yield tr(
        "{game}: {n:,} position after {low} to {high} moves{unknown};"
        " in {decisive:,} of them the choice matters",
        "{game}: {n:,} positions after {low} to {high} moves{unknown};"
        " in {decisive:,} of them the choice matters",
        **about | {"n": known, "game": game["game"], "decisive": game["decisive"]},
    )
    if not known:
        return
    yield tr("a blind choice keeps the value in {share:.1%}", share=float(game["by_chance"]))
    yield ""
    heads = ["player", "keeps the value", "where it matters", "exactly best", "points given away"]
    heads = [*map(tr, heads)]
    keys = "share", "decisive_share", "best_share"
    cells = [
        [said(r["name"]), *(_in_words(r, k) for k in keys), number(r["mean_cost"], ".4f")]
        for r in rows
    ]
    yield from _columns([heads, *cells])
    yield ""
    heads = [tr("after"), *map(phase_name, phases)]
    cells = [[said(row["name"]), *(_in_words(r, "share") for r in row["phases"])] for row in rows]
    yield from _columns([heads, *cells])
    clear = [row["verdict"] for row in game["comparisons"] if row["found"]]
    yield from ["", *clear] if clear else []


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, the others to the right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in rows]
