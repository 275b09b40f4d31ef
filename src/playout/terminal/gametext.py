"""Games as text, as the page writes them, down to their main line:

[Game "hex:size=5"]
[First "human"]
[Second "hard"]

1. c3 b2 {a fork} [Gd4] (1... d4 2. e5) 2. d3
"""

import json
import re
from typing import Any

from ..rules import GameError

__all__ = ["as_record"]

# A header; a comment; marks, a bracket or a word, as the page reads them (`games/plain.ts`).
TOKEN = re.compile(
    r'\[(?P<name>\w+)\s+(?P<value>"(?:[^"\\\n]|\\.)*")\]'
    r"|\{(?P<comment>(?:\\.|[^}\\])*)\}"
    r'|\[[^\][{}"]*\]|(?P<other>[()]|[^\s(){}\[\],;]+|[{}\[\]])',
    re.DOTALL,
)
NEXT = re.compile(r'^\[(Id|Game) "', re.MULTILINE)
FORMAT = 1  # of the record, as `save` writes it


def as_record(text: str) -> dict[str, Any] | None:
    """The fields of a record, from the first game of a text; None if it is no such text."""
    headers: dict[str, str] = {}
    words: list[str] = []  # after the headers
    for found in TOKEN.finditer(text):
        name, comment = found["name"], found["comment"]
        if name is not None:
            # Headers stand before the moves: one that comes after moves begins the next game.
            if words or name == "Game":
                if "Game" in headers:
                    break
                headers, words = ({}, []) if words else (headers, words)
            headers[name] = string_of(found["value"])
        elif comment is not None:
            words.append("{" if is_unclosed(comment) else "{}")
        else:
            words.append(found["other"] or "[]")
    if "Game" not in headers:
        return None
    return {
        "playout": FORMAT,
        "game": headers["Game"],
        "position": headers.get("Position"),
        "players": [headers.get("First", "human"), headers.get("Second", "human")],
        "seed": 0,
        "moves": main_line(words),
    }


def string_of(quoted: str) -> str:
    """What a header says; as it stands if it is no JSON."""
    try:
        return str(json.loads(quoted))
    except ValueError:
        return quoted[1:-1]


def is_unclosed(comment: str) -> bool:
    """Whether the end of a comment is missing, and what stands there is that of the next game."""
    found = NEXT.search(comment)
    return found is not None and comment.rfind("{") > max(found.start(), comment.rfind("\\}"))


def main_line(words: list[str]) -> list[str]:
    """The moves, without side lines, comments, marks and numbers."""
    moves, depth = [], 0
    for word in words:
        if word in ("(", ")"):
            depth += 1 if word == "(" else -1
        elif depth == 0 and word not in ("{}", "[]"):
            move = re.sub(r"^\d+\.+", "", word)
            moves += [move] if move else []
        if depth < 0 or word in tuple("{}[]"):
            raise unmatched()
    if depth:
        raise unmatched()
    return moves


def unmatched() -> GameError:
    return GameError("the brackets of this text do not match", "text-brackets")
