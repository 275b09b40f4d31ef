"""The page in the browser: a small server of positions, searches and their trees.

The page keeps the game. Over one WebSocket it asks for a position by its moves, or for a search
of one: see messages.py. Each connection is independent of the others.
"""

from .describe import catalogue
from .server import serve

__all__ = ["catalogue", "serve"]
