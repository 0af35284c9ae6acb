"""An opening followed from sensors: what each player did at his turn, or what has to be asked."""

from flagfall.rules import variant
from flagfall.rules.renju.opening import Opening
from flagfall.rules.renju.sensors import OpeningFollower


def follower(rule: str, *acts: str) -> OpeningFollower:
    return OpeningFollower(Opening.begin(rule).play(*acts))


def put(game: OpeningFollower, *points: str) -> None:
    for point in points:
        game.change(point.removeprefix("-"), not point.startswith("-"))


def test_the_board_of_an_opening_has_the_offered_stones_on_it() -> None:
    game = follower("rif-1996", "h8", "h9", "i9", "stay", "j8", "offer i8 g7")
    assert game.board == {"h8", "h9", "i9", "j8", "i8", "g7"}
    assert "i8" not in game.position.pieces()


def test_fifths_are_offered_chosen_and_the_game_goes_on() -> None:
    game = follower("rif-1996", "h8", "h9", "i9", "stay", "j8")
    put(game, "i8", "g7")
    assert game.press().acts == ("offer g7 i8",)
    put(game, "-g7", "c3")
    assert game.press().acts == ("i8", "c3")
    assert game.opening is None
    put(game, "d4")
    assert game.press().move.text == "d4"
    assert game.press().kind == "unchanged"


def test_too_few_fifths_are_a_question_with_what_is_due() -> None:
    game = follower("rif-1996", "h8", "h9", "i9", "stay", "j8")
    put(game, "i8")
    reading = game.press()
    assert (reading.kind, reading.move) == ("none", None)
    assert "2 fifth moves" in reading.question
    put(game, "g7")
    assert game.press().kind == "move"


def test_a_number_of_fifths_is_asked_and_the_answer_goes_on() -> None:
    game = follower("soosorv-8", "h8", "h9", "i9", "stay")
    put(game, "j8")
    reading = game.press()
    assert (reading.kind, reading.acts) == ("declare", ("j8",))
    assert game.asked is reading
    game.settle("3")
    assert game.opening is not None
    assert (game.opening.declared, game.asked) == (3, None)


def test_what_two_ways_look_like_is_asked_and_settled_by_its_acts() -> None:
    game = follower("rif-1996")
    put(game, "h8", "h9", "i9")
    reading = game.press()
    assert reading.kind == "several"
    game.settle(reading.candidates[1])
    assert game.opening is not None
    assert game.opening.acts == ("h8", "h9", "i9")


def test_a_position_that_the_arbiter_restores_ends_the_opening() -> None:
    game = follower("rif-1996", "h8", "h9")
    game.restore(variant("renju").position("B:Wh9:Bh8"))
    put(game, "i9")
    assert game.press().move.text == "i9"
