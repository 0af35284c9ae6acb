"""PDN readers are bounded and raise nothing but our errors; what we write we read the same."""

from contextlib import suppress
from typing import Any

import pytest
from flagfall import rules
from flagfall.rules import gamefile, pdn
from flagfall.rules.pdn import clocks, tokens
from flagfall.rules.record import Clock, Game, Line, Node
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PIECES = st.sampled_from(
    [
        "1.", "12...", "34-29", "19-23", "28x19", "c3-d4", "c3:e5:g7", "cd4", "{", "}", "(", ")",
        "$3", "!", "?!", "(!?)", "*", "2-0", "1/2-1/2", "0-0", '[White "x"]', '[FEN "W:W1:B2"]',
        '[FEN "nonsense"]', '/FEN "W:W31-50:B1-20"/', '/FEN "B::"/', "/", '"', "[", "]", ";", "%",
        '[GameType "lasca"]', "e5xc3xc1*", "foo", "[bad tag",
        "[%clock w0:01:02 B0:00:05]", "[%clk 1:55:21]", "\\", "…", "..", "-", "99-98",
        '[GameType "25"]', '[GameType "21"]', "\x00", "\ufeff", "🂡",
    ]
)  # fmt: skip
SOUP = st.lists(st.tuples(PIECES, st.sampled_from([" ", "", "\n"])), max_size=40).map(
    lambda parts: "".join(a + b for a, b in parts)
)


@given(st.one_of(SOUP, st.text(max_size=200)))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_text_gives_games_or_our_errors(text: str) -> None:
    try:
        for game in pdn.read(text):
            written = pdn.write(game)
            again = list(pdn.read(written))
            assert len(again) == 1
            assert pdn.write(again[0]) == written
    except rules.RulesError:
        pass


@given(st.text(max_size=60))
def test_any_text_is_a_move_or_one_of_our_errors(text: str) -> None:
    for name in ("international", "russian", "turkish"):
        position = rules.variant(name).start()
        with suppress(rules.RulesError):
            assert position.parse(text) in position.legal_moves


@given(st.one_of(st.text(max_size=60), st.from_regex(r"[WB?]:W[0-9Ka-h,:-]{0,30}:B[0-9K,-]{0,30}")))
def test_any_text_is_a_set_up_or_one_of_our_errors(text: str) -> None:
    for name in ("international", "russian", "english"):
        game: Any = rules.variant(name)
        for numbering in (None, "top", "bottom"):
            try:
                position = game.position(text, numbering=numbering)
            except rules.RulesError:
                continue
            assert game.position(position.fen).fen == position.fen


TIMES = st.integers(0, 360_000_000_000)


@given(
    st.builds(
        Clock,
        TIMES,
        TIMES,
        st.none(),
        st.sampled_from([None, "white", "black"]),
        st.sampled_from(["clock", "clk", "egt"]),
    )
    | st.builds(Clock, st.none(), st.none(), TIMES, st.none(), st.sampled_from(["clk", "emt"]))
)
def test_clock_readings_come_back_as_written(reading: Clock) -> None:
    found, rest = clocks.extract("before " + clocks.write(reading) + " after")
    assert found == reading
    assert rest == "before after"


COMMENTS = st.lists(
    st.text(st.characters(exclude_characters="{}[]\r", exclude_categories=["C", "Z"]), min_size=1),
    max_size=2,
)


@st.composite
def lines(draw: st.DrawFn, position: Any, depth: int) -> Line:
    """A line of legal moves with everything that can stand beside them."""
    line = Line()
    for _step in range(draw(st.integers(0 if depth == 2 else 1, 6))):
        moves = position.legal_moves
        if not moves:
            break
        move = draw(st.sampled_from(list(moves)))
        node = Node(move.text, move)
        node.strength = draw(st.sampled_from(["", "!", "??", "!?"]))
        node.nags = draw(st.lists(st.sampled_from(["$1", "$13"]), max_size=2))
        node.after = draw(COMMENTS)
        if draw(st.booleans()):
            node.clock = Clock(draw(TIMES), draw(TIMES), None, "white")
        if depth and draw(st.integers(0, 4)) == 0:
            node.variations = [draw(lines(position, depth - 1))]
        line.nodes.append(node)
        position = position.push(move)
    return line


@given(st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_reading_our_own_output_gives_the_same_game(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["international", "russian", "english", "frisian"]))
    variant = rules.variant(name)
    start = variant.start()
    game = Game(variant, {"White": 'a "b" \\', "Odd_Tag": "kept"}, start=start)
    game.line = data.draw(lines(start, 2))
    game.result = data.draw(st.sampled_from(["1-0", "0-1", "1/2", "0-0", "*"]))
    written = pdn.write(game)
    (again,) = pdn.read(written)
    assert again.fault is None
    assert pdn.write(again) == written
    assert again.headers["White"] == game.headers["White"]
    assert again.result == game.result
    assert _shape(again.line) == _shape(game.line)
    # Through our own JSON and back nothing is lost either.
    kept = gamefile.write(again)
    (other,) = gamefile.read(kept)
    assert gamefile.write(other) == kept
    assert pdn.write(other) == written


def _shape(line: Line) -> Any:
    return [
        (n.move.text, n.strength, n.nags, n.clock, n.after, [_shape(v) for v in n.variations])
        for n in line.nodes
        if n.move is not None
    ]


def test_a_comment_that_never_ends_is_told_with_its_line() -> None:
    (game,) = pdn.read("1. 34-29\n{ never\nended")
    assert isinstance(game.fault, rules.InvalidFile)
    assert "2" in game.fault.where


def test_bounds_are_kept() -> None:
    for text in ("(" * 80, "{" + "x" * (tokens.COMMENT_LIMIT + 9)):
        with pytest.raises(rules.InvalidFile):
            list(pdn.read(text))
    (game,) = pdn.read("1. 34-29 " + "( 34-30 " * 80)
    assert isinstance(game.fault, rules.InvalidFile)


def test_a_big_collection_is_read_as_it_comes() -> None:
    """The first game is there before the second is looked at."""

    def source() -> Any:
        yield '[White "a"]\n'
        yield "1. 34-29 *\n"
        raise AssertionError("read too far")

    assert next(pdn.read(source())).headers == {"White": "a"}
