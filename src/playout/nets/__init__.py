"""Networks: what they see of a position, their files, and what they say.

planes.py     what a network sees, and which of its moves a move is
file.py       a network as a file, and its arrays
forward.py    what a network says, by the plainest means
"""

from .file import NetError, Network, read, write
from .planes import Shape, shape_of

__all__ = ["NetError", "Network", "Shape", "read", "shape_of", "write"]
