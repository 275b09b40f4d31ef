"""What is built for others: the wheel, with kernels or without, and the sources."""

import email
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from playout import __version__
from playout.cli import parser
from playout.cli.arguments import COMMANDS
from playout.cli.version import commit, version

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HOME = "https://forge.example/someone/playout"


def script(path):
    """A file of Python that is no part of the package."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(target, folder, **settings):
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    environment = {**os.environ, **settings}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    (path,) = folder.iterdir()
    return path


def git(folder, *command):
    name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    run = ["git", "-C", str(folder), *name, *command]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip()


def keep(checkout):
    git(checkout, "add", ".")
    git(checkout, "commit", "--quiet", "-m", "all")


@pytest.mark.parametrize("has_kernels", [False, True])
def test_wheel_has_the_kernels_it_is_given(tmp_path, has_kernels):
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    (kernels / "look-0.kernel").write_bytes(b"")
    settings = {"PLAYOUT_PRECOMPILED": str(kernels)} if has_kernels else {}
    wheel = built("wheel", tmp_path / "dist", **settings)
    names = zipfile.ZipFile(wheel).namelist()
    assert ("playout/precompiled/look-0.kernel" in names) == has_kernels
    assert wheel.name.endswith("none-any.whl") != has_kernels  # else it fits one system alone
    for name in ("py.typed", "web/static/index.html", "locale/fr/LC_MESSAGES/playout.mo"):
        assert f"playout/{name}" in names


def test_sources_have_what_the_readme_speaks_of(tmp_path):
    with tarfile.open(built("sdist", tmp_path / "dist")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("Makefile", "Dockerfile", "requirements.lock", "requirements-run.lock"):
        assert name in names
    for name in ("CONTRIBUTING.md", "docs/fr/lab.md", "examples/my_game.py", "tests/conftest.py"):
        assert name in names


# --- what an index shows ----------------------------------------------------------------


def relative_links(text):
    code = re.compile(r"(?ms)^```.*?^```$")
    links = re.findall(r'\]\(([^)\s]+)|(?:src|href)="([^"]+)', code.sub("", text))
    return [link for link in map("".join, links) if not link.startswith("https://")]


def described(home):
    """The metadata that come of the README, published there."""
    settings = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"] | {"home": home}
    metadata = {"version": __version__}
    script("hatch_build.py").Description(str(ROOT), settings).update(metadata)
    return metadata


def test_built_metadata_has_no_relative_link(tmp_path):
    wheel = zipfile.ZipFile(built("wheel", tmp_path / "dist"))
    (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
    metadata = email.message_from_bytes(wheel.read(name))
    assert metadata["Version"] == __version__
    assert metadata["Description-Content-Type"] == "text/markdown"
    text = metadata.get_payload()
    assert "# Playout" in text
    assert relative_links(text) == []


def test_links_and_pictures_lead_to_where_the_project_is_published():
    readme = (ROOT / "README.md").read_text("utf-8")
    metadata = described(HOME)
    text = metadata["readme"]["text"]
    assert len(relative_links(readme)) >= 25
    assert relative_links(text) == []
    assert text.count(HOME) == len(relative_links(readme))
    assert f"({HOME}/blob/v{__version__}/docs/tuning.md)" in text
    assert f'<img src="{HOME}/raw/v{__version__}/docs/page-hex.png" alt=' in text
    assert metadata["urls"]["Changelog"] == f"{HOME}/blob/v{__version__}/CHANGELOG.md"


def test_published_nowhere_the_text_stays_and_what_leads_nowhere_goes():
    metadata = described("")
    assert relative_links(metadata["readme"]["text"]) == []
    assert "a tuning of them" in " ".join(metadata["readme"]["text"].split())
    assert metadata["readme"]["text"].startswith("# Playout\n")  # not with the other language
    assert "></p>" not in metadata["readme"]["text"]
    assert metadata["urls"] == {}


# --- the version ------------------------------------------------------------------------


def test_version_names_what_it_runs_with():
    python = ".".join(map(str, sys.version_info[:3]))
    assert version().startswith(f"playout {__version__} (")
    assert re.search(rf"Python {python}, Numba 0\.\d+\.\d+\)$", version())


def test_commit_is_that_of_the_build_or_of_the_checkout(tmp_path):
    package = tmp_path / "src/playout"
    package.mkdir(parents=True)
    assert commit(package) == ""
    git(tmp_path, "init", "--quiet")
    assert commit(package) == ""  # nothing there yet
    (package / "a.py").write_text("1")
    keep(tmp_path)
    git(tmp_path, "tag", "v0.1.0")
    short = git(tmp_path, "rev-parse", "--short", "HEAD")
    assert commit(package) == short
    (package / "a.py").write_text("2")
    assert commit(package) == f"{short}-dirty"
    (package / "COMMIT").write_text("0123456\n")
    assert commit(package) == "0123456"


def test_build_notes_its_commit(tmp_path):
    head = commit(ROOT / "src/playout")
    if not head:
        pytest.skip("this is no checkout")
    wheel = zipfile.ZipFile(built("wheel", tmp_path / "wheel"))
    assert wheel.read("playout/COMMIT").decode().strip() == head
    with tarfile.open(built("sdist", tmp_path / "sdist")) as archive:
        noted = archive.extractfile(f"playout-{__version__}/src/playout/COMMIT")
        assert noted.read().decode().strip() == head


def test_build_without_git_notes_nothing(tmp_path):
    wheel = zipfile.ZipFile(built("wheel", tmp_path / "wheel", PATH=""))
    assert not any(name.endswith("COMMIT") and wheel.read(name) for name in wheel.namelist())


def test_version_says_for_which_numba_its_kernels_are(tmp_path, monkeypatch):
    assert "kernels" not in version()
    monkeypatch.setattr("playout.cli.version.PACKAGE", tmp_path / "src/playout")
    (tmp_path / "src/playout/precompiled").mkdir(parents=True)
    (tmp_path / "src/playout/precompiled/NUMBA").write_text("0.99.1\n")
    assert "kernels for Numba 0.99.1" in version()


# --- what a release must be -------------------------------------------------------------

sys.path.append(str(ROOT / "tools"))
release, trial = script("tools/release.py"), script("tools/try_release.py")


@pytest.fixture
def checkout(tmp_path):
    """A checkout that could be released, as far as can be seen without the network."""
    files = {
        "src/playout/__init__.py": '__version__ = "1.2.0"\n',
        "CHANGELOG.md": "# Changelog\n\n## 1.2.0 (2020-02-29)\n\n- New.\n\n## 1.1.0 (2019-01-01)\n",
        "pyproject.toml": f'[tool.hatch.metadata.hooks.custom]\nhome = "{HOME}"\n',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(tmp_path, "init", "--quiet")
    keep(tmp_path)
    return tmp_path


def test_clean_dated_checkout_is_not_refused(checkout):
    assert release.objections(checkout) == []


def test_tree_with_changes_is_refused(checkout):
    (checkout / "new.py").write_text("")
    (reason,) = release.objections(checkout)
    assert "changes" in reason


def test_new_file_is_a_change_whatever_git_shows_its_user(checkout):
    git(checkout, "config", "status.showUntrackedFiles", "no")
    (checkout / "new.py").write_text("")
    (reason,) = release.objections(checkout)
    assert "changes" in reason


def test_version_that_was_released_is_refused(checkout):
    git(checkout, "tag", "v1.2.0")
    (reason,) = release.objections(checkout)
    assert "v1.2.0 is tagged already" in reason


@pytest.mark.parametrize(
    "heading",
    [
        "Unreleased",
        "1.2.0",
        "1.1.0 (2020-01-01)",
        "1.2.0 (2999-01-01)",
        "1x2.0 (2020-01-01)",
        "1.2.0 (2020-13-45)",
    ],
)
def test_version_without_a_dated_entry_is_refused(checkout, heading):
    (checkout / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n\n- New.\n")
    keep(checkout)
    (reason,) = release.objections(checkout)
    assert reason.startswith("CHANGELOG.md does not begin with an entry `## 1.2.0 (20")


def test_project_that_is_published_nowhere_is_refused(checkout):
    (checkout / "pyproject.toml").write_text('[tool.hatch.metadata.hooks.custom]\nhome = ""\n')
    keep(checkout)
    (reason,) = release.objections(checkout)
    assert "no `home`" in reason


def test_refused_before_anything_is_tested_or_built(checkout, monkeypatch, tmp_path_factory):
    (checkout / "new.py").write_text("")
    monkeypatch.setattr(release, "ROOT", checkout)
    monkeypatch.setattr(release, "old_locks", lambda clone: ["old"])
    monkeypatch.setattr(release, "TEST", ["false"])
    assert len(release.release(False, tmp_path_factory.mktemp("a"))) == 2
    (checkout / "new.py").unlink()
    monkeypatch.setattr(release, "old_locks", lambda clone: [])
    assert release.release(False, tmp_path_factory.mktemp("b")) == ["the tests fail"]


def test_large_files_are_refused(tmp_path):
    with (tmp_path / "a.whl").open("wb") as file:
        file.truncate(39_999_999)
    assert release.too_large(tmp_path) == []
    with (tmp_path / "a.whl").open("wb") as file:
        file.truncate(40_000_000)
    assert release.too_large(tmp_path) == ["a.whl has 40.0 MB"]


@pytest.mark.slow  # needs the package index
def test_lock_of_other_requirements_is_old(tmp_path):
    for name in ("Makefile", "pyproject.toml", "hatch_build.py", *release.LOCKS):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    git(tmp_path, "init", "--quiet")
    keep(tmp_path)
    assert release.old_locks(tmp_path) == []
    path = tmp_path / "pyproject.toml"
    path.write_text(path.read_text().replace('    "platformdirs>=4",\n', ""))
    keep(tmp_path)
    # In the other lock it stays: something else needs it.
    assert release.old_locks(tmp_path) == ["requirements-run.lock is old: make lock"]


SETTINGS = {"NUMBA_BOUNDSCHECK": "1", "PLAYOUT_PRECOMPILED": "old", "LC_ALL": "C"}


def test_settings_of_who_builds_do_not_get_into_a_release(tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr(release.subprocess, "run", lambda *_, env, **__: started.append({**env}))
    monkeypatch.setattr(release.platform, "system", lambda: "Linux")
    monkeypatch.setattr(release.platform, "machine", lambda: "x86_64")
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    release.build(tmp_path, tmp_path / "dist")
    kernels = {"PLAYOUT_PRECOMPILED": str(tmp_path / "kernels")}
    found = [{k: v for k, v in env.items() if k.startswith(("NUMBA", "PLAY"))} for env in started]
    assert found == [{}, {}, kernels]


def test_settings_of_who_tries_do_not_get_into_a_trial(tmp_path, monkeypatch):
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(trial.Environment, "call", lambda *_: "")
    variables = trial.Environment(tmp_path, "python", "wheel").variables
    assert not {*SETTINGS} & {*variables} - {"LC_ALL"}
    assert variables["PLAYOUT_CACHE_DIR"] == str(tmp_path / "work/kernels")


@pytest.mark.parametrize("n_kernels", [0, 1])
def test_kernels_are_compiled_by_the_usual_settings_or_not_at_all(tmp_path, monkeypatch, n_kernels):
    precompile = script("tools/precompile.py")
    found = []

    def warm_up(names, parts_of):
        found.append(dict(os.environ))
        for i in range(n_kernels):
            (tmp_path / f"{i}.kernel").write_bytes(b"")
        return 0

    monkeypatch.setattr(precompile, "warm_up", warm_up)
    monkeypatch.setattr(precompile.subprocess, "run", lambda *_, env, **__: found.append(env))
    monkeypatch.setattr(precompile.os, "environ", {**os.environ, **SETTINGS})
    monkeypatch.setattr(sys, "argv", ["precompile.py", str(tmp_path), "nim"])
    assert precompile.main() == (not n_kernels)
    assert len(found) == 2
    own = {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "PLAYOUT_CACHE_DIR"}
    assert all({k for k in one if k.startswith(("NUMBA", "PLAY"))} == own for one in found)


# --- what is tried of it ----------------------------------------------------------------


def test_every_command_is_tried():
    tried = [*trial.BASE, *trial.LAB, *trial.TRAIN, *trial.TUNE, trial.WEB, trial.CLUSTER]
    for name in COMMANDS:
        assert any(f"{command} ".startswith(f"{name} ") for command in tried), name


def test_every_extra_is_tried_but_the_gpu():
    extras = PYPROJECT["project"]["optional-dependencies"]
    assert {*trial.TRIALS} == {"", *extras} - {"cuda"}


def test_oldest_and_newest_python_are_those_of_the_metadata():
    oldest, newest = trial.named_pythons()
    assert PYPROJECT["project"]["requires-python"] == f">={oldest}"
    assert trial.minor(newest) >= trial.minor(oldest)
    ours = f"3.{sys.version_info.minor}"
    found = trial.find_python(ours)
    assert found is None or f"Python {ours}" in trial.quietly([found, "--version"]).stdout


def test_python_that_is_not_what_its_name_says_is_not_tried(tmp_path, monkeypatch):
    shim = tmp_path / "python3.99"  # as pyenv has for versions that are not chosen
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert trial.find_python("3.99") is None


def test_file_is_tried_with_the_pythons_it_is_for():
    named = [*dict.fromkeys(trial.named_pythons())]
    kernels = Path("playout-1.0-cp312-cp312-manylinux_2_17_x86_64.whl")
    assert trial.versions_for(kernels) == ["3.12"]
    assert trial.versions_for(Path("playout-1.0-py3-none-any.whl")) == named
    assert trial.versions_for(Path("playout-1.0.tar.gz")) == named


def test_python_that_is_not_here_is_named_as_not_tried(tmp_path, capsys, monkeypatch):
    file = tmp_path / "playout-1.0.tar.gz"
    file.write_bytes(b"")
    oldest, newest = trial.named_pythons()
    tried = []
    monkeypatch.setattr(trial, "find_python", lambda v: "python" if v == oldest else None)
    monkeypatch.setattr(trial, "try_file", lambda file, version, python: tried.append(version))
    trial.try_all([file])
    assert tried == [oldest]
    assert f"Python {newest}: NOT TRIED" in capsys.readouterr().out


def test_oldest_versions_are_tried_with_the_oldest_python(monkeypatch):
    oldest, newest = trial.named_pythons()
    tried = []
    monkeypatch.setattr(trial, "Environment", lambda *given: tried.append(given[1:]))
    monkeypatch.setattr(trial, "TRIALS", dict.fromkeys(("", "web"), lambda there: None))
    wheel = "playout-1.0-py3-none-any.whl"
    trial.try_commands(Path(wheel), oldest, "python")
    old = ("--resolution", "lowest-direct", "-r", str(ROOT / "pyproject.toml"))
    assert tried == [
        ("python", wheel),
        ("python", f"{wheel}[web]"),
        ("python", wheel, *old),
        ("python", f"{wheel}[web]", *old, "--extra", "web"),
    ]
    del tried[:]
    trial.try_commands(Path(wheel), newest, "python")
    assert len(tried) == 2


@pytest.mark.slow  # needs the package index
def test_oldest_versions_that_are_allowed_compile_a_search(tmp_path):
    wheel = built("wheel", tmp_path / "dist")
    python = trial.find_python(trial.named_pythons()[0]) or sys.executable
    there = trial.Environment(tmp_path, python, str(wheel), *trial.oldest_versions(""))
    (numba,) = re.findall(r'"numba>=([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert f"Numba {numba}" in there.playout("--version")  # not the newest
    there.playout("search nim:7 --player uct:simulations=20", jit=True)


@pytest.mark.slow  # needs the package index
def test_wheel_that_lacks_a_file_does_not_pass(tmp_path):
    wheel = built("wheel", tmp_path / "dist")
    python = trial.find_python(f"3.{sys.version_info.minor}") or sys.executable
    folders = [tmp_path / "whole", tmp_path / "broken"]
    for folder in folders:
        folder.mkdir()
    trial.try_base(trial.Environment(folders[0], python, str(wheel)))
    broken = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(broken, "w") as new:
        for item in old.infolist():
            if item.filename != "playout/perft.py":
                new.writestr(item, old.read(item))
    with pytest.raises(trial.Failed, match="perft"):
        trial.try_base(trial.Environment(folders[1], python, str(broken)))


# --- the image --------------------------------------------------------------------------

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def test_image_serves_the_page_to_other_machines():
    (command,) = re.findall(r"(?m)^CMD (.*)", DOCKERFILE)
    program, *arguments = json.loads(command)
    options = parser().parse_args(arguments)
    assert (program, options.command, options.no_browser) == ("playout", "web", True)
    assert options.host == "0.0.0.0"
    assert f"EXPOSE {options.port}\n" in DOCKERFILE
    assert f":{options.port}:{options.port} " in DOCKERFILE  # as it is said at the top
    assert re.findall(r"(?m)^USER (.*)", DOCKERFILE) == ["1000"]  # not root


def test_image_is_given_what_it_is_built_of():
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    given = [line[1:] for line in lines if line.startswith("!")]
    assert "*" in lines
    build = PYPROJECT["tool"]["hatch"]["build"]
    needed = ["pyproject.toml", "hatch_build.py", "README.md"]
    needed += PYPROJECT["project"]["license-files"]
    needed += [package.partition("/")[0] for package in build["targets"]["wheel"]["packages"]]
    needed += re.findall(r"tools/\w+\.py|\w+\.lock", DOCKERFILE)
    assert {*needed} == {*given}


def test_pins_of_the_image_are_the_versions_of_the_lock():
    (asked,) = re.findall(r"sed .* requirements.lock", DOCKERFILE)
    pins = subprocess.check_output(shlex.split(asked), cwd=ROOT, text=True).splitlines()
    assert all(re.match(r"[\w.-]+(\[\w+\])?==[\w.]+( ;.*[^\\])?$", pin) for pin in pins)
    assert len(pins) == len(re.findall("(?m)^[a-z].*==", (ROOT / "requirements.lock").read_text()))
