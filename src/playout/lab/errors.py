"""What can be wrong with what a user gives the lab."""

__all__ = ["LabInputError"]


class LabInputError(ValueError):
    """A spec or a ledger that cannot be used; the message says why, and what to do."""
