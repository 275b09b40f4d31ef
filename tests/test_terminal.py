"""Games on a terminal, driven through a pseudo-terminal as a person would."""

import os
import re
import signal
import sys
import time

import pexpect
import pyte
import pytest

from playout.kernel import JIT

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
MARKED = re.compile(r"\x1b\[[0-9;]*;7m")
QUICK = "uct:simulations=20"
PEOPLE = ("--black", "human", "--white", "human")
GO_ON = "To continue this game: playout play --load"


class Terminal:
    """The program on a terminal of 80 columns, all it wrote, and what the screen shows."""

    def __init__(self, folder, *arguments, rows=40, **environment):
        environment = {
            **os.environ,
            "PLAYOUT_QUIET": "1",
            "PLAYOUT_GAMES_DIR": str(folder),
            "PYTHONIOENCODING": "utf-8",
            "TERM": "xterm-256color",
            **environment,
        }
        environment = {key: value for key, value in environment.items() if value is not None}
        self.all = ""
        self.rows = rows
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "playout", *arguments],
            env=environment,
            dimensions=(rows, 80),
            encoding="utf-8",
            timeout=60,
        )
        self.child.delaybeforesend = None
        self.child.logfile_read = self

    def write(self, text):
        self.all += text

    def flush(self):
        pass

    def type(self, text):
        self.child.sendline(text)

    def expect(self, *patterns):
        return self.child.expect(list(patterns))

    def press(self, key, pattern):
        """A key at a prompt, until there is an answer: readline, which has just written the
        prompt, may not wait for keys yet, and Python then sees a signal with the next one."""
        for _ in range(20):
            getattr(self.child, key)()
            if self.child.expect([pattern, pexpect.TIMEOUT], timeout=3) == 0:
                return
        pytest.fail(f"{key} does nothing:\n{self.all}")

    def end(self):
        """The exit code."""
        if not self.child.flag_eof:
            self.child.expect(pexpect.EOF)
        self.child.close()
        assert "Traceback" not in self.all
        return self.child.exitstatus

    def screen(self):
        screen = pyte.Screen(80, self.rows)
        pyte.Stream(screen).feed(self.all)
        return [line.rstrip() for line in screen.display]


@pytest.fixture
def terminal(tmp_path):
    """Starts the program; ends what a failed test left behind."""
    started = []

    def start(*arguments, **environment):
        environment = {"NO_COLOR": None, **environment}
        started.append(Terminal(tmp_path / "games", *arguments, **environment))
        return started[-1]

    yield start
    for one in started:
        one.child.close(force=True)


def test_whole_game_of_connect4(terminal):
    game = terminal("play", "connect4", "--white", QUICK, "--seed", "1")
    for i in range(100):
        if game.expect("Red: ", "undo, review, save FILE or quit: "):
            break
        game.type(str(i % 7 + 1))
    assert re.search("The game is over, (Red has won|Yellow has won|a draw)", game.all)
    assert MARKED.search(game.all)
    game.type("undo")  # the end is no end
    game.expect("Red: ")
    game.type("quit")
    assert game.end() == 0
    assert GO_ON in game.all


def test_whole_game_of_hex_shows_the_winning_chain(terminal):
    game = terminal("play", "hex:3,swap=false", "--black", QUICK, "--white", QUICK, "--seed", "2")
    assert game.end() == 0
    assert (
        "live:\r\n  playout watch uct:simulations=20 uct:simulations=20 --game hex:size=3"
        in game.all
    )
    assert "has won" in game.all
    assert len(MARKED.findall(game.all.rpartition(" plays ")[2])) >= 3
    assert GO_ON not in game.all  # it was finished


def test_colours_undo_after_the_machine_has_moved_and_redo(terminal):
    game = terminal("play", "hex:4,swap=false", "--white", QUICK, "--seed", "1")
    game.expect("Black: ")
    # Readable on black and on white: not the dark blue of 16 colours.
    assert "\x1b[1;38;5;33m●" in game.all
    assert "\x1b[1;38;5;172m○" in game.all
    game.type("b2")
    game.expect("White plays ")
    game.expect("Black: ")
    both = game.screen()
    game.type("undo")
    game.expect("Black: ")
    assert not re.search("[●○]", game.all.rpartition("undo")[2])
    game.type("redo")
    game.expect("Black: ")
    board = [line for line in game.screen() if line.startswith((" 2 ", "  3 "))][-2:]
    assert board == [line for line in both if line.startswith((" 2 ", "  3 "))][-2:]
    game.type("redo")
    game.expect("nothing that was taken back")
    game.expect("Black: ")  # a key before the prompt can be lost: readline sets up the terminal
    game.child.sendeof()
    assert game.end() == 0


def test_teacher_judges_in_colour(terminal):
    game = terminal("play", "nim:7", *PEOPLE, "--teach")
    for colour, move in (("Black", "3"), ("White", "1"), ("Black", "1")):
        game.expect(f"{colour}: ")
        game.type(move)
        game.expect("Teacher: \x1b\\[")
    game.expect("White: ")
    game.type("review")
    game.expect("Black: 50% accuracy, 1 of 2 moves right, 1 blunder")
    game.type("quit")
    assert game.end() == 0


def test_hint_think_and_heat(terminal):
    game = terminal("play", "nim:7", *PEOPLE, "--seed", "1")
    game.expect("Black: ")
    game.type("heat")
    game.expect("Nothing was searched yet")
    game.type("hint")
    game.expect("Hint: .*3.*win chance 100%, wins in 3 plies")
    game.type("think")
    game.expect("move +visits +share +value")
    game.expect("1  3 .*wins in 3 plies")
    game.expect("Black: ")
    game.type("quit")
    assert game.end() == 0


def test_network_speaks_without_a_search(terminal):
    game = terminal("play", "hex:5,swap=false", *PEOPLE)
    game.expect("Black: ")
    game.type("network")
    game.expect("Black to move: win chance \\d+%")
    game.expect("1  c3 +\\d+.\\d%")
    game.expect("Black: ")
    game.type("heat")
    game.expect("Nothing was searched yet")
    game.type("quit")
    assert game.end() == 0
    game = terminal("play", "hex:5,swap=true", *PEOPLE)
    game.type("network")
    game.expect("Black to move: win chance \\d+%\\s+The network knows Hex without the swap rule.")
    game.type("quit")
    assert game.end() == 0
    game = terminal("play", "nim", *PEOPLE)
    game.type("network")
    game.expect("there is no network for nim")
    game.type("quit")
    assert game.end() == 0


def test_heat_puts_the_places_on_the_board_even_without_colours(terminal):
    game = terminal("play", "hex:3,swap=false", "--white", QUICK, "--seed", "1", NO_COLOR="1")
    game.expect("Black: ")
    game.type("a1")
    game.expect("White plays ([a-c])([1-3])")
    col, row = game.child.match.groups()
    game.expect("Black: ")
    assert any("(○)" in line for line in game.screen())
    game.type("heat")
    game.expect("1  " + col + row)
    lines = [line for line in game.screen() if re.match(f" *{row}[ (].*[ )]{row}$", line)]
    first = lines[-1].index(row) + 2
    assert lines[-1][first + 2 * "abc".index(col)] == "1"
    game.type("quit")
    assert game.end() == 0
    assert not COLOUR.search(game.all)


def test_ctrl_c_stops_a_thought_and_enter_plays_it(terminal):
    game = terminal("play", "hex:11,swap=false", "--white", "uct:seconds=900")
    game.expect("Black: ")
    game.type("f6")
    game.expect(r"White thinks .* simulations, [\d,]+/s")
    game.expect("value .*line ")
    game.child.sendintr()
    game.expect("White would play .*win chance")
    game.expect("Enter plays")
    assert not any("thinks" in line for line in game.screen())  # those lines are gone again
    game.type("undo")  # every command works here
    game.expect("Black: ")
    game.type("f6")
    game.expect("White thinks")
    game.child.sendintr()
    game.expect(r"Enter plays ([a-k]\d+)\): ")
    move = game.child.match[1]
    game.type("")
    game.expect("White plays")
    game.expect("Black: ")
    assert move in game.all.rpartition("White plays")[2][:40]
    game.type("a1")
    game.expect("White thinks")
    game.child.sendintr()
    game.expect("Enter plays")
    game.press("sendintr", pexpect.EOF)
    assert game.end() == 130
    assert GO_ON in game.all


def test_ctrl_c_stops_several_threads_too(terminal):
    game = terminal(
        "play", "hex:11,swap=false", "--black", "uct:seconds=900,threads=2", "--white", QUICK
    )
    game.expect("Black thinks")
    game.child.sendintr()
    game.expect("Enter plays")
    game.type("f6")  # another move for the machine
    game.expect("White plays")
    game.expect("Black thinks")
    game.child.sendintr()
    game.expect("Enter plays")
    game.type("quit")
    assert game.end() == 0


def test_pondering_goes_on_behind_the_prompt(terminal):
    game = terminal("play", "hex:11,swap=false", "--white", "uct:simulations=20,ponder=true")
    game.expect("Black: ")
    game.type("f6")
    game.expect("White plays")
    game.expect("Black: ")
    # White thinks all the while; on a busy machine it takes longer until there is something to see.
    for row, pause in enumerate([1, 4, 16, 64], start=1):
        time.sleep(pause)
        game.type(f"a{row}" if f"White plays a{row}" not in game.all else f"k{row}")
        game.expect("White plays")
        game.expect("Black: ")
        game.type("heat")
        game.expect(r"to move, after \d+ moves: ([\d,]+) simulations")
        game.expect(r"8  .*%")
        table = COLOUR.sub("", game.all.rpartition(" simulations")[2])
        rows = re.findall(r"^\d  \w+ +([\d,]+) ", table, re.M)
        if sum(int(n.replace(",", "")) for n in rows) > 40:  # of its own it has 20
            break
        game.expect("Black: ")
    else:
        pytest.fail("nothing of what was thought behind the prompt was kept")
    game.expect("Black: ")
    game.press("sendintr", pexpect.EOF)
    assert game.end() == 130


@pytest.mark.parametrize(("key", "code"), [("sendintr", 130), ("sendeof", 0)])
def test_leaving_at_the_prompt_says_how_to_go_on(terminal, key, code):
    game = terminal("play", "nim:7", *PEOPLE)
    game.expect("Black: ")
    game.type("2")
    game.expect("White: ")
    game.press(key, pexpect.EOF)
    assert game.end() == code
    (path,) = re.findall(f"{GO_ON} (.*?.json)", game.all.replace("\r\n", ""))
    again = terminal("play", "--load", path)
    again.expect(r"\| \| \| \| \|\r\n")
    again.expect("White: ")
    again.type("quit")
    assert again.end() == 0


def test_killed_program_loses_nothing(terminal):
    game = terminal("play", "hex:4,swap=false", *PEOPLE)
    for who, move in (("Black: ", "b2"), ("White: ", "c3")):
        game.expect(who)
        game.type(move)
    game.expect("Black: ")
    os.kill(game.child.pid, signal.SIGKILL)
    game.child.expect(pexpect.EOF)
    again = terminal("play", "--load", NO_COLOR="1")  # the last one
    again.expect("Black: ")
    assert " 2 . ● . . 2" in again.screen()
    assert "  3 . .(○). 3" in again.screen()
    again.type("undo")
    again.expect("White: ")
    again.type("resign")
    again.expect("White resigns, Black has won")
    again.type("quit")
    assert again.end() == 0
    assert GO_ON not in again.all


def test_dumb_terminal_gets_no_escape_codes(terminal):
    arguments = (
        "play",
        "hex:3,swap=false",
        "--black",
        QUICK,
        "--white",
        "uct:seconds=0.6",
        "--seed",
        "1",
    )
    game = terminal(*arguments, TERM="dumb")
    assert game.end() == 0
    assert "\x1b" not in game.all
    assert re.search(r"\[[●○ ]+\]", game.all)  # the winning chain


def test_watch_is_live_and_q_ends_it(terminal):
    match = terminal("watch", "uct:seconds=900", QUICK, "--game", "hex:11", "--games", "3")
    match.expect("game 1 of 3")
    match.expect("Black thinks: [^\r]* simulations")
    shown = match.screen()
    assert shown[0] == "game 1 of 3, move 0  (q ends, space pauses)  Hex(size=11, swap=False)"
    assert re.match(r"● Black uct:seconds=900 +[█░]{20} +\d+%", shown[1])
    assert shown[2].startswith("○ White uct:simulations=20")
    assert any(line.startswith("score 0 : 0 for uct:seconds=900") for line in shown)
    assert any(line.strip() == "11 . . . . . . . . . . . 11" for line in shown)
    match.child.send("q")
    assert match.end() == 0
    assert "ended in game 1; 0 : 0" in match.all


def test_watch_pauses_at_a_space_and_goes_on_at_another(terminal):
    match = terminal(
        "watch", QUICK, "random", "--game", "nim:7", "--games", "1000", "--seconds", "0.02"
    )
    match.expect("game 2 of 1000")
    match.child.send(" ")
    match.expect("paused: space continues")
    assert match.child.expect(["game [0-9]+", pexpect.TIMEOUT], timeout=1) == 1
    paused = match.screen()[0]
    assert re.match(r"game \d+ of 1000, move \d+  \(paused: space continues\)  Nim", paused)
    match.child.send(" ")
    match.expect("q ends, space pauses")
    at = int(re.search(r"game (\d+)", paused)[1])
    match.expect(f"game {at + 1} of 1000")
    match.child.send(" ")
    match.expect("paused")
    match.child.send("q")  # also while it pauses
    assert match.end() == 0
    assert re.search(r"game 1: .* won as", match.all)


def test_watch_swaps_colours_and_ctrl_c_ends_it(terminal):
    match = terminal(
        *("watch", QUICK, "random", "--game", "nim:7", "--games", "1000"),
        *("--seconds", "0", "--seed", "1"),
    )
    match.expect("game 2 of 1000")
    match.expect(r"[1-9]\d* : \d+ for uct:simulations=20, \d+% \[")
    match.child.sendintr()
    assert match.end() == 130
    assert "game 1: uct:simulations=20 won as Black" in match.all
    assert "Black random" in match.all


def test_board_as_tall_as_the_window_hides_nothing(terminal):
    match = terminal("watch", "uct:seconds=900", QUICK, "--game", "hex:19", "--games", "3", rows=24)
    match.expect("Black thinks[^\r]*simulations")
    match.expect("score")
    shown = "\n".join(match.screen())
    for words in ("game 1 of 3", "space pauses", "Black thinks", "● Black uct:seco", "score 0 : 0"):
        assert words in shown
    for row in range(1, 20):
        assert re.search(rf"^ *{row} [.●○]{{19}} {row}\b", shown, re.MULTILINE)
    match.child.send("q")
    assert match.end() == 0

    game = terminal("play", "hex:19,swap=false", "--black", QUICK, NO_COLOR="1", rows=24)
    game.expect("White: ")
    shown = game.screen()
    assert shown[-1].startswith("White:") or shown[-2].startswith("White:")
    assert any(line.startswith("Black plays") for line in shown)
    for row in range(1, 20):
        assert any(re.match(rf" *{row}[ (][.●○ ()]+{row}$", line) for line in shown)
    game.type("quit")
    assert game.end() == 0


def test_compiling_is_said_on_a_terminal(terminal, tmp_path):
    if not JIT:
        pytest.skip("nothing is compiled with the JIT off")
    cold = {"PLAYOUT_CACHE_DIR": str(tmp_path / "kernels"), "PLAYOUT_QUIET": None}
    show = terminal("show", "nim:7", **cold)
    show.expect(r"compiling Nim \(look\), once: ")
    show.expect(r"\d+\.\d s")
    assert show.end() == 0
