"""How Numba compiles kernels here: what a kernel calls is only put together, once, in the kernel.

Numba optimises every function, with all that it calls, down to machine code, before it compiles
the caller, which takes it in and optimises it again. Functions that only kernels call need none of
that: they are typed and translated to LLVM's language, and wait there for a kernel. Two thirds of
the time to compile a search went into machine code that never ran.
"""

import contextlib
import gc
from collections.abc import Iterator
from typing import Any

import numba
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering, NoPythonBackend

__all__ = ["EntryCompiler", "InnerCompiler"]

LEVEL = 1  # of LLVM's optimisation


class Library(JITCodeLibrary):  # type: ignore[misc]
    """Code that LLVM optimises at level 1. Kernels are as fast by it as by level 3, within what the
    place of code in memory makes of them; random playouts of Connect 4, faster."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(opt=level())
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        cheap = {"loop_vectorize": False, "slp_vectorize": False, "opt": 0, "cost": "cheap"}
        for options in (cheap, {"opt": level()}):
            passes, builder = self._codegen._module_pass_manager(**options)
            passes.run(self._final_module, builder)


def level() -> int:
    return min(LEVEL, int(numba.config.OPT))  # NUMBA_OPT=0, to debug


class InnerLibrary(Library):
    """The code of a function that only kernels call, in LLVM's language, without what it calls."""

    _shared_module: Any

    def finalize(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def own_module(self) -> Any:
        return self._final_module

    def _get_module_for_linking(self) -> Any:
        """For a function that is not ours: it takes a module in which nothing is missing."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            link_all(self, self._shared_module, "linkonce_odr")
            for name in names_in(self._final_module):
                self._shared_module.get_function(name).linkage = "linkonce_odr"
        return self._shared_module


class EntryLibrary(Library):
    """The code of a kernel, with all that it calls."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        link_all(self, self._final_module, "internal")
        self._linking_libraries = []
        super().finalize()


def link_all(library: Any, module: Any, linkage: str) -> None:
    """Put all that a library calls into a module: first what was translated for kernels, whole,
    then what is complete in itself, of which LLVM takes what is used."""
    names: list[str] = []
    called = all_called(library)
    for other in called:
        library._reload_init.update(other._reload_init)
        if isinstance(other, InnerLibrary):
            names += names_in(other.own_module)
            module.link_in(other.own_module, preserve=True)
    for other in called:
        if not isinstance(other, InnerLibrary):
            module.link_in(other._get_module_for_linking(), preserve=True)
    for name in names:
        module.get_function(name).linkage = linkage
    for function in module.functions:  # to call what is not there would end the process
        if function.is_declaration and function.name.startswith("_ZN"):
            raise RuntimeError(f"{function.name} is called, and is not there")


def all_called(library: Any) -> list[Any]:
    """Every library that this one calls, by way of others too, each once."""
    found: list[Any] = []
    seen = set()
    waiting = [library]
    while waiting:
        for called in waiting.pop()._linking_libraries:
            if called not in seen:
                seen.add(called)
                found.append(called)
                if isinstance(called, InnerLibrary):  # others have what they call in them
                    waiting.append(called)
    return found


def names_in(module: Any) -> list[str]:
    return [function.name for function in module.functions if not function.is_declaration]


@register_pass(mutates_CFG=False, analysis_only=False)
class KeepForKernels(NoPythonBackend):  # type: ignore[misc]
    """Make a function known to those that call it, without machine code."""

    _name = "playout_keep_for_kernels"

    def run_pass(self, state: Any) -> bool:
        lowered, library = state["cr"], state.library
        library.finalize()
        name = lowered.fndesc.qualname.split(".")[-1]
        module = lowered.fndesc.lookup_module()
        key = _dynfunc.make_function(module, name, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(key, lowered.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = lowered._replace(cfunc=key)
        return bool(super().run_pass(state))


COLLECT_AFTER = 50_000  # objects made


@contextlib.contextmanager
def seldom_collecting() -> Iterator[None]:
    """Let garbage wait: Numba makes millions of objects that stay, and to look through them time
    and again took a tenth of the time to compile."""
    before = gc.get_threshold()
    if 0 < before[0] < COLLECT_AFTER:
        gc.set_threshold(COLLECT_AFTER, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a kernel that Python calls."""

    library_class: type = EntryLibrary

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        state = self.state
        if state.library is None:
            state.library = self.library_class(state.targetctx.codegen(), "playout")
            state.library.enable_object_caching()

    def compile_extra(self, func: Any) -> Any:
        with seldom_collecting():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class InnerCompiler(EntryCompiler):
    """Translates a function that only kernels call."""

    library_class = InnerLibrary

    def define_pipelines(self) -> list[Any]:
        self.state.flags.no_compile = True
        (passes,) = super().define_pipelines()
        passes.add_pass_after(KeepForKernels, NativeLowering)
        passes.passes = [one for one in passes.passes if one[0] is not NoPythonBackend]
        passes.finalize()
        return [passes]
