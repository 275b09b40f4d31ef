"""Is anything slower than it was? Rates of this checkout and of another commit, in turns.

    python benchmarks/before_and_after.py [COMMIT] [FILE] [--rounds 7] [--games hex:11 nogo:9]
    python benchmarks/before_and_after.py COMMIT --compile

COMMIT may also be a folder that holds such a checkout; without it the last release counts, the
latest tag v*. Two processes, one with the sources of
each, measure the same thing one after the other, round by round, in seconds of the processor; the
best of all rounds counts, since what disturbs a measurement only ever makes it slower. Prints
simulations a second and their ratio, and then what got slower by more than a twentieth, twice
measured. `--history FILE` adds the rates to a file, a line for each commit, machine, Python and
Numba; without a release to compare with they are measured alone.

With `--compile`: seconds of the processor until the first answer with an empty kernel cache, for
the default search of each game, the best of three processes.
"""

import argparse
import contextlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NoReturn

HERE = Path(__file__).parent.parent
SLOWER = 0.95  # less than this share of the rate before counts as slower
GAMES = ("hex:11", "connect4", "breakthrough", "othello", "nogo:9")
SEARCHES = (
    "uct",
    "rave",
    "grave",
    "shuss",
    "halving",
    "history",
    "uct:policy=mast",
    "uct:policy=nst",
)

# What each process runs: a case a line in, simulations a second out.
MEASURE = """
import sys, time
import playout
from playout import find
from playout.players import player_of
time.perf_counter = time.thread_time
for line in sys.stdin:
    game, player, n = line.split()
    state = find(game).start()
    if player == "playouts":
        run = lambda: playout.run_playouts(state, int(n), seed=1)
    else:
        algorithm = player_of(player).algorithm
        run = lambda: playout.search(state, algorithm, simulations=int(n), seed=1)
    began = time.perf_counter()
    done = run()
    spent = time.perf_counter() - began
    # A search ends when its root is proven, whatever it was asked for.
    print(getattr(done, "simulations", int(n)) / spent, flush=True)
"""


# Seconds until the first answer of a game's default search.
FIRST_ANSWER = """
import sys, time
import playout
state = playout.find(sys.argv[1]).start()
began = time.process_time()
playout.search(state, simulations=100, seed=1)
print(time.process_time() - began)
"""


def sources_of(checkout: Path) -> dict[str, str]:
    """The environment of a process that imports the sources of a checkout."""
    paths = [str(checkout / "src"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "PLAYOUT_QUIET": "1"}


def failed(checkout: Path, game: str, what: str) -> NoReturn:
    """End with a sentence; why it is so was said by the process that measures."""
    sys.exit(f"{game}, {what}: not measured by the sources in {checkout}, for the reason above")


class Side:
    """A process with the sources of one checkout."""

    def __init__(self, checkout: Path) -> None:
        self.checkout = checkout
        self.process = subprocess.Popen(
            [sys.executable, "-c", MEASURE],
            env=sources_of(checkout),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, game: str, player: str, n: int) -> float:
        assert self.process.stdin
        assert self.process.stdout
        with contextlib.suppress(BrokenPipeError):  # it has ended, and says nothing more
            self.process.stdin.write(f"{game} {player} {n}\n")
            self.process.stdin.flush()
        said = self.process.stdout.readline()
        return float(said) if said else failed(self.checkout, game, player)


def compare(sides: list[Side], game: str, player: str, rounds: int) -> dict[str, Any]:
    """The rates of a case: of the checkout before, if there is one, and of this."""
    n = 1000
    for side in sides:
        side.rate(game, player, n)  # compiles
    n = max(n, int(0.2 * sides[0].rate(game, player, n)))  # about 0.2 s
    rates: list[list[float]] = [[] for _ in sides]
    for _ in range(rounds):
        for side, found in zip(sides, rates, strict=True):
            found.append(side.rate(game, player, n))
    *old, new = map(max, rates)
    row = {"game": game, "what": player, "after": new}
    return row | ({"before": old[0], "ratio": new / old[0]} if old else {})


def first_answer(checkout: Path, game: str) -> float:
    with tempfile.TemporaryDirectory() as cache:
        empty = {"XDG_CACHE_HOME": cache, "PLAYOUT_CACHE_DIR": cache}
        environment = sources_of(checkout) | empty
        command = [sys.executable, "-c", FIRST_ANSWER, game]
        run = subprocess.run(command, env=environment, check=False, stdout=subprocess.PIPE)
        return failed(checkout, game, "first answer") if run.returncode else float(run.stdout)


def compare_first_answers(before: Path, after: Path, games: list[str]) -> list[dict[str, Any]]:
    print("| game | before, s | now, s | ratio |\n| --- | ---: | ---: | ---: |")
    rows = []
    for game in games:
        times = [(first_answer(before, game), first_answer(after, game)) for _ in range(3)]
        old, new = map(min, zip(*times, strict=True))
        print(f"| {game} | {old:.2f} | {new:.2f} | {new / old:.3f} |", flush=True)
        rows.append({"game": game, "what": "first answer", "before": old, "after": new})
    return rows


def compare_rates(
    before: Path | None, after: Path, games: list[str], rounds: int
) -> list[dict[str, Any]]:
    sides = [Side(checkout) for checkout in (before, after) if checkout]
    rows = []
    print("| game | | before /s | now /s | ratio |\n| --- | --- | ---: | ---: | ---: |")
    for game in games:
        for player in ("playouts", *SEARCHES):
            row = compare(sides, game, player, rounds)
            if row.get("ratio", 1) < SLOWER:  # or was it something else that took its time?
                row = max(row, compare(sides, game, player, rounds), key=lambda row: row["ratio"])
            old, ratio = (f"{row[key]:,.3f}" if key in row else "" for key in ("before", "ratio"))
            shown = f"{old.partition('.')[0]} | {row['after']:,.0f} | {ratio}"
            print(f"| {game} | {player} | {shown} |", flush=True)
            rows.append(row)
    return rows


def said_of(rows: list[dict[str, Any]], before: str) -> str:
    """What got slower, in a few lines."""
    if not before:
        return "there is no release to compare with: no tag v*"
    slower = sorted((row for row in rows if row["ratio"] < SLOWER), key=lambda row: row["ratio"])
    if not slower:
        return f"nothing is more than {1 - SLOWER:.0%} slower than {before}"
    lines = [f"  {row['game']} {row['what']}: {row['ratio']:.2f} of the rate" for row in slower]
    return "\n".join([f"slower than {before}:", *lines])


def last_release(checkout: Path) -> str:
    """The latest tag v* before this commit; nothing where there is none."""
    asked = ["git", "-C", str(checkout), "describe", "--tags", "--abbrev=0", "--match=v*"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def is_commit(name: str) -> bool:
    asked = ["git", "-C", str(HERE), "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def lines_of(history: Path) -> list[dict[str, Any]]:
    kept = history.read_text("utf-8").splitlines() if history.exists() else []
    lines = [json.loads(line) for line in kept if line.strip()]
    for line in lines:
        if not isinstance(line, dict) or not {"commit", "machine", "rates"} <= {*line}:
            raise ValueError(f"a line of it is {json.dumps(line)[:40]}")
    return lines


SAME = ("commit", "machine", "python", "numba")  # measures the same


def keep(history: Path, line: dict[str, Any]) -> None:
    """Add a line to a history, together with what the same machine has measured of this commit
    before, of which a later run may measure a part only."""
    lines = lines_of(history)
    same = [old for old in lines if all(old.get(key) == line.get(key) for key in SAME)]
    if same and not line["commit"].endswith("-dirty"):  # of which nobody knows what it was
        line = line | {"rates": same[0]["rates"] | line["rates"]}
        if same[0].get("before") == line.get("before"):
            line["ratios"] = same[0].get("ratios", {}) | line.get("ratios", {})
    rest = [old for old in lines if old not in same]
    text = "".join(json.dumps(each) + "\n" for each in [*rest, line])
    history.write_text(text, "utf-8")


def line_of(rows: list[dict[str, Any]], before: str) -> dict[str, Any]:
    """What is kept of a run: the commit, the machine, rates by game and search."""
    import numba

    from playout.bench import _processor

    asked = ["git", "-C", str(HERE), "log", "-1", "--format=%h %cs"]
    commit, date = subprocess.check_output(asked, text=True).split()
    # What was measured are the sources, whatever else has changed.
    asked = ["git", "-C", str(HERE), "status", "--porcelain", "--", "src"]
    dirty = "-dirty" if subprocess.check_output(asked) else ""
    return {
        "commit": commit + dirty,
        "date": date,
        "machine": f"{_processor()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "rates": {f"{row['game']} {row['what']}": round(row["after"]) for row in rows},
        "before": before,
        "ratios": {f"{r['game']} {r['what']}": round(r["ratio"], 3) for r in rows if "ratio" in r},
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("commit", nargs="?", default=last_release(HERE))
    parser.add_argument("file", nargs="?")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--history", type=Path)
    options = parser.parse_args()
    before = options.commit
    if options.compile and not before:
        parser.error("there is no release to compare with: name a commit")
    if before and not Path(before).is_dir() and not is_commit(before):
        parser.error(f"{before} is no commit and no folder")
    if options.history:
        if not (HERE / ".git").exists():
            parser.error("--history notes a commit: this is no checkout of git")
        try:  # before the time is spent
            lines_of(options.history)
        except ValueError as error:
            parser.error(f"{options.history} is no history: {error}")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(before) if before else None
        git = ["git", "-C", str(HERE), "worktree"]
        if place and not place.is_dir():
            place = Path(folder) / "before"
            subprocess.run([*git, "add", "--quiet", "--detach", str(place), before], check=True)
        try:
            if options.compile:
                rows = compare_first_answers(place, HERE, options.games)
            else:
                rows = compare_rates(place, HERE, options.games, options.rounds)
                print(said_of(rows, before))
                if options.history:
                    keep(options.history, line_of(rows, before))
        finally:
            if place and place.parent == Path(folder):
                subprocess.run([*git, "remove", "--force", str(place)], check=True)
    if options.file:
        Path(options.file).write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
