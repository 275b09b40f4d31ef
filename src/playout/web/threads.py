"""Work in threads whose outcome a task waits for."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

from ..kernel import let_words_wrap

__all__ = ["in_thread", "settle"]


def settle(future: "asyncio.Future[Any]", value: Any) -> None:
    """Give a future its value, or its error."""
    if not future.done():
        if isinstance(value, Exception):
            future.set_exception(value)
        else:
            future.set_result(value)


async def in_thread(function: Callable, *args: Any) -> Any:
    """Call a function in a thread that does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def work() -> None:
        let_words_wrap()
        try:
            value = function(*args)
        except Exception as error:
            value = error
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(settle, future, value)

    threading.Thread(target=work, name="playout-search", daemon=True).start()
    return await future
