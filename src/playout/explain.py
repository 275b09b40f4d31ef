"""Errors that the input caused, in a sentence."""

import itertools
import re

from .errors import PlayoutError
from .language import Text, said, tr
from .registry import REGISTRY, name_of

__all__ = ["explain"]


def explain(error: Exception) -> str | None:
    """One sentence about an error that the input caused; None for a bug of ours."""
    from numba.core.errors import NumbaError

    if isinstance(error, PlayoutError):
        return said(error)
    if isinstance(error, OSError):
        known = error.strerror and error.filename is not None
        fields = {"why": Text(error.strerror or ""), "file": error.filename}
        return tr("{file}: {why}", **fields) if known else str(error)
    if isinstance(error, NumbaError):
        return _not_compiled(str(error))
    return None


def _not_compiled(message: str) -> str:
    """What is wrong, from Numba's long message: whose method, which line of the message, where."""
    kinds = {name_of(cls): kind for kind, known in REGISTRY.items() for cls in known.values()}
    method, owner = (re.findall(r"'(\w+)'\) for (\w+?)(?:_\d+)?\(", message) or [("", "")])[0]
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    places = (f"{a} ({b.rstrip(':')})" for a, b in itertools.pairwise(lines) if b[:6] == 'File "')
    named = (line for line in lines if re.match(r"\w+Error: (?!Failed in)", line))
    why = next(itertools.chain(named, places), lines[-1])
    if kinds.get(owner, "game") == "game":
        return tr("the rules cannot be compiled: {why}", why=why)
    what = {"method": f"{owner}.{method}", "kind": Text(kinds[owner]), "why": why}
    return tr("{method}, of a {kind}, cannot be compiled: {why}", **what)
