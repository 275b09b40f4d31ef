"""Work in threads whose result a task waits for."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from ..kernel import let_words_wrap

__all__ = ["in_thread", "settle"]

T = TypeVar("T")


def settle(future: "asyncio.Future[T]", value: T | Exception) -> None:
    """Give a future its value, or its error."""
    if not future.done():
        if isinstance(value, Exception):
            future.set_exception(value)
        else:
            future.set_result(value)


async def in_thread(function: Callable[..., T], *args: Any) -> T:
    """Call a function in a thread that does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def work() -> None:
        let_words_wrap()
        value: T | Exception
        try:
            value = function(*args)
        except Exception as error:
            value = error
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(settle, future, value)

    threading.Thread(target=work, name="playout-search", daemon=True).start()
    return await future
