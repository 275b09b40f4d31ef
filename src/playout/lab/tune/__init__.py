"""Tuning: a search for the best values of a player's parameters.

spec, plan          what may be said; the parameters that are open
schedule            batches of trials, then a final match; and how it stands
optimiser           which values are tried next, by CMA-ES
surrogate           a smooth surface through noisy scores; recommend: its top
report              what it adds to the report of a match, with figures
"""
