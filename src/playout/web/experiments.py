"""The lab of the page: its requests at /api/experiments.

    GET   /api/experiments               those of the folder, with their states
    POST  /api/experiments               define one and begin it
    GET   /api/experiments/ID            how it stands, with curves
    POST  /api/experiments/ID/run        begin or continue it; /stop; /report: have it written
    GET   /api/experiments/ID/FILE       the spec, the report, and what lies beside that

A GET changes nothing and costs little: another site can make a browser send one. A POST must come
from the page of this server, which AccessControl sees to.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError

from ..language import Text
from .experiment_desk import Desk
from .experiment_models import Asked, NewExperiment
from .messages import Message
from .parsing import BadMessage
from .refusal import error_of

__all__ = ["router_for"]

STATUS = {"no-experiment": 404, "no-file": 404, "too-many-running": 409, "server-error": 500}
REFUSED = 422
# A report is a page by itself, with scripts in it: it is no part of ours, and reaches nothing here.
APART = {
    "content-security-policy": "sandbox allow-scripts allow-downloads; default-src 'none';"
    " style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
}
M = TypeVar("M", bound=Message)


def router_for(desk: Desk) -> APIRouter:
    """What answers these requests."""
    router = APIRouter(prefix="/api/experiments")

    @router.get("")
    async def every(request: Request) -> Response:
        return await _answered(lambda: desk.every(_language(request)))

    @router.post("")
    async def create(request: Request) -> Response:
        return await _answered(lambda: _posted(request, NewExperiment, desk.create))

    @router.get("/{id}")
    async def detail(id: str, request: Request) -> Response:
        return await _answered(lambda: desk.detail(id, _language(request)))

    @router.post("/{id}/{deed}")
    async def act(id: str, deed: str, request: Request) -> Response:
        deeds = {"run": desk.run, "stop": desk.stop, "report": desk.report}
        if deed not in deeds:
            return Response(status_code=404)

        async def done(asked: Asked) -> Message:
            return await deeds[deed](id, asked.language)

        return await _answered(lambda: _posted(request, Asked, done))

    @router.get("/{id}/{name}")
    async def file(id: str, name: str) -> Response:
        return await _answered(lambda: _file(desk, id, name))

    return router


async def _file(desk: Desk, id: str, name: str) -> Response:
    content, kind = await desk.file(id, name)
    headers = dict(APART)
    if not kind.startswith("text/html"):
        headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(content, media_type=kind, headers=headers)


async def _posted(
    request: Request, model: type[M], answer: Callable[[M], Awaitable[Message]]
) -> Message:
    """The answer to what was posted, if it is such a message."""
    try:
        message = model.model_validate_json(await request.body())
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))[:100]
        raise BadMessage(": ".join(filter(None, (place, first["msg"])))[:300], None) from None
    return await answer(message)


async def _answered(work: Callable[[], Awaitable[Any]]) -> Response:
    """What the work comes to as a response: a message, or why there is none."""
    try:
        answer = await work()
    except Exception as error:
        reply = error_of(None, error)
        status = STATUS.get(reply.code, REFUSED)
        return Response(reply.model_dump_json(), status, media_type="application/json")
    if isinstance(answer, Response):
        return answer
    return Response(answer.model_dump_json(), media_type="application/json")


def _language(request: Request) -> str:
    given = request.query_params.get("lang", "en")
    if given not in ("en", "fr"):
        raise BadMessage(Text("there is no such language"), None)
    return given
