"""Network files: what is written is read, and what is no network is refused in a sentence."""

import hashlib
import json
import os
import pickle
import struct

import numpy as np
import pytest
from scipy.signal import correlate

from playout import find
from playout.nets import NetError, read, write
from playout.nets.file import (
    MAGIC,
    MOST_TEXT,
    SHIPPED,
    Architecture,
    check_fits,
    random_network,
)
from playout.nets.forward import convolved, forward
from playout.nets.planes import moves_of, planes_of


@pytest.fixture
def hex_net():
    return random_network(find("hex:4"), Architecture(2, 8), seed=3, text="hex:4")


def test_what_is_written_is_read(tmp_path, hex_net):
    hex_net.about["recipe"] = {"minutes": 8}
    write(tmp_path / "a.net", hex_net)
    again = read(tmp_path / "a.net")
    assert again[:5] == hex_net[:5]
    assert again.about["recipe"] == {"minutes": 8}
    assert all(np.array_equal(again.arrays[n], a) for n, a in hex_net.arrays.items())


def sealed(content):
    return content + hashlib.sha256(content).digest()


def with_header(first=b"", **changes):
    net = random_network(find("hex:4"), Architecture(1, 4))
    header = {"game": "hex:4", "kind": "Hex", "shape": list(net.shape), "architecture": [1, 4]}
    text = json.dumps(header | {"about": {}} | changes).encode()
    numbers = b"".join(a.astype("<f2").tobytes() for a in net.arrays.values())[len(first) :]
    return sealed(MAGIC + struct.pack("<I", len(text)) + text + first + numbers)


def test_a_header_written_by_hand_is_read(tmp_path):
    (tmp_path / "a.net").write_bytes(with_header())
    assert read(tmp_path / "a.net").game == "hex:4"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PLAYNET1",
        b"nothing of the kind" * 100,
        sealed(MAGIC + struct.pack("<I", 2**31) + b"{}"),
        sealed(MAGIC + struct.pack("<I", 2) + b"{}"),
        sealed(MAGIC + struct.pack("<I", 2) + b"[]"),
        sealed(MAGIC + struct.pack("<I", 100_000) + b"[" * 100_000),
        with_header()[:-40],
        with_header()[:-1] + b"x",
        with_header(architecture=[10**9, 10**9]),
        with_header(architecture=[2, 4]),
        with_header(architecture=[True, 4]),
        with_header(architecture="14"),
        with_header(shape=[3, 6, 6, -1]),
        with_header(shape=None),
        with_header(about=[]),
        with_header(shape=[3, 0, 6, 1]),
        with_header(game=["hex:4"]),
        with_header(game="\x1b[2Jhex:4"),
        with_header(kind="Hex" * 1000),
        with_header(about={"rate": np.nan}),
        with_header(first=np.array([np.nan], "<f2").tobytes()),
        pickle.dumps(print),
        sealed(MAGIC + struct.pack("<I", 10) + pickle.dumps(print)),
    ],
)
def test_what_is_no_network_is_refused(tmp_path, content):
    (tmp_path / "a.net").write_bytes(content)
    with pytest.raises(NetError, match="not a network, or not a whole one"):
        read(tmp_path / "a.net")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_what_is_no_plain_file_is_not_waited_for(tmp_path):
    """A pipe that nobody writes to, a device without an end, a link to itself, a folder, and a file
    with more holes than memory."""
    os.mkfifo(tmp_path / "pipe.net")
    (tmp_path / "endless.net").symlink_to("/dev/zero")
    with (tmp_path / "sparse.net").open("wb") as file:
        file.truncate(2**40)
    for name in ("pipe", "endless", "sparse"):
        with pytest.raises(NetError, match="not a network"):
            read(tmp_path / f"{name}.net")
    (tmp_path / "loop.net").symlink_to(tmp_path / "loop.net")
    (tmp_path / "folder.net").mkdir()
    for name in ("loop", "folder"):
        with pytest.raises(NetError, match="cannot be read"):
            read(tmp_path / f"{name}.net")


def test_a_file_of_the_game_is_not_run(tmp_path):
    """The text of a network may name a Python file: nobody follows it."""
    (tmp_path / "game.py").write_text("raise SystemExit")
    (tmp_path / "a.net").write_bytes(with_header(game=str(tmp_path / "game.py")))
    check_fits(read(tmp_path / "a.net"), find("hex:4"))


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_numbers_that_are_not_finite_do_not_replace_a_network(number, tmp_path, hex_net):
    write(tmp_path / "a.net", hex_net)
    before = (tmp_path / "a.net").read_bytes()
    hex_net.arrays["stem.b"][0] = number
    with pytest.raises(NetError, match="is not written: the network has numbers that are not"):
        write(tmp_path / "a.net", hex_net)
    assert (tmp_path / "a.net").read_bytes() == before


def test_a_network_of_which_too_much_is_said_is_not_written(tmp_path, hex_net):
    with pytest.raises(NetError, match="is not written: its text is too long"):
        write(tmp_path / "a.net", hex_net._replace(about={"start": "x" * MOST_TEXT}))
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("game", "seen"),
    [
        ("games\u00a0of mine\u202f/a.py", "games of mine /a.py"),
        ("\U0001f469\u200d\U0001f680/a.py:4x4", "\U0001f469?\U0001f680/a.py:4x4"),
        ("\udcff/a.py", "?/a.py"),
        (f"{'folder/' * 100}a.py:4x4", f"…{('folder/' * 100 + 'a.py:4x4')[-499:]}"),
    ],
)
def test_the_game_of_a_network_may_be_any_path(game, seen, tmp_path, hex_net):
    """A network of such a game was written, and could not be read."""
    write(tmp_path / "a.net", hex_net._replace(game=game))
    assert read(tmp_path / "a.net").game == seen


def test_a_name_that_is_none_is_refused(tmp_path):
    with pytest.raises(NetError, match="no network is called 'nonsense'"):
        read("nonsense")
    with pytest.raises(NetError, match="cannot be read"):
        read(tmp_path / "absent.net")


def test_a_network_plays_its_game_on_other_boards(hex_net):
    check_fits(hex_net, find("hex:7"))
    with pytest.raises(NetError, match="is one of hex:4, and not of"):
        check_fits(hex_net, find("connect4"))
    policy, value = forward(hex_net, planes_of(find("hex:7").start()))
    assert policy.shape == (1, 81)
    assert value.shape == (1,)


def test_a_convolution_is_what_scipy_says(hex_net):
    rng = np.random.default_rng(1)
    x = rng.normal(size=(1, 5, 6, 8)).astype(np.float32)
    padded = np.pad(x[0], ((1, 1), (1, 1), (0, 0)))
    for out in range(8):
        weights = hex_net.arrays["block0.a.w"][..., out]
        wanted = correlate(padded, weights, "valid")[:, :, 0] + hex_net.arrays["block0.a.b"][out]
        assert np.allclose(
            convolved(x, hex_net.arrays, "block0.a")[0, :, :, out], wanted, atol=1e-4
        )


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.net")), ids=lambda path: path.stem)
def test_shipped_networks_fit_their_games_and_say_how_they_came_to_be(path):
    network = read(path.stem)
    check_fits(network, find(network.game))
    assert path.stat().st_size < 3_000_000
    assert {"recipe", "seed", "versions", "date", "curve"} <= network.about.keys()
    state = find(network.game).start()
    policy, value = forward(network, planes_of(state))
    assert 0.3 < 1 / (1 + np.exp(-value[0])) < 1.0  # to begin is no disadvantage
    for _ in range(6):  # on an empty board of gomoku one move is as good as many others
        moves, indices = moves_of(state)
        state = state.play(int(moves[np.argmax(policy[0, indices])]))
        policy, _ = forward(network, planes_of(state))
    assert policy.std() > 1  # it has learnt to tell moves apart


def test_connect4_begins_in_the_middle():
    state = find("connect4").start()
    policy, _ = forward(read("connect4"), planes_of(state))
    moves, indices = moves_of(state)
    assert moves[np.argmax(policy[0][indices])] == 3


def test_a_game_without_a_board_has_a_network(tmp_path):
    nim = random_network(find("nim"), Architecture(1, 8), text="nim")
    write(tmp_path / "nim.net", nim)
    policy, value = forward(read(tmp_path / "nim.net"), planes_of(find("nim").start()))
    assert policy.shape == (1, 12)
    assert np.isfinite(value).all()
