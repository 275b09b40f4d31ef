"""Games between players: openings, single games, and who meets whom in a tournament."""

from .game import Played, PlayerFailedError, Turn, play_game
from .opening import opening
from .pairings import Pairing, gauntlet, knock_out_round, ladder, round_robin

__all__ = [
    "Pairing",
    "Played",
    "PlayerFailedError",
    "Turn",
    "gauntlet",
    "knock_out_round",
    "ladder",
    "opening",
    "play_game",
    "round_robin",
]
