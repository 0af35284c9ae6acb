"""The server around the page: ports, addresses, streams over real sockets, a clean end."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import httpx
import pytest
from flagfall.web import connections, guard
from flagfall.web.errors import AddressUnknown, NeedsLan, PinUnfit, PortBusy
from flagfall.web.server import Server, serve

from tests.support.sample_hall import SampleHall


def events(response: httpx.Response) -> Iterator[tuple[str, Any]]:
    """The server-sent events of a response."""
    name = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, json.loads(line[6:])


def test_the_page_is_served_on_this_machine_only() -> None:
    with serve(SampleHall(1)) as server:
        assert server.host == "127.0.0.1"
        assert server.urls == [server.url]
        assert server.pin is None
        assert httpx.get(server.url).status_code == 200


def test_a_press_reaches_a_reader_and_closing_ends_the_stream_at_once() -> None:
    hall = SampleHall(3)
    with serve(hall) as server, httpx.stream("GET", f"{server.url}api/stream") as response:
        stream = events(response)
        assert next(stream)[0] == "hall"
        hall.press(2)
        while not (data := next(stream)[1])["tables"]:
            pass
        assert [table["table"] for table in data["tables"]] == [2]
        began = time.monotonic()
        closing = threading.Thread(target=server.close)
        closing.start()
        for _event in stream:
            pass
        closing.join()
        assert time.monotonic() - began < 4


def test_fifty_readers_see_the_same() -> None:
    hall = SampleHall(40)
    with serve(hall) as server:
        seen = []

        def read() -> None:
            with httpx.stream("GET", f"{server.url}api/stream", timeout=30) as response:
                for _name, data in events(response):
                    for table in data["tables"]:
                        if table["table"] == 7 and table["last_move"] == "50-45":
                            seen.append(table)
                            return

        readers = [threading.Thread(target=read) for _ in range(50)]
        for reader in readers:
            reader.start()
        hall.tables[7]["last_move"] = "50-45"
        hall.changed()
        for reader in readers:
            reader.join(30)
        assert len(seen) == 50
        assert all(table == seen[0] for table in seen)


def test_a_reader_that_stops_reading_holds_nobody_up() -> None:
    hall = SampleHall(60)
    with serve(hall) as server:
        stuck = socket.create_connection((server.host, server.port))
        stuck.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with httpx.stream("GET", f"{server.url}api/stream", timeout=10) as response:
            stream = events(response)
            next(stream)
            for round_no in range(10):
                for table in hall.tables.values():
                    table["last_move"] = f"{round_no}" * 200
                hall.changed()
                while not next(stream)[1]["tables"]:
                    pass
        stuck.close()


HEAD = b"GET /api/hall HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = (
    b"POST /api/command HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
).replace(b"h\r", b"127.0.0.1\r")


@pytest.mark.parametrize("said", [b"", b"GET", HEAD, HEAD + b"\r\n" + HEAD, BODY])
def test_who_dawdles_over_a_request_is_hung_up_on(
    said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.3)
    monkeypatch.setattr(guard, "REQUEST_S", 0.3)
    with serve(SampleHall(1)) as server, connect(server) as line:
        line.sendall(said)
        answered = b""
        while more := line.recv(65536):
            answered += more
        assert (b"did not come to its end" in answered) == (said == BODY)


def test_a_stream_has_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_S", 0.3)
    with (
        serve(SampleHall(1)) as server,
        httpx.stream("GET", f"{server.url}api/stream", timeout=10) as response,
    ):
        stream = events(response)
        began = time.monotonic()
        while time.monotonic() - began < 1:
            next(stream)


def test_a_crowd_finds_no_room_and_whoever_is_in_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files stay for the hall's clocks whatever the network does."""
    monkeypatch.setattr(connections, "MOST", 10)
    hall = SampleHall(3)
    with (
        serve(hall) as server,
        httpx.stream("GET", f"{server.url}api/stream", timeout=10) as response,
    ):
        stream = events(response)
        next(stream)
        with ExitStack() as crowd:
            lines = [crowd.enter_context(connect(server)) for _ in range(40)]
            assert sum(map(hung_up_on, lines)) == 31
            hall.press(2)
            while not next(stream)[1]["tables"]:
                pass
        until = time.monotonic() + 5
        while time.monotonic() < until:
            with suppress(httpx.TransportError):
                assert httpx.get(server.url).status_code == 200
                return
        raise AssertionError("no room again")


def test_a_crowd_outside_leaves_room_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "OUTSIDE", 5)
    with serve(SampleHall(1)) as server, ExitStack() as crowd:
        monkeypatch.setattr(connections, "is_here", lambda _address: False)
        lines = [crowd.enter_context(connect(server)) for _ in range(20)]
        assert sum(map(hung_up_on, lines)) == 15
        monkeypatch.setattr(connections, "is_here", lambda _address: True)
        assert httpx.get(server.url).status_code == 200


def connect(server: Server) -> socket.socket:
    return socket.create_connection((server.host, server.port), timeout=10)


def hung_up_on(line: socket.socket) -> bool:
    line.settimeout(0.2)
    try:
        return not line.recv(1)
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def test_a_busy_port_is_a_clear_error_with_a_way_out() -> None:
    with serve(SampleHall(1)) as server, pytest.raises(PortBusy) as caught:
        serve(SampleHall(1), port=server.port)
    assert str(server.port) in caught.value.sentence
    assert "--port 0" in caught.value.hint
    assert caught.value.code == "port_busy"


def test_a_port_just_left_is_free_again() -> None:
    with serve(SampleHall(1)) as server:
        port = server.port
        assert httpx.get(server.url).status_code == 200
    with serve(SampleHall(1), port=port) as server:
        assert httpx.get(server.url).status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "hall.example"])
def test_other_machines_connect_only_where_it_was_asked_for(host: str) -> None:
    with pytest.raises(NeedsLan):
        serve(SampleHall(1), host=host)


def test_the_lan_needs_a_pin_and_gets_one() -> None:
    with serve(SampleHall(1), lan=True) as server:
        assert server.pin is not None
        assert len(server.pin) == 6
        assert server.url.startswith("http://127.0.0.1:")
        assert httpx.get(f"{server.url}api/hall").status_code == 200
    for unfit in ("", "123", "abcdef", "1" * 13, "١٢٣٤"):
        with pytest.raises(PinUnfit):
            serve(SampleHall(1), lan=True, pin=unfit)


def test_an_address_this_machine_lacks_is_said() -> None:
    with pytest.raises(AddressUnknown):
        serve(SampleHall(1), host="203.0.113.7", lan=True)


def test_closing_twice_does_no_harm() -> None:
    server = serve(SampleHall(1))
    server.close()
    server.close()
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.url)
