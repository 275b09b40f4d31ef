"""Games in the terminal: `play` for people and machines, `watch` for machines alone.

Nothing is imported here: the command line needs `screen` before any slow import.
"""
