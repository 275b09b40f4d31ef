"""Games between players: openings, single games, and the pairings of a tournament."""

from .forfeit import Failure, ForfeitError, PlayerFailedError, ResignedError, failure_in, in_words
from .game import Played, Turn, play_game
from .opening import opening
from .pairings import Pairing, gauntlet, knock_out_round, ladder, round_robin

__all__ = [
    "Failure",
    "ForfeitError",
    "Pairing",
    "Played",
    "PlayerFailedError",
    "ResignedError",
    "Turn",
    "failure_in",
    "gauntlet",
    "in_words",
    "knock_out_round",
    "ladder",
    "opening",
    "play_game",
    "round_robin",
]
