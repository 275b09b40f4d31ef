"""The error that searches raise."""

import contextlib
from collections.abc import Iterator
from typing import Any

from ..errors import PlayoutError
from ..registry import is_ours, name_of

__all__ = ["SearchError", "naming"]


class SearchError(PlayoutError):
    """A search that cannot run: a parameter out of range, no budget, a finished game."""

    code = "search-error"


@contextlib.contextmanager
def naming(algorithm: Any) -> Iterator[None]:
    """Say whose fault it was, where a search or a policy of somebody's own raises an error."""
    try:
        yield
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        parts = algorithm, getattr(algorithm, "policy", algorithm)
        if isinstance(error, TypeError) and all(is_ours(type(part)) for part in parts):
            raise  # a fault of the package, not of somebody's search
        why = "{player} cannot continue: {problem}"
        name = name_of(type(algorithm))
        raise SearchError(why, "search-failed", player=name, problem=error) from error
