"""Processors: which one kernels are compiled for, and which ones the kernels of a release are for.

Kernels are compiled for the processor at hand, unless NUMBA_CPU_NAME or NUMBA_CPU_FEATURES say
otherwise, as they do where a release is built: so LLVM is asked what it would compile for, not the
processor what it is.
"""

import os
from functools import lru_cache

import llvmlite.binding
import numba
from numba.core.registry import cpu_target

__all__ = ["BASELINE", "WIDE", "has_fast_pdep", "has_long_vectors", "shipped_level", "usable_cores"]

BASELINE = "x86-64-v3"  # what the kernels of a release are compiled for: LLVM's name
WIDE = "x86-64-v4"  # the same for those that gain by its vectors, of 512 bits
FEATURES: dict[str, tuple[str, ...]] = {  # what a processor must have
    BASELINE: ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "xsave")
}
FEATURES[WIDE] = (*FEATURES[BASELINE], *(f"avx512{x}" for x in ("f", "bw", "cd", "dq", "vl")))
SLOW_PDEP = ("znver1", "znver2")  # AMD before Zen 3 has the instruction in microcode

# Functions in which LLVM uses what a processor has.
SUM_OF_VECTORS = """define void @f(ptr %a, ptr %b) {
    %x = load <16 x float>, ptr %a
    %y = load <16 x float>, ptr %b
    %z = fadd <16 x float> %x, %y
    store <16 x float> %z, ptr %a
    ret void
}"""
SHIFT = "define i64 @f(i64 %a, i64 %b) {\n    %c = shl i64 %a, %b\n    ret i64 %c\n}"


@lru_cache
def shipped_level(has_vectors: bool) -> str | None:
    """For which level the kernels of a release are that this processor can, and should, run, of
    those with vectors or of the others; None if there are none."""
    if numba.config.CPU_NAME is not None or numba.config.CPU_FEATURES is not None:
        return None  # whoever runs this wants code for that processor
    level = WIDE if has_vectors and has_long_vectors() else BASELINE
    features = llvmlite.binding.get_host_cpu_features()
    can_run = all(features.get(name) for name in FEATURES[level])
    return level if can_run and has_fast_pdep() else None


@lru_cache
def has_long_vectors() -> bool:
    """Are there registers of 512 bits, by which convolutions are cut into larger tiles?"""
    return "zmm" in _compiled(SUM_OF_VECTORS)


@lru_cache
def has_fast_pdep() -> bool:
    """Is the instruction there, and faster than the bisection that does without it?"""
    name = numba.config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
    return "shlx" in _compiled(SHIFT) and name not in SLOW_PDEP  # both are of BMI2


def _compiled(function: str) -> str:
    """A function of LLVM's language in that of the processor that kernels are compiled for."""
    machine = cpu_target.target_context.codegen()._tm
    assembly: str = machine.emit_assembly(llvmlite.binding.parse_assembly(function))
    return assembly


def usable_cores() -> int:
    """How many cores this process may use, where the system says so: containers and batch systems
    give it some of them."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
