"""Sweeps: a match for each combination of some parameters.

    spec        what may be said
    grid        tables of two parameters, and a curve for each
    budgets     the score of players who differ in how long they may think

The rest, from the schedule to the page, is that of a match.
"""
