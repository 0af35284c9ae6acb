"""SGF of renju: read in a stream, written without loss, hostile text refused."""

import io

import pytest
from flagfall.rules.errors import InvalidFile, RulesError
from flagfall.rules.renju import RENJU, RENJU_RF
from flagfall.rules.renju.files import Record, sgf
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.renju_games import records


def one(text: str) -> Record:
    games = list(sgf.read(text))
    assert len(games) == 1
    return games[0]


def texts(game: Record) -> list[str]:
    return [move.text for move in game.moves]


def test_a_game_with_headers_times_comments_and_variations() -> None:
    game = one(
        "(;GM[4]FF[4]SZ[15]PB[Black \\] one]PW[White]EV[Cup]RE[W+Resign]KM[0]"
        ";B[hh]BL[600];W[ig]WL[599.25]C[first\\\nline\nsecond: \\\\]"
        "(;B[jf]BL[590]LB[jf:A])(;B[hf]C[instead];W[]))"
    )
    assert texts(game) == ["h8", "i9", "j10"]
    assert game.headers == {
        "Black": "Black ] one",
        "White": "White",
        "Event": "Cup",
        "Result": "W+Resign",
    }
    assert game.result == "1-0"
    second = game.root.children[0].children[0]
    assert second.comment == "firstline\nsecond: \\"
    assert second.clock is not None
    assert second.clock.white_us == 599_250_000
    variation = second.children[1]
    assert (variation.comment, variation.children[0].move.text) == ("instead", "pass")
    assert game.root.properties == {"KM": ["0"]}
    assert second.children[0].properties == {"LB": ["jf:A"]}


@settings(max_examples=60, deadline=None)
@given(records())
def test_what_we_write_we_read_and_write_the_same(game: Record) -> None:
    text = sgf.write(game)
    again = one(text)
    assert sgf.write(again) == text
    assert texts(again) == texts(game)
    assert again.headers.items() >= game.headers.items()
    assert (again.result, again.variant, again.clocks) == (game.result, game.variant, game.clocks)
    mine, theirs = list(game.root.walk()), list(again.root.walk())
    assert [n.comment for n in mine] == [n.comment for n in theirs]
    assert [len(n.children) for n in mine] == [len(n.children) for n in theirs]
    assert [n.move for n in mine] == [n.move for n in theirs]


def test_many_games_come_one_by_one() -> None:
    """A collection is never held whole: each game is ready when its last parenthesis is."""
    game = "(;GM[4]PB[%d];B[hh]C[a ) \\] ( b])\n"

    def endless():
        number = 0
        while True:
            yield game % number
            number += 1

    stream = sgf.read(endless())
    assert [next(stream).headers["Black"] for _ in range(3)] == ["0", "1", "2"]
    assert len(list(sgf.read(io.StringIO(game % 1 * 50)))) == 50


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_a_game_may_come_in_any_pieces(size: int) -> None:
    text = "junk (;GM[4]C[\\\\](;B[hh]C[\\]])(;B[hh]C[\\\\\\)])) more (;GM[4];B[hh])"
    pieces = [text[i : i + size] for i in range(0, len(text), size)]
    assert [sgf.write(g) for g in sgf.read(pieces)] == [sgf.write(g) for g in sgf.read(text)]


def test_forms_of_points_and_passes() -> None:
    assert texts(one("(;GM[4];B[h8];W[I9];B[tt];W[ ])")) == ["h8", "i9", "pass", "pass"]


def test_a_setup_is_no_game_but_may_be_played_on() -> None:
    game = one("(;GM[4]AB[hh][ii:kk]AW[aa]PL[W];W[ab];B[ac])")
    assert game.start.fen.startswith("W:Wa15:B")
    assert len(dict(game.start.stones())) == 11
    assert texts(game) == ["a14", "a13"]
    later = one("(;GM[4];B[hh];W[hg];AE[hg]AW[ig];B[jf])")
    assert [move.text for move in later.moves] == ["h8", "h9", "j10"]
    assert later.end.fen == "W:Wi9:Bh8,j10"


def test_the_first_fault_is_told_with_its_move() -> None:
    game = one("(;GM[4];B[hh];W[hg];B[hg])")
    assert texts(game) == ["h8", "h9"]
    assert game.fault is not None
    assert game.fault.where == "move 3, h9"
    wrong_turn = one("(;GM[4];B[hh];B[hg])")
    assert wrong_turn.fault is not None
    assert wrong_turn.fault.reason == "turn"


def test_a_foul_loses_by_claim_under_rif_and_is_a_fault_under_rf() -> None:
    """R2.8.2: in the Russian code the position is corrected."""
    moves = ";B[hh];W[aa];B[hi];W[ac];B[ij];W[ae];B[kj];W[ag];B[hj]"
    rif = one(f"(;GM[4]{moves})")
    assert rif.fault is None
    assert list(rif.fouls) == [9]
    assert rif.outcome is not None
    assert rif.outcome.result == "1-0"
    played_on = one(f"(;GM[4]{moves};W[ai])")
    assert (played_on.fault, played_on.outcome, list(played_on.fouls)) == (None, None, [9])
    rf = one("(;GM[4]RU[RF];B[hh];W[gg];B[gh];W[aa];B[hi];W[ac];B[ij];W[ae];B[kj];W[ag];B[hj])")
    assert rf.variant is RENJU_RF
    assert rf.fault is not None
    assert rf.fault.reason == "foul"


def test_a_law_may_be_asked_for() -> None:
    text = "(;GM[4]RU[RF];B[hh])"
    assert next(sgf.read(text, variant=RENJU)).variant is RENJU


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no game",
        "(;GM[4]",
        "(;GM[4]C[open",
        "()",
        "(;GM[2])",
        "(;GM[4]SZ[19])",
        "(;GM[4];B[zz])",
        "(;[x])",
        "(GM[4])",
        "(;GM[4]!)",
        "(;GM[4]AB[aa:q9])",
    ],
)
def test_what_is_no_sgf_of_renju_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InvalidFile):
        list(sgf.read(text))


def test_a_game_without_end_is_refused_before_memory_is() -> None:
    with pytest.raises(InvalidFile):
        list(sgf.read("(;C[" + "x" * 1000 for _ in range(100_000)))


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="(;)[]\\BWACLhg8 \n:", max_size=80))
def test_any_text_gives_games_or_our_error(text: str) -> None:
    try:
        games = list(sgf.read(text))
    except RulesError:
        return
    for game in games:
        assert sgf.write(next(sgf.read(sgf.write(game)))) == sgf.write(game)
