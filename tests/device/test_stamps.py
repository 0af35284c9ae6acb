"""Edges stamped by the PIO, whose program runs here cycle by cycle."""

import sys
from importlib import import_module
from pathlib import Path

import pytest
from flagfall_device.keys import EdgeQueue

from tests.support import boards

CYCLES_PER_US = 8


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> boards.Fakes:
    return boards.installed(monkeypatch, tmp_path)


def stamped(seed: int, count: int, start: int) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Edges put into the queue, and the moments at which the pins really changed."""
    from flagfall_device.boards.stamps import Stamps

    edges = EdgeQueue()
    Stamps(edges, 2, lambda: start)
    pio = boards.StateMachine.made[-1]
    got, moments = [], []
    now, pins = 0, 3
    for after_us, then in boards.edges_of(seed, count):
        pio.run(pins, after_us * CYCLES_PER_US)
        now += after_us
        moments += [now] * ((pins ^ then).bit_count())
        pins = then
        while edges.peek():
            got.append((edges.key, edges.level, edges.tick))
            edges.drop()
    pio.run(pins, 40)
    while edges.peek():
        got.append((edges.key, edges.level, edges.tick))
        edges.drop()
    return got, moments


@pytest.mark.parametrize("start", [0, 5, (1 << 30) - 7000])
def test_every_edge_is_stamped_within_two_microseconds(fakes: boards.Fakes, start: int) -> None:
    """Also across the wrap of the ticks; a change costs a look of double length, and is counted."""
    got, moments = stamped(1, 60, start)
    assert len(got) == len(moments)
    for (_, _, tick), moment in zip(got, moments, strict=True):
        late = (tick - start - moment) & 0x3FFFFFFF
        assert late <= 2 or late >= (1 << 30) - 2, (tick, moment)


def test_a_look_takes_eight_cycles_and_a_change_sixteen(fakes: boards.Fakes) -> None:
    from flagfall_device.boards.stamps import Stamps

    Stamps(EdgeQueue(), 2, lambda: 0)
    pio = boards.StateMachine.made[-1]
    pio.run(3, 8000)
    assert pio.registers["x"] == boards.MASK32 - 1000
    before = pio.registers["x"]
    pio.run(2, 8000)
    assert before - pio.registers["x"] == 1000
    assert pio.freq == 8_000_000


def test_stamps_wait_for_an_interrupt_that_comes_late(fakes: boards.Fakes) -> None:
    """Failure 33: while flash is written no interrupt runs; the moments are kept all the same."""
    from flagfall_device.boards.stamps import Stamps

    edges = EdgeQueue()
    stamps = Stamps(edges, 2, lambda: 0)
    pio = boards.StateMachine.made[-1]
    pio.interrupts_on = False
    pins = 3
    for _ in range(12):
        pio.run(pins, 1000 * CYCLES_PER_US)
        pins ^= 1
    pio.run(pins, 400_000)
    stamps.collect()
    ticks = []
    while edges.peek():
        ticks.append(edges.tick)
        edges.drop()
    assert len(ticks) == 8  # the first ones are kept: the first edge is the press
    for i, tick in enumerate(ticks):
        assert abs(tick - 1000 * (i + 1)) <= 2


def test_stamps_refuse_a_clock_they_cannot_divide(
    fakes: boards.Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["machine"], "freq", lambda: 125_000_001)
    stamps = import_module("flagfall_device.boards.stamps")
    monkeypatch.setattr(stamps, "freq", lambda: 125_000_001)
    with pytest.raises(ValueError, match="clock"):
        stamps.Stamps(EdgeQueue(), 2, lambda: 0)


def test_release_that_found_the_stamps_queue_full_does_not_swallow_the_next_press(
    fakes: boards.Fakes,
) -> None:
    from flagfall_device.boards.alive import Alive
    from flagfall_device.boards.stamps import Stamps

    edges = EdgeQueue()
    stamps = Stamps(edges, 2, lambda: 0)
    pio = boards.StateMachine.made[-1]
    pio.interrupts_on = False
    pins = 3
    for _ in range(9):  # the ninth, a press, is dropped; then it is let go
        pins ^= 1
        pio.run(pins, 100 * CYCLES_PER_US)
    pins ^= 1
    pio.run(pins, 100 * CYCLES_PER_US)
    pio.run(2, 100 * CYCLES_PER_US)
    assert pio.dropped == 3
    stamps.collect()
    pio.interrupts_on = True
    while edges.peek():
        edges.drop()
    alive = Alive(edges, lambda key: 1 - (2 >> key & 1), 2)  # the left key is held down
    for tick in range(0, 300_000, 5000):
        assert alive.look(tick)
    assert edges.peek()
    assert (edges.key, edges.level) == (0, 1)
    edges.drop()
    pio.run(3, 40_000 * CYCLES_PER_US)
    pio.run(2, 100 * CYCLES_PER_US)
    seen = []
    while edges.peek():
        seen.append((edges.key, edges.level))
        edges.drop()
    assert seen == [(0, 0), (0, 1)]
