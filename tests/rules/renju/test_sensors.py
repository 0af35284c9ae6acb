"""An opening followed from sensors: what each player did at his turn, or what has to be asked."""

from flagfall.rules import variant
from flagfall.rules.infer import Follower
from flagfall.rules.renju.turns import OpeningPosition


def follower(rule: str, *turns: str) -> Follower:
    return Follower(OpeningPosition.begin(rule).play(*turns))


FIRST_THREE = ("h8, h9, i9",)


def put(game: Follower, *points: str) -> None:
    for point in points:
        game.change(point.removeprefix("-"), not point.startswith("-"))


def test_the_board_of_an_opening_has_the_offered_stones_on_it() -> None:
    game = follower("rif-1996", *FIRST_THREE, "stay, j8", "offer i8 g7")
    assert game.board == {"h8", "h9", "i9", "j8", "i8", "g7"}
    assert "i8" not in game.position.game.pieces()


def test_fifths_are_offered_chosen_and_the_game_goes_on() -> None:
    game = follower("rif-1996", *FIRST_THREE, "stay, j8")
    put(game, "i8", "g7")
    assert game.press().move.text == "offer g7 i8"
    put(game, "-g7", "c3")
    assert game.press().move.text == "i8, c3"
    assert (game.position.ply, game.position.fen) == (6, "B:Wc3,j8,h9:Bh8,i8,i9")
    put(game, "d4")
    assert game.press().move.text == "d4"
    assert game.press().kind == "unchanged"


def test_too_few_fifths_are_a_question_with_what_is_due() -> None:
    game = follower("rif-1996", *FIRST_THREE, "stay, j8")
    put(game, "i8")
    reading = game.press()
    assert (reading.kind, reading.move, reading.extra) == ("none", None, ("i8",))
    assert "2 fifth moves" in reading.question
    put(game, "g7")
    assert game.press().kind == "move"


def test_symmetric_fifths_are_refused_with_the_reason() -> None:
    """Law: no two symmetric to one another under a symmetry of the position."""
    game = follower("rif-1996", "h8, h9, h10", "stay, h5")
    put(game, "i8", "g8")
    reading = game.press()
    assert (reading.kind, reading.extra) == ("none", ("g8", "i8"))
    assert "symmetric" in reading.question


def test_a_press_without_a_stone_is_asked_as_a_swap_or_a_mistake() -> None:
    """A stone over a dead sensor would look the same: nothing is taken for a swap by itself."""
    game = follower("rif-1996", *FIRST_THREE)
    reading = game.press()
    assert (reading.kind, reading.candidates) == ("unchanged", ("swap",))
    assert "a swap or a mistake" in reading.question
    game.settle("swap")
    assert (game.position.player, game.position.turn) == ("first", "white")
    assert (game.press().kind, game.press().candidates) == ("unchanged", ())


def test_a_number_of_fifths_is_asked_and_the_answer_goes_on() -> None:
    for answer in ("3", "j8, 3"):
        game = follower("soosorv-8", *FIRST_THREE)
        put(game, "j8")
        reading = game.press()
        assert (reading.kind, reading.acts) == ("declare", ("stay", "j8"))
        assert reading.candidates[2] == "stay, j8, 3"
        assert len(reading.candidates) == 8
        assert game.asked is reading
        game.settle(answer)
        assert (game.position.opening.declared, game.asked) == (3, None)


def test_what_two_ways_look_like_is_asked_and_settled_by_its_acts() -> None:
    game = follower("rif-1996")
    put(game, "h8", "h9", "i9")
    reading = game.press()
    assert (reading.kind, set(reading.candidates)) == ("several", {"h8, h9, i9", "h8, i9, h9"})
    game.settle("h8, h9, i9")
    assert game.position.opening.acts == ("h8", "h9", "i9")


def test_a_sensor_that_was_wrong_is_not_believed_at_the_next_press() -> None:
    game = follower("rif-1996")
    put(game, "h8", "h9")  # the sensor of i9 is dead
    assert game.press().kind == "none"
    game.settle("h8, h9, i9")
    put(game, "j8")
    assert game.press().move.text == "stay, j8"


def test_a_position_that_the_arbiter_restores_ends_the_opening() -> None:
    game = follower("tarannikov", "h8", "stay, h9")
    game.restore(variant("renju").position("B:Wh9:Bh8"))
    put(game, "i9")
    assert game.press().move.text == "i9"


def test_a_stone_over_a_sensor_that_is_known_to_be_dead_is_asked_beside_the_swap() -> None:
    game = follower("taraguchi-5")
    put(game, "h9")  # h8's sensor is dead, and h9 was touched
    assert game.press().kind == "none"
    game.settle("h8")
    assert game.unsure == {"h8", "h9"}
    reading = game.press()
    assert (reading.kind, set(reading.candidates)) == ("unchanged", {"swap", "stay, h9"})
