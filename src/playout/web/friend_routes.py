"""Where games between people are reached: a POST starts one, and a WebSocket is for playing it."""

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import ValidationError

from ..errors import PlayoutError
from .friend_messages import NewShared
from .friend_socket import MOST_VISITORS, Visitor
from .friends import Friends
from .limits import WrongTries
from .messages import Message
from .refusal import error_of

__all__ = ["router_for"]


def router_for(friends: Friends, tries: WrongTries) -> APIRouter:
    """POST /api/friend, and the WebSocket /friend."""
    router = APIRouter()

    @router.post("/api/friend")
    async def invite(request: Request) -> Response:
        try:
            wanted = NewShared.model_validate_json(await request.body())
            answer: Message = await friends.invite(wanted)
        except ValidationError:
            return Response(status_code=422)
        except PlayoutError as error:
            answer = error_of(None, error)
        return Response(answer.model_dump_json(), media_type="application/json")

    @router.websocket("/friend")
    async def visit(websocket: WebSocket) -> None:
        if friends.n_visitors() >= MOST_VISITORS:
            await websocket.close(1013)
            return
        await websocket.accept()
        await Visitor(websocket, friends, tries).run()

    return router
