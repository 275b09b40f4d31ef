"""The page of a report in a browser: games are stepped through, and it fits a telephone."""

import html
import json
import os
import re
import shutil
import subprocess

import pytest
from test_report import SPEC, ledger_of

from playout.lab.kinds import write_report

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--virtual-time-budget=20000",
    "--dump-dom",
]
REQUIRED = os.environ.get("PLAYOUT_BROWSER") == "required"
# The page in a frame, so that it can be as narrow as a telephone; what `look` finds is written
# into the title.
FRAME = """<!doctype html><title>nothing</title><iframe style="width: WIDTHpx; height: 800px">
</iframe><script>
const frame = document.querySelector("iframe");
frame.onload = () => {
  const page = frame.contentDocument;
  try { document.title = JSON.stringify((LOOK)(page)); }
  catch (error) { document.title = JSON.stringify(String(error)); }
};
frame.srcdoc = PAGE;
</script>"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    experiment, ledger = ledger_of(SPEC, folder / "a.sqlite")
    return write_report(experiment, ledger, folder).read_text()


@pytest.fixture
def look(page, tmp_path):
    """What a function of the document returns in a browser."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        (pytest.fail if REQUIRED else pytest.skip)("no Chromium here: apt-get install chromium")

    def run(script, width=1100):
        text = json.dumps(page).replace("</", "<\\/").replace("<!--", "<\\!--")
        made = FRAME.replace("WIDTH", str(width)).replace("LOOK", script).replace("PAGE", text)
        (tmp_path / "frame.html").write_text(made, encoding="utf-8")
        where = (tmp_path / "frame.html").as_uri()
        command = [path, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", where]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        title = re.search(r"<title>(.*?)</title>", done.stdout, re.DOTALL)[1]
        return json.loads(html.unescape(title))

    return run


STEP = """(page) => {
  const box = page.querySelector(".sample");
  const said = () => box.querySelector("[data-at=said]").textContent;
  const drawn = () => box.querySelector("[data-at=board] svg").innerHTML.length;
  const press = (key) => box.querySelector("[data-at=back]").dispatchEvent(
    new page.defaultView.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const click = (name) => box.querySelector(`[data-at=${name}]`).click();
  const seen = [];
  const note = () => seen.push([said(), drawn()]);
  note();
  const keys = ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End"];
  for (const key of keys) { press(key); note(); }
  for (const name of ["back", "on", "first", "on", "last"]) { click(name); note(); }
  return { seen, game: JSON.parse(box.querySelector("script").textContent) };
}"""


def test_games_are_stepped_through_with_keys_and_buttons(look):
    found = look(STEP)
    said = [text for text, _ in found["seen"]]
    moves = found["game"]["moves"]
    n = len(moves)
    by_key, by_button = [0, 1, 2, 1, n], [n - 1, n, 0, 1, n]
    for text, ply in zip(said, [n, *by_key, *by_button], strict=True):
        assert text.startswith(f"{ply}. " if ply else "The start."), said
        assert ply == 0 or moves[ply - 1] in text
    drawn = [length for _, length in found["seen"]]
    assert drawn[0] == drawn[5] == drawn[-1] != drawn[1] == drawn[8]


def test_page_fits_a_telephone(look):
    wide = """(page) => {
      const { scrollWidth, clientWidth } = page.documentElement;
      const texts = [...page.querySelectorAll("figure svg text")];
      const ends = texts.map((text) => text.getBoundingClientRect().right);
      return [scrollWidth, clientWidth, ends.filter((end) => end > clientWidth).length];
    }"""
    scrolled, seen, cut_off = look(wide, 360)
    assert scrolled <= seen <= 360
    assert cut_off == 0
