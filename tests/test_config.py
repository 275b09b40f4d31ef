"""A user's own defaults, in a file."""

import argparse

import pytest

from playout import cli
from playout.config import ConfigError, config_path, read_config


@pytest.fixture
def config(tmp_path, monkeypatch):
    """Writes the file."""
    path = tmp_path / "config.toml"
    monkeypatch.setenv("PLAYOUT_CONFIG", str(path))

    def write(text):
        path.write_text(text, encoding="utf-8")
        return path

    return write


def options(*arguments):
    return cli.parser(read_config()).parse_args(arguments)


def test_file_is_in_the_users_folder_or_where_the_environment_says(monkeypatch, tmp_path):
    monkeypatch.delenv("PLAYOUT_CONFIG")
    assert config_path().name == "config.toml"
    assert "playout" in config_path().parent.name.lower()
    monkeypatch.setenv("PLAYOUT_CONFIG", str(tmp_path / "mine.toml"))
    assert config_path() == tmp_path / "mine.toml"
    assert read_config().values == {}  # there is none: nothing is set


def test_who_has_no_home_has_no_file(monkeypatch):
    def nowhere(*_):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("PLAYOUT_CONFIG", raising=False)
    monkeypatch.setattr("platformdirs.user_config_dir", nowhere)
    assert read_config().values == {}


def test_options_take_their_defaults_from_the_file(config):
    config(
        '[play]\ngame = "connect4"\nopponent = "easy"\nteach = true\nsize = 5\n[web]\nport = 0\n'
    )
    found = options("play")
    assert (found.game, found.opponent, found.teach, found.size) == ("connect4", "easy", True, "5")
    assert options("web").port == 0
    assert options("watch", "a", "b").game == "hex"  # each command has its own


def test_command_line_goes_before_the_file(config):
    config('[play]\ngame = "connect4"\nopponent = "easy"\n')
    found = options("play", "hex", "--opponent", "expert")
    assert (found.game, found.opponent) == ("hex", "expert")


def test_commands_of_a_group_and_lists_have_their_tables(config):
    config("[lab.run]\nworkers = 1\n[accuracy]\nplies = [2, 8]\nsolve-seconds = 3\n")
    assert options("lab", "run", "a.toml").workers == 1
    assert options("lab", "resume", "a.toml").workers is None
    found = options("accuracy", "uct")
    assert (found.plies, found.solve_seconds) == ([2, 8], 3)


def test_help_shows_the_defaults_that_hold(config, capsys):
    config('[play]\nopponent = "easy"\n')
    with pytest.raises(SystemExit):
        options("play", "--help")
    assert "(easy)" in capsys.readouterr().out


@pytest.mark.parametrize("question", [["--version"], ["--help"], ["play", "-h"]])
@pytest.mark.parametrize("text", ["lang = ", "[play]\nopponnent = 1\n"])
def test_wrong_file_does_not_keep_help_back(config, capsys, question, text):
    config(text)
    with pytest.raises(SystemExit) as ended:
        cli.main(question)
    assert ended.value.code == 0
    said = capsys.readouterr()
    assert "playout" in said.out
    assert "line" in said.err


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("lang = ", 1, "not TOML"),
        ('a = 1\nb = "', 2, "not TOML"),
        ('lang = "de"', 1, "one of en, fr"),
        ('\ncolour = "red"', 2, "'colour'"),
        ("[chess]\nx = 1", 1, "[chess]"),
        ("[lab.walk]\nx = 1", 1, "[lab.walk]"),
        ('[play]\ngame = "hex"\nopponnent = "easy"', 3, "'opponnent'"),
        ('# mine\n[web]\nport = "many"', 3, "port must be an integer, not 'many'"),
        ("[web]\nport = true", 2, "port must be an integer"),
        ("[play]\nteach = 1", 2, "teach must be true or false"),
        ('[bench]\ndevice = "tpu"', 2, "one of cpu, cuda"),
        ("[accuracy]\nplies = [2]", 2, "plies must be"),
        ("[play]\ngame = []", 2, "game must be a text"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence_with_its_line(config, capsys, text, line, words):
    path = config(text)
    assert cli.main(["show", "hex:3"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"playout: {path}, line {line}: ")
    assert words in said
    assert said.count("\n") == 1


def test_file_that_cannot_be_read_is_said_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_CONFIG", str(tmp_path))
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config()
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    monkeypatch.setenv("PLAYOUT_CONFIG", str(tmp_path / "binary.toml"))
    with pytest.raises(ConfigError, match="not a text file"):
        read_config()


def test_config_shows_where_it_is_and_what_is_set(config, capsys):
    assert cli.main(["config"]) == 0
    assert "config.toml is not there" in capsys.readouterr().out
    path = config('[play]\ngame = "nim"\n')
    assert cli.main(["config"]) == 0
    assert capsys.readouterr().out == f'{path}\n\n[play]\ngame = "nim"\n'


def test_loaded_game_has_its_own_players_and_not_those_of_the_file(config):
    from playout.cli.play import without_own

    config('[play]\ngame = "connect4"\nopponent = "easy"\nsecond = "random"\n')
    found = without_own(options("play", "--load", "a.json", "--second", "uct"))
    assert (found.game, found.second) == (None, "uct")
    assert isinstance(found, argparse.Namespace)


@pytest.mark.parametrize("text", ['lang = ["fr"]', "lang = 3", "[lab]\nrun = 3", "play = 3"])
def test_value_of_another_type_is_a_sentence(config, text, capsys):
    config(text)
    code = cli.main(["lab", "run", "none.toml"])
    said = capsys.readouterr().err
    assert code == 2
    assert said.startswith("playout: ")
    assert "Traceback" not in said
