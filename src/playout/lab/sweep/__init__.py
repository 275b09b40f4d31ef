"""Sweeps: a match for each combination of some parameters.

    spec        what may be said
    grid        tables of two parameters, a curve for each, and the score against the budget

The rest, from the schedule to the page, is that of a match.
"""
