"""The pictures of the page in the documentation: `python tools/pictures.py`, with Chromium.

Each is a scene of the page as it is now, so that they can be made anew whenever it changes.
"""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests/web"))

from browsing import Desk, game_link, program  # noqa: E402
from conftest import FLAGS  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
HEX = ["a2", "f6", "g5", "h4", "d7", "e8", "f7"]
BLUNDERED = ["4", "4", "4", "4", "4", "2", "3", "5", "2", "2", "6"]
BREAKTHROUGH = ["d2d3", "e7e6", "e2e3", "d7d6", "c2c3", "c7c6"]


def hex_heat(desk):
    desk.analyse()
    desk.until(lambda: desk.number("Simulations") > 200_000)
    desk.press("Analyse")


def review(desk):
    desk.page.get_by_role("tab", name="Review").click()
    desk.press("Review the game")
    desk.button("Review again").wait_for()


def teacher(desk):
    desk.press("Teacher")
    desk.press("One move back")
    desk.press("One move forward")
    desk.page.locator(".teacher .sign:not(.busy)").wait_for()
    desk.until(lambda: not desk.page.locator(".teacher .later").count())
    desk.page.locator(".teacher .answers").first.click()
    desk.page.locator("svg.board .truth, svg.board .mark").first.wait_for()


def tree(desk):
    hex_heat(desk)
    desk.page.get_by_role("tab", name="Tree").click()
    desk.page.locator("[role=treeitem][aria-expanded=false]").first.click()
    desk.page.locator("[role=treeitem][aria-level='2']").first.wait_for()


SCENES = {
    "page-hex": (game_link("hex:size=11", moves=HEX), hex_heat, DESKTOP, "light"),
    "page-review": (game_link("connect4", moves=BLUNDERED), review, DESKTOP, "light"),
    "page-teacher": (game_link("connect4", moves=BLUNDERED[:7]), teacher, DESKTOP, "light"),
    "page-dark": (game_link("breakthrough", moves=BREAKTHROUGH), tree, DESKTOP, "dark"),
    "page-phone": (game_link("hex:size=11", white="medium", moves=HEX[:6]), None, PHONE, "light"),
}


def main() -> None:
    wanted = sys.argv[1:] or [*SCENES]
    with program() as address, sync_playwright() as driver:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        for name in wanted:
            link, act, size, scheme = SCENES[name]
            scale = 2 if size is PHONE else 1
            context = browser.new_context(
                viewport=size, color_scheme=scheme, locale="en-GB", device_scale_factor=scale
            )
            context.set_default_timeout(120_000)
            desk = Desk(context, address, link)
            if act:
                act(desk)
            desk.page.screenshot(path=ROOT / f"docs/{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
