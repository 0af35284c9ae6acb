"""What the device costs a small board, measured on a 32-bit build with its small integers."""

import json
import tempfile
import zlib
from pathlib import Path

import pytest
from flagfall.sim.firmware import compile_file, compiled
from flagfall_device.crc import put_crc
from flagfall_device.timebase import put_us, ticks_add
from hypothesis import given
from hypothesis import strategies as st

from tests.support import micropython, micropython32

HERE = Path(__file__).parent
WANTED_FREE = (64 + 16) * 1024


@given(st.binary(max_size=60))
def test_crc_in_halves_is_the_same_sum(data: bytes) -> None:
    buf = bytearray(data) + bytearray(4)
    put_crc(buf, len(data))
    assert buf[len(data) :] == zlib.crc32(data).to_bytes(4, "little")


@given(st.integers(-(1 << 48), 1 << 48))
def test_time_in_pairs_is_written_as_the_number_would_be(value_us: int) -> None:
    buf = bytearray(10)
    put_us(buf, 1, value_us // 1_000_000, value_us % 1_000_000)
    assert bytes(buf[1:9]) == value_us.to_bytes(8, "little", signed=True)


@given(st.integers(0, (1 << 30) - 1), st.integers(0, (1 << 29) - 1))
def test_ticks_wrap_without_leaving_the_small_integers(tick: int, us: int) -> None:
    assert ticks_add(tick, us) == (tick + us) % (1 << 30)


@pytest.mark.micropython
@pytest.mark.slow
def test_edges_ticks_and_refreshes_allocate_nothing_and_a_frame_little(tmp_path: Path) -> None:
    """10,000 of each on the 32-bit build: no byte for an edge, a turn of the loop with its
    checkpoints, or a refresh of any display; at most 64 for a frame and its answer."""
    micropython.stage(tmp_path)
    (tmp_path / "flash").mkdir()
    script = (HERE / "memory_script.py").read_text("utf-8")
    answer = micropython.run(
        script, tmp_path, "flash", python=micropython32.command(), heap="4m", timeout=300
    )
    found = json.loads(answer)
    frames = {name: found.pop(name) for name in list(found) if name.startswith("frame_")}
    assert set(found) == {"edges", "ticks", "four", "eight", "oled"}
    assert all(cost == 0 for cost in found.values()), found
    assert set(frames) == {"frame_sync", "frame_poll", "frame_ack", "frame_event"}
    assert all(cost <= 64 for cost in frames.values()), frames


@pytest.mark.micropython
@pytest.mark.slow
def test_192_kb_hold_everything_through_a_game_of_two_hundred_moves() -> None:
    """Every module as .mpy, the graphic displays, the menu, the journal on: 64 kB must stay free,
    and there is room beyond for what is yet to come."""
    # A short path, as on a board: every module keeps its own.
    with tempfile.TemporaryDirectory(prefix="ff") as name:
        folder = Path(name)
        compiled(folder)
        compile_file(HERE / "heap_script.py", folder / "heap_script.mpy")
        (folder / "flash").mkdir()
        script = "import flagfall_clock.engine\nimport heap_script"
        python = micropython32.command()
        answer = micropython.run(script, folder, "flash", python=python, heap="192k", timeout=300)
    found = json.loads(answer)
    assert found["moves"] == 200
    assert found["newest"] > 200
    assert found["boot_free"] >= WANTED_FREE, found
    assert found["game_free"] >= WANTED_FREE, found
