"""A `wiring.py` is looked through before it is copied: what is wrong has a code and a way out."""

import re
from pathlib import Path

import pytest
from flagfall.cli.wiring import BOARDS, BadWiring, check, names, table
from flagfall.words import use
from flagfall_device.boards.wires import DISPLAYS
from hypothesis import given
from hypothesis import strategies as st

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"


@pytest.fixture(autouse=True)
def _english() -> None:
    use("en")


def said(text: str, board: str = "pico") -> BadWiring:
    with pytest.raises(BadWiring) as refused:
        check(text.encode(), board)
    assert refused.value.hint
    assert refused.value.where.startswith("wiring.py")
    return refused.value


def test_buzzer_on_a_display_s_line_is_refused_with_both_names() -> None:
    bad = said('WIRING = {"display": "tm1637",\n          "buzzer": 22}')
    assert bad.code == "wiring_clash"
    assert "buzzer" in bad.sentence
    assert "TM1637 data, right" in bad.sentence
    assert bad.where == "wiring.py:2"
    assert "26" in bad.hint  # a pin that is free
    assert " 22" not in bad.hint


def test_unknown_names_are_told_with_those_there_are() -> None:
    key = said('WIRING = {"lamp": 4}')
    assert (key.code, "running_lamps" in key.hint) == ("wiring_unknown_key", True)
    for name in ("'papyrus'", "None", "['tm1637']"):
        display = said(f'WIRING = {{"display": {name}}}')
        assert display.code == "wiring_unknown_display"
        assert all(known in display.hint for known in DISPLAYS)


@pytest.mark.parametrize(
    ("board", "chosen"),
    [
        ("pico", '"buzzer": 23'),  # on the board itself
        ("pico", '"buzzer": 99'),
        ("pico", '"battery": (22, 2, 1)'),  # not an analog input
        ("pico", '"i2c": (0, 21, 20)'),  # SDA and SCL exchanged
        ("pico", '"i2c": (1, 20, 21)'),  # the other port's pins
        ("pico", '"i2c": (0, -1, -1)'),  # the displays hang on it
        ("pico", '"display": "max7219", "spi": (0, 14, 15, 17)'),
        ("pico", '"bus": (1, 0, 1, 27)'),
        ("pico", '"keys": (2, 4, 3, 5, 6, 7, 8)'),  # no neighbours
        ("pico", '"keys": (2, 3, -1, 5, 6, 7, 8)'),
        ("esp32", '"buzzer": 34'),  # only listens
        ("esp32", '"buzzer": 6'),  # the flash memory
        ("esp32", '"keys": (32, 33, 25, 26, 27, 14, 35)'),  # no pull-up
        ("esp32", '"battery": (4, 2, 1), "buzzer": -1'),
        ("esp32", '"bus": (0, 18, 19, 23)'),  # the USB line's port
    ],
)
def test_pin_that_cannot_be_that_is_refused(board: str, chosen: str) -> None:
    assert said(f"WIRING = {{{chosen}}}", board).code == "wiring_pin"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "WIRING = 5",
        "WIRING = {",
        "WIRING = dict(buzzer=4)",
        "import os\nWIRING = {}",
        "WIRING = {}\nWIRING = {}",
        'WIRING = {"buzzer": 2 * 2}',
        'WIRING = {**{"buzzer": 4}}',
        'WIRING = {"buzzer": "4"}',
        'WIRING = {"buzzer": True}',
        'WIRING = {"lever": 1}',
        'WIRING = {"keys": (2, 3)}',
        'WIRING = {"keys": [2, 3, 4, 5, 6, 7, 8]}',
        'WIRING = {"sensors": ("shift", 16, 16)}',
        'WIRING = {"battery": (28, 2, 0)}',
        'WIRING = {"battery_curve": ((3000, 1), (4000, 2))}',
        'WIRING = {"debounce_us": 0}',
        'WIRING = {"buzzer": 0x' + "f" * 9000 + "}",
        "WIRING = {}" + " " * 20_000,
        "x = " + "(" * 5000,
    ],
)
def test_what_is_no_wiring_is_refused_unrun(text: str) -> None:
    assert said(text).code == "bad_wiring"


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_own_tables_fit_every_display_and_matrix(board: str) -> None:
    for display in DISPLAYS:
        check(f'WIRING = {{"display": "{display}", "lever": True}}'.encode(), board)
    for matrix in ("shift", "port"):
        check(f'WIRING = {{"sensors": ("{matrix}", 10, 10)}}'.encode(), board)
    check(f'WIRING = {{"bus": {table(board).bus}}}'.encode(), board)


def test_builder_s_choice_is_taken() -> None:
    wiring = check(b'"""Mine."""\nWIRING = {"display": "tm1637", "buzzer": 26}  # x\n', "pico")
    assert (wiring.display, wiring.buzzer, wiring.keys[0]) == ("tm1637", 26, 2)
    none = check(b'WIRING = {"buzzer": -1, "battery": (-1, 1, 1)}', "pico")
    assert {name for name, _, _ in none.uses()} == {"keys", "running_lamps", "flag_lamps", "i2c"}


@pytest.mark.parametrize("page", ["README.md", "README.ru.md"])
def test_example_in_the_builder_s_page_fits_its_boards(page: str) -> None:
    text = (HARDWARE / page).read_text("utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    assert examples
    for example in examples:
        check(example.encode(), "pico")
    curve = re.search(r"`(\(\([0-9, ()\s]+\)\))`", text)
    assert curve
    for board in BOARDS:
        check(f'WIRING = {{"battery": (-1, 1, 1), "battery_curve": {curve[1]}}}'.encode(), board)


def test_every_use_has_a_name() -> None:
    for board in BOARDS:
        wiring = table(board)
        for name in names():
            value = getattr(wiring, name)
            assert len(names()[name]) == (1 if isinstance(value, int) else len(value))


PIN = st.integers(-1, 40)
KEYS = {
    "buzzer": PIN,
    "battery": st.tuples(PIN, st.just(2), st.just(1)),
    "running_lamps": st.tuples(PIN, PIN),
    "flag_lamps": st.tuples(PIN, PIN),
    "i2c": st.tuples(st.integers(0, 2), PIN, PIN),
    "spi": st.tuples(st.integers(0, 2), PIN, PIN, PIN),
    "tm1637": st.tuples(PIN, PIN, PIN),
    "bus": st.tuples(st.integers(0, 2), PIN, PIN, PIN),
    "display": st.sampled_from(sorted(DISPLAYS)),
    "lever": st.booleans(),
}


@given(st.fixed_dictionaries({}, optional=KEYS), st.sampled_from(sorted(BOARDS)))
def test_what_passes_drives_no_pin_twice(chosen: dict[str, object], board: str) -> None:
    try:
        wiring = check(f"WIRING = {chosen!r}".encode(), board)
    except BadWiring:
        return
    pins = [pin for _, _, pin in wiring.uses()]
    assert len(pins) == len(set(pins))
    assert wiring.clash() == ""
    assert set(pins) <= BOARDS[board].outputs | BOARDS[board].listens


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
NAMES = st.sampled_from([*KEYS, "keys", "sensors", "shift", "battery_curve", "tenths_s"])


@given(
    st.binary(max_size=80)
    | st.text(max_size=80).map(lambda s: s.encode("utf-8", "surrogatepass"))
    | st.dictionaries(NAMES | ANYTHING.filter(lambda k: isinstance(k, str)), ANYTHING).map(
        lambda d: f"WIRING = {d!r}".encode()
    )
)
def test_only_our_errors_come_out(data: bytes) -> None:
    sentence = ""
    try:
        check(data, "esp32")
    except BadWiring as refused:
        sentence = refused.sentence + refused.hint
    assert sentence.isprintable()
