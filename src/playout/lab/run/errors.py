"""What can go wrong in the lab."""

__all__ = ["LabError", "LabInputError"]


class LabInputError(ValueError):
    """A spec or a ledger that cannot be used; the message says why, and what to do."""


class LabError(RuntimeError):
    """An experiment that cannot go on; what was played is kept."""
