"""A network as a file: what it is, in plain text, and its numbers; nothing in it is ever run.

    8 bytes    PLAYNET1
    4 bytes    how long the text is, little-endian
    text       JSON, see `Header`
    numbers    the arrays one after the other, each number in 16 bits, little-endian
    32 bytes   SHA-256 of all before it

The arrays follow from the shape and the architecture, in this order; `k` is 3, or 1 where the
board is a single cell:

    stem.w         (k, k, planes, channels)        stem.b        (channels)
    block0.a.w     (k, k, channels, channels)      block0.a.b    (channels)
    block0.b.w     (k, k, channels, channels)      block0.b.b    (channels)
    block1 ...
    policy.a.w     (channels, channels / 2)        policy.a.b    (channels / 2)
    policy.b.w     (channels / 2, moves)           policy.b.b    (moves)
    value.a.w      (channels, 32)                  value.a.b     (32)
    value.b.w      (64, 64)                        value.b.b     (64)
    value.c.w      (64, 1)                         value.c.b     (1)

None of them depends on the size of the board: a network of Hex 11 x 11 plays on 7 x 7.
`forward.py` says what is done with them.
"""

import hashlib
import json
import math
import os
import stat
import struct
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..catalogue import text_of
from ..errors import PlayoutError
from ..language import Text
from ..registry import name_of
from .planes import Shape, shape_of

__all__ = ["SHIPPED", "Architecture", "NetError", "Network", "array_shapes", "read", "write"]

MAGIC = b"PLAYNET1"
SHIPPED = Path(__file__).parent / "data"  # the networks that come with the package
MOST_TEXT = 4 * 2**20
MOST_NUMBERS = 2**27
MOST_BLOCKS, MOST_CHANNELS, MOST_PLANES = 100, 1024, 2**17
MOST_NAME = 500  # characters of the game, which may be a path
LARGEST = 65504  # number of 16 bits
VALUE_PLANES, VALUE_HIDDEN = 32, 64


class NetError(PlayoutError):
    """A network that cannot be read, or not be used for this game."""

    code = "net-error"


class Architecture(NamedTuple):
    """How large a network is."""

    blocks: int = 6
    channels: int = 64


USUAL = Architecture()


class Network(NamedTuple):
    """A network as it is used: normalisation is part of its numbers."""

    game: str  # of which it is, as people write it
    kind: str  # the name of the game's class
    shape: Shape
    architecture: Architecture
    about: dict[str, Any]  # how it came to be: recipe, seed, versions, date, curve
    arrays: dict[str, np.ndarray]  # float32

    @property
    def kernel(self) -> int:
        """How many cells wide what a convolution sees is."""
        return kernel_of(self.shape)


def kernel_of(shape: Shape) -> int:
    return 1 if shape.rows * shape.cols == 1 else 3


def array_shapes(shape: Shape, architecture: Architecture) -> dict[str, tuple[int, ...]]:
    """The arrays of a network, by name, in the order of the file."""
    blocks, channels = architecture
    k, half = kernel_of(shape), max(channels // 2, 1)
    weights: dict[str, tuple[int, ...]] = {"stem": (k, k, shape.planes, channels)}
    for i in range(blocks):
        weights |= {f"block{i}.{part}": (k, k, channels, channels) for part in "ab"}
    weights |= {"policy.a": (channels, half), "policy.b": (half, shape.moves)}
    weights |= {"value.a": (channels, VALUE_PLANES)}
    weights |= {"value.b": (2 * VALUE_PLANES, VALUE_HIDDEN), "value.c": (VALUE_HIDDEN, 1)}
    return {f"{n}.{x}": s if x == "w" else s[-1:] for n, s in weights.items() for x in "wb"}


def n_numbers(shape: Shape, architecture: Architecture) -> int:
    """How many numbers a network consists of."""
    return sum(map(math.prod, array_shapes(shape, architecture).values()))


def fits(network: Network, game: Any) -> bool:
    """Whether a network is one of this game, on whatever size of board."""
    shape = shape_of(game)
    is_board = kernel_of(shape) == network.kernel
    sees = shape.planes, shape.moves
    known = network.shape.planes, network.shape.moves
    return network.kind == name_of(type(game)) and sees == known and is_board


def check_fits(network: Network, game: Any) -> None:
    """Raise an error if a network is not one of this game."""
    if not fits(network, game):
        why = "this network is one of {known}, and not of {game}"
        raise NetError(why, "other-game", known=network.game, game=text_of(game))


def write(path: str | os.PathLike[str], network: Network) -> None:
    """Write a network; a file of that name is replaced only when the new one is whole."""
    names = array_shapes(network.shape, network.architecture)
    header = {
        "game": printable(network.game),
        "kind": network.kind,
        "shape": list(network.shape),
        "architecture": list(network.architecture),
        "about": network.about,
    }
    text = json.dumps(header, indent=1, allow_nan=False).encode()
    # What could not be read again is not written: the file of before is worth more.
    if len(text) > MOST_TEXT:
        raise NetError("{name} is not written: its text is too long", "long-net", name=str(path))
    if not all(np.isfinite(network.arrays[n]).all() for n in names):
        why = "{name} is not written: the network has numbers that are not finite"
        raise NetError(why, "endless-net", name=str(path))
    numbers = b"".join(
        np.clip(network.arrays[n], -LARGEST, LARGEST).astype("<f2").tobytes() for n in names
    )
    content = MAGIC + struct.pack("<I", len(text)) + text + numbers
    target = Path(path)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content + hashlib.sha256(content).digest())
        os.replace(part, target)
    except OSError as problem:
        part.unlink(missing_ok=True)
        why = "{name} cannot be written: {why}"
        reason = Text(problem.strerror or str(problem))
        raise NetError(why, "unwritten-net", name=str(path), why=reason) from None


def printable(text: str) -> str:
    """What a file has of the path of a game, which may be of any kind: what no terminal shows is
    replaced, and of a long one only the end is there."""
    text = "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)
    return text if len(text) <= MOST_NAME else "…" + text[1 - MOST_NAME :]


def read(name: str | os.PathLike[str]) -> Network:
    """The network of a file, or one that comes with the package by its name, such as `hex11`."""
    path = Path(name)
    if path.suffix != ".net" and path.name == str(name):
        path = SHIPPED / f"{name}.net"
        if not path.is_file():
            known = ", ".join(sorted(each.stem for each in SHIPPED.glob("*.net")))
            why = "no network is called {name!r}; there are {known}, or the path of a .net file"
            raise NetError(why, "unknown-net", name=str(name), known=known or Text("none"))
    try:
        # A pipe may never say anything, and a device never end; a folder cannot be opened.
        at, content = path.stat(), b""
        is_short = at.st_size <= MOST_TEXT + 2 * MOST_NUMBERS
        if path.is_dir() or (stat.S_ISREG(at.st_mode) and is_short):
            content = path.read_bytes()
    except OSError as problem:
        why = "{name} cannot be read: {why}"
        reason = Text(problem.strerror or str(problem))
        raise NetError(why, "unreadable-net", name=str(name), why=reason) from None
    try:
        return parsed(content)
    except (ValueError, TypeError, KeyError, RecursionError, struct.error):
        why = "{name} is not a network, or not a whole one"
        raise NetError(why, "not-a-net", name=str(name)) from None


def parsed(content: bytes) -> Network:
    """The network that these bytes are; raises some error if they are none."""
    whole, digest = content[:-32], content[-32:]
    if whole[:8] != MAGIC or hashlib.sha256(whole).digest() != digest:
        raise ValueError
    (length,) = struct.unpack("<I", whole[8:12])
    if length > MOST_TEXT:
        raise ValueError
    header = json.loads(whole[12 : 12 + length])
    shape = Shape(*whole_numbers(header["shape"], 4, MOST_PLANES))
    architecture = Architecture(*whole_numbers(header["architecture"], 2, MOST_CHANNELS))
    is_sized = min(*shape, architecture.channels) > 0 and architecture.blocks <= MOST_BLOCKS
    if not is_sized or not isinstance(header["about"], dict):
        raise ValueError
    shapes = array_shapes(shape, architecture)
    if n_numbers(shape, architecture) * 2 != len(whole) - 12 - length:
        raise ValueError
    numbers = np.frombuffer(whole, "<f2", offset=12 + length).astype(np.float32)
    if not np.isfinite(numbers).all():
        raise ValueError
    ends = np.cumsum([math.prod(each) for each in shapes.values()])
    parts = zip(shapes.items(), np.split(numbers, ends[:-1]), strict=True)
    arrays = {name: part.reshape(each) for (name, each), part in parts}
    json.dumps(header["about"], allow_nan=False)  # a network that begins with it says the same
    game, kind = header["game"], header["kind"]
    for text in (game, kind):  # it is shown to people, in a terminal as well
        if not (isinstance(text, str) and text.isprintable() and len(text) <= MOST_NAME):
            raise ValueError
    return Network(game, kind, shape, architecture, header["about"], arrays)


def whole_numbers(values: Any, n: int, most: int) -> list[int]:
    if len(values) != n or not all(type(v) is int and 0 <= v <= most for v in values):
        raise ValueError
    return list(values)


def random_network(
    game: Any, architecture: Architecture = USUAL, seed: int = 0, text: str = ""
) -> Network:
    """A network that has learnt nothing: for tests, and to measure speed."""
    rng = np.random.default_rng(seed)
    shape = shape_of(game)
    arrays = {}
    for name, each in array_shapes(shape, architecture).items():
        spread = math.sqrt(2 / math.prod(each[:-1])) if name.endswith(".w") else 0.1
        if name.startswith("block") and ".b." in name:
            spread *= 0.5  # or the sum of many blocks would grow
        arrays[name] = rng.normal(0, spread, each).astype(np.float16).astype(np.float32)
    kind = name_of(type(game))
    return Network(text or str(game), kind, shape, architecture, {"seed": seed}, arrays)
