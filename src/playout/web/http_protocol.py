"""HTTP with a time limit for the head of a request, which uvicorn lets trickle in for ever."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["HttpProtocol"]

HEAD_S = 10.0  # from the first byte, or from an open line, to the end of the headers


class HttpProtocol(H11Protocol):
    """A connection that is closed unless a whole head of a request comes in time.

    The time runs while no request is answered. A body that comes after its answer, which is read
    and thrown away, is no new request: it does not stop the time.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def _watch(self) -> None:
        is_answering = self.cycle is not None and not self.cycle.response_complete
        is_ours = self.transport.get_protocol() is self  # not a WebSocket's by now
        if is_answering or not is_ours:
            self._end()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_S, self.transport.close)

    def _end(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
