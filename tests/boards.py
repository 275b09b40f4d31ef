"""Which games the tests play, at which sizes."""

import pytest

# Every game, at its usual size, at its smallest, and with its options.
EVERY = [
    "hex:5", "hex:2", "hex:11", "hex:19", "hex:3,swap=true",
    "connect4", "connect4:4x4", "connect4:9x6", "connect4:5x4,line=3", "connect4:8x7,line=5",
    "breakthrough", "breakthrough:2x4", "breakthrough:5x5", "breakthrough:3x5,misere=true",
    "knightthrough", "knightthrough:2x4", "knightthrough:5x6", "knightthrough:4x5,misere=true",
    "domineering", "domineering:4x3", "domineering:2x2",
    "atarigo:5", "atarigo:2", "atarigo:9",
    "nogo:5", "nogo:2", "nogo:9",
    "go", "go:2,komi=0.5", "go:5,komi=2", "go:13",
    "mnk", "mnk:15x15x5", "mnk:19x19x5", "mnk:4x3x3",
    "othello", "othello:6", "othello:4",
    "nim", "nim:heap=1,heap2=3,heap3=5,heap4=7,take=7,misere=true",
]  # fmt: skip
# Small boards: quick enough for plain Python when the JIT is off.
SMALL = [
    "hex:3", "hex:3,swap=true", "connect4:4x4", "breakthrough:3x4", "breakthrough:3x4,misere=true",
    "knightthrough:3x4", "domineering:3x3", "atarigo:3", "nogo:3", "go:3,komi=0.5", "mnk",
    "othello:4", "nim:7",
]  # fmt: skip


def some_now(names, quick):
    """The same for `parametrize`, where only these go into the short lane of tests."""
    assert {*quick} <= {*names}
    rest = [name for name in names if name not in quick]
    rows = [(name,) if isinstance(name, str) else name for name in rest]
    return [*quick, *(pytest.param(*row, marks=pytest.mark.full) for row in rows)]
