"""The base of all errors that a user can cause, and the errors of games."""

from typing import Any

__all__ = ["GameError", "PlayoutError"]


class PlayoutError(ValueError):
    """A mistake of the user: a sentence for people, a code and fields for programs.

    PlayoutError("no game is called {game!r}", "unknown-game", game=name)

    The fields fill in the sentence. The page has a sentence for each code in each language, which
    they fill in as well.
    """

    code = "error"  # of the class; an error may have one of its own

    def __init__(self, text: object, code: str | None = None, **fields: Any) -> None:
        super().__init__(str(text).format(**fields) if fields else text)
        self.code = code or self.code
        self.fields = fields


class GameError(PlayoutError):
    """A game or a position that cannot be: a parameter out of range, a missing method, no file."""

    code = "game-error"
