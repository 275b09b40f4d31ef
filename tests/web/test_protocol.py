"""The page and the server agree: on the types of their messages, and on the codes of errors."""

import ast
import importlib.util
import json
import re
from pathlib import Path

import pytest

import playout
from playout.errors import PlayoutError
from playout.parameters import parameters_of
from playout.registry import REGISTRY
from playout.search import SearchError
from playout.solve import SolveError
from playout.state import GameError, IllegalMove
from playout.web import parsing, refusal
from playout.web.parsing import BadMessage

PACKAGE = Path(playout.__file__).parent
FRONTEND = Path(__file__).parents[2] / "frontend"
# Whatever the page can ask for is done by these.
ROOMS = (
    "rules",
    "state",
    "face",
    "notation",
    "games",
    "catalogue",
    "parameters",
    "player_spec",
    "players",
    "registry",
    "search",
    "solve",
)
WORDS = re.compile(r'"error\.([\w-]+)": \{\s*en: "([^"]+)",\s*fr: "([^"]+)",?\s*\}')
RUN = "run: python frontend/protocol.py"
ERRORS = (PlayoutError, GameError, IllegalMove, SearchError, SolveError, BadMessage)
DEFAULTS = {error.__name__: error.code for error in ERRORS}


def protocol():
    spec = importlib.util.spec_from_file_location("protocol", FRONTEND / "protocol.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_types_of_the_page_are_those_of_the_server():
    assert protocol().TARGET.read_text() == protocol().typescript(), RUN


def test_words_that_are_shared_are_those_of_the_catalogue():
    assert protocol().WORDS.read_text("utf-8") == protocol().words(), RUN


def test_page_knows_the_parameters_that_there_are():
    """By name; tests of the page see that each has words in both languages."""
    known = json.loads((FRONTEND / "tests" / "parameters.json").read_text())
    for kind, classes in known.items():
        ours = {
            name: list(parameters_of(cls))
            for name, cls in REGISTRY[kind].items()
            if cls.__module__.startswith("playout.")
        }
        assert classes == ours, RUN


def functions():
    """All functions of the rooms, as syntax trees; a method is one, too."""
    for room in (*ROOMS, "web"):
        files = PACKAGE.glob(f"{room}.py"), (PACKAGE / room).glob("**/*.py")
        for path in (path for some in files for path in some):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield path.name, node


def constants(nodes):
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return [value for value in values if isinstance(value, str)]


def raised():
    """Each error that is made: where, its code, its fields and its sentence."""
    for where, function in functions():
        inside = list(ast.walk(function))
        keys = {key for n in inside if isinstance(n, ast.Dict) for key in constants(n.keys)}
        set_to = {
            n.targets[0].id: n.value
            for n in inside
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)
        }
        for call in inside:
            name = getattr(call.func, "id", "") if isinstance(call, ast.Call) else ""
            if name not in DEFAULTS:
                continue
            named = {keyword.arg: keyword.value for keyword in call.keywords}
            codes = constants([*call.args[1:], *(named.pop(arg) for arg in {"code"} & {*named})])
            fields = {*named} - {None} | (keys if None in named else set())
            sentence = call.args[0] if call.args else None
            sentence = set_to.get(getattr(sentence, "id", None), sentence)
            yield f"{where}:{call.lineno}", [*codes, DEFAULTS[name]][0], fields, sentence


def words():
    text = (FRONTEND / "src/words/errors.ts").read_text()
    found = {code: (en, fr) for code, en, fr in WORDS.findall(text)}
    assert len(found) == text.count('"error.'), "an entry is not written as the others are"
    return found


def test_words_of_the_page_for_a_code_use_fields_that_it_has():
    """Codes without words of the page's own have the server's sentence, in both languages."""
    known = words()
    assert len({code for _, code, _, _ in raised()}) > 40
    for where, code, fields, _ in raised():
        for sentence in known.get(code, ()):
            wanted = set(re.findall(r"\{(\w+)\}", sentence))
            assert wanted <= fields, f"{where}: {code} lacks {wanted - fields}"


def test_a_sentence_with_fields_is_no_f_string():
    """The fields fill it in: braces in what a user typed must not be filled in again."""
    for where, _, fields, sentence in raised():
        if fields:
            assert isinstance(sentence, ast.Constant), where


def test_bad_message_says_why_in_french_too():
    with pytest.raises(BadMessage) as caught:
        parsing.parse('{"type": "tree", "id": 3}')
    reply = refusal.error_of(caught.value.id, caught.value)
    assert (reply.id, reply.code) == (3, "bad-message")
    assert reply.fields == {"why": "search: Field required"}
    assert reply.french["text"].startswith("ce message n’est pas compris")
    with pytest.raises(BadMessage) as caught:
        parsing.parse(None)
    assert refusal.error_of(None, caught.value).french["why"] == "ce n’est pas du texte"
