"""Games as text: the terminal reads them as the page does, whatever is in their comments."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.errors import PlayoutError
from playout.terminal.gametext import as_record
from playout.terminal.record import read_record

# The page is tested on the same: `games-words.test.ts`.
TEXTS = json.loads(Path(__file__).parents[1].joinpath("frontend/tests/texts.json").read_text())
HEAD = '[Game "hex:size=5"]\n[First "human"]\n[Second "hard"]\n'

PIECES = [
    *'{}[]()\\"; \n.é',
    '[Game "hex:size=5"]',
    '[Id "x"]',
    '\n[Name "other"]\n',
    '\n  [First "easy"]',
    "{x}",
    "1. c3 d4",
]
words = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def escaped(comment):
    """As `plain.ts` writes it."""
    comment = re.sub(r"[\\}]", r"\\\g<0>", comment)
    return "{" + re.sub(r"(?m)^(\s*)\[", r"\1\\[", comment) + "}"


@pytest.mark.parametrize("case", TEXTS, ids=[case["what"] for case in TEXTS])
def test_first_game_of_a_text(case):
    if case["moves"] is None:
        with pytest.raises(PlayoutError, match="brackets"):
            as_record(case["text"])
    else:
        record = as_record(case["text"])
        assert (record["game"], record["moves"]) == ("hex:size=5", case["moves"])


@given(words, words, words, words)
def test_nothing_in_a_comment_or_a_name_is_taken_for_more(name, first, second, third):
    name_line = f"[Name {json.dumps(name)}]\n"
    a, b, c = map(escaped, (first, second, third))
    record = as_record(
        f"{HEAD}{name_line}\n{a} 1. c3 {b} b2 (1... d4 {c}) 2. e5\n\n{HEAD}\n1. a1\n"
    )
    assert record["moves"] == ["c3", "b2", "e5"]
    assert (record["game"], record["players"]) == ("hex:size=5", ["human", "hard"])


def test_file_with_brackets_that_do_not_match_is_named(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(f"{HEAD}\n1. c3 (b2\n")
    with pytest.raises(PlayoutError, match=r"game\.txt: the brackets of this text do not match"):
        read_record(path)


def test_file_of_an_editor_of_windows(tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(f"\ufeff{HEAD}\n1. c3 {{a\nb}} b2\n".replace("\n", "\r\n").encode())
    assert read_record(path).moves == ("c3", "b2")
