"""Accuracy: how often a player keeps the value of a position that is solved.

spec, plan          what may be said, and what is asked of whom
positions           random positions, and what is true of them
tasks, schedule     solving a position, asking a player; which of it is next, and how it stands
scores, numbers     shares and paired tests; all that report.json has, and tables for the terminal
report              its files, with figures
"""
