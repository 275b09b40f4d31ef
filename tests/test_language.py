"""What people read, in English and in French."""

import os
import pickle
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

from playout import cli
from playout.cli.arguments import COMMANDS
from playout.errors import GameError
from playout.language import Text, number, speak, tr, translated, usual
from playout.state import IllegalMove

TOOLS = Path(__file__).parents[1] / "tools"


@pytest.fixture(scope="module")
def messages():
    """The module that keeps the catalogue."""
    pytest.importorskip("babel", reason="Babel is not installed")
    sys.path.insert(0, str(TOOLS))
    try:
        import messages
    finally:
        sys.path.remove(str(TOOLS))
    return messages


# -- the catalogue --


def test_every_text_has_its_french_and_nothing_is_left_over(messages):
    said, catalogue = messages.messages(), messages.catalogue()
    ids = {m.id if isinstance(m.id, str) else m.id[0]: m for m in catalogue if m.id}
    assert sorted(set(said) - set(ids)) == [], "run `make words` and write the French"
    assert sorted(set(ids) - set(said)) == [], "run `make words`"
    assert [text for text, m in ids.items() if not all(messages.strings(m)) or m.fuzzy] == []
    assert [text for text, plural in said.items() if bool(plural) != ids[text].pluralizable] == []
    assert len(said) > 500


def fields(text):
    """The fields of a template: those of `format`, and those of argparse."""
    named = [field for _, field, _, _ in string.Formatter().parse(text) if field]
    return {*named, *re.findall(r"%\(\w+\)[srd]|%[sr]", text)}


def test_both_languages_use_the_same_fields(messages):
    for message in messages.catalogue():
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        for text in messages.strings(message):
            if message.id and not message.id[0].startswith("{kind} : "):
                assert fields(text) == fields(english[-1]), message.id


def test_marks_are_set_apart_by_a_space_at_which_no_line_ends(messages):
    french = [text for message in messages.catalogue() for text in messages.strings(message)]
    assert [text for text in french if text != messages.set_apart(text)] == []
    assert messages.set_apart("Quoi ? 5 % : {n} %(n)s") == "Quoi\u202f? 5\u202f%\u202f: {n} %(n)s"


def test_what_is_read_is_what_is_written(messages):
    from gettext import GNUTranslations

    with messages.MO.open("rb") as file:
        made = GNUTranslations(file)
    for message in messages.catalogue():
        if message.pluralizable:
            one, many = message.id
            assert tuple(made.ngettext(one, many, n) for n in (1, 2)) == message.string
        elif message.id:
            assert made.gettext(message.id) == message.string


def test_argparse_says_nothing_else_to_a_user(messages):
    source = Path(sys.modules["argparse"].__file__).read_text("utf-8")
    shown = re.findall(r"self\.error\(_\('(.*?)'\)|_\('((?:expected|invalid %).*?)'\)", source)
    for_programmers = {"cannot have multiple subparser arguments", "unexpected option string: %s"}
    assert {one or other for one, other in shown} <= {*messages.ARGPARSE, *for_programmers}


# What a newcomer stumbles over, seen in what was said once.
ODD = r"need be|aslant|upright|right was|nobody knows|(?<!there )\bis no [a-z]|\bwho (cannot|can) "
ODD += r"|to go on\b|cannot go on|so many|made up|\bMnk\b(?!\()"


def test_odd_phrases_are_said_nowhere(messages):
    said = [text for both in messages.messages().items() for text in both if text]
    assert [text for text in said if re.search(ODD, text, re.IGNORECASE)] == []


def test_games_are_called_as_people_call_them(capsys):
    for language, name in (("en", "Tic-tac-toe"), ("fr", "Morpion")):
        assert cli.main(["games", "--lang", language]) == 0
        listed = capsys.readouterr().out
        assert name in listed
        assert not re.search(r"\bMnk\b", listed)


def test_levels_say_in_words_how_long_they_think(capsys):
    for language, words in (("en", "10 simulations a move"), ("fr", "10 simulations par coup")):
        assert cli.main(["players", "--lang", language]) == 0
        listed = capsys.readouterr().out.replace("\u202f", " ")
        assert f"{words} (default:simulations=10)" in listed
        assert "(default:seconds=2)" in listed


# -- texts and numbers --


def test_text_is_english_and_can_be_said_in_french():
    full = Text("column {col} is full", col=3)
    assert full == "column 3 is full"
    assert translated(full, "fr") == "la colonne 3 est pleine"
    assert translated(pickle.loads(pickle.dumps(full)), "fr") == "la colonne 3 est pleine"
    assert tr(full) == full
    speak("fr")
    assert tr(full) == "la colonne 3 est pleine"
    assert tr("somebody's own words") == "somebody's own words"


def test_fields_that_are_texts_are_said_too_and_others_stay():
    error = GameError("{player} to move", player=Text("Red"))
    assert (str(error), translated(error, "fr")) == ("Red to move", "au tour de Rouge")
    assert translated(GameError("{player} to move", player="Red"), "fr") == "au tour de Red"
    outer = IllegalMove("{where}, move {number}: {error}", where="a.json", number=2, error=error)
    assert translated(outer, "fr") == "a.json, coup 2\u202f: au tour de Rouge"


@pytest.mark.parametrize(("n", "text"), [(0, "0 erreur"), (1, "1 erreur"), (2, "2 erreurs")])
def test_plural_forms(n, text):
    assert translated(Text("{n} mistake", "{n} mistakes", n=n), "fr") == text


def test_numbers_have_the_signs_of_the_language():
    assert [number(1234.5, ",.1f"), number(0.38, ".0%")] == ["1,234.5", "38%"]
    speak("fr")
    assert [number(1234.5, ",.1f"), number(0.38, ".0%")] == ["1\u202f234,5", "38\u202f%"]
    assert number(0.38, ">8.0%") == "    38\u202f%"[-8:]
    assert tr("{n:,} simulations, {rate:,.0f}/s", n=9999, rate=1e6).startswith("9\u202f999 sim")


# -- which language --


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LC_ALL": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr", "LANG": "en_US"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_CA"}, "fr"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "de_DE.UTF-8"}, "en"),
    ],
)
def test_language_of_the_system(monkeypatch, settings, language):
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert usual() == language


def test_option_goes_before_the_file_and_the_file_before_the_system(monkeypatch, tmp_path, capsys):
    (tmp_path / "config.toml").write_text('lang = "fr"\n')
    monkeypatch.setenv("PLAYOUT_CONFIG", str(tmp_path / "config.toml"))
    assert cli.main(["show", "hex:3"]) == 0
    assert "au tour de Noir" in capsys.readouterr().out
    for arguments in (["--lang", "en", "show", "hex:3"], ["show", "hex:3", "--lang=en"]):
        assert cli.main(arguments) == 0
        assert "Black to move" in capsys.readouterr().out


def test_every_command_takes_the_language(capsys):
    for name in ("", "lab", *COMMANDS):
        with pytest.raises(SystemExit) as left:
            cli.main([*name.split(), "--lang", "fr", "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith("usage\u202f: playout")


def test_unknown_language_is_one_sentence(capsys):
    assert cli.main(["play", "hex", "--lang", "de"]) == 2
    assert capsys.readouterr().err == "playout: no language is called 'de'; there are en, fr\n"


# -- the terminal in French --

ENGLISH = """the of is are has have you your to move moves move played play plays board help hint
undo redo save quit resign game over win wins won lost loses draw draws simulations' value line
chance type or commands column full cannot be with for that it what mean teacher nothing red yellow
black white and Enter search searched visits share after"""


def in_french(*arguments, text=""):
    """What the program says in French, with ordinary spaces."""
    run = subprocess.run(
        [sys.executable, "-m", "playout", *arguments, "--lang", "fr"],
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "PLAYOUT_QUIET": "1"},
        timeout=900,
    )
    return (run.stdout + run.stderr).replace("\u202f", " ")


def english_words(text):
    words = set(re.findall(r"(?<![-:=./\w])[A-Za-z']+(?![=:/\w])", text))
    return words & set(ENGLISH.split())


def test_whole_game_of_connect4_has_no_english_word(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path))
    typed = ["aide", "9", "plateux", "coups", "annuler", "chaleur", "conseil", "reflechir"]
    typed += ["professeur", "resoudre", "4", "bilan", "annuler", "refaire"]
    typed += [f"enregistrer {tmp_path / 'p.json'}", *"1234567" * 8, "quitter"]
    text = in_french(
        "play", "connect4:4x4", "--opponent", "uct:simulations=50", text="\n".join(typed) + "\n"
    )
    shown = text.replace("play --load", "")
    assert english_words(shown) == set()
    for word in ("Puissance 4", "Rouge", "Jaune joue", "chances de gain", "La partie est finie"):
        assert word in text
    assert "Professeur : " in text
    assert "Traceback" not in text


def test_help_in_a_game_fits_the_terminal_in_french():
    from playout.terminal.commands import help_text

    speak("fr")
    assert all(len(line) < 80 for line in help_text().splitlines())
    assert "  annuler " in help_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "aucun nom 'chess' ; il y a"),
        (["play", "hex", "--size", "99"], "Hex : size doit être entre 2 et 19, et non 99"),
        (["show", "connect4", "48"], "un coup est le numéro d’une colonne, de 1 à 7"),
        (["play", "nowhere.py"], "nowhere.py ne peut pas être lu : Fichier ou dossier introuvable"),
        (["play", "hex", "--white", "god"], "aucun joueur ne s’appelle 'god'"),
        (["show"], "erreur : arguments obligatoires : game"),
        (["play", "--what"], "erreur : arguments inconnus : --what"),
    ],
)
def test_errors_are_in_french(arguments, message):
    text = in_french(*arguments)
    assert message in text
    assert "Traceback" not in text


def test_accents_are_left_out_where_they_cannot_be_written():
    run = subprocess.run(
        [sys.executable, "-m", "playout", "show", "hex:3", "zz", "--lang", "fr"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"coup illegal" in run.stderr


def test_own_games_stay_as_they_are_written(tmp_path):
    example = Path(__file__).parents[1] / "examples" / "my_game.py"
    file = tmp_path / "own.py"
    file.write_text(example.read_text().replace('"columns"', '"Black"'))
    text = in_french("games", str(file))
    assert "entier, entre 1 et 8 : Black" in text
    assert "entier, entre 1 et 8 : rows" in text
