"""`flagfall hall open` with clocks in real time, as a person would run it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from flagfall.sim.board import start

from tests.arbiter.test_opening import event

FLAGFALL = [sys.executable, "-m", "flagfall.cli", "hall", "open"]


def running(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*FLAGFALL, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "FLAGFALL_LANG": "en"},
    )


def hall_of(url: str) -> dict[str, Any]:
    """The first thing the page's stream says."""
    with urllib.request.urlopen(url + "api/stream", timeout=10) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                answer: dict[str, Any] = json.loads(line[6:])
                return answer
    raise AssertionError("the stream ended")


def test_the_hall_opens_on_real_clocks_and_ends_with_a_table(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps(event()), encoding="utf-8")
    with (
        start(uid=b"\x01" * 8, virtual=False) as one,
        start(uid=b"\x02" * 8, virtual=False) as two,
    ):
        hall = running(str(file), "--yes", "--clock", one.address, "--clock", two.address)
        assert hall.stderr is not None
        said = [hall.stderr.readline() for _ in range(5)]
        url = re.findall(r"http\S+", said[0])[0]
        assert "this laptop is host" in said[1]
        assert "Round 1" in said[2]
        assert "Иванов И." in said[3]
        assert "01" * 8 in said[3]
        assert {t["table"] for t in hall_of(url)["tables"]} == {1, 2}
        hall.send_signal(signal.SIGINT)
        out, err = hall.communicate(timeout=20)
        assert hall.returncode == 0, err
        assert "Result" in out
        assert str(tmp_path / "club.db") in out


def test_a_clock_that_comes_late_stands_at_a_table_without_one(tmp_path: Path) -> None:
    """Failure 28: it is said, and the game is laid out on it."""
    file = tmp_path / "club.json"
    file.write_text(json.dumps(event()), encoding="utf-8")
    with (
        start(uid=b"\x01" * 8, virtual=False) as one,
        start(uid=b"\x02" * 8, virtual=False) as two,
    ):
        two.kill()
        hall = running(str(file), "--yes", "--clock", one.address, "--clock", two.address)
        assert hall.stderr is not None
        said = [hall.stderr.readline()]
        while "has no clock" not in said[-1]:
            said.append(hall.stderr.readline())
        two.restart()
        said.append(hall.stderr.readline())
        assert "02" * 8 in said[-1], said
        url = re.findall(r"http\S+", said[0])[0]
        until_s = time.monotonic() + 20
        while any(t["link"] != "live" for t in hall_of(url)["tables"]):
            assert time.monotonic() < until_s
        hall.send_signal(signal.SIGINT)
        _out, err = hall.communicate(timeout=20)
        assert hall.returncode == 0, err


def test_a_hall_that_was_killed_is_opened_again_as_the_same_host(tmp_path: Path) -> None:
    """Its clocks are not told that another laptop holds them."""
    file = tmp_path / "club.json"
    file.write_text(json.dumps(event()), encoding="utf-8")
    with start(uid=b"\x01" * 8, virtual=False) as one:
        hall = running(str(file), "--yes", "--clock", one.address)
        assert hall.stderr is not None
        while "has no clock" not in hall.stderr.readline():
            pass
        hall.kill()
        hall.communicate()
        hall = running(str(file), "--yes", "--clock", one.address)
        assert hall.stderr is not None
        said = [hall.stderr.readline()]
        while "has no clock" not in said[-1]:
            said.append(hall.stderr.readline())
        hall.send_signal(signal.SIGINT)
        hall.communicate(timeout=20)
    assert "01" * 8 in "".join(said)
    assert not [line for line in said if "holds" in line]


def test_guessed_clocks_are_never_taken_silently(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps(event()), encoding="utf-8")
    with start(uid=b"\x01" * 8, virtual=False) as one:
        hall = running(str(file), "--clock", one.address)
        _out, err = hall.communicate(timeout=30)
    assert hall.returncode == 2
    assert "[not_confirmed]" in err
    assert "--yes" in err


def test_an_event_that_is_not_ready_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps(event(regulation=None)), encoding="utf-8")
    hall = running(str(file))
    _out, err = hall.communicate(timeout=30)
    assert hall.returncode == 2
    assert "[event_not_ready]" in err
    assert not (tmp_path / "club.db").exists()
