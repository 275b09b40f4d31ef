"""A real browser and the real program, for tests of the page.

They need Chromium and Playwright; without them they are skipped, unless PLAYOUT_BROWSER=required.
"""

import os
import shutil
from pathlib import Path

import pytest
from browsing import PATIENCE_S, program

from playout.kernel import JIT

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
]
REQUIRED = os.environ.get("PLAYOUT_BROWSER") == "required"
AXE = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"


def need(condition, what):
    """Skip, or fail where nothing may be skipped."""
    if not condition:
        (pytest.fail if REQUIRED else pytest.skip)(what)


@pytest.fixture(scope="session", autouse=True)
def games_of_their_own(tmp_path_factory):
    """Servers of these tests neither read nor keep games where those of the user are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLAYOUT_GAMES_DIR", str(tmp_path_factory.mktemp("games")))
        yield


@pytest.fixture(scope="session")
def browser():
    need(JIT, "the page is not tried with the JIT off")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    need(path, "no Chromium here: apt-get install chromium")
    playwright = pytest.importorskip("playwright.sync_api", exc_type=ImportError)
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="session")
def address(browser):
    """Where the page is, served by `playout web`."""
    with program() as where:
        yield where


@pytest.fixture
def context(browser):
    made = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    made.set_default_timeout(1000 * PATIENCE_S)  # a kernel may have to be compiled
    yield made
    made.close()


@pytest.fixture
def axe():
    need(AXE.exists(), "no axe-core here: make page")
    return AXE.read_text()
