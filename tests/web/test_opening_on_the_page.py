"""Renju's opening on the page: offered fifths, colours after a swap, a turn written down."""

from collections.abc import Callable
from typing import Any

import pytest
from flagfall.arbiter.view import detail_json, hall_json
from playwright.sync_api import expect

from tests.arbiter.test_opening_of_renju import opened
from tests.support.sensor_table import Played
from tests.web.conftest import Sight

pytestmark = pytest.mark.browser

Look = Callable[..., Sight]


class OneTable:
    """A hall of one table that stands still and keeps what is ordered."""

    def __init__(self, game: Played) -> None:
        self.game = game
        self.orders: list[dict[str, Any]] = []

    def snapshot(self) -> dict[str, Any]:
        now_us = self.game.clock.at_us
        return hall_json(self.game.state, now_us=now_us, speed=0.0, lost=0)

    def detail(self, _table: int) -> dict[str, Any]:
        return detail_json(self.game.table)

    def subscribe(self, _callback: Callable[[], None]) -> Callable[[], None]:
        return lambda: None

    def command(self, order: dict[str, Any]) -> dict[str, Any]:
        self.orders.append(order)
        return {"ok": True}


def test_offers_a_swap_and_what_is_due_are_shown(sight: Look) -> None:
    hall = OneTable(opened("rif-1996", "h8, h9, i9", "swap", "h10", "offer i8 g7"))
    page = sight(hall, "#/table/1").page
    expect(page.locator(".table-board .stone-offered")).to_have_count(2)
    expect(page.locator(".table-board .stone-letter").first).to_have_text("A")
    expect(page.locator(".table-status")).to_contain_text("White chooses one of the fifth moves.")
    expect(page.locator(".table-status")).to_contain_text("colours exchanged")
    expect(page.locator(".record")).to_contain_text("offers i8 g7")


def test_the_arbiter_writes_a_turn_down(sight: Look) -> None:
    hall = OneTable(opened("rif-1996", "h8, h9, i9", "swap"))
    page = sight(hall, "#/table/1").page
    page.get_by_text("Moves", exact=True).click()
    page.get_by_role("button", name="Write a move down").click()
    sheet = page.locator("dialog")
    expect(sheet.get_by_label("Number of the press")).to_have_value("2")
    sheet.get_by_label("What was played").fill("stay, h10")
    sheet.get_by_role("button", name="Write a move down").click()
    expect(page.locator(".toast")).to_contain_text("done")
    (order,) = hall.orders
    assert (order["act"], order["ply"], order["text"]) == ("write", 2, "stay, h10")
