"""What readers of the stream get: everything once, then only what changed, never a backlog."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from flagfall.web.errors import TooManyReaders
from flagfall.web.hub import Hub, Sight, essence

from tests.support.sample_hall import SampleHall


def parsed(chunk: bytes) -> tuple[str, dict[str, Any]]:
    """Name and data of one server-sent event."""
    lines = chunk.decode().rstrip("\n").split("\n")
    assert len(lines) == 2, chunk
    return lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))


def during(hub: Hub, story: Callable[[], Awaitable[None]]) -> None:
    """Run the hub while a story is told."""

    async def both() -> None:
        watching = asyncio.create_task(hub.run())
        try:
            async with asyncio.timeout(10):
                await story()
        finally:
            hub.close()
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    asyncio.run(both())


async def first(reader: AsyncIterator[bytes]) -> tuple[str, dict[str, Any]]:
    assert await anext(reader) == b"retry: 1000\n\n"
    return parsed(await anext(reader))


def test_a_reader_gets_the_whole_hall_first_and_then_only_changed_tables() -> None:
    hall = SampleHall(5)
    hub = Hub(hall, tick_s=0.01, beat_s=5)

    async def story() -> None:
        reader = hub.read("en")
        name, data = await first(reader)
        assert name == "hall"
        assert [table["table"] for table in data["tables"]] == [1, 2, 3, 4, 5]
        hall.press(3)
        name, data = await anext_parsed(reader)
        assert name == "tables"
        assert [table["table"] for table in data["tables"]] == [3]
        assert data["tables"][0]["running"] == "right"

    during(hub, story)


async def anext_parsed(reader: AsyncIterator[bytes]) -> tuple[str, dict[str, Any]]:
    return parsed(await anext(reader))


def test_time_that_merely_runs_is_no_change() -> None:
    """A view may put a segment's anchor anywhere on its line."""
    table = SampleHall(1).tables[1]
    later = {**table, "left": dict(table["left"])}
    assert later["left"]["slope"] == -1
    later["left"]["at_us"] += 777
    later["left"]["value_us"] -= 777
    assert essence(table) == essence(later)
    later["left"]["value_us"] -= 1
    assert essence(table) != essence(later)


def test_a_standing_time_that_changes_is_a_change() -> None:
    table = SampleHall(1).tables[1]
    other = {**table, "right": {**table["right"], "value_us": table["right"]["value_us"] + 1}}
    assert essence(table) != essence(other)
    moved = {**table, "right": {**table["right"], "at_us": table["right"]["at_us"] + 1}}
    assert essence(table) == essence(moved)


def test_without_changes_readers_still_hear_the_time_of_day() -> None:
    hall = SampleHall(2)
    hub = Hub(hall, tick_s=0.01, beat_s=0.05)

    async def story() -> None:
        reader = hub.read("en")
        _name, data = await first(reader)
        name, beat = await anext_parsed(reader)
        assert name == "tables"
        assert beat["tables"] == []
        assert beat["now_us"] > data["now_us"]

    during(hub, story)


def test_a_slow_reader_gets_the_latest_state_and_no_backlog() -> None:
    hall = SampleHall(4)
    hub = Hub(hall, tick_s=0.005, beat_s=5)

    async def story() -> None:
        slow, quick = hub.read("en"), hub.read("en")
        await first(slow)
        await first(quick)
        for _ in range(30):
            hall.press(2)
            await anext(quick)
        name, data = await anext_parsed(slow)
        assert name == "tables"
        assert [table["table"] for table in data["tables"]] == [2]
        assert data["tables"][0]["move_no"] == hall.tables[2]["move_no"]
        hall.press(1)
        assert [t["table"] for t in (await anext_parsed(slow))[1]["tables"]] == [1]

    during(hub, story)


def test_batches_are_bounded_by_the_tick() -> None:
    hall = SampleHall(3)
    hub = Hub(hall, tick_s=0.1, beat_s=5)

    async def story() -> None:
        reader = hub.read("en")
        await first(reader)
        batches = 0

        async def count() -> None:
            nonlocal batches
            async for _chunk in reader:
                batches += 1

        counting = asyncio.create_task(count())
        for _ in range(100):
            hall.press(1)
            await asyncio.sleep(0.005)
        counting.cancel()
        assert 1 <= batches <= 100 * 0.05 / 0.1  # a loaded machine makes them fewer, never more

    during(hub, story)


def test_tables_that_come_or_go_bring_the_whole_hall_again() -> None:
    hall = SampleHall(3)
    hub = Hub(hall, tick_s=0.01, beat_s=5)

    async def story() -> None:
        reader = hub.read("en")
        await first(reader)
        del hall.tables[2]
        hall.changed()
        name, data = await anext_parsed(reader)
        assert name == "hall"
        assert [table["table"] for table in data["tables"]] == [1, 3]

    during(hub, story)


def test_two_languages_are_told_apart() -> None:
    hall = SampleHall(2)
    hall.fall(1)
    hub = Hub(hall, tick_s=0.01, beat_s=5)

    async def story() -> None:
        english, russian = hub.read("en"), hub.read("ru")
        (_, en), (_, ru) = await first(english), await first(russian)
        assert en["tables"][0]["notes"][0]["text"] == "The flag fell: your verdict"
        assert ru["tables"][0]["notes"][0]["text"] == "Флаг упал: вердикт за арбитром"

    during(hub, story)


def test_a_hall_that_fails_is_said_and_recovers_with_nothing_missed() -> None:
    hall = SampleHall(2)
    hub = Hub(hall, tick_s=0.01, beat_s=0.05)

    async def story() -> None:
        reader = hub.read("en")
        await first(reader)
        hall.fails = True
        name, data = await anext_parsed(reader)
        while name == "tables":
            name, data = await anext_parsed(reader)
        assert (name, data["code"]) == ("trouble", "hall_silent")
        hall.tables[1]["last_move"] = "50-45"
        hall.fails = False
        while name != "tables":
            name, data = await anext_parsed(reader)
        assert [table["last_move"] for table in data["tables"]] == ["50-45"]

    during(hub, story)


def test_a_hall_that_fails_from_the_start_is_shown_whole_once_it_answers() -> None:
    hall = SampleHall(2)
    hall.fails = True
    hub = Hub(hall, tick_s=0.01, beat_s=0.05)

    async def story() -> None:
        reader = hub.read("en")
        name, data = await first(reader)
        assert name == "trouble"
        hall.fails = False
        while name == "trouble":
            name, data = await anext_parsed(reader)
        assert (name, len(data["tables"])) == ("hall", 2)

    during(hub, story)


@pytest.mark.parametrize("broken", [{}, {"tables": [{}]}, {"tables": None}, None, {"tables": [1]}])
def test_a_hall_that_breaks_its_word_does_not_end_the_watch(broken: Any) -> None:
    hall = SampleHall(2)
    whole = hall.snapshot
    hub = Hub(hall, tick_s=0.01, beat_s=0.05)

    async def story() -> None:
        reader = hub.read("en")
        await first(reader)
        hall.snapshot = lambda: broken  # type: ignore[method-assign]
        name = "tables"
        while name == "tables":
            name, data = await anext_parsed(reader)
        assert (name, data["code"]) == ("trouble", "hall_silent")
        hall.snapshot = whole  # type: ignore[method-assign]
        while name == "trouble":
            name, data = await anext_parsed(reader)
        shown = hub._sights["en"]._tables
        assert list(shown) == [1, 2]

    during(hub, story)


def test_readers_are_counted_and_bounded() -> None:
    hub = Hub(SampleHall(1), tick_s=0.01, readers=2)

    async def story() -> None:
        one, two = hub.read("en"), hub.read("en")
        await first(one)
        hub.admit()
        await first(two)
        with pytest.raises(TooManyReaders):
            hub.admit()
        await one.aclose()  # type: ignore[attr-defined]
        hub.admit()
        assert hub.readers == 1

    during(hub, story)


def test_readers_at_the_same_place_share_one_text() -> None:
    """Fifty pages cost one serialisation a tick."""
    hall, sight = SampleHall(3), Sight()
    sight.update(hall.snapshot())
    assert sight.since(-1) is sight.since(-1)
