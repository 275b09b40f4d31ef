"""Accuracy: how often a player keeps the value of a position that is solved."""
