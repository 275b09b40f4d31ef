"""How long a player may think, and with what: parameters that every search has beside its own."""

from ..parameters import ABOVE_0, Parameter, Range

__all__ = ["BUDGET", "MOST_SECONDS"]

MOST_SIMULATIONS = 2**31 - 1  # visits are counted in 32 bits
MOST_SECONDS = 10**9

BUDGET = {
    parameter.name: parameter
    for parameter in (
        Parameter("seconds", float, range=Range(ABOVE_0, MOST_SECONDS), text="time for a move"),
        Parameter(
            "simulations", int, range=Range(1, MOST_SIMULATIONS), text="simulations for a move"
        ),
        Parameter("threads", int, 1, range=Range(1, 256), text="threads, each with a tree"),
        Parameter("reuse", bool, False, text="keep what is known from move to move"),
        Parameter("ponder", bool, False, text="think while the other player does"),
        Parameter("prove", float, range=Range(0, 1), text="share of the time for an exact solver"),
        Parameter(
            "early_win",
            bool,
            False,
            text="look for a win at once, or the only move that stops one, before anything else",
        ),
    )
}
