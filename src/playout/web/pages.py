"""The files of the page: those that came with the package, and nothing else."""

from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from fastapi import APIRouter, Response

__all__ = ["File", "files", "router_for"]

TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}
MISSING = """<!doctype html>
<html lang="en">
<title>Playout</title>
<h1>The page has not been built</h1>
<p>In a checkout of Playout, with Node installed:</p>
<pre>cd frontend
npm install --no-save
npm run build</pre>
<p>Then start <code>playout web</code> again.</p>
</html>
"""


class File(NamedTuple):
    """A file as it is sent."""

    content: bytes
    type: str
    status: int = 200


def files() -> dict[str, File]:
    """By their paths in an address, read once: no path from outside ever opens a file."""
    by_path: dict[str, File] = {}
    folder = resources.files(__package__) / "static"
    _collect(folder, "/", by_path)
    page = by_path.get("/index.html", File(MISSING.encode(), TYPES["html"], 503))
    return by_path | {"/": page}


def _collect(folder: Traversable, path: str, by_path: dict[str, File]) -> None:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        kind = TYPES.get(entry.name.rpartition(".")[2])
        if entry.is_dir():
            _collect(entry, f"{path}{entry.name}/", by_path)
        elif kind is not None:
            by_path[path + entry.name] = File(entry.read_bytes(), kind)


def router_for(files: dict[str, File]) -> APIRouter:
    """An address for each file."""
    router = APIRouter()

    def page(file: File) -> Any:
        async def send_file() -> Response:
            return Response(file.content, file.status, media_type=file.type)

        return send_file

    for path, file in files.items():
        router.add_api_route(path, page(file), methods=["GET", "HEAD"])
    return router
