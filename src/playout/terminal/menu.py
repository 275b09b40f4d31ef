"""The menu that `playout` alone offers: a few questions, each with a default, then a command."""

from collections.abc import Sequence
from pathlib import Path

from ..language import said, tr

__all__ = ["choose"]

DOORS = {  # what to type, and what it does
    "play": "play against the machine, here",
    "web": "play on a page in the browser",
    "watch": "watch two machines play",
    "experiment": "measure players against each other",
    "learn": "how the searches work",
    "help": "all commands",
}
OPPONENTS = ("beginner", "easy", "medium", "hard", "expert", "maximum", "master", "perfect")


def choose() -> list[str] | None:
    """The arguments of the command that a person chooses; None to leave."""
    try:
        print("\n" + tr("Playout: Monte Carlo search for board games"))
        questions = {"play": _play, "watch": _watch, "experiment": _experiment, "learn": _learn}
        texts = tuple(map(tr, DOORS.values()))
        door = ask(tr("What would you like to do? (q leaves)"), tuple(DOORS), texts)
        return questions[door]() if door in questions else [door]
    except (EOFError, KeyboardInterrupt):
        print()
        return None


def ask(question: str, choices: Sequence[str], texts: Sequence[str] = (), usual: int = 0) -> str:
    """One of some choices, by its number or its first letters; Enter takes the usual one."""
    shown = texts or choices
    print(question)
    for i, text in enumerate(shown, 1):
        print(f"  {i:>2}  {text}")
    while True:
        answer = line(f"[{usual + 1}] ") or str(usual + 1)
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        for choice, text in zip(choices, shown, strict=True):
            if any(word.lower().startswith(answer.lower()) for word in (choice, text)):
                return choice
        print(tr("A number from 1 to {n}, please, or q to leave.", n=len(choices)))


def line(prompt: str) -> str:
    """What a person types; q ends it all."""
    text = input(prompt).strip()
    if text.lower() in ("q", "quit", "quitter"):
        raise EOFError
    return text


def _play() -> list[str]:
    game = _game()
    opponent = ask(tr("Against whom?"), _opponents(game), _with_elo(game), 1)
    sides = ("--second", "--first")
    side = ask(tr("Who begins?"), sides, (tr("I begin"), tr("the machine begins")))
    return ["play", game, side, opponent]


def _opponents(game: str) -> tuple[str, ...]:
    """The levels that a game has: without a network `master` would be `maximum` again."""
    from ..catalogue import find
    from ..search import MASTER, has_master

    return tuple(name for name in OPPONENTS if name != MASTER or has_master(find(game)))


def _with_elo(game: str) -> tuple[str, ...]:
    """The levels with what they are worth in a game: random moves are 0."""
    from ..search import elo_of

    texts = []
    words = dict(zip(OPPONENTS, map(tr, OPPONENTS), strict=True))
    for level in _opponents(game):
        word = words[level]
        elo = elo_of(game, level)
        shown = elo and tr("Elo {elo:,} ± {margin:,}", elo=elo.elo, margin=elo.margin)
        texts.append(f"{word}  ({shown})" if shown else word)
    return tuple(texts)


def _watch() -> list[str]:
    game = _game()
    one = ask(tr("The first player?"), _opponents(game), _with_elo(game), 3)
    other = ask(tr("The second player?"), _opponents(game), _with_elo(game), 1)
    return ["watch", one, other, "--game", game]


def _game() -> str:
    from .. import games
    from ..catalogue import title_of

    names = tuple(games.NAMES)
    titles = [said(title_of(getattr(games, cls))) for cls in games.NAMES.values()]
    return ask(tr("Which game?"), names, titles, names.index("connect4"))


def _experiment() -> list[str]:
    specs = sorted(str(path) for path in Path("examples/lab").rglob("*.toml"))
    elsewhere = tr("another file")
    path = ask(tr("Which experiment?"), (*specs, elsewhere)) if specs else elsewhere
    while path == elsewhere or not path:
        path = line(tr("The path of a spec (TOML or JSON): "))
    return ["lab", "run", path]


def _learn() -> list[str]:
    from .. import search  # noqa: F401  registers them
    from ..registry import REGISTRY

    names = sorted(REGISTRY["search"])
    return ["players", ask(tr("Which search?"), names, usual=names.index("uct"))]
