"""The sizes and times of the README, and the script that they come from."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RUN = ROOT / "benchmarks/sizes.json"
spec = importlib.util.spec_from_file_location("sizes", ROOT / "tools/sizes.py")
sizes = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sizes)


def test_readme_has_the_table_and_the_parts_of_the_run():
    run = json.loads(RUN.read_text("utf-8"))
    readme = (ROOT / "README.md").read_text("utf-8")
    assert sizes.table(run) in readme, "make sizes"
    assert f"{sizes.parts(run)}." in " ".join(readme.split())
    assert run["processor"].partition(",")[0] in readme


def test_install_is_as_small_as_it_is_meant_to_be():
    run = json.loads(RUN.read_text("utf-8"))
    assert run["make_mb"] < 450
    assert run["pip_mb"] < 300  # LLVM is 180 of them
    assert sum(run["packages"].values()) / 1e6 == pytest.approx(run["pip_mb"], rel=0.02)


def test_files_of_a_folder_are_added_up_and_links_are_not_followed(tmp_path):
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/large").write_bytes(bytes(2_000_000))
    (tmp_path / "small").write_bytes(bytes(500_000))
    (tmp_path / "link").symlink_to(tmp_path / "a/b/large")
    assert sizes.megabytes(tmp_path) == pytest.approx(2.5, abs=0.001)


def test_newcomer_has_no_kernels_and_none_of_our_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    newcomer = sizes.Newcomer(tmp_path / "new")
    code = "import os; print(os.environ.get('PYTHONPATH'), os.environ['PLAYOUT_CACHE_DIR'])"
    path, kernels = newcomer.ask(sys.executable, "-c", code).split()
    assert path == "None"
    assert Path(kernels).parent == tmp_path / "new"
    assert not Path(kernels).exists()


def test_time_of_the_processor_is_that_of_the_command(tmp_path):
    newcomer = sizes.Newcomer(tmp_path / "new")
    busy = "import time; t = time.process_time()\nwhile time.process_time() < t + 0.3: pass"
    took = newcomer.time(sys.executable, "-c", busy)
    assert took.processor >= 0.3
    idle = newcomer.time(sys.executable, "-c", "import time; time.sleep(0.3)")
    assert idle.clock >= 0.3
    assert idle.processor < took.processor


@pytest.mark.full
def test_packages_are_those_of_the_environment(tmp_path):
    found = json.loads(sizes.Newcomer(tmp_path / "new").ask(sys.executable, "-c", sizes.BY_PACKAGE))
    assert found["llvmlite"] > 50e6
    assert sizes.parts({"packages": {"a": 1_600_000, "b": 30_000_000, "c": 9}}) == "b 30, a 2"
