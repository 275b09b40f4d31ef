"""Networks by name: those of the package, and files. A search has the number of a name, since it is
compiled and knows only numbers; what it stands for is the same in every process.

    auto        the network of the package for this game, if there is one
    none        no network
    hex11       one of the package
    my.net      a file
"""

import functools
import hashlib
import os
from typing import Any

from ..catalogue import find
from ..parameters import Choices
from .file import SHIPPED, NetError, Network, check_fits, fits, read
from .planes import shape_of

__all__ = ["AUTO", "NETWORKS", "NONE", "network_for", "shipped"]

AUTO, NONE = 0, 1
SUFFIX = ".net"


class NetworkNames(dict[str, int]):
    """The number of every name; any path of a network's file is a name."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and name.endswith(SUFFIX))

    def __missing__(self, path: str) -> int:
        self[path] = number_of(path)
        return self[path]


def number_of(name: str) -> int:
    """The same in every process, and of 48 bits: another name with it is not met by chance."""
    return 2**16 + int.from_bytes(hashlib.sha256(name.encode()).digest()[:6])


def shipped() -> list[str]:
    """The networks that come with the package."""
    return sorted(path.stem for path in SHIPPED.glob(f"*{SUFFIX}"))


def _names() -> NetworkNames:
    names = NetworkNames({"auto": AUTO, "none": NONE})
    for name in shipped():
        names[name] = number_of(name)
    return names


NETWORKS = Choices(_names(), SUFFIX)


def network_for(game: Any, number: int) -> Network | None:
    """The network that a number stands for, to be asked about a game; None for no network."""
    if number == NONE:
        return None
    if number == AUTO:
        return _of_game(game)
    name = next((name for name, n in NETWORKS.names.items() if n == number), None)
    if name is None:
        why = "network {number} has no name in this process: name it again"
        raise NetError(why, "unknown-net", number=number)
    network = _read(name)
    check_fits(network, game)
    return network


def _of_game(game: Any) -> Network | None:
    """The network of the package for a game: of several, the one whose board is most alike."""
    shape = shape_of(game)
    known = [network for network in map(_read, shipped()) if fits(network, game)]
    found = [network for network in known if rules_of(game) == rules_of(find(network.game))]
    away = [abs(net.shape.rows - shape.rows) + abs(net.shape.cols - shape.cols) for net in found]
    return found[away.index(min(away))] if found else None


def rules_of(game: Any) -> dict[str, Any]:
    """What makes a game another one, however large its board: who has learnt Breakthrough plays
    misère to lose, and who has seen Domineering on squares alone misjudges all other boards. (Hex
    is the same after its first two moves, with a swap or without.)"""
    values = game._asdict()
    is_square = values.get("cols") == values.get("rows")
    board = {"size", "rows", "cols", "swap"}
    return {"square": is_square, **{n: v for n, v in values.items() if n not in board}}


def _read(name: str) -> Network:
    path = name if name.endswith(SUFFIX) else SHIPPED / f"{name}{SUFFIX}"
    try:
        at = os.stat(path)
        changed = at.st_mtime_ns, at.st_size
    except OSError:
        changed = 0, 0  # `read` says why
    return _read_once(name, changed)


@functools.lru_cache(maxsize=32)
def _read_once(name: str, changed: tuple[int, int]) -> Network:
    return read(name)
