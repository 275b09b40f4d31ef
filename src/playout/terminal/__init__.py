"""Games in the terminal: `play` for people and machines, `watch` for machines alone.

Nothing is imported here: `screen` is needed before all that is heavy.
"""
