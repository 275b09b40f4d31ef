"""Games that do not end by the rules: a player resigns, or fails.

To resign is an ordinary end. A failure (a crash, a time-out, an illegal move) loses the game too,
but says nothing about strength, so results count failures separately. The ledger keeps the reason
as text: these classes write it, and `failure_in` reads it.
"""

from enum import StrEnum

from ..language import Text, tr

__all__ = [
    "Failure",
    "ForfeitError",
    "PlayerFailedError",
    "ResignedError",
    "failure_in",
    "in_words",
]

RESIGNED = " resigned"


class Failure(StrEnum):
    """The ways to fail."""

    NOT_STARTED = "did not start"
    CRASHED = "crashed"
    TOO_SLOW = "too slow"
    ILLEGAL = "illegal move"
    REFUSED = "refused a command"
    NONSENSE = "nonsense"
    UNKNOWN = "failed"  # in old ledgers, whose reasons do not begin with a kind


class ForfeitError(Exception):
    """A player loses without a move; the message says why."""


class ResignedError(ForfeitError):
    """A player resigns; the argument is its name."""

    def __str__(self) -> str:
        return f"{self.args[0]}{RESIGNED}"


class PlayerFailedError(ForfeitError):
    """A player fails: the kind of the failure, and what happened."""

    def __init__(self, kind: Failure, what: str) -> None:
        super().__init__(kind, what)

    def __str__(self) -> str:
        kind, what = self.args
        return f"{kind}: {what}"


def failure_in(reason: str) -> tuple[Failure, str] | None:
    """The kind of the failure that ended a game, and what happened; None without a failure."""
    kind, _, what = reason.partition(": ")
    if kind in list(Failure):
        return Failure(kind), what
    if not reason or reason.endswith(RESIGNED):
        return None
    return Failure.UNKNOWN, reason


def in_words(reason: str) -> str:
    """A reason in the user's language; what another program did is told in English."""
    if reason.endswith(RESIGNED):
        return tr("{player} resigned", player=reason.removesuffix(RESIGNED))
    kind, what = failure_in(reason) or (Failure.UNKNOWN, reason)
    return (
        reason
        if kind is Failure.UNKNOWN
        else tr("{name}: {text}", name=Text(kind.value), text=what)
    )
