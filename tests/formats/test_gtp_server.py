"""Our server of GTP: the right reply to every command, and a reply to whatever it is sent."""

import io
import os
import random
import re
import subprocess
import sys
import threading
import time

import pytest

from playout import Go, SearchError, find
from playout.arena import play_game
from playout.formats import GtpPlayer, GtpServer, serve_gtp
from playout.formats.gtp_lines import Lines
from playout.kernel import let_words_wrap
from playout.players import player_of

TABLE = [
    # The protocol.
    ("protocol_version", "= 2"),
    ("17 name", "=17 Playout"),
    ("0 protocol_version", "=0 2"),
    ("007 protocol_version", "=007 2"),
    ("2147483647 protocol_version", "=2147483647 2"),
    ("2147483648 protocol_version", "? unknown command"),
    ("99999999999 name", "? unknown command"),
    ("-1 name", "? unknown command"),
    ("12", "?12 unknown command"),
    ("known_command play # c", "= true"),
    ("known_command xyzzy", "= false"),
    ("known_command", "? command needs 1 argument"),
    ("5 xyzzy", "?5 unknown command"),
    ("PLAY b e5", "? unknown command"),
    ("protocol_version now", "? no arguments allowed"),
    ("\tprotocol_version\t\r", "= 2"),
    ("proto\x07col_version\x7f", "= 2"),
    ("3\tname\t# what are you called?", "=3 Playout"),
    ("", None),
    ("   \t\r", None),
    ("# a comment", None),
    # The board.
    ("boardsize 100", "? unacceptable size"),
    ("boardsize -3", "? unacceptable size"),
    ("boardsize 99999999999999999", "? unacceptable size"),
    ("boardsize abc", "? boardsize not an integer"),
    ("boardsize 5.0", "? boardsize not an integer"),
    ("boardsize ٣", "? boardsize not an integer"),
    ("boardsize " + "9" * 5000, "? boardsize not an integer"),
    ("boardsize", "? boardsize not an integer"),
    ("boardsize 5 6", "? unacceptable size"),
    ("boardsize 5 5 5", "? command needs 1 to 2 arguments"),
    ("boardsize 5 5", "="),
    ("boardsize 3", "="),
    ("clear_board", "="),
    ("clear_board 3", "? no arguments allowed"),
    ("komi 6.5", "="),
    ("komi six", "? komi not a float"),
    ("time_settings 0 5 1", "="),
    ("time_settings 0 1 0", "="),
    ("time_settings 0 x 0", "? not three integers"),
    ("set_random_seed 42", "="),
    ("set_random_seed x", "? seed not an integer"),
    # Moves.
    ("undo", "? cannot undo"),
    ("all_legal_moves", "= a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    ("final_score", "? cannot score"),
    ("play b b2", "="),
    ("play b b2", "? illegal move (it is not black's turn)"),
    ("play w B2", "? illegal move (b2 is occupied)"),
    ("8 play White A1", "=8"),
    ("play x c3", "? invalid color or coordinate"),
    ("play b z99", "? invalid color or coordinate"),
    ("play b", "? invalid color or coordinate"),
    ("play", "? invalid color or coordinate"),
    ("play b c3 c2", "? command needs 2 arguments"),
    ("play b swap-pieces", "? illegal move (swap answers the first move, and only with the swap"
     " rule on)"),
    ("play b swap-sides", "? illegal move (not swap-sides but swap-pieces is played)"),
    ("play b pass", "? illegal move (a move is a cell such as c3)"),
    ("genmove purple", "? invalid color"),
    ("genmove", "? invalid color"),
    ("genmove w", "? it is not white's turn"),
    ("showboard", "=\n  a b c\n1 ○ . . 1\n 2 . ● . 2\n  3 . . . 3\n     a b c\nBlack to move"),
    ("undo", "="),
    ("all_legal_moves", "= a1 b1 c1 a2 c2 a3 b3 c3"),
    ("all_legal_moves b", "="),
    ("play w c1", "="),
    ("play B b1", "="),
    ("play W a1", "="),
    ("play b b3", "="),
    ("final_score", "= B+"),
    ("play w c3", "? illegal move (the game is over)"),
    ("genmove w", "= resign"),
    ("reg_genmove b", "= resign"),
    ("all_legal_moves", "="),
    ("undo", "="),
    ("final_score", "? cannot score"),
    ("hexgui-analyze_commands", "= plist/Legal Moves/all_legal_moves\nstring/Final Score/"
     "final_score"),
    ("4 quit now", "?4 no arguments allowed"),
    ("4 quit", "=4"),
]  # fmt: skip


def test_table_of_commands_and_replies():
    server = GtpServer("random", "hex:4")
    for line, reply in TABLE:
        before = list(server.states)
        assert server.answer(line) == (None if reply is None else reply + "\n\n"), line
        if reply and reply.startswith("?"):
            assert server.states == before
    assert server.has_quit


REQUIRED = """
    protocol_version name version known_command list_commands quit boardsize clear_board komi play
    genmove reg_genmove undo showboard final_score time_settings all_legal_moves set_random_seed
"""


def test_list_has_what_is_known():
    server = GtpServer("random", "hex:4")
    listed = server.answer("list_commands")[2:].split()
    for name in REQUIRED.split():
        assert name in listed
        assert server.answer(f"known_command {name}") == "= true\n\n"
    assert re.fullmatch(r"= \d+\.\d+\.\d+\S*\n\n", server.answer("version"))


DRAWN = "a1 b1 c1 b2 a2 c2 b3 a3 c3"


def test_other_games():
    server = GtpServer("random", "connect4")
    assert server.answer("boardsize 6 5") == "=\n\n"
    assert server.answer("all_legal_moves") == "= 1 2 3 4 5 6\n\n"
    assert server.answer("play b 9").startswith("? illegal move (a move is the number of a column")
    server = GtpServer("random", "atarigo:9")
    assert server.answer("play b J9") == "=\n\n"
    assert server.answer("play w j9") == "? illegal move (J9 is occupied)\n\n"
    assert server.answer("play w i9") == "? invalid color or coordinate\n\n"
    assert "A B C D E F G H J\n" in server.answer("showboard")
    server = GtpServer("random", "nim")
    assert server.answer("boardsize 5") == "? unacceptable size\n\n"
    assert server.state.game.heap == 21
    server = GtpServer("random", "hex:3,swap=true")
    assert server.answer("play b a2") == "=\n\n"
    assert server.answer("all_legal_moves").endswith(" swap-pieces\n\n")
    assert server.answer("play w swap-pieces") == "=\n\n"
    assert server.state.history[-1].name == "swap"
    server = GtpServer("random", "mnk")
    for n, move in enumerate(DRAWN.split()):
        assert server.answer(f"play {'bw'[n % 2]} {move}") == "=\n\n"
    assert server.answer("final_score") == "= 0\n\n"
    server = GtpServer("random", "breakthrough")
    assert server.answer("play b a7a6") == "? illegal move (it is not black's turn)\n\n"
    assert server.answer("play w a2a3") == "=\n\n"


def test_go_has_passes_a_komi_and_a_score():
    server = GtpServer("random", "go")
    for command in ("boardsize 5", "clear_board", "komi 6.5", "play b C3", "play w pass"):
        assert server.answer(command) == "=\n\n"
    assert server.answer("all_legal_moves").endswith(" E5 pass\n\n")
    assert server.answer("komi 2.5") == "=\n\n"  # in the middle of a game
    assert [move.name for move in server.state.history] == ["c3", "pass"]
    assert server.answer("final_score") == "? cannot score\n\n"
    assert server.answer("play b PASS") == "=\n\n"
    assert server.answer("final_score") == "= B+22.5\n\n"
    assert server.answer("genmove w") == "= pass\n\n"
    assert server.answer("komi 25") == "=\n\n"
    assert server.answer("final_score") == "= 0\n\n"
    assert server.answer("komi 0.3").startswith("? ")
    assert server.state.game == Go(5, 25)


def test_seed_decides_the_move():
    moves = []
    for seed in (1, 1, 2, 3, 4):
        server = GtpServer("random", "hex:11")
        server.answer(f"set_random_seed {seed}")
        moves.append(server.answer("genmove b"))
        assert server.state.history[-1].name == moves[-1][2:].strip()
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_reg_genmove_does_not_play():
    server = GtpServer("random", "hex:4")
    assert re.fullmatch(r"= [a-d][1-4]\n\n", server.answer("reg_genmove b"))
    assert not server.state.history


def test_a_person_cannot_serve():
    with pytest.raises(SearchError, match="a person"):
        GtpServer("human", "hex")


def test_bug_of_a_player_is_an_answer(capsys):
    class Broken:
        def search(self, state, seed, on_progress, limit):
            raise RuntimeError("oh\n\nno")

    server = GtpServer("random", "hex:4")
    server.player = Broken()
    assert server.answer("genmove b") == "? internal error: RuntimeError: oh\nno\n\n"
    assert not server.state.history
    assert "Traceback" in capsys.readouterr().err


WORDS = [word for line, _ in TABLE for word in line.split(" ")]
WORDS += [name for name in GtpServer("random", "hex:4").commands if name != "quit"] * 3
WORDS += ["D4", "E5", "J9", "4", "7", "d3", "pass", "resign", "a2a3", "b", "w"] * 5
WORDS += ["é", "\x00", "\x85", "\u2028", "𝟙", "٣", "'", "=", "?", "9" * 5000, "a" * 5000]


def mutated(source):
    """A line that may be a command, and may be anything."""
    words = [source.choice(WORDS) for _ in range(source.choice([1, 2, 2, 3, 3, 4]))]
    if source.random() < 0.6:
        colour = source.choice("bwBW")
        move = source.choice(["a1", "B2", "c3", "d4", "3", "D3", source.choice(WORDS)])
        words = source.choice([["genmove", colour]] * 4 + [["play", colour, move]] * 4 + [["undo"]])
    line = " ".join(words)
    if source.random() < 0.3:
        at = source.randrange(len(line) + 1)
        line = line[:at] + source.choice(
            ["\t", "#", " ", "\r", "x", chr(source.randrange(1, 3000))]
        )
        line += "" if source.random() < 0.5 else line[at:]
    return re.sub(r"\bquit\b", "quiz", line).replace("\n", " ")


FUZZED = ["hex:4,swap=true", "go:4", "atarigo:5", "nogo:5", "connect4", "othello:4", "breakthrough"]
FUZZED += ["domineering", "nim"]


@pytest.mark.parametrize("game", FUZZED)
def test_every_command_gets_one_reply(game):
    source = random.Random(f"{game} 1")
    server = GtpServer("random", game)
    n = deepest = 0
    lines = [mutated(source) for _ in range(250)]
    for line in lines:
        before = list(server.states)
        reply = server.answer(line)
        if reply is None:
            assert not re.sub(r"[\x00-\x20\x7f]", "", line.partition("#")[0]).strip()
            continue
        n += 1
        deepest = max(deepest, len(server.state.history))
        assert re.fullmatch(r"[=?][0-9]*( [^\n]+)?(\n[^\n]+)*\n\n", reply), (line, reply)
        assert "internal error" not in reply, line
        if reply.startswith("?"):
            assert server.states == before
    assert n > 200
    assert deepest > 2
    assert server.answer("protocol_version") == "= 2\n\n"
    assert not server.has_quit
    assert served("\n".join(lines), game=game).count("\n\n") == n


def served(text, player="random", game="hex:4"):
    output = io.StringIO()
    serve_gtp(player, game, io.StringIO(text), output)
    return output.getvalue()


def test_serves_until_quit_or_the_end():
    assert served("1 name\n\n# hello\n2 name") == "=1 Playout\n\n=2 Playout\n\n"
    assert served("1 name\r\nquit\r\n2 name\r\n") == "=1 Playout\n\n=\n\n"
    assert served("") == ""


def test_nothing_but_the_protocol_is_written(capfd):
    class Talkative:
        def search(self, state, seed, on_progress, limit):
            print("thinking hard")
            return player_of("random").search(state, seed)

    server = GtpServer("random", "hex:4")
    server.player = Talkative()
    command = "genmove b\nquit\n"
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("playout.formats.gtp_server.GtpServer", lambda *args: server)
        serve_gtp("random", "hex:4", io.StringIO(command), out)
    assert re.fullmatch(r"= [a-d][1-4]\n\n=\n\n", out.getvalue())
    assert capfd.readouterr() == ("", "thinking hard\n")


@pytest.mark.parametrize("ending", [b"# interrupt\nquit\n", b""])
def test_search_ends_when_it_is_interrupted_or_nobody_listens(ending):
    """It would search for a day; that this test ends is what it is about."""
    reading, writing = os.pipe()
    output = io.StringIO()

    def serve():
        let_words_wrap()
        serve_gtp("uct:seconds=86400", "hex:11", input, output)

    with os.fdopen(reading) as input:
        serving = threading.Thread(target=serve, daemon=True)
        serving.start()
        os.write(writing, b"# interrupt\ngenmove b\n")
        if ending:
            os.write(writing, ending)
            serving.join(60)
            os.close(writing)
        else:
            os.close(writing)
            serving.join(60)
        assert not serving.is_alive()
    assert re.match(r"= [a-k]\d+\n\n", output.getvalue())


def test_interruption_is_of_what_was_asked_before_it():
    reading, writing = os.pipe()
    with os.fdopen(reading) as input:
        lines = Lines(input)
        asked = iter(lines)
        os.write(writing, b"# interrupt\nfirst\n")
        assert next(asked) == "first"
        assert not lines.is_interrupted()
        os.write(writing, b"# interrupt\nsecond\nquit\n")
        os.close(writing)
        deadline = time.monotonic() + 20
        while not lines.is_interrupted() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert lines.is_interrupted()
        assert next(asked) == "second"
        assert not lines.is_interrupted()
        assert list(asked) == ["quit"]
        assert not lines.is_interrupted()


def test_bytes_that_are_no_text_do_no_harm():
    reading, writing = os.pipe()
    os.write(writing, b"\xff\xfe\x80 name\n1 name\xc3\n" + b"x" * 50_000 + b"\n2 name\n3 quit")
    os.close(writing)
    output = io.StringIO()
    with os.fdopen(reading) as input:
        serve_gtp("random", "hex:4", input, output)
    unknown = "unknown command\n\n"
    assert output.getvalue() == f"? {unknown}?1 {unknown}? {unknown}=2 Playout\n\n=3\n\n"


def command_of(game, player="random"):
    code = f"from playout.formats import serve_gtp; serve_gtp({player!r}, {game!r})"
    return [sys.executable, "-c", code]


def test_server_process_answers_and_leaves():
    done = subprocess.run(
        command_of("hex:4"),
        input=b"1 name\n2 genmove b",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert re.fullmatch(rb"=1 Playout\n\n=2 [a-d][1-4]\n\n", done.stdout)
    assert (done.returncode, done.stderr) == (0, b"")
    # It leaves at quit though its input stays open.
    with subprocess.Popen(
        command_of("hex:4"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        assert process.wait(120) == 0
        assert process.stdout.read() == b"=\n\n"
        assert process.stderr.read() == b""


@pytest.mark.full
@pytest.mark.parametrize("name", ["hex:4", "atarigo:5", "connect4"])
def test_our_server_and_our_player_play_whole_games(name):
    start = find(name).start()
    with GtpPlayer(command_of(name, "uct:simulations=20"), start_seconds=120) as program:
        assert play_game(start, [program, program], seed=1).reason == ""  # it plays both sides
        assert program.name == "Playout"
        for n in range(2):
            searcher = player_of("uct:simulations=20")
            seats = [program, searcher] if n == 0 else [searcher, program]
            played = play_game(start, seats, seed=n)
            assert played.reason == ""
            assert start.play_all(" ".join(played.moves)).is_over
        again = play_game(start, seats, seed=n)
        assert again.moves == played.moves  # it is given the seed
