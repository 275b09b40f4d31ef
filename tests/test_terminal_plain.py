"""Games in a pipe, in files, and drawn: what needs no terminal."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playout import cli
from playout.board import Board
from playout.catalogue import find
from playout.kernel import JIT
from playout.terminal.commands import help_text
from playout.terminal.drawing import draw
from playout.terminal.record import game_text, read_record
from playout.terminal.score import Score
from playout.terminal.screen import Screen

QUICK = "uct:simulations=20"
PEOPLE = ("--black", "human", "--white", "human")
LARGEST = [
    "hex:19", "connect4:9x6", "connect4:21x2", "breakthrough", "knightthrough", "domineering",
    "atarigo:19", "nogo:19", "mnk:19x19x5", "othello", "nim", "nim:1,7,misere=true,heap2=3",
]  # fmt: skip


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """What the program says to a text that is typed in, in this process."""
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path / "games"))

    def run(*arguments, text=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert cli.main(arguments) == 0
        out, errors = capsys.readouterr()
        assert errors == ""
        return out

    return run


def playout(folder, *arguments, text="", check=True, **environment):
    """Run the program in a process of its own, in a pipe."""
    environment = {"PYTHONIOENCODING": "utf-8", "PLAYOUT_QUIET": "1", **environment}
    run = subprocess.run(
        [sys.executable, "-m", "playout", *arguments],
        input=text if isinstance(text, bytes) else text.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PLAYOUT_GAMES_DIR": str(folder / "games"), **environment},
        timeout=300,
    )
    assert b"Traceback" not in run.stderr, run.stderr
    if check:
        assert run.returncode == 0, run.stderr
    return run


# -- in a pipe --


def test_swap_takes_the_first_move_over_and_says_why_not(typed):
    moves = "swap\na2\nswap\nswap\nquit\n"
    text = typed("play", "hex:3,swap=true", *PEOPLE, text=moves)
    first, _, rest = text.partition("Black: a2")
    assert "swap answers the first move" in first
    assert "1 .(○). 1" in rest.partition("White: swap")[2]  # a2, mirrored
    assert "swap answers the first move" in rest
    assert "only with the swap rule on" in typed("play", "hex:3,swap=false", text="swap\n")


def test_people_play_hex_with_the_swap_rule_as_on_the_page(typed):
    text = typed("play", "hex:3", *PEOPLE, text="a2\nswap\n")
    assert "White may answer the first stone by swap" in text
    assert "only with the swap rule on" not in text
    between = typed("play", "hex:3", "--black", "random", "--white", "random", "--seed", "1")
    assert "swap" not in between


def test_bad_moves_and_commands_are_answered(typed):
    lines = [
        "z9",
        "b2",
        "b2",
        "save",
        "save /nowhere/x.json",
        "udno",
        "9" * 500,
        "\0",
        "é(",
        "moves x",
    ]
    arguments = ("play", "hex:3,swap=false", *PEOPLE)
    text = typed(*arguments, text="\n".join(lines) + "\n")
    assert "'z9' cannot be played: z9 is not on the board of 3 x 3." in text
    assert "'b2' cannot be played: b2 is occupied." in text
    assert "the name of the file is missing" in text
    assert "/nowhere/x.json cannot be written: No such file or directory." in text
    assert "Is undo what you mean?" in text
    assert text.count("\n\n  a b c\n") == 2  # the board, at the start and after b2


def test_ascii_is_enough(tmp_path):
    text = b"b2\n" + b"\xff\xfe\n" + "ü\nhelp\n".encode()
    arguments = ("play", "hex:3,swap=false", "--white", QUICK, "--seed", "1")
    run = playout(tmp_path, *arguments, text=text, PYTHONIOENCODING="ascii")
    assert run.stdout.isascii()
    assert b" 2 . X . 2" in run.stdout
    assert b"(O)" in run.stdout
    show = playout(tmp_path, "show", "domineering:3x3", "a1a2", "b1c1", PYTHONIOENCODING="latin-1")
    assert show.stdout.startswith(b"3 . . .\n2 | . .\n1 | - -\n")


def test_end_of_input_in_the_middle_keeps_the_game(typed):
    text = typed("play", "hex:3,swap=false", *PEOPLE, text="b2\nc1\n")
    path = text.rpartition("\nTo continue this game: playout play --load ")[2].strip()
    assert read_record(Path(path)).moves == ("b2", "c1")
    assert "\x1b" not in text


def test_ctrl_c_in_a_pipe_ends_the_thought_and_the_game(tmp_path):
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "playout",
            "play",
            "hex:11,swap=false",
            "--white",
            "uct:seconds=900",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PLAYOUT_QUIET": "1", "PLAYOUT_GAMES_DIR": str(tmp_path)},
    )
    process.stdin.write("f6\n")
    process.stdin.flush()
    for _ in range(1200):
        if list(tmp_path.glob("hex-*.json")):  # f6 is played
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "To continue this game" in rest
    assert errors == ""


def test_resignation_can_be_taken_back(typed):
    arguments = ("play", "nim:7", "--white", "random", "--seed", "1")
    text = typed(*arguments, text="resign\n1\nundo\n1\nresign\nresign\nquit\n")
    assert text.count("Black resigns, White has won.") == 2
    assert "The game is over: undo takes the last move back" in text
    assert text.count("White plays") == 1
    assert "To continue" not in text


def test_moves_can_be_given_beforehand(typed):
    arguments = ("play", "hex:3,swap=false", *PEOPLE, "--moves", "b2 c1")
    text = typed(*arguments, text="undo\n")
    assert "Black: undo" in text
    assert "White: " in text


def test_black_is_who_is_called_black(typed):
    text = typed("play", "breakthrough:2x4", "--black", "human", "--white", "random")
    assert "White  random" in text
    assert "Black  you" in text


@pytest.mark.parametrize(
    ("named", "first", "second"),
    [
        ((), "you", "medium"),
        (("--black", "random"), "random", "you"),
        (("--white", "random"), "you", "random"),
        (("--white", "human"), "medium", "you"),
        (("--first", "human", "--white", "human"), "human", "human"),
    ],
)
def test_one_side_is_the_persons_unless_both_are_named(typed, named, first, second):
    lines = typed("play", "nim:7", *named).splitlines()
    assert lines[1:3] == [f"  Black  {first}", f"  White  {second}"]


def test_watch_says_a_line_for_each_move_and_each_game(typed):
    arguments = ("watch", QUICK, "random", "--game", "nim:7", "--games", "2", "--seed", "1")
    run = typed(*arguments)
    lines = run.splitlines()
    games = [line for line in lines if ": uct:simulations=20 won" in line]
    assert lines[1].startswith(
        "game 1, move 1: Black (uct:simulations=20) plays 3  (win chance 100%"
    )
    assert "won as Black" in games[0]
    assert games[0].endswith("1 : 0 for uct:simulations=20, 100% [21%, 100%]")
    assert "won as White" in games[1]
    assert games[1].endswith("2 : 0 for uct:simulations=20, 100% [34%, 100%]")
    assert "\x1b" not in run
    assert typed(*arguments) == run


@pytest.mark.parametrize(
    "arguments",
    [
        ("watch", "random", "random", "--game", "hex:5", "--games", "1000"),
        ("play", "hex:19,swap=false", "--black", "random", "--white", "random"),
        ("show", "hex:19"),
    ],
)
def test_reader_who_leaves_ends_it_quietly(tmp_path, arguments):
    """`playout watch ... | head -1`"""
    with subprocess.Popen(
        [sys.executable, "-m", "playout", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONUNBUFFERED": "",
            "PLAYOUT_QUIET": "1",
            "PLAYOUT_GAMES_DIR": str(tmp_path),
        },
    ) as process:
        if arguments[0] == "show":
            process.stdout.close()  # before a line was written
        else:
            assert process.stdout.readline().startswith(b"Hex")
            process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_nothing_is_said_of_compiling_in_a_pipe(tmp_path):
    cold = {"PLAYOUT_CACHE_DIR": str(tmp_path / "kernels"), "PLAYOUT_QUIET": ""}
    run = playout(tmp_path, "show", "nim:7", **cold)
    assert run.stderr == b""
    if JIT:
        assert list((tmp_path / "kernels").glob("*.kernel"))  # it was compiled


# -- positions set up by hand --

HERE = ("--position", "b2 a3 / c1 / 2")


def test_play_from_a_position(typed):
    first = typed("play", "hex:3,swap=false", *HERE, *PEOPLE, text="undo\na1\n")
    board = "  a b c\n1 . . ○ 1\n 2 . ● . 2\n  3 ● . . 3\n"
    assert board in first
    assert "White: undo\nThere is nothing to take back." in first
    again = typed("play", "--load", text="undo\n")  # the file has the position
    assert "1(○). ○ 1" in again
    assert board in again
    with_moves = (*HERE, "--moves", "a1", *PEOPLE)
    assert "1(○). ○ 1" in typed("play", "hex:3,swap=false", *with_moves)


def test_watch_from_a_position(typed):
    arguments = ("watch", QUICK, "random", "--game", "nim:7", "--position", "4 / 2")
    lines = typed(*arguments, "--moves", "1").splitlines()
    assert lines[1].startswith("game 1, move 2: Black (uct:simulations=20) plays 3")
    assert lines[2].startswith("game 1: uct:simulations=20 won as Black, 1 move;")


def test_search_and_show_a_position(tmp_path, capsys):
    show = ["show", "hex:3", *HERE]
    assert cli.main(show) == 0
    assert " 2 . ● . 2\n  3 ● . . 3\n" in capsys.readouterr().out
    assert cli.main([*show, "a1"]) == 0
    assert "1 ○ . ○ 1\n" in capsys.readouterr().out
    search = ["search", "nim:7", "--position", "3 / 2", "--player", QUICK]
    assert cli.main(search) == 0
    text = capsys.readouterr().out
    assert text.startswith("| | |\nWhite to move")
    assert "\n3  value 1.000  line 3\n" in text


@pytest.mark.parametrize(
    ("game", "position", "message"),
    [
        ("hex:3", "a1 b2", "does not end in / 1 or / 2"),
        ("hex:3", "a1 / d4 / 1", "d4 is not on the board of 3 x 3"),
        ("nim:7", "8 / 1", "heap 1 begins with 7 matches, so 8 are too many"),
        ("connect4", "a2 / / 1", "a2"),
    ],
)
def test_bad_position_is_answered_in_one_sentence(tmp_path, capsys, game, position, message):
    (tmp_path / "game.json").write_text(json.dumps({**GOOD, "game": game, "position": position}))
    for arguments in (
        ["play", game, "--position", position],
        ["watch", "random", "random", "--game", game, "--position", position],
        ["search", game, "--position", position],
        ["show", game, "--position", position],
        ["play", "--load", str(tmp_path / "game.json")],
    ):
        assert cli.main(arguments) == 2, arguments
        error = capsys.readouterr().err
        assert message in error
        assert error.startswith("playout: ")
        assert error.count("\n") == 1


# -- files --


def test_save_and_load_give_the_same_game(tmp_path, typed):
    file = tmp_path / "my game.json"
    file.write_text("mine")
    start = ("play", "hex:4,swap=true", "--white", QUICK, "--seed", "5")
    commands = f"b2\nsave {file}\nsave! {file}\nsave {file}\nundo\nredo\nquit\n"
    first = typed(*start, text=commands)
    assert "is there already: save! " in first
    assert first.count("Saved: ") == 2
    assert first.endswith(f"To continue this game: playout play --load '{file}'\n")
    second = typed("play", "--load", str(file), text="undo\nquit\n")
    board = first.rpartition("Black: undo")[0].rpartition("\n\n")[0].rpartition("\n\n")[2]
    assert "●" in board
    assert board in second
    assert "○ White  uct:simulations=20" in second
    assert second.partition("Black: undo")[2].count("●") == 0


GOOD = {
    "playout": 1,
    "game": "hex:size=3,swap=false",
    "position": None,
    "players": ["human", "human"],
    "seed": 1,
    "moves": ["b2"],
}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("not JSON", "is not a saved game: it is neither JSON"),
        ("[" * 100_000, "is not a saved game: it is neither JSON"),
        ("[1]", "is not a saved game: it was not written by playout's `save`"),
        ({**GOOD, "playout": 2}, "was saved by another version (format 2)"),
        ({**GOOD, "game": "chess"}, "no game is called 'chess'"),
        ({**GOOD, "game": "hex:99"}, "Hex: size must be from 2 to 19, not 99"),
        ({**GOOD, "players": ["human", "god"]}, "no player is called 'god'"),
        ({**GOOD, "players": ["human"]}, "its 'players' is missing or wrong"),
        ({**GOOD, "moves": "b2"}, "its 'moves' is missing or wrong"),
        ({**GOOD, "moves": ["b2", "b2"]}, "move 2: illegal move 'b2' in Hex"),
        ({**GOOD, "seed": None}, "its 'seed' is missing or wrong"),
    ],
)
def test_bad_file_is_answered_in_one_sentence(tmp_path, capsys, content, message):
    file = tmp_path / "game.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    assert cli.main(["play", "--load", str(file)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith(f"playout: {file}") or "player" in error
    assert error.count("\n") == 1


def test_file_of_another_game_and_other_faults(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path / "none"))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GOOD))
    for arguments, message in (
        (["play", "connect4", "--load", str(file)], "holds a game of Hex(size=3, swap=False), not"),
        (["play", "hex", "--load", str(file)], "not of Hex(size=11, swap=False)"),
        (["play", "--load", str(tmp_path / "absent")], "cannot be read: No such file or directory"),
        (["play", "--load", str(tmp_path)], "cannot be read: Is a directory"),
        (["play", "--load"], "there is no unfinished game in"),
        (["play"], "which game?"),
        (["play", "--load", str(file), "--position", "/ / 1"], "--position and --load cannot go"),
        (["play", "hex:3,swap=false", "--moves", "a1 a1"], "a1 is occupied"),
        (["watch", "human", "random"], "watch is for machines"),
        (["watch", "random", "god"], "no player is called 'god'"),
        (["watch", "random", "random", "--games", "0"], "--games must be at least 1"),
        (["watch", "random", "random", "--seconds", "-1"], "--seconds must be at least 0"),
        (["watch", "random", "random", "--game", "nim:1", "--moves", "1"], "nothing to watch"),
        (["watch", "random", "random", "--game", "nim:1", "--position", "0 / 1"], "nothing to"),
    ):
        assert cli.main(arguments) == 2, arguments
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1


@pytest.mark.parametrize("text", ["hex:7,swap=true", "connect4:5x4,line=3", "nim:7,misere=true"])
def test_text_of_a_game_finds_it_again(text):
    assert find(game_text(find(text))) == find(text)


def test_game_from_a_file_is_found_from_another_folder(tmp_path, monkeypatch):
    example = Path(__file__).parents[1] / "examples" / "my_game.py"
    (tmp_path / "mine.py").write_text(example.read_text())
    monkeypatch.chdir(tmp_path)
    text = game_text(find("mine.py"))
    monkeypatch.chdir("/")
    assert str(tmp_path) in text
    assert find(text) == find(str(tmp_path / "mine.py"))


# -- drawn --


def wandered(text, n=30):
    """A position some random moves into a game."""
    state = find(text).start()
    for _ in range(n):
        after = state.play(random.Random(len(state.history)).choice(state.moves()))
        if after.is_over:
            break
        state = after
    return state


@pytest.mark.parametrize("text", LARGEST)
def test_80_columns_hold_every_board(text, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    state = wandered(text)
    lines = draw(state, Screen()).split("\n")
    assert max(map(len, lines)) <= 80
    assert len(lines) >= state.board().rows
    assert all(len(line) < 80 for line in (*help_text().split("\n"), state.game.goal()))


def test_narrow_screen_gets_a_compact_board(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    for text in ("hex:19", "mnk:19x19x5", "nim:1000", "nim"):
        state = wandered(text)
        assert max(map(len, draw(state, Screen()).split("\n"))) <= 40
    assert draw(find("nim:1000").start(), Screen()) == "| x 1000"


@pytest.mark.parametrize("text", ["hex:5", "connect4", "breakthrough", "othello", "domineering"])
def test_board_is_the_one_that_str_prints(text):
    state = wandered(text, 9)
    plain = draw(state, Screen())
    for mark in "()":
        plain = plain.replace(mark, " ")
    assert [line.rstrip() for line in plain.replace("|", " ").split("\n")] == [
        line.rstrip() for line in str(state.board()).replace("|", " ").split("\n")
    ]
    assert isinstance(state.board(), Board)


# -- the score --


def test_score_counts_a_draw_as_half():
    score = Score(("a", "b"))
    for winner in (0, None):
        score.add(winner)
    assert str(score) == "1 : 0 for a, 1 drawn, 75% [20%, 97%]"
