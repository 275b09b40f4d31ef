"""The page in the browser: a small server of positions, searches and their trees.

The page keeps the game. It asks for a position by its moves, or for a search of one, over one
WebSocket; frontend/src/protocol.ts has the messages. Nothing here knows of another connection.
"""

from .server import serve

__all__ = ["serve"]
