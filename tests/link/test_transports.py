"""One contract for every transport: pseudo-terminal, TCP, memory."""

import os
import threading
import time
from collections.abc import Iterator

import pytest
from flagfall.link.errors import BadAddress, LineLost, LinkError, PortBusy, PortMissing
from flagfall.link.transport import open_transport

from tests.support.lines import LINES, FarEnd, pty_line


@pytest.fixture(params=sorted(LINES))
def far(request: pytest.FixtureRequest) -> Iterator[FarEnd]:
    with LINES[request.param]() as end:
        yield end


def read_exactly(line: object, count: int) -> bytes:
    data = b""
    for _ in range(200):
        data += line.read(0.01)  # type: ignore[attr-defined]
        if len(data) >= count:
            break
    return data


def test_every_byte_value_passes_both_ways(far: FarEnd) -> None:
    """Failure 23: 0x03 is data; so are 0x04, 0x11, 0x13, 0x0A, 0x0D, 0x1A and 0x00."""
    every = bytes(range(256))
    line = open_transport(far.address)
    line.write(every)
    assert far.read_exactly(256) == every
    far.write(every)
    assert read_exactly(line, 256) == every
    line.close()


def test_read_gives_what_came_and_nothing_after_the_time(far: FarEnd) -> None:
    line = open_transport(far.address)
    assert line.read(0) == b""
    begun = time.monotonic()
    assert line.read(0.05) == b""
    assert time.monotonic() - begun >= 0.04
    line.close()


def test_wake_ends_a_read(far: FarEnd) -> None:
    line = open_transport(far.address)
    threading.Timer(0.05, line.wake).start()
    begun = time.monotonic()
    assert line.read(10) == b""
    assert time.monotonic() - begun < 5
    line.wake()  # with no read in progress: the next one returns at once
    begun = time.monotonic()
    assert line.read(10) == b""
    assert time.monotonic() - begun < 5
    assert line.read(0) == b""
    line.close()


def test_unplug_is_noticed_by_a_waiting_reader(far: FarEnd) -> None:
    line = open_transport(far.address)
    line.write(b"x")
    far.read_exactly(1)
    threading.Timer(0.05, far.unplug).start()
    with pytest.raises(LineLost):  # noqa: PT012
        for _ in range(100):
            line.read(0.1)
    line.close()


def test_unplug_is_noticed_by_a_writer(far: FarEnd) -> None:
    line = open_transport(far.address)
    line.write(b"x")
    far.read_exactly(1)
    far.unplug()
    with pytest.raises(LineLost):  # noqa: PT012
        for _ in range(100):
            line.write(b"x" * 60)
            line.read(0.01)
    line.close()


def test_close_ends_a_read_in_another_thread_and_may_be_repeated(far: FarEnd) -> None:
    line = open_transport(far.address)
    seen: list[BaseException] = []

    def reader() -> None:
        try:
            line.read(10)
        except LineLost as lost:
            seen.append(lost)

    thread = threading.Thread(target=reader)
    thread.start()
    time.sleep(0.05)
    line.close()
    line.close()
    thread.join(5)
    assert len(seen) == 1
    for call in (lambda: line.read(0), lambda: line.write(b"x")):
        with pytest.raises(LineLost):
            call()
    line.wake()


def test_no_descriptor_leaks_over_many_openings_and_unpluggings() -> None:
    for name in sorted(LINES):
        counts = []
        for _ in range(5):
            with LINES[name]() as far:
                line = open_transport(far.address)
                line.write(b"x")
                far.unplug()
                with pytest.raises(LineLost):
                    [line.read(0.05) for _ in range(50)]
                line.close()
            counts.append(len(os.listdir("/dev/fd")))
        assert counts[-1] == counts[0], name


def test_port_can_be_opened_again_after_closing(far: FarEnd) -> None:
    for i in range(3):
        line = open_transport(far.address)
        line.write(bytes([i]))
        assert far.read_exactly(1) == bytes([i])
        line.close()


def test_second_program_is_refused() -> None:
    """Failure 30: two programs opened the port and split the bytes."""
    with pty_line() as far:
        line = open_transport(far.address)
        with pytest.raises(PortBusy) as refused:
            open_transport(far.address)
        assert refused.value.hint
        line.close()
        open_transport(far.address).close()


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("serial:/dev/does-not-exist", PortMissing),
        ("/dev/does-not-exist", PortMissing),
        ("pty:/etc/hostname", PortMissing),
        ("tcp:127.0.0.1:1", PortMissing),
        ("sim:nobody", PortMissing),
        ("tcp:nowhere", BadAddress),
        ("tcp:host:99999", BadAddress),
        ("serial:", BadAddress),
    ],
)
def test_address_that_leads_nowhere_is_refused_in_words(
    address: str, error: type[LinkError]
) -> None:
    with pytest.raises(error) as refused:
        open_transport(address)
    assert refused.value.sentence
    assert refused.value.hint
