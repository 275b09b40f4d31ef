"""Sweeps: a match for each combination of some parameters; all else is that of a match."""
