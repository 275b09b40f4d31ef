"""`playout play` and `playout watch`."""

import argparse
from typing import Any

from .places import game_of, set_up, start_of

__all__ = ["run_play", "run_watch"]


def run_play(options: argparse.Namespace) -> int:
    from ..rules import GameError
    from ..terminal.play import play

    if options.game is None and options.load is None:
        raise GameError("which game? for example: playout play hex")
    session = new_session(options) if options.load is None else loaded_session(options)
    session.play_all(tuple(session.state.game.split_line(options.line)))
    return play(session, options.teach)


def new_session(options: argparse.Namespace) -> Any:
    """A game from the start, as the command line describes it."""
    from ..terminal.session import Session

    game = game_of(options)
    first, second = seated(options, game, (None, None))
    first = first or ("human" if second != "human" else "strong")
    second = second or ("human" if first != "human" else "strong")
    players = first, second
    return Session(set_up(game, options.position), players, seed_of(options), options.position)


def loaded_session(options: argparse.Namespace) -> Any:
    """A game from a file; what the command line says of the players goes before it."""
    from pathlib import Path

    from ..catalogue import find
    from ..rules import GameError
    from ..terminal.record import latest, read_record
    from ..terminal.session import Session

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
    from ..rules import GameError
    from ..terminal.watch import watch

    if options.games < 1:
        raise GameError(f"--games must be at least 1, not {options.games}")
    if options.seconds is not None and not 0 <= options.seconds < float("inf"):
        raise GameError(f"--seconds must be at least 0, not {options.seconds}")
    start = start_of(options).play_all(options.line)
    if start.is_over:
        raise GameError(f"there is nothing to watch: {start.outcome()}")
    return watch(start, (options.a, options.b), options.games, options.seconds, seed_of(options))
