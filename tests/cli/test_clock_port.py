"""`flagfall clock list · show · set · monitor · calibrate · replace` on the firmware in memory."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flagfall.cli import clock_calibrate
from flagfall.cli.app import app
from flagfall.cli.clock_list import clock_time
from flagfall.cli.clock_set import BadTime, time_us
from flagfall.errors import FlagfallError
from flagfall.link import greeting
from flagfall.link.errors import ClockHeld
from flagfall.link.notices import Synced
from flagfall.link.transport import open_transport
from flagfall.link.visit import Visit
from flagfall.sim import board as boards
from flagfall.sim.inside import InsideBoard
from flagfall.words import use
from flagfall_device.boards import unix
from flagfall_device.timebase import TICK_MASK
from flagfall_protocol.codes import Act, FaultKind, Side
from typer.testing import CliRunner

SCENARIO = {
    "schema": "flagfall.scenario/1",
    "regulation": {
        "code": "plain",
        "periods": [{"moves": None, "time_s": 300, "method": "sudden"}],
    },
    "steps": [],
}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    use("en")
    yield
    use("en")


@pytest.fixture
def board() -> Iterator[InsideBoard]:
    with InsideBoard(bytes.fromhex("c0ffee0000000001"), virtual=False) as clock:
        yield clock


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["clock", *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout


def answer(*words: str) -> Any:
    code, out = run(*words, "--json")
    assert code == 0
    return json.loads(out)


def test_list_tells_who_is_there_and_why_somebody_is_not(board: InsideBoard) -> None:
    rows = {r["address"]: r for r in answer("list", "--at", board.address, "--at", "sim:nobody")}
    assert rows[board.address]["uid"] == "c0ffee0000000001"
    assert rows[board.address]["journal"]["newest"] >= 1
    assert rows["sim:nobody"]["error"]["code"] == "port_missing"
    code, out = run("list", "--at", board.address)
    assert (code, "c0ffee0000000001" in out) == (0, True)


def test_second_laptop_is_told_who_holds_the_clock(board: InsideBoard) -> None:
    with Visit(board.address) as first:
        _code, out = run("list", "--at", f"{board.address}")
        assert "another program" in out.lower()  # a line of its own is opened once
        holder = first.port.session.host_id
    said = ClockHeld.by(holder, 1_240, "tcp:10.0.0.7:4000")
    assert f"Host {holder:08X} holds the clock at tcp:10.0.0.7:4000" in said.sentence
    assert "1.2 s ago" in said.sentence
    assert "five seconds" in said.hint


def test_clock_of_another_build_is_listed_with_a_sentence(
    board: InsideBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greeting, "SCHEMA_CRC", 1)
    code, out = run("list", "--at", board.address)
    assert code == 0
    assert "This clock runs firmware 0.1.0, built from another version of the protocol" in out
    assert "Flash it with 'flagfall flash PORT' when it is free." in out
    (row,) = [r for r in answer("list", "--at", board.address) if r["address"] == board.address]
    assert [w["code"] for w in row["warnings"]] == ["other_schema"]


def test_monitor_ends_quietly_when_nobody_reads_it(board: InsideBoard) -> None:
    with boards.start("cpython", virtual=False) as clock:
        command = f"{sys.executable} -m flagfall.cli clock monitor {clock.address} --hex | head -3"
        done = subprocess.run(
            ["sh", "-c", command], capture_output=True, text=True, timeout=30, check=False
        )
        assert done.stdout.count("\n") == 3
        assert done.stderr == ""


def test_list_of_nothing_is_a_no() -> None:
    assert run("list", "--at", "sim:nobody", "--json")[0] == 1


def test_show_of_a_port_tells_how_it_stands(board: InsideBoard) -> None:
    told = answer("show", board.address)
    assert told["state"]["running"] == "none"
    code, out = run("show", board.address)
    assert code == 0
    assert out.count("\n") == 3


def test_set_lays_out_a_game_sets_times_and_the_turn(board: InsideBoard, tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(SCENARIO))
    told = answer("set", board.address, "--rules", str(file))
    assert (told["left_us"], told["right_us"]) == (300_000_000, 300_000_000)
    told = answer("set", board.address, "--left", "7:30.5", "--turn", "right")
    assert (told["left_us"], told["right_us"], told["turn"]) == (450_500_000, 300_000_000, "right")
    told = answer("set", board.address, "--left", "1:00")
    assert told["left_us"] == 300_000_000  # the floor of the rules
    told = answer("set", board.address, "--left", "1:00", "--override")
    assert told["left_us"] == 60_000_000
    told = answer("set", board.address, "--defective", "--brightness", "3")
    assert told["health"] == ["defect"]
    assert "locked" in answer("set", board.address, "--code", "0271")["flags"]
    assert "locked" not in answer("set", board.address, "--code", "0")["flags"]


def started(address: str, tmp_path: Path) -> Path:
    """A game of five minutes runs on the clock."""
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(SCENARIO))
    answer("set", address, "--rules", str(file))
    with Visit(address) as clock:
        clock.wait(clock.port.command(Act.START, side=Side.LEFT))
        assert clock.running
    return file


def test_no_of_the_clock_is_an_error_with_its_reason(board: InsideBoard, tmp_path: Path) -> None:
    rules = started(board.address, tmp_path)
    with pytest.raises(FlagfallError) as said:
        run("set", board.address, "--rules", str(rules))
    assert said.value.code == "not_done"
    assert "already_started" in said.value.sentence
    assert said.value.hint


@pytest.mark.parametrize(
    ("text", "us"),
    [
        ("5:00", 300_000_000),
        ("1:30:00", 5_400_000_000),
        ("0:00.000001", 1),
        ("90:05", 5_405_000_000),
    ],
)
def test_times_are_read_to_the_microsecond(text: str, us: int) -> None:
    assert time_us(text) == us


@pytest.mark.parametrize(
    "text", ["", "5", "5:60", "1:2:3:4", "-5:00", "5:00.1234567", "5:0x", "٥:00", ":5"]
)
def test_what_is_no_time_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadTime) as said:
        time_us(text)
    assert said.value.hint


def test_time_is_written_with_thousandths() -> None:
    assert clock_time(7_195_000_000) == "1:59:55.000"
    assert clock_time(-1_500) == "-0:00:00.001"


def test_monitor_tells_records_and_states_as_json_lines(board: InsideBoard) -> None:
    code, out = run("monitor", board.address, "--after", "0", "--seconds", "0.5", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert told[0]["what"] == "greeted"
    arrived = [t["record"]["what"] for t in told if t["what"] == "arrived"]
    assert arrived[:1] == ["bootevent"]
    assert any(t["what"] == "stated" for t in told)


def test_monitor_names_the_record_of_an_order_and_what_it_is_about(board: InsideBoard) -> None:
    assert run("set", board.address, "--left", "0:10:00")[0] == 0
    _code, out = run("monitor", board.address, "--after", "0", "--seconds", "0.5", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    records = [t["record"] for t in told if t["what"] == "arrived"]
    assert all(str(record["what"]).endswith("event") for record in records)
    assert any("act" in record and "about" in record for record in records)


def test_a_record_that_cannot_be_is_not_asked_for(board: InsideBoard) -> None:
    assert run("monitor", board.address, "--after", "-1")[0] == 2


def test_monitor_in_plain_words_has_a_line_for_each_notice(board: InsideBoard) -> None:
    code, out = run("monitor", board.address, "--after", "0", "--seconds", "0.4")
    assert code == 0
    assert any(line.startswith("arrived bootevent: journal_id=") for line in out.splitlines())


def test_monitor_tells_the_clocks_counters_of_every_fault(board: InsideBoard) -> None:
    line = open_transport(board.address)
    line.write(b"\0AT+CGMI\r\n\0")  # failure 28: a modem manager
    time.sleep(0.1)
    line.close()
    _code, out = run("monitor", board.address, "--seconds", "0.4", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    faulted = {"what": "faulted", "kind": "bad_frame", "count": 1, "at": "clock"}
    assert faulted in told  # said when it moved, and among all
    (counts,) = [t["counts"] for t in told if t["what"] == "faults"]
    assert counts["bad_frame"] == 1
    assert set(counts) == {kind.name.lower() for kind in FaultKind}
    _code, out = run("monitor", board.address, "--seconds", "0.4")
    assert "faults: bad_crc=0 bad_frame=1 " in out


def test_monitor_hex_explains_every_frame_both_ways(board: InsideBoard) -> None:
    code, out = run("monitor", board.address, "--hex", "--seconds", "0.4")
    assert code == 0
    assert "> 01                       kind HelloRequest" in out
    assert "< 02                       kind Hello" in out
    assert "< c0 ff ee 00 00 00 00 01  uid" in out


class Wait:
    """In place of minutes: a clock that gains `ppb`, less what is stored on it."""

    def __init__(self, board: InsideBoard, ppb: int, *, stubborn: bool = False) -> None:
        self.board, self.ppb, self.stubborn = board, ppb, stubborn

    def __call__(self, seconds: int, measured: list[Synced]) -> None:
        stored = 0 if self.stubborn else self.board._clock.device.settings.drift_ppb
        gains = self.ppb + stored
        moments = range(0, seconds + 1, 8)
        measured += [Synced(s * 1_000_000, s * gains // 1000, 12, 0) for s in moments]


def test_calibrate_measures_stores_the_opposite_and_proves_it(
    board: InsideBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_calibrate, "_wait", Wait(board, 20_000))
    told = answer("calibrate", board.address)
    assert told["drift_ppb"] == pytest.approx(20_000, abs=50)
    assert (told["written"], told["after_ppb"]) == (False, None)
    assert board._clock.device.settings.drift_ppb == 0
    told = answer("calibrate", board.address, "--write")
    assert told["written"]
    assert abs(told["after_ppb"]) < 100
    assert board._clock.device.settings.drift_ppb == pytest.approx(-20_000, abs=50)
    _code, out = run("calibrate", board.address, "--write")
    assert "gains +19.9" in out or "gains +20.0" in out
    assert "measured with it" in out


@pytest.mark.slow
def test_calibration_halves_the_drift_of_a_clock_that_gains(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In real time: a crystal that gains 400 parts in a million, and half a minute for each
    measurement."""
    began_us = time.monotonic_ns() // 1000

    def ticks() -> int:
        us = time.monotonic_ns() // 1000 - began_us
        return (us + us * 400 // 1_000_000) & TICK_MASK

    monkeypatch.setattr(unix, "real_ticks", ticks)
    monkeypatch.setattr(clock_calibrate, "_wait", lambda *_: time.sleep(30))
    with InsideBoard(b"gains400", virtual=False) as clock:
        told = answer("calibrate", clock.address, "--write")
    assert told["drift_ppb"] == pytest.approx(400_000, abs=100_000)
    assert abs(told["after_ppb"]) < 100_000


def test_correction_that_does_not_hold_is_taken_back_and_said(
    board: InsideBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_calibrate, "_wait", Wait(board, 20_000, stubborn=True))
    with pytest.raises(FlagfallError, match="does not hold") as said:
        run("calibrate", board.address, "--write")
    assert said.value.code == "not_done"
    assert board._clock.device.settings.drift_ppb == 0


def test_calibrate_says_when_it_measured_too_little_or_a_defect(
    board: InsideBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wait, why in (
        (lambda _s, measured: measured.clear(), "Too few"),
        (Wait(board, 4_000_000), "defect"),
    ):
        monkeypatch.setattr(clock_calibrate, "_wait", wait)
        with pytest.raises(FlagfallError, match=why) as said:
            run("calibrate", board.address)
        assert said.value.code == "not_done"


def test_replace_moves_the_whole_state_to_a_fresh_unit(board: InsideBoard, tmp_path: Path) -> None:
    """CL-12."""
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(SCENARIO))
    answer("set", board.address, "--rules", str(file), "--left", "2:03.456789", "--override")
    with (
        InsideBoard(b"spare001", virtual=False) as spare,
        InsideBoard(b"spare002", virtual=False) as third,
    ):
        kept = tmp_path / "state"
        told = answer("replace", board.address, spare.address, "--save", str(kept), "--defective")
        assert told["left_us"] == 123_456_789
        assert told["running"] == "none"
        assert answer("show", board.address)["state"]["health"] == ["defect"]
        assert answer("replace", str(kept), third.address)["left_us"] == 123_456_789


def test_orders_to_a_running_clock_wait(board: InsideBoard, tmp_path: Path) -> None:
    started(board.address, tmp_path)
    for words in (
        ["calibrate", board.address],
        ["replace", board.address, "sim:nobody"],
        ["set", board.address, "--code", "0"],
    ):
        with pytest.raises(FlagfallError) as said:
            run(*words)
        assert said.value.code == "game_runs"


def test_port_that_is_not_there_is_an_error_in_words() -> None:
    for words in (["show", "sim:nobody"], ["set", "sim:nobody"], ["monitor", "sim:nobody"]):
        with pytest.raises(FlagfallError) as said:
            run(*words)
        assert said.value.code == "port_missing"
