"""Writes parameters.md: every game, search, playout policy and schedule, and what each takes.

python docs/parameters.py

It is read from the declarations; a test sees that the page is as they are.
"""

import inspect
from pathlib import Path
from typing import Any

from playout import games
from playout.parameters import Parameter, parameters_of
from playout.player_spec import BUDGET
from playout.registry import lookup, name_of
from playout.search import POLICIES, SCHEDULES, SEARCHES
from playout.search.algorithm import Shared
from playout.solve import NAMES as SOLVERS

KINDS = {bool: "true or false", int: "an integer", float: "a number"}
PAGE = Path(__file__).with_suffix(".md")
HEAD = """# Games, searches and their parameters

A name, a colon and the parameters that are to be other than their defaults: `hex:size=7`,
`uct:c=0.7,policy=mast,seconds=2`. Those of a policy or a schedule may be told apart by its name:
`rave:beta=hand,beta.k=500`. The same in Python: `Rave(beta=Hand(k=500))`. Wherever a name goes, the
path of a Python file goes, too ([your own search](your_own_search.md)). This page is written from
the declarations, by `python docs/parameters.py`.
"""


def about(cls: Any) -> str:
    return " ".join((inspect.getdoc(cls) or "").partition("\n\n")[0].split())


def row(parameter: Parameter) -> str:
    kind = KINDS.get(parameter.kind, f"a {parameter.one_of}")
    default = parameter.default
    usual = name_of(type(default)).lower() if parameter.one_of else parameter.text_of(default)
    usual = "" if default is None else f"`{usual}`"
    cells = f"`{parameter.name}`", parameter.wanted() or kind, usual, parameter.text
    return f"| {' | '.join(cells)} |"


def table(parameters: list[Parameter]) -> list[str]:
    head = "| parameter | may be | default | |", "| --- | --- | --- | --- |"
    return ["", *head, *map(row, parameters)] if parameters else []


def section(name: str, cls: Any) -> list[str]:
    """What is declared of one thing; what all searches share is said once."""
    declared, shared = parameters_of(cls), Shared._fields if cls.kind == "search" else ()
    usual = Shared._field_defaults
    own = [
        parameter
        for key, parameter in declared.items()
        if key not in shared or parameter.default != usual[key]
    ]
    return ["", f"### {name}", "", about(cls), *table(own)]


def page() -> str:
    uct = parameters_of(SEARCHES["uct"])
    lines = [HEAD.rstrip(), "", "## Games"]
    lines += [line for name in games.NAMES for line in section(name, lookup(name, "game"))]
    lines += ["", "## Players", "", "Every player that searches takes a budget:"]
    lines += table(list(BUDGET.values()))
    lines += ["", "Every search takes these; where one has another default, it is said there:"]
    lines += table([uct[key] for key in Shared._fields])
    for title, known in (
        ("Searches", SEARCHES),
        ("Playout policies, which also play by themselves", POLICIES),
        ("Schedules of RAVE", SCHEDULES),
    ):
        lines += ["", f"## {title}"]
        lines += [line for name, cls in sorted(known.items()) for line in section(name, cls)]
    solvers = ", ".join(f"`{name}`" for name in SOLVERS)
    lines += ["", "## Solvers", "", f"{solvers}: see [solving](solve.md)."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
