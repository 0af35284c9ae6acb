"""`flagfall rules forbidden`: one position, many positions, and what is no position."""

import json
from pathlib import Path

from flagfall.cli.app import app
from typer.testing import CliRunner

POSITIONS = json.loads(
    (Path(__file__).parents[1] / "data" / "renju_forbidden.json").read_text("utf-8")
)["positions"]


def run(*arguments: str, stdin: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(app, ["rules", "forbidden", *arguments], input=stdin)
    return done.exit_code, done.stdout


def stones(rows: list[str], letter: str) -> list[str]:
    return [
        f"{'abcdefghijklmno'[x]}{15 - y}"
        for y, row in enumerate(rows)
        for x, stone in enumerate(row)
        if stone == letter
    ]


def test_one_position_is_answered_in_lower_case() -> None:
    code, out = run("--black", "H7 H9 I8 K8", "--white", "A1")
    assert (code, json.loads(out)) == (0, {"forbidden": {"h8": ["3-3"]}, "wins": []})


def test_all_known_positions_are_answered_in_order() -> None:
    """Both ways of giving stones: a list and a text."""
    lines = []
    for number, case in enumerate(POSITIONS):
        black, white = (stones(case["rows_top_to_bottom"], letter) for letter in "XO")
        asked = {"id": case["id"], "black": black, "white": " ".join(white).upper()}
        lines.append(json.dumps(asked) + "\n" * (1 + number % 2))
    code, out = run("--jsonl", "-", stdin="".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [answer["id"] for answer in answers] == [case["id"] for case in POSITIONS]
    for answer, case in zip(answers, POSITIONS, strict=True):
        assert answer["forbidden"] == {p: [kind] for p, kind in case["forbidden"].items()}
        assert set(answer["wins"]) == set(case["wins"])


def test_the_law_is_chosen_for_all_or_for_a_line() -> None:
    case = next(p for p in POSITIONS if "five_eye" in p)
    asked = {letter: stones(case["rows_top_to_bottom"], letter) for letter in "XO"}
    line = {"black": asked["X"], "white": asked["O"]}
    stdin = json.dumps(line) + "\n" + json.dumps({**line, "law": "rif"}) + "\n"
    code, out = run("--law", "rf", "--jsonl", "-", stdin=stdin)
    rf, rif = (set(json.loads(answer)["forbidden"]) for answer in out.splitlines())
    assert code == 0
    assert rf - rif == set(case["five_eye"]["points"])


def test_a_line_that_is_no_position_is_answered_and_the_next_ones_too() -> None:
    bad = ["[]", "nope", '{"id": 7, "black": "z9"}', '{"black": ["h8"], "white": ["h8"]}']
    bad += ['{"law": "go"}', '{"black": 5}', '{"white": [1]}', "[" * 5000, '{"id": 1' + " " * 70000]
    code, out = run("--jsonl", "-", stdin="\n".join([*bad, '{"id": "good"}']) + "\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [("error" in answer) for answer in answers] == [True] * len(bad) + [False]
    assert answers[2]["id"] == 7
    assert answers[-1] == {"id": "good", "forbidden": {}, "wins": []}


def test_rows_and_a_picture_on_request(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    code, out = run(
        "--black", "h7 h9 i8 k8 a1 b1 c1 d1", "--white", "", "--explain", "--svg", str(picture)
    )
    answer = json.loads(out)
    assert code == 0
    assert answer["wins"] == ["e1"]
    assert [row["kind"] for row in answer["rows"]["h8"]] == ["three", "three"]
    assert [row["stones"] for row in answer["rows"]["e1"]] == [["a1", "b1", "c1", "d1", "e1"]]
    assert 'data-foul="3-3"' in picture.read_text("utf-8")


def test_stones_on_one_point_are_refused() -> None:
    code, out = run("--black", "h8", "--white", "h8")
    assert (code, out) == (2, "")


def test_a_missing_file_is_said() -> None:
    assert run("--jsonl", "no/such/file")[0] == 2


def test_the_rows_that_explain_a_foul_are_drawn_too(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    code, _out = run("--black", "h7 h9 i8 k8", "--white", "a1", "--explain", "--svg", str(picture))
    drawn = picture.read_text("utf-8")
    assert (code, drawn.count('data-row="three"')) == (0, 2)
    run("--black", "h7 h9 i8 k8", "--white", "a1", "--svg", str(picture))
    assert "data-row" not in picture.read_text("utf-8")


def test_an_error_names_its_place_once() -> None:
    done = CliRunner().invoke(app, ["rules", "forbidden", "--black", "h7 h7"])
    assert (done.exit_code, done.stderr.splitlines()[0]) == (
        2,
        "flagfall: h7 is given twice. [position-invalid]",
    )
