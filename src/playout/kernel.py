"""What every kernel may call: `compiled`, `entry`, random numbers, bit tricks.

A game or a search is a NamedTuple whose methods Numba can compile. `compiled`
makes those methods callable from kernels, so the same source runs three ways:

    interpreted   NUMBA_DISABLE_JIT=1: plain Python, for debugging and coverage
    compiled      the default: an `entry` compiles for each game it is called with
    on a GPU      `playout.gpu` registers the same methods for CUDA

Words are `uint64`. Mixing one with a signed integer gives a float in NumPy and
an `int64` in Numba, so indices are turned into words by `bit`, and shift counts
by `np.uint64`, before they meet one.

A stream of random numbers is two words (xoroshiro128++, Blackman and Vigna
2021). Nothing else is random: seed a stream from `split(seed, index)` and the
same numbers come out on every run, on every device, in any order of work.
"""

import inspect
from collections.abc import Callable
from typing import Any

import llvmlite.binding
import llvmlite.ir
import numba
import numba.core.typing.templates

# Adds to the types that Numba knows. Numba puts that off until a kernel is called, and a call in
# another thread, which looks through them without a lock, may break off by it.
import numba.experimental.function_type
import numba.extending
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic, overload

from .cache import KernelCache
from .compiler import EntryCompiler, InnerCompiler
from .processor import has_fast_pdep

__all__ = [
    "JIT",
    "below",
    "bit",
    "compiled",
    "entry",
    "let_words_wrap",
    "lowest",
    "mix",
    "next_word",
    "nth_bit",
    "popcount",
    "seed_stream",
    "split",
    "unit",
]

JIT = not numba.config.DISABLE_JIT


def let_words_wrap() -> None:
    """Words wrap around by design; with the JIT off NumPy complains of it, in each thread anew."""
    if not JIT:
        np.seterr(over="ignore")


let_words_wrap()

# What a kernel is compiled with: no exceptions to unwind, no GIL held, and no reference counts.
# Kernels allocate nothing, so they have none to keep; left in, they cost up to half the time.
OPTIONS = {"error_model": "numpy", "nogil": True, "_nrt": False}


# What is only called from kernels needs no way in for Python, which would take as long to compile
# as the function itself: it would have to unpack every array of every tuple.
INNER_OPTIONS = OPTIONS | {
    "nopython": True,
    "forceinline": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
INNER_JIT = INNER_OPTIONS | {"pipeline_class": InnerCompiler}


# --- compiled classes and functions -------------------------------------------------

_signatures: dict[str, tuple[inspect.Signature, type]] = {}
_targets: list[Callable[[str], None]] = []
_classes: dict[str, int] = {}
_NAMEDTUPLE = ("_make", "_replace", "_asdict")


def compiled(thing: Any) -> Any:
    """Make a function, or every method of a NamedTuple class, callable from kernels.

    Methods of the same name have the same parameters in every compiled class:
    that is how a kernel can call `game.play(state, move)` for any game.
    """
    if not inspect.isclass(thing):
        return (
            _Inner(thing, targetoptions=INNER_OPTIONS, pipeline_class=InnerCompiler)
            if JIT
            else thing
        )
    methods = {
        name: method
        for name, method in vars(thing).items()
        if inspect.isfunction(method) and not name.startswith("__") and name not in _NAMEDTUPLE
    }
    # Numba's dispatcher knows a named tuple by the name of its class alone: a second class of
    # that name (a notebook cell run again, say) would be given the first one's kernels.
    _classes[thing.__name__] = _classes.get(thing.__name__, 0) + 1
    if _classes[thing.__name__] > 1:
        thing.__name__ = f"{thing.__name__}_{_classes[thing.__name__]}"
    for name, method in methods.items():
        _register(name, method, thing)
    thing._kernels = methods  # type: ignore[attr-defined]
    return thing


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """A function for kernels. Called from Python it is compiled once more, with a way in."""

    def __call__(self, *args: Any) -> Any:
        if not hasattr(self, "_outer"):
            self._outer = numba.njit(pipeline_class=EntryCompiler, **OPTIONS)(self.py_func)
        return self._outer(*args)


def entry(function: Callable[..., Any], has_vectors: bool = False) -> Any:
    """A kernel that Python calls: compiled once for each game, then cached on disk. One that works
    on vectors comes with a release for processors with longer ones, too."""
    if not JIT:
        return np.errstate(over="ignore")(function)
    dispatcher = numba.njit(pipeline_class=EntryCompiler, **OPTIONS)(function)
    dispatcher._cache = KernelCache(function, has_vectors)
    return dispatcher


def compile_for(kernel: Any, *args: Any) -> None:
    """Load or compile a kernel for such arguments, without a call."""
    if JIT:
        kernel.compile(tuple(map(kernel.typeof_pyval, args)))


def add_target(templates: Any, extending: Any, **options: Any) -> None:
    """Make compiled methods, those so far and those to come, known to one of Numba's targets.

    This is `overload_method` on named tuples, for the classes that have the method:
    a field of the same name in somebody else's named tuple stays a field.
    """

    def register(name: str) -> None:
        resolve = _resolver(name)
        template: Any = templates.make_overload_method_template(
            types.BaseNamedTuple, name, resolve, "never", strict=False, **options
        )

        class Method(template):  # type: ignore[misc]
            def _resolve(self, typ, attr):
                known = attr in getattr(typ.instance_class, "_kernels", ())
                return super()._resolve(typ, attr) if known else None

        extending.infer_getattr(Method)
        extending.overload(resolve, strict=False, **options)(resolve)

    for name in _signatures:
        register(name)
    _targets.append(register)


def _register(name: str, method: Callable[..., Any], cls: type) -> None:
    parameters = tuple(inspect.signature(method).parameters)
    if name in _signatures:
        known, owner = _signatures[name]
        if tuple(known.parameters) != parameters:
            raise TypeError(
                f"{cls.__name__}.{name}({', '.join(parameters)}) differs from"
                f" {owner.__name__}.{name}({', '.join(known.parameters)}): kernels call both the"
                " same way. Use the same parameters, another name, or a @compiled function."
            )
        return
    _signatures[name] = inspect.signature(method), cls
    for register in _targets:
        register(name)


def _resolver(name: str) -> Callable[..., Any]:
    def resolve(self, *args):
        return getattr(self.instance_class, "_kernels", {}).get(name)

    resolve.__signature__ = _signatures[name][0]  # type: ignore[attr-defined]
    return resolve


add_target(numba.core.typing.templates, numba.extending, jit_options=INNER_JIT)


# --- bit tricks ---------------------------------------------------------------------


@compiled
def bit(i):
    """The word with bit i set, 0 <= i < 64."""
    return np.uint64(1) << np.uint64(i)


def popcount(x):
    """How many bits of a word are set."""
    return np.int64(int(x).bit_count())


def lowest(x):
    """The index of the lowest set bit of a word that is not zero."""
    return np.int64((int(x) & -int(x)).bit_length() - 1)


def nth_bit(x, n):
    """The n-th lowest set bit of a word, as a word with that bit alone; n counts from 0."""
    return nth_bit_by_halves(x, n)


@compiled
def nth_bit_by_halves(x, n):
    """`nth_bit` by bisection, for machines without a bit-deposit instruction."""
    at = 0
    width = 32
    while width > 0:
        low = (x >> np.uint64(at)) & ((np.uint64(1) << np.uint64(width)) - np.uint64(1))
        count = popcount(low)
        if n >= count:
            n -= count
            at += width
        width >>= 1
    return np.uint64(1) << np.uint64(at)


@intrinsic
def _ctpop(typing_context, x):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def _cttz(typing_context, x):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], llvmlite.ir.Constant(llvmlite.ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def _pdep(typing_context, x, mask):
    def codegen(context, builder, signature, args):
        word = llvmlite.ir.IntType(64)
        instruction = cgutils.get_or_insert_function(
            builder.module,
            llvmlite.ir.FunctionType(word, [word, word]),
            "llvm.x86.bmi.pdep.64",
        )
        return builder.call(instruction, args)

    return types.uint64(types.uint64, types.uint64), codegen


@overload(popcount, jit_options=OPTIONS)
def _popcount(x):
    return lambda x: _ctpop(x)  # noqa: PLW0108


@overload(lowest, jit_options=OPTIONS)
def _lowest(x):
    return lambda x: _cttz(x)  # noqa: PLW0108


@overload(nth_bit, jit_options=OPTIONS)
def _nth_bit(x, n):
    if has_fast_pdep():
        return lambda x, n: _pdep(np.uint64(1) << np.uint64(n), x)
    return lambda x, n: nth_bit_by_halves(x, n)  # noqa: PLW0108


# --- random numbers -----------------------------------------------------------------

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@compiled
def mix(x):
    """Scramble a word: a bijection that leaves no pattern (SplitMix64's finaliser)."""
    x = np.uint64(x)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def split(seed, index):
    """The index-th seed that grows out of this one; the same pair gives the same seed."""
    return mix(mix(np.uint64(seed) + GOLDEN) + (np.uint64(index) + np.uint64(1)) * GOLDEN)


@compiled
def seed_stream(stream, seed):
    """Start the stream of random numbers that belongs to a seed."""
    stream[0] = mix(np.uint64(seed) + GOLDEN)
    stream[1] = mix(np.uint64(seed) + GOLDEN + GOLDEN)


@compiled
def _rotate(x, k):
    return (x << np.uint64(k)) | (x >> np.uint64(64 - k))


@compiled
def next_word(stream):
    """The next 64 random bits of a stream (xoroshiro128++)."""
    a = stream[0]
    b = stream[1]
    word = _rotate(a + b, 17) + a
    b ^= a
    stream[0] = _rotate(a, 49) ^ b ^ (b << np.uint64(21))
    stream[1] = _rotate(b, 28)
    return word


@compiled
def below(stream, n):
    """A random integer from 0 to n - 1, exactly uniform (Lemire 2019); 0 < n < 2**32."""
    limit = np.uint64(n)
    scaled = (next_word(stream) >> np.uint64(32)) * limit
    rest = scaled & np.uint64(0xFFFFFFFF)
    if rest < limit:
        unfair = (np.uint64(1) << np.uint64(32)) % limit
        while rest < unfair:
            scaled = (next_word(stream) >> np.uint64(32)) * limit
            rest = scaled & np.uint64(0xFFFFFFFF)
    return np.int64(scaled >> np.uint64(32))


@compiled
def unit(stream):
    """A random float in [0, 1) with 53 random bits."""
    return np.float64(next_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
