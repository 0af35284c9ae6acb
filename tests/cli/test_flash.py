"""`flagfall flash` onto a board without a board: mpremote, a raw REPL, then the copied firmware."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flagfall.cli import flash as flashing_command
from flagfall.cli.app import app
from flagfall.errors import FlagfallError
from flagfall.link import flashing
from flagfall.link.visit import Visit
from flagfall.words import use
from flagfall_protocol.codes import Act, Side
from flagfall_protocol.schema import SCHEMA_CRC
from typer.testing import CliRunner

from tests.support.shim_board import MAIN, UID, ShimBoard
from tests.support.talk import sudden


@pytest.fixture(scope="module")
def built() -> dict[str, bytes]:
    """The firmware for the unix port: that of a Pico, and the unix board."""
    before = flashing_command.BOARDS
    flashing_command.BOARDS = {"pico": ("armv6m", ("esp32.py", "pico.py", "stamps.py"))}
    try:
        return flashing_command.build("pico", MAIN)
    finally:
        flashing_command.BOARDS = before


@pytest.fixture
def board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: dict[str, bytes]
) -> Iterator[ShimBoard]:
    use("en")
    monkeypatch.setattr(flashing_command, "build", lambda _board: dict(built))
    shim = ShimBoard(tmp_path)
    yield shim
    assert shim.complaints == ""
    shim.close()


def run(*words: str) -> Any:
    done = CliRunner().invoke(app, ["flash", *words, "--board", "pico", "--json"])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0
    return json.loads(done.stdout)


def filled(board: ShimBoard, files: dict[str, bytes]) -> None:
    """The board already holds these."""
    for path, data in files.items():
        (board.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (board.folder / path).write_bytes(data)


@pytest.mark.slow
@pytest.mark.micropython
def test_fresh_board_becomes_a_clock(board: ShimBoard, built: dict[str, bytes]) -> None:
    told = run(board.address)
    assert told["uid"] == UID
    assert (told["copied"], told["removed"], told["kept"]) == (len(built), 0, 0)
    assert told["free_bytes"] > 0
    for path, data in built.items():
        assert (board.folder / path).read_bytes() == data
    assert board.lives == ["repl", "clock"]


@pytest.mark.micropython
def test_clock_is_flashed_again_with_what_differs_only(
    board: ShimBoard, built: dict[str, bytes]
) -> None:
    fresh = {"main.py", "flagfall_device/selftest.mpy", "flagfall_clock/order.mpy"}
    filled(board, {path: data for path, data in built.items() if path not in fresh})
    assert run(board.address)["copied"] == len(fresh)

    # It is a clock now: it is told to leave, one file has changed, one is of an older version.
    (board.folder / "flagfall_device" / "words.mpy").write_bytes(b"spoiled")
    (board.folder / "flagfall_device" / "gone.mpy").write_bytes(b"old")
    told = run(board.address)
    assert (told["copied"], told["removed"], told["kept"]) == (1, 1, len(built) - 1)
    assert not (board.folder / "flagfall_device" / "gone.mpy").exists()
    for path, data in built.items():
        assert (board.folder / path).read_bytes() == data
    assert board.lives == ["repl", "clock", "repl", "clock"]
    with Visit(board.address) as clock:
        assert clock.hello.schema_crc == SCHEMA_CRC


@pytest.mark.micropython
def test_wiring_is_copied_when_it_fits_and_kept_when_none_is_given(
    board: ShimBoard, built: dict[str, bytes], tmp_path: Path
) -> None:
    filled(board, built)
    mine = tmp_path / "mine.py"
    mine.write_text('WIRING = {"display": "tm1637", "buzzer": 22}\n', "utf-8")
    with pytest.raises(FlagfallError) as said:
        run(board.address, "--wiring", str(mine))
    assert said.value.code == "wiring_clash"
    assert board.lives == ["repl"]  # nothing was touched
    mine.write_text('WIRING = {"display": "tm1637", "buzzer": 26}\n', "utf-8")
    assert run(board.address, "--wiring", str(mine))["copied"] == 1
    assert run(board.address)["copied"] == 0
    assert (board.folder / "wiring.py").read_bytes() == mine.read_bytes()


@pytest.mark.micropython
def test_running_game_is_not_touched_without_force(
    board: ShimBoard, built: dict[str, bytes]
) -> None:
    filled(board, built)
    assert run(board.address)["copied"] == 0
    head, period = sudden()
    with Visit(board.address) as clock:
        clock.wait(clock.port.send_rules(head, [period]))
        clock.wait(clock.port.command(Act.START, side=Side.LEFT))
    with pytest.raises(FlagfallError) as said:
        run(board.address)
    assert said.value.code == "cannot_flash"
    assert "--force" in said.value.hint
    with Visit(board.address) as clock:
        assert clock.running
    assert run(board.address, "--force")["copied"] == 0


@pytest.mark.micropython
def test_board_that_fails_its_test_is_not_started(
    board: ShimBoard, built: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(board, built)
    broken = {**built, "flagfall_clock/engine.mpy": built["flagfall_clock/compat.mpy"]}
    monkeypatch.setattr(flashing_command, "build", lambda _board: broken)
    with pytest.raises(FlagfallError) as said:
        run(board.address)
    assert said.value.code in ("not_flashed", "no_repl")
    assert board.lives == ["repl"]


def test_port_without_a_board_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing_command, "build", lambda _board: {"main.py": b""})
    with pytest.raises(FlagfallError) as said:
        run("/dev/does-not-exist")
    assert said.value.code == "port_missing"
    with pytest.raises(FlagfallError) as said:
        CliRunner().invoke(app, ["flash", "--board", "toaster", "x"], catch_exceptions=False)
    assert said.value.code == "cannot_flash"


def test_no_board_at_all_is_told_with_what_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    use("en")
    monkeypatch.setattr("flagfall.link.discovery.find", lambda: [])
    with pytest.raises(FlagfallError) as said:
        CliRunner().invoke(app, ["flash"], catch_exceptions=False)
    assert said.value.code == "no_board"
    for way in ("cables", "MicroPython", "BOOTSEL", "OK", "PORT"):
        assert way in said.value.hint


def test_other_version_of_mpremote_is_refused() -> None:
    assert flashing.check_tool("1.29.0") == "1.29.0"
    for other in ("1.25.0", "2.0.0"):
        with pytest.raises(flashing.WrongTool) as said:
            flashing.check_tool(other)
        assert other in said.value.sentence


def test_both_boards_get_their_own_modules_and_main() -> None:
    for board, (_architecture, others) in flashing_command.BOARDS.items():
        files = flashing_command.build(board)
        assert files["main.py"].decode().startswith(f"from flagfall_device.boards.{board} ")
        assert f"flagfall_device/boards/{board}.mpy" in files
        assert "flagfall_device/selftest.mpy" in files
        names = {path.rpartition("/")[2].replace(".mpy", ".py") for path in files}
        assert names.isdisjoint(others)
        assert all(data[:1] == b"M" for path, data in files.items() if path.endswith(".mpy"))


def test_clock_on_a_bus_is_not_flashed_over_it() -> None:
    with pytest.raises(FlagfallError, match="bus") as said:
        flashing_command.flash("serial:/dev/ttyUSB0@5")
    assert said.value.code == "cannot_flash"
    assert "USB" in said.value.hint
