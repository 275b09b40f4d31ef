"""Pages written from the code are as the code is; both languages have the same pages."""

import importlib.util
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
DOCS = HERE / "docs"
ENGLISH = [HERE / "README.md", *sorted(DOCS.glob("*.md"))]
FRENCH = [HERE / "README.fr.md", *(DOCS / "fr" / path.name for path in ENGLISH[1:])]
PAGES = [*ENGLISH, *FRENCH, HERE / "CONTRIBUTING.md", *sorted(DOCS.glob("papers/*.md"))]

CODE = re.compile(r"(?ms)^```.*?^```$|^    .*?$")
COMMENT = re.compile(r"(?m)[^\S\n]*# .*$")

pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not installed")
twins = pytest.mark.parametrize(
    ("english", "french"), [*zip(ENGLISH, FRENCH, strict=True)], ids=lambda path: path.stem
)


def read(path):
    return path.read_text("utf-8")


def prose(path):
    return CODE.sub("", read(path))


@pytest.mark.parametrize(
    ("language", "name"), [("en", "parameters.md"), ("fr", "fr/parameters.md")]
)
def test_page_of_parameters_is_current(language, name):
    spec = importlib.util.spec_from_file_location("parameters_page", DOCS / "parameters.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.page(language) == read(DOCS / name), "python docs/parameters.py"


@pytest.mark.parametrize("name", ["solve.md", "fr/solve.md"])
def test_page_of_solvers_shows_the_example_as_it_is(name):
    example = read(HERE / "examples" / "my_solver.py")
    assert f"```python\n{example}```" in read(DOCS / name)


# --- two languages ----------------------------------------------------------------------


def test_every_french_page_has_its_english_one():
    assert sorted((DOCS / "fr").iterdir()) == FRENCH[1:]


@twins
def test_both_languages_have_the_same_code_but_for_comments(english, french):
    ours, theirs = (
        [COMMENT.sub("", code) for code in CODE.findall(read(p))] for p in (english, french)
    )
    assert ours == theirs


@twins
def test_french_page_has_the_code_that_is_inside_of_sentences(english, french):
    ours, theirs = (
        {" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose(path))}
        for path in (english, french)
    )
    assert ours - theirs == set()


@twins
def test_both_languages_have_the_same_headings_and_the_same_numbers_in_tables(english, french):
    def outline(path):
        return re.findall(r"(?m)^#+ ", prose(path))

    def numbers(path):
        rows = re.findall(r"(?m)^\|.*", prose(path).replace(",", "."))
        return [(row.count("|"), re.findall(r"\d+(?:\.\d+)*", row)) for row in rows]

    assert outline(english) == outline(french)
    assert numbers(english) == numbers(french)


# --- links ------------------------------------------------------------------------------


def links(path):
    """The files that a page names, and the headings in them."""
    found = re.findall(r'\]\(([^)\s]+)\)|src="([^"]+)"', prose(path))
    for link in filter(lambda link: not link.startswith("http"), map("".join, found)):
        file, _, anchor = link.partition("#")
        yield (path.parent / file).resolve() if file else path, anchor


def anchors(path):
    """The headings of a page, as GitHub names them."""
    titles = re.findall(r"(?m)^#+ (.*)", prose(path))
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(HERE)))
def test_links_lead_somewhere(path):
    for file, anchor in links(path):
        assert file.exists()
        assert not anchor or anchor in anchors(file)


@twins
def test_page_links_its_twin_first_and_stays_in_its_language(english, french):
    for path, twin, other in ((english, french, FRENCH), (french, english, ENGLISH)):
        first, *rest = (file for file, _ in links(path))
        assert first == twin
        assert read(path).startswith("[")
        assert not set(rest) & set(other)
