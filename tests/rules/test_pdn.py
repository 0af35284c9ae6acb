"""PDN 3.0: games of the world read, replayed and written (PDN documentation, wiegerw/pdn)."""

import random
from pathlib import Path

import pytest
from flagfall import rules
from flagfall.rules import pdn
from flagfall.rules.pdn import tokens
from flagfall.rules.record import Game, Node

GAMES = Path(__file__).parent.parent / "data" / "games"


def only(name: str) -> pdn.Game:
    games = list(pdn.read((GAMES / name).read_text("utf-8")))
    assert len(games) == 1
    return games[0]


def test_championship_game_replays_to_its_end() -> None:
    """Derkx – Meijer, Dutch championship 2009."""
    game = only("nk2009_derkx_meijer.pdn")
    assert game.fault is None
    assert len(game.moves) == 117
    assert game.result == "1-0"
    assert game.headers["White"] == "Derkx,B."
    assert game.end.fen == "B:W17,37,38,K18:B15,24,26,30,35"


def test_clock_readings_stay_with_their_moves() -> None:
    game = only("lidraughts_clock_excerpt.pdn")
    third = game.clocks[2]
    assert third is not None
    assert (third.white_us, third.black_us) == (597_000_000, 598_000_000)
    assert third.running == "black"


def test_position_set_up_in_the_middle_of_a_game_is_played_on() -> None:
    game = only("live_clock_setup.pdn")
    assert game.fault is None
    assert [node.setup is not None for node in game.line.nodes].index(True) == 7
    assert game.moves[-1].text == "35x24"
    assert game.end.fen.startswith("B:W24,32")


@pytest.mark.parametrize("name", [p.name for p in GAMES.glob("*.pdn")])
def test_writing_and_reading_is_identity_on_our_own_output(name: str) -> None:
    written = pdn.write(only(name))
    assert pdn.write(next(pdn.read(written))) == written


def test_illegal_move_is_named_with_its_reason() -> None:
    game = next(pdn.read("1. 32-28 19-23 2. 34-29 *"))
    assert isinstance(game.fault, rules.IllegalMove)
    assert game.fault.reason == "must-capture"
    assert "34-29" in game.fault.where
    assert [move.text for move in game.moves] == ["32-28", "19-23"]


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("1. 11-15 23-19 *", "english"),
        ("1. 34-29 19-23 *", "international"),
        ("1. 32-28 *", "international"),
        ("1. 21-17 12-15 *", "italian"),
        ("1. c3-d4 f6-g5 *", "russian"),
        ('[FEN "W:W31,27,19:B17,12,5."] *', "english"),
        ('[FEN "W:W41:B5"] *', "international"),
        ('[GameType "29"] 1. c3-d4 *', "czech"),
        ('[GameType "40,W,10,10,N2,0"] 1. 34-29 *', "frisian"),
    ],
)
def test_variant_is_told_by_the_tag_else_by_the_squares(text: str, variant: str) -> None:
    game = next(pdn.read(text))
    assert game.variant.name == variant
    assert game.fault is None


def test_numbers_of_a_game_with_letters_are_read_when_told_how() -> None:
    text = '[GameType "25"] 1. 22-18 11-15 *'
    game = next(pdn.read(text, numbering="top"))
    assert [move.text for move in game.moves] == ["c3-d4", "f6-e5"]
    untold = next(pdn.read(text))
    assert untold.fault is not None
    assert untold.fault.reason == "numbering"
    told = next(pdn.read(text.replace('"25"', '"25,W,8,8,N2,0"')))
    assert [move.text for move in told.moves] == ["c3-d4", "f6-e5"]


def test_comments_variations_and_unknown_tags_are_kept() -> None:
    text = """[WhiteClubColour "green"]
; a remark of the line
1. 32-28 $1 {solid} 19-23! (18-23? 2. 38-32 {and not 37-32} (2. 37-32 12-18) 12-18)
2. 28x19 14x23 {[%clock W1:10:00 b0:59:30] {?} 1-1
""".replace(" {?}", " x}")
    game = next(pdn.read(text, variant="international"))
    assert game.headers["WhiteClubColour"] == "green"
    first, second = game.line.nodes[:2]
    assert (first.before, first.nags, first.after) == (["a remark of the line"], ["$1"], ["solid"])
    assert second.strength == "!"
    (variation,) = second.variations
    assert [n.text for n in variation.nodes] == ["18-23", "38-32", "12-18"]
    assert variation.nodes[1].variations[0].nodes[1].move is not None
    assert game.clocks[3] is not None
    assert game.result == "1/2"
    written = pdn.write(game)
    assert pdn.write(next(pdn.read(written))) == written
    assert "and not 37-32" in written


@pytest.mark.parametrize(
    ("comment", "white", "black", "mover"),
    [
        ("[%clock w0:09:57 B0:09:58]", 597, 598, None),
        ("[%clk 1:55:21]", None, None, 6921),
        ("[%clock 0:49:11]", None, None, 2951),
        ("[%emt 0:00:05]", None, None, 5),
        ("[%clk w0:00:10 B0:00:03]", 10, 3, None),
    ],
)
def test_older_forms_of_clock_readings_are_read(
    comment: str, white: int | None, black: int | None, mover: int | None
) -> None:
    """PDN extensions: clock, clk, mct, egt, emt; named times or one of the side that moved."""
    game = next(pdn.read(f"1. 34-29 {{{comment}}} *", variant="international"))
    (clock,) = game.clocks
    assert clock is not None
    seconds = [
        None if t is None else t // 1_000_000
        for t in (clock.white_us, clock.black_us, clock.mover_us)
    ]
    assert seconds == [white, black, mover]
    assert comment in pdn.write(game)


@pytest.mark.parametrize("name", [n for n in rules.variants() if not n.startswith("renju")])
def test_games_of_every_variant_are_written_and_read_alike(name: str) -> None:
    """Longer random games, with captures, kings and promotions among them."""
    chance = random.Random(name)
    position = start = rules.variant(name).start()
    game = Game(start.variant, start=start)
    while position.legal_moves and position.ply < 80:
        move = chance.choice(position.legal_moves)
        position = position.push(move)
        game.line.nodes.append(Node(move.text, move))
    written = pdn.write(game)
    (again,) = pdn.read(written)
    assert again.fault is None
    assert again.variant.name == name
    assert again.end.fen == position.fen
    assert pdn.write(again) == written


def test_promotions_of_lasca_keep_their_asterisk() -> None:
    """Johnson-Davies – Matthews, Cambridge 1976: `c3xe5xg7* a5xc3` are two moves."""
    moves = (GAMES / "lasca1976.txt").read_text("utf-8").splitlines()[1]
    text = f'[GameType "lasca"]\n\n{moves} *\n'
    (game,) = pdn.read(text)
    assert game.fault is None
    assert [move.text for move in game.moves] == moves.split()
    assert " ".join(word for word in pdn.write(game).split() if "." not in word).endswith(
        "c5xe3xc1* a3xc5 c1xe3 g3-f4 c7-b6 e5-f6 c3-b2 a1xc3xe5 *"
    )
    (untold,) = pdn.read(moves, variant="lasca")
    assert [move.text for move in untold.moves] == moves.split()
    (again,) = pdn.read(pdn.write(game))
    assert pdn.write(again) == pdn.write(game)


def test_an_asterisk_behind_a_move_of_draughts_ends_the_game() -> None:
    first, second = pdn.read("1. 34-29* 1. 32-28 19-23*")
    assert [len(game.moves) for game in (first, second)] == [1, 2]


@pytest.mark.parametrize(
    ("spoiled", "line"),
    [
        ("foo 17-22 2-0", 4),
        ("17-22 (17-21 foo) 2. 31-27 2-0", 4),
        ("17-22 ) 2. 31-27 2-0", 4),
        ("17-22 (17-21 2. 31-27 2-0", 4),
        ("17-22\n" + "x" * (tokens.LINE_LIMIT + 1) + "\n2-0", 5),
    ],
)
def test_one_spoiled_game_does_not_hide_those_behind_it(spoiled: str, line: int) -> None:
    """Every game gets its verdict: legal, or what is wrong and where."""
    text = f"""[White "a"]
1. 34-29 2-0
[White "b"]
1. 34-29 {spoiled}
[White "c"] [Event "x"]
1. 32-28 19-23 0-2
"""
    first, second, third = pdn.read(text)
    assert [game.headers["White"] for game in (first, second, third)] == ["a", "b", "c"]
    assert first.fault is None
    assert third.fault is None
    assert isinstance(second.fault, rules.InvalidFile)
    assert second.fault.where == f"line {line}"
    assert second.moves[0].text == "34-29"
    assert (len(third.moves), third.result) == (2, "0-1")


def test_a_spoiled_tag_spoils_its_own_game_only() -> None:
    text = '[White "a"] [Black Name "b 1-0 c"] [Event "e"]\n1. 34-29 *\n[White "c"] 1. 32-28 *'
    first, second = pdn.read(text)
    assert isinstance(first.fault, rules.InvalidFile)
    assert first.headers == {"White": "a", "Event": "e"}
    assert (second.fault, second.headers) == (None, {"White": "c"})


def test_games_without_tags_are_told_apart_behind_a_spoiled_one() -> None:
    first, second = pdn.read("1. 34-29 foo 17-22 2-0\n1. 32-28 19-23 *")
    assert first.fault is not None
    assert [move.text for move in second.moves] == ["32-28", "19-23"]


@pytest.mark.parametrize("word", ["99", "abc"])
def test_a_game_type_that_nobody_knows_is_no_international_game(word: str) -> None:
    text = f'[GameType "{word}"] 1. 34-29 19-23 *\n[GameType "20"] 1. 34-29 *'
    first, second = pdn.read(text)
    assert isinstance(first.fault, rules.UnknownVariant)
    assert (first.fault.where, second.fault) == ("GameType", None)
    told = next(pdn.read(text, variant="international"))
    assert told.fault is None


def test_a_fault_behind_a_set_up_is_counted_in_moves() -> None:
    (game,) = pdn.read('1. 34-29 19-23 /FEN "W:W29,31:B1,2"/ 2. 29-24 1-99 *')
    assert game.fault is not None
    assert game.fault.where.startswith("step 4,")
    assert len(game.moves) == 3
