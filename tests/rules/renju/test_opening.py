"""Opening rules: who does what, swaps of colour, fifths offered, and reading it from sensors."""

import itertools
import pickle
from collections.abc import Collection

import pytest
from flagfall.rules.errors import AmbiguousMove, IllegalMove, InvalidMove, RulesError
from flagfall.rules.renju import OPENINGS, RENJU_RF
from flagfall.rules.renju.opening import Opening, symmetric_images
from flagfall.rules.renju.opening_rules import (
    UnknownOpening,
    opening_rule,
    opening_rules,
)
from flagfall.rules.renju.points import SYMMETRIES, distance, find, names
from hypothesis import given, settings
from hypothesis import strategies as st


def at(text: str) -> int:
    point = find(text)
    assert point is not None
    return point


def begin(rule: str, *acts: str) -> Opening:
    return Opening.begin(rule).play(*acts)


def test_swapping_or_offering_takes_the_way_of_taraguchi_that_has_it() -> None:
    """Black may swap, or offers fifth moves instead: both as it is said, no way named first."""
    branch = begin("taraguchi-5", "h8", "stay", "h9", "stay", "h10", "stay", "k8")
    assert branch.act("swap") == branch.act("swap-on").act("swap")
    assert branch.act("stay").colours == branch.colours
    fifths = "offer a1 a2 a3 a4 a5"
    assert branch.act(fifths) == branch.act("offer").act(fifths)
    with pytest.raises(IllegalMove) as caught:
        RENJU_RF.start(opening="taraguchi-5").play(
            "h8", "stay, h9", "stay, h10", "stay, k8", "swap, swap"
        )
    assert "swap-on" not in caught.value.sentence


def test_openings_are_equal_by_what_was_done() -> None:
    opening = begin("rif-1996", "h8", "h9", "i9", "swap")
    again = pickle.loads(pickle.dumps(opening))
    assert again == opening
    assert hash(again) == hash(opening)
    assert opening != begin("rif-1996", "h8", "h9", "i9", "stay")


def who(opening: Opening) -> tuple[str, str, str]:
    """Player, colour and kind of act that are due."""
    assert opening.step is not None
    return opening.player, opening.colours[opening.player], opening.step.kind


def course(rule: str, *acts: str) -> list[tuple[str, str, str]]:
    """Who was due before each act."""
    opening, found = Opening.begin(rule), []
    for act in acts:
        found.append(who(opening))
        opening = opening.act(act)
    assert opening.is_done
    return found


F_B, F_W, S_B, S_W = (
    ("first", "black"),
    ("first", "white"),
    ("second", "black"),
    ("second", "white"),
)


def test_rif_1996_without_a_swap() -> None:
    acts = "h8", "h9", "i9", "stay", "j8", "offer i8 g7", "i8", "i7"
    assert course("rif-1996", *acts) == [
        (*F_B, "place"),
        (*F_B, "place"),
        (*F_B, "place"),
        (*S_W, "swap"),
        (*S_W, "place"),
        (*F_B, "offer"),
        (*S_W, "choose"),
        (*S_W, "place"),
    ]


def test_a_swap_changes_colours_and_never_players() -> None:
    """The clock follows the player: what is due after a swap falls to the same colour's new
    owner."""
    acts = "h8", "h9", "i9", "swap", "j8", "offer i8 g7", "i8", "i7"
    assert course("rif-1996", *acts)[3:] == [
        (*S_W, "swap"),
        (*F_W, "place"),
        (*S_B, "offer"),
        (*F_W, "choose"),
        (*F_W, "place"),
    ]


def test_in_swap_the_second_player_puts_the_second_stone() -> None:
    due = course("swap", "h8", "i9", "j9", "stay", "a1", "offer j8 i8", "j8", "c3")
    assert due[:4] == [(*F_B, "place"), (*S_W, "place"), (*F_B, "place"), (*S_W, "swap")]


def test_the_old_list_lacks_two_openings() -> None:
    """D13 Yusei and I13 Suisei."""
    for code, third in (("D13", "j6"), ("I13", "f6")):
        opening = next(o for o in OPENINGS if o.code == code)
        second = names([opening.second])[0]
        assert begin("rif-1996", "h8", second).place(at(third)).position.ply == 3
        with pytest.raises(IllegalMove):
            begin("swap", "h8", second, third)


def test_sakata_second_puts_the_fourth_and_fifth_first_chooses_colour() -> None:
    stay = course("sakata", "h8", "h9", "i9", "k11", "l12", "stay", "a1")
    assert stay[3:] == [(*S_W, "place"), (*S_W, "place"), (*F_B, "swap"), (*S_W, "place")]
    swap = course("sakata", "h8", "h9", "i9", "k11", "l12", "swap", "a1")
    assert swap[-1] == (*F_W, "place")
    for far in ("l12", "d8"):
        with pytest.raises(IllegalMove, match="7 × 7"):
            begin("sakata", "h8", "h9", "i9", far)
    with pytest.raises(IllegalMove, match="9 × 9"):
        begin("sakata", "h8", "h9", "i9", "k11", "m8")


def test_yamaguchi_declares_with_the_opening_and_offers_as_many() -> None:
    due = course("yamaguchi", "h8", "h9", "i9", "3", "swap", "a1", "offer b2 c3 d5", "c3", "o15")
    assert due[3:] == [
        (*F_B, "declare"),
        (*S_W, "swap"),
        (*F_W, "place"),
        (*S_B, "offer"),
        (*F_W, "choose"),
        (*F_W, "place"),
    ]
    with pytest.raises(IllegalMove):
        begin("yamaguchi", "h8", "h9", "i9", "0")
    with pytest.raises(IllegalMove, match="2 fifth moves"):
        begin("yamaguchi", "h8", "h9", "i9", "2", "stay", "a1", "offer b2")


def test_tarannikov_swaps_after_each_of_five_stones_in_growing_squares() -> None:
    acts = ["h8", "swap", "g7", "stay", "j10", "swap", "k8", "stay", "l12", "swap", "a1"]
    assert course("tarannikov", *acts) == [
        (*F_B, "place"),
        (*S_W, "swap"),
        (*F_W, "place"),
        (*S_B, "swap"),
        (*S_B, "place"),
        (*F_W, "swap"),
        (*S_W, "place"),
        (*F_B, "swap"),
        (*F_B, "place"),
        (*S_W, "swap"),
        (*F_W, "place"),
    ]
    opening = Opening.begin("tarannikov")
    for number, act in enumerate(acts):
        if number % 2 == 0 and number < 10:
            assert {distance(point) for point in opening.points()} <= set(range(number // 2 + 1))
        opening = opening.act(act)


FOUR = ("h8", "stay", "h9", "stay", "i9", "stay", "j8")


def test_taraguchi_goes_on_with_swaps_or_offers_ten_fifths() -> None:
    swap_on = course("taraguchi-10", *FOUR, "swap-on", "swap", "l12", "stay", "a1")
    assert swap_on[-5:] == [
        (*F_B, "branch"),
        (*F_B, "swap"),
        (*S_B, "place"),
        (*F_W, "swap"),
        (*F_W, "place"),
    ]
    ten = "offer a1 b1 c1 d1 e1 f1 g1 h1 i1 j1"
    assert course("taraguchi-10", *FOUR, "offer", ten, "h1", "o15")[-4:] == [
        (*F_B, "branch"),
        (*F_B, "offer"),
        (*S_W, "choose"),
        (*S_W, "place"),
    ]
    with pytest.raises(IllegalMove, match="10 fifth moves"):
        begin("taraguchi-10", *FOUR, "offer", "offer a1 b1 c1 d1 e1")
    begin("taraguchi-5", *FOUR, "offer", "offer a1 b1 c1 d1 e1")
    with pytest.raises(IllegalMove, match="9 × 9"):
        begin("taraguchi-10", *FOUR, "swap-on", "stay", "m8")


def test_soosorv_white_declares_up_to_n_and_the_other_may_swap_again() -> None:
    due = course(
        "soosorv-8", "h8", "h9", "i9", "swap", "a1", "2", "swap", "offer b2 c4", "c4", "o15"
    )
    assert due[3:] == [
        (*S_W, "swap"),
        (*F_W, "place"),
        (*F_W, "declare"),
        (*S_B, "swap"),
        (*F_B, "offer"),
        (*S_W, "choose"),
        (*S_W, "place"),
    ]
    with pytest.raises(IllegalMove, match="1 to 8"):
        begin("soosorv-8", "h8", "h9", "i9", "stay", "a1", "9")


def test_the_russian_code_asks_for_a_canonical_opening_without_swaps() -> None:
    """R1.4.5"""
    opening = Opening.begin("canonical", RENJU_RF).play("h8", "g9")
    assert {opening.colours[opening.player], opening.player} == {"black", "first"}
    with pytest.raises(IllegalMove):
        opening.act("k11")
    assert opening.act("f8").is_done


def test_every_first_stone_is_the_centre_and_every_third_makes_an_opening() -> None:
    for rule in opening_rules():
        opening = Opening.begin(rule)
        assert names(opening.points()) == ["h8"]


# --- symmetric fifths ---


def test_fifths_symmetric_in_the_position_are_refused() -> None:
    """All four stones on one column: left and right are mirror images, above and below not."""
    kansei = begin("rif-1996", "h8", "h9", "h10", "stay", "h5")
    assert symmetric_images(kansei.position, at("i8")) == {at("i8"), at("g8")}
    with pytest.raises(IllegalMove, match="g8 is symmetric to i8"):
        kansei.act("offer i8 g8")
    assert kansei.act("offer i8 i9").offers == (at("i8"), at("i9"))
    crooked = begin("rif-1996", "h8", "h9", "h10", "stay", "i5")
    assert crooked.act("offer i8 g8").offers == (at("i8"), at("g8"))


def test_a_diagonal_of_stones_is_its_own_mirror_image() -> None:
    opening = begin("rif-1996", "h8", "i9", "j10", "stay", "k11")
    assert symmetric_images(opening.position, at("a2")) == {at("a2"), at("b1")}
    with pytest.raises(IllegalMove, match="symmetric"):
        opening.act("offer a2 b1")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 224), min_size=4, max_size=4, unique=True), st.integers(0, 224))
def test_symmetry_by_the_definition(stones: list[int], point: int) -> None:
    """Some symmetry of the board maps the four stones with their colours onto themselves and one
    point onto the other."""
    opening = begin("rif-1996")
    position = opening.position
    for index, stone in enumerate(stones):
        position.board.place(stone, 1 + index % 2)
    black, white = {stones[0], stones[2]}, {stones[1], stones[3]}
    expected = {
        turn[point]
        for turn in SYMMETRIES
        if {turn[p] for p in black} == black and {turn[p] for p in white} == white
    }
    assert symmetric_images(position, point) == expected


def test_fifths_on_stones_twice_or_not_offered_are_refused() -> None:
    opening = begin("rif-1996", "h8", "h9", "i9", "stay", "j8")
    for wrong in ("offer h8 a1", "offer a1 a1", "offer a1"):
        with pytest.raises(IllegalMove):
            opening.act(wrong)
    with pytest.raises(IllegalMove, match="was not offered"):
        opening.play("offer a1 b1", "c1")


# --- acts out of place ---


def test_only_the_act_that_is_due_is_taken() -> None:
    opening = Opening.begin("rif-1996")
    for act in ("swap", "stay", "3", "offer a1 b1", "h9"):
        with pytest.raises(IllegalMove):
            opening.act(act)
    for act in ("", "hello", "offer", "offer x", "z9", "99999"):
        with pytest.raises(InvalidMove):
            opening.act(act)
    done = begin("canonical", "h8", "h9", "i9")
    with pytest.raises(IllegalMove, match="over"):
        done.act("swap")


def test_rules_are_found_by_name_for_any_number() -> None:
    assert opening_rule("Soosyrv_6") == opening_rule("soosorv-6")
    assert opening_rule("Soosõrv-8").name == "soosorv-8"
    assert opening_rule("taraguchi-12").steps[-1].ways[1][1][0].number == 12
    for wrong in ("", "taraguchi", "taraguchi-0", "taraguchi-x", "soosorv-9999", "ruy lopez"):
        with pytest.raises(UnknownOpening):
            opening_rule(wrong)


def acts_of(opening: Opening, draw: st.DrawFn) -> str:
    step = opening.step
    assert step is not None
    if step.kind == "swap":
        return draw(st.sampled_from(["swap", "stay"]))
    if step.kind == "declare":
        return str(draw(st.integers(1, min(step.number, 4))))
    if step.kind == "branch":
        return draw(st.sampled_from([way for way, _steps in step.ways]))
    if step.kind == "offer":
        offering: list[int] = []
        images: set[int] = set()
        while len(offering) < opening.fifths:
            point = draw(st.sampled_from([p for p in opening.points() if p not in images]))
            offering.append(point)
            images |= symmetric_images(opening.position, point)
        return "offer " + " ".join(names(offering))
    return names([draw(st.sampled_from(opening.points()))])[0]


@st.composite
def openings(draw: st.DrawFn) -> list[Opening]:
    """All states of a random opening under a random rule."""
    rules = [rule for rule in opening_rules() if rule != "taraguchi-10"]
    states = [Opening.begin(draw(st.sampled_from([*rules, "taraguchi-2"])))]
    while not states[-1].is_done:
        states.append(states[-1].act(acts_of(states[-1], draw)))
    return states


@settings(max_examples=100, deadline=None)
@given(openings())
def test_any_course_keeps_the_rules_of_play(states: list[Opening]) -> None:
    """Stones alternate, colours are two, acts replay, the game goes on with the right player."""
    done = states[-1]
    assert done.position.ply in (3, 6)
    assert done.offers == ()
    again = Opening.begin(done.rule).play(*done.acts)
    assert (again.position.fen, again.black) == (done.position.fen, done.black)
    assert done.colours[done.player] == done.position.turn
    swaps = done.acts.count("swap")
    assert done.black == ("second" if swaps % 2 else "first")
    for state in states:
        assert state.sentence()
        assert set(state.colours.values()) == {"black", "white"}


# --- what sensors see ---


def readings(opening: Opening, seen: Collection[int]) -> list[list[str]]:
    try:
        return [list(opening.infer(seen).acts[len(opening.acts) :])]
    except AmbiguousMove as several:
        return [acts.split(", ") for acts in several.candidates]


@settings(max_examples=100, deadline=None)
@given(openings())
def test_the_board_at_each_press_tells_what_was_done(states: list[Opening]) -> None:
    """Each player acts until the other is to act and presses; the occupied points tell his acts,
    except a declared number, or the way of two that look alike."""
    here = states[0]
    for state in states[1:]:
        declares = state.step is not None and state.step.kind == "declare"
        if not (state.is_done or state.player != here.player or declares):
            continue
        if here.step is not None and here.step.kind == "declare":
            here = state
            continue
        # Fifths lie on the board without an order.
        done = [" ".join(sorted(act.split())) for act in state.acts[len(here.acts) :]]
        read = [
            [" ".join(sorted(act.split())) for act in acts]
            for acts in readings(here, state.occupied)
        ]
        assert done in read
        here = state


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=20) | st.sampled_from(["offer h8", "swap", "7", "h8", "offer a1a2"]))
def test_any_text_is_an_act_or_our_error(text: str) -> None:
    for acts in itertools.accumulate([["h8"], ["h9"], ["i9"], ["2"], ["stay"], ["a1"]]):
        try:
            begin("yamaguchi", *acts).act(text)
        except RulesError:
            continue
