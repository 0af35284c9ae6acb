"""Renju's other files: what we write we read, what others wrote is kept, garbage is refused."""

import pytest
from flagfall import rules
from flagfall.rules import check, files, gamefile
from flagfall.rules.errors import InvalidFile, RulesError
from flagfall.rules.record import Clock
from flagfall.rules.renju import PASS, RENJU_RF, RenjuMove
from flagfall.rules.renju.files import Node, Record, plain, psq, renlib, rif, sgf
from flagfall.rules.renju.files.errors import CannotWrite
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.renju_games import records

FEW = settings(max_examples=40, deadline=None)


def texts(game: Record) -> list[str]:
    return [move.text for move in game.moves]


def game_of(text: str) -> Record:
    return next(plain.read(text))


def shape(game: Record) -> list[tuple[str, str, int]]:
    return [
        (node.move.text if node.move else "", node.comment, len(node.children))
        for node in game.root.walk()
    ]


# --- lists of points ---


@FEW
@given(records(variations=False))
def test_plain_text_round_trip(game: Record) -> None:
    text = plain.write(game, lossy=True)
    assume(game.moves)
    again = next(plain.read(text, variant=game.variant))
    assert texts(again) == texts(game)
    assert plain.write(again) == text


def test_plain_text_as_people_write_it() -> None:
    games = list(plain.read("# first\n# game\n1. H8, 2. I9; j10 –\n\nh8h9i9\n"))
    assert [texts(game) for game in games] == [["h8", "i9", "j10", "pass"], ["h8", "h9", "i9"]]
    assert games[0].root.comment == "first\ngame"
    (indented,) = plain.read("# a\n#   b \nh8\n")
    assert plain.write(indented) == "# a\n#   b \nh8\n"
    (bad,) = plain.read("h8 h9 zz h10")
    assert bad.fault is not None
    assert (bad.fault.code, len(bad.moves)) == ("move-invalid", 2)
    assert plain.write(bad) == "h8 h9 zz h10\n"


@FEW
@given(records(variations=False))
def test_pos_round_trip(game: Record) -> None:
    assume(PASS not in game.moves)
    data = plain.write_pos(game, lossy=True)
    assert data[0] == len(game.moves)
    again = plain.read_pos(data, variant=game.variant)
    assert texts(again) == texts(game)
    assert plain.write_pos(again) == data


def test_pos_counts_rows_from_the_top() -> None:
    """h8 is byte 112 either way up; i9 lies one row above it."""
    assert plain.write_pos(game_of("h8 i9")) == bytes([2, 112, 98])
    tail = plain.read_pos(bytes([1, 112]) + b"more")
    assert plain.write_pos(tail) == bytes([1, 112]) + b"more"


# --- Piskvork ---


@FEW
@given(records(variations=False, times=False), st.lists(st.integers(0, 10**9), min_size=12))
def test_psq_round_trip(game: Record, spent_ms: list[int]) -> None:
    assume(PASS not in game.moves)
    for node, time in zip(game.steps, spent_ms, strict=False):
        node.clock = Clock(mover_us=time * 1000, command="emt")
    try:
        text = psq.write(game, lossy=True)
    except CannotWrite:
        return
    again = psq.read(text, variant=game.variant)
    assert texts(again) == texts(game)
    assert again.clocks == game.clocks
    assert psq.write(again) == text


def test_psq_of_others_keeps_what_it_says() -> None:
    text = "Piskvorky 15x15, 11:11, 0\n8,8,1500\n9,7,800\nALICE.zip\nBOB.zip\n-1\n0,Renju\n"
    game = psq.read(text)
    assert texts(game) == ["h8", "i9"]
    assert game.clocks[0] == Clock(mover_us=1_500_000, command="emt")
    assert game.headers == {"Black": "ALICE.zip", "White": "BOB.zip"}
    assert psq.write(game) == text


@pytest.mark.parametrize(
    "text", ["", "h8", "Piskvorky 20x20, 0:0, 0\n", "Piskvorky 15x15, 0:0, 0\n16,1,0\n"]
)
def test_what_is_no_psq_is_refused(text: str) -> None:
    with pytest.raises(InvalidFile):
        psq.read(text)


def test_a_clock_reading_is_not_written_as_time_spent() -> None:
    game = game_of("h8")
    game.steps[0].clock = Clock(black_us=5_000_000)
    with pytest.raises(CannotWrite):
        psq.write(game)


# --- RenLib ---

HEADER = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10


@FEW
@given(records(times=False))
def test_library_round_trip_is_a_whole_tree(game: Record) -> None:
    data = renlib.write(game, lossy=True)
    again = renlib.read(data, variant=game.variant)
    assert renlib.write(again) == data
    assert texts(again) == texts(game)
    moves = [node.move for node in game.root.walk() if node.move]
    assert [node.move for node in again.root.walk() if node.move] == moves


def test_library_bytes_are_as_renlib_lays_them() -> None:
    """Root, h8 with two answers h9 and i9, h9 with a comment in two parts, marked."""
    data = HEADER + bytes.fromhex("0000 7800 68d8") + b"one\x08two\x00" + bytes.fromhex("6940")
    game = renlib.read(data)
    assert shape(game) == [("", "", 1), ("h8", "", 2), ("h9", "one\ntwo", 0), ("i9", "", 0)]
    marked = game.root.children[0].children[0]
    assert marked.properties == {"MARK": [""]}
    assert renlib.write(game) == data


def test_library_without_root_and_in_the_oldest_form() -> None:
    old = b"\xffRenLib\xff\x03\x00" + b"\xff" * 10 + bytes.fromhex("7800 6840")
    assert texts(renlib.read(old)) == ["h8", "h9"]
    assert renlib.write(renlib.read(old)) == old
    headerless = bytes.fromhex("7820") + b"abc" + bytes([0x80 | ord("}")]) + bytes.fromhex("6940")
    game = renlib.read(headerless)
    assert (texts(game), game.root.children[0].comment) == (["h8", "i9"], "abcå")


def test_texts_on_the_board_and_unknown_flags_are_kept() -> None:
    """An extended node: a board text on a point that is no move, and a flag of the future."""
    data = HEADER + bytes.fromhex("0000 7800 68c3 0001") + b"A\x00" + bytes.fromhex("6941 0200")
    game = renlib.read(data)
    label, move = game.root.children[0].children
    assert label.move is None
    assert label.properties == {"NOMOVE": ["h9"], "LABEL": ["A"]}
    assert move.properties == {"EXTENDED": ["0200"]}
    assert renlib.write(game) == data


def test_a_long_library_needs_no_deep_stack() -> None:
    game = Record()
    node = game.root
    for point in list(range(224)) * 20:
        node.children = [Node(RenjuMove(point)), Node(RenjuMove(224))]
        node = node.children[0]
    data = renlib.write(game)
    assert renlib.write(renlib.read(data)) == data
    assert sgf.write(next(sgf.read(sgf.write(game)))) == sgf.write(game)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xffRenLib\xff",
        b"\xffRenLib\xff\x09\x00" + b"\xff" * 10,
        HEADER + b"\x00",
        HEADER + bytes.fromhex("0000 7808") + b"no end",
        HEADER + bytes.fromhex("0000 f840"),
        HEADER + bytes.fromhex("0000 7040"),
        HEADER + bytes.fromhex("0000 7840 7840"),
        b"\x78\x20" + b"a" * 50,
    ],
)
def test_what_is_no_library_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidFile):
        renlib.read(data)


def test_a_setup_has_no_place_in_lists_and_libraries() -> None:
    game = next(sgf.read("(;GM[4]AB[hh];W[aa])"))
    for write in (plain.write, plain.write_pos, psq.write, renlib.write, lambda g: rif.write([g])):
        with pytest.raises(CannotWrite):
            write(game)


WRITERS = {
    "text": plain.write,
    "pos": plain.write_pos,
    "psq": psq.write,
    "lib": renlib.write,
    "rif": lambda game, **how: rif.write([game], **how),
}
LOSSES = {
    "(;GM[4];B[hh](;W[hg])(;W[ig]))": ("variations", "text pos psq rif"),
    "(;GM[4];B[hh]C[why?])": ("comments", "text pos psq rif"),
    "(;GM[4]C[before];B[hh])": ("comments", "pos psq"),
    "(;GM[4];B[hh]BL[1799.5])": ("clock times", "text pos psq lib rif"),
    "(;GM[4];B[hh]TR[aa])": ("properties (TR)", "text pos psq lib rif"),
    "(;GM[4]PB[Ito];B[hh])": ("headers (Black)", "text pos psq lib"),
    "(;GM[4]PB[Ito]PW[Mae]AN[Bo];B[hh])": ("headers (", "text pos psq lib rif"),
    "(;GM[4]PB[Ito]PW[Mae];B[hh])": ("headers (", "text pos lib"),
    "(;GM[4]RE[W+Resign];B[hh])": ("the result", "text pos psq lib"),
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("text", LOSSES)
def test_what_a_format_has_no_place_for_is_refused_not_dropped(text: str, name: str) -> None:
    """`lossy` leaves it out, and nothing else does."""
    game = next(sgf.read(text))
    what, refusing = LOSSES[text]
    if name in refusing.split():
        with pytest.raises(CannotWrite) as caught:
            WRITERS[name](game)
        assert what in caught.value.sentence
        assert "lossy" in caught.value.hint
    else:
        assert WRITERS[name](game) == WRITERS[name](game, lossy=True)
    assert WRITERS[name](game, lossy=True)


def test_names_that_changed_are_written_over_those_of_the_file() -> None:
    game = psq.read("Piskvorky 15x15, 11:11, 0\n8,8,1500\nA\nB\n-1\n0,Renju\n")
    game.headers = {"Black": "C", "White": "D"}
    assert psq.write(game) == "Piskvorky 15x15, 11:11, 0\n8,8,1500\nC\nD\n-1\n0,Renju\n"


def test_lists_become_sgf_with_each_stone_in_its_own_colour() -> None:
    """A list of points says nothing of colours: they follow from the turn."""
    text = sgf.write(game_of("h8 i9 pass j10"))
    assert ";B[hh];W[ig];B[];W[jf]" in text
    (again,) = sgf.read(text)
    assert (again.fault, texts(again)) == (None, ["h8", "i9", "pass", "j10"])


def test_sgf_refuses_what_it_has_no_name_for() -> None:
    spent = psq.read("Piskvorky 15x15, 0:0, 0\n8,8,1500\n-1\n")
    with pytest.raises(CannotWrite):
        sgf.write(spent)
    assert "BL" not in sgf.write(spent, lossy=True)
    named = game_of("h8")
    named.headers["FifthMoves"] = "i10"
    with pytest.raises(CannotWrite):
        sgf.write(named)


@pytest.mark.parametrize("end", [1, 2, 3])
def test_files_that_are_cut_off_are_refused(end: int) -> None:
    cut = ["Piskvorky 15x15, 0:0, 0", "8,8,1500", "9,7,800", "-1"][:end]
    with pytest.raises(InvalidFile):
        psq.read("\n".join(cut))
    whole = HEADER + bytes.fromhex("0000 7800 6880 6940")
    assert len(list(renlib.read(HEADER + bytes.fromhex("0000 7800 68c0 6940")).root.walk())) == 4
    with pytest.raises(InvalidFile):
        renlib.read(whole[: -2 * min(end, 2)])  # a root alone is an empty library


@pytest.mark.parametrize("encoding", ["cp1251", "utf-8"])
def test_a_library_is_read_in_the_encoding_it_was_written_in(encoding: str) -> None:
    game = game_of("h8")
    game.steps[0].comment = "проверка"
    data = renlib.write(game, encoding=encoding)
    again = renlib.read(data, encoding=encoding)
    assert again.root.children[0].comment == "проверка"
    assert renlib.write(again, encoding=encoding) == data


def test_the_two_records_of_a_game_are_told_apart() -> None:
    """A renju file's record is made a common game, and the other way round, not mixed up."""
    record = game_of("h8 h9")
    with pytest.raises(RulesError) as wrong:
        gamefile.write(record)  # type: ignore[arg-type]
    assert "as_game" in wrong.value.hint
    assert "h9" in gamefile.write(record.as_game())
    for write in (*WRITERS.values(), sgf.write):
        with pytest.raises(CannotWrite):
            write(record.as_game())
        assert write(Record.of(record.as_game().end))


# --- RenjuNet ---

BASE = """<?xml version="1.0"?>
<database version="1">
<countries><country id="1" name="Estonia" abbr="EST"/></countries>
<rules><rule id="1" name="RIF"><info>international</info></rule></rules>
<players><player id="7" name="Ann" surname="Bo" country="1"/><player id="8" name="Cy"/></players>
<games>
<game id="31" publisher="2" tournament="5" round="3" rule="1" black="7" white="8" bresult="0.5"
 btime="" wtime="40" opening="12" alt="i10 g10" swap="--Y">
<move>h8 h9 h7</move><info>a &lt; b</info><note by="x">kept</note></game>
<game id="32" rule="1" black="8" white="9" bresult="1"><move></move></game>
</games></database>"""


def test_data_base_of_others_is_read_with_names_and_written_back() -> None:
    first, second = rif.read(BASE.encode())
    assert texts(first) == ["h8", "h9", "h7"]
    assert (first.headers["Black"], first.headers["White"]) == ("Ann Bo", "Cy")
    assert (first.headers["Rules"], first.headers["FifthMoves"]) == ("RIF", "i10 g10")
    assert (first.result, second.result) == ("1/2", "0-1")
    assert first.root.comment == "a < b"
    assert second.headers["White"] == "9"
    text = rif.write([first, second])
    assert rif.write(list(rif.read(text.encode()))) == text
    for kept in ('abbr="EST"', 'country="1"', 'swap="--Y"', '<note by="x">kept</note>', 'id="31"'):
        assert kept in text


def test_a_game_is_ready_before_the_next_one_is_read() -> None:
    chunks = iter([BASE[: BASE.index("</game>") + 7].encode(), b"not", b" XML <"])
    assert texts(next(rif.read(chunks))) == ["h8", "h9", "h7"]


@FEW
@given(st.lists(records(variations=False, times=False), min_size=1, max_size=3))
def test_data_base_round_trip(games: list[Record]) -> None:
    for game in games:
        for node in game.steps:
            node.comment = ""
        game.root.comment = game.root.comment.replace("\n", " ")
    text = rif.write(games, lossy=True)
    again = list(rif.read(text.encode()))
    assert [texts(game) for game in again] == [texts(game) for game in games]
    assert [game.result for game in again] == [game.result for game in games]
    assert [game.headers.get("Black") for game in again] == [
        game.headers.get("Black") for game in games
    ]
    assert rif.write(again) == text


BOMB = """<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
<database><games><game id="1"><move>&b;</move></game></games></database>"""


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        '<!DOCTYPE d SYSTEM "file:///etc/passwd"><database><game/></database>',
        "<database>",
        "<database/>",
        "<a>" * 100,
        "",
        "<?xml version='1.0' encoding='x-none'?><database/>",
        "<database><game><move>&undefined;</move></game></database>",
    ],
)
def test_traps_in_xml_are_refused(text: str) -> None:
    with pytest.raises(InvalidFile):
        list(rif.read(text.encode()))


def test_an_endless_text_is_refused_before_memory_is() -> None:
    def chunks():
        yield b"<database><games><game id='1'><move>"
        while True:
            yield b"h8 " * 10_000

    with pytest.raises(InvalidFile):
        list(rif.read(chunks()))


# --- the house's one door ---

EXAMPLES = {
    "a.sgf": b"(;GM[4]CA[windows-1251]PB[\xc8\xe2\xe0\xed];B[hh];W[ig])",
    "a.rif": BASE.encode(),
    "a.xml": BASE.encode(),
    "a.lib": HEADER + bytes.fromhex("0000 7800 6840"),
    "a.psq": b"Piskvorky 15x15, 0:0, 0\r\n8,8,5\r\n9,9,7\r\n-1\r\n",
    "a.pos": bytes([2, 112, 98]),
    "a.txt": b"h8 h9",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_format_is_read_by_its_name(name: str) -> None:
    first = next(files.read(EXAMPLES[name], name))
    assert first.moves[0].text == "h8"
    assert first.variant.name == "renju"
    assert check.check(first).legal


@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - {"a.pos"}))
def test_every_format_but_pos_is_known_by_its_content(name: str) -> None:
    assert next(files.read(EXAMPLES[name])).moves[0].text == "h8"


def test_the_charset_that_an_sgf_names_is_used() -> None:
    assert next(files.read(EXAMPLES["a.sgf"])).headers["Black"] == "Иван"


def test_a_law_may_be_asked_for_and_must_be_one_of_renju() -> None:
    options = files.Options(variant="renju-rf")
    assert next(files.read(EXAMPLES["a.psq"], "a.psq", options)).variant is RENJU_RF
    with pytest.raises(rules.UnknownVariant):
        list(files.read(EXAMPLES["a.psq"], "a.psq", files.Options(variant="russian")))


def test_check_tells_a_foul_that_could_be_claimed() -> None:
    """Under rif it stands and white may claim the game; under rf it is no move (R2.8.2)."""
    text = b"h8 a1 h9 a3 i7 a5 k7 a7 h7"
    (rif_game,) = files.read(text, "x.txt")
    answer = check.check(rif_game).as_json()
    assert answer["legal"] is True
    assert answer["claims"] == [{"rule": "foul", "law": "R1.4.2", "by": "white", "since": 9}]
    (rf_game,) = files.read(b"h8 i9 " + text[6:], "x.txt", files.Options(variant="renju-rf"))
    assert rf_game.fault is not None
    assert rf_game.fault_at is not None


def test_our_own_json_keeps_a_foul_too() -> None:
    (game,) = files.read(b"h8 a1 h9 a3 i7 a5 k7 a7 h7 a9", "x.txt")
    (again,) = files.read(gamefile.write(game).encode(), "x.json")
    assert again.moves == game.moves
    assert again.fault is None


@FEW
@given(st.sampled_from(sorted(EXAMPLES)), st.binary(max_size=60), st.integers(0, 400), st.data())
def test_damaged_files_raise_nothing_but_our_errors(
    name: str, noise: bytes, at: int, data: st.DataObject
) -> None:
    """Each format with bytes put in, taken out, or nothing but noise."""
    whole = EXAMPLES[name]
    cut = data.draw(st.integers(0, 20))
    for damaged in (noise, whole[:at] + noise + whole[at + cut :]):
        try:
            for game in files.read(damaged, name):
                assert game.end.fen
        except RulesError:
            pass
