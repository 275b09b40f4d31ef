"""The lab of the page as its requests have it, for tests."""

import json
import urllib.error
import urllib.request
from urllib.parse import quote

from serving import until

NEW = {
    "name": "Short trial",
    "kind": "match",
    "game": "nim",
    "games": 6,
    "opening": 0,
    "seed": 1,
    "players": {"uct": "uct:simulations=20", "random": "random"},
    "language": "en",
}
LONG = NEW | {"name": "Long trial", "games": 2000}
OVER = ("finished", "failed", "stopped")


class Lab:
    """Requests to a server that runs at an address."""

    def __init__(self, address, **headers):
        self.address = address.rstrip("/")
        self.headers = {"Origin": self.address} | headers

    def send(self, path="", body=None, method=None):
        """The status of a request, its headers, and what came back, read if it is JSON."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        url = f"{self.address}/api/experiments{path}"
        request = urllib.request.Request(url, data, self.headers, method=method)
        try:
            answer = urllib.request.urlopen(request, timeout=120)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            text = answer.read()
            is_json = answer.headers.get("content-type") == "application/json"
            return answer.status, answer.headers, json.loads(text) if is_json else text

    def __call__(self, path="", body=None, **options):
        return self.send(path, body, **options)[2]

    def create(self, **changes):
        return self("", NEW | changes)

    def of(self, id):
        return self(f"/{quote(id)}")

    def every(self):
        return self()["experiments"]

    def until(self, id, *states):
        """Wait until an experiment is in one of these states; how it stands then."""
        until(lambda: self.of(id)["state"] in states)
        return self.of(id)

    def until_played(self, id, n):
        until(lambda: self.of(id)["done"] >= n or self.of(id)["state"] in OVER)
        return self.of(id)
