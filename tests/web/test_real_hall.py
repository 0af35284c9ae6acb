"""The page over a real hall: real firmware on simulated clocks, the real arbiter, real commands."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flagfall.arbiter.demo.run import Demo, Options
from flagfall.web.server import serve
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def hall_page(chromium: Browser, tmp_path: Path) -> Iterator[tuple[Demo, Page]]:
    """Two clocks found and laid out, nobody playing yet; the page before them."""
    options = Options(tmp_path / "hall.db", tables=2, seed=3, speed=20.0)
    with Demo(options, say=lambda _text: None) as demo, serve(demo.hall) as server:
        page = chromium.new_page(locale="en-GB")
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.url)
        expect(page.locator(".empty")).to_contain_text("No tables yet")
        demo.open()
        expect(page.locator(".card")).to_have_count(2, timeout=20_000)
        yield demo, page
        page.close()
        assert complaints == []


def face(page: Page, table: int, side: str) -> Any:
    return page.locator(f'.card[data-table="{table}"] .face-{side}')


def test_the_arbiter_s_word_reaches_the_clocks_and_comes_back(
    hall_page: tuple[Demo, Page],
) -> None:
    """CL-05, CL-15, CL-14, CL-25, CL-27: start all, stop one, charge, be refused, end."""
    demo, page = hall_page
    expect(page.locator(".link").first).to_have_text("linked")
    page.get_by_role("button", name="Start all").click()
    page.get_by_role("dialog").get_by_role("button", name="Start all").click()
    expect(page.locator(".face[data-runs]")).to_have_count(2)

    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".table .face[data-runs]")).to_have_count(0)
    clock = demo.hall.table(2).mirror.clock
    assert clock is not None
    before = clock.left.remaining_us

    page.get_by_text("Time", exact=True).click()
    page.get_by_role("button", name="Charge time").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(re.compile(r"\(left, ")).check()
    dialog.get_by_label("Amount").fill("0:30.000001")
    dialog.get_by_role("button", name="Charge time").click()
    expect(dialog).to_have_count(0)
    with demo.hall.changed:
        assert demo.hall.changed.wait_for(lambda: clock.left.remaining_us == before - 30_000_001, 5)

    page.get_by_role("button", name="Compensate").click()
    dialog.get_by_label("Amount").fill("2:01")
    dialog.get_by_role("button", name="Compensate").click()
    expect(dialog.get_by_role("alert")).to_contain_text("at most two minutes")
    dialog.get_by_role("button", name="Cancel").click()

    page.get_by_text("Game", exact=True).click()
    page.get_by_role("button", name="End the game").click()
    dialog.get_by_label("½–½ draw").check()
    dialog.get_by_role("button", name="End the game").click()
    dialog.get_by_role("button", name="Yes: End the game").click()
    expect(page.locator(".table-status strong")).to_contain_text("½–½")
    assert demo.hall.table(2).result == "1/2"


def test_a_decision_on_an_older_sight_is_refused(hall_page: tuple[Demo, Page]) -> None:
    demo, page = hall_page
    order = {"table": 1, "act": "start", "revision": demo.hall.table(1).mirror.newest}
    send = """(order) => fetch("/api/command", {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(order),
    }).then((answer) => answer.json())"""
    assert page.evaluate(send, order) == {"ok": True}
    late = page.evaluate(send, order | {"act": "stop"})
    assert late["ok"] is False
    assert "went on meanwhile" in late["error"]["message"]


def test_a_clock_that_loses_its_power_shows_as_cut_or_lost(hall_page: tuple[Demo, Page]) -> None:
    demo, page = hall_page
    demo.boards[0].close()
    expect(page.locator('.card[data-table="1"] .link')).to_have_text(
        re.compile("link cut|link lost"), timeout=15_000
    )
    expect(page.locator(".need")).to_contain_text(re.compile("clock"))
    expect(face(page, 1, "left")).to_have_attribute("data-out", "")
    expect(page.locator('.card[data-table="2"] .link')).to_have_text("linked")


def test_what_the_hall_says_is_what_the_page_was_promised(hall_page: tuple[Demo, Page]) -> None:
    """The contract of `web/source.py`, field by field, against the real view."""
    from flagfall.web import source

    demo, _page = hall_page
    hall = json.loads(json.dumps(demo.hall.snapshot()))
    kinds = [(source.HallJson, hall), (source.TableJson, hall["tables"][0])]
    kinds += [(source.SideJson, hall["tables"][0][side]) for side in ("left", "right")]
    kinds += [(source.BoardJson, hall["tables"][0]["board"])]
    kinds += [(source.DetailJson, demo.hall.detail(1))]
    for kind, told in kinds:
        assert kind.__required_keys__ <= told.keys(), kind.__name__
        extra = told.keys() - kind.__required_keys__ - kind.__optional_keys__
        assert extra == set(), kind.__name__
