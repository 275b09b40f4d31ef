"""Sweeps: a match for each value of some parameters, as tables and curves."""
