"""Tuning: a search for the best values of a player's parameters."""
