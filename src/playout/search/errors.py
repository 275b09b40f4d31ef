"""The error that searches raise."""

from ..errors import PlayoutError

__all__ = ["SearchError"]


class SearchError(PlayoutError):
    """A search that cannot run: a parameter out of range, no budget, a finished game."""

    code = "search-error"
