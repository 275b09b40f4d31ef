"""The command line: `playout play hex`, `playout bench`, `playout warmup`, ..."""

import argparse
import contextlib
import itertools
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["main"]

GAME = "a game: hex, hex:7, connect4:9x6, hex:size=7,swap=true, or the path of a .py file"
PLAYER = (
    "human, a level (beginner, easy, medium, strong, expert, maximum), random, or a search with"
    " settings such as grave, uct:seconds=2,c=0.7 or rave:beta=hand,policy=mast"
)
POSITION = (
    'a position set up by hand, such as "a1 b2 / c3 / 2": the cells of the first player / those of'
    " the second / who is to move"
)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="playout", description="A laboratory of Monte Carlo search for board games."
    )
    top.add_argument("--version", action="store_true", help="show the version and stop")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    add_play(commands)
    add_watch(commands)

    search = commands.add_parser("search", help="search a position and show what was found")
    search.add_argument("game", help=GAME)
    search.add_argument("moves", nargs="*", help="moves from the start, such as c3 b4")
    search.add_argument("--size", help="the board, 7 or 7x6")
    search.add_argument("--position", help=POSITION)
    search.add_argument("--player", default="default", help=PLAYER.partition(", ")[2])
    search.add_argument("--seed", type=int, help="the same seed gives the same search")
    search.add_argument("--describe", action="store_true", help="show the best lines of play too")
    search.add_argument(
        "--svg", metavar="FILE", help="write the board, tinted by visits, to a file"
    )
    search.add_argument("--save", metavar="FILE", help="write the tree to a file, as JSON")
    search.add_argument("--depth", type=int, default=3, help="--save: so many moves deep (3)")
    search.add_argument("--least", type=int, default=1, help="--save: nodes of so many visits (1)")

    add_lab(commands)

    gtp = commands.add_parser("gtp", help="answer another program, such as HexGui, by GTP")
    gtp.add_argument("--game", default="hex", help=f"{GAME} (hex)")
    gtp.add_argument("--player", default="default", help=PLAYER.partition(", ")[2])

    web = commands.add_parser("web", help="play on a page in the browser")
    web.add_argument("--host", default="127.0.0.1", help="the address to serve on (127.0.0.1)")
    web.add_argument("--port", type=int, default=8642, help="the port (8642); 0 takes a free one")
    web.add_argument("--token", help="a password, needed and made up for any host but this machine")
    web.add_argument("--no-browser", action="store_true", help="do not open the browser")

    show = commands.add_parser("show", help="show a position")
    show.add_argument("game", help=GAME)
    show.add_argument("moves", nargs="*", help="moves from the start, such as c3 b4")
    show.add_argument("--size", help="the board, 7 or 7x6")
    show.add_argument("--position", help=POSITION)
    show.add_argument("--svg", metavar="FILE", help="write the picture to a file as well")

    perft = commands.add_parser("perft", help="count the move sequences of a game")
    perft.add_argument("game", help=GAME)
    perft.add_argument("depth", type=int, help="count the sequences of up to so many moves")
    perft.add_argument("--size", help="the board, 7 or 7x6")

    commands.add_parser("games", help="list the games and their parameters")

    warmup = commands.add_parser("warmup", help="compile a game, or all of them, ahead of time")
    warmup.add_argument("game", nargs="*", help=GAME)

    check = commands.add_parser("check", help="try the rules of a game of your own")
    check.add_argument("game", help=GAME)
    check.add_argument("--games", type=int, default=200, help="random games to play (200)")

    bench = commands.add_parser("bench", help="measure playouts per second")
    bench.add_argument("game", nargs="*", help=GAME)
    bench.add_argument("--seconds", type=float, default=2.0, help="for each game and program (2)")
    bench.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="cpu")
    bench.add_argument("--alone", action="store_true", help="do not measure OpenSpiel beside it")
    bench.add_argument("--json", metavar="FILE", help="write the result to a file as well")
    return top


def add_play(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play against a machine or a person; in the game, help lists the commands.",
        epilog="""examples:
  playout play hex --size 7                     you begin, against strong
  playout play connect4 --first easy            the machine begins
  playout play hex --black human --white uct:seconds=5,threads=4
  playout play --load                           go on with the last unfinished game""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    play.add_argument("game", nargs="?", help=GAME)
    play.add_argument("--size", help="the board, 7 or 7x6")
    play.add_argument("--black", metavar="PLAYER", help=f"who has Black: {PLAYER}")
    play.add_argument(
        "--white", metavar="PLAYER", help="who has White; one side is yours unless you name both"
    )
    play.add_argument("--first", metavar="PLAYER", help="who begins, whatever the colour")
    play.add_argument("--second", metavar="PLAYER", help="who answers, whatever the colour")
    play.add_argument("--seed", type=int, help="the same seed gives the same random moves")
    play.add_argument("--moves", dest="line", default="", help='moves to begin with, "c3 b4"')
    play.add_argument("--position", help=POSITION)
    play.add_argument(
        "--load", metavar="FILE", nargs="?", const="", help="go on with a saved game, or the last"
    )


def add_watch(commands: Any) -> None:
    watch = commands.add_parser(
        "watch",
        help="watch a machine play a machine",
        description="Watch a match of two machines: live on a terminal (q ends it, space\n"
        "pauses), a line for each move in a pipe.",
        epilog="""examples:
  playout watch strong easy --game connect4
  playout watch grave:seconds=1 uct:seconds=1 --game hex --size 9 --games 10""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    watch.add_argument("a", metavar="A", help=f"who begins: {PLAYER.partition(', ')[2]}")
    watch.add_argument("b", metavar="B", help="who answers; after each game the two change sides")
    watch.add_argument("--game", default="hex", help=f"{GAME} (hex)")
    watch.add_argument("--size", help="the board, 7 or 7x6")
    watch.add_argument("--games", type=int, default=1, help="how many games (1)")
    watch.add_argument(
        "--seconds", type=float, help="the pause after each move (0.5 on a terminal, 0 in a pipe)"
    )
    watch.add_argument("--seed", type=int, help="the same seed gives the same random moves")
    watch.add_argument("--moves", dest="line", default="", help='moves to begin with, "c3 b4"')
    watch.add_argument("--position", help=POSITION)


def add_lab(commands: Any) -> None:
    match = commands.add_parser("match", help="which of two players is stronger?")
    match.add_argument(
        "one",
        metavar="A",
        help=f"{PLAYER.partition(', ')[2]}, or program:COMMAND, which speaks GTP",
    )
    match.add_argument("other", metavar="B", help="the other one")
    match.add_argument("--game", default="hex:7", help=f"{GAME} (hex:7)")
    match.add_argument("--games", type=int, default=100, help="in pairs with either colour (100)")
    match.add_argument("--seed", type=int, default=1, help="the same seed gives the same games (1)")
    match.add_argument("--opening", type=int, default=2, help="random moves to begin with (2)")
    match.add_argument("--equal-seconds", type=float, help="both get so much time a move, measured")
    match.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="stop when it is decided between these two differences, such as 0 50",
    )
    match.add_argument("--workers", type=int, help="processes; as many as there are cores")
    match.add_argument("--ledger", metavar="FILE", help="keep the games, and go on with them")

    lab = commands.add_parser("lab", help="experiments from a file: run, go on, report")
    deeds = lab.add_subparsers(dest="deed", metavar="DEED", required=True)
    for deed, words in (
        ("run", "play the games of a spec"),
        ("resume", "play those that are missing: the same as run"),
        ("status", "say how it stands"),
        ("report", "write the report: HTML, Markdown, CSV and JSON"),
        ("export", "write the games to a file"),
    ):
        one = deeds.add_parser(deed, help=words)
        one.add_argument("spec", help="a TOML or JSON file")
        one.add_argument("--ledger", metavar="FILE", help="where the games are; SPEC's .sqlite")
        if deed in ("run", "resume"):
            one.add_argument("--workers", type=int, help="processes; as many as there are cores")
            one.add_argument("--scheduler", metavar="tcp://...", help="play on a Dask cluster")
        if deed == "report":
            one.add_argument("--folder", help="where it goes; SPEC's name and -report")
        if deed == "export":
            one.add_argument("file", help="games.csv, or games.jsonl with every move")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 2 for input that makes no sense, 130 for Ctrl-C."""
    top = parser()
    options, rest = top.parse_known_args(arguments)
    if rest and hasattr(options, "moves") and not any(text.startswith("-") for text in rest):
        options.moves += rest  # moves behind an option, which argparse leaves over
    elif rest:
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.version:
        from . import __version__

        print(f"playout {__version__}")
        return 0
    if options.command is None:
        top.print_help()
        return 0
    from .terminal.screen import make_safe

    make_safe()
    try:
        with quiet_in_a_pipe(options.command):
            code = COMMANDS[options.command](options)
            sys.stdout.flush()  # here, where a reader who has left can be caught
            return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing left to flush
        return 0
    except Exception as error:
        message = explain(error)
        if message is None:
            raise
        print(f"playout: {message}", file=sys.stderr)
        return 2


@contextlib.contextmanager
def quiet_in_a_pipe(command: str) -> Iterator[None]:
    """Where no one reads along, say nothing of what is being compiled, but for `warmup`."""
    before = os.environ.get("PLAYOUT_QUIET")
    if command != "warmup" and not sys.stderr.isatty():
        os.environ["PLAYOUT_QUIET"] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop("PLAYOUT_QUIET", None)
        else:
            os.environ["PLAYOUT_QUIET"] = before


def explain(error: Exception) -> str | None:
    """What went wrong, in a sentence, where that is the input's fault; None for a bug of ours."""
    from numba.core.errors import NumbaError

    from .lab.errors import LabInputError
    from .rules import GameError
    from .search import SearchError
    from .state import IllegalMove

    if isinstance(error, GameError | SearchError | IllegalMove | LabInputError | OSError):
        return str(error)
    if isinstance(error, NumbaError):
        return f"the rules cannot be compiled: {_cause(error)}"
    return None


def _cause(error: Exception) -> str:
    """The line of Numba's long message that says what is wrong, and where in the source."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    for cause, place in itertools.pairwise(lines):
        if place.startswith('File "'):
            return f"{cause} ({place.rstrip(':')})"
    return lines[-1] if lines else type(error).__name__


def game_of(options: argparse.Namespace) -> Any:
    """The game that the command line names."""
    from .catalogue import find, resized

    game = find(options.game)
    return resized(game, options.size) if options.size else game


def start_of(options: argparse.Namespace) -> Any:
    """The position in which it starts: the game's own, or one that was set up."""
    return set_up(game_of(options), getattr(options, "position", None))


def set_up(game: Any, position: str | None) -> Any:
    if position is None:
        return game.start()
    from .setup import position_of

    return position_of(game, position)


def run_play(options: argparse.Namespace) -> int:
    from .rules import GameError
    from .terminal.play import play

    if options.game is None and options.load is None:
        raise GameError("which game? for example: playout play hex")
    session = new_session(options) if options.load is None else loaded_session(options)
    session.play_all(tuple(session.state.game.split_line(options.line)))
    return play(session)


def new_session(options: argparse.Namespace) -> Any:
    """A game from the start, as the command line describes it."""
    from .terminal.session import Session

    game = game_of(options)
    first, second = seated(options, game, (None, None))
    first = first or ("human" if second != "human" else "strong")
    second = second or ("human" if first != "human" else "strong")
    players = first, second
    return Session(set_up(game, options.position), players, seed_of(options), options.position)


def loaded_session(options: argparse.Namespace) -> Any:
    """A game from a file; what the command line says of the players goes before it."""
    from pathlib import Path

    from .catalogue import find
    from .rules import GameError
    from .terminal.record import latest, read_record
    from .terminal.session import Session

    path = Path(options.load).expanduser() if options.load else latest()
    record = read_record(path)
    if options.position is not None:
        raise GameError("--position and --load cannot go together: the file has its own")
    try:
        game = find(record.game)
        start = set_up(game, record.position)
    except GameError as error:
        raise GameError(f"{path}: {error}") from None
    if options.game is not None and game_of(options) != game:
        raise GameError(f"{path} holds a game of {game}, not of {game_of(options)}")
    players = seated(options, game, record.players)
    seed = record.seed if options.seed is None else options.seed
    session = Session(start, players, seed, record.position)
    session.play_all(record.moves, str(path))
    session.opened(path)
    return session


def seated(options: argparse.Namespace, game: Any, players: Any) -> tuple[Any, Any]:
    """Who begins and who answers, as far as the command line says; else these two."""
    begins_white = game.player_names()[0] == "White"
    named = (options.white, options.black) if begins_white else (options.black, options.white)
    first, second = options.first or named[0], options.second or named[1]
    return first or players[0], second or players[1]


def seed_of(options: argparse.Namespace) -> int:
    import secrets

    return secrets.randbits(32) if options.seed is None else options.seed


def run_watch(options: argparse.Namespace) -> int:
    from .rules import GameError
    from .terminal.watch import watch

    if options.games < 1:
        raise GameError(f"--games must be at least 1, not {options.games}")
    if options.seconds is not None and not 0 <= options.seconds < float("inf"):
        raise GameError(f"--seconds must be at least 0, not {options.seconds}")
    start = start_of(options).play_all(options.line)
    if start.is_over:
        raise GameError(f"there is nothing to watch: {start.outcome()}")
    return watch(start, (options.a, options.b), options.games, options.seconds, seed_of(options))


def run_search(options: argparse.Namespace) -> int:
    from .players import Searcher, player_of
    from .search import SearchError
    from .search.export import check_limits

    player = player_of(options.player)
    if not isinstance(player, Searcher):
        raise SearchError(f"{options.player} does not search")
    if player.is_policy and (options.save or options.describe):
        raise SearchError(f"{options.player} plays without a tree: nothing to save or describe")
    state = start_of(options).play_all(" ".join(options.moves))
    for path in filter(None, (options.svg, options.save)):
        check_writable(path)  # rather now than after the search
    if options.save:
        check_limits(state, options.depth, options.least)
    if player.is_policy:
        found, result = None, player.search(state, options.seed)
    else:
        found, result = searched(state, player, options.seed)
    print(f"{state}\n\n{result}")
    if found and options.describe:
        print(f"\n{found.describe()}")
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(result.svg())
    if found and options.save:
        found.save(options.save, options.depth, options.least)
    return 0


def check_writable(path: str) -> None:
    """Raise the OSError now that writing to a file would raise later, as far as one can tell."""
    import errno
    import os

    folder = os.path.dirname(path) or "."
    problem = 0
    if os.path.isdir(path):
        problem = errno.EISDIR
    elif not os.path.isdir(folder):
        problem = errno.ENOENT
    elif not os.access(path if os.path.exists(path) else folder, os.W_OK):
        problem = errno.EACCES
    if problem:
        raise OSError(problem, os.strerror(problem), path)


def searched(state: Any, player: Any, seed: int | None) -> tuple[Any, Any]:
    """A search run with a player's budget, and its result; on a terminal one can watch it."""
    from .search import Search, check, check_budget
    from .search.run import MEMORY

    budget = player.simulations, player.seconds
    algorithm = player.algorithm_for(state)
    check(state, algorithm)
    check_budget(state, *budget, player.threads, "root", MEMORY)
    found = Search(state, algorithm, seed=seed, threads=player.threads, most=player.simulations)
    if not sys.stderr.isatty():
        return found, found.run(*budget)
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    # Nothing for a search that is over soon; from the start where it is known to take longer.
    wait_s = 0.0 if player.simulations is None and player.seconds > QUIET_S else QUIET_S
    with Live(console=Console(stderr=True), transient=True, auto_refresh=False) as line:

        def show(result: Any) -> None:
            if result.seconds >= wait_s:
                line.update(Text(progress_line(result)), refresh=True)

        return found, found.run(*budget, show)


QUIET_S = 2.0


def progress_line(result: Any) -> str:
    """How a search stands: its move, what it is worth, and how much was done."""
    value = "" if result.value != result.value else f", value {result.value:.1%}"
    return f"{result.move}{value}, {result.simulations:,} simulations in {result.seconds:.0f} s"


def run_match(options: argparse.Namespace) -> int:
    from .lab import commands

    return commands.match(
        options.one,
        options.other,
        options.game,
        options.games,
        options.seed,
        options.opening,
        options.equal_seconds,
        options.sprt,
        options.workers,
        options.ledger,
    )


def run_lab(options: argparse.Namespace) -> int:
    from .lab import commands

    spec, ledger = options.spec, options.ledger
    if options.deed in ("run", "resume"):
        return commands.run(spec, options.workers, ledger, options.scheduler)
    if options.deed == "status":
        return commands.status(spec, ledger)
    if options.deed == "report":
        return commands.report(spec, ledger, options.folder)
    return commands.export(ledger or commands.ledger_of(spec), options.file)


def run_gtp(options: argparse.Namespace) -> int:
    from .formats import serve_gtp

    serve_gtp(options.player, options.game, sys.stdin, sys.stdout)
    return 0


def run_web(options: argparse.Namespace) -> int:
    try:
        from .web import serve
    except ModuleNotFoundError as error:
        print(f"playout: the page needs {error.name}: pip install 'playout[web]'", file=sys.stderr)
        return 2
    return serve(options.host, options.port, options.token, open_browser=not options.no_browser)


def run_show(options: argparse.Namespace) -> int:
    state = start_of(options).play_all(" ".join(options.moves))
    print(state)
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(state.svg())
    return 0


def run_perft(options: argparse.Namespace) -> int:
    from .perft import perft
    from .rules import GameError

    if options.depth < 0:
        raise GameError(f"the depth must not be negative, not {options.depth}")
    state = start_of(options)
    for depth in range(options.depth + 1):
        print(f"{depth:>3} {perft(state, depth):,}", flush=True)
    return 0


def run_games(options: argparse.Namespace) -> int:
    from . import games

    for name, cls in games.NAMES.items():
        game = getattr(games, cls)
        parameters = ", ".join(f"{field}={value}" for field, value in game()._asdict().items())
        print(f"{name:14}{game.__doc__.splitlines()[0]}\n{'':14}{parameters}")
    return 0


def run_warmup(options: argparse.Namespace) -> int:
    from . import games
    from .catalogue import find
    from .playouts import run_playouts
    from .search import Grave, Random, search

    for name in options.game or games.NAMES:
        state = find(name).start()
        run_playouts(state, 1)
        search(state, Random())
        search(state, Grave(), simulations=1)
        print(f"{name} is ready", flush=True)
    return 0


def run_check(options: argparse.Namespace) -> int:
    import os

    # Numba is not loaded yet: have it check every array access of the rules.
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
    from .catalogue import find
    from .conformance import problems

    game = find(options.game)
    found = list(problems(game, options.games))
    for problem in found:
        print(problem)
    if not found:
        print(f"{game}: {options.games} random games, no rule broken")
    return 1 if found else 0


def run_bench(options: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    from .bench import GAMES, Row, compare, report
    from .rules import GameError

    if not 0 < options.seconds < float("inf"):
        raise GameError(f"--seconds must be more than 0, not {options.seconds}")
    on_gpu = options.device == "cuda"
    table = Table(title=f"uniformly random playouts per second, {options.device}")
    for column in ("game", "playout", "OpenSpiel C++", "ratio"):
        table.add_column(column, justify="left" if column == "game" else "right")
    rows: list[Row] = []
    alone = options.alone or on_gpu
    for row in compare(options.game or GAMES, options.seconds, options.device, not alone):
        rows.append(row)
        peer_rate = "" if row.peer_rate is None else f"{row.peer_rate:,.0f}"
        ratio = "" if row.ratio is None else f"{row.ratio:,.1f}"
        table.add_row(row.game, f"{row.rate:,.0f}", peer_rate, ratio)
        print(f"{row.game}: {row.rate:,.0f} {ratio}", file=sys.stderr, flush=True)
    Console().print(table)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report(rows, options.device), file, indent=1)
            file.write("\n")
    return 0


COMMANDS = {
    "play": run_play,
    "watch": run_watch,
    "search": run_search,
    "match": run_match,
    "lab": run_lab,
    "gtp": run_gtp,
    "web": run_web,
    "show": run_show,
    "perft": run_perft,
    "games": run_games,
    "warmup": run_warmup,
    "check": run_check,
    "bench": run_bench,
}
