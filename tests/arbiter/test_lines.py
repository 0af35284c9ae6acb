"""The wires of a hall: found by the clock that answered last, looked through while others come."""

from flagfall.arbiter.line import ClockLine
from flagfall.arbiter.lines import Lines


def line(address: str, uid: str = "", *, live: bool = False) -> ClockLine:
    made = ClockLine(address, lambda _line, _notice: None, host_id=1)
    made.uid, made.live = uid, live
    return made


def test_a_clock_that_connects_disturbs_nobody_who_looks() -> None:
    lines = Lines()
    lines.add(line("sim:a"))
    seen = []
    for address in lines:
        seen.append(address)
        lines.add(line(f"sim:{len(lines)}"))
        lines.remove("sim:a")
    assert seen == ["sim:a"]
    assert list(lines) == ["sim:1"]


def test_a_clock_is_found_where_it_answered_last() -> None:
    lines = Lines()
    first, second = line("sim:a", "01", live=True), line("sim:b", "01", live=True)
    for each in (first, second):
        lines.add(each)
        lines.answered(each)
    assert lines.of("01") is second
    second.live = False
    assert lines.of("01") is first
    first.live = False
    assert lines.of("01") is first
    assert lines.of("02") is None


def test_a_line_at_which_another_clock_stands_now_is_not_found_by_the_first() -> None:
    lines = Lines()
    only = line("sim:a", "01", live=True)
    lines.add(only)
    lines.answered(only)
    only.uid = "02"
    lines.answered(only)
    assert lines.of("01") is None
    assert lines.of("02") is only
    lines.remove("sim:a")
    assert lines.of("02") is None
