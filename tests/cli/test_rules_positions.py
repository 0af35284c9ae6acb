"""`flagfall rules perft · moves · show · check`: answers, exit codes, batches."""

import json
from pathlib import Path
from typing import Any

import pytest
from flagfall.cli.app import app
from typer.testing import CliRunner

GAMES = Path(__file__).parent.parent / "data" / "games"


def run(*words: str, given: str | None = None) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["rules", *words], input=given)
    return done.exit_code, done.stdout, done.stderr


def answer(*words: str) -> Any:
    code, out, _err = run(*words, "--json")
    assert code == 0
    return json.loads(out)


def test_perft_answers_nodes_and_seconds() -> None:
    found = answer("perft", "russian", "5")
    assert found["nodes"] == 7482
    assert found["seconds"] > 0


def test_perft_divides_by_first_move_and_counts_routes() -> None:
    found = answer("perft", "international", "3", "--divide", "--routes")
    assert len(found["moves"]) == 9
    assert sum(found["moves"].values()) == found["nodes"] == 658


def test_perft_of_no_depth_is_the_position_itself() -> None:
    assert answer("perft", "english", "0")["nodes"] == 1


def test_perft_starts_from_a_numbered_position() -> None:
    numbered = ("--fen", "W:WK4:B13,20,32,37", "--numbering", "top")
    assert answer("perft", "international", "1", *numbered)["nodes"] == 2


def test_moves_answers_from_to_captured_and_path() -> None:
    (move,) = answer("moves", "russian", "W:Wh6:Bg7,c5,d2")["moves"]
    assert move == {
        "from": "h6",
        "to": "e1",
        "captured": ["g7", "c5", "d2"],
        "path": ["h6", "f8", "b4", "e1"],
    }


def test_moves_answers_a_stream_line_by_line_in_order() -> None:
    lines = [
        {"id": "a", "fen": "W:W22:B1", "numbering": "top"},
        {"id": "b", "fen": "W:W22:B1"},
        "garbage",
        {"id": "c", "fen": "W:W10:B32", "numbering": "bottom"},
        {"id": "d", "fen": 5},
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    code, out, _err = run("moves", "russian", "--jsonl", "-", given=text)
    assert code == 2
    answers = [json.loads(line) for line in out.splitlines()]
    assert [a.get("id") for a in answers] == ["a", "b", None, "c", "d"]
    assert [[m["from"], m["to"]] for m in answers[0]["moves"]] == [["d4", "c5"], ["d4", "e5"]] or [
        m["from"] for m in answers[0]["moves"]
    ] == ["c3", "c3"]
    assert answers[1]["error"]["reason"] == "numbering"
    assert answers[2]["error"]["code"] == "line-unreadable"
    assert {m["from"] for m in answers[3]["moves"]} == {"c3"}
    assert "error" in answers[4]


def test_unknown_variant_and_bad_position_end_with_two() -> None:
    for words in (("moves", "chess"), ("moves", "russian", "W:Wz9:B"), ("perft", "xyz", "1")):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert "flagfall:" in err


def test_check_passes_a_real_game() -> None:
    found = answer("check", str(GAMES / "nk2009_derkx_meijer.pdn"))
    assert (found["legal"], found["moves"], found["result"]) == (True, 117, "1-0")


def test_check_ends_with_one_for_an_illegal_game(tmp_path: Path) -> None:
    path = tmp_path / "bad.pdn"
    path.write_text("1. 32-28 19-23 2. 34-29 *\n\n1. 34-29 *\n", "utf-8")
    code, out, _err = run("check", str(path), "--json")
    assert code == 1
    first, second = (json.loads(line) for line in out.splitlines())
    assert first["fault"]["reason"] == "must-capture"
    assert second["legal"]


def test_check_looks_at_every_game_behind_one_that_cannot_be_read(tmp_path: Path) -> None:
    """A verdict for each game: legal, or what is wrong and on which line."""
    path = tmp_path / "three.pdn"
    path.write_text("1. 34-29 *\n\n1. 34-29\nfoo 17-22 *\n\n1. 32-28 19-23 2. 34-29 *\n", "utf-8")
    code, out, _err = run("check", str(path), "--json")
    assert code == 1
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert (first["legal"], second["legal"], third["legal"]) == (True, False, False)
    assert second["fault"]["code"] == "file-invalid"
    assert (second["fault"]["move"], second["fault"]["where"]) == ("foo", "line 4")
    assert third["fault"]["reason"] == "must-capture"
    assert "   line 4: 'foo' is neither" in run("check", str(path))[1]


def test_check_ends_with_two_for_what_is_no_game(tmp_path: Path) -> None:
    path = tmp_path / "bad.pdn"
    path.write_text("{ never", "utf-8")
    assert run("check", str(path))[0] == 2
    assert run("check", str(tmp_path / "missing.pdn"))[0] == 2
    path.write_text("", "utf-8")
    assert run("check", str(path))[0] == 2


def test_show_draws_and_tells(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    code, out, _err = run("show", "international", "--play", "34-29 17-22", "--svg", str(picture))
    assert code == 0
    assert "W:W29,31-33,35-50:B1-16,18-20,22" in out
    assert picture.read_text("utf-8").startswith("<svg ")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_check_speaks_the_language_asked_for(language: str) -> None:
    path = str(GAMES / "nk2009_derkx_meijer.pdn")
    done = CliRunner().invoke(app, ["--lang", language, "rules", "check", path])
    assert done.exit_code == 0
    expected = {"en": "117 moves, legal", "ru": "117 ходов, без нарушений"}[language]
    assert expected in done.stdout


def events(*lines: Any) -> str:
    return "\n".join(json.dumps(line) for line in lines)


def test_infer_reads_a_game_from_its_sensors() -> None:
    given = events(
        {"square": "c3", "on": False},
        {"square": "d4", "on": True},
        {"press": True},
        {"square": "f6", "on": False},
        {"square": "g5", "on": True},
        {"press": True},
    )
    code, out, _err = run("infer", "-", "--variant", "russian", "--json", given=given)
    assert code == 0
    assert [json.loads(line)["move"] for line in out.splitlines()] == ["c3-d4", "f6-g5"]


def test_infer_puts_a_question_and_waits_for_the_arbiter() -> None:
    lines = [
        {"square": "c3", "on": False},
        {"square": "c5", "on": True},
        {"press": True},
        {"press": True},
    ]
    code, out, _err = run("infer", "-", "--json", given=events(*lines))
    assert code == 1
    first, second = (json.loads(line) for line in out.splitlines())
    assert first["question"] == "none"
    assert "c3-b4" in first["moves"]
    assert second == {"press": 2, "waiting": "none"}
    settled = events(*lines[:3], {"settle": "c3-d4"})
    assert run("infer", "-", given=settled)[0] == 0


def test_infer_reads_an_opening_of_renju_with_its_fifths_and_its_number() -> None:
    """soosorv-4: the number is no stone, it is asked; the fifths and the choice are read."""
    lines = [
        {"occupied": ["h8", "h9", "i9"]},
        {"press": True},
        {"settle": "h8, h9, i9"},
        {"square": "j8", "on": True},
        {"press": True},
        {"settle": "2"},
        {"press": True},
        {"settle": "swap"},
        {"occupied": ["h8", "h9", "i9", "j8", "i8", "g7"]},
        {"press": True},
        {"square": "g7", "on": False},
        {"square": "c3", "on": True},
        {"press": True},
        {"square": "k11", "on": True},
        {"press": True},
        {"press": True},
    ]
    asked = ("infer", "-", "--variant", "renju", "--opening", "soosorv-4", "--json")
    code, out, _err = run(*asked, given=events(*lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert [a.get("question") or a.get("move") for a in answers] == [
        "several",
        "declare",
        "unchanged",
        "offer g7 i8",
        "i8, c3",
        "k11",
        "unchanged",
    ]
    assert (answers[2]["moves"], answers[-1]["moves"]) == (["swap"], ["pass"])
    assert code == 1
    assert run("infer", "-", "--opening", "swap", given="")[0] == 2


def test_infer_counts_nothing_after_the_end() -> None:
    """Failure 38."""
    lines = [{"occupied": ["e5"]}, {"press": True}, {"occupied": ["d4"]}, {"press": True}]
    asked = ("infer", "-", "--start", "W:Wc3:Bd4", "--json")
    code, out, _err = run(*asked, given=events(*lines))
    assert code == 0
    assert json.loads(out.splitlines()[1]) == {"press": 2, "over": True}


def test_infer_refuses_what_is_no_event() -> None:
    for line in ('{"what": 1}', "garbage", '{"square": "z9", "on": true}'):
        assert run("infer", "-", given=line)[0] == 2


def test_show_plays_an_opening_of_renju_turn_by_turn() -> None:
    turns = "h8, h9, i9; swap; h10"
    asked = ("show", "renju", "--opening", "rif-1996", "--play", turns)
    code, out, _said = run(*asked)
    assert code == 0
    assert "Black offers 2 fifth moves." in out
    shown = json.loads(run(*asked[:-1], f"{turns}; offer i8 g7; g7, c3", "--json")[1])
    assert (shown["turn"], "to_do" in shown, len(shown["moves"]) > 200) == ("black", False, True)
    shown = json.loads(run(*asked[:-1], "h8, h9, i9", "--json")[1])
    assert (shown["to_do"], "swap" in shown["moves"]) == ("White may swap colours.", True)
    assert run("show", "russian", "--opening", "swap")[0] == 2
    assert run(*asked[:-1], "h8; h9")[0] == 2


def test_infer_names_the_line_that_is_wrong() -> None:
    for wrong in ({"square": "z9", "on": True}, {"restore": "nonsense"}, {"settle": "c3-d4"}, {}):
        code, _out, err = run("infer", "-", given=events({"square": "C3", "on": False}, wrong))
        assert (code, "line 2: " in err) == (2, True)


def test_squares_of_events_may_be_written_in_capitals() -> None:
    given = events({"square": "C3", "on": False}, {"square": "D4", "on": True}, {"press": True})
    code, out, _err = run("infer", "-", "--json", given=given)
    assert (code, json.loads(out)["move"]) == (0, "c3-d4")


def test_show_says_that_there_are_more_moves_and_names_ranks_and_files() -> None:
    out = run("show", "renju", "--play", "h8")[1]
    assert " …\n" in out
    assert "15 .  ." in out
    assert "\n   a  b  c" in out
    assert " …" not in run("show", "russian")[1]


def test_moves_are_written_as_the_game_writes_them() -> None:
    assert run("moves", "russian", "W:Wc3:Bd4")[1] == "c3:e5\n"
    assert run("moves", "international", "W:W28:B22")[1] == "28x17\n"
