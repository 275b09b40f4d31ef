"""What an experiment found beside what was published, as a table in Markdown.

    python papers/compare.py papers/rave-against-uct.toml [--ledger FILE]

Both shares are of games that were played, so neither is taken for the truth: with x1 of n1 and
x2 of n2 won, p1 = x1/n1, p2 = x2/n2 and p = (x1 + x2)/(n1 + n2),

    z = (p1 - p2) / sqrt(p (1 - p) (1/n1 + 1/n2))

is tested two-sided. The interval of the difference is that of Newcombe (1998, his method 10), from
Wilson's of the two shares. There is a row for each contest that has begun.
"""

import argparse
import csv
import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playout.lab.commands import ledger_of
from playout.lab.run.ledger import Ledger
from playout.lab.run.runner import Run
from playout.lab.run.spec import Experiment, SpecError, read_spec
from playout.lab.run.tasks import Contest
from playout.lab.stats.intervals import Interval, wilson

PUBLISHED = Path(__file__).with_name("published.csv")
LEAST_P = 0.001  # below which it does not matter how much
HEAD = """\
| game | setting | published | ours | games | difference | p |
| --- | --- | ---: | ---: | ---: | ---: | ---: |"""


class Share(NamedTuple):
    """Points out of games."""

    points: float
    games: int

    def interval(self) -> Interval:
        return wilson(self.points, self.games)


def difference(ours: Share, theirs: Share) -> Interval:
    """Our share less theirs, with its interval of 95 %."""
    one, other = ours.interval(), theirs.interval()
    value = one.value - other.value
    low = value - math.hypot(one.value - one.low, other.high - other.value)
    high = value + math.hypot(one.high - one.value, other.value - other.low)
    return Interval(value, low, high)


def p_of_difference(ours: Share, theirs: Share) -> float:
    """How likely so large a difference is if both are of the same strength."""
    pooled = (ours.points + theirs.points) / (ours.games + theirs.games)
    error = math.sqrt(pooled * (1 - pooled) * (1 / ours.games + 1 / theirs.games))
    if error == 0:
        return 1.0
    z = (ours.points / ours.games - theirs.points / theirs.games) / error
    return math.erfc(abs(z) / math.sqrt(2))


def published(spec: str) -> dict[tuple[str, str], Share]:
    """The figures of a spec, by game and setting."""
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["spec"] == spec]
    return {
        (row["game"], row["setting"]): Share(
            float(row["percent"]) / 100 * int(row["games"]), int(row["games"])
        )
        for row in rows
    }


def setting_of(experiment: Experiment, contest: Contest) -> str:
    """What sets a contest apart from the others of its game: its values in the grid of a sweep."""
    values = (experiment.sweep or {}).get(contest.one, {})
    return ", ".join(f"{key}={value}" for key, value in values.items())


def rows(spec: Path, ledger: str) -> Iterator[str]:
    experiment = read_spec(spec)
    figures = published(spec.stem)
    Ledger.look(ledger).close()
    run = Run(experiment, Ledger.open(ledger, experiment.digest(), {}))
    schedule = run.schedule
    for contest in schedule.contests():
        tally = schedule.tallies.get(contest.index)
        if tally is None or not tally.pairs.units:
            continue
        setting = setting_of(experiment, contest)
        ours = Share(tally.pairs.points, tally.pairs.games)
        yield row(contest.game, setting, ours, figures.get((contest.game, setting)))


def row(game: str, setting: str, ours: Share, theirs: Share | None) -> str:
    cells = [game, setting, "", percent(ours.interval()), str(ours.games), "", ""]
    if theirs is not None:
        cells[2] = percent(theirs.interval())
        cells[5] = percent(difference(ours, theirs), sign="+")
        p = p_of_difference(ours, theirs)
        cells[6] = f"{p:.2g}" if p >= LEAST_P else f"< {LEAST_P}"
    return f"| {' | '.join(cells)} |"


def percent(share: Interval, sign: str = "-") -> str:
    value, low, high = (f"{100 * x:{sign}.1f}" for x in share)
    return f"{value} [{low}, {high}]"


def main() -> None:
    parser = argparse.ArgumentParser(description="What an experiment found beside the paper")
    parser.add_argument("spec", type=Path)
    parser.add_argument("--ledger", help="where its games are kept; beside the spec")
    options = parser.parse_args()
    try:
        lines = list(rows(options.spec, options.ledger or ledger_of(str(options.spec))))
    except SpecError as error:
        raise SystemExit(str(error)) from None
    print(HEAD, *lines, sep="\n")


if __name__ == "__main__":
    main()
