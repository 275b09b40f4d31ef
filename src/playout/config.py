"""A user's own defaults: `config.toml` in the user's config folder, or the file PLAYOUT_CONFIG.

lang = "fr"

[play]                      a command, and its options as on the command line
game = "connect4"
opponent = "easy"
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from .errors import PlayoutError
from .language import Text

__all__ = ["Config", "ConfigError", "config_path", "read_config"]


class ConfigError(PlayoutError):
    """A config file that cannot be used; the message says where, and what to write."""

    code = "config-error"


class Config(NamedTuple):
    """What the file says."""

    path: Path
    text: str = ""
    values: dict[str, Any] = {}  # noqa: RUF012

    def of(self, command: str) -> dict[str, Any]:
        """The defaults of a command: `[play]`, `[lab.run]`."""
        table: Any = self.values
        for part in command.split():
            table = table.get(part, {})
            if not isinstance(table, dict):
                raise self.wrong("", part, "{table} is the name of a table", table=f"[{command}]")
        return {key: value for key, value in table.items() if not isinstance(value, dict)}

    def wrong(self, table: str, key: str, why: str, /, **fields: Any) -> ConfigError:
        """The error for a key of a table, or for a table, that is wrong."""
        line = _line(self.text, table.replace(" ", "."), key)
        where: dict[str, Any] = {"path": str(self.path), "line": line}
        return ConfigError(
            "{path}, line {line}: {why}", "wrong-setting", why=Text(why, **fields), **where
        )


def config_path() -> Path:
    """Where the file is, or would be."""
    chosen = os.environ.get("PLAYOUT_CONFIG")
    try:
        return Path(chosen or Path(platformdirs.user_config_dir("playout")) / "config.toml")
    except RuntimeError:  # nobody knows where home is, and so it has no such file
        return Path(os.devnull)


def read_config() -> Config:
    """What the file says; nothing where there is none."""
    path = config_path()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config(path)
    except UnicodeDecodeError:
        raise ConfigError("{path} is not a text file", "not-a-text-file", path=str(path)) from None
    except OSError as error:
        fields = {"path": str(path), "why": Text(error.strerror or str(error))}
        raise ConfigError("{path} cannot be read: {why}", "unreadable-file", **fields) from None
    try:
        return Config(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(not_toml(path, text, str(error)), "not-toml", path=str(path)) from None


def not_toml(path: Any, text: str, message: str) -> Text:
    """What is wrong with a text; the message of the reader ends in `(at line 3, column 5)`."""
    at = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)$", message)
    line = at[1] if at and at[1] else len(text.splitlines())
    why = "{path}, line {line}: this is not TOML: {problem}"
    problem = Text(message[: at.start()].strip() if at else message)
    return Text(why, path=str(path), line=int(line), problem=problem)


def _line(text: str, table: str, key: str) -> int:
    """The line of a key in a table, or of the table itself."""
    here, found = "", 1
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line)
        if header:
            here = re.sub(r"[\s\"']", "", header[1])
            found = number if here == table else found
        elif here == table and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return found
