"""A player as people write it: `uct:c=0.7,seconds=2`, `hard`, `my_search.py::Greedy:epsilon=0.1`.

Behind the name come the parameters of the search and a budget, in any order. Those of a playout
policy or a schedule go by their own names, `rave:beta=hand,k=500`, or by both, `beta.k=500`: where
the search has one of the same name, too, that is the only way.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .language import Text
from .parameters import Parameter, fitting, parameters_of, parse, printed
from .registry import REGISTRY, is_path, lookup, split_settings
from .search import FORMER_LEVELS, LEVELS, MASTER, SearchError
from .search.budget import BUDGET

if TYPE_CHECKING:
    from .formats import GtpPlayer
    from .players import Searcher

__all__ = ["PlayerSpec", "player_names"]

OF_POLICIES = ("early_win",)  # the keys that a policy takes as well, which needs no budget
NO_FILES = "files cannot be named here"
PERFECT = {"seconds": 10.0, "prove": 0.8}


@dataclass(frozen=True)
class PlayerSpec:
    """A player, as a value: the order of its settings does not matter, nor those as usual."""

    name: str  # of a search, a policy or a level, or human, default, perfect, program
    algorithm: Any = None  # None: the game's default
    budget: dict[str, Any] = field(default_factory=dict, hash=False)  # as far as it was said
    command: str = ""  # of a program

    @classmethod
    def parse(cls, text: str, *, programs: bool = False, files: bool = True) -> "PlayerSpec":
        """The player that a text names.

        `program:COMMAND` is another program, run as it is written: only where `programs` says so.
        A path is a Python file, which is run: only where `files` says so. Neither is for a text
        that comes from somebody else.
        """
        if text.startswith("program:"):
            if not programs:
                raise SearchError("other programs cannot play here", "no-programs")
            return cls("program", command=text.partition(":")[2])
        name, settings = split_settings(text)
        name = name if is_path(name) else name.lower()
        if is_path(name) and not files:
            raise SearchError(NO_FILES, "no-files")
        named = None if name in (*_without_search(), *FORMER_LEVELS) else _algorithm_class(name)
        texts = _texts(name, settings)
        keys = _budget_keys(name, named)
        budget = {key: texts.pop(key) for key in keys if key in texts}
        if named is None:
            _refuse(name, texts, None)
        algorithm = None if named is None else _built(named, name, texts, files)
        return cls(name, algorithm, _budget(name, budget))

    def __str__(self) -> str:
        if self.name == "program":
            return f"program:{self.command}"
        settings = [printed(self.algorithm)] if self.algorithm is not None else []
        settings += [f"{key}={BUDGET[key].text_of(value)}" for key, value in self.budget.items()]
        text = ",".join(filter(None, settings))
        return self.name + (f":{text}" if text else "")

    def with_budget(self, **budget: Any) -> "PlayerSpec":
        """The same player with another budget."""
        return replace(self, budget=budget)

    def player(self) -> "Searcher | GtpPlayer | None":
        """Who plays like this; None for a human."""
        from .players import Searcher

        if self.name == "human":
            return None
        if self.name == "program":
            from .formats import program_of

            return program_of(str(self))
        levels = {**LEVELS, **FORMER_LEVELS, "perfect": PERFECT}
        usual = levels.get(self.name, {})
        # What a level below is worth was measured, and a network would be far above the next.
        network = self.name == MASTER or self.name not in (*LEVELS, *FORMER_LEVELS)
        return Searcher(self.algorithm, **(usual | self.budget), network=network)


def player_names() -> list[str]:
    """The names of all players."""
    return [*_without_search(), *sorted(REGISTRY["policy"]), *sorted(REGISTRY["search"])]


def _without_search() -> tuple[str, ...]:
    return ("human", *LEVELS, "perfect", "default")


def _algorithm_class(name: str) -> Any:
    if is_path(name):
        return lookup(name, "search", "policy", error=SearchError)
    for kind in ("policy", "search"):
        if name in REGISTRY[kind]:
            return REGISTRY[kind][name]
    known = ", ".join(player_names())
    why = "no player is called {player!r}; there are {known}, or the path of a .py file"
    raise SearchError(why, "unknown-player", player=name, known=known)


def _texts(name: str, settings: str) -> dict[str, str]:
    texts = {}
    for part in filter(None, _split(settings)):
        key, given, value = part.partition("=")
        if not given:
            why = "{player}: {setting!r} is not a setting; write name=value"
            raise SearchError(why, "not-a-setting", player=name, setting=part)
        if key.strip() in texts:
            why = "{player}: {setting} is given twice"
            raise SearchError(why, "setting-twice", player=name, setting=key.strip())
        texts[key.strip()] = value.strip()
    return texts


def _split(settings: str) -> list[str]:
    """Settings, one by one; a comma may also be part of the path of a file."""
    parts: list[str] = []
    for part in settings.split(","):
        if parts and "=" not in part and is_path(part):
            parts[-1] += f",{part}"
        else:
            parts.append(part)
    return parts


def _budget_keys(name: str, cls: Any) -> tuple[str, ...]:
    """What a player takes beside the parameters of its algorithm."""
    if name == "human":
        return ()
    return OF_POLICIES if getattr(cls, "kind", "") == "policy" else tuple(BUDGET)


def _budget(name: str, texts: dict[str, str]) -> dict[str, Any]:
    return {key: fitting(BUDGET[key], name, text, SearchError) for key, text in texts.items()}


def _built(cls: Any, name: str, texts: dict[str, str], files: bool) -> Any:
    """A search by its settings, which are texts."""
    fields: dict[str, Any] = {}
    for parameter in parameters_of(cls).values():
        if parameter.one_of and parameter.name in texts:
            fields[parameter.name] = _part(parameter, name, texts, files, parameters_of(cls))
    for parameter in parameters_of(cls).values():
        if not files and parameter.is_file(texts.get(parameter.name, "")):
            raise SearchError(NO_FILES, "no-files")
    _refuse(name, texts, cls)
    return cls(**fields, **parse(cls, texts, SearchError))


def _part(
    parameter: Parameter, name: str, texts: dict[str, str], files: bool, owner: dict[str, Parameter]
) -> Any:
    """A policy or a schedule, with its own settings taken out of the texts. A key that its owner
    has as well is the owner's, unless the name of the part is before it: `policy.alpha`."""
    kind, chosen = str(parameter.one_of), texts.pop(parameter.name)
    if is_path(chosen) and not files:
        raise SearchError(NO_FILES, "no-files")
    if not is_path(chosen) and chosen not in REGISTRY[kind]:
        why = "{player}: {parameter} must be one of {choices}, not {value!r}"
        choices = ", ".join(sorted(REGISTRY[kind]))
        fields = {"parameter": parameter.name, "choices": choices, "value": chosen}
        raise SearchError(why, "not-a-choice", player=name, **fields)
    cls = lookup(chosen, kind, error=SearchError)
    own = {}
    for key in parameters_of(cls):
        both = f"{parameter.name}.{key}"
        if both in texts or (key in texts and key not in owner):
            own[key] = texts.pop(both if both in texts else key)
    return cls(**parse(cls, own, SearchError))


def _refuse(name: str, texts: dict[str, str], cls: Any) -> None:
    """Raise a SearchError for a setting that a player does not have."""
    known = tuple(parameters_of(cls)) if cls else ()
    for key in texts:
        if key not in known:
            takes = ", ".join((*known, *_budget_keys(name, cls))) or Text("none")
            why = "{player} has no setting {setting!r}; it takes {takes}"
            raise SearchError(why, "unknown-setting", player=name, setting=key, takes=takes)
