"""What Windows lacks is not needed: modules and functions of POSIX alone are taken away here."""

import ast
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "playout"

WITHOUT_POSIX = """
import importlib.abc, os, pkgutil, signal, sys

POSIX = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in POSIX and importer().startswith("playout"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None

def importer():
    frame = sys._getframe(1)
    while "importlib" in frame.f_code.co_filename or frame.f_globals.get("__name__") == "__main__":
        frame = frame.f_back
    return frame.f_globals.get("__name__", "")

import asyncio, multiprocessing, subprocess, numba  # what they need of POSIX is their own
for name in POSIX & set(sys.modules):
    del sys.modules[name]
sys.meta_path.insert(0, Missing())
for name in ("fork", "killpg", "getpgid", "setsid", "getuid"):
    delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGALRM"):
    delattr(signal, name)

import playout
for module in pkgutil.walk_packages(playout.__path__, "playout."):
    if not module.name.startswith(("playout.gpu", "playout.__main__")):
        importlib.import_module(module.name)
from playout.cli import main
sys.exit(main(sys.argv[1:]))
"""


def without_posix(*arguments, text=""):
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=900,
    )


def test_everything_is_imported_and_a_game_is_played(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path))
    run = without_posix("play", "nim:7", "--opponent", "uct:simulations=20", text="3\n1\n1\n1\n")
    assert run.returncode == 0, run.stderr
    assert "has won" in run.stdout
    assert "Traceback" not in run.stderr


def test_other_programs_are_refused_in_a_sentence():
    run = without_posix("watch", "random", f"program:{sys.executable}", "--game", "nim:20")
    assert "Traceback" not in run.stderr
    assert "Linux, macOS and the like only" in run.stdout + run.stderr


def test_text_files_are_opened_in_an_encoding_that_is_said():
    """That of Windows is another one."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name == "open" or name.endswith((".read_text", ".write_text")):
                said = ast.unparse(node)
                if name.startswith("importlib.metadata."):
                    continue  # which knows that it is UTF-8
                assert "utf-8" in said or "'rb'" in said or "'wb'" in said, f"{path}: {said}"


def test_batch_file_does_what_the_makefile_does():
    batch = (ROOT / "playout.bat").read_bytes()
    assert b"\r\n" in batch
    assert batch.count(b"\n") == batch.count(b"\r\n")  # cmd.exe loses labels otherwise
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for part in ("--no-deps", "--require-hashes -r requirements-run.lock", "--no-build-isolation"):
        assert part in makefile
        assert part.encode() in batch
