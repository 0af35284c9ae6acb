"""The page in Chromium: times run, flags and cut links show, both languages, a phone, the keys."""

import re
from collections.abc import Callable

import pytest
from flagfall.web.server import serve
from playwright.sync_api import Browser, expect

from tests.support.sample_hall import MIN, S, SampleHall
from tests.web.conftest import Sight

pytestmark = pytest.mark.browser

Look = Callable[..., Sight]

# Reads an element's text each frame for a second: how often it changed, and what it said.
WATCH = """(node) => new Promise((resolve) => {
  const said = [];
  const until = performance.now() + 1000;
  const look = () => {
    if (said.at(-1) !== node.textContent) said.push(node.textContent);
    if (performance.now() < until) requestAnimationFrame(look); else resolve(said);
  };
  look();
})"""


def tenths(text: str) -> int:
    minutes, seconds = text.split(":")
    return int(minutes) * 600 + round(float(seconds) * 10)


def test_times_run_between_the_hall_s_words(sight: Look) -> None:
    """One message a second arrives; the tenths run all the same."""
    hall = SampleHall(2)
    at = hall.at()
    hall.tables[1]["left"].update(value_us=15 * S, at_us=at, until_us=at + 15 * S)
    seen = sight(hall)
    said = seen.card(1).locator(".face-left .face-time").evaluate(WATCH)
    values = [tenths(text) for text in said]
    assert len(values) >= 5, said  # a loaded machine draws fewer frames
    assert values == sorted(values, reverse=True)
    assert 8 <= values[0] - values[-1] <= 14, said
    left = 15 * S - (hall.at() - at)
    assert abs(tenths(seen.time(1, "left")) - left / 100_000) < 10


def test_the_standing_side_s_text_is_never_touched(sight: Look) -> None:
    seen = sight(SampleHall(1))
    changes = (
        seen.card(1)
        .locator(".face-right .face-time")
        .evaluate(
            """(node) => new Promise((resolve) => {
          let n = 0;
          const watch = new MutationObserver((list) => { n += list.length; });
          watch.observe(node, {childList: true, characterData: true, subtree: true});
          setTimeout(() => resolve(n), 1200);
        })"""
        )
    )
    assert changes == 0


def test_hall_time_runs_at_the_hall_s_speed(sight: Look) -> None:
    hall = SampleHall(1, speed=20)
    at = hall.at()
    hall.tables[1]["left"].update(value_us=50 * MIN, at_us=at, until_us=at + 50 * MIN)
    seen = sight(hall)
    said = seen.card(1).locator(".face-left .face-time").evaluate(WATCH)
    assert 150 <= tenths(said[0]) - tenths(said[-1]) <= 280, said


def test_a_time_stands_at_its_segment_s_end(sight: Look) -> None:
    """The engine says until when; the page never runs past it."""
    hall = SampleHall(1)
    at = hall.at()
    hall.tables[1]["left"].update(value_us=300_000, at_us=at, until_us=at + 300_000)
    seen = sight(hall)
    expect(seen.card(1).locator(".face-left .face-time")).to_have_text("0:00")
    seen.page.wait_for_timeout(300)
    assert seen.time(1, "left") == "0:00"


def test_a_press_turns_the_faces(sight: Look) -> None:
    seen = sight(SampleHall(2))
    left, right = seen.card(1).locator(".face-left"), seen.card(1).locator(".face-right")
    expect(left).to_have_attribute("data-runs", "")
    seen.hall.press(1)
    expect(right).to_have_attribute("data-runs", "")
    expect(left).not_to_have_attribute("data-runs", "")
    expect(right).to_contain_text("running")


def test_who_runs_is_said_by_shape_and_not_by_colour_alone(sight: Look) -> None:
    """A filled face, a mark, a raised button, heavier digits."""
    seen = sight(SampleHall(1))
    runs, stands = seen.card(1).locator(".face-left"), seen.card(1).locator(".face-right")
    expect(runs.locator(".icon-play")).to_be_visible()
    expect(stands.locator(".icon")).to_have_count(0)
    heights = [
        face.locator(".face-button").evaluate("node => node.getBoundingClientRect().height")
        for face in (runs, stands)
    ]
    assert heights[0] >= 2 * heights[1]
    weights = [
        face.locator(".face-time").evaluate("node => +getComputedStyle(node).fontWeight")
        for face in (runs, stands)
    ]
    assert weights[0] > weights[1]


def test_a_flag_shows(sight: Look) -> None:
    """CL-06, CL-41: sign and word, at the table, above the wall, in the title."""
    seen = sight(SampleHall(3))
    expect(seen.page.locator(".needs-head")).to_have_text("Nobody needs you.")
    seen.hall.fall(2, "right")
    face = seen.card(2).locator(".face-right")
    expect(face.locator(".face-flag")).to_have_text("flag")
    expect(face.locator(".face-flag .icon-flag")).to_be_visible()
    expect(face.locator(".face-time")).to_have_text("0:00")
    expect(seen.page.locator(".need")).to_contain_text("The flag fell: your verdict")
    expect(seen.page.locator(".need .rule")).to_have_text("R2.1.2")
    expect(seen.page).to_have_title("(1) Autumn Open – Flagfall")
    expect(seen.page.get_by_role("log")).to_contain_text("Table 2: Flag: Nurmi, T.")


def test_a_table_without_a_clock_has_no_time_and_is_told(sight: Look) -> None:
    """0:00 is seen only when nothing is left."""
    hall = SampleHall(2)
    hall.tables[1]["link"] = "none"
    seen = sight(hall)
    expect(seen.card(1).locator(".face-left .face-time")).to_have_text("–:––")
    expect(seen.page.locator(".need")).to_contain_text("No clock stands here yet")


def test_a_result_stands_as_the_players_sit(sight: Look) -> None:
    """Kept white – black, shown left – right, as the clock on the table shows it."""
    hall = SampleHall(2)
    for number, colour in ((1, "white"), (2, "black")):
        hall.tables[number] |= {"result": "1-0", "phase": "over"}
        hall.tables[number]["players"]["left"]["colour"] = colour
    seen = sight(hall)
    expect(seen.card(1)).to_contain_text("1–0")
    expect(seen.card(2)).to_contain_text("0–1")


def test_of_two_flags_the_first_is_named(sight: Look) -> None:
    """CL-10, CL-41."""
    hall = SampleHall(2)
    hall.fall(1, "left")
    hall.tables[1]["right"].update(flag=hall.at(), value_us=0)
    seen = sight(hall)
    expect(seen.card(1).locator(".face-left .face-flag")).to_have_text("flag, first")
    expect(seen.card(1).locator(".face-right .face-flag")).to_have_text("flag")
    hall.tables[1].update(both_flags_unknown=True)
    hall.changed()
    expect(seen.card(1).locator(".face-left .face-flag")).to_have_text("flag, first unknown")


def test_a_cut_link_shows_and_for_how_long(sight: Look) -> None:
    seen = sight(SampleHall(2))
    expect(seen.card(1).locator(".link")).to_have_text("linked")
    seen.hall.cut(1, ago_s=12)
    expect(seen.card(1).locator(".link")).to_have_text("link cut 0:12")
    expect(seen.card(1).locator(".face-left")).to_have_attribute("data-out", "")
    expect(seen.page.locator(".need")).to_contain_text("The link to the clock is cut")
    expect(seen.card(1).locator(".link")).to_have_text("link cut 0:14")
    seen.hall.tables[1].update(link="live")
    seen.hall.changed()
    expect(seen.card(1).locator(".link")).to_have_text("linked")
    expect(seen.page.locator(".need")).to_have_count(0)


def test_the_page_speaks_the_browser_s_language_and_the_other(sight: Look) -> None:
    hall = SampleHall(2)
    hall.fall(2, "left")
    seen = sight(hall, locale="ru-RU")
    page = seen.page
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator(".need")).to_contain_text("Флаг упал: вердикт за арбитром")
    expect(seen.card(2).locator(".face-left .face-flag")).to_have_text("флаг")
    expect(page.get_by_role("button", name="Остановить все")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".need")).to_contain_text("The flag fell: your verdict")
    expect(page.get_by_role("button", name="Stop all")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_no_english_is_left_in_russian(sight: Look) -> None:
    hall = SampleHall(8).eventful()
    seen = sight(hall, locale="ru-RU")
    names = {
        player["name"] for table in hall.tables.values() for player in table["players"].values()
    }
    for path in ("", "#/table/2"):
        seen.page.goto(seen.server.url + path)
        seen.page.wait_for_selector(".card, .table[data-detailed]")
        text = seen.page.inner_text("body")
        notes = [note["text"] for table in hall.tables.values() for note in table["notes"]]
        for known in (*notes, *names, "Autumn Open", "English"):
            text = text.replace(known, "") if known else text
        words = set(re.findall(r"\b[A-Za-z]{4,}\b", text))
        made_up = {"resigned", "started", "Clocks", "Offered", "draw", "micropython"}
        assert words <= made_up, words


def test_forty_tables_stand_on_one_wall(sight: Look) -> None:
    seen = sight(SampleHall(40).eventful())
    expect(seen.page.locator(".card")).to_have_count(40)
    expect(seen.page.locator(".wall")).to_have_attribute("data-density", "tight")
    for table in (1, 17, 40):
        assert (
            seen.card(table)
            .locator(".face-left .face-body")
            .evaluate("node => node.scrollWidth <= node.clientWidth + 1")
        )


def test_the_wall_is_ordered_and_filtered(sight: Look) -> None:
    hall = SampleHall(8).eventful()
    seen = sight(hall)

    def numbers() -> list[str]:
        return list(seen.page.locator(".card-title").all_text_contents())

    assert numbers() == [str(n) for n in range(1, 9)]
    seen.page.get_by_label("Order").select_option("needs")
    assert numbers()[:4] == ["2", "5", "7", "4"]
    seen.page.get_by_label("Order").select_option("time")
    assert numbers()[:2] == ["2", "3"]
    seen.page.get_by_label("Show").select_option("needs")
    assert set(numbers()) == {"2", "3", "4", "5", "7"}
    seen.page.get_by_label("Show").select_option("over")
    assert numbers() == ["6"]
    seen.page.reload()
    expect(seen.page.locator(".card-title")).to_have_text(["6"])


def test_a_broken_stream_is_said_at_once_and_mended_with_nothing_missed(sight: Look) -> None:
    hall = SampleHall(2)
    seen = sight(hall)
    port = seen.server.port
    seen.server.close()
    banner = seen.page.locator(".banner")
    expect(banner).to_contain_text("Connection lost. Times are shown as of")
    stood = seen.time(1, "left")
    seen.page.wait_for_timeout(1200)
    assert seen.time(1, "left") == stood
    hall.press(1)
    hall.tables[2]["last_move"] = "50-45"
    seen.server = serve(hall, port=port)
    expect(banner).to_be_hidden(timeout=15_000)
    expect(seen.card(1).locator(".face-right")).to_have_attribute("data-runs", "")
    expect(seen.card(2).locator(".card-move")).to_contain_text("50-45")
    # The browser itself complains of a server that is gone; nothing else may.
    assert all("ERR_" in text for text in seen.complaints), seen.complaints
    seen.complaints.clear()


def test_a_hall_that_fails_behind_the_page_is_said(sight: Look) -> None:
    hall = SampleHall(2)
    seen = sight(hall)
    hall.fails = True
    expect(seen.page.locator(".banner")).to_contain_text("The hall did not answer.")
    hall.fails = False
    expect(seen.page.locator(".banner")).to_be_hidden()


def test_names_are_text_and_never_markup(sight: Look) -> None:
    hall = SampleHall(1)
    nasty = '<img src=x onerror="document.title=1"><b>x</b>'
    hall.tables[1]["players"]["left"]["name"] = nasty
    hall.tables[1]["notes"] = [{"code": "x", "text": nasty, "rule": nasty, "urgent": True}]
    seen = sight(hall)
    expect(seen.card(1).locator(".player-left .player-name")).to_have_text(nasty)
    expect(seen.page.locator(".card b, .card img, .need b")).to_have_count(0)
    seen.page.goto(f"{seen.server.url}#/table/1")
    expect(seen.page.locator(".table b, .table img")).to_have_count(0)


# -- keys


# -- one table


def test_a_table_shows_its_record_and_its_use_of_time(sight: Look) -> None:
    seen = sight(SampleHall(2), "#/table/2")
    page = seen.page
    moves = seen.hall.tables[2]["move_no"]
    expect(page.locator(".record tbody tr")).to_have_count((moves + 1) // 2)
    expect(page.locator(".record tbody tr").first).to_contain_text("32-28")
    expect(page.locator(".plot-bar")).to_have_count(moves)
    expect(page.get_by_role("img", name=re.compile("The longest thought"))).to_be_visible()
    expect(page.locator(".acts")).to_contain_text("Offered a draw")
    seen.hall.press(2)
    expect(page.locator(".plot-bar")).to_have_count(moves + 1)


def test_the_board_shows_what_stands_on_it(sight: Look) -> None:
    seen = sight(SampleHall(3), "#/table/1")
    pieces = seen.hall.tables[1]["board"]["pieces"]
    page = seen.page
    whites = sum(piece == "w" for piece in pieces.values())
    expect(page.locator(".table-board .piece.white")).to_have_count(whites)
    expect(page.locator(".table-board .piece.black")).to_have_count(len(pieces) - whites)
    expect(page.locator(".table-board .board-last")).to_have_count(2)
    before = page.locator(".table-board .piece").first.get_attribute("cy")
    page.get_by_role("button", name="Turn the board").click()
    after = page.locator(".table-board .piece").first.get_attribute("cy")
    assert float(before or 0) + float(after or 0) == 100
    page.goto(f"{seen.server.url}#/table/3")
    expect(page.locator(".table-board .piece")).to_have_count(13)
    expect(page.locator(".table-board .stone-last")).to_have_count(1)
    expect(page.locator(".table-board .board-forbidden")).to_have_count(1)


# -- for every eye


def test_an_empty_hall_says_so(sight: Look) -> None:
    hall = SampleHall(0)
    seen = sight(hall)
    expect(seen.page.locator(".empty")).to_have_text(
        "No tables yet. Clocks appear here when they are found."
    )
    hall.tables[1] = SampleHall(1).tables[1]
    hall.changed()
    expect(seen.page.locator(".card")).to_have_count(1)


def test_carried_penalties_and_counts_are_told(sight: Look) -> None:
    """CL-22, CL-25, CL-30: the arbiter's screen shows everything."""
    hall = SampleHall(1)
    hall.tables[1]["left"].update(
        carried_us=30 * S, uncollected_us=2 * MIN, violations=2, period=1, moves_due=4, byo_left=3
    )
    hall.tables[1]["record_exempt"] = ["left"]
    facts = sight(hall).card(1).locator(".player-left .player-facts")
    for text in ("18 moves", "4 to the control", "period 2", "3 left", "2 violations",
                 "0:30 carried", "2:00 uncollected", "need not record"):  # fmt: skip
        expect(facts).to_contain_text(text)


def test_from_the_network_the_pin_opens_the_page(chromium: Browser) -> None:
    """Another address of this machine: to the server it is a stranger, to the browser no secure
    context."""
    with serve(SampleHall(2), lan=True, pin="482915") as server:
        others = [url for url in server.urls if "127.0.0.1" not in url]
        if not others:
            pytest.skip("this machine has no address on any network")
        page = chromium.new_page(locale="en-GB")
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(others[0])
        page.get_by_label("PIN").fill("482915")
        page.get_by_role("button", name="Enter").click()
        expect(page.locator(".card")).to_have_count(2)
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.locator(".toast")).to_contain_text("done")
        assert complaints == []
        page.close()
