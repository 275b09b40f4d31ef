"""What `playout train` shows while it runs."""

import math
import sys
import time

from ..language import Text, number, said, tr
from ..live import Live, bar
from .learn import Turn
from .match import Result, opponents

__all__ = ["Screen", "say"]

QUIET_S = 10.0  # between two lines, where nobody can watch a bar
PARTS = {  # of the time
    "search": Text("trees"),
    "network": Text("network"),
    "play": Text("moves"),
    "sample": Text("sampling"),
    "learn": Text("learning"),
}


class Screen:
    """How far training is: lines that change in a terminal, a line now and then in a pipe."""

    def __init__(self, minutes: float) -> None:
        self.minutes = minutes
        self.live = Live(sys.stderr) if sys.stderr.isatty() else None
        self.said = 0.0

    def __enter__(self) -> "Screen":
        if self.live:
            self.live.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        if self.live:
            self.live.__exit__(*error)

    def show(self, turn: Turn, rating: float, result: Result | None) -> None:
        lines = described(turn, rating, self.minutes)
        if result:
            lines.insert(-1, f"{opponents()}: {result.in_words()}")
        if self.live:
            self.live.show([bar(turn.seconds / (60 * self.minutes), 40), *lines])
        elif time.perf_counter() - self.said > QUIET_S:
            self.said = time.perf_counter()
            say("; ".join(lines))


def described(turn: Turn, rating: float, minutes: float) -> list[str]:
    left = max(0.0, minutes - turn.seconds / 60)
    share = {k: v / max(sum(turn.spent.values()), 1e-9) for k, v in turn.spent.items()}
    spent = ", ".join(f"{said(PARTS[name])} {number(part, '.0%')}" for name, part in share.items())
    lost = tr(
        "policy loss {policy:.3f}, value loss {value:.3f}",
        policy=turn.policy_loss,
        value=turn.value_loss,
    )
    if math.isnan(turn.policy_loss):
        lost = tr("nothing learnt yet")
    return [
        tr("{minutes:.1f} minutes, {left:.1f} left", minutes=turn.seconds / 60, left=left),
        tr(
            "{games} games, {length:.1f} plies, won by the first {first:.0%}, drawn {draws:.0%}",
            games=number(turn.games, ",d"),
            length=turn.length,
            first=turn.first_wins,
            draws=turn.draws,
        ),
        tr(
            "{positions} positions, {rate}/s, {evaluations} evaluations/s",
            positions=number(turn.positions, ",d"),
            rate=number(turn.positions_s, ",.0f"),
            evaluations=number(turn.evaluations_s, ",.0f"),
        ),
        tr(
            "{lost}; {steps} steps; Elo {elo:+.0f}",
            lost=lost,
            steps=number(turn.steps, ",d"),
            elo=rating,
        ),
        tr("time: {spent}", spent=spent),
    ]


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
