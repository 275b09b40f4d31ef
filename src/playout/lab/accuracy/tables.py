"""All numbers of a report on accuracy, as they are in report.json."""

from statistics import median
from typing import Any

from ..match.gather import MOST_FAILURES
from ..match.statistics import Few
from ..match.tables import finite
from ..run.code import MIXED, told_mix
from ..stats.intervals import Interval
from .runner import AccuracyRun
from .scores import Answers, GameScores, Paired, Record, scores_of
from .summary import share

__all__ = ["numbers_of"]

MOST_HARD = 9  # positions that are shown
MOST_NAMED = 3  # players in the headline


def numbers_of(run: AccuracyRun) -> dict[str, Any]:
    """Everything, in the order of the report."""
    games = [_game(scores) for scores in scores_of(run)]
    hosts, versions = Few(), Few()
    for entry in run.ledger.entries():
        hosts.add(entry.host)
        versions.add(entry.versions)
    failures = run.ledger.failures()
    found = [game["headline"] for game in games[:2]] or ["Nothing is solved yet."]
    mixed = [MIXED] if told_mix(run.ledger) else []
    numbers = {
        "experiment": _experiment(run),
        "headline": " ".join([*mixed, *found]),
        "notes": _notes(run, games),
        "games": games,
        "answers": sum(row["n"] for game in games for row in game["entrants"]),
        "failures": [
            {"answer": id, "attempt": attempt, "reason": reason}
            for id, attempt, reason in failures[:MOST_FAILURES]
        ],
        "n_failures": len(failures),
        "hosts": dict(hosts.items()),
        "versions": dict(versions.items()),
        "about": run.ledger.about(),
    }
    whole: dict[str, Any] = finite(numbers)
    return whole


def _experiment(run: AccuracyRun) -> dict[str, Any]:
    experiment, plan = run.experiment, run.plan
    kept = {key: getattr(experiment, key) for key in ("name", "kind", "games", "players", "seed")}
    kept |= {key: getattr(plan, key) for key in ("positions", "plies", "solve_seconds")}
    return kept | {"digest": experiment.digest()}


def _notes(run: AccuracyRun, games: list[dict[str, Any]]) -> list[str]:
    notes = []
    missing = run.total() - len(run.ledger)
    if missing:
        notes.append(f"The experiment is not over: {missing:,} answers are missing.")
    for game in games:
        if game["unknown"]:
            notes.append(
                f"{game['game']}: {game['unknown']:,} positions could not be solved in"
                f" {run.plan.solve_seconds:g} s each. They count nowhere, so what is measured is"
                " the accuracy in positions that are easier to solve than the rest."
            )
    if any(entrant.budget.kind == "seconds" for entrant in run.plan.entrants):
        notes.append("Budgets of time depend on the machine, and on what else it had to do.")
    return notes


def _game(scores: GameScores) -> dict[str, Any]:
    truths = scores.truths.values()
    outcomes = {o: sum(t.outcome == o for t in truths) for o in ("win", "draw", "loss")}
    answered = [answers for answers in scores.answers if answers.whole.n]
    compared = scores.compared()
    return {
        "game": scores.game,
        "headline": _headline(scores, answered, compared),
        "positions": len(scores.positions),
        "known": len(scores.truths),
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
    for i, truth in scores.truths.items():
        shares[scores.phase_of(i)].append(truth.by_chance)
    return [sum(some) / len(some) if some else None for some in shares]


def _entrant(answers: Answers) -> dict[str, Any]:
    entrant = answers.entrant
    about = {
        "name": entrant.name,
        "player": entrant.player,
        "text": entrant.text,
        "budget": entrant.budget._asdict(),
    }
    phases = [_record(record) for record in answers.phases]
    return about | _record(answers.whole) | {"phases": phases}


def _record(record: Record) -> dict[str, Any]:
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


def _comparison(pair: Paired) -> dict[str, Any]:
    one, other = pair.one.name, pair.other.name
    better, worse = (one, other) if pair.difference.value > 0 else (other, one)
    most, least = max(pair.only_one, pair.only_other), min(pair.only_one, pair.only_other)
    if pair.is_found:
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
        "found": pair.is_found,
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
        if {pair.one, pair.other} == {best.entrant, other} and not pair.is_found
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


def _hardest(scores: GameScores, answered: list[Answers]) -> list[dict[str, Any]]:
    """The positions in which the players gave most away, each with its largest budget."""
    last = {answers.entrant.player: answers for answers in answered}  # budgets rise
    rows = []
    for i, truth in scores.truths.items():
        chosen = {
            answers.entrant.name: answers.chosen[i]
            for answers in last.values()
            if i in answers.chosen
            and answers.whole.simulations  # who does not search knows nothing
        }
        cost = sum(truth.cost(move) for move in chosen.values())
        if cost:
            rows.append((-cost, i, chosen))
    hard = []
    for cost, i, chosen in sorted(rows, key=lambda row: row[:2])[:MOST_HARD]:
        truth = scores.truths[i]
        hard.append(
            {
                "position": i,
                "moves": scores.positions[i].moves,
                "outcome": truth.outcome,
                "keeping": truth.keeping,
                "best": truth.best or [],
                "chosen": chosen,
                "after": {name: truth.moves[move].outcome for name, move in chosen.items()},
                "cost": -cost,
            }
        )
    return hard
