"""Kernels for the page: compiled by other processes, while the page is told which."""

import asyncio
from pathlib import Path

import pytest
from serving import run as in_a_thread
from serving import serving, until

from playout import warmup
from playout.kernel import JIT
from playout.players import player_of
from playout.warmup import SOLVE, Part, parts_of_player
from playout.web import kernels, server
from playout.web.kernels import AT_ONCE, Kernels

needs_compiler = pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
PARTS = [Part("simulate", "nim"), Part("look", "nim"), Part(SOLVE, "nim"), Part("pick", "nim")]


class Compilers:
    """Instead of processes: what is compiled, in its order, and how many at a time."""

    def __init__(self, monkeypatch, disk=()):
        self.disk, self.made, self.now, self.most = set(disk), [], 0, 0
        monkeypatch.setattr(kernels, "is_loaded", self.disk.__contains__)
        monkeypatch.setattr(Kernels, "_compile", lambda _, part: self.compile(part))

    async def compile(self, part):
        self.made.append(part)
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.05)
        self.now -= 1
        self.disk.add(part)


def run(monkeypatch, wants, disk=()):
    compilers = Compilers(monkeypatch, disk)

    async def work():
        made = Kernels()
        futures = [future for want in wants for future in made.want(*want)]
        await asyncio.wait_for(asyncio.gather(*futures), 10)

    in_a_thread(work())
    return compilers


@needs_compiler
def test_parts_are_compiled_once_in_their_order_and_few_at_a_time(monkeypatch):
    compilers = run(monkeypatch, [(PARTS, False), (PARTS[:2], False)])
    assert compilers.made == PARTS
    assert compilers.most == AT_ONCE


@needs_compiler
def test_what_somebody_waits_for_comes_first(monkeypatch):
    waited = Part("simulate", "hex")
    compilers = run(monkeypatch, [(PARTS, False), ([waited, PARTS[3]], True)])
    assert compilers.made == [waited, PARTS[3], *PARTS[:3]]


@needs_compiler
def test_board_that_came_last_comes_before_one_that_was_left(monkeypatch):
    left = [Part(kind, "hex") for kind in ("simulate", "look", SOLVE)]
    wants = [(left, False), ([Part("pick", "hex")], True), (PARTS, False), (left[:1], False)]
    compilers = run(monkeypatch, wants)
    assert compilers.made == [Part("pick", "hex"), left[0], *PARTS, *left[1:]]


def test_budget_of_a_player_makes_no_other_parts():
    texts = ["uct:c=0.5", "uct:c=0.5,simulations=2000", "uct:seconds=2,c=0.5,threads=2"]
    needed = {tuple(parts_of_player("hex:5", text, player_of(text))) for text in texts}
    assert len(needed) == 1
    assert needed != {tuple(parts_of_player("hex:5", "uct", player_of("uct")))}


@needs_compiler
def test_what_is_on_disk_is_loaded(monkeypatch):
    assert run(monkeypatch, [(PARTS, False)], disk=PARTS[:3]).made == PARTS[3:]


@needs_compiler
def test_nothing_is_forgotten_that_is_wanted_while_others_end(monkeypatch):
    async def at_once(function, *args):
        return function(*args)

    monkeypatch.setattr(kernels, "is_loaded", lambda _: True)
    monkeypatch.setattr(kernels, "in_thread", at_once)

    async def work():
        made = Kernels()
        for pause in range(4):  # one of them meets the end of those before
            futures = made.want([Part("simulate", f"a{pause}"), Part("look", f"a{pause}")], False)
            for _ in range(pause):
                await asyncio.sleep(0)
            futures += made.want([Part("simulate", f"b{pause}")], False)
            await asyncio.wait_for(asyncio.gather(*futures), 10)

    in_a_thread(work())


@needs_compiler
def test_nothing_is_compiled_apart_where_it_could_not_be_kept(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path / "file"))
    assert run(monkeypatch, [(PARTS, False)]).made == []


@needs_compiler
def test_who_waits_does_not_wait_for_what_is_wanted_later(monkeypatch):
    compilers = Compilers(monkeypatch)

    async def work():
        made = Kernels()
        futures = made.want(PARTS[:AT_ONCE], False)
        while compilers.now < AT_ONCE:  # all are at work, and nothing is in line
            await asyncio.sleep(0)
        futures += made.want([Part("simulate", "hex")], True)
        await asyncio.wait_for(asyncio.gather(*futures), 10)

    in_a_thread(work())
    assert compilers.most == AT_ONCE + 1


@needs_compiler
def test_who_waits_for_what_is_at_work_starts_nothing_else(monkeypatch):
    compilers = Compilers(monkeypatch)

    async def work():
        made = Kernels()
        futures = made.want(PARTS[: AT_ONCE + 1], False)
        while compilers.now < AT_ONCE:
            await asyncio.sleep(0)
        futures += made.want(PARTS[:AT_ONCE], True)  # another process would only slow them down
        await asyncio.wait_for(asyncio.gather(*futures), 10)

    in_a_thread(work())
    assert compilers.most == AT_ONCE


@needs_compiler
def test_part_that_cannot_be_made_keeps_nobody_waiting(monkeypatch):
    def breaks(part):
        raise ValueError(part)

    async def work():
        made = Kernels()
        monkeypatch.setattr(kernels, "is_loaded", breaks)
        await asyncio.wait_for(asyncio.gather(*made.want(PARTS, True)), 10)
        assert not made._parts  # it is tried again when it is asked for again

    in_a_thread(work())


@needs_compiler
def test_other_process_compiles_and_this_one_loads(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    part = Part("playouts", "nim:7")
    done = []
    # Another type of kernel than those that this process may have: nothing is loaded so far.
    assert warmup.compile_apart([part], lambda *what: done.append(what))
    ((done_part, made),) = done
    assert (done_part, made.n_kernels > 0, made.problem) == (part, True, "")
    assert {path.name.partition("-")[0] for path in tmp_path.iterdir()} == {"look", "fill_winners"}


@needs_compiler
def test_search_is_compiled_without_a_position_whose_look_is_a_kernel_more(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path))
    parts = [Part("simulate", "nim:7"), Part("look", "nim:7")]
    assert warmup.compile_apart(parts, lambda *_: None)
    names = {path.name.partition("-")[0] for path in tmp_path.iterdir()}
    assert names == {"simulate", "look_ahead"}


@needs_compiler
def test_first_game_is_compiled_before_a_browser_is_there(monkeypatch):
    compilers = Compilers(monkeypatch)
    with serving(expects_first_game=True):
        until(lambda: len(compilers.made) == 2)
    assert [part.kind for part in compilers.made] == ["simulate", "look"]


def test_first_game_is_the_one_that_the_page_opens_with():
    source = Path(__file__).parents[2] / "frontend/src/game/record.svelte.ts"
    if not source.exists():
        pytest.skip("the sources of the page are not here")
    opens = f'fresh("{server.FIRST_GAME}", ["human", "{server.FIRST_OPPONENT}"])'
    assert opens in source.read_text("utf-8")


def test_page_is_told_what_is_compiled(monkeypatch):
    missing = {Part("simulate", "nim"), Part(SOLVE, "nim")} if JIT else set()

    async def compile_slowly(self, part):
        await asyncio.sleep(0.5)
        missing.discard(part)

    monkeypatch.setattr(kernels, "is_loaded", lambda part: part not in missing)
    monkeypatch.setattr(Kernels, "_compile", compile_slowly)
    with serving() as live, live.client() as client:
        client.say(type="prepare", id=5, game="nim", players=["easy", "random"], teaches=True)
        heard = [client.hear(compiling=True)]
        while heard[-1]["part"]:
            heard.append(client.hear(compiling=True))
    assert {message["id"] for message in heard} == {5}
    assert [message["part"] for message in heard][-1] == ""
    assert (heard[-1]["done"], heard[-1]["total"]) == (4, 4)
    if JIT:
        assert heard[0]["part"] == "simulate"


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"players": ["human"]}])
def test_what_cannot_be_played_is_not_compiled(wrong):
    with serving() as live, live.client() as client:
        asked = {"game": "nim", "players": ["easy"]} | wrong
        client.say(type="prepare", id=5, **asked)
        assert client.hear()["type"] == "error"
