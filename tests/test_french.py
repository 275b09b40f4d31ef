"""Nothing is left in English where French is spoken: commands, errors, reports."""

import ast
import contextlib
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

import playout
from playout import cli
from playout.cli.arguments import COMMANDS

PACKAGE = Path(playout.__file__).parent

# -- in the sources --


def class_names(trees):
    """The names of all errors that users see."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    bases = {node.name: {ast.unparse(base) for base in node.bases} for node in classes}
    known = {"PlayoutError"}
    while more := {name for name, of in bases.items() if of & known} - known:
        known |= more
    return known


def is_put_together(node, assigned):
    match node:
        case ast.JoinedStr() | ast.BinOp() | ast.Call(func=ast.Attribute(attr="format")):
            return True
        case ast.Name(id=name):
            return any(is_put_together(value, {}) for value in assigned.get(name, ()))
        case ast.IfExp(body=body, orelse=orelse):
            return is_put_together(body, assigned) or is_put_together(orelse, assigned)
    return False


def texts_put_together(tree, names):
    """Lines with a text that is put together first, and so has no French."""
    for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Module)):
        assigned = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                assigned.setdefault(node.targets[0].id, []).append(node.value)
        known = {} if isinstance(function, ast.Module) else assigned
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            name = ast.unparse(call.func).rpartition(".")[2]
            if name in names and call.args and is_put_together(call.args[0], known):
                yield call.lineno


def test_fields_are_filled_in_after_the_translation():
    paths = sorted(PACKAGE.rglob("*.py"))
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    names = {*class_names(trees.values()), "Misplaced", "Text", "tr"}
    assert {"SearchError", "LedgerInUseError", "LabError", "IllegalMove"} <= names
    wrong = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for path, tree in trees.items()
        for line in texts_put_together(tree, names)
    }
    assert wrong == set()


# -- on the command line --

# Words of both languages, names, and files.
BOTH = """Elo Playout Sections Simulations Verdicts Versions Budget Positions budget budgets points
score simulations Holm contests csv games json nim random report spec uct"""
# What is the same in both languages: a parameter and its default, a level, an example of a command,
# an option without a text, a formula.
SAME = re.compile(
    r"  [\w.]+=\S*|  \w+ +default:\S+|  playout .*|  \w+ {5,}[\w()/ +]+( \(Cazenave\))?\."
    r"|  (-h, )?--[\w ,:/.-]+|  [a-z_]+|  \[?\w*\]?( = .*)?|/dev/null"
)


def left_in_english(english, french):
    """The lines that are the same in both languages and say something."""
    for line in set(english) & set(french):
        words = set(re.findall(r"[A-Za-z]{3,}", line)) - set(BOTH.split())
        if words and not SAME.fullmatch(line):
            yield line


@pytest.fixture
def in_both(capsys, monkeypatch, tmp_path):
    """What a command says in English and in French, in lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def said(*arguments):
        texts = []
        for language in ("en", "fr"):
            with contextlib.suppress(SystemExit):
                cli.main([*arguments, "--lang", language])
            captured = capsys.readouterr()
            texts.append((captured.out + captured.err).splitlines())
        return texts

    return said


@pytest.mark.parametrize("name", ["", "lab", *COMMANDS])
def test_help_is_french(in_both, name):
    english, french = in_both(*name.split(), "--help")
    assert len(french) > 3
    assert [*left_in_english(english, french)] == []


@pytest.mark.parametrize(
    "command",
    """games|games hex|games chess|players|players rave|players strong|players nobody|config|lab
    show nim|show hex:3 zz|show hex:3 a1 a1|show hex --size x|show hex --position nonsense
    perft nim 2|perft nim -1|perft nim x|bench nim --seconds 0|bench chess|check nim --games 0
    search connect4:4x4 44 --player uct:simulations=50 --seed 1 --describe
    search nim --player rave:simulations=50 --seed 1
    search hex:3 --player implicit:simulations=5|search nim --player human
    search nim --player uct:simulations=5,policy=bridges|search nim --player uct:c=x
    search nim --player flat:simulations=5,final=ucb|search nim --player random --describe
    search nim --player uct:simulations=5 --save t.json --depth -1|search nim --player uct:what=1
    search nim --player uct:simulations=5 --save t.json --least -1
    search nim --player uct:simulations=5 --save /nowhere/t.json
    solve connect4:4x4|solve hex:9 --seconds 0.2|solve nim --memory 0|solve nim --solver x
    watch random random --game nim --seed 1 --seconds 0|watch random human --game nim
    warmup chess
    match random nobody|match random human|match random random --game chess
    match random random --game nim --sprt 50 0|match random random --game nim --sprt 0 20000
    match random random --game nim --opening 2000|match random random --game nim --workers 0
    match random random --game nim --ledger /nowhere/x.sqlite|match random random --games 0
    accuracy random --game nim --plies 3 2|accuracy random random --game nim
    accuracy random --game nim --positions 9999 --plies 0 1|accuracy random --positions-out x.txt
    web nowhere.py|web --port 99999|play chess|play|play --load nowhere.json""".replace(
        "\n", "|"
    ).split("|"),
)
def test_what_commands_say_is_french(in_both, command):
    english, french = in_both(*command.split())
    assert french
    assert [*left_in_english(english, french)] == []


TWO = '\n[players]\na = "random"\nb = "random"\n'
SWEEP = 'kind = "sweep"\ngame = "nim"\n[sweep]\nplayer = "uct:simulations={n}"\n'
TUNE = 'kind = "tune"\ngame = "nim"\n[tune]\nplayer = "uct:simulations=9,c={c}"\nbudget = 1000\n'


@pytest.mark.parametrize(
    "spec",
    [
        "name = \n",
        "{",
        'kind = "mach"\ngame = "nim"\n',
        'game = "nim"\n',
        'game = "nim"\ngames = ["nim"]\n' + TWO,
        'games = ["nim", "nim"]\n' + TWO,
        'game = "nim"\npair = 3\n' + TWO,
        'game = "nim"\npositions = 3\n' + TWO,
        'game = "nim"\nsimulations = 3\nplayer = 3\n' + TWO,
        'game = "nim"\npairs = 0\n' + TWO,
        'game = "nim"\npairs = 2\nsprt = 3\n' + TWO,
        'game = "nim"\nequal_seconds = -1\n' + TWO,
        'game = "nim"\nname = 3\n' + TWO,
        "game = 3\n" + TWO,
        'game = "nim"\n[players]\na = 3\nb = "random"\n',
        'kind = "match"\ngame = "nim"\n' + TWO + 'c = "random"\n',
        'game = "nim"\n' + TWO + "[sprt]\nelo9 = 1\n",
        'game = "nim"\n' + TWO + "[sprt]\nalpha = 0.9\nbeta = 0.9\n",
        SWEEP,
        SWEEP + 'against = "random"\n',
        SWEEP + 'against = "random"\nn = [1]\nk = [1]\n',
        SWEEP + 'against = "random"\nn = 1\n',
        SWEEP + 'against = "random"\nn = [1]\nfirst = "me"\n',
        TUNE,
        TUNE.replace("{c}", "1"),
        TUNE.replace("{c}", "{player}"),
        TUNE.replace("1000", "10") + "c = {low = 0.1, high = 1}\n",
        TUNE + "c = {low = 1, high = 0.1}\n",
        TUNE + "c = {low = 0, high = 1, log = true}\n",
        TUNE + "c = {low = 0.1, high = 1, log = 3}\n",
        TUNE + "c = {low = -1, high = 1}\n",
        TUNE + "c = {choices = [1, 2], low = 1}\n",
        TUNE + "c = {choices = [1, 2], start = 3}\n",
        TUNE + "c = [1, 1]\n",
        TUNE + "c = 1\n",
        TUNE + "c = [1, 2]\nd = [1, 2]\n",
        TUNE + "c = [1, 2]\nbatch = 1000\n",
        TUNE + 'c = [1, 2]\nagainst = ["random", "random"]\n',
        TUNE.replace("c={c}", "policy={p}"),
        'kind = "accuracy"\ngame = "nim"\nseconds = [1, 1]\n[players]\na = "uct"\n',
        'kind = "accuracy"\ngame = "nim"\nseconds = [1]\nsimulations = [2]\n[players]\na = "uct"\n',
        'kind = "accuracy"\ngame = "nim"\nseconds = [-1]\n[players]\na = "uct"\n',
        'kind = "accuracy"\ngame = "nim"\nplies = 3\n[players]\na = "uct"\n',
        'kind = "accuracy"\ngame = "nim"\n',
    ],
)
def test_what_is_wrong_with_a_spec_is_french(in_both, tmp_path, spec):
    path = tmp_path / ("spec.json" if spec == "{" else "spec.toml")
    path.write_text(spec)
    english, french = in_both("lab", "run", path.name)
    assert len(french) == 1
    assert "Traceback" not in french[0]
    assert [*left_in_english(english, french)] == []
    english_words = {"must", "the", "there", "means", "nothing", "is", "of", "write", "one", "or"}
    assert english_words & set(re.findall(r"\w+", french[0])) == set()


# -- reports --


class Texts(HTMLParser):
    """What a page says, beside code."""

    def __init__(self, page):
        super().__init__()
        self.found, self.inside = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.inside += [tag] if tag in ("code", "pre", "script", "style") else []
        self.found += [text for name, text in attributes if name in ("aria-label", "title")]

    def handle_endtag(self, tag):
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data):
        self.found += [data.strip()] if data.strip() and not self.inside else []


@pytest.mark.full
@pytest.mark.parametrize("games", [3, 4])
def test_report_is_french(in_both, tmp_path, games):
    spec = f'games = {games}\ngame = "nim"\n[players]\na = "random"\nb = "uct:simulations=5"\n'
    (tmp_path / "spec.toml").write_text(spec)
    for command in ("run", "status"):
        english, french = in_both("lab", command, "spec.toml")
        assert [*left_in_english(english, french)] == []
    if games == 3:
        assert re.search(r"1 point sur 3, .* 1 gagnée, 0 nulle, 2 perdues", french[-1])
        assert "1 of 3 points" in english[-1]
    in_both("lab", "report", "spec.toml", "--folder", "french")
    cli.main(["lab", "report", "spec.toml", "--folder", "english", "--lang", "en"])
    pages = [(tmp_path / name / "report.html").read_text() for name in ("english", "french")]
    english, french = (Texts(page).found for page in pages)
    assert len(english) == len(french) > 300
    french = [text for text in french if not text.startswith("playout ")]  # the versions
    assert [*left_in_english(english, french)] == []
    assert ("1", "comparison") in pairwise(english)
    assert ("1", "comparaison") in pairwise(french)
    assert re.findall(r".*\d\.\d.*|.* [:;?!%](?: |$).*", "\n".join(french)) == []
    assert ("no twin" in pages[0]) == (games % 2 == 1)
    assert ("Every opening is played twice" in pages[0]) == (games % 2 == 0)
