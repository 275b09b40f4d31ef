"""What play needs compiled, and compiling it ahead of time, in processes of its own.

Numba compiles in Python, one function at a time, and whatever else a process does waits for it.
So a part is compiled by another process, into the folder of kernels, from where it is loaded.

    python -m playout.warmup PARTS      PARTS is JSON: [[kind, game, player], ...]
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from . import cache
from .catalogue import find
from .explain import explain
from .kernel import JIT
from .language import Text, speak, tr, usual
from .nets import opinion
from .nets.names import AUTO, network_for
from .player_spec import PlayerSpec
from .players import LEAST_SEARCH_S, Searcher, player_of
from .playouts import run_playouts
from .processor import usable_cores
from .registry import REGISTRY, is_ours, load
from .search import ahead, best_for, proof_share
from .search.ahead import LOOK, SIMULATE
from .search.start import pick
from .sources import file_of

__all__ = [
    "Part",
    "command_for",
    "compile_apart",
    "is_loaded",
    "parts_of",
    "parts_of_player",
    "parts_of_release",
    "warm_up",
]

SOLVE, PICK, PLAYOUTS, NETWORK = "solve", "pick", "playouts", "network"
MEMORY = 64 * 2**20
WORDS = {
    SIMULATE: Text("search"),
    LOOK: Text("start of a search"),
    SOLVE: Text("solver"),
    PICK: Text("random player"),
    PLAYOUTS: Text("playouts"),
    NETWORK: Text("what the network thinks"),
}
SOLVED_BY_ITS_OWN = {"hex": "hex:5"}  # where the usual board is too large for the game's own solver


class Part(NamedTuple):
    """Some kernels that are compiled in one go."""

    kind: str
    game: str
    player: str = "default"


def parts_of(game: str) -> list[Part]:
    """What playing a game by its defaults takes: the search of most levels, that of hints and of
    the highest level, which may have a network, the solver, which is the teacher, the random
    player, playouts, and what the network thinks of a position by itself."""
    solved = [game, *filter(None, [SOLVED_BY_ITS_OWN.get(game)])]
    parts = [
        *parts_of_player(game, "maximum", Searcher(None, network=False)),
        *parts_of_player(game, "default", Searcher(None)),
        *(Part(SOLVE, name) for name in solved),
        Part(PICK, game, "random"),
        Part(PLAYOUTS, game),
    ]
    if network_for(find(game), AUTO) is not None:
        parts.append(Part(NETWORK, game))
    return list(dict.fromkeys(parts))


def parts_of_release(game: str) -> list[Part]:
    """What a release brings for a game: also the playout policies, as players."""
    rules = find(game)
    policies = REGISTRY["policy"].items()
    fitting = [name for name, cls in policies if is_ours(cls) and not cls().unfit(rules)]
    return list(dict.fromkeys([*parts_of(game), *(Part(PICK, game, name) for name in fitting)]))


def parts_of_player(game: str, text: str, player: Searcher) -> list[Part]:
    """What a player needs for a move, the part that takes longest first: the same, whatever its
    budget."""
    if player.algorithm is not None:
        text = str(PlayerSpec.parse(text).with_budget())
    else:  # with a network or without one
        rules = find(game)
        is_best = player.search_of(rules) == best_for(rules)
        text = "default" if is_best else "maximum"
    if player.is_policy:
        return [Part(PICK, game, text)]
    parts = [Part(kind, game, text) for kind in (SIMULATE, LOOK)]
    share = player.prove
    if share is None and player.algorithm is None:
        share = proof_share(find(game))
    return [*parts, Part(SOLVE, game)] if share and player.simulations is None else parts


def prepare(part: Part) -> None:
    """Load what a part needs, or compile it, in this process."""
    game = find(part.game)
    if part.kind == SOLVE:
        from .solve import best_for

        solver = best_for(game)
        if is_ours(solver):  # nobody knows how long another one takes
            made = solver(game, memory=MEMORY)
            made.solve(game.start(), seconds=LEAST_SEARCH_S, all_moves=True)
    elif part.kind == PLAYOUTS:
        run_playouts(game.start(), 1)
    elif part.kind == NETWORK:
        opinion.prepare(game)
    else:
        player = player_of(part.player)
        if isinstance(player, Searcher):
            _prepare_player(part.kind, game, player)


def _prepare_player(kind: str, game: Any, player: Searcher) -> None:
    algorithm = player.search_of(game)
    if player.is_policy:
        pick(game.start(), algorithm, 0)
    else:  # without a position: to look at one takes a kernel of its own
        ahead.prepare(game, algorithm, kind)


def is_loaded(part: Part) -> bool:
    """Load a part from disk; False if something has to be compiled for it."""
    if not JIT:
        return True
    try:
        with cache.only_from_disk():
            prepare(part)
    except cache.NotCompiled:
        return False
    return True


# --- in another process ---------------------------------------------------------------------


def command_for(parts: Sequence[Part]) -> list[str]:
    """What another process is started by, to compile parts; it prints a line for each."""
    classes = [cls for kind in REGISTRY.values() for cls in kind.values() if not is_ours(cls)]
    files = {str(file) for file in map(file_of, classes) if file is not None}
    return [sys.executable, "-m", __name__, json.dumps(parts), *sorted(files)]


class Made(NamedTuple):
    """What became of a part in another process."""

    n_kernels: int
    seconds: float
    problem: str = ""  # why it cannot be used from now on


def compile_apart(
    parts: Sequence[Part],
    on_done: Callable[[Part, Made], Any],
    at_work: "set[subprocess.Popen[str]] | None" = None,
) -> bool:
    """Have another process compile parts, one of those `at_work` meanwhile; `on_done` gets each
    with what became of it, also those that it did not come to. False if it failed."""
    quiet = {**os.environ, "PLAYOUT_QUIET": "1"}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    # In a session of its own, so that Ctrl-C goes to this process alone.
    with subprocess.Popen(
        command_for(parts), **pipes, text=True, env=quiet, start_new_session=True
    ) as process:
        at_work = set() if at_work is None else at_work
        at_work.add(process)
        left = [*parts]
        for line in process.stdout or ():
            on_done(left.pop(0), Made(*json.loads(line)))
        code = process.wait()
        at_work.discard(process)
    for part in left:
        on_done(part, Made(0, 0.0, ended(part, code)))
    return code == 0


def ended(part: Part, code: int) -> str:
    """Why a part was not compiled by a process that ended before it was."""
    what = {"part": WORDS[part.kind], "n": abs(code)}
    if code < 0:  # as where there is too little memory
        return tr("{part}: the process that compiled it was ended (signal {n})", **what)
    return tr("{part}: the process that compiled it ended (exit code {n})", **what)


def warm_up(games: Sequence[str], parts_of: Callable[[str], list[Part]] = parts_of) -> int:
    """Compile what these games need, in as many processes as there are cores, and say how far it
    is; returns what the command line exits with."""
    n_cores = usable_cores()
    for game in games:
        find(game)  # a wrong name is an error before all else
    left = {game: parts_of(game) for game in games}
    # Parts of a game in one process share what they call; of few games, two are at work at once.
    cut = 1 if len(left) < n_cores else None
    groups = [(game, parts[:cut]) for game, parts in left.items()]
    groups += [(game, parts[cut:]) for game, parts in left.items() if cut]
    of = sum(map(len, left.values()))
    lock = threading.Lock()
    problems: dict[str, str] = {}  # the first of each game
    at_work: set[subprocess.Popen[str]] = set()
    is_ending = False  # by Ctrl-C

    def on_done(game: str, part: Part, made: Made) -> None:
        with lock:
            if is_ending:
                return
            left[game].remove(part)
            n = of - sum(map(len, left.values()))
            if made.n_kernels and not os.environ.get("PLAYOUT_QUIET"):
                what = {"game": part.game, "part": WORDS[part.kind], "seconds": made.seconds}
                said = tr("{game}: {part}, {seconds:.1f} s ({n} of {of})", **what, n=n, of=of)
                print(said, file=sys.stderr, flush=True)
            if made.problem:
                problems.setdefault(game, made.problem)
            if not left[game] and game in problems:
                print(f"playout: {game}: {problems[game]}", file=sys.stderr, flush=True)
            elif not left[game]:
                i = sum(not parts for parts in left.values())
                print(tr("{game} is ready ({i} of {n})", game=game, i=i, n=len(left)), flush=True)

    def work(group: tuple[str, list[Part]]) -> bool:
        game, parts = group
        return compile_apart(parts, partial(on_done, game), at_work)

    with ThreadPoolExecutor(n_cores) as pool:
        try:
            is_done = all([*pool.map(work, groups)])
        except KeyboardInterrupt:
            is_ending = True
            pool.shutdown(wait=False, cancel_futures=True)
            for process in [*at_work]:
                process.kill()
            raise
    return 0 if is_done and not problems else 1


def main() -> int:
    parts, *files = sys.argv[1:]
    # What a game prints, when it is loaded or later, is no line for who started this.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    speak(usual())
    for file in files:
        load(file)
    for part in json.loads(parts):
        began, before = time.perf_counter(), len(cache.COMPILED)
        try:
            prepare(Part(*part))
            problem = cache.not_kept()
        except Exception as error:
            problem = explain(error) or f"{type(error).__name__}: {error}".partition("\n")[0]
        spent = time.perf_counter() - began
        made = Made(len(cache.COMPILED) - before, spent, problem)
        print(json.dumps(made), file=answers, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
