"""Bit tricks against plain Python, random numbers against their published definitions."""

import subprocess
import sys
from typing import NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from playout import kernel
from playout.kernel import JIT, compiled, entry

WORD = st.integers(0, 2**64 - 1)
MASK = 2**64 - 1


@entry
def bits_of(x, n):
    return (
        kernel.popcount(x),
        kernel.lowest(x),
        kernel.nth_bit(x, n),
        kernel.nth_bit_by_halves(x, n),
        kernel.bit(n),
    )


@entry
def draw(stream, n, out):
    for i in range(len(out)):
        out[i] = kernel.below(stream, n)


@entry
def words(stream, seed, out):
    kernel.seed_stream(stream, seed)
    for i in range(len(out)):
        out[i] = kernel.next_word(stream)


@entry
def fractions(stream, out):
    for i in range(len(out)):
        out[i] = kernel.unit(stream)


@given(WORD.filter(bool), st.data())
def test_bit_tricks_agree_with_plain_integers(x, data):
    places = [i for i in range(64) if x >> i & 1]
    n = data.draw(st.integers(0, len(places) - 1))
    count, lowest, nth, nth_by_halves, bit = bits_of(np.uint64(x), n)
    assert (count, lowest) == (len(places), places[0])
    assert int(nth) == int(nth_by_halves) == 1 << places[n]
    assert int(bit) == 1 << n


def reference_stream(seed, n):
    """SplitMix64 for the state, xoroshiro128++ for the numbers, in unbounded integers."""

    def mix(x):
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
        x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
        return x ^ x >> 31

    def rotate(x, k):
        return (x << k | x >> 64 - k) & MASK

    a, b = (mix(seed + i * 0x9E3779B97F4A7C15 & MASK) for i in (1, 2))
    for _ in range(n):
        yield (rotate(a + b & MASK, 17) + a) & MASK
        b ^= a
        a, b = rotate(a, 49) ^ b ^ b << 21 & MASK, rotate(b, 28)


@given(WORD)
def test_stream_is_xoroshiro_seeded_by_splitmix(seed):
    out = np.zeros(20, np.uint64)
    words(np.zeros(2, np.uint64), np.uint64(seed), out)
    assert out.tolist() == list(reference_stream(seed, 20))


def test_seed_gives_the_published_splitmix_numbers():
    # The first two outputs of SplitMix64 for the seed 1234567, as widely published.
    stream = np.zeros(2, np.uint64)
    words(stream, np.uint64(1234567), np.zeros(0, np.uint64))
    assert stream.tolist() == [6457827717110365317, 3203168211198807973]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 121, 1000])
def test_below_is_uniform(n):
    stream = np.array([11, 12], np.uint64)
    out = np.zeros(100_000 if JIT else 3_000, np.int64)
    draw(stream, n, out)
    assert out.min() >= 0
    assert out.max() < n
    if n > 1:
        assert stats.chisquare(np.bincount(out, minlength=n)).pvalue > 1e-4


def test_below_rejects_what_would_be_unfair():
    # With n a little over 2**31, plain scaling would hit even results twice as often.
    n = 2**31 + 2**30
    out = np.zeros(30_000 if JIT else 3_000, np.int64)
    draw(np.array([3, 4], np.uint64), n, out)
    counts = np.bincount(out % 3, minlength=3)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_unit_is_uniform_on_the_half_open_interval():
    out = np.zeros(100_000 if JIT else 3_000)
    fractions(np.array([5, 6], np.uint64), out)
    assert 0 <= out.min() <= out.max() < 1
    assert stats.kstest(out, "uniform").pvalue > 1e-4


def test_split_gives_different_seeds():
    seeds = {int(kernel.split(np.uint64(s), np.uint64(i))) for s in range(30) for i in range(30)}
    assert len(seeds) == 900


def test_methods_of_one_name_take_the_same_parameters():
    @compiled
    class One(NamedTuple):
        x: int = 1

        def measured(self, state):
            return 1

    with pytest.raises(TypeError, match=r"Two.measured\(self, state, extra\) differs from One"):

        @compiled
        class Two(NamedTuple):
            x: int = 1

            def measured(self, state, extra):
                return 2


def answering(n):
    @compiled
    class Answer(NamedTuple):
        x: int = 1

        def answer(self):
            return n

    return Answer


@entry
def ask(thing):
    return thing.answer()


def test_classes_of_one_name_keep_their_own_methods():
    # What happens when a cell of a notebook is changed and run again.
    first, second = answering(1), answering(2)
    assert [ask(first()), ask(second()), ask(first())] == [1, 2, 1]


class Plain(NamedTuple):
    """Somebody's named tuple, with fields that are called like methods of games."""

    moves: int
    player: int


@entry
def field_sum(plain):
    return plain.moves + plain.player


def test_fields_of_other_named_tuples_stay_fields():
    import playout.games.nim  # noqa: F401  registers `moves` and `player`

    assert field_sum(Plain(3, 4)) == 7


@compiled
def deep(x):
    return x + np.uint64(1)


@compiled
def twice(x):
    return deep(deep(x))


@compiled
def unused(x):
    if False:
        return twice(x)
    return x


@entry
def by_two_ways(x):
    return unused(x) + twice(x)


@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
def test_functions_of_kernels_have_no_machine_code_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))  # or it may be there already
    assert by_two_ways(np.uint64(3)) == 8
    inner = [one.library for function in (deep, twice) for one in function.overloads.values()]
    (outer,) = (one.library for one in by_two_ways.overloads.values())
    engine = outer.codegen._engine
    assert len(inner) == 2
    for library in inner:
        names = [f.name for f in library.own_module.functions if not f.is_declaration]
        assert not any(engine.is_symbol_defined(name) for name in names)


@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
def test_function_of_somebody_else_may_call_those_of_kernels():
    assert numba.njit(lambda x: twice(x) * np.uint64(2))(np.uint64(3)) == 10


TYPES = """
from numba.core.typing.typeof import typeof_impl
import playout
import playout.kernel
known = set(typeof_impl.registry)
playout.search(playout.find("hex:3").start(), playout.Grave(), simulations=100)
print(set(typeof_impl.registry) - known)
"""


@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
def test_calls_add_nothing_to_the_types_that_numba_knows():
    """They are a dictionary without a lock: a call in another thread may be looking through it."""
    run = [sys.executable, "-c", TYPES]
    assert subprocess.run(run, check=True, capture_output=True, text=True).stdout == "set()\n"
