"""Accuracy: how often a player keeps the value of a position that is solved.

spec, plan          what may be said, and what is asked of whom
positions, labels   random positions, and what is true of them
tasks, schedule     solving a position, asking a player; which of it is next
scores              shares and paired tests
summary             tables for the terminal
numbers, report     report.json, and the files of the report, with figures
"""
