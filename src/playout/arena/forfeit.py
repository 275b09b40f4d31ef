"""Games that end otherwise than by the rules: a player resigns, or fails.

To resign is an ordinary end. To fail, by a crash, by taking too long or by an illegal move, loses
the game as well, but says nothing about strength: whoever shows a result has to tell them apart.
The ledger keeps the reason as text; these classes write it, and `failure_in` reads it.
"""

from enum import StrEnum

__all__ = ["Failure", "ForfeitError", "PlayerFailedError", "ResignedError", "failure_in"]

RESIGNED = " resigned"


class Failure(StrEnum):
    """The ways to fail."""

    NOT_STARTED = "did not start"
    CRASHED = "crashed"
    TOO_SLOW = "too slow"
    ILLEGAL = "illegal move"
    REFUSED = "refused a command"
    NONSENSE = "nonsense"
    UNKNOWN = "failed"  # in ledgers of before reasons began with one of these


class ForfeitError(Exception):
    """A player that does not move. It loses, and this says why."""


class ResignedError(ForfeitError):
    """A player that gives the game up; it goes by its name."""

    def __str__(self) -> str:
        return f"{self.args[0]}{RESIGNED}"


class PlayerFailedError(ForfeitError):
    """A player that could not move: which kind of failure it was, and what happened."""

    def __init__(self, kind: Failure, what: str) -> None:
        super().__init__(kind, what)

    def __str__(self) -> str:
        kind, what = self.args
        return f"{kind}: {what}"


def failure_in(reason: str) -> tuple[Failure, str] | None:
    """The kind of failure that ended a game, and what happened; None where nobody failed."""
    kind, _, what = reason.partition(": ")
    if kind in list(Failure):
        return Failure(kind), what
    if not reason or reason.endswith(RESIGNED):
        return None
    return Failure.UNKNOWN, reason
