"""The language that people read: English, or another one that has a catalogue in `locale/`.

What the package says is English, as a `Text`: a `str` that remembers its template and its fields.
It is said in the user's language when it is shown and not before: `tr` takes a sentence of the
package, `said` anything, and leaves as it is what is no `Text`.

    Text("column {col} is full", col=3)               "column 3 is full", for programs
    tr("column {col} is full", col=3)                 "la colonne 3 est pleine", for people
    tr("{n:,} move", "{n:,} moves", n=1234)           by number
"""

import gettext
import os
import string
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

__all__ = [
    "LANGUAGES",
    "Text",
    "number",
    "printable",
    "said",
    "speak",
    "speak_unless_chosen",
    "speaking",
    "spoken",
    "tr",
    "translated",
    "usual",
]

LANGUAGES = {"en": "English", "fr": "français"}
FOLDER = Path(__file__).parent / "locale"
NARROW_SPACE = "\u202f"  # of French: between thousands, and before %
FRENCH_NUMBER = str.maketrans({",": NARROW_SPACE, ".": ",", "%": f"{NARROW_SPACE}%"})

_spoken = "en"
_is_chosen = False


class Text(str):
    """An English sentence that can be said in another language.

    `plural` is the template for any number but 1; the number is the field `n`.
    """

    template: str
    plural: str
    fields: dict[str, Any]

    def __new__(cls, template: str, plural: str = "", /, **fields: Any) -> "Text":
        is_many = plural and fields["n"] != 1
        english = (plural if is_many else template).format(**fields) if fields else template
        made = super().__new__(cls, english)
        made.template, made.plural, made.fields = template, plural, fields
        return made


def tr(text: Any, plural: str = "", /, **fields: Any) -> str:
    """A text in the user's language: gettext's `_`, and its `ngettext` where there is a plural."""
    is_template = type(text) is str
    return translated(Text(text, plural, **fields) if is_template else text, _spoken)


def said(text: Any) -> str:
    """A `Text`, or an error, in the user's language; any other text as it is, such as a name in
    somebody's own game."""
    return translated(text, _spoken)


def translated(text: Any, language: str) -> str:
    """A text, or the sentence of an error, in a language."""
    if isinstance(text, BaseException):
        text = text.args[0] if text.args and isinstance(text.args[0], Text) else Text(str(text))
    if language == "en" or not isinstance(text, Text) or not text:
        return str(text)
    known = _catalogue(language)
    template = known.gettext(text.template)
    if text.plural:
        template = known.ngettext(text.template, text.plural, int(text.fields["n"]))
    if not text.fields:
        return template
    return _Format(language).vformat(template, (), text.fields)


def printable(text: str) -> str:
    """A text that can be written: the name of a file may be no text, nor need what JSON has."""
    return text.encode(errors="backslashreplace").decode()


def number(value: float, spec: str, language: str = "") -> str:
    """A number as `format` writes it, with the user's signs: 1,234.5 or 1 234,5."""
    text = format(value, spec)
    if (language or _spoken) == "en":
        return text
    bare = text.strip().translate(FRENCH_NUMBER)
    return bare.rjust(len(text)) if text[:1] == " " else bare.ljust(len(text.rstrip()))


class _Format(string.Formatter):
    """Fills in a template, with numbers and texts in a language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion is None and isinstance(value, Text | BaseException):
            return translated(value, self.language)
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, spec: str) -> str:
        is_number = isinstance(value, int | float) and type(value) in (int, float)
        return number(value, spec, self.language) if is_number else format(value, spec)


@lru_cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("playout", FOLDER, [language], fallback=True)


def spoken() -> str:
    """The user's language."""
    return _spoken


def speak(language: str) -> None:
    """Make this the user's language: of `tr`, of argparse, and of the processes started by this."""
    global _spoken, _is_chosen
    _spoken, _is_chosen = language, True
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("playout", FOLDER)
    gettext.textdomain("playout")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make this the user's language for a while."""
    usual_one = _spoken
    speak(language)
    try:
        yield
    finally:
        speak(usual_one)


def speak_unless_chosen(language: Any) -> None:
    """Make this the user's language, or the usual one where it is none of ours, unless there has
    been a choice: for programs that have no command line."""
    if not _is_chosen:
        is_known = isinstance(language, str) and language in LANGUAGES
        speak(language if is_known else usual())


def usual() -> str:
    """The language that the system is set to, if it is one of ours; otherwise English."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    chosen = next(filter(None, map(os.environ.get, names)), None) or _of_windows()
    wanted = (name.partition("_")[0].partition(".")[0].lower() for name in chosen.split(":"))
    return next((name for name in wanted if name in LANGUAGES), "en")


def _of_windows() -> str:
    if os.name != "nt":
        return ""
    import ctypes
    import locale

    number_of_language = ctypes.windll.kernel32.GetUserDefaultUILanguage()  # type: ignore[attr-defined]
    return locale.windows_locale.get(number_of_language, "")
