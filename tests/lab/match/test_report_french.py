"""A report in French: its words and numbers are French, its data are the same."""

import re

import pytest
from test_report import SPEC, ledger_of

from playout.lab.kinds import write_report
from playout.language import speaking, spoken

HEADINGS = """Verdicts Strength Simulations Time Lengths Games Reproduce Failures Players Seed Game
Player against games score length won drawn lost moves share ended Endings Rounds wins with than
beats and the of The found between"""
BOTH = {"Verdicts", "Simulations", "score"}  # the same word in French


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The same games in two reports, one English and one French."""
    folder = tmp_path_factory.mktemp("french")
    experiment, ledger = ledger_of(SPEC, folder / "a.sqlite")
    for language in ("en", "fr"):
        with speaking(language):
            write_report(experiment, ledger, folder / language, ["svg"])
    assert spoken() == "en"
    return folder


def words(path):
    """Those that a reader sees, without the spec, code and names of files."""
    text = re.sub(r"(?s)<(style|script|pre|code|h1|title)\b.*?</\1>", " ", path.read_text("utf-8"))
    return set(re.findall(r"[A-Za-zÀ-ÿ]+", re.sub(r"(?s)<[^>]*>|\w+\.\w+", " ", text)))


@pytest.mark.full
def test_page_is_in_the_language_of_the_user(folders):
    english, french = (folders / language / "report.html" for language in ("en", "fr"))
    assert '<html lang="en">' in english.read_text("utf-8")
    assert '<html lang="fr">' in french.read_text("utf-8")
    assert {"Strength", "Simulations", "games"} <= words(english)
    assert words(french) & set(HEADINGS.split()) <= BOTH
    assert {"Force", "parties", "Parties", "Reproduire"} <= words(french)


def test_numbers_have_decimal_commas_and_narrow_spaces(folders):
    for name in ("report.html", "report.md"):
        english, french = ((folders / lang / name).read_text("utf-8") for lang in ("en", "fr"))
        assert re.search(r"\d\.\d %", english)
        assert re.search(r"\d,\d\u202f%", french)
        assert not re.search(r"\d\.\d+ ?\u202f?%", re.sub(r"(?s)<script>.*?</script>", "", french))


def test_data_and_names_of_files_are_the_same_in_every_language(folders):
    names = [
        sorted(p.relative_to(folders / f) for p in (folders / f).rglob("*")) for f in ("en", "fr")
    ]
    assert names[0] == names[1]
    for name in ("report.json", "games.csv", "contests.csv"):
        assert (folders / "en" / name).read_bytes() == (folders / "fr" / name).read_bytes()
