"""A program as a player: whatever it does, the game ends, the right side loses, nothing is left."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playout import Hex, SearchError, State
from playout.arena import Failure, PlayerFailedError, failure_in, play_game
from playout.formats import GtpPlayer, program_of
from playout.players import Choice

ENGINE = Path(__file__).with_name("fake_engine.py")
GAME = Hex(4)


class First:
    """Plays the first legal move."""

    def choose(self, state, seed, **options):
        return Choice(state.moves()[0])


@pytest.fixture
def engine(tmp_path):
    """Start fake engines; afterwards, see that not one of their processes is left."""
    players = []

    def start(mode="honest", **limits):
        command = [sys.executable, "-S", str(ENGINE), mode, str(tmp_path / "log")]
        players.append(GtpPlayer(command, **{"seconds": 5, **limits}))
        return players[-1]

    yield start
    for player in players:
        player.close()
    assert_gone(tmp_path / "log")


def said(folder):
    """The commands that an engine was given."""
    return [line for line in (folder / "log").read_text().splitlines() if line[:4] != "pid "]


def processes(log):
    return [int(line[4:]) for line in log.read_text().splitlines() if line.startswith("pid ")]


def assert_gone(log):
    numbers = processes(log)
    assert numbers
    for _ in range(500):
        if not any(map(is_running, numbers)):
            return
        time.sleep(0.01)
    pytest.fail(f"still running: {[n for n in numbers if is_running(n)]}")


def is_running(number):
    try:
        os.kill(number, 0)
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state not in "ZX"


def test_plays_whole_games_with_either_colour(engine, tmp_path):
    player = engine()
    assert player.pid is None
    for n in range(4):
        seats = [player, First()] if n % 2 == 0 else [First(), player]
        played = play_game(GAME.start(), seats, seed=n)
        assert played.reason == ""
        assert played.winner in (0, 1)
    assert len(processes(tmp_path / "log")) == 1
    assert said(tmp_path)[:5] == [
        "protocol_version", "name", "list_commands", "boardsize 4", "clear_board",
    ]  # fmt: skip


FAILURES = {
    "hang:1": (1, "Fake: no answer to 'genmove black' in 1"),
    "crash:0": (5, "Fake: it ended with exit code 3; stderr: 'out of ideas'"),
    "crash:2": (5, "Fake: it ended with exit code 3; stderr: 'out of ideas'"),
    "stderr-crash:1": (5, "Fake: it ended with exit code 3; stderr: 'out of ideas'"),
    "segfault:1": (5, "Fake: it was killed by SIGSEGV"),
    "off-board:1": (5, "Fake answered 'z9', which is not a move in Hex(size=4, swap=False)"),
    "occupied:1": (5, "Fake played a1: a1 is occupied"),
    "nonsense": (5, "Fake answered 'I would rather not', which is not a move in"),
    "garbage:1": (5, r"Fake: 'Loading weights... \x00\x1b[31m' is not an answer in GTP"),
    "binary": (5, "is not an answer in GTP"),
    "error:1": (5, "Fake answered 'genmove black' with the error 'out of memory'"),
    "resign:1": (5, "Fake resigned"),
    "pass": (5, "Fake played pass: a move is a cell such as c3"),
    "endless:1": (1, "Fake: no answer to 'genmove black' after '= a1' in 1"),
    "huge:1": (20, "Fake: its answer has no end: more than 1,000,000 bytes"),
    "chatter": (20, "Fake: its answer has no end: more than 1,000,000 bytes"),
    "close:1": (5, "Fake: it closed its output"),
    "unasked:1": (5, "Fake: it said 'by the way' without being asked"),
    "one-size": (5, "Fake answered 'boardsize 4' with the error 'unacceptable size'"),
    "version": (5, "it speaks version '3' of GTP, not 2"),
}
KINDS = {
    Failure.TOO_SLOW: ("hang", "endless"),
    Failure.CRASHED: ("crash", "stderr-crash", "segfault", "close"),
    Failure.ILLEGAL: ("off-board", "occupied", "nonsense", "pass"),
    Failure.REFUSED: ("error", "one-size"),
    Failure.NONSENSE: ("garbage", "binary", "huge", "chatter", "unasked", "version"),
    None: ("resign",),  # which is no failure
}
KIND_OF = {mode: kind for kind, modes in KINDS.items() for mode in modes}


@pytest.mark.parametrize("mode", FAILURES)
def test_failure_loses_with_its_reason(engine, mode):
    seconds, reason = FAILURES[mode]
    with engine(mode, seconds=seconds) as player:
        played = play_game(GAME.start(), [player, First()], seed=1)
        assert reason in played.reason
        assert played.winner == 1
        # The next game, as the other colour: it is started again where it had to be.
        played = play_game(GAME.start(), [First(), player], seed=1)
        assert played.reason.replace("white", "black").find(reason) >= 0
        assert played.winner == 0
        failure = failure_in(played.reason)
        assert (failure and failure[0]) is KIND_OF[mode.partition(":")[0]]


def test_program_is_started_before_anybody_moves(engine, tmp_path):
    player = engine()

    class Looks(First):
        """Sees who is there when the first clock runs."""

        def choose(self, state, seed, **options):
            assert player.pid is not None
            return super().choose(state, seed)

    assert play_game(GAME.start(), [Looks(), player], seed=1).reason == ""
    assert len(processes(tmp_path / "log")) == 1
    assert said(tmp_path).count("clear_board") == 1


def test_start_has_its_limit(engine):
    player = engine("slow-start", start_seconds=0.5)
    played = play_game(GAME.start(), [First(), player], seed=1)
    assert played.winner == 0
    assert "no answer to 'protocol_version' in 0." in played.reason


def test_being_told_a_move_has_its_limit(engine):
    player = engine("deaf", seconds=1)
    played = play_game(GAME.start(), [player, First()], seed=1)
    assert played.winner == 1
    assert "no answer to 'play white" in played.reason


def test_flood_of_complaints_does_no_harm(engine):
    played = play_game(GAME.start(), [engine("flood"), First()], seed=1)
    assert played.reason == ""


def test_program_that_is_not_there_loses(tmp_path):
    (tmp_path / "no_program").write_text("not a program")
    for command in ("/no/such/program", str(tmp_path), str(tmp_path / "no_program")):
        played = play_game(GAME.start(), [GtpPlayer([command]), First()], seed=1)
        assert played.winner == 1
        assert repr(command) in played.reason
        assert failure_in(played.reason)[0] is Failure.NOT_STARTED


def test_program_that_speaks_no_gtp_loses():
    for command, reason in (
        (["echo", "hello"], "'hello"),
        (["true"], "it ended with exit code 0"),
        (["sleep", "1000"], "no answer to 'protocol_version'"),
        (["yes"], "'y"),
    ):
        player = GtpPlayer(command, start_seconds=0.5 if command[0] == "sleep" else 20)
        played = play_game(GAME.start(), [player, First()], seed=1)
        assert played.winner == 1
        assert reason in played.reason
        assert player.pid is None


def test_program_that_left_between_two_games_is_started_again(engine, tmp_path):
    player = engine("early-exit")
    start = GAME.start()
    for n in range(1, 4):
        player.choose(start, seed=1)
        deadline = time.monotonic() + 10
        while is_running(player.pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(processes(tmp_path / "log")) == n
    after = start.play("a1").play("b1")
    player.choose(start, seed=1)
    with pytest.raises(PlayerFailedError, match="exit code 0"):
        player.choose(player._position.play(player._position.moves()[0]), seed=1)
    assert player.choose(after, seed=1)


@pytest.mark.parametrize("mode", ["children", "stubborn"])
def test_close_ends_the_program_and_its_children(engine, tmp_path, mode):
    with engine(mode) as player:
        player.choose(GAME.start(), seed=1)
        numbers = processes(tmp_path / "log")
        assert len(numbers) == 2
        assert all(map(is_running, numbers))
    assert player.pid is None
    assert_gone(tmp_path / "log")
    player.close()  # once more does nothing


def test_forgotten_player_ends_its_program(engine, tmp_path):
    command = engine("children").command
    player = GtpPlayer(command)
    player.choose(GAME.start(), seed=1)
    del player
    assert_gone(tmp_path / "log")


@pytest.mark.parametrize("end", ["pass", "raise SystemExit(1)", "os.kill(os.getpid(), 9)"])
def test_program_does_not_outlive_us(engine, tmp_path, end):
    command = list(engine("stubborn").command)
    script = f"""
import os
from playout.formats.process import Program
import time, weakref
class Owner: pass
owner, program = Owner(), Program({command!r})
weakref.finalize(owner, program.end)
assert program.ask("name", time.monotonic() + 20).text == "Fake"
{end}
"""
    subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert_gone(tmp_path / "log")


def test_is_told_the_moves_since_the_last_position_only(engine, tmp_path):
    player = engine()
    state = GAME.start().play("a1")
    state = state.play(player.choose(state, seed=1).move)
    state = state.play(next(move for move in state.moves() if move.name[0] == "d"))
    player.choose(state, seed=1)
    spoken = said(tmp_path)[3:]
    last = state.history[-1].name
    assert spoken == [
        "boardsize 4", "clear_board", "play black a1", "genmove white",
        f"play black {last}", "genmove white",
    ]  # fmt: skip
    # A move is taken back, or it is another board: all of it again.
    player.choose(GAME.start().play("b2"), seed=1)
    player.choose(Hex(3).start(), seed=1)
    assert said(tmp_path)[9:] == [
        "boardsize 4", "clear_board", "play black b2", "genmove white",
        "boardsize 3", "clear_board", "genmove black",
    ]  # fmt: skip


def test_is_told_of_swap_in_its_own_words(engine, tmp_path):
    state = Hex(4, swap=True).start().play("b1").play("swap")
    engine().choose(state, seed=1)
    assert "play white swap-pieces" in said(tmp_path)


def test_is_told_time_and_seed_where_it_knows_them(engine, tmp_path):
    player = engine("options", seconds=7.5)
    player.choose(GAME.start(), seed=2**31 + 5)
    player.choose(GAME.start(), seed=6, seconds=2.3)
    player.choose(GAME.start(), seed=6, seconds=0.1)
    spoken = [line for line in said(tmp_path) if line.split()[0] in ("time_settings", "genmove")]
    assert spoken == [
        "time_settings 0 7 1", "genmove black", "time_settings 0 2 1", "genmove black",
        "time_settings 0 1 1", "genmove black",
    ]  # fmt: skip
    assert "set_random_seed 5" in said(tmp_path)


def test_position_that_was_set_up_is_refused(engine):
    player = engine()
    state = State.set_up(GAME, {(0, 0): 0, (1, 1): 1}, 0)
    for position in (state, state.play("c3").play("d4")):
        with pytest.raises(PlayerFailedError, match="a position that was set up"):
            player.choose(position, seed=1)
    assert player.choose(GAME.start(), seed=1)  # so that there is a program to be gone


def test_text_of_a_program():
    player = program_of("program:seconds=2.5; start=9;sh -c 'a, b=c; d' --x=1,y=2")
    assert player.command == ("sh", "-c", "a, b=c; d", "--x=1,y=2")
    assert (player.seconds, player.start_seconds) == (2.5, 9)
    assert program_of("program:sh").command == ("sh",)
    assert program_of("program:sh").seconds is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("program:", "no command"),
        ("program:seconds=5;", "no command"),
        ("program:second=5;sh", "has no setting 'second'; it takes seconds, start"),
        ("program:seconds=five;sh", "must be a number, not 'five'"),
        ("program:seconds=0;sh", "must be more than 0"),
        ("program:seconds=nan;sh", "must be more than 0"),
        ("program:sh 'x", "no closing quotation"),
        ("program:seconds=5 sh", "there is no program 'seconds=5'"),
        ("program:no-such-program --gtp", "there is no program 'no-such-program'"),
    ],
)
def test_text_that_makes_no_sense(text, message):
    with pytest.raises(SearchError, match=message):
        program_of(text)
    with pytest.raises(SearchError, match="as a list"):
        GtpPlayer("gnugo --mode gtp")
