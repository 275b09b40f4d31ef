"""Accuracy: how often a player keeps the value of a position that is solved.

spec, plan          what may be said, and what is asked of whom
positions           random positions, and what is true of them
tasks, schedule     solving a position, asking a player; which of it is next
scores, numbers     shares and paired tests; all that report.json has
summary, report     tables for the terminal, and the files of the report, with figures
"""
