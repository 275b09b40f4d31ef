"""All numbers of a report on accuracy, as they are in report.json, and as tables of text."""

from collections.abc import Iterator, Sequence

from ..report.page import provenance
from ..run.code import MIXED, mix_lines
from .positions import phase_name
from .schedule import AccuracySchedule
from .scores import Answers, GameScores, Row, scores_of

__all__ = ["numbers_of", "tables"]

MISSING = "–"
MOST_HARD = 9  # positions that are shown
MOST_NAMED = 3  # players in the headline


def numbers_of(schedule: AccuracySchedule) -> Row:
    """Everything, in the order of the report."""
    experiment, plan, ledger = schedule.experiment, schedule.plan, schedule.ledger
    games = [_game(scores) for scores in scores_of(schedule)]
    mixed = [MIXED] if mix_lines(ledger) else []
    about = {key: getattr(experiment, key) for key in ("name", "kind", "games", "players", "seed")}
    about |= {key: getattr(plan, key) for key in ("positions", "plies", "solve_seconds")}
    return {
        "experiment": about | {"digest": experiment.digest()},
        "headline": " ".join([*mixed, *(game["headline"] for game in games[:2])]),
        "notes": _notes(schedule, games),
        "games": games,
        "answers": sum(row["n"] for game in games for row in game["entrants"]),
        **provenance(ledger, "answer"),
    }


def _notes(schedule: AccuracySchedule, games: list[Row]) -> list[str]:
    notes = []
    if missing := schedule.total() - len(schedule.ledger):
        notes.append(f"The experiment is not over: {missing:,} answers are missing.")
    notes += [
        f"{game['game']}: {game['unknown']:,} positions could not be solved in"
        f" {schedule.plan.solve_seconds:g} s each. They count nowhere, so what is measured"
        " is the accuracy in positions that are easier to solve than the rest."
        for game in games
        if game["unknown"]
    ]
    if any(entrant.budget.kind == "seconds" for entrant in schedule.plan.entrants):
        notes.append("Budgets of time depend on the machine, and on what else it had to do.")
    return notes


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
        return f"Nobody has been asked about {scores.game} yet."
    top = max(answers.entrant.budget for answers in scores.answered)
    group = [answers for answers in scores.answered if answers.entrant.budget == top]
    best = max(group, key=lambda answers: float(answers.row["share"]))
    budget = f" with {top} a move" if top.kind else ""
    text = (
        f"At {scores.game}{budget}, {best.entrant.player} keeps the value in"
        f" {_share(best.row, 'share')} of {best.row['n']:,} positions"
    )
    by_chance = f"A blind choice keeps it in {100 * (scores.by_chance() or 0):.1f} %."
    return f"{text}{_beside(best, group, compared)}. {by_chance}"


def _beside(best: Answers, group: list[Answers], compared: list[Row]) -> str:
    """How certain it is that this one is better than the others with the same budget."""
    unclear = [{row["one"], row["other"]} for row in compared if not row["found"]]
    others = [some.entrant for some in group if some is not best]
    names = [other.player for other in others if {best.entrant.name, other.name} in unclear]
    if not names:
        return ", more often than any other player" if others else ""
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    if len(names) > MOST_NAMED:
        listed = f"{len(names)} of the other {len(others)} players"
    return f"; no difference from {listed} was found"


def _share(row: Row, key: str) -> str:
    """A share with its interval, of which 100 % is never said of less than all."""
    if row[key] is None:
        return MISSING
    ends = row[key], row[f"{key}_low"], row[f"{key}_high"]
    value, low, high = (f"{min(100 * x, 99.9) if x < 1 else 100:.1f}" for x in ends)
    return f"{value} % [{low}, {high}]"


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
            "chosen": {name: answer.move for name, answer in asked.items()},
            "after": {name: label.moves[answer.move].outcome for name, answer in asked.items()},
            "cost": sum(answer.cost for answer in asked.values()),
        }
        rows += [row] if row["cost"] else []
    return sorted(rows, key=lambda row: -row["cost"])[:MOST_HARD]


def tables(schedule: AccuracySchedule) -> list[str]:
    """All that was measured: a table over all positions and one by phase, for each game."""
    lines: list[str] = []
    for scores in scores_of(schedule):
        lines += ["", *_table(_game(scores))] if lines else _table(_game(scores))
    return lines


def _table(game: Row) -> Iterator[str]:
    known, phases, rows = game["known"], game["phases"], game["entrants"]
    unknown = f" ({game['unknown']:,} more are unknown)" if game["unknown"] else ""
    yield (
        f"{game['game']}: {known:,} position{'s' * (known != 1)} after {phases[0][0]} to"
        f" {phases[-1][1]} moves{unknown}; in {game['decisive']:,} of them the choice matters"
    )
    if not known:
        return
    yield f"a blind choice keeps the value in {game['by_chance']:.1%}"
    yield ""
    heads = ["player", "keeps the value", "where it matters", "exactly best", "points given away"]
    keys = "share", "decisive_share", "best_share"
    cells = [[r["name"], *(_share(r, k) for k in keys), f"{r['mean_cost']:.4f}"] for r in rows]
    yield from _columns([heads, *cells])
    yield ""
    heads = ["after", *map(phase_name, phases)]
    cells = [[row["name"], *(_share(r, "share") for r in row["phases"])] for row in rows]
    yield from _columns([heads, *cells])
    clear = [row["verdict"] for row in game["comparisons"] if row["found"]]
    yield from ["", *clear] if clear else []


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, the others to the right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in rows]
