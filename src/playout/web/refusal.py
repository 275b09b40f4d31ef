"""Errors as messages to the page."""

import logging
import math
from typing import Any

from ..errors import PlayoutError
from ..language import Text, translated
from .messages import SAFE, ErrorReply

__all__ = ["error_of"]


def error_of(id: int | None, error: BaseException) -> ErrorReply:
    """The message about an error; about an unexpected one it says only of which kind it is."""
    if isinstance(error, OverflowError):
        error = PlayoutError("a number is too large", "number-too-large")
    elif not isinstance(error, PlayoutError):
        logging.getLogger(__name__).error("unexpected", exc_info=error)
        why = "this went wrong on the server: {kind}"
        error = PlayoutError(why, "server-error", kind=type(error).__name__)
    fields = {name: _json_value(value) for name, value in error.fields.items()}
    texts = {name: value for name, value in error.fields.items() if isinstance(value, Text)}
    said: dict[str, Any] = {**texts, "text": error}
    french = {name: translated(value, "fr")[:1000] for name, value in said.items()}
    return ErrorReply(id=id, code=error.code, fields=fields, text=str(error)[:1000], french=french)


def _json_value(value: Any) -> str | int | float:
    if type(value) is int and abs(value) <= SAFE:
        return value
    return value if type(value) is float and math.isfinite(value) else str(value)[:200]
