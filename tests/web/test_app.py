"""The page's routes: languages, commands, refusals, headers, the PIN."""

import asyncio
import subprocess
import sys
from typing import Any

import httpx
import pytest
from flagfall.errors import FlagfallError
from flagfall.web.app import application
from flagfall.web.commands import ACTS, checked
from flagfall.web.errors import BadRequest, PinLocked, PinWrong, UnknownAct, UnknownField
from flagfall.web.guard import Pins
from flagfall.web.languages import catalogue, preferred
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.sample_hall import SampleHall

HERE = ("127.0.0.1", 50000)
THERE = ("192.168.7.7", 50000)
BASE = "http://127.0.0.1:8000"


class Client:
    """Asks the application directly, from an address of one's choice; keeps its cookies."""

    def __init__(self, hall: SampleHall, pins: Pins | None, address: tuple[str, int]) -> None:
        self._app = application(hall, pins=pins)
        self._address = address
        self._cookies = httpx.Cookies()

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            door = httpx.ASGITransport(self._app, client=self._address)
            async with httpx.AsyncClient(
                transport=door, base_url=BASE, cookies=self._cookies
            ) as session:
                answer = await session.request(method, path, **options)
                self._cookies = session.cookies
                return answer

        return asyncio.run(ask())

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)


def client(hall: SampleHall, pins: Pins | None = None, address: tuple[str, int] = HERE) -> Client:
    return Client(hall, pins, address)


def post(page: Client, order: Any, **headers: str) -> Any:
    return page.post("/api/command", json=order, headers={"Origin": BASE} | headers)


def test_every_answer_carries_the_strict_headers() -> None:
    page = client(SampleHall(1))
    for path in ("/", "/static/base.css", "/api/words", "/api/hall", "/nowhere", "/pin"):
        headers = page.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_a_command_reaches_the_hall_as_it_was_sent() -> None:
    hall = SampleHall(2)
    order = {"table": 1, "act": "stop", "why": "outside", "reason": "fire alarm", "revision": 1}
    assert post(client(hall), order).json() == {"ok": True}
    assert hall.orders == [order]
    assert hall.tables[1]["running"] is None


def test_all_tables_are_stopped_at_one_word() -> None:
    """CL-05, CL-15."""
    hall = SampleHall(4)
    assert post(client(hall), {"table": "all", "act": "stop"}).status_code == 200
    assert [table["running"] for table in hall.tables.values()] == [None] * 4


def test_what_the_hall_refuses_is_answered_with_its_code() -> None:
    answer = post(
        client(SampleHall(1)),
        {"table": 1, "act": "compensate", "side": "left", "amount_us": 500_000_000},
    )
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "compensation_out_of_range"
    answer = post(client(SampleHall(1)), {"table": 9, "act": "stop"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_table")


def test_a_hall_that_breaks_is_told_without_its_innards() -> None:
    hall = SampleHall(1)
    hall.fails = True
    answer = client(hall).get("/api/hall")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "hall_silent"
    assert "fire" not in answer.text


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:8001", "null", "", "https://localhost:8000"]
)
def test_commands_from_another_origin_are_refused(origin: str) -> None:
    hall = SampleHall(1)
    answer = post(client(hall), {"table": 1, "act": "stop"}, Origin=origin)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_origin")
    assert hall.orders == []


def test_commands_without_any_origin_are_refused() -> None:
    hall = SampleHall(1)
    answer = client(hall).post("/api/command", json={"table": 1, "act": "stop"})
    assert answer.json()["error"]["code"] == "foreign_origin"
    assert hall.orders == []


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "evil.example:80"])
def test_names_this_server_does_not_go_by_are_refused(host: str) -> None:
    """DNS rebinding: a foreign name that resolves to this machine."""
    answer = client(SampleHall(1)).get("/api/hall", headers={"Host": host})
    assert (answer.status_code, answer.json()["error"]["code"]) == (421, "foreign_host")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "10.0.0.5"])
def test_own_names_and_addresses_are_let_in(host: str) -> None:
    assert client(SampleHall(1)).get("/api/hall", headers={"Host": host}).status_code == 200


def test_bodies_are_bounded() -> None:
    hall = SampleHall(1)
    order = {"table": 1, "act": "stop", "reason": "x" * 5000}
    answer = post(client(hall), order)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_long")
    assert hall.orders == []


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"1", b'"stop"', b"\xff\xfe", b"[" * 4000, b'{"table": NaN']
)
def test_bodies_that_are_no_json_object_are_refused(body: bytes) -> None:
    headers = {"Origin": BASE, "Content-Type": "application/json"}
    answer = client(SampleHall(1)).post("/api/command", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


def test_forms_of_other_sites_cannot_pass_as_commands() -> None:
    headers = {"Origin": BASE, "Content-Type": "text/plain"}
    answer = client(SampleHall(1)).post("/api/command", content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "wrong_type")


@pytest.mark.parametrize(
    ("order", "error", "where"),
    [
        ({"act": "stop"}, BadRequest, "table"),
        ({"table": 0, "act": "stop"}, BadRequest, "table"),
        ({"table": True, "act": "stop"}, BadRequest, "table"),
        ({"table": "1", "act": "stop"}, BadRequest, "table"),
        ({"table": 1, "act": "explode"}, UnknownAct, ""),
        ({"table": 1, "act": ["stop"]}, UnknownAct, ""),
        ({"table": "all", "act": "end", "result": "1-0"}, BadRequest, "table"),
        ({"table": 1, "act": "stop", "side": "left"}, UnknownField, "side"),
        ({"table": 1, "act": "start", "side": "middle"}, BadRequest, "side"),
        ({"table": 1, "act": "charge", "side": "left", "amount_us": 1.5}, BadRequest, "amount_us"),
        ({"table": 1, "act": "charge", "side": "left", "amount_us": -1}, BadRequest, "amount_us"),
        ({"table": 1, "act": "charge", "amount_us": 5}, BadRequest, "side"),
        ({"table": 1, "act": "correct", "side": "left", "set_us": 10**12}, BadRequest, "set_us"),
        ({"table": 1, "act": "end", "result": "2-0"}, BadRequest, "result"),
        ({"table": 1, "act": "stop", "reason": "a\nb"}, BadRequest, "reason"),
    ],
)
def test_commands_out_of_form_are_refused_with_the_field(
    order: dict[str, Any], error: type[FlagfallError], where: str
) -> None:
    with pytest.raises(error) as caught:
        checked(order)
    assert caught.value.where == where


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["table", "act", "side", "amount_us", "set_us", "why", "x"])
        | st.text(max_size=5),
        st.sampled_from(["all", "left", *ACTS]) | _json,
        max_size=5,
    )
)
def test_any_object_is_either_a_command_or_refused_by_our_errors(order: dict[str, Any]) -> None:
    try:
        found = checked(order)
    except (BadRequest, UnknownAct, UnknownField):
        return
    assert found is order
    assert found["act"] in ACTS


def test_unknown_pages_and_methods_are_refused_in_our_form() -> None:
    page = client(SampleHall(1))
    for path in ("/nowhere", "/static/../app.py", "/static/%2e%2e%2fapp.py", "/static/x.js"):
        answer = page.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), path
    answer = page.get("/api/command")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "wrong_method")


def test_a_table_and_its_record_are_answered() -> None:
    detail = client(SampleHall(2)).get("/api/table/2").json()
    assert detail["table"] == 2
    assert detail["moves"][0]["ply"] == 1
    answer = client(SampleHall(2)).get("/api/table/3")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_table")
    assert client(SampleHall(2)).get("/api/table/99999999999").status_code == 404


def test_files_are_cached_by_their_content() -> None:
    page = client(SampleHall(1))
    answer = page.get("/static/base.css")
    again = page.get("/static/base.css", headers={"If-None-Match": answer.headers["etag"]})
    assert (answer.status_code, again.status_code, again.content) == (200, 304, b"")


# -- languages


@pytest.mark.parametrize(
    ("asked", "accept", "chosen"),
    [
        (None, None, "en"),
        (None, "ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        (None, "en-GB,en;q=0.9,ru;q=0.8", "en"),
        (None, "de-DE,de;q=0.9", "en"),
        (None, "de;q=0.9, ru;q=0.1", "ru"),
        ("en", "ru", "en"),
        ("ru", "en", "ru"),
        ("xx", "ru", "ru"),
        (None, "ru;q=abc,en;q=0.1", "en"),
        (None, "ru;q=0", "en"),
    ],
)
def test_the_reader_language_is_asked_or_accepted(
    asked: str | None, accept: str | None, chosen: str
) -> None:
    assert preferred(asked, accept) == chosen


def test_refusals_speak_the_reader_language() -> None:
    page = client(SampleHall(1))
    english = post(page, {"table": 1, "act": "x"}).json()["error"]
    russian = post(page, {"table": 1, "act": "x"}, **{"Accept-Language": "ru"}).json()["error"]
    assert english["code"] == russian["code"]
    assert english["message"] != russian["message"]


def test_the_page_texts_are_complete_in_russian() -> None:
    words = client(SampleHall(1)).get("/api/words?lang=ru").json()
    assert words["language"] == "ru"
    assert words["words"] == catalogue("ru")
    assert all(all(form) for form in words["words"].values())
    plurals = [form for form in words["words"].values() if isinstance(form, list)]
    assert plurals
    assert {len(form) for form in plurals} == {3}


# -- the PIN


def test_over_the_network_nothing_is_shown_without_the_pin() -> None:
    page = client(SampleHall(1), pins=Pins("482915"), address=THERE)
    for path in ("/api/hall", "/api/stream", "/api/table/1", "/api/nothing"):
        answer = page.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "pin_needed"), path
    assert post(page, {"table": 1, "act": "stop"}).status_code == 401
    assert page.get("/").headers["location"] == "/pin"
    assert page.get("/pin").status_code == 200


def test_the_pin_opens_a_session() -> None:
    hall = SampleHall(1)
    page = client(hall, pins=Pins("482915"), address=THERE)
    answer = page.post("/pin", data={"pin": " 482915 "}, headers={"Origin": BASE})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert page.get("/api/hall").status_code == 200
    assert post(page, {"table": 1, "act": "stop"}).json() == {"ok": True}


def test_a_wrong_pin_is_said_and_too_many_make_a_pause() -> None:
    now = [0.0]
    pins = Pins("482915", now=lambda: now[0])
    for _ in range(pins.tries):
        with pytest.raises(PinWrong):
            pins.enter("000000")
    with pytest.raises(PinLocked) as caught:
        pins.enter("482915")
    assert "61" in caught.value.hint
    now[0] = pins.pause_s + 1
    assert pins.knows(f"flagfall={pins.enter('482915')}")
    assert not pins.knows("flagfall=guess")
    assert not pins.knows(None)
    assert not pins.knows("=;;\x00")


def test_a_wrong_pin_is_answered_as_a_page_that_says_so() -> None:
    page = client(SampleHall(1), pins=Pins("482915"), address=THERE)
    answer = page.post(
        "/pin", data={"pin": "<b>"}, headers={"Origin": BASE, "Accept-Language": "ru"}
    )
    assert answer.status_code == 403
    assert 'role="alert"' in answer.text
    assert "<b>" not in answer.text
    assert 'lang="ru"' in answer.text


def test_this_machine_needs_no_pin() -> None:
    page = client(SampleHall(1), pins=Pins("482915"))
    assert page.get("/api/hall").status_code == 200


def test_the_command_line_starts_without_the_web() -> None:
    code = (
        "import sys, flagfall.cli.app; "
        "sys.exit(any(m.split('.')[0] in ('starlette', 'uvicorn') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
