"""CSV and TRF in and out: what goes out comes back; what is wrong is named by its line."""

import random
from contextlib import suppress
from pathlib import Path

import pytest
from flagfall.pairing import errors, parse_event
from flagfall.pairing.files.lists import players_of, with_ratings
from flagfall.pairing.files.tables import as_csv, players_table, round_table
from flagfall.pairing.files.trf import BadTrf, read_trf
from flagfall.pairing.files.trf_write import write_trf
from flagfall.pairing.new import new_event
from flagfall.pairing.rounds import number_text
from flagfall.scoring import standings
from flagfall.scoring.tables import cross_table, standings_table
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.build import Json, event, played
from tests.pairing.play import played_rounds, random_event

DATA = Path(__file__).parent.parent / "data" / "pairing"


def as_trf(data: Json) -> str:
    found = parse_event(data)
    lines = standings(found)
    return write_trf(found, {s.id: s.first or 0 for s in lines}, {s.id: s.points for s in lines})


def meetings(data: Json) -> list[object]:
    return [
        (
            sorted((g["white"], g["black"], g["result"]) for g in r["games"]),
            sorted((b["player"], str(b["points"])) for b in r["byes"]),
        )
        for r in data["rounds"]
    ]


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_an_event_comes_back_from_trf(seed: int) -> None:
    """cli: TRF in and out."""
    rng = random.Random(seed)
    data = random_event("swiss-individual", rng, 4, 14)
    for p, number in zip(data["players"], rng.sample(range(1, 15), 14), strict=False):
        p["number"] = number
    last = data
    for before, _found in played_rounds(data, rng):
        last = before
    known = {p["id"]: p["number"] for p in last["players"]}
    back = read_trf(as_trf(last).encode(), "swiss-individual", "draughts-russian")
    parse_event(back)
    renamed = [
        {
            "games": [
                {"white": known[g["white"]], "black": known[g["black"]], "result": g["result"]}
                for g in r["games"]
            ],
            "byes": [{"player": known[b["player"]], "points": b["points"]} for b in r["byes"]],
        }
        for r in last["rounds"]
    ]
    # Which side a game without play was meant for, TRF does not keep.
    turn = {"+-": "-+", "-+": "+-"}

    def plain(rounds: list[Json]) -> list[Json]:
        out = []
        for r in rounds:
            games = []
            for g in r["games"]:
                if g["result"] in ("+-", "-+", "--") and g["white"] > g["black"]:
                    g = {
                        "white": g["black"],
                        "black": g["white"],
                        "result": turn.get(g["result"], g["result"]),
                    }
                games.append(g)
            out.append({"games": games, "byes": r["byes"]})
        return out

    assert meetings({"rounds": plain(back["rounds"])}) == meetings({"rounds": plain(renamed)})


TRF = (DATA / "other_program.trf").read_text(encoding="utf-8")


def test_trf_says_who_may_not_meet_who_pauses_and_how_many_rounds_there_are() -> None:
    """TRF26's 142 and 152, and the lines XXP and XXZ of pairing programs."""
    lines = TRF + "142 11\n152 B\nXXP 1 2 3\nXXZ 3\n"
    data = read_trf(lines.encode(), "swiss-individual", "draughts-russian")
    assert (data["system"]["rounds"], data["system"]["first_colour"]) == (11, "black")
    assert data["forbidden_pairs"] == [[1, 2], [1, 3], [2, 3]]
    (third,) = [p for p in data["players"] if p["id"] == 3]
    assert third["absent"][-1] == len(data["rounds"]) + 1
    again = read_trf(as_trf(data).encode(), "swiss-individual", "draughts-russian")
    assert again["forbidden_pairs"] == data["forbidden_pairs"]
    for bad in ("XXP 1 99\n", "XXZ x\n", "XXP 1 ²\n", "001    ² x\n"):
        with pytest.raises(BadTrf):
            read_trf((TRF + bad).encode(), "swiss-individual", "draughts-russian")


def test_trf_of_another_program_is_read() -> None:
    data = read_trf(TRF.encode(), "swiss-individual", "draughts-russian")
    found = parse_event(data)
    assert (found.name, found.system.rounds, found.system.first_colour) == ("Open", 5, "white")
    assert found.by_id[1].code == "24101010"
    assert found.by_id[1].rating == 2101
    assert data["rounds"] == [
        {
            "round": 1,
            "games": [{"table": 1, "white": 1, "black": 2, "result": "1-0"}],
            "byes": [{"player": 3, "points": "1"}],
        },
        {
            "round": 2,
            "games": [{"table": 1, "white": 2, "black": 3, "result": "-+"}],
            "byes": [{"player": 1, "points": "1/2"}],
        },
    ]
    assert {s.id: s.place for s in standings(found)} == {3: "1", 1: "2", 2: "3"}


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (("     1 b 0", "     3 b 0"), "line 5"),
        (("1 b 0", "1 b 1"), "line 4"),
        (("1 b 0", "1 w 0"), "line 4"),
        (("     3 - -", "     9 - -"), "line 5"),
        (("001    2", "001    1"), "line 5"),
        (("001    3", "001    x"), "line 6"),
    ],
)
def test_a_line_that_contradicts_another_is_named(change: tuple[str, str], where: str) -> None:
    with pytest.raises(BadTrf) as caught:
        read_trf(TRF.replace(*change).encode(), "swiss-individual", "renju")
    assert caught.value.where == where


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_nothing_but_our_errors_comes_out_of_any_trf(content: bytes) -> None:
    for text in (content, TRF.encode()[:200] + content):
        with suppress(errors.EventError):
            read_trf(text, "swiss-individual", "renju")


def test_players_come_from_a_spreadsheet_in_russian() -> None:
    text = "№;Участник;Рейтинг;Звание;Город\n3;Иванов И.;2 101;КМС;Псков\n\n7;Петров;;;\n"
    for content in (text.encode("utf-8-sig"), text.encode("cp1251", errors="replace")):
        found = players_of(content)
        if content[:1] == b"\xef":
            assert found == [
                {"id": 3, "name": "Иванов И.", "rating": 2101, "title": "КМС", "city": "Псков"},
                {"id": 7, "name": "Петров"},
            ]
    assert [p["id"] for p in players_of(b"name,rating\nA,1\nB,2\n", after=5)] == [6, 7]


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"", "line 1"),
        (b"rating\n5\n", "line 1"),
        (b"name,rating\nA,many\n", "line 2, column rating"),
        (b"id,rating,code\n1,5,x\n", "line 2, column name"),
    ],
)
def test_a_bad_list_is_named_by_line_and_column(content: bytes, where: str) -> None:
    with pytest.raises(errors.EventError) as caught:
        players_of(content)
    assert caught.value.where == where


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_nothing_but_our_errors_comes_out_of_any_list(content: bytes) -> None:
    for text in (content, b"name;rating\n" + content):
        with suppress(errors.EventError):
            players_of(text)


def test_ratings_are_found_by_code_or_by_name() -> None:
    data = event("swiss-rating", 3)
    data["players"][0]["name"] = "Семёнов  Пётр"
    data["players"][1]["code"] = "77"
    rated = with_ratings(
        data, "name,code,rating,title\nсеменов петр,1,2222,МС\nX,77,1999,\n".encode()
    )
    assert [p.get("rating") for p in rated.event["players"]] == [2222, 1999, 1998]
    assert rated.event["players"][0]["title"] == "МС"
    assert (rated.found, rated.missing) == ((1, 2), (3,))
    twice = b"name,rating\nP3,1\nP3,2\n"
    with pytest.raises(errors.BadValue):
        with_ratings(data, twice)


def test_tables_as_csv() -> None:
    data = event(
        "swiss-individual", 3, rounds=[played(1, (1, 2, "1-0"), byes=(3,)), played(2, (3, 1, "+-"))]
    )
    data["players"][1]["name"] = "=HYPERLINK(1)"
    found = parse_event(data)
    assert cross_table(found) == [
        ["number", "name", "1", "2", "points"],
        ["1", "P1", "2w 1", "3 -", "1"],
        ["2", "=HYPERLINK(1)", "1b 0", "", "0"],
        ["3", "P3", "+ 1", "1 +", "2"],
    ]
    assert "'=HYPERLINK(1)" in as_csv(players_table(found))
    assert round_table(found, 1)[1:] == [
        ["1", "1", "P1", "2", "=HYPERLINK(1)", "1-0"],
        ["", "3", "P3", "", "", "+1"],
    ]
    with pytest.raises(errors.BadValue):
        round_table(found, 3)


def test_a_new_event_can_be_paired_once_it_has_players() -> None:
    data = new_event(
        "swiss-solkoff",
        name="n",
        discipline="renju",
        seed=1,
        rounds=5,
        players=[{"id": i, "name": f"P{i}"} for i in (1, 2)],
    )
    assert parse_event(data).law == "renju-rf"


def test_a_list_of_players_comes_back_from_its_own_csv() -> None:
    """Empty cells stay empty; a name that looks like a formula is itself again."""
    data = event("swiss-individual", 3)
    del data["players"][1]["rating"]
    data["players"][0] |= {"name": "=СУММ(1)", "club": "-", "born": "+7"}
    text = as_csv(players_table(parse_event(data)))
    assert ";'" not in text.replace("'=СУММ(1)", "")
    found = sorted(players_of(text.encode()), key=lambda p: int(p["id"]))
    assert found == data["players"]


@pytest.mark.parametrize(
    "line",
    [
        "001    ²",
        "001    1      A" + " " * 32 + "²²²²",
        "XXR ²",
        "013 T" + " " * 31 + "²",
        "XXR " + "9" * 99,
    ],
)
def test_digits_that_are_no_digits_are_no_numbers_in_trf(line: str) -> None:
    """A superscript two is a digit to some programs and a number to none."""
    with suppress(errors.EventError):
        read_trf(f"{TRF}\n{line}\n".encode(), "swiss-individual", "renju")
    text = TRF.replace("     1 b 0", "     ² b 0")
    with pytest.raises(BadTrf):
        read_trf(text.encode(), "swiss-individual", "renju")


def test_tables_have_the_numbers_of_the_sheets_and_no_mark_before_a_bye() -> None:
    """R3.7.1: one number for a player wherever he stands."""
    data = event("swiss-individual", 3, rounds=[played(1, (3, 2, "1-0"), byes=(1,))])
    for p in data["players"]:
        p["rating"] = 1000 + p["id"]
    found = parse_event(data)
    assert [row[:3] for row in standings_table(found)[1:]] == [
        ["1-2", "1", "P3"],
        ["1-2", "3", "P1"],
        ["3", "2", "P2"],
    ]
    assert round_table(found, 1)[1:] == [
        ["1", "1", "P3", "2", "P2", "1-0"],
        ["", "3", "P1", "", "", "+1"],
    ]
    assert "3;P1;+ 1;1" in as_csv(cross_table(found))


def test_a_cross_table_of_a_round_robin_is_by_opponents_and_agrees_with_the_places() -> None:
    """R2.9.3: games against one who left early count for nobody."""
    data = event("round-robin", 4, rounds=[played(1, (1, 4, "1-0"), (2, 3, "1/2"))])
    data["rounds"].append(played(2, (1, 2, "1-0"), (3, 4, "+-")))
    data["players"][3]["withdrawn_after"] = 1
    found = parse_event(data)
    table = cross_table(found)
    assert table == [
        ["number", "name", "1", "2", "3", "4", "points"],
        ["1", "P1", "x", "1", "", "", "1"],
        ["2", "P2", "0", "x", "0.5", "", "0.5"],
        ["3", "P3", "", "0.5", "x", "", "0.5"],
        ["4", "P4", "0", "", "-", "x", "0"],
    ]
    points = {row[1]: row[-1] for row in table[1:]}
    assert points == {found.by_id[int(s.id)].name: number_text(s.points) for s in standings(found)}


def test_a_round_of_teams_names_free_boards_and_free_teams() -> None:
    data = event("round-robin", 5, rounds=[played(1, (1, 3, "1-0"), byes=(2,))])
    data["system"] |= {"entrants": "teams", "boards": 2}
    crews = {"А": [1, 2], "Б": [3], "В": [4, 5]}
    data["teams"] = [{"id": t, "name": f"Клуб {t}", "players": p} for t, p in crews.items()]
    data["rounds"][0]["byes"].append({"team": "В", "points": 0})
    assert round_table(parse_event(data), 1)[2:] == [
        ["", "2", "P2", "", "", "+1"],
        ["", "", "Клуб В", "", "", "+0"],
    ]
