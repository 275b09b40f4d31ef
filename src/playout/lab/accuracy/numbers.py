"""All numbers of a report on accuracy, as they are in report.json."""

from statistics import median
from typing import Any

from ..report.page import finite
from ..run.code import MIXED, mix_lines
from ..stats.intervals import Interval
from .schedule import AccuracySchedule
from .scores import Answers, GameScores, Paired, Record, scores_of
from .summary import share

__all__ = ["numbers_of"]

MOST_HARD = 9  # positions that are shown
MOST_NAMED = 3  # players in the headline
MOST_FAILURES = 50  # that are listed
Row = dict[str, Any]


def numbers_of(schedule: AccuracySchedule) -> Row:
    """Everything, in the order of the report."""
    experiment, plan, ledger = schedule.experiment, schedule.plan, schedule.ledger
    games = [_game(scores) for scores in scores_of(schedule)]
    failures = ledger.failures()
    findings = [game["headline"] for game in games[:2]] or ["Nothing is solved yet."]
    mixed = [MIXED] if mix_lines(ledger) else []
    about = {key: getattr(experiment, key) for key in ("name", "kind", "games", "players", "seed")}
    about |= {key: getattr(plan, key) for key in ("positions", "plies", "solve_seconds")}
    numbers = {
        "experiment": about | {"digest": experiment.digest()},
        "headline": " ".join([*mixed, *findings]),
        "notes": _notes(schedule, games),
        "games": games,
        "answers": sum(row["n"] for game in games for row in game["entrants"]),
        "failures": [
            {"answer": id, "attempt": attempt, "reason": reason}
            for id, attempt, reason in failures[:MOST_FAILURES]
        ],
        "n_failures": len(failures),
        "hosts": ledger.hosts(),
        "versions": ledger.versions(),
        "about": ledger.about(),
    }
    whole: Row = finite(numbers)
    return whole


def _notes(schedule: AccuracySchedule, games: list[Row]) -> list[str]:
    notes = []
    missing = schedule.total() - len(schedule.ledger)
    if missing:
        notes.append(f"The experiment is not over: {missing:,} answers are missing.")
    for game in games:
        if game["unknown"]:
            notes.append(
                f"{game['game']}: {game['unknown']:,} positions could not be solved in"
                f" {schedule.plan.solve_seconds:g} s each. They count nowhere, so what is measured"
                " is the accuracy in positions that are easier to solve than the rest."
            )
    if any(entrant.budget.kind == "seconds" for entrant in schedule.plan.entrants):
        notes.append("Budgets of time depend on the machine, and on what else it had to do.")
    return notes


def _game(scores: GameScores) -> Row:
    labels = scores.labels.values()
    outcomes = {o: sum(label.outcome == o for label in labels) for o in ("win", "draw", "loss")}
    answered = [answers for answers in scores.answers if answers.whole.n]
    compared = scores.compared()
    return {
        "game": scores.game,
        "headline": _headline(scores, answered, compared),
        "positions": len(scores.positions),
        "known": len(scores.labels),
        "unknown": scores.n_unknown,
        "decisive": scores.n_decisive,
        "outcomes": outcomes,
        "by_chance": scores.by_chance,
        "by_chance_in_phases": _chance_in_phases(scores),
        "phases": scores.phases,
        "entrants": [_entrant(answers) for answers in answered],
        "comparisons": [_comparison(pair) for pair in compared],
        "hardest": _hardest(scores, answered),
    }


def _chance_in_phases(scores: GameScores) -> list[float | None]:
    """By phase, how often a blind choice keeps the value."""
    shares: list[list[float]] = [[] for _ in scores.phases]
    for i, label in scores.labels.items():
        shares[scores.phase_of(i)].append(label.by_chance)
    return [sum(some) / len(some) if some else None for some in shares]


def _entrant(answers: Answers) -> Row:
    entrant = answers.entrant
    about = {
        "name": entrant.name,
        "player": entrant.player,
        "text": entrant.text,
        "budget": entrant.budget._asdict(),
    }
    phases = [_record(record) for record in answers.phases]
    return about | _record(answers.whole) | {"phases": phases}


def _record(record: Record) -> Row:
    n = record.n
    return {
        "n": n,
        "kept": record.kept,
        **_share("share", record.accuracy, n),
        "decisive": record.decisive,
        "decisive_kept": record.decisive_kept,
        **_share("decisive_share", record.decisive_accuracy, record.decisive),
        "ranked": record.ranked,
        "best": record.best,
        **_share("best_share", record.exactness, record.ranked),
        "mean_cost": record.mean_cost,
        "seconds_per_move": median(record.seconds) if n else None,
        "simulations_per_move": record.simulations / n if n else None,
    }


def _share(key: str, interval: Interval, n: int) -> dict[str, float | None]:
    value, low, high = interval if n else (None, None, None)
    return {key: value, f"{key}_low": low, f"{key}_high": high}


def _comparison(pair: Paired) -> Row:
    one, other = pair.one.name, pair.other.name
    better, worse = (one, other) if pair.difference.value > 0 else (other, one)
    most, least = max(pair.only_one, pair.only_other), min(pair.only_one, pair.only_other)
    if pair.is_clear:
        words = f"{better} keeps the value more often than {worse}"
    else:
        words = f"no difference was found between {one} and {other}"
    tail = (
        f"{most} against {least} positions that only one of them got right, p {pair.adjusted:.2g}"
    )
    return {
        "one": one,
        "other": other,
        "n": pair.n,
        "only_one": pair.only_one,
        "only_other": pair.only_other,
        "difference": pair.difference.value,
        "difference_low": pair.difference.low,
        "difference_high": pair.difference.high,
        "p": pair.p,
        "adjusted": pair.adjusted,
        "found": pair.is_clear,
        "verdict": f"{words} ({tail} by McNemar’s test and Holm’s correction)",
    }


def _headline(scores: GameScores, answered: list[Answers], compared: list[Paired]) -> str:
    """The finding: who does best with the largest budget, and whether that is certain."""
    if not answered:
        return f"Nobody has been asked about {scores.game} yet."
    top = max(answers.entrant.budget for answers in answered)
    group = [answers for answers in answered if answers.entrant.budget == top]
    best = max(group, key=lambda answers: answers.whole.accuracy.value)
    budget = f" with {top} a move" if top.kind else ""
    text = (
        f"At {scores.game}{budget}, {best.entrant.player} keeps the value in"
        f" {share(best.whole.accuracy, best.whole.n)} of {best.whole.n:,} positions"
    )
    others = [answers.entrant for answers in group if answers is not best]
    open_ones = [
        other.player
        for other in others
        for pair in compared
        if {pair.one, pair.other} == {best.entrant, other} and not pair.is_clear
    ]
    if open_ones:
        names = " and ".join(filter(None, [", ".join(open_ones[:-1]), open_ones[-1]]))
        if len(open_ones) > MOST_NAMED:
            part = "" if len(open_ones) == len(others) else f"{len(open_ones)} of "
            names = f"{part}the other {len(others)} players"
        text += f"; no difference from {names} was found"
    elif others:
        text += ", more often than any other player"
    return f"{text}. A blind choice keeps it in {100 * scores.by_chance:.1f} %."


def _hardest(scores: GameScores, answered: list[Answers]) -> list[Row]:
    """The positions in which the players gave most away, each with its largest budget."""
    last = {answers.entrant.player: answers for answers in answered}  # budgets rise
    rows = []
    for i, label in scores.labels.items():
        chosen = {
            answers.entrant.name: answers.chosen[i]
            for answers in last.values()
            if i in answers.chosen
            and answers.whole.simulations  # who does not search knows nothing
        }
        cost = sum(label.cost(move) for move in chosen.values())
        if cost:
            rows.append((-cost, i, chosen))
    hard = []
    for cost, i, chosen in sorted(rows, key=lambda row: row[:2])[:MOST_HARD]:
        label = scores.labels[i]
        hard.append(
            {
                "position": i,
                "moves": scores.positions[i].moves,
                "outcome": label.outcome,
                "keeping": label.keeping,
                "best": label.best or [],
                "chosen": chosen,
                "after": {name: label.moves[move].outcome for name, move in chosen.items()},
                "cost": -cost,
            }
        )
    return hard
