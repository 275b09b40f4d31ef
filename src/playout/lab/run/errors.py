"""What can go wrong in the lab."""

from ...errors import PlayoutError


class LabInputError(PlayoutError):
    """A spec or a ledger that cannot be used; the message says why, and what to do."""

    code = "lab-input-error"


class LabError(PlayoutError):
    """An experiment that cannot go on; what was played is kept."""

    code = "lab-error"
