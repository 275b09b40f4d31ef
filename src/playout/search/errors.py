"""The one error of this room."""

__all__ = ["SearchError"]


class SearchError(ValueError):
    """A search that cannot be: a parameter out of range, no budget, a finished game."""
