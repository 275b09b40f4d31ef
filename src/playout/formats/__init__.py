"""Other programs by GTP: as players, and as those that ask for moves."""

from .gtp import GtpPlayer, program_of
from .gtp_server import GtpServer, serve_gtp

__all__ = ["GtpPlayer", "GtpServer", "program_of", "serve_gtp"]
