"""A player as people write it: read, written back, and never a file where none may be named."""

import shutil
from pathlib import Path

import pytest

from playout.player_spec import PlayerSpec
from playout.search import FORMER_LEVELS, LEVELS, POLICIES, SCHEDULES, SEARCHES, SearchError
from playout.web.jobs import player_for

EXAMPLES = Path(__file__).parents[1] / "examples"
FILES = [
    "{}/my_search.py",
    "{}/my_search.py:c=1.5,simulations=100",
    "{}/my_search.py::Ucb1",
    "{}/my_search.py::Ucb1:c=1.5",
    "{}/my_policy.py",
    "uct:policy={}/my_policy.py",
    "uct:c=1.5,policy={}/my_policy.py,seconds=2.0",
    "uct:policy={}/my_policy.py::Glance",
    "rave:beta={}/my_schedule.py",
    "rave:beta={}/my_schedule.py,policy={}/my_policy.py",
]
NAMES = ["human", *LEVELS, *FORMER_LEVELS, "perfect", "default", *POLICIES, *SEARCHES]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_read_and_written_back(name):
    assert str(PlayerSpec.parse(name)) == name


@pytest.mark.parametrize(
    "text",
    [
        "strong:threads=2",
        "default:seconds=0.5",
        "uct:c=1.5,simulations=100",
        "uct:final=secure",
        "grave:ref=30,policy=mast,policy.tau=2.0",
        "rave:beta=hand,beta.k=500.0",
        *(f"rave:beta={name}" for name in SCHEDULES if name != "bias"),
        *(f"uct:policy={name}" for name in POLICIES if name != "random"),
    ],
)
def test_settings_are_read_and_written_back(text):
    assert str(PlayerSpec.parse(text)) == text
    assert PlayerSpec.parse(str(PlayerSpec.parse(text))) == PlayerSpec.parse(text)


@pytest.mark.parametrize("pattern", FILES)
@pytest.mark.parametrize("name", ["", "a,b", "c=d, é"])
def test_files_are_read_and_written_back(pattern, name, tmp_path):
    folder = EXAMPLES
    if name:
        folder = shutil.copytree(EXAMPLES, tmp_path / name)
    text = pattern.replace("{}", str(folder))
    assert str(PlayerSpec.parse(text)) == text
    assert PlayerSpec.parse(text).player() is not None


@pytest.mark.parametrize(
    ("text", "own", "part"),
    [
        ("amaf:alpha=0.25,policy=ppa", ("alpha", 0.25), ("policy", "alpha", 0.32)),
        ("amaf:alpha=0.25,policy=ppa,policy.alpha=0.5", ("alpha", 0.25), ("policy", "alpha", 0.5)),
        ("rave:least=5,policy=nst", ("least", 5), ("policy", "least", 7)),
        ("rave:beta=weights,beta.final=9.0,final=secure", ("final", 2), ("beta", "final", 9.0)),
    ],
)
def test_a_key_that_two_have_is_the_search_s_own(text, own, part):
    algorithm = PlayerSpec.parse(text).algorithm
    assert getattr(algorithm, own[0]) == own[1]
    assert getattr(getattr(algorithm, part[0]), part[1]) == part[2]
    assert PlayerSpec.parse(str(PlayerSpec.parse(text))) == PlayerSpec.parse(text)


def test_file_that_ends_the_program_does_not(tmp_path):
    (tmp_path / "ends.py").write_text("import sys\nsys.exit(0)\n")
    with pytest.raises(SearchError, match="cannot be loaded: SystemExit"):
        PlayerSpec.parse(f"{tmp_path}/ends.py")


def test_files_go_by_relative_paths_too(monkeypatch):
    monkeypatch.chdir(EXAMPLES)
    for text in ("my_search.py:c=1.0", "./my_search.py", "uct:policy=my_policy.py"):
        assert str(PlayerSpec.parse(text)) == text


@pytest.mark.parametrize("pattern", FILES)
def test_files_are_never_run_for_somebody_else(pattern, tmp_path):
    for name in ("my_search.py", "my_policy.py", "my_schedule.py"):
        (tmp_path / name).write_text(f"open({str(tmp_path / 'run')!r}, 'w')")
    for folder in (str(tmp_path), f"{tmp_path}/../{tmp_path.name}"):
        text = pattern.replace("{}", folder)
        for parse in (lambda text: PlayerSpec.parse(text, files=False), player_for):
            with pytest.raises(SearchError, match="files cannot be named here"):
                parse(text)
    assert not (tmp_path / "run").exists()


def test_path_without_its_ending_is_no_file(tmp_path):
    for text in (f"{tmp_path}/my_search", f"uct:policy={tmp_path}/my_policy"):
        with pytest.raises(SearchError):
            PlayerSpec.parse(text)
        with pytest.raises(SearchError, match="files cannot be named here"):
            PlayerSpec.parse(text, files=False)


def test_programs_play_only_where_they_may():
    text = "program:/opt/other/hex.py --level=3,4"
    assert str(PlayerSpec.parse(text, programs=True)) == text
    with pytest.raises(SearchError, match="other programs cannot play here"):
        PlayerSpec.parse(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nobody", "unknown-player"),
        ("uct:c", "not-a-setting"),
        ("uct:d=1", "unknown-setting"),
        ("strong:c=1", "unknown-setting"),
        ("human:seconds=1", "unknown-setting"),
        ("uct:c=much", "not-a-number"),
        ("uct:c=-1", "too-low"),
        ("uct:policy=nothing", "not-a-choice"),
        ("uct:final=first", "not-a-choice"),
        ("uct:simulations=1.5", "not-an-integer"),
    ],
)
def test_mistakes_have_a_code(text, code):
    with pytest.raises(SearchError) as caught:
        PlayerSpec.parse(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("uct:c=1,c=2", "setting-twice"),
        ("uct:c=inf", "number-too-large"),
        (f"uct:c={'9' * 900}", "number-too-large"),
        (f"uct:simulations={2**31}", "out-of-range"),
        ("uct:seconds=1e10", "too-high"),
        ("uct:seconds=0", "not-positive"),
    ],
)
def test_settings_that_cannot_be(text, code):
    with pytest.raises(SearchError) as error:
        PlayerSpec.parse(text)
    assert error.value.code == code


def test_capital_letters_mean_the_same():
    assert PlayerSpec.parse("UCT:c=0.7") == PlayerSpec.parse("uct:c=0.7")


def test_a_file_is_run_anew_only_when_it_has_changed(tmp_path):
    path = tmp_path / "mine.py"
    text = (EXAMPLES / "my_search.py").read_text("utf-8")
    path.write_text(text, "utf-8")
    one, two = (type(PlayerSpec.parse(f"{path}:c={c}").algorithm) for c in (1, 2))
    assert one is two  # another class would have to be compiled again
    path.write_text(text + "\n# edited\n", "utf-8")
    assert type(PlayerSpec.parse(str(path)).algorithm) is not one
