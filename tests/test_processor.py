"""What kernels are compiled for is the processor that was named, not the one that compiles."""

import os
import subprocess
import sys

import pytest

from playout.kernel import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")

ASKED = """
from playout.nets.convolution import width
from playout.processor import has_fast_pdep, shipped_level
print(width(), has_fast_pdep(), shipped_level(True), shipped_level(False))
"""
BITS = """
from playout import find
from playout.playouts import run_playouts
print(len(run_playouts(find("hex:5").start(), 10, seed=1)))
"""


def said(program, **settings):
    environment = {**os.environ, "PLAYOUT_QUIET": "1", **settings}
    asked = [sys.executable, "-c", program]
    return subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("processor", "width", "has_fast_pdep"),
    [
        ("generic", 16, False),
        ("x86-64-v3", 16, True),
        ("x86-64-v4", 32, True),
        ("skylake-avx512", 32, True),
        ("znver1", 16, False),  # it has the instruction, and is slow with it
    ],
)
def test_tiles_and_instructions_are_those_of_the_processor_that_is_named(
    processor, width, has_fast_pdep
):
    import llvmlite.binding

    if not llvmlite.binding.get_process_triple().startswith("x86_64"):
        pytest.skip("these are processors of another kind")
    run = said(ASKED, NUMBA_CPU_NAME=processor, NUMBA_CPU_FEATURES="")
    assert run.stdout == f"{width} {has_fast_pdep} None None\n"


def test_features_are_those_that_are_named():
    import llvmlite.binding

    features = llvmlite.binding.get_host_cpu_features()
    if not features.get("bmi2"):
        pytest.skip("this processor has too little to be left out")
    run = said(ASKED, NUMBA_CPU_FEATURES="-avx512f,-bmi2")
    assert run.stdout == "16 False None None\n"


@pytest.mark.full
def test_kernels_for_a_processor_without_the_instruction_are_compiled(tmp_path):
    run = said(BITS, NUMBA_CPU_NAME="generic", PLAYOUT_CACHE_DIR=str(tmp_path))
    assert run.returncode == 0, run.stderr
