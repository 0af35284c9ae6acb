"""CL-18: spectators see the hall as it stood a while ago, and no counts."""

import json
from typing import Any

import httpx
import pytest
from flagfall.web.server import serve
from flagfall.web.spectators import DelayedHall, for_spectators
from playwright.sync_api import Browser, expect

from tests.support.sample_hall import SampleHall


class Wait:
    """A hall, its delayed twin, and a clock that a test moves."""

    def __init__(self, delay_s: float = 60.0) -> None:
        self.seconds = 0.0
        self.hall = SampleHall(3)
        self.delayed = DelayedHall(self.hall, delay_s, now=lambda: self.seconds)

    def passes(self, seconds: float) -> None:
        """Time passes, looked at once a second as the server does."""
        for _ in range(int(seconds)):
            self.delayed.record(self.hall.snapshot() | {"now_us": int(self.seconds * 1e6)})
            self.seconds += 1

    def shown(self) -> dict[int, dict[str, Any]]:
        return {table["table"]: table for table in self.delayed.snapshot()["tables"]}


def test_nothing_is_shown_before_its_time() -> None:
    wait = Wait()
    wait.passes(59)
    assert wait.shown() == {}
    wait.passes(2)
    assert list(wait.shown()) == [1, 2, 3]


def test_a_move_is_shown_a_minute_later_and_not_before() -> None:
    wait = Wait()
    wait.passes(100)
    wait.hall.tables[2]["last_move"] = "50-45"
    wait.passes(59)
    assert wait.shown()[2]["last_move"] != "50-45"
    wait.passes(2)
    assert wait.shown()[2]["last_move"] == "50-45"


def test_hall_time_is_that_of_the_moment_shown() -> None:
    wait = Wait()
    wait.passes(200)
    wait.seconds += 0.25
    assert wait.delayed.snapshot()["now_us"] == 140_250_000


def test_a_table_that_left_leaves_later() -> None:
    wait = Wait()
    wait.passes(100)
    del wait.hall.tables[3]
    wait.passes(30)
    assert 3 in wait.shown()
    wait.passes(40)
    assert 3 not in wait.shown()


def test_nothing_is_kept_longer_than_it_is_needed() -> None:
    wait = Wait()
    for _ in range(300):
        wait.hall.tables[1]["last_move"] += "."
        wait.passes(1)
        wait.delayed.snapshot()
    assert len(wait.delayed._coming) <= 61
    assert len(wait.delayed._heads) <= 62


SECRET = {
    "moves", "move_no", "violations", "carried_us", "uncollected_us", "used_us", "moves_due",
    "byo_left", "period", "notes", "health", "faults", "link", "clock", "firmware", "record_exempt",
    "legal", "forbidden", "reason", "revision", "source",
}  # fmt: skip


def names_in(value: Any) -> set[str]:
    """Every name of a field anywhere in a JSON value."""
    if isinstance(value, dict):
        inner = (names_in(v) for v in value.values())
        return set(value).union(*inner)
    return set().union(*(names_in(v) for v in value)) if isinstance(value, list) else set()


def test_no_count_no_note_no_state_of_the_clock_reaches_spectators() -> None:
    hall = SampleHall(8).eventful()
    for table in hall.tables.values():
        assert names_in(for_spectators(table)) & SECRET == set()
    # A field that is new in the hall's word is not shown until somebody decides that it may be.
    assert "novelty" not in names_in(for_spectators(hall.tables[1] | {"novelty": 1}))


def test_without_it_there_is_no_page_for_spectators() -> None:
    with serve(SampleHall(1)) as server:
        for path in ("watch", "watch/stream"):
            answer = httpx.get(server.url + path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_spectators_need_no_pin_and_get_nothing_else_without_it() -> None:
    """From another address of this machine: the guard sees a stranger."""
    with serve(SampleHall(1), lan=True, watch_delay_s=0) as server:
        others = [url for url in server.urls if "127.0.0.1" not in url]
        if not others:
            pytest.skip("this machine has no address on any network")
        assert httpx.get(f"{others[0]}watch").status_code == 200
        with httpx.stream("GET", f"{others[0]}watch/stream") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: ") and json.loads(line[6:])["tables"]:
                    break
        for path in ("api/hall", "api/stream", "api/table/1"):
            assert httpx.get(others[0] + path).status_code == 401
        order = {"table": 1, "act": "stop"}
        assert httpx.post(f"{others[0]}api/command", json=order).status_code in (401, 403)


@pytest.mark.browser
def test_the_spectators_page_shows_boards_and_clocks_only(chromium: Browser) -> None:
    hall = SampleHall(3)
    hall.fall(2, "left")
    with serve(hall, watch_delay_s=0.5) as server:
        page = chromium.new_page(locale="ru-RU")
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{server.url}watch")
        expect(page.locator(".card")).to_have_count(3)
        first = page.locator(".card").first
        expect(first.locator(".face-left")).to_have_attribute("data-runs", "")
        expect(page.locator(".card .board")).to_have_count(3)
        expect(page.locator(".player-facts, .link, .note, .need, a[href]")).to_have_count(0)
        expect(page.locator(".hall-round")).to_have_text("показ с задержкой 0:00")
        expect(page.locator('.card[data-table="2"] .face-left .face-flag')).to_have_text("флаг")
        hall.press(1)
        expect(page.locator(".card").first.locator(".face-right")).to_have_attribute(
            "data-runs", ""
        )
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert complaints == []
        page.close()
