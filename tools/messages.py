"""Brings the French catalogue up to date with the sources: `make words`.

Every text that the sources give to `tr` or `Text`, raise as an error, or declare as the help of a
command or of a parameter, and every text of the templates of reports, becomes a message of
`src/playout/locale/fr/LC_MESSAGES/playout.po`; what is no longer said is taken out.
The French is to be written by hand; the .mo is made from it.
"""

import argparse
import ast
import inspect
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

import playout
from playout import cli, games
from playout.arena import forfeit
from playout.catalogue import title_of
from playout.cli import arguments
from playout.lab.run.spec import _models as kinds_of_specs
from playout.lab.stats import sprt
from playout.language import FOLDER, NARROW_SPACE, Text
from playout.parameters import parameters_of
from playout.registry import REGISTRY, is_ours
from playout.search import FORMER_LEVELS, LEVELS
from playout.search.budget import BUDGET
from playout.terminal import commands

PACKAGE = Path(playout.__file__).parent
TEMPLATES = PACKAGE / "lab/report/templates"
PO = FOLDER / "fr/LC_MESSAGES/playout.po"
MO = PO.with_suffix(".mo")
CALLS = {"tr": 0, "Text": 0, "error": 0, "wrong": 2}  # which argument is a text
ERRORS = (
    "GameError",
    "SearchError",
    "SolveError",
    "PuzzleError",
    "PlayoutError",
    "IllegalMove",
    "ConfigError",
)
ERRORS += ("SpecError", "LabError", "LedgerError", "LedgerInUseError", "LabInputError", "NetError")
# What the operating system says of a file or an address.
SYSTEM = """No such file or directory|Permission denied|Is a directory|Not a directory|File exists
Address already in use|Cannot assign requested address|No space left on device
Read-only file system""".replace("\n", "|").split("|")
# What the readers of TOML and JSON say most often.
SYSTEM += """Invalid value|Invalid statement|Unterminated string|Unclosed array
Unclosed inline table
Expected newline or end of document after a statement|Cannot overwrite a value
Expected '=' after a key in a key/value pair|Invalid initial character for a key part
Expected ']' at the end of a table declaration|Expecting value|Extra data
Expecting property name enclosed in double quotes|Expecting ',' delimiter
Expecting ':' delimiter|Unterminated string starting at""".replace("\n", "|").split("|")
# What SQLite says of a ledger.
SYSTEM += """unable to open database file|file is not a database|database is locked|disk I/O error
database disk image is malformed|attempt to write a readonly database
database or disk is full""".replace("\n", "|").split("|")
# Of argparse, what a user can see.
ARGPARSE = """usage: |positional arguments|options|show this help message and exit
unrecognized arguments: %s|expected one argument|expected at most one argument
expected at least one argument|the following arguments are required: %s
invalid %(type)s value: %(value)r|invalid choice: %(value)r (choose from %(choices)s)
argument %(argument_name)s: %(message)s|ambiguous option: %(option)s could match %(matches)s
ignored explicit argument %r|not allowed with argument %s
unknown parser %(parser_name)r (choices: %(choices)s)""".replace("\n", "|").split("|")

CALLED = ("_", "gettext", "ngettext")  # in the templates of reports
# What a French mark is set apart by: a narrow space at which no line ends.
BEFORE_MARKS = re.compile(r" (?=[:;?!»]|%(?![(\w]))|(?<=«) ")

Messages = dict[str, str]  # a template, and its plural or nothing


def messages() -> Messages:
    """All that is said."""
    found: Messages = dict.fromkeys([*SYSTEM, *ARGPARSE], "")
    found["%(prog)s: error: %(message)s\n"] = ""
    found["expected %s argument"] = "expected %s arguments"
    some = [in_source(ast.parse(path.read_text("utf-8"))) for path in sorted(PACKAGE.rglob("*.py"))]
    some += [*map(in_template, sorted(TEMPLATES.iterdir())), declared()]
    for text, plural in (item for each in some for item in each.items()):
        found[text] = found.get(text) or plural
    return {text: plural for text, plural in found.items() if bare(text).strip()}


def bare(text: str) -> str:
    """A template without its fields."""
    return "".join(part[0] for part in string.Formatter().parse(text))


def in_source(tree: ast.Module) -> Messages:
    """The texts of one file."""
    assigned: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assigned.setdefault(node.targets[0].id, []).append(node.value)
    found: Messages = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            found |= in_call(node, assigned)
    return found


def in_call(call: ast.Call, assigned: dict[str, list[ast.expr]]) -> Messages:
    name = ast.unparse(call.func).rpartition(".")[2]
    if name == "map" and ast.unparse(call.args[0]) == "tr":
        return dict(in_value(call.args[1], assigned))
    place = CALLS.get(name, 0 if name in ERRORS else None)
    if place is None or len(call.args) <= place:
        return {}
    texts = dict(in_value(call.args[place], assigned))
    plural = call.args[place + 1 : place + 2] if name in ("tr", "Text") else []
    for many, _ in in_value(plural[0], assigned) if plural else ():
        return dict.fromkeys(texts, many)
    return texts


def in_value(node: ast.expr, assigned: dict[str, list[ast.expr]]) -> Iterator[tuple[str, str]]:
    """The texts that an expression may be; a tuple of two in a dictionary has a plural."""
    match node:
        case ast.Constant(value=str(text)):
            yield text, ""
        case ast.Name(id=name):
            others = {other: values for other, values in assigned.items() if other != name}
            for value in assigned.get(name, ()):
                yield from in_value(value, others)
        case ast.IfExp(body=body, orelse=orelse):
            yield from in_value(body, assigned)
            yield from in_value(orelse, assigned)
        case ast.BoolOp(values=values) | ast.List(elts=values):
            for value in values:
                yield from in_value(value, assigned)
        case ast.Starred(value=inner) | ast.Subscript(value=inner):
            yield from in_value(inner, assigned)
        case ast.Call(func=ast.Attribute(value=inner, attr="values" | "get"), args=args):
            for value in (inner, *args[1:]):
                yield from in_value(value, assigned)
        case ast.Dict(values=values):
            for value in values:
                if isinstance(value, ast.Tuple):
                    yield tuple(ast.literal_eval(value))  # type: ignore[misc]
                else:
                    yield from in_value(value, assigned)
        case ast.Tuple(elts=values):
            for value in values:
                yield from in_value(value, assigned)


def in_template(path: Path) -> Messages:
    """The texts of a template of a report."""
    options = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
    with path.open("rb") as file:
        found = [text for _, _, text, _ in babel_extract(file, CALLED, [], options)]
    return dict((text, "") if isinstance(text, str) else text[:2] for text in found if text)


def declared() -> Messages:
    """Texts that are declared with commands, games, searches and their parameters."""
    texts: list[Any] = [*REGISTRY, *commands.COMMANDS, *LEVELS, *FORMER_LEVELS]
    texts += [command.help for command in commands.COMMANDS.values()]
    for group in (*arguments.GROUPS.values(), *arguments.COMMANDS.values()):
        texts += (group.help, group.description, *group.notes)
    for command in arguments.COMMANDS.values():
        for argument in (*command.arguments, arguments.LANG):
            metavar = argument.options.get("metavar") or ()
            texts += [metavar] if isinstance(metavar, str) else metavar
            texts.append(argument.options.get("help", ""))
    texts += [*forfeit.Failure, *sprt.Verdict, *kinds_of_specs()]
    texts += [parameter.text for parameter in BUDGET.values()]
    classes = [getattr(games, cls) for cls in games.NAMES.values()]
    texts += map(title_of, classes)
    classes += [cls for known in REGISTRY.values() for cls in known.values() if is_ours(cls)]
    for cls in classes:
        if hasattr(cls, "_parameters"):
            texts += [parameter.text for parameter in parameters_of(cls).values()]
        if cls.kind in ("game", "search", "policy", "schedule"):
            texts.append(" ".join((inspect.getdoc(cls) or "").partition("\n\n")[0].split()))
    return {text.template if isinstance(text, Text) else str(text): "" for text in texts if text}


def catalogue() -> Catalog:
    """The catalogue as it is."""
    with PO.open("rb") as file:
        return read_po(file, locale="fr")


def fill(said: Messages) -> Catalog:
    """The catalogue with all messages, and no others; new ones have no French yet."""
    old = catalogue()
    new = Catalog(
        locale="fr",
        project="playout",
        version="0",
        header_comment="# The French of Playout. Message ids are the English sentences.",
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        msgid_bugs_address="Playout",
        last_translator="Playout",
        language_team="French",
        fuzzy=False,
    )
    for text in sorted(said):
        known = old.get(text)
        french: Any = tuple(map(set_apart, strings(known))) if known else ("",)
        french = french * 2 if said[text] and len(french) == 1 else french
        french = french if said[text] else french[0]
        new.add((text, said[text]) if said[text] else text, french, flags=())
    return new


def set_apart(french: str) -> str:
    """A text with the spaces that French has before its marks."""
    return BEFORE_MARKS.sub(NARROW_SPACE, french)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    assert cli
    made = fill(messages())
    with PO.open("wb") as file:
        write_po(file, made, width=100, omit_header=False)
    with MO.open("wb") as file:
        write_mo(file, made)
    missing = [message.id for message in made if message.id and not all(strings(message))]
    print(f"{len(made)} messages, {len(missing)} without French")
    return 0


def strings(message: Any) -> tuple[str, ...]:
    """The French of a message: one text, or one for each number."""
    return message.string if isinstance(message.string, tuple) else (message.string,)


if __name__ == "__main__":
    sys.exit(main())
