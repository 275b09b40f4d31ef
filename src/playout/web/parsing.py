"""Messages of the page, read and checked."""

import json
from typing import Annotated, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from ..errors import PlayoutError
from ..language import Text
from .friend_messages import FromFriend
from .messages import SAFE, ToServer

__all__ = ["BadMessage", "parse", "parse_friend"]

T = TypeVar("T")

_to_server: TypeAdapter[ToServer] = TypeAdapter(Annotated[ToServer, Field(discriminator="type")])
_from_friend: TypeAdapter[FromFriend] = TypeAdapter(
    Annotated[FromFriend, Field(discriminator="type")]
)


class BadMessage(PlayoutError):
    """A text that is no message; `id` is the one it gave, if it can be read."""

    code = "bad-message"

    def __init__(self, why: str, id: int | None) -> None:
        super().__init__(Text("this message is not understood: {why}", why=why), why=why)
        self.id = id


def parse(text: str | None) -> ToServer:
    """The message that a text holds, or a BadMessage that says what is wrong with it."""
    return _parse(text, _to_server)


def parse_friend(text: str | None) -> FromFriend:
    """The same, for the messages of a game between people."""
    return _parse(text, _from_friend)


def _parse(text: str | None, adapter: TypeAdapter[T]) -> T:
    if text is None:
        raise BadMessage(Text("it is not text"), None)
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        parts = filter(None, (".".join(map(str, first["loc"][1:]))[:100], first["msg"]))
        raise BadMessage(": ".join(parts)[:300], _id_in(text)) from None


def _id_in(text: str) -> int | None:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    given = message.get("id") if isinstance(message, dict) else None
    is_id = isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= SAFE
    return given if is_id else None
