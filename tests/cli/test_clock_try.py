"""`flagfall clock try`: a clock without hardware, by a script and in a terminal."""

import contextlib
import json
import os
import pty
import select
import shlex
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from flagfall.sim.trial import Trial, UnknownKey, digits
from flagfall_device.segments import spell
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "flagfall.cli", "clock", "try"]


def run(*options: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options], input=stdin, capture_output=True, text=True, check=False, timeout=60
    )


def test_a_script_of_keys_plays_and_shows_both_displays_after_each() -> None:
    done = run("--keys", "START [RIGHT] 3s START", "--display", "en", "--json")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["key"] for row in rows] == ["", "START", "[RIGHT]", "3s", "START"]
    assert rows[3]["left"] == ["black ▶", "59:57", ""]
    assert rows[4]["right"] == ["white", "1:00:00", "call the arbiter"]


def test_keys_are_named_as_the_russian_manual_names_them_too() -> None:
    done = run("--keys", "-", "--display", "ru", stdin="СТАРТ [ПРАВАЯ] 3с СТАРТ ДОЛГО ▼")
    assert done.returncode == 0, done.stderr
    assert "левый: время" in done.stdout
    assert "0:59:57" in done.stdout


def test_back_with_a_big_key_switches_the_clock_back() -> None:
    """CL-21, D5.4.13.3."""
    trial = Trial()
    blitz = "OK OK DOWN DOWN DOWN OK START START RIGHT 5s LEFT 2s"
    for word in blitz.split():
        trial.press(word)
    assert "▶" in trial.displays()[1][0]
    trial.press("BACK+RIGHT")
    assert "▶" in trial.displays()[0][0]


def test_digits_are_drawn_as_they_are_lit() -> None:
    cells = bytearray(4)
    spell("StOP", cells)
    assert digits(cells) == [
        " _       _   _  ",
        "|_  |_  | | |_| ",
        " _| |_  |_| |   ",
    ]
    done = run("--keys", "OK", "--layout", "four")
    assert "|_  " in done.stdout


@pytest.mark.parametrize("word", ["X", "OK+OK", "99999s", "1e5s", "+", "BACK+", "3.1234567s"])
def test_a_word_that_is_no_key_is_named_with_a_way_out(word: str) -> None:
    done = run("--keys", word)
    assert done.returncode == 2
    assert f"'{word}'" in done.stderr
    assert "bad_key" in done.stderr
    assert "HOLD" in done.stderr


@given(st.lists(st.text(min_size=1, max_size=6), max_size=4))
def test_no_script_brings_anything_but_its_own_error(script: list[str]) -> None:
    trial = Trial()
    for word in script:
        with contextlib.suppress(UnknownKey):
            trial.press(word)


def test_a_terminal_plays_with_single_keys_and_is_left_as_it_was() -> None:
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "--display", "en"], stdin=child, stdout=child, stderr=child, close_fds=True
    )
    before = termios.tcgetattr(child)
    try:
        until(parent, "ready")
        os.write(parent, b" ")
        until(parent, "press starts the game")
        os.write(parent, b"l")
        until(parent, "black ▶")
        os.write(parent, b" ")
        until(parent, "call the arbiter")
        os.write(parent, b"h")
        until(parent, "go on")
        os.write(parent, b"\x1b[B")
        until(parent, "left: time")
        os.write(parent, b"q")
        assert process.wait(10) == 0
        assert termios.tcgetattr(child)[3] == before[3]
    finally:
        process.kill()
        process.wait()
        os.close(parent)
        os.close(child)


def until(descriptor: int, wanted: str) -> str:
    """Read what the terminal shows until `wanted` comes."""
    said = b""
    end_s = time.monotonic() + 20
    while wanted.encode() not in said:
        assert time.monotonic() < end_s, said.decode(errors="replace")
        if select.select([descriptor], [], [], 0.1)[0]:
            said += os.read(descriptor, 65536)
    return said.decode(errors="replace")


@pytest.mark.parametrize("manual", ["clock.md", "clock.ru.md"])
def test_the_manuals_script_gives_two_minutes_more(manual: str) -> None:
    text = (ROOT / "docs" / manual).read_text("utf-8")
    command = text.split("<!-- try: begin -->")[1].split("<!-- try: end -->")[0]
    line = next(line for line in command.splitlines() if line.startswith("./run"))
    done = subprocess.run(
        [sys.executable, "-m", "flagfall.cli", *shlex.split(line)[1:]],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    shown = "\n".join(done.stdout.splitlines()[-6:])
    assert "▶" in shown
    assert "16:08" in shown
