"""Renju's opening in a hall's record: swaps, offered fifths, whose colour is whose, the view."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flagfall.arbiter.demo.run import Demo, Options
from flagfall.arbiter.errors import EventNotReady
from flagfall.arbiter.log import Arrival, Decision, Log
from flagfall.arbiter.notes import questions
from flagfall.arbiter.opening import plan_of
from flagfall.arbiter.orders import command_fields
from flagfall.arbiter.replay import ReplayedHall
from flagfall.arbiter.returning import bring_back
from flagfall.arbiter.table import Seating
from flagfall.arbiter.view import detail_json, table_json
from flagfall.reports.games import game_file
from flagfall.reports.results import results_json
from flagfall.rules import files
from flagfall.rules.renju import opening_rules
from flagfall_protocol import codes
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.arbiter.test_opening import event
from tests.arbiter.test_state import UID
from tests.support.paper_clock import PaperClock, blitz
from tests.support.sensor_table import Played, answer

Act = codes.Act
FIRST_THREE = "h8, h9, i9"


def opened(rule: str = "rif-1996", *turns: str) -> Played:
    """The first player sits at the left and begins as black; the arbiter writes what was done."""
    game = Played("renju", left="black", opening=rule)
    for turn in turns:
        told(game, turn)
    return game


def told(game: Played, turn: str) -> None:
    """A press at a table without sensors, written down by the arbiter."""
    game.clock.press(game.clock.at_us + 5_000_000, game.clock.clock.running)
    game.fold()
    game.say(answer(game, turn))
    if game.table.record.position is not None:
        game.position = game.table.record.position


def colours(game: Played) -> tuple[str, str]:
    players = table_json(game.table)["players"]
    return players["left"]["colour"], players["right"]["colour"]


def test_a_swap_changes_whose_colour_is_whose_and_not_whose_clock() -> None:
    game = opened("rif-1996", FIRST_THREE)
    assert colours(game) == ("black", "white")
    assert table_json(game.table)["opening"] == {
        "rule": "rif-1996",
        "text": "White may swap colours.",
    }
    told(game, "swap")
    card = table_json(game.table)
    assert colours(game) == ("white", "black")
    assert (card["running"], card["turn"], card["swapped"]) == ("left", "left", True)
    assert game.table.players["left"].name == game.table.seating.players["left"].name
    assert game.table.seating.players["left"].colour == "black"
    told(game, "h10")
    assert (game.texts, game.asked, game.table.record.legal) == (
        [FIRST_THREE, "swap", "h10"],
        [],
        True,
    )


def test_offers_are_shown_the_chosen_one_stays_and_the_game_goes_on() -> None:
    game = opened("rif-1996", FIRST_THREE, "swap", "h10", "offer i8 g7")
    board = table_json(game.table)["board"]
    assert board["offers"] == ["g7", "i8"]
    assert (board["pieces"]["i8"], board["last"]) == ("b", [])
    assert table_json(game.table)["opening"]["text"] == "White chooses one of the fifth moves."
    told(game, "i8, c3")
    card = table_json(game.table)
    assert "opening" not in card
    assert "offers" not in card["board"]
    assert "g7" not in card["board"]["pieces"]
    assert (card["board"]["last"], card["swapped"]) == (["c3"], True)
    told(game, "d4")
    assert colours(game) == ("white", "black")
    assert game.table.record.legal


def test_results_after_a_swap_are_those_of_the_colours_at_the_end() -> None:
    """White's win is the left side's: the first player has white since the swap."""
    game = opened("rif-1996", FIRST_THREE)
    order = {"act": "end", "result": "1-0"}
    assert command_fields(order, game.table, "left")["what"] == codes.Result.RIGHT_WINS
    told(game, "swap")
    assert command_fields(order, game.table, "left")["what"] == codes.Result.LEFT_WINS
    game.say(Decision("result", 1, data={"result": "1-0"}))
    assert (game.table.result, game.table.seated_result) == ("1-0", "0-1")


def test_symmetric_fifths_are_refused_and_the_note_says_why() -> None:
    game = opened("rif-1996", "h8, h9, h10", "stay, h5", "offer i8 g8")
    assert not game.table.record.legal
    (question,) = questions(game.table)
    assert question.code == "illegal_move"
    assert "g8 is symmetric to i8" in question.text
    assert detail_json(game.table)["moves"][-1]["mark"] == "illegal"
    game.order(Act.TAKEBACK)
    assert (game.asked, game.table.record.legal) == ([], True)
    told(game, "offer i8 g7")
    assert game.table.record.legal


def test_a_turn_written_wrongly_is_written_anew_and_the_colours_follow() -> None:
    """What was thought to be a swap was none: nothing is erased, a further row puts it right."""
    game = opened("rif-1996", FIRST_THREE, "swap")
    made = game.table.record.lines[-1].made
    again = {"journal": made.journal, "seq": made.seq, "text": "stay, h10"}
    game.say(Decision("move", 1, data=again))
    assert (game.texts[-1], colours(game)) == ("stay, h10", ("black", "white"))
    assert game.table.record.position is not None
    assert game.table.record.position.turn == "black"


def test_a_swap_taken_back_gives_the_colours_back() -> None:
    """CL-21"""
    game = opened("rif-1996", FIRST_THREE, "swap")
    game.order(Act.TAKEBACK)
    assert (colours(game), game.texts) == (("black", "white"), [FIRST_THREE])


def test_a_position_set_up_ends_the_opening_and_keeps_the_colours() -> None:
    """CL-23"""
    game = opened("rif-1996", FIRST_THREE, "swap")
    game.say(Decision("setup", 1, data={"fen": "W:Wh9:Bh8,i9"}))
    assert "opening" not in table_json(game.table)
    assert colours(game) == ("white", "black")
    told(game, "j10")
    assert game.table.record.legal


def test_an_opening_is_read_from_the_board_step_by_step() -> None:
    """Fifths are put down and all but one taken off; a press without a stone is the swap if nobody
    objects before the next press (CL-17)."""
    game = Played("renju", left="black", opening="taraguchi-5")
    turns = ("h8", "stay, i9", "swap", "j9", "stay, i7", "offer g9 h6 g8 j6 k10", "g8, h10", "j8")
    for turn in turns:
        game.position = game.position.push(game.position.parse(turn))
        game.press()
        assert game.asked == (["unread_move"] if turn == "swap" else [])
    assert len(game.texts) == len(turns)
    assert game.texts[5] == "offer h6 j6 g8 g9 k10"
    assert [text for text in game.texts if text != game.texts[5]] == [
        turn for turn in turns if not turn.startswith("offer")
    ]
    assert {line.source for line in game.table.record.lines} == {"board"}
    assert (game.asked, colours(game)) == ([], ("white", "black"))
    swaps = [(t.rule, t.reason) for t in game.table.history if t.what == "write"]
    assert swaps == [("CL-17", "swap")]


def test_fifths_that_were_put_down_and_taken_back_are_read_again() -> None:
    """CL-21, failure 39"""
    game = opened("rif-1996", FIRST_THREE, "swap", "h10")
    before = game.position
    game.position = before.play("offer i8 g7")
    game.press()
    assert game.texts[-1] == "offer g7 i8"
    game.order(Act.TAKEBACK)
    game.position = before.play("offer j8 k7")
    game.press()
    assert game.texts[-1] == "offer k7 j8"


def test_a_number_of_fifths_that_no_board_shows_is_asked_with_each_number() -> None:
    game = opened("soosorv-4", FIRST_THREE)
    game.position = game.position.play("stay, h10, 1")
    game.press()
    (question,) = questions(game.table)
    assert "how many fifth moves" in question.text
    assert [way.answer for way in question.ways] == [f"stay, h10, {n}" for n in range(1, 5)]
    game.say(answer(game, question.ways[1].answer))
    assert (game.asked, game.texts[-1]) == ([], "stay, h10, 2")


def test_a_press_is_read_again_when_the_turn_before_it_is_written_anew() -> None:
    game = opened("taraguchi-5", "h8", "stay, i9")
    game.press()
    assert game.asked == ["unread_move"]
    made = game.table.record.lines[1].made
    game.say(Decision("move", 1, data={"journal": made.journal, "seq": made.seq, "text": "swap"}))
    assert (game.texts, game.asked) == (["h8", "swap", "i9"], [])


def test_stones_that_fit_no_act_are_asked_with_what_the_rule_expects() -> None:
    game = opened("rif-1996", FIRST_THREE, "swap", "h10")
    stones = game.stands()
    game.press(stones | {"i8"})
    (question,) = questions(game.table)
    assert "Black offers 2 fifth moves." in question.text
    assert "Not expected: i8." in question.text


def test_who_moved_out_of_turn_in_an_opening_is_unclear() -> None:
    game = opened("rif-1996", FIRST_THREE)
    game.order(Act.RESUME, side=codes.Side.LEFT)
    game.order(Act.STOP)
    game.order(Act.RESUME, side=codes.Side.LEFT)
    told(game, "swap")
    assert game.table.record.lines[-1].mark == "unclear"


@pytest.mark.parametrize(("sensors", "table"), [(False, 1), (True, 2)])
def test_the_demo_plays_renju_with_its_opening(tmp_path: Path, sensors: bool, table: int) -> None:
    """The log alone shows the swap again; files of the report are read back to the same end."""
    games = ("renju_opening",) if table == 1 else ("renju_short", "renju_opening")
    log = tmp_path / "hall.db"
    with Demo(
        Options(log, tables=table, games=games, kind="inside"), say=lambda _text: None
    ) as demo:
        demo.open()
        demo.play()
        played = demo.hall.state.tables[table]
        assert played.sensors is sensors
        assert (played.swapped, played.result, played.record.legal) == (True, "0-1", True)
        assert results_json(demo.hall.state)[table - 1]["legal"] is True
        if sensors:
            told = {line.text for line in played.record.lines if line.source != "board"}
            assert told == {"swap"}
        wrong = {"table": table, "act": "write", "ply": 3, "text": "stay, g8"}
        assert demo.hall.command(wrong) == {"ok": True}
        assert (played.swapped, played.record.legal) == (False, False)
        assert demo.hall.command(wrong | {"text": "swap"}) == {"ok": True}
        assert demo.hall.command(wrong | {"ply": 99})["error"]["code"] == "bad_order"
        assert (played.swapped, played.record.legal) == (True, True)
        suffix, text = game_file(played, event="Test") or ("", "")
        before = table_json(played)
    (again,) = files.read(text.encode(), f"x.{suffix}")
    assert played.record.position is not None
    assert (again.fault, again.end.fen) == (None, played.record.position.fen)
    assert (again.headers["Black"], again.result) == ("Ada Merilo", "0-1")
    assert "offer" in text
    with Log(log, make=False) as kept:
        shown = ReplayedHall(kept).snapshot()["tables"][table - 1]
    assert shown["players"] == before["players"]
    assert shown["board"] == before["board"]


def test_an_event_names_the_opening_rule_of_its_tables() -> None:
    renju = {"discipline": "renju", "law": "renju-rif", "opening": "soosorv-8"}
    (first, _second) = plan_of(event(**renju)).places
    assert first.seating.opening == "soosorv-8"
    assert Seating.from_data(first.seating.as_data()) == first.seating


@pytest.mark.parametrize(
    "changes", [{"discipline": "renju", "opening": "gambit"}, {"opening": "swap"}]
)
def test_an_opening_rule_that_is_none_or_not_of_the_game_is_refused(
    changes: dict[str, Any],
) -> None:
    with pytest.raises(EventNotReady) as error:
        plan_of(event(**changes))
    assert error.value.where == "$.opening"


WRITTEN = ("h8", FIRST_THREE, "swap", "stay, h10", "h10, 3", "offer i8 g7", "i8, c3")
ACTS = st.sampled_from((*WRITTEN, "offer", ",", "pass", "a1", "3", "takeback", "setup", "board"))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(opening_rules()), st.lists(ACTS, max_size=12))
def test_whatever_is_written_in_an_opening_the_hall_goes_on(rule: str, acts: list[str]) -> None:
    """The rules never block the recording; colours and the view stay sound."""
    game = Played("renju", left="black", opening=rule)
    for act in acts:
        if act == "takeback":
            game.order(Act.TAKEBACK)
        elif act == "setup":
            game.say(Decision("setup", 1, data={"fen": "B:Wh9:Bh8"}))
        elif act == "board":
            game.press({"h8", "h9", "i9", "k11"})
        else:
            game.clock.press(game.clock.at_us + 5_000_000, game.clock.clock.running)
            game.fold()
            if game.table.record.due() is not None:
                game.say(answer(game, act))
        assert sorted(colours(game)) == ["black", "white"]
        json.dumps(table_json(game.table))
        json.dumps(detail_json(game.table))
        if not game.table.record.lines:
            assert colours(game) == ("black", "white")


def test_a_result_after_a_swap_goes_back_to_the_player_who_made_it(tmp_path: Path) -> None:
    """The event pairs players; which colour they ended with is the opening's affair."""
    paired = event(discipline="renju", law="renju-rif", opening="rif-1996")
    paired["rounds"][0]["games"] = [{"table": 1, "white": 1, "black": 4}]
    (place,) = plan_of(paired).places
    assert place.seating.players["left"].name == "Kask J."
    clock = PaperClock(blitz(3600))
    clock.do(1_000_000, Act.START, side=codes.Side.LEFT)
    clock.press(5_000_000, codes.Side.LEFT)
    clock.press(9_000_000, codes.Side.RIGHT)
    presses = [r for r in clock.records if getattr(r, "act", None) == Act.PRESS]
    with Log(tmp_path / "hall.db") as log:
        seat = Decision("seat", 1, data=replace(place.seating, clock=UID).as_data())
        log.append([], [seat], hall_us=1)
        log.append([Arrival(UID, record) for record in clock.records], [], hall_us=2)
        for press, text in zip(presses, (FIRST_THREE, "swap"), strict=True):
            data = {"journal": press.journal_id, "seq": press.seq, "text": text}
            log.append([], [Decision("move", 1, data=data)], hall_us=3)
        log.append([], [Decision("result", 1, data={"result": "1-0"})], hall_us=4)
        brought = bring_back(paired, log)
    assert brought.written == ((1, "0-1"),)
    assert brought.event["rounds"][0]["games"][0]["result"] == "0-1"
