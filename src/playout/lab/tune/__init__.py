"""Tuning: which values of a player's parameters score best."""
