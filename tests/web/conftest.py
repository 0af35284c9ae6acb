"""Chromium for the page's tests: the system's own, cut off from all but this machine."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from flagfall.web.server import Server, outer_address, serve
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from tests.support.sample_hall import SampleHall

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE " + str(outer_address()),
]  # fmt: skip
# What takes a tenth of a second here may take seconds on a machine with much to do.
expect.set_options(timeout=15_000)
MISSING = (
    "Chromium is not here, so the page can't be tried: install it "
    "(Debian: apt-get install -y chromium)"
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser a module: while it is open this thread's event loop belongs to its driver."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Sight:
    """A page that is open: the hall behind it, its server, and what it complained of."""

    hall: SampleHall
    server: Server
    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.context.on("request", self._request)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def card(self, table: int) -> Any:
        return self.page.locator(f'.card[data-table="{table}"]')

    def time(self, table: int, side: str) -> str:
        return str(self.card(table).locator(f".face-{side} .face-time").text_content())


@pytest.fixture
def sight(chromium: Browser) -> Iterator[Callable[..., Sight]]:
    """`sight(hall, path="", width=…, …)` opens the page; afterwards nothing may have gone wrong."""
    opened: list[Sight] = []

    def look(
        hall: SampleHall, path: str = "", width: int = 1280, height: int = 800, **options: Any
    ) -> Sight:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, **({"locale": "en-GB"} | options)
        )
        context.set_default_timeout(15_000)
        server = serve(hall)
        seen = Sight(hall, server, context.new_page())
        opened.append(seen)
        seen.page.goto(server.url + path)
        seen.page.wait_for_selector(".needs, .table")
        return seen

    yield look
    for seen in opened:
        seen.page.context.close()
        seen.server.close()
    for seen in opened:
        assert seen.complaints == []
        assert seen.requests
        assert all(url.startswith("http://127.0.0.1:") for url in seen.requests), seen.requests
