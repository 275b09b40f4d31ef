"""How soon does the page show what a search thinks, and does it stay smooth meanwhile?

    python benchmarks/page.py [FILE]     prints a Markdown table; FILE gets it as JSON

In a real browser, Chromium without a head, with `playout web` on the same machine. Needs
Chromium and Playwright. The first answer is that of the game that the page opens with, Hex 11x11:
the machine's move on the board, after a click so many seconds after the board was there; with an
empty folder of kernels, as in a fresh clone, and once more with the kernels that this has left.
The size is that of the built page, compressed as servers do it.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

import playout

CLICKS = 20
WATCHED_S = 10
LOOKED_S = (0, 2, 5)  # at the board, before the first click
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
STATIC = Path(playout.__file__).parent / "web/static"

# Watches the panel of the search from the click on; all in the page's own clock.
FIRST_NUMBERS = """
cell => new Promise(done => {
  const began = performance.now();
  const simulations = () => document.querySelector(".numbers dd")?.textContent ?? "";
  const before = simulations();
  const look = new MutationObserver(() => {
    const now = simulations();
    if (!now || now === before) return;
    look.disconnect();
    // When it has been drawn.
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began), 0));
  });
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  document.querySelector(`[data-cell="${cell}"]`).dispatchEvent(
    new MouseEvent("click", { bubbles: true }));
})
"""

# Long tasks, gaps between frames, and how often the number of simulations changed.
WATCH = """
seconds => new Promise(done => {
  const seen = { tasks: [], gaps: [], updates: 0 };
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) seen.tasks.push(task.duration);
  }).observe({ type: "longtask" });
  const shown = document.querySelector(".numbers dd");
  let text = shown.textContent;
  const began = performance.now();
  let last = began;
  const frame = now => {
    seen.gaps.push(now - last);
    last = now;
    if (shown.textContent !== text) {
      seen.updates++;
      text = shown.textContent;
    }
    if (now - began < 1000 * seconds) requestAnimationFrame(frame);
    else done(seen);
  };
  requestAnimationFrame(frame);
})
"""


def first_numbers(page, address: str) -> list[float]:
    """Milliseconds from a click on the board to the first numbers of the machine's search."""
    took = []
    for i in range(CLICKS + 2):
        page.goto("about:blank")
        page.goto(f"{address}#g=hex:size=11&b=human&w=grave:seconds=1")
        page.locator('[data-cell="60"]').wait_for()
        page.wait_for_timeout(300)
        took.append(page.evaluate(FIRST_NUMBERS, 12 + 4 * i))
    return took[2:]  # the first two compile and warm up


def smoothness(page, address: str) -> dict:
    """What happens on the page during some seconds of live analysis."""
    page.goto("about:blank")
    page.goto(f"{address}#g=hex:size=11&m=f6,d4,h5&b=human&w=human")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.locator(".numbers dd").first.wait_for(timeout=120_000)
    page.wait_for_timeout(1000)
    return page.evaluate(WATCH, WATCHED_S)


def first_answers(browser) -> dict[str, float]:
    """Seconds from the first click on the page to the machine's answer."""
    rows = {}
    for looked in LOOKED_S:
        with tempfile.TemporaryDirectory() as folder:
            for there in ("no kernel on disk (bar: 5)", "kernels on disk (bar: 1)"):
                with served(PLAYOUT_CACHE_DIR=folder) as address:
                    seconds = first_answer(browser, address, looked)
                rows[f"first answer, {there}, {looked} s after the board, s"] = seconds
    return rows


def first_answer(browser, address: str, looked: float) -> float:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page.set_default_timeout(120_000)
    page.goto(address)
    page.locator('[data-cell="12"]').wait_for()
    page.wait_for_timeout(1000 * looked)
    began = time.perf_counter()
    page.locator('[data-cell="12"]').click()
    page.locator(".list .move").nth(2).wait_for()  # after "Start" and ours; it may be a swap
    page.close()
    return time.perf_counter() - began


def zipped() -> float:
    """The size of what a browser has to fetch, in kB."""
    files = [path for path in STATIC.iterdir() if path.is_file()]
    return sum(len(gzip.compress(path.read_bytes())) for path in files) / 1000


def measured(page, address: str) -> dict[str, float]:
    began = os.getloadavg()[0]
    took = first_numbers(page, address)
    seen = smoothness(page, address)
    gaps = sorted(seen["gaps"][1:])
    return {
        f"click to first numbers, Hex 11, median of {CLICKS}, ms": float(np.median(took)),
        "click to first numbers, 95th percentile, ms": float(np.percentile(took, 95)),
        "click to first numbers, worst, ms (bar: 200)": max(took),
        f"longest task in {WATCHED_S} s of analysis, ms (bar: 50; 0: none was over 50)": max(
            seen["tasks"], default=0.0
        ),
        "tasks over 50 ms": len(seen["tasks"]),
        "gap between two frames, median, ms": float(np.median(gaps)),
        "gap between two frames, 99th percentile, ms": float(np.percentile(gaps, 99)),
        "gap between two frames, longest, ms": gaps[-1],
        "updates of the numbers per second": seen["updates"] / WATCHED_S,
        "the page, compressed, kB (bar: 150)": zipped(),
        "load of the machine, before": began,
        "load of the machine, after": os.getloadavg()[0],
        "cores": os.cpu_count() or 1,
    }


@contextmanager
def served(**environment: str) -> Iterator[str]:
    """`playout web`, running in a process of its own: where its page is."""
    command = [sys.executable, "-m", "playout", "web", "--no-browser", "--port", "0"]
    environment = {**os.environ, "PLAYOUT_QUIET": "1", "PYTHONUNBUFFERED": "1", **environment}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            yield re.search(r"http://\S+/", server.stdout.readline()).group()
        finally:
            server.terminate()


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium here: apt-get install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        rows = first_answers(browser)
        with served() as address:
            page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
            page.set_default_timeout(120_000)
            rows |= measured(page, address)
        browser.close()
    print("| | |\n| --- | ---: |")
    for name, value in rows.items():
        print(f"| {name} | {value:.1f} |")
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
