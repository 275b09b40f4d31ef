"""The base of all errors that a user can cause, and the errors of games."""

from typing import Any

from .language import Text

__all__ = ["GameError", "PlayoutError"]


class PlayoutError(ValueError):
    """A mistake of the user: a sentence for people, a code and fields for programs.

    PlayoutError("no game is called {game!r}", "unknown-game", game=name)

    The fields fill in the sentence. `str(error)` is English; `language.tr(error)` is the same in
    the user's language.
    """

    code = "error"  # of the class; an error may have one of its own

    def __init__(self, text: object, code: str | None = None, **fields: Any) -> None:
        if isinstance(text, PlayoutError):
            text = text.args[0]
        super().__init__(text if isinstance(text, Text) else Text(str(text), **fields))
        self.code = code or self.code
        self.fields = fields


class GameError(PlayoutError):
    """A game or a position that cannot be: a parameter out of range, a missing method, no file."""

    code = "game-error"
