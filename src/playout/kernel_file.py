"""A compiled kernel as a file: whole, and written by nobody else.

A kernel is machine code that will run: a file is taken only from a folder to which nobody else can
write, and only if it is as it was written.
"""

import errno
import hashlib
import os
import re
import stat
import sys
import tempfile
import zlib
from functools import lru_cache
from pathlib import Path

from .language import tr

__all__ = ["KERNEL", "PART", "SAID", "is_ours", "read", "say", "say_once", "sealed", "write"]

# What files are called: they can lie among those of others, which are not ours to remove.
KERNEL = re.compile(r"\w+-[0-9a-f]{32}\.kernel")
BEGIN, END = "playout-", ".part"  # while they are written
PART = re.compile(rf"{BEGIN}\w+\{END}")


def sealed(name: str, content: bytes) -> bytes:
    """A kernel as it is in its file: a hash, which finds out damage, before it."""
    packed = zlib.compress(content, 1)
    return hashlib.sha256(name.encode() + packed).digest() + packed


def write(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all: another process may read it at any time."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=BEGIN, suffix=END, delete=False
    ) as file:
        try:
            file.write(content)
            file.flush()
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)  # a disk that is full is not to be filled with parts of kernels
            raise


def read(path: Path) -> bytes:
    """What a file of a kernel holds; an error where it is not whole or not to be trusted."""
    _trust(path.parent.stat(), path.parent, path)  # first: what others put there is not opened
    with open(path, "rb", opener=_without_waiting) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise PermissionError(path)
        _trust(found, file.fileno(), path)
        data = file.read()
    if hashlib.sha256(path.name.encode() + data[32:]).digest() != data[:32]:
        say_once(str(path), tr("{path} is damaged, and is made anew", path=path))
        raise ValueError(path)
    return zlib.decompress(data[32:])


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; one that is a pipe would be waited for. Links are followed: installers make
    them, and it is the file itself that is looked at."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _trust(found: os.stat_result, place: Path | int, path: Path) -> None:
    """An error, which is said once, where others can write to a kernel's file or folder."""
    if not is_ours(found, place):
        why = tr(
            "compiled kernels in {path} are not used: they belong to somebody else, or"
            " others can write to them. chown and chmod -R go-w mend that.",
            path=path.parent,
        )
        say_once("not ours", why)
        raise PermissionError(path)


def is_ours(found: os.stat_result, place: Path | int) -> bool:
    """Can nobody but the user, and the system's administrator, have written this?"""
    if not hasattr(os, "geteuid"):
        return True  # Windows keeps others out of a user's folders by itself
    if found.st_uid not in (0, os.geteuid()) or found.st_mode & stat.S_IWOTH:
        return False
    # What a list of users grants shows as a right of the group.
    return not found.st_mode & stat.S_IWGRP or (_is_private(found.st_gid) and _is_plain(place))


@lru_cache
def _is_private(group: int) -> bool:
    """Is this the group of the user alone, as many systems make one for each user? What an
    installer writes there can be written by the group, which lets nobody else in."""
    import grp
    import pwd

    user = os.geteuid()
    try:
        name = pwd.getpwuid(user).pw_name
        found = grp.getgrgid(group)
    except KeyError:
        return False  # nobody knows who is in it
    # Whose first group it is need not be among its members.
    others = [one for one in pwd.getpwall() if one.pw_gid == group and one.pw_uid != user]
    return group != 0 and found.gr_name == name and {*found.gr_mem} <= {name} and not others


def _is_plain(place: Path | int) -> bool:
    """Has this no list of users (ACL) who may write to it, too? No, where it cannot be asked."""
    try:
        os.getxattr(place, "system.posix_acl_access")
    except AttributeError:
        return False  # not a Linux
    except OSError as error:
        return error.errno in (errno.ENODATA, errno.ENOTSUP)
    return False


SAID: dict[str, str] = {}  # what was said once, by its kind


def say_once(kind: str, text: str) -> None:
    if kind not in SAID:
        SAID[kind] = text
        print(f"playout: {text}", file=sys.stderr, flush=True)


def say(text: str) -> None:
    if not os.environ.get("PLAYOUT_QUIET"):
        print(text, end="", file=sys.stderr, flush=True)
