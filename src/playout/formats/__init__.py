"""How other programs are spoken to: GTP, as a player and as a server."""

from .gtp import GtpPlayer, program_of
from .gtp_server import GtpServer, serve_gtp

__all__ = ["GtpPlayer", "GtpServer", "program_of", "serve_gtp"]
