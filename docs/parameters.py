"""Writes parameters.md, in English and in French: every game, search, playout policy and schedule,
and what each takes.

python docs/parameters.py

It is read from the declarations, and their French from the catalogue; a test sees that the pages
are as those are.
"""

import inspect
import re
from pathlib import Path
from typing import Any

from playout import games
from playout.language import NARROW_SPACE, Text, translated
from playout.parameters import Parameter, parameters_of
from playout.registry import lookup, name_of
from playout.search import POLICIES, SCHEDULES, SEARCHES
from playout.search.algorithm import Shared
from playout.search.budget import BUDGET
from playout.solve import NAMES as SOLVERS

HERE = Path(__file__).parent
PAGES = {"en": HERE / "parameters.md", "fr": HERE / "fr/parameters.md"}
KINDS = {bool: "true or false", int: "an integer", float: "a number"}
HEAD = {
    "en": """[Français](fr/parameters.md)

# Games, searches and their parameters

A name, a colon and the parameters that are to be other than their defaults: `hex:size=7`,
`uct:c=0.7,policy=mast,seconds=2`. Those of a policy or a schedule may be told apart by its name:
`rave:beta=hand,beta.k=500`. The same in Python: `Rave(beta=Hand(k=500))`. Wherever a name goes, the
path of a Python file goes, too ([your own search](your_own_search.md)). This page is written from
the declarations, by `python docs/parameters.py`.
""",
    "fr": """[English](../parameters.md)

# Les jeux, les recherches et leurs paramètres

Un nom, un deux-points et les paramètres qui ne doivent pas avoir leur valeur par défaut :
`hex:size=7`, `uct:c=0.7,policy=mast,seconds=2`. Ceux d’une politique ou d’un calendrier se
distinguent au besoin par son nom : `rave:beta=hand,beta.k=500`. La même chose en Python :
`Rave(beta=Hand(k=500))`. Là où va un nom va aussi le chemin d’un fichier Python
([une recherche à vous](your_own_search.md)). Cette page est écrite d’après les déclarations, par
`python docs/parameters.py`.
""",
}
FRENCH = {  # the words of the page alone; others are in the catalogue
    "a policy": "une politique",
    "a schedule": "un calendrier",
    "parameter": "paramètre",
    "may be": "valeurs",
    "default": "par défaut",
    "Games": "Les jeux",
    "Players": "Les joueurs",
    "Searches": "Les recherches",
    "Playout policies, which also play by themselves": "Les politiques de simulation, "
    "qui jouent aussi par elles-mêmes",
    "Schedules of RAVE": "Les calendriers de RAVE",
    "Solvers": "Les solveurs",
    "Every player that searches takes a budget:": "Tout joueur qui cherche prend un budget :",
    "Every search takes these; where one has another default, it is said there:": "Toute recherche "
    "prend ceux-ci ; là où l’une a une autre valeur par défaut, c’est dit :",
    "see [solving](solve.md)": "voir [la résolution exacte](solve.md)",
}


def say(text: str, language: str) -> str:
    if language == "en":
        return text
    known = text if isinstance(text, Text) else Text(text)
    return FRENCH.get(text) or translated(known, language)


def about(cls: Any) -> str:
    return " ".join((inspect.getdoc(cls) or "").partition("\n\n")[0].split())


def row(parameter: Parameter, language: str) -> str:
    kind = parameter.wanted() or KINDS.get(parameter.kind, f"a {parameter.one_of}")
    default = parameter.default
    usual = name_of(type(default)).lower() if parameter.one_of else parameter.text_of(default)
    usual = "" if default is None else f"`{usual}`"
    cells = f"`{parameter.name}`", say(kind, language), usual, say(parameter.text, language)
    return f"| {' | '.join(cells)} |"


def table(parameters: list[Parameter], language: str) -> list[str]:
    names = (say(word, language) for word in ("parameter", "may be", "default"))
    head = f"| {' | '.join(names)} | |", "| --- | --- | --- | --- |"
    return ["", *head, *(row(one, language) for one in parameters)] if parameters else []


def section(name: str, cls: Any, language: str) -> list[str]:
    """What is declared of one thing; what all searches share is said once."""
    declared, shared = parameters_of(cls), Shared._fields if cls.kind == "search" else ()
    usual = Shared._field_defaults
    own = [
        parameter
        for key, parameter in declared.items()
        if key not in shared or parameter.default != usual[key]
    ]
    return ["", f"### {name}", "", say(about(cls), language), *table(own, language)]


def page(language: str = "en") -> str:
    uct = parameters_of(SEARCHES["uct"])
    budget = "Every player that searches takes a budget:"
    shared = "Every search takes these; where one has another default, it is said there:"
    lines = [HEAD[language].rstrip(), "", f"## {say('Games', language)}"]
    for name in games.NAMES:
        lines += section(name, lookup(name, "game"), language)
    lines += ["", f"## {say('Players', language)}", "", say(budget, language)]
    lines += table(list(BUDGET.values()), language)
    lines += ["", say(shared, language)]
    lines += table([uct[key] for key in Shared._fields], language)
    for title, known in (
        ("Searches", SEARCHES),
        ("Playout policies, which also play by themselves", POLICIES),
        ("Schedules of RAVE", SCHEDULES),
    ):
        lines += ["", f"## {say(title, language)}"]
        for name, cls in sorted(known.items()):
            lines += section(name, cls, language)
    solvers = ", ".join(f"`{name}`" for name in SOLVERS)
    solving = say("see [solving](solve.md)", language)
    lines += ["", f"## {say('Solvers', language)}", "", f"{solvers} ({solving})."]
    return re.sub(" (?=[:;])", NARROW_SPACE, "\n".join(lines) + "\n")  # only French has these


if __name__ == "__main__":
    for language, path in PAGES.items():
        path.write_text(page(language), "utf-8")
