"""An experiment that runs as long as somebody holds the other end of its standard input.

    python -m playout.lab.attended SPEC WORKERS LANGUAGE

It is `playout lab run SPEC`, with the same ledger. The page starts it, and `playout train` for its
matches; when the pipe is closed, by them or because they are gone, it stops as by Ctrl-C, and what
was played is kept.
"""

import _thread
import contextlib
import os
import signal
import sys
import threading
from argparse import Namespace
from typing import Any

from ..language import speak
from .commands import run

NICE = 10  # searches of the page, and training, come first


def main(spec: str, workers: str, language: str) -> int:
    """Play what is missing, unless nobody wants it any more."""
    speak(language)
    sys.argv = ["playout", "lab", "run", spec]  # what the ledger keeps as its command
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_stop_at_end_of, args=(sys.stdin.buffer,), daemon=True).start()
    return run(Namespace(spec=spec, ledger=None, workers=int(workers), mix=False))


def _stop_at_end_of(pipe: Any) -> None:
    with contextlib.suppress(OSError):
        while pipe.read(1):
            pass
    if hasattr(signal, "pthread_kill"):  # also out of a wait
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()


if __name__ == "__main__":
    from ..errors import PlayoutError
    from ..language import said

    try:
        code = main(*sys.argv[1:])
    except PlayoutError as error:
        print(f"playout: {said(error)}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        code = 130
    sys.stdout.flush()
    os._exit(code)  # the thread that reads would keep the interpreter from ending
