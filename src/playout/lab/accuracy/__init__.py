"""Accuracy: how often a player keeps the value of a position that is solved.

spec                what may be said
positions           random positions, and what is true of them
tasks               solving a position, asking a player
schedule            what is asked of whom, which of it is next, and how it stands
scores, numbers     shares and paired tests; all that report.json has, and tables for the terminal
report              its files, with figures
"""
