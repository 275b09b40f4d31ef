"""`playout play` and `playout watch`."""

import argparse
from typing import Any

from ..language import Text
from .arguments import FROM_START, GAME_HELP, MACHINE_HELP, MACHINE_OR_PROGRAM, argument, command
from .position import game_of, start_of


@command(
    "play",
    "play a game in the terminal",
    argument("game", nargs="?", help=GAME_HELP),
    argument(
        "--black",
        metavar="PLAYER",
        help=Text("who plays Black: human, {machine}", machine=MACHINE_HELP),
    ),
    argument("--white", metavar="PLAYER", help="who plays White; one side is yours by default"),
    argument("--first", metavar="PLAYER", help="who plays first, whatever the colour"),
    argument("--second", metavar="PLAYER", help="who plays second, whatever the colour"),
    argument("--opponent", metavar="PLAYER", default="medium", help="who plays against you"),
    argument("--teach", action="store_true", help="judge your moves as you play"),
    argument(
        "--load", metavar="FILE", nargs="?", const="", help="continue a saved or the last game"
    ),
    *FROM_START,
    description="Play against a machine or a person. In the game, help lists the commands.",
    examples=(
        "playout play hex --size 7",
        "playout play connect4 --first easy",
        "playout play hex --black human --white uct:seconds=5,threads=4",
        "playout play --load",
    ),
)
def run_play(options: argparse.Namespace) -> int:
    from ..rules import GameError
    from ..terminal.play import play

    if options.game is None and options.load is None:
        raise GameError("which game? for example: playout play hex", "no-game")
    session = new_session(options) if options.load is None else loaded_session(options)
    session.play_all(tuple(session.state.game.split_line(options.line)))
    return play(session, options.teach)


def new_session(options: argparse.Namespace) -> Any:
    """A game from the start, as the command line describes it."""
    from ..catalogue import as_people_play
    from ..terminal.session import Session

    game = game_of(options)
    first, second = players_of(options, game, (None, None))
    first = first or ("human" if second != "human" else options.opponent)
    second = second or ("human" if first != "human" else options.opponent)
    if "human" in (first, second):
        game = as_people_play(options.game, game)
    start = start_of(game, options.position)
    return Session(start, (first, second), seed_of(options), options.position)


def loaded_session(options: argparse.Namespace) -> Any:
    """A game from a file; players and seed on the command line take precedence."""
    from pathlib import Path

    from ..catalogue import find
    from ..rules import GameError
    from ..terminal.record import is_text, latest, read_record
    from ..terminal.session import Session

    options = without_own(options)
    path = Path(options.load).expanduser() if options.load else latest()
    record = read_record(path)
    if options.position is not None:
        why = "--position and --load cannot go together: the file has its own"
        raise GameError(why, "position-and-load")
    try:
        start = start_of(find(record.game), record.position)
    except GameError as error:
        raise GameError("{path}: {error}", "bad-record", path=path, error=error) from None
    if options.game is not None and not is_game(options, start.game):
        why = "{path} holds a game of {game}, not of {other}"
        raise GameError(why, "other-game", path=path, game=start.game, other=game_of(options))
    players = players_of(options, start.game, record.players)
    seed = record.seed if options.seed is None else options.seed
    session = Session(start, players, seed, record.position)
    session.play_all(record.moves, str(path))
    if not is_text(path):  # `save` would leave nothing of its side lines and comments
        session.opened(path)
    return session


def is_game(options: argparse.Namespace, game: Any) -> bool:
    """Whether the command line names this game, as people play it or to the letter."""
    from ..catalogue import as_people_play

    named = game_of(options)
    return game in (named, as_people_play(options.game, named))


def without_own(options: argparse.Namespace) -> argparse.Namespace:
    """The options that were typed: the defaults of the config file are for new games."""
    own = {name: value for name, value in options.own.items() if getattr(options, name) is value}
    return argparse.Namespace(**{**vars(options), **dict.fromkeys(own)})


def players_of(options: argparse.Namespace, game: Any, players: Any) -> tuple[Any, Any]:
    """The first and the second player on the command line; where it names none, the given ones."""
    is_white_first = game.player_names()[0] == "White"
    named = (options.white, options.black) if is_white_first else (options.black, options.white)
    first, second = options.first or named[0], options.second or named[1]
    return first or players[0], second or players[1]


def seed_of(options: argparse.Namespace) -> int:
    import secrets

    return secrets.randbits(32) if options.seed is None else int(options.seed)


@command(
    "watch",
    "watch machines play each other",
    argument("a", metavar="A", help=MACHINE_OR_PROGRAM),
    argument("b", metavar="B", help="the second player; colours swap after each game"),
    argument("--game", default="hex", help=GAME_HELP),
    argument("--games", type=int, default=1, help="number of games"),
    argument(
        "--seconds",
        type=float,
        help="pause after a move, in seconds (0.5 in a terminal, 0 in a pipe)",
    ),
    *FROM_START,
    description="Watch a match of two machines: live in a terminal (q ends it, space pauses), one"
    " line per move in a pipe.",
    examples=(
        "playout watch hard easy --game connect4",
        "playout watch grave:seconds=1 uct:seconds=1 --game hex --size 9 --games 10",
    ),
)
def run_watch(options: argparse.Namespace) -> int:
    from ..rules import GameError
    from ..terminal.watch import watch

    if options.games < 1:
        why = "--games must be at least 1, not {games}"
        raise GameError(why, "too-few-games", games=options.games)
    if options.seconds is not None and not 0 <= options.seconds < float("inf"):
        why = "--seconds must be at least 0, not {seconds}"
        raise GameError(why, "bad-seconds", seconds=options.seconds)
    start = start_of(game_of(options), options.position).play_all(options.line)
    if start.is_over:
        why = "there is nothing to watch: {outcome}"
        raise GameError(why, "nothing-to-watch", outcome=start.outcome())
    return watch(start, (options.a, options.b), options.games, options.seconds, seed_of(options))
