"""What can be said on the command line."""

import argparse
from typing import Any

__all__ = ["parser"]

GAME = "a game: hex, hex:7, connect4:9x6, hex:size=7,swap=true, or the path of a .py file"
PLAYER = (
    "human, a level (beginner, easy, medium, strong, expert, maximum, perfect), random, or a search"
    " with settings such as grave, uct:seconds=2,c=0.7 or rave:beta=hand,policy=mast"
)
POSITION = (
    'a position set up by hand, such as "a1 b2 / c3 / 2": the cells of the first player / those of'
    " the second / who is to move"
)

GAMES = "how many (100): pairs with either colour; the last of an odd number has A begin"
EXIT_CODES = """exit code:
  0    all games were played
  1    some games could not be played
  2    what was asked makes no sense, or it cannot go on
  3    all were played, but a player failed in some: it crashed, was too slow, moved illegally
  130  stopped with Ctrl-C"""
MIX = "go on with games that other code has played, and count them together"


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="playout", description="A laboratory of Monte Carlo search for board games."
    )
    top.add_argument("--version", action="store_true", help="show the version and stop")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    add_play(commands)
    add_watch(commands)
    add_search(commands)
    add_solve(commands)
    add_lab(commands)

    gtp = commands.add_parser(
        "gtp",
        help="answer another program, such as HexGui, by GTP",
        description="Answer another program by GTP 2. Its clock (time_settings, time_left) goes"
        " before the player's own budget.",
    )
    gtp.add_argument("--game", default="hex", help=f"{GAME} (hex)")
    gtp.add_argument("--player", default="default", help=PLAYER.partition(", ")[2])

    web = commands.add_parser("web", help="play on a page in the browser")
    web.add_argument("files", nargs="*", metavar="FILE.py", help="games and searches of your own")
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

    warmup = commands.add_parser(
        "warmup",
        help="compile a game, or all of them, ahead of time",
        description="Compile what the default player, the levels and random need.",
    )
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


def add_search(commands: Any) -> None:
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
    play.add_argument("--teach", action="store_true", help="have your moves judged as you play")
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
    watch.add_argument(
        "a",
        metavar="A",
        help=f"who begins: {PLAYER.partition(', ')[2]}, or program:COMMAND, which speaks GTP",
    )
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


def add_solve(commands: Any) -> None:
    solve = commands.add_parser(
        "solve",
        help="say what is true of a position: who wins, by which moves, how soon",
        epilog="""examples:
  playout solve connect4 445
  playout solve hex --size 5
  playout solve breakthrough --size 4x5 --seconds 60""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    solve.add_argument("game", help=GAME)
    solve.add_argument("moves", nargs="*", help="moves from the start, such as c3 b4")
    solve.add_argument("--size", help="the board, 7 or 7x6")
    solve.add_argument("--position", help=POSITION)
    solve.add_argument("--seconds", type=float, help="give up after so long, and say so")
    solve.add_argument("--memory", type=int, metavar="MB", help="use no more than this")
    solve.add_argument("--solver", default="", help="connect4, hex, dfpn, or a .py file")
    solve.add_argument("--distance", action="store_true", help="how long it takes, too")
    solve.add_argument("--quick", action="store_true", help="the verdict alone, not every move")
    solve.add_argument("--json", action="store_true", help="the same for programs")


def add_accuracy(commands: Any) -> None:
    accuracy = commands.add_parser(
        "accuracy",
        help="how often do players find a move that keeps the value?",
        description="Ask players about random positions whose truth a solver knows.",
        epilog="""examples:
  playout accuracy uct rave grave default --game connect4
  playout accuracy uct:c=0.7 random --game hex:4 --plies 2 8 --positions 200
  playout accuracy default --game connect4 --seconds 1 --workers 1 --ledger a.sqlite""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    accuracy.add_argument(
        "players",
        metavar="ALGORITHM",
        nargs="+",
        help=f"{PLAYER.partition(', ')[2]}; one with a budget of its own keeps it",
    )
    accuracy.add_argument("--game", default="connect4", help=f"{GAME} (connect4)")
    accuracy.add_argument("--positions", type=int, default=1000, help="how many (1000)")
    accuracy.add_argument(
        "--plies",
        type=int,
        nargs=2,
        default=(8, 30),
        metavar=("LEAST", "MOST"),
        help="moves that have been played in them (8 30)",
    )
    budgets = accuracy.add_mutually_exclusive_group()
    budgets.add_argument(
        "--simulations", type=int, nargs="+", metavar="N", help="budgets (100 1000 10000)"
    )
    budgets.add_argument(
        "--seconds", dest="budget_seconds", type=float, nargs="+", metavar="S", help="or in time"
    )
    accuracy.add_argument(
        "--solve-seconds", type=float, default=60.0, help="a position that takes longer is left out"
    )
    accuracy.add_argument("--seed", type=int, default=1, help="gives the positions and choices (1)")
    accuracy.add_argument("--workers", type=int, help="processes; as many as there are cores")
    accuracy.add_argument("--ledger", metavar="FILE", help="keep the answers, and go on with them")
    accuracy.add_argument("--mix", action="store_true", help=MIX)
    accuracy.add_argument("--report", metavar="FOLDER", help="write the report as well")
    accuracy.add_argument(
        "--positions-out", metavar="FILE", help="write positions and truth: .csv or .jsonl"
    )


def add_lab(commands: Any) -> None:
    match = commands.add_parser(
        "match",
        help="which of two players is stronger?",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    match.add_argument(
        "one",
        metavar="A",
        help=f"{PLAYER.partition(', ')[2]}, or program:COMMAND, which speaks GTP",
    )
    match.add_argument("other", metavar="B", help="the other one")
    match.add_argument("--game", default="hex:7", help=f"{GAME} (hex:7)")
    match.add_argument("--games", type=int, default=100, help=GAMES)
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
    match.add_argument("--mix", action="store_true", help=MIX)

    add_accuracy(commands)

    lab = commands.add_parser("lab", help="experiments from a file: run, go on, report")
    actions = lab.add_subparsers(dest="action", metavar="COMMAND", required=True)
    for action, words in (
        ("run", "play the games of a spec"),
        ("resume", "play those that are missing: the same as run"),
        ("status", "say how it stands"),
        ("report", "write the report: HTML, Markdown, CSV and JSON"),
        ("export", "write the games to a file"),
    ):
        plays = action in ("run", "resume")
        one = actions.add_parser(
            action,
            help=words,
            epilog=EXIT_CODES if plays else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.add_argument("spec", help="a TOML or JSON file")
        one.add_argument("--ledger", metavar="FILE", help="where the games are; SPEC's .sqlite")
        if plays:
            one.add_argument("--workers", type=int, help="processes; as many as there are cores")
            one.add_argument("--scheduler", metavar="tcp://...", help="play on a Dask cluster")
            one.add_argument(
                "--wait",
                type=float,
                metavar="SECONDS",
                help="for workers of a cluster (300), or inf",
            )
            one.add_argument("--mix", action="store_true", help=MIX)
        if action == "report":
            one.add_argument("--folder", help="where it goes; SPEC's name and -report")
        if action == "export":
            one.add_argument(
                "file", help="games.csv, games.jsonl with all there is, or games.txt: a game a line"
            )
