"""Orders and answers from the page: a press, a ruling, a question, what is refused; the keys."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.sample_hall import SampleHall
from tests.web.conftest import Sight

pytestmark = pytest.mark.browser

Look = Callable[..., Sight]


def test_the_wall_is_walked_by_arrows_and_entered(sight: Look) -> None:
    seen = sight(SampleHall(8))
    keys = seen.page.keyboard

    def focused() -> Any:
        return seen.page.evaluate("document.activeElement.closest('.card')?.dataset.table")

    keys.press("ArrowRight")
    assert focused() == "1"
    keys.press("ArrowRight")
    assert focused() == "2"
    keys.press("ArrowDown")
    assert focused() == "6"
    keys.press("ArrowUp")
    keys.press("ArrowLeft")
    assert focused() == "1"
    keys.press("7")
    assert focused() == "7"
    keys.press("Enter")
    expect(seen.page.locator("#table-title")).to_have_text("Table 7")
    expect(seen.page.locator("#table-title")).to_be_focused()
    keys.press("ArrowRight")
    expect(seen.page.locator("#table-title")).to_have_text("Table 8")
    keys.press("Escape")
    expect(seen.page.locator(".card")).to_have_count(8)
    assert focused() == "8"


def test_letters_change_the_view_and_the_keys_are_listed(sight: Look) -> None:
    seen = sight(SampleHall(8).eventful())
    keys = seen.page.keyboard
    keys.press("d")
    expect(seen.page.get_by_label("Density")).to_have_value("boards")
    keys.press("f")
    expect(seen.page.get_by_label("Show")).to_have_value("needs")
    keys.press("?")
    dialog = seen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("walk from table to table")
    keys.press("l")  # a dialog keeps the keys to itself
    expect(seen.page.locator("html")).to_have_attribute("lang", "en")
    keys.press("Escape")
    expect(seen.page.locator("dialog")).to_have_count(0)
    keys.press("n")
    expect(seen.page.locator("#table-title")).to_have_text("Table 2")
    keys.press("l")
    expect(seen.page.locator("#table-title")).to_have_text("Стол 2")


def test_stop_and_resume_are_one_press(sight: Look) -> None:
    seen = sight(SampleHall(2), "#/table/1")
    seen.page.get_by_role("button", name="Stop", exact=True).click()
    expect(seen.page.locator(".toast")).to_contain_text("Table 1: done – Stop")
    assert seen.hall.orders[-1] == {"table": 1, "act": "stop", "rule": "R2.1.5"}
    seen.page.get_by_role("button", name="Resume", exact=True).click()
    expect(seen.page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    assert seen.hall.orders[-1]["side"] == "left"


def test_a_ruling_names_its_rule_and_sends_exact_amounts(sight: Look) -> None:
    """CL-25: three minutes and a half second are charged to the microsecond."""
    seen = sight(SampleHall(2), "#/table/1")
    page = seen.page
    page.get_by_text("Time", exact=True).click()
    page.get_by_role("button", name="Charge time R2.2.2").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("R2.2.2")
    dialog.get_by_label("Meijer, J. (right, black)").check()
    amount = dialog.get_by_label("Amount")
    amount.fill("soon")
    dialog.get_by_role("button", name="Charge time").click()
    expect(dialog.get_by_role("alert")).to_contain_text("“soon” is no time")
    assert seen.hall.orders == []
    amount.fill("3:00.5")
    dialog.get_by_label("Note for the log").fill("record")
    dialog.get_by_role("button", name="Charge time").click()
    expect(dialog).to_have_count(0)
    assert seen.hall.orders == [
        {
            "table": 1, "act": "charge", "rule": "R2.2.2", "reason": "record",
            "side": "right", "amount_us": 180_500_000,
        }
    ]  # fmt: skip


def test_a_careful_ruling_carries_the_state_that_was_seen(sight: Look) -> None:
    """A press that comes while the form is open must not be taken back unseen."""
    seen = sight(SampleHall(1), "#/table/1")
    page = seen.page
    page.get_by_text("Moves", exact=True).click()
    page.get_by_role("button", name="Take the press back").click()
    seen.hall.tables[1]["revision"] = 9
    seen.hall.press(1)
    expect(page.locator(".table .face-right")).to_have_attribute("data-runs", "")
    page.get_by_role("dialog").get_by_role("button", name="Take the press back").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    order = seen.hall.orders[-1]
    assert (order["act"], order["kind"], order["count"]) == ("takeback", "impossible_move", True)
    assert order["revision"] == 1


def test_an_amount_left_empty_is_the_time_since_the_stop(sight: Look) -> None:
    """CL-26."""
    seen = sight(SampleHall(1), "#/table/1")
    page = seen.page
    page.get_by_text("Time", exact=True).click()
    page.get_by_role("button", name="Half-split").click()
    page.get_by_role("dialog").get_by_role("button", name="Half-split").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert seen.hall.orders[-1]["since_stop"] is True


def test_what_the_hall_refuses_stays_open_with_the_reason(sight: Look) -> None:
    """CL-27."""
    seen = sight(SampleHall(1), "#/table/1")
    page = seen.page
    page.get_by_text("Time", exact=True).click()
    page.get_by_role("button", name="Compensate").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Compensate").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Out of range.")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    # The browser notes the refusal's status; nothing else may be noted.
    assert all("409" in text for text in seen.complaints)
    seen.complaints.clear()


def test_what_ends_a_game_is_asked_twice(sight: Look) -> None:
    seen = sight(SampleHall(1), "#/table/1")
    page = seen.page
    page.get_by_text("Game", exact=True).click()
    page.get_by_role("button", name="End the game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("½–½ draw").check()
    dialog.get_by_role("button", name="End the game").click()
    expect(dialog.locator(".sheet-summary")).to_contain_text("½–½")
    assert seen.hall.orders == []
    dialog.get_by_role("button", name="Back").click()
    dialog.get_by_label("1–0 white wins").check()
    dialog.get_by_role("button", name="End the game").click()
    dialog.get_by_role("button", name="Yes: End the game").click()
    expect(dialog).to_have_count(0)
    assert seen.hall.orders[-1]["result"] == "1-0"


def test_a_question_is_answered_where_it_is_asked(sight: Look) -> None:
    """CL-16: a player's stop is a question; the end is asked once more."""
    seen = sight(SampleHall(5).eventful(), "#/table/5")
    page = seen.page
    page.get_by_role("button", name="Resigns").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("R2.1.7")
    dialog.get_by_role("button", name="Cancel").click()
    assert seen.hall.orders == []
    page.get_by_role("button", name="A mistake").click()
    expect(page.locator(".toast")).to_contain_text("A mistake")
    order = seen.hall.orders[-1]
    assert (order["act"], order["note"], order["answer"]) == ("answer", 5, "mistake")


def test_all_clocks_stop_at_one_word_after_a_question(sight: Look) -> None:
    """CL-15."""
    seen = sight(SampleHall(6))
    seen.page.get_by_role("button", name="Stop all").click()
    dialog = seen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("6 tables")
    dialog.get_by_role("button", name="Stop all").click()
    expect(seen.page.locator(".face[data-runs]")).to_have_count(0)
    assert seen.hall.orders[-1]["table"] == "all"
