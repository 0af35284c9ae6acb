"""Game files of every kind through one door, and what the rules say of them."""

import json
from pathlib import Path

import pytest
from flagfall import rules
from flagfall.rules import check, files, gamefile, pdn
from hypothesis import given
from hypothesis import strategies as st

GAMES = Path(__file__).parent.parent / "data" / "games"


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.pdn")), ids=lambda p: p.stem)
def test_our_own_json_keeps_a_whole_game(path: Path) -> None:
    (game,) = files.read(path.read_bytes(), path.name)
    text = gamefile.write(game)
    (again,) = files.read(text.encode(), "game.json")
    assert again.moves == game.moves
    assert again.clocks == game.clocks
    assert again.end.fen == game.end.fen
    assert gamefile.write(again) == text


def test_a_file_without_a_telling_name_is_known_by_its_content() -> None:
    game = next(pdn.read("1. 34-29 19-23 *"))
    assert files.format_of("", gamefile.write(game).encode()).name == "json"
    assert files.format_of("", b'[Event "x"]').name == "pdn"


def test_what_stands_beside_a_move_is_kept_in_our_own_json() -> None:
    """An elapsed time is not taken for what remains, a variation not dropped."""
    text = (
        '[GameType "20"] {before} 1. 34-29 ! $3 {[%emt 0:00:05]} {one} {two} '
        "(1. 32-28 {in it} 19-23) 19-23 * {at the end}"
    )
    game = next(pdn.read(text))
    (again,) = gamefile.read(gamefile.write(game))
    first = again.line.nodes[0]
    assert (first.before, first.strength, first.nags) == (["before"], "!", ["$3"])
    assert first.after == ["one", "two"]
    assert first.clock is not None
    assert (first.clock.command, first.clock.mover_us) == ("emt", 5_000_000)
    assert [node.text for node in first.variations[0].nodes] == ["32-28", "19-23"]
    assert pdn.write(again) == pdn.write(game)


@pytest.mark.parametrize(
    ("step", "where"),
    [
        ({"nags": "$3"}, "nags"),
        ({"comments": [5]}, "comments[0]"),
        ({"variations": [["34-29"]]}, "variations"),
        ({"clock": {"command": "sand"}}, "clock.command"),
        ({"strength": 1}, "strength"),
    ],
)
def test_what_is_wrong_beside_a_move_is_named(step: dict[str, object], where: str) -> None:
    value = {
        "schema": gamefile.SCHEMA,
        "variant": "international",
        "moves": [{"move": "34-29", **step}],
    }
    with pytest.raises(rules.InvalidFile) as wrong:
        list(gamefile.read(json.dumps(value)))
    assert wrong.value.where == f"$.moves[0].{where}"


def test_variations_within_variations_end_somewhere() -> None:
    value: dict[str, object] = {"moves": ["34-29"]}
    for _depth in range(200):
        value = {"moves": [{"move": "34-29", "variations": [value]}]}
    with pytest.raises(rules.InvalidFile):
        list(gamefile.read(json.dumps(value | {"schema": gamefile.SCHEMA, "variant": "frisian"})))


def test_several_games_may_stand_in_one_json_file() -> None:
    one = gamefile.write(next(pdn.read("1. 34-29 *")))
    assert len(list(gamefile.read(f"[{one},{one}]"))) == 2
    assert len(list(gamefile.read(f"{one}\n{one}\n"))) == 2


def test_old_files_with_one_byte_a_letter_are_read() -> None:
    text = '[White "Абациев Н."][GameType "25"] 1. c3-d4 *'
    (game,) = files.read(text.encode("cp1251"), "x.pdn")
    assert game.headers["White"] == "Абациев Н."
    (western,) = files.read('[White "Andréas"] 1. 34-29 *'.encode("latin-1"), "x.pdn")
    assert western.headers["White"] == "Andréas"


def test_check_names_the_first_illegal_move_with_its_reason() -> None:
    (game,) = files.read(b"1. 32-28 19-23 2. 34-29 *")
    answer = check.check(game).as_json()
    assert answer["legal"] is False
    assert answer["fault"]["ply"] == 3
    assert answer["fault"]["move"] == "34-29"
    assert answer["fault"]["code"] == "move-illegal"
    assert answer["fault"]["reason"] == "must-capture"


def test_check_gives_the_result_of_the_rules_and_sees_a_false_one() -> None:
    text = b'[GameType "25"][FEN "W:Wc5:Bb6"][Result "0-1"] 1. c5:a7 0-1'
    (game,) = files.read(text)
    checked = check.check(game)
    assert checked.as_json()["by_rules"] == {"result": "1-0", "reason": "no-pieces"}
    assert checked.contradicted


def test_check_tells_draws_that_could_have_been_claimed_and_when() -> None:
    moves = "46-41 2-8 41-46 8-2 " * 2
    (game,) = files.read(f'[FEN "W:WK46,36:BK2,3"] {moves} *'.encode())
    claims = check.check(game).as_json()["claims"]
    assert {"rule": "threefold", "law": "D5.4.12.1.3", "by": "white", "since": 8} in claims
    assert any(c.get("with_move") == "8-2" and c["by"] == "black" for c in claims)


@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_but_our_errors(data: bytes) -> None:
    for name in ("x.pdn", "x.json", ""):
        try:
            for game in files.read(data, name):
                pdn.write(game)
        except rules.RulesError:
            pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "schema",
                    "variant",
                    "moves",
                    "headers",
                    "start",
                    "result",
                    "move",
                    "setup",
                    "clock",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(JSON, st.dictionaries(st.sampled_from(["moves", "headers", "start", "result"]), JSON))
def test_no_json_raises_anything_but_our_errors(anything: object, parts: object) -> None:
    sound = {"schema": gamefile.SCHEMA, "variant": "russian"}
    assert isinstance(parts, dict)
    for value in (anything, {**sound, **parts}):
        try:
            for game in gamefile.read(json.dumps(value)):
                gamefile.write(game)
        except rules.RulesError:
            pass


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_files_of_two_bytes_a_letter_are_read(encoding: str, tmp_path: Path) -> None:
    text = '\ufeff[White "Иванов"] 1. 34-29 19-23 *'.encode(encoding)
    path = tmp_path / "x.pdn"
    path.write_bytes(text)
    for (game,) in (files.read(text, "x.pdn"), files.read_file(path)):
        assert (game.headers["White"], len(game.moves)) == ("Иванов", 2)


def test_a_text_of_a_game_that_is_not_of_stones_is_pdn() -> None:
    (lasca,) = files.read(b"c3-d4 e5xc3 *", "x.txt", files.Options(variant="lasca"))
    assert (lasca.variant.name, len(lasca.moves)) == ("lasca", 2)
    (tagged,) = files.read(b'[GameType "20"] 1. 34-29 *', "x.txt")
    assert tagged.variant.name == "international"
    (points,) = files.read(b"h8 h9", "x.txt")
    assert points.variant.name == "renju"
