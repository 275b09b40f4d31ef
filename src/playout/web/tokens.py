"""The token: the page sends it once, and has a cookie from then on."""

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError

from .access import cookie_name, cookie_value, same
from .limits import WrongTries
from .messages import Message

__all__ = ["router_for"]


class Token(Message):
    """What the page sends to exchange its token for a cookie."""

    token: str


def router_for(token: str | None, tries: WrongTries) -> APIRouter:
    """POST /api/token; without a token any is as good as none."""
    router = APIRouter()

    @router.post("/api/token")
    async def exchange_token(request: Request) -> Response:
        try:
            given = Token.model_validate_json(await request.body())
        except ValidationError:
            return Response(status_code=422)
        response = Response(status_code=204)
        if token is None:
            return response
        if tries.are_too_many(request.scope):
            return Response(status_code=429)
        if not same(given.token, token):
            await tries.wait(request.scope)
            return Response(status_code=403)
        name = cookie_name(request.scope)
        response.set_cookie(name, cookie_value(token), httponly=True, samesite="strict")
        return response

    return router
