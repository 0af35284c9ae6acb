"""The face of a hall: the fake one that other rooms build against keeps the agreed shape."""

import json

from flagfall.arbiter.face import HallFace, HallView, SideView, TableView

from tests.support.fake_hall import FakeHall


def test_fake_hall_shows_every_agreed_field() -> None:
    hall: HallFace = FakeHall(tables=3, seed=7)
    view = hall.view()
    assert set(view) == set(HallView.__annotations__)
    for table in view["tables"]:
        assert set(table) == set(TableView.__annotations__)
        assert set(table["left"]) == set(SideView.__annotations__)
    assert json.loads(json.dumps(view)) == view


def test_fake_hall_moves_and_tells_which_tables_changed() -> None:
    hall = FakeHall(tables=2, seed=7)
    told: list[frozenset[int]] = []
    stop = hall.subscribe(told.append)
    assert hall.command({"table": "all", "act": "start"}) == {"ok": True}
    for _ in range(100):
        hall.step(1_000_000)
    stop()
    assert told[0] == {1, 2}
    assert hall.view()["events"] == sum(t["move_no"] for t in hall.view()["tables"]) > 0
    before = len(told)
    hall.step(60_000_000)
    assert len(told) == before


def test_fake_hall_refuses_a_table_that_is_not_there() -> None:
    answer = FakeHall(tables=1).command({"table": 9, "act": "stop"})
    assert answer["ok"] is False
    assert answer["error"]["code"] == "no_such_table"
