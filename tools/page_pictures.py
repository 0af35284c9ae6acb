"""Takes the pictures of the page in `docs/pictures/page-*.png` from a real demonstration.

    uv run python tools/page_pictures.py

A hall of simulated clocks plays as in `flagfall demo`; once it is in the middle of its games one
clock is set to a few seconds, so that a flag falls, and one cable is pulled. Needs Chromium.
"""

import shutil
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from flagfall.arbiter.demo.run import Demo, Options
from flagfall.errors import FlagfallError
from flagfall.web.server import Server, serve
from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SEED = 7
BEGIN_S = 200
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
LOST = '.link[data-link="cut"], .link[data-link="lost"]'


def opened(browser: Browser, server: Server, path: str, **look: Any) -> Page:
    """A page in its own window, drawn and running."""
    options = {"viewport": {"width": 1280, "height": 860}, "locale": "en-GB"} | look
    page = browser.new_context(**options).new_page()
    page.goto(server.url + path)
    page.wait_for_selector(".card, .table[data-detailed]")
    page.wait_for_timeout(700)
    return page


def pictures(browser: Browser, server: Server, demo: Demo) -> None:
    """The wall in both languages and schemes, on a phone, and one table."""
    going = [t for t in demo.hall.snapshot()["tables"] if t["phase"] == "playing"]
    calm, flag, cut = going[0], going[1], going[-1]
    order = {"table": flag["table"], "act": "correct", "side": flag["running"], "override": True}
    answer = demo.hall.command(order | {"set_us": 5_000_000})
    assert answer["ok"], answer
    phone = {"viewport": {"width": 360, "height": 760}, "device_scale_factor": 2}
    table = f"#/table/{calm['table']}"
    shots = {
        "page-table-en": opened(browser, server, table),
        "page-wall-en": opened(browser, server, ""),
        "page-wall-ru": opened(browser, server, "", locale="ru-RU", color_scheme="dark"),
        "page-phone-ru": opened(browser, server, "", locale="ru-RU", **phone),
    }
    shots["page-wall-en"].wait_for_selector(".face[data-flag]")
    demo.seats[cut["table"]].line.port.close()
    shots["page-wall-en"].wait_for_selector(LOST)
    for name, page in shots.items():
        page.screenshot(path=PICTURES / f"{name}.png")


def play(demo: Demo) -> None:
    """The games; the pulled cable ends them, which is none of our business here."""
    with suppress(FlagfallError):
        demo.play()


def main() -> int:
    chromium = shutil.which("chromium")
    if chromium is None:
        print("Chromium is not here: apt-get install -y chromium", file=sys.stderr)
        return 2
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        options = Options(Path(folder) / "hall.db", seed=SEED, speed=20.0)
        with Demo(options, say=print) as demo, serve(demo.hall) as server:
            demo.open()
            threading.Thread(target=play, args=(demo,), daemon=True).start()
            while demo.time.now_us() < BEGIN_S * 1_000_000:
                time.sleep(0.2)
            browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
            pictures(browser, server, demo)
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
