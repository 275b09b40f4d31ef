"""What a browser fetches before anybody opens anything stays small."""

import gzip
import re

from playout.web.pages import files

MOST_BYTES = 180_000  # compressed


def fetched():
    """The paths that the page names, and what those import at once (not by `import(...)`)."""
    by_path = files()
    page = by_path["/index.html"].content.decode()
    waiting = re.findall(r'(?:src|href)="\.(/[^"]+)"', page)
    found = {"/index.html"}
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            text = by_path[path].content.decode()
            waiting += re.findall(r'(?:from|import)\s*"\.(/[^"]+\.js)"', text)
    return {path: by_path[path].content for path in found}


def test_first_load_is_small():
    sizes = {path: len(gzip.compress(content)) for path, content in fetched().items()}
    assert "/page.js" in sizes
    assert sum(sizes.values()) < MOST_BYTES, sizes


def test_rooms_are_fetched_when_they_are_opened():
    rooms = {"/Compare.js", "/Friend.js", "/Games.js", "/Lab.js", "/Puzzles.js", "/Review.js"}
    assert rooms <= files().keys()
    assert not rooms & fetched().keys()
