"""Games as text, as the page writes them, down to their main line:

[Game "hex:size=5"]
[First "human"]
[Second "hard"]

1. c3 b2 {a fork} [Gd4] (1... d4 2. e5) 2. d3
"""

import json
import re
from typing import Any

__all__ = ["as_record"]

HEADER = re.compile(r'^\s*\[(\w+) ("(?:[^"\\\n]|\\.)*")\][^\S\n]*$', re.MULTILINE)
# Comments, marks, side lines by their brackets; then words.
TOKEN = re.compile(r"\{(?:\\.|[^}\\])*\}|\[[^\]]*\]|[()]|[^\s(){}\[\],;]+", re.DOTALL)
FORMAT = 1  # of the record, as `save` writes it


def as_record(text: str) -> dict[str, Any] | None:
    """The fields of a record, from the first game of a text; None if it is no such text."""
    headers: dict[str, str] = {}
    for name, value in HEADER.findall(text):
        if name == "Game" and "Game" in headers:
            break
        headers[name] = json.loads(value)
    if "Game" not in headers:
        return None
    start = text.index("[Game ")
    end = text.find("\n[Game ", start + 1)
    moves = main_line(HEADER.sub("", text[: end if end > 0 else len(text)]))
    return {
        "playout": FORMAT,
        "game": headers["Game"],
        "position": headers.get("Position"),
        "players": [headers.get("First", "human"), headers.get("Second", "human")],
        "seed": 0,
        "moves": moves,
    }


def main_line(text: str) -> list[str]:
    """The moves, without side lines, comments, marks and numbers."""
    moves, depth = [], 0
    for token in TOKEN.findall(text):
        if token in "()":
            depth += 1 if token == "(" else -1
        elif token[0] not in "{[" and depth == 0:
            move = re.sub(r"^\d+\.+", "", token)
            moves += [move] if move else []
    return moves
