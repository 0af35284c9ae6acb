"""The hall as a fold of its log, what the arbiter is asked, and what faces are shown."""

import json
import re
from contextvars import copy_context
from typing import Any, get_type_hints

import pytest
from flagfall import words
from flagfall.arbiter.errors import BadOrder, LogUnreadable
from flagfall.arbiter.history import BREAKS_OFF
from flagfall.arbiter.log import Arrival, Decision, Row
from flagfall.arbiter.notes import questions
from flagfall.arbiter.orders import command_fields
from flagfall.arbiter.state import HallState
from flagfall.arbiter.table import Player, Seating, Table
from flagfall.arbiter.view import detail_json, table_json
from flagfall.web import source
from flagfall_clock.regulation import Period, Regulation
from flagfall_protocol import codes

from tests.support.paper_clock import PaperClock, blitz

SECOND = 1_000_000
UID = "a1b2c3d4e5f60718"
LEFT, RIGHT = codes.Side.LEFT, codes.Side.RIGHT
Act = codes.Act


def seating(variant: str = "international", left: Any = "white") -> Seating:
    players = {
        "left": Player("Derkx", left),
        "right": Player("Meijer", "black" if left == "white" else "white"),
    }
    return Seating(variant, "nk2009", UID, players, {"code": "plain"})  # type: ignore[arg-type]


def rows(clock: PaperClock, *said: Decision, variant: str = "international") -> list[Row]:
    made: list[Any] = [
        Decision("hall", data={"name": "Hall", "virtual": True}),
        Decision("seat", 1, data=seating(variant).as_data()),
        *(Arrival(UID, record) for record in clock.records),
        *said,
    ]
    return [
        Row(n, n, arrival=each) if isinstance(each, Arrival) else Row(n, n, decision=each)
        for n, each in enumerate(made, 1)
    ]


def table(clock: PaperClock, *said: Decision, variant: str = "international") -> Table:
    return HallState().fold(rows(clock, *said, variant=variant)).tables[1]


def started(regulation: Regulation | None = None) -> PaperClock:
    clock = PaperClock(regulation or blitz(60))
    clock.do(SECOND, Act.START, side=LEFT)
    return clock


def move(clock: PaperClock, text: str) -> Decision:
    data = {"journal": clock.journal, "seq": len(clock.records), "text": text}
    return Decision("move", 1, data=data)


# ---------------------------------------------------------------- the fold


def test_the_same_rows_make_the_same_hall() -> None:
    clock = started()
    clock.press(5 * SECOND, LEFT)
    said = move(clock, "34-29")
    one, two = (table(clock, said) for _ in range(2))
    assert table_json(one) == table_json(two)
    assert detail_json(one) == detail_json(two)
    assert one.record.lines[0].text == "34-29"
    assert one.phase == "playing"


def test_phases_follow_the_clock_and_the_result() -> None:
    clock = PaperClock(blitz(60))
    assert table(clock).phase == "ready"
    clock.do(SECOND, Act.START, side=LEFT)
    assert table(clock).phase == "playing"
    clock.do(2 * SECOND, Act.STOP)
    assert table(clock).phase == "stopped"
    clock.do(2 * SECOND, Act.ADJOURN)
    assert table(clock).phase == "adjourned"
    assert table(clock, Decision("result", 1, data={"result": "1/2"})).phase == "over"


def test_another_unit_takes_the_table_over() -> None:
    """CL-12"""
    state = HallState().fold(rows(started(), Decision("clock", 1, data={"clock": "ff" * 8})))
    assert state.table_of(UID) is None
    assert state.table_of("ff" * 8) is state.tables[1]


def test_a_clock_brings_its_past_to_the_table_where_it_is_put() -> None:
    clock = started()
    clock.press(5 * SECOND, LEFT)
    made = [
        *(Row(n, n, arrival=Arrival(UID, r)) for n, r in enumerate(clock.records, 1)),
        Row(90, 90, decision=Decision("seat", 1, data=seating().as_data())),
    ]
    state = HallState(virtual=True).fold(made)
    assert state.tables[1].phase == "playing"
    assert len(state.tables[1].record.lines) == 1
    moved = Row(91, 91, decision=Decision("seat", 2, data=seating().as_data()))
    state.apply(moved)
    assert (state.tables[1].clock, state.tables[1].phase) == ("", "ready")
    assert state.table_of(UID) is state.tables[2]
    assert state.tables[2].phase == "playing"


@pytest.mark.parametrize(
    "said",
    [
        Decision("move", 1, data={"journal": 77, "seq": 99, "text": "34-29"}),
        Decision("move", 1, data={}),
        Decision("seat", 2, data={"variant": "international"}),
        Decision("result", 9, data={"result": "1-0"}),
        Decision("restore", 1, data={"state": "zz"}),
        Decision("setup", 1, data={"fen": "nonsense"}),
        Decision("hall", data={}),
    ],
)
def test_a_row_that_no_hall_wrote_is_named(said: Decision) -> None:
    clock = started()
    with pytest.raises(LogUnreadable) as error:
        HallState().fold(rows(clock, said))
    assert error.value.where == str(len(clock.records) + 3)


# ---------------------------------------------------------------- questions


def asked(clock: PaperClock, *said: Decision, variant: str = "international") -> dict[str, Any]:
    return {q.code: q for q in questions(table(clock, *said, variant=variant))}


def test_a_flag_asks_for_the_verdict_and_a_confirmed_one_for_the_result() -> None:
    """CL-07"""
    clock = started(blitz(10))
    clock.reach(30 * SECOND)
    flag = asked(clock)["flag"]
    assert (flag.side, flag.at_us) == ("left", 11 * SECOND)
    assert [w.answer for w in flag.ways] == ["confirm", "overrule"]
    clock.do(31 * SECOND, Act.FLAG_VERDICT, side=LEFT, what=codes.Verdict.CONFIRM)
    confirmed = asked(clock)["flag_confirmed"]
    assert confirmed.ways[0].order == {"act": "end", "result": "0-1"}
    assert confirmed.ways[0].final
    assert asked(clock, Decision("result", 1, data={"result": "0-1"})) == {}


def test_an_overruled_flag_asks_nothing_more() -> None:
    clock = started(blitz(10))
    clock.reach(30 * SECOND)
    clock.do(31 * SECOND, Act.FLAG_VERDICT, side=LEFT, what=codes.Verdict.OVERRULE)
    assert asked(clock) == {}


def test_a_players_own_stop_is_a_question() -> None:
    """CL-16: in renju it may be a resignation, in draughts it is a right."""
    clock = started()
    clock.do(5 * SECOND, Act.STOP, by=codes.By.RIGHT)
    assert [w.answer for w in asked(clock)["stopped"].ways] == ["called", "mistake"]
    ways = {w.answer: w for w in asked(clock, variant="renju")["stopped"].ways}
    assert ways["resigns"].order == {"act": "end", "result": "1-0"}
    assert asked(clock, Decision("seen", 1)) == {}
    clock.do(6 * SECOND, Act.STOP, by=codes.By.ARBITER)
    assert asked(clock) == {}


def test_the_third_violation_proposes_the_loss() -> None:
    """CL-22"""
    clock = started()
    for n in range(3):
        assert "violation_limit" not in asked(clock)
        what = codes.Violation.IMPOSSIBLE_MOVE
        clock.do((n + 2) * SECOND, Act.VIOLATION, side=RIGHT, what=what)
    assert asked(clock)["violation_limit"].ways[0].order["result"] == "1-0"


def test_an_uncollected_penalty_asks_charge_or_drop() -> None:
    """CL-25"""
    clock = started(blitz(200))
    clock.do(2 * SECOND, Act.STOP)
    clock.do(2 * SECOND, Act.CHARGE, side=LEFT, amount_us=10 * SECOND)
    owed = asked(clock)["uncollected"]
    assert [w.order["how"] for w in owed.ways] == ["charge", "drop"]


def test_an_end_by_the_rules_proposes_its_result() -> None:
    """CL-48"""
    clock = PaperClock(blitz(60))
    over = asked(clock, Decision("setup", 1, data={"fen": "B:W28:B"}))
    assert over["outcome"].ways[0].order["result"] == "1-0"


def test_an_impossible_move_is_shown_with_the_rules_reason() -> None:
    clock = started()
    clock.press(2 * SECOND, LEFT)
    note = asked(clock, move(clock, "34-20"))["illegal_move"]
    assert "34-20" in note.text
    assert note.ways == ()


def test_a_question_keeps_its_number_while_it_stands() -> None:
    clock = started(blitz(10))
    clock.do(2 * SECOND, Act.VIOLATION, side=RIGHT, what=codes.Violation.IMPOSSIBLE_MOVE)
    clock.reach(30 * SECOND)
    before = asked(clock)["flag"].number
    clock.do(31 * SECOND, Act.CLAIM, by=codes.By.RIGHT, what=codes.Claim.FLAG)
    assert asked(clock)["flag"].number == before


# ---------------------------------------------------------------- orders


def fields(order: dict[str, Any], left: str = "white") -> dict[str, Any]:
    return command_fields(order, Table.seat(1, seating(left=left)), "left")


def test_results_are_from_whites_side_and_the_clock_hears_of_left_and_right() -> None:
    """Failure 14: both colours, both orientations."""
    assert fields({"act": "end", "result": "1-0"})["what"] == codes.Result.LEFT_WINS
    assert fields({"act": "end", "result": "1-0"}, "black")["what"] == codes.Result.RIGHT_WINS
    assert fields({"act": "end", "result": "-+"}, "black")["what"] == codes.Result.LEFT_WINS
    assert fields({"act": "end", "result": "1/2"})["what"] == codes.Result.DRAW
    assert fields({"act": "end", "result": "0-0"})["what"] == codes.Result.BOTH_LOSE


def test_orders_become_the_commands_the_engine_knows() -> None:
    flag = codes.OrderFlag
    assert fields({"act": "start"}) == {"flags": flag(0), "side": LEFT}
    assert fields({"act": "correct", "side": "both", "delta_us": -5, "turn": "right"}) == {
        "flags": flag.DELTA,
        "side": codes.Side.BOTH,
        "amount_us": -5,
        "what": RIGHT,
    }
    assert (
        fields({"act": "charge", "side": "right", "since_stop": True})["flags"] == flag.SINCE_STOP
    )
    takeback = fields({"act": "takeback", "kind": "unclear_move", "count": False, "charge": True})
    assert takeback["flags"] == flag.UNCOUNTED | flag.CHARGE_SAID | flag.CHARGE_YES
    assert takeback["what"] == codes.Violation.UNCLEAR_MOVE
    claim = fields({"act": "claim", "by": "right", "what": "draw"})
    assert (claim["by"], claim["what"]) == (codes.By.RIGHT, codes.Claim.DRAW)


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"act": "press"},
        {"act": "end"},
        {"act": "end", "result": "2-0"},
        {"act": "charge", "side": "middle"},
        {"act": "charge", "side": "left", "amount_us": "5"},
        {"act": "charge", "side": "left", "amount_us": 1 << 63},
        {"act": "stop", "why": "because"},
        {"act": "flag_verdict", "side": "left", "verdict": "maybe"},
        {"act": "claim", "by": "spectator"},
    ],
)
def test_an_order_that_makes_no_sense_is_refused(order: dict[str, Any]) -> None:
    with pytest.raises(BadOrder):
        fields(order)


# ---------------------------------------------------------------- what faces see


def shown(clock: PaperClock, *said: Decision) -> dict[str, Any]:
    return table_json(table(clock, *said))


def test_the_view_has_every_field_the_page_asks_for() -> None:
    clock = started()
    clock.press(2 * SECOND, LEFT)
    card = shown(clock, move(clock, "34-29"))
    assert source.TableJson.__required_keys__ <= set(card)
    assert set(card) <= set(get_type_hints(source.TableJson))
    for side in ("left", "right"):
        assert source.SideJson.__required_keys__ <= set(card[side])
        assert set(card[side]) <= set(get_type_hints(source.SideJson))
    assert source.BoardJson.__required_keys__ <= set(card["board"])
    detail = detail_json(table(clock, move(clock, "34-29")))
    assert source.DetailJson.__required_keys__ <= set(detail)
    assert source.MoveJson.__required_keys__ <= set(detail["moves"][0])
    assert all(source.ActJson.__required_keys__ <= set(act) for act in detail["acts"])
    assert json.loads(json.dumps(card)) == card


def test_a_running_side_is_a_line_that_ends_at_its_flag() -> None:
    clock = started(blitz(60))
    card = shown(clock)
    assert card["left"]["value_us"] == 60 * SECOND
    assert (card["left"]["at_us"], card["left"]["slope"]) == (SECOND, -1)
    assert card["left"]["until_us"] == 61 * SECOND
    assert card["right"]["slope"] == 0
    assert (card["running"], card["turn"], card["phase"]) == ("left", "left", "playing")


def test_before_the_start_it_is_the_first_colours_turn() -> None:
    assert shown(PaperClock(blitz()))["turn"] == "left"


def test_a_count_up_side_counts_up_and_has_no_flag() -> None:
    clock = started(Regulation([Period(0, None, codes.Method.UPCOUNT)]))
    side = shown(clock)["left"]
    assert (side["slope"], side["until_us"], side["counts_up"]) == (1, None, True)


def test_hall_time_is_the_clocks_time_and_its_offset() -> None:
    seat = table(started())
    seat.offset_us = 5 * SECOND
    assert table_json(seat)["left"]["until_us"] == 66 * SECOND


def test_what_the_log_says_in_words_reads_in_each_reader_s_language() -> None:
    """The fold keeps no sentence of one language: the same hall is read in two."""
    clock = started()
    clock.press(5 * SECOND, LEFT)
    impossible = move(clock, "34-1")
    ended = Decision("result", 1, "auto:demo", reason=BREAKS_OFF, data={"result": "*"})
    typed = Decision("seen", 1, reason="Петров опоздал")
    stands = table(clock, impossible, ended, typed)

    def read(language: str) -> tuple[str, str, list[str]]:
        words.use(language)
        shown = table_json(stands)
        (note,) = [n["text"] for n in shown["notes"] if n["code"] == "illegal_move"]
        return shown["reason"], note, [act["text"] for act in detail_json(stands)["acts"][-2:]]

    english = copy_context().run(read, "en")
    assert english[0] == "the record breaks off"
    russian = copy_context().run(read, "ru")
    assert russian[0] == "запись обрывается"
    assert russian[2][0].endswith("запись обрывается")
    assert russian[2][1].endswith("Петров опоздал")
    for text in (russian[0], russian[1], *russian[2]):
        assert not re.search("[a-z]", text), text
    assert copy_context().run(read, "en") == english
