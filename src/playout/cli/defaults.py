"""The defaults of a user's config file, checked against what the commands take."""

from typing import Any

from ..config import Config
from ..language import LANGUAGES, Text

__all__ = ["defaults_of"]

KINDS = {
    str: (str, int),  # size = 7 is as good as size = "7"
    int: (int,),
    float: (int, float),
    bool: (bool,),
}
WANTED = {
    str: Text("a text"),
    int: Text("an integer"),
    float: Text("a number"),
    bool: Text("true or false"),
}


def defaults_of(config: Config, commands: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The defaults by command and by the names of options in the namespace."""
    _check_tables(config, commands)
    lang = config.values.get("lang", "en")
    if not isinstance(lang, str) or lang not in LANGUAGES:
        raise config.wrong("", "lang", "lang must be one of {known}, not {value!r}", **_known(lang))
    return {name: _defaults(config, name, command) for name, command in commands.items()}


def _known(value: Any) -> dict[str, Any]:
    return {"known": ", ".join(LANGUAGES), "value": value}


def _check_tables(config: Config, commands: dict[str, Any]) -> None:
    for name, value in config.values.items():
        if isinstance(value, dict) and name in {each.partition(" ")[0] for each in commands}:
            for inner in (key for key, of in value.items() if isinstance(of, dict)):
                if f"{name} {inner}" not in commands:
                    raise _no_command(config, f"{name} {inner}", commands)
        elif isinstance(value, dict):
            raise _no_command(config, name, commands)
        elif name != "lang":
            why = "{key!r} means nothing here; there are lang, and a table for each command"
            raise config.wrong("", name, why, key=name)


def _no_command(config: Config, name: str, commands: dict[str, Any]) -> Exception:
    known = ", ".join(each.replace(" ", ".") for each in commands)
    table = name.replace(" ", ".")
    why = "[{table}] is not a command; there are {known}"
    return config.wrong(table, "", why, table=table, known=known)


def _defaults(config: Config, name: str, command: Any) -> dict[str, Any]:
    """Those of one command."""
    known = {
        argument.dest.replace("_", "-"): argument
        for argument in command.arguments
        if argument.names[0].startswith("-") or argument.options.get("nargs") == "?"
    }
    values = {}
    for key, value in config.of(name).items():
        if key not in known:
            why = "{command} has no option {key!r}; it has {known}"
            fields = {"command": name, "key": key, "known": ", ".join(known)}
            raise config.wrong(name, key, why, **fields)
        options = known[key].options
        wanted = _wanted(options, value)
        if wanted:
            why = "{key} must be {wanted}, not {value!r}"
            raise config.wrong(name, key, why, key=key, wanted=wanted, value=value)
        is_text = options.get("type") is None and options.get("action") is None
        values[known[key].dest] = str(value) if is_text else value
    return values


def _wanted(options: dict[str, Any], value: Any) -> Text | None:
    """What an option takes, where this value is none of it."""
    kind = bool if options.get("action") == "store_true" else options.get("type", str)
    n = options.get("nargs")
    if n in (None, "?"):
        choices = options.get("choices")
        if choices and value not in choices:
            return Text("one of {choices}", choices=", ".join(choices))
        return None if _is(value, kind) else WANTED[kind]
    is_list = isinstance(value, list) and all(_is(each, kind) for each in value)
    if is_list and (n == len(value) if isinstance(n, int) else value):
        return None
    return Text("a list of numbers")


def _is(value: Any, kind: type) -> bool:
    return isinstance(value, KINDS[kind]) and isinstance(value, bool) == (kind is bool)
