"""The command line as a user types it."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from playout import cli, warmup
from playout.games import NAMES
from playout.kernel import JIT
from playout.lab.report.beta import VISITS, betas
from playout.parameters import parameters_of
from playout.registry import REGISTRY, lookup
from playout.search import LEVELS
from playout.search.budget import BUDGET


@pytest.fixture(autouse=True)
def own_games(tmp_path, monkeypatch):
    """Unfinished games are kept elsewhere."""
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path / "games"))


PLAIN = {"NUMBA_DISABLE_JIT": "1"}  # where it is the words that matter, the compiler is spared


def playout(*arguments, text="", check=True, **environment):
    """Run the program in a process of its own, as a shell would."""
    run = subprocess.run(
        [sys.executable, "-m", "playout", *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PYTHONIOENCODING": "utf-8",
            "PLAYOUT_QUIET": "1",
            **environment,
        },
        timeout=900,
    )
    if check:
        assert run.returncode == 0, run.stderr
    return run


def test_help_lists_the_commands_and_imports_nothing_heavy():
    program = (
        "import sys; from playout.cli import parser; parser().format_help();"
        "print([m for m in ('numba', 'numpy') if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n"
    text = playout("--help").stdout
    assert all(command in text for command in ("play", "watch", "show", "perft", "warmup", "bench"))
    assert playout().stdout == text


def test_version():
    assert playout("--version").stdout.startswith("playout 0.")


def test_show_prints_the_position_and_writes_the_picture(tmp_path):
    picture = tmp_path / "board.svg"
    run = playout("show", "hex", "c3", "b4", "--size", "5", "--svg", str(picture))
    assert "   4 . ○ . . . 4" in run.stdout
    assert "Black to move" in run.stdout
    assert picture.read_text().startswith("<svg")


def test_moves_may_stand_behind_an_option():
    assert "● " in playout("show", "hex", "--size", "5", "c3").stdout
    run = playout("show", "hex", "--what", "5", check=False)
    assert run.returncode == 2
    assert "unrecognized arguments" in run.stderr


def test_show_reads_connect4_digits():
    assert "Red to move" in playout("show", "connect4", "4453").stdout


def test_search_shows_what_it_found():
    run = playout(
        "search", "connect4", "444443", "--player", "uct:simulations=500,c=0.7", "--seed", "1"
    )
    assert "500 simulations in" in run.stdout
    assert "Red to move" in run.stdout


def test_search_says_whether_it_proved_or_searched(tmp_path):
    game = "connect4:4x4" if JIT else "connect4:3x3,line=3"
    proven = playout("search", game, "--player", "default:seconds=60").stdout
    assert "proven by a solver: " in proven
    assert "simulations" not in proven
    player = ("--player", "default:seconds=0.2")
    for option in (["--describe"], ["--save", str(tmp_path / "tree.json")]):
        searched = playout("search", game, *player, *option).stdout
        assert "Searched without a proof, which would have no tree to show." in searched
        assert "simulations in" in searched
    other = playout("search", game, "--player", "uct:simulations=9", "--describe").stdout
    assert "without a proof" not in other


def test_players_take_their_settings():
    for player in ("grave:ref=10,simulations=50", "rave:beta=hand,k=300,simulations=50"):
        run = playout("search", "nim:7", "--player", player, **PLAIN)
        assert "simulations in" in run.stdout


def test_positions_are_counted_at_the_command_line():
    counts = playout("perft", "connect4", "3", "--positions").stdout.split()[1::2]
    assert counts == ["1", "7", "49", "238"]


def test_perft_counts():
    counts = playout("perft", "connect4", "4").stdout.split()[1::2]
    assert counts == ["1", "7", "49", "343", "2,401"]


NEEDS_A_DEFAULT = (
    "from typing import NamedTuple\nfrom playout import algorithm\n@algorithm\n"
    "class A(NamedTuple):\n    weight: float\n"
    "    def score(self, tree, child, parent):\n        return self.weight\n"
)


def listed(capsys, *arguments):
    """The lines that a command prints, and all of them as one line."""
    assert cli.main(arguments) == 0
    text = capsys.readouterr().out
    return text.splitlines(), " ".join(text.split())


def test_games_lists_all_ten(capsys):
    lines, _ = listed(capsys, "games")
    assert [line.split()[0] for line in lines if re.match("  [a-z]", line)] == list(NAMES)


def test_players_lists_levels_searches_policies_and_schedules(capsys):
    lines, _ = listed(capsys, "players")
    names = [line.split()[0] for line in lines if re.match("  [a-z]", line)]
    assert {*names} == {*LEVELS, "human", "default", "perfect"}.union(
        *(REGISTRY[kind] for kind in ("search", "policy", "schedule"))
    )


@pytest.mark.parametrize("command", ["games", "players"])
def test_every_parameter_is_listed_with_its_default_its_values_and_its_sentence(capsys, command):
    kinds = ("game",) if command == "games" else ("search", "policy", "schedule")
    names = NAMES if command == "games" else {n for kind in kinds for n in REGISTRY[kind]}
    for name in names:
        cls = lookup(name, *kinds)
        lines, text = listed(capsys, command, name)
        for parameter in parameters_of(cls).values():
            assert any(line.startswith(f"  {parameter.name}=") for line in lines)
            assert f"{parameter.wanted()}: {parameter.text}" in text
            if parameter.one_of is None:
                assert f"  {parameter.name}={parameter.text_of(parameter.default)}" in lines
            else:
                assert all(part in text for part in REGISTRY[parameter.one_of])
        assert ("budget:" in lines) == (cls.kind == "search")


def test_budget_is_listed_with_a_search_and_with_a_level(capsys):
    for name in ("uct", "hard", "strong", "default"):
        _, text = listed(capsys, "players", name)
        for parameter in BUDGET.values():
            assert f"{parameter.wanted()}: {parameter.text}" in text
    assert "budget:" not in listed(capsys, "players", "human")[0]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_betas_of_all_schedules_are_drawn(capsys, tmp_path, language):
    listed(capsys, "players", "rave", "--beta", str(tmp_path / "beta.svg"), "--lang", language)
    texts = re.findall(r">([^<>]+)</text>", (tmp_path / "beta.svg").read_text("utf-8"))
    assert {text.partition(":")[0] for text in texts if "=" in text} == {*REGISTRY["schedule"]}
    assert "hand:k=1000" in texts
    assert ("simulations through a node of 10 moves" in texts) == (language == "en")


def test_beta_falls_from_1_to_0_in_the_picture():
    axes = Figure().add_subplot()
    betas().plot(axes)
    curves = {line.get_label().partition(":")[0]: line.get_ydata() for line in axes.get_lines()}
    assert {*curves} == {*REGISTRY["schedule"]}
    for name, curve in curves.items():
        assert sorted(curve, reverse=True) == list(curve)
        assert curve[0] > 0.8
        assert (curve[-1] < 0.1) == (name != "alpha")
    n = float(VISITS[9])
    assert curves["bias"][9] == pytest.approx((n / 2) / (0.6 * n + 1e-5 * n / 10 * n / 2))


def test_parameters_of_what_a_file_defines_are_listed(capsys, tmp_path):
    examples = Path(__file__).parents[1] / "examples"
    lines, _ = listed(capsys, "players", str(examples / "my_search.py"))
    assert "  c=0.4" in lines
    assert "  cols=7" in listed(capsys, "games", str(examples / "my_game.py"))[0]
    (tmp_path / "mine.py").write_text((examples / "my_game.py").read_text().replace("] = 7", "]"))
    assert "  cols=..." in listed(capsys, "games", str(tmp_path / "mine.py"))[0]
    one = NEEDS_A_DEFAULT
    both = one + one.partition("algorithm\n")[2].replace("class A", "class B")
    (tmp_path / "two.py").write_text(both)
    text = listed(capsys, "players", str(tmp_path / "two.py"))[1]
    assert "two.py::A:" in text
    assert "two.py::B:" in text
    assert text.count("weight=...") == 2


def test_one_of_two_in_a_file_is_listed_by_its_name(capsys, tmp_path):
    both = NEEDS_A_DEFAULT + NEEDS_A_DEFAULT.partition("algorithm\n")[2].replace("A(", "B(")
    (tmp_path / "two.py").write_text(both)
    assert "::A" not in listed(capsys, "players", f"{tmp_path / 'two.py'}::B")[1]


def test_page_refuses_two_searches_of_one_name(tmp_path):
    files = [tmp_path / folder / "same.py" for folder in ("one", "two")]
    for path in files:
        path.parent.mkdir()
        path.write_text(NEEDS_A_DEFAULT.replace("weight: float", "weight: float = 1.0"))
    run = playout("web", "--no-browser", *map(str, files), check=False)
    assert run.returncode == 2
    assert "another search is called A" in run.stderr


def test_person_plays_the_machine_to_the_end():
    moves = "\n".join(["help", "moves", "z9", "undo", *"1234567" * 8])
    run = playout(
        "play", "connect4", "--white", "flat:simulations=99", "--seed", "1", text=moves + "\n"
    )
    assert "a move is the number of a column, 1 to 7" in run.stdout
    assert "There is nothing to take back." in run.stdout
    assert "1 2 3 4 5 6 7" in run.stdout
    assert "Yellow plays " in run.stdout
    assert "The game is over, " in run.stdout


def test_undo_takes_back_the_persons_own_move():
    run = playout("play", "nim:7", "--white", "random", "--seed", "1", text="1\nundo\nquit\n")
    boards = [line for line in run.stdout.splitlines() if line.startswith("| ")]
    assert boards[0] == boards[-1] == "| | | | | | |"
    assert len(boards) == 3  # not between the person's move and the answer


def test_hint_names_a_move():
    run = playout("play", "nim:3", text="hint\n3\n")
    assert "Hint: 3  (win chance 100%, wins in 1 ply, line 3)" in run.stdout
    assert "Black has won" in run.stdout


def test_end_of_input_ends_the_game_quietly():
    assert playout("play", "hex:3", text="").returncode == 0


def test_machines_play_each_other():
    arguments = ("play", "hex:4", "--black", "random", "--white", "random", "--seed", "3")
    run = playout(*arguments)
    assert "has won" in run.stdout
    assert playout(*arguments).stdout == run.stdout


@pytest.mark.full
def test_warmup_says_what_it_compiles(tmp_path):
    if not JIT:
        pytest.skip("nothing is compiled with the JIT off")
    place = {"PLAYOUT_CACHE_DIR": str(tmp_path), "PLAYOUT_QUIET": ""}
    first, second = (playout("warmup", "nim", **place) for _ in range(2))
    assert first.stdout == second.stdout == "nim is ready (1 of 1)\n"
    assert all(f"nim: {part}, " in first.stderr for part in ("search", "solver", "random player"))
    assert "5 of 5)" in first.stderr
    assert second.stderr == ""
    # What is used by default is there: the game's own search, and its solver.
    ready = sorted(path.name for path in tmp_path.glob("*.kernel"))
    playout("search", "nim", "--player", "default:seconds=0.1", **place)
    playout("search", "nim", "--player", "strong", **place)
    playout("solve", "nim", **place)
    playout("play", "nim", "--first", "random", text="hint\nteach\nquit\n", **place)
    assert sorted(path.name for path in tmp_path.glob("*.kernel")) == ready


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
def test_warmup_says_what_cannot_be_compiled_or_kept(tmp_path):
    example = Path(__file__).parents[1] / "examples" / "my_game.py"
    wrong = tmp_path / "wrong.py"
    text = example.read_text("utf-8").replace(
        "def winner(self, state):", "def winner(self, state):\n        {1: open}"
    )
    assert "open" in text
    wrong.write_text(text, "utf-8")
    run = playout("warmup", str(wrong), check=False, PLAYOUT_CACHE_DIR=str(tmp_path / "kernels"))
    assert (run.returncode, run.stdout) == (1, "")
    assert "cannot be compiled" in run.stderr
    kept = playout("warmup", str(example), check=False, PLAYOUT_CACHE_DIR=str(wrong))
    assert (kept.returncode, kept.stdout) == (1, "")
    assert kept.stderr.count("cannot be kept") == 1


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_ctrl_c_ends_a_warmup_without_a_word(tmp_path):
    environment = {**os.environ, "PLAYOUT_CACHE_DIR": str(tmp_path), "PLAYOUT_QUIET": ""}
    command = [sys.executable, "-m", "playout", "warmup", "nim"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as run:
        line = run.stderr.readline()  # a part is done, and the next one is at work
        assert "nim: " in line
        run.send_signal(signal.SIGINT)
        out, error = run.communicate(timeout=60)
    assert (run.returncode, out) == (130, "")
    assert "Traceback" not in error


@pytest.mark.full
@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
def test_warmup_takes_a_game_that_prints(tmp_path):
    example = Path(__file__).parents[1] / "examples" / "my_game.py"
    talk = tmp_path / "talk.py"
    text = 'print("hello")\nimport os\nos.write(1, b"from below\\n")\n'
    talk.write_text(example.read_text("utf-8") + text, "utf-8")
    run = playout("warmup", str(talk), PLAYOUT_CACHE_DIR=str(tmp_path / "kernels"))
    assert run.stdout.count("hello") == run.stdout.count("from below") == 1  # not what compiles
    assert "is ready (1 of 1)" in run.stdout


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("os.kill(os.getpid(), 9)", "was ended (signal 9)"),
        ("os._exit(3)", "ended (exit code 3)"),
        ("os._exit(0)", "ended (exit code 0)"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_warmup_says_what_was_not_compiled_by_a_process_that_was_ended(
    monkeypatch, capsys, end, said
):
    program = f"import os; print('[0, 0.1, \"\"]', flush=True); {end}"
    monkeypatch.setattr(warmup, "command_for", lambda parts: [sys.executable, "-c", program])
    monkeypatch.setattr(warmup, "usable_cores", lambda: 1)  # one process for all parts
    assert warmup.warm_up(["nim"]) == 1
    second = warmup.WORDS[warmup.parts_of("nim")[1].kind]
    out, error = capsys.readouterr()
    assert out == ""
    assert error == f"playout: nim: {second}: the process that compiled it {said}\n"


def test_warmup_starts_as_many_processes_as_it_may_use_cores(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5}, raising=False)
    assert warmup.usable_cores() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert warmup.usable_cores() == 7


def test_warmup_begins_with_nothing_if_a_name_is_wrong():
    run = playout("warmup", "nim", "chess", check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert "no game is called 'chess'" in run.stderr


def test_check_finds_the_fault_in_a_game(tmp_path):
    example = Path(__file__).parents[1] / "examples" / "my_game.py"
    good = playout("check", f"{example}:3x2", "--games", "5")
    assert "no rule broken" in good.stdout
    broken = tmp_path / "broken.py"
    broken.write_text(example.read_text().replace("out[n] = lowest(left)", "out[n] = 3"))
    bad = playout("check", str(broken), "--games", "2", check=False)
    assert bad.returncode == 1
    assert "a move is listed twice" in bad.stdout


def test_bench_writes_a_table_and_json(tmp_path):
    file = tmp_path / "bench.json"
    run = playout("bench", "nim", "--seconds", "0.05", "--alone", "--json", str(file))
    assert "playouts per second" in run.stdout
    (row,) = json.loads(file.read_text())["games"]
    assert row["game"] == "nim"
    assert row["rate"] > 0


def test_bench_measures_open_spiel_in_the_same_run(tmp_path):
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    file = tmp_path / "bench.json"
    playout("bench", "mnk:3x3", "--seconds", "0.05", "--json", str(file))
    (row,) = json.loads(file.read_text())["games"]
    assert row["ratio"] == pytest.approx(row["rate"] / row["peer_rate"])


BROKEN = "from typing import NamedTuple\nfrom playout import game\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "no game is called 'chess'"),
        (["play", "hex", "--size", "99"], "Hex: size must be from 2 to 19, not 99"),
        (["play", "hex", "--size", "big"], "Hex: 'big' is not a size"),
        (["play", "hex", "--white", "god"], "no player is called 'god'"),
        (["play", "hex", "--white", "flat:seconds=-1"], "flat: seconds must be more than 0"),
        (["play", "hex", "--white", "flat:depth=3"], "flat has no setting 'depth'; it takes final"),
        (["play", "hex", "--white", "uct:c=-1"], "Uct: c must be at least 0, not -1.0"),
        (["search", "hex", "--player", f"grave:ref={10**21}"], "Grave: ref must be an integer of"),
        (
            ["play", "nim", "--white", f"uct:simulations={10**21}"],
            "simulations must be an integer of at most",
        ),
        (["show", f"nim:{10**21}"], "Nim: heap must be an integer of at most 64 bits"),
        (["play", "hex", "--white", "rave:beta=odd"], "rave: beta must be one of"),
        (["play", "hex", "--white", "uct:quick"], "uct: 'quick' is not a setting"),
        (["search", "hex", "--player", "human"], "human does not search"),
        (["play", "hex", "--white", "flat:seconds=x"], "flat: seconds must be a number"),
        (["play", "nowhere.py"], "nowhere.py cannot be read: No such file"),
        (["show", "hex", "c3", "c3"], "c3 is occupied"),
        (["show", "connect4", "48"], "a move is the number of a column, 1 to 7"),
        (["show", "hex", "--svg", "nowhere/x.svg"], "No such file or directory"),
        (["games", "chess"], "no game is called 'chess'"),
        (["players", "chess"], "is called 'chess'; there are alpha"),
        (["players", "nowhere.py"], "nowhere.py cannot be read: No such file"),
        (["players", "rave", "--beta", "beta.doc"], "must end in one of svg, png, pdf"),
        (["players", "rave", "--beta", "/nowhere/beta.svg"], "No such file or directory"),
        (["search", "hex", "--svg", "nowhere/x.svg"], "No such file or directory"),
        (["perft", "hex", "-1"], "the depth must not be negative"),
        (["bench", "nim", "--seconds", "0"], "--seconds must be more than 0"),
        (["check", "nim", "--games", "-1"], "--games must be at least 1, not -1"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(arguments, message):
    run = playout(*arguments, check=False)
    assert run.returncode == 2
    assert message in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def (", "line 1"),
        (BROKEN + "@game\nclass A(NamedTuple):\n    n: int = 1", "A lacks the methods n_words"),
    ],
)
def test_broken_game_file_is_answered_in_one_sentence(tmp_path, source, message):
    path = tmp_path / "broken.py"
    path.write_text(source)
    run = playout("play", str(path), check=False)
    assert run.returncode == 2
    assert message in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (None, "cannot be read"),
        ("x = 1", "defines no class with @game, @algorithm, @policy, @schedule or @solver"),
        ("def (", "line 1"),
        (NEEDS_A_DEFAULT, "A: weight needs a default"),
        (NEEDS_A_DEFAULT.replace("class A", "class Uct"), "another search is called Uct"),
    ],
)
def test_file_that_the_page_cannot_show_is_answered_in_one_sentence(tmp_path, source, message):
    path = tmp_path / "broken.py"
    if source is not None:
        path.write_text(source)
    run = playout("web", "--no-browser", "--port", "0", str(path), check=False)
    assert run.returncode == 2
    assert message in run.stderr
    assert "Traceback" not in run.stderr


def test_rules_that_cannot_be_compiled_are_answered_in_one_sentence(tmp_path):
    if not JIT:
        pytest.skip("nothing is compiled with the JIT off")
    example = Path(__file__).parents[1] / "examples" / "my_game.py"
    path = tmp_path / "broken.py"
    path.write_text(example.read_text().replace("left = state[1]", "left = state.remaining"))
    run = playout("play", str(path), check=False)
    assert run.returncode == 2
    assert "the rules cannot be compiled" in run.stderr
    assert "remaining" in run.stderr
    assert "Traceback" not in run.stderr


def test_search_that_cannot_be_compiled_is_named(tmp_path):
    if not JIT:
        pytest.skip("nothing is compiled with the JIT off")
    path = tmp_path / "broken.py"
    path.write_text(
        NEEDS_A_DEFAULT.replace("weight: float", "weight: float = 1.0").replace("self.w", "no_w")
    )
    run = playout("search", "mnk", "--player", f"{path}:simulations=9", check=False)
    assert run.returncode == 2
    assert "A.score, of a search, cannot be compiled: NameError" in run.stderr
    assert "no_weight" in run.stderr
    assert "Traceback" not in run.stderr


def test_gpu_that_is_not_there_is_said_so():
    run = playout("bench", "nim", "--device", "cuda", "--seconds", "0.05", check=False)
    if run.returncode == 0:
        pytest.skip("there is a GPU")
    assert run.returncode == 2
    assert "GPU" in run.stderr or "CUDA" in run.stderr
    assert "Traceback" not in run.stderr
