"""Printed tables of an event: what stands in them, in both languages, as XLSX and PDF."""

import re
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest
from flagfall.cli.app import app
from flagfall.pairing import parse_event
from flagfall.reports import paper
from flagfall.reports.cards import player_cards, shown_mean, table_cards
from flagfall.reports.errors import ReportError
from flagfall.reports.event import PARTS, write_event_report
from flagfall.reports.round_sheets import names_sheet, pairing_sheet
from flagfall.reports.sheets import (
    alphabetic,
    cross_sheet,
    heading,
    main_table,
    players_sheet,
    progress_sheet,
    shown,
    standings_sheet,
)
from flagfall.words import use
from typer.testing import CliRunner

from tests.pairing.build import Json, event, played


def club(kind: str = "swiss-buchholz") -> Json:
    rounds = [
        played(1, (1, 3, "1-0"), (4, 2, "1/2"), byes=(5,)),
        played(2, (5, 1, "0-1"), (2, 3, "-+"), byes=(4,)),
    ]
    data = event(kind, 5, rounds=rounds, tiebreaks=["buchholz", "direct"])
    data["name"] = "Кубок"
    for p, name, city in zip(
        data["players"],
        ("Яковлев", "Борисов", "=1+1", "Андреев", "Волков"),
        ("Псков", None, "Казань", None, None),
        strict=True,
    ):
        p["name"], p["city"] = name, city
    return data


def test_points_are_printed_with_halves() -> None:
    values = ("0", "1", "1/2", "13/2", "7/4", "-1/2", "1/3")
    assert [shown(Fraction(v)) for v in values] == ["0", "1", "½", "6½", "1¾", "−½", "1/3"]


def test_pairing_sheet_has_points_before_the_round_and_results_after() -> None:
    """scoring: pairing sheet, results sheet."""
    sheet = pairing_sheet(parse_event(club()), 2)
    assert sheet.title == "Results of round 2"
    assert sheet.rows[0] == ("1", "5", "Волков", "1", "0 : 1", "1", "Яковлев", "1")
    assert sheet.rows[2] == ("", "4", "Андреев", "", "+1", "", "without an opponent", "")
    data = club()
    for g in data["rounds"][1]["games"]:
        del g["result"]
    assert pairing_sheet(parse_event(data), 2).title == "Pairings of round 2"


def league() -> Json:
    """Three teams of two, round 1 of a round robin: B beats C, A is free."""
    data = event("round-robin", 0, players=[], entrants="teams")
    data["players"] = [{"id": i, "name": f"P{i}", "team": "AABBCC"[i - 1]} for i in range(1, 7)]
    data["rounds"] = [played(1, (3, 5, "1-0"), (6, 4, "1/2"))]
    for g, board in zip(data["rounds"][0]["games"], (1, 2), strict=True):
        g["board"] = board
    data["rounds"][0]["byes"] = [{"team": "A", "points": 0}]
    return data


def test_a_team_round_has_a_line_for_each_match_and_one_for_each_board() -> None:
    """scoring: team tables."""
    data = league()
    sheet = pairing_sheet(parse_event(data), 1)
    assert [c.title for c in sheet.columns] == ["table", "board", "white", "result", "black"]
    assert sheet.rows == (
        ("", "", "B", "1½ : ½", "C"),
        ("1", "1", "P3", "1 : 0", "P5"),
        ("2", "2", "P6", "½ : ½", "P4"),
        ("", "", "A", "+0", "without an opponent"),
    )
    for g in data["rounds"][0]["games"]:
        del g["result"]
    assert pairing_sheet(parse_event(data), 1).rows[0] == ("", "", "B", "", "C")
    assert [r[0] for r in names_sheet(parse_event(data), 1).rows] == ["P3", "P4", "P5", "P6"]
    assert main_table(parse_event(data)).title == "Cross-table"
    assert "3 teams" in heading(parse_event(data)).lines[0]


def test_columns_where_nothing_stands_are_left_out() -> None:
    sheet = standings_sheet(parse_event(league()))
    assert [c.title for c in sheet.columns] == ["place", "№", "name", "points", "+ = −"]
    data = club()
    for p in data["players"]:
        del p["city"]
    assert [c.title for c in players_sheet(parse_event(data)).columns] == ["№", "name", "rating"]


def test_games_of_a_micro_match_stand_apart() -> None:
    data = event("swiss-solkoff", 2, micro_match={"games": 2}, rounds=[played(1, (1, 2, "*"))])
    data["rounds"][0]["games"][0]["result"] = {"games": ["1/2", "0-1"]}
    assert pairing_sheet(parse_event(data), 1).rows[0][4] == "½ : ½, 0 : 1"


def test_everybody_finds_himself_by_the_alphabet() -> None:
    """A story: printable lists each round, sorted by names."""
    sheet = names_sheet(parse_event(club()), 2)
    assert sheet.rows == (
        ("=1+1", "2", "●", "Борисов"),
        ("Андреев", "", "", "without an opponent"),
        ("Борисов", "2", "○", "=1+1"),
        ("Волков", "1", "○", "Яковлев"),
        ("Яковлев", "1", "●", "Волков"),
    )
    names = ["Яковлев", "Ёлкин", "Еремин", "Жуков", "Йенсен", "Иванов", "Östling", "Zorn", "Olsen"]
    assert sorted(names, key=alphabetic) == [
        "Olsen",
        "Östling",
        "Zorn",
        "Ёлкин",
        "Еремин",
        "Жуков",
        "Иванов",
        "Йенсен",
        "Яковлев",
    ]


def test_swiss_table_is_by_the_alphabet_with_colour_opponent_and_running_total() -> None:
    """000 app. 5, R3.6.3."""
    sheet = progress_sheet(parse_event(club()))
    assert [r[1].split("\n")[0] for r in sheet.rows] == [
        "=1+1",
        "Андреев",
        "Борисов",
        "Волков",
        "Яковлев",
    ]
    assert sheet.rows[4][:5] == ("1", "Яковлев\nПсков", "2000", "○3\n1", "●5\n2")
    assert sheet.rows[2][3:5] == ("●4\n½", "3 −\n½")
    assert sheet.rows[3][3] == "+\n1"


def test_players_card_has_opponents_sums_and_the_mean_rating() -> None:
    """000 app. 6: П ср., К Бухг."""
    card = player_cards(parse_event(club()))[0]
    assert card.title == "№1  Яковлев, Псков, 2000"
    assert card.rows[0] == ("1", "3", "=1+1", "", "1998", "1", "○", "1", "1")
    assert card.rows[1] == ("2", "5", "Волков", "", "1996", "1", "●", "1", "2")
    assert "R av. = 1997" in card.notes[0]
    assert "Buchholz = 2" in card.notes[0]
    assert shown_mean([1, 2]) == "2"
    assert shown_mean([]) == "–"


def test_cross_table_is_by_place() -> None:
    """scoring: cross-table."""
    data = event(
        "round-robin",
        3,
        rounds=[played(1, (1, 2, "0-1")), played(2, (2, 3, "1/2")), played(3, (3, 1, "+-"))],
    )
    sheet = cross_sheet(parse_event(data))
    assert [r[1:] for r in sheet.rows] == [
        ("P2", "×", "½", "1", "1½", "1-2"),
        ("P3", "½", "×", "+", "1½", "1-2"),
        ("P1", "0", "−", "×", "0", "3"),
    ]
    assert main_table(parse_event(data)) == sheet
    data["tiebreaks"] = ["sonneborn_berger", "wins"]
    sheet = cross_sheet(parse_event(data))
    assert [c.title for c in sheet.columns[-4:]] == ["points", "S.-B.", "wins", "place"]
    assert [r[-3:] for r in sheet.rows] == [("¾", "1", "1"), ("¾", "0", "2"), ("0", "0", "3")]


def test_places_and_participants() -> None:
    sheet = standings_sheet(parse_event(club()))
    assert [c.title for c in sheet.columns][-4:] == ["points", "Buch.", "direct", "+ = −"]
    assert sheet.rows[0][:3] == ("1", "1", "Яковлев")
    assert players_sheet(parse_event(club())).rows[0][1] == "Яковлев"


def test_cards_of_tables_lead_to_their_page() -> None:
    """design: table cards with a QR code to the table's page."""
    cards = table_cards(parse_event(club()), 2, "http://hall:8080/")
    assert [c.url for c in cards] == ["http://hall:8080/#/table/1", "http://hall:8080/#/table/2"]
    assert table_cards(parse_event(club()), 2, "http://h/t?n={table}")[1].url == "http://h/t?n=2"
    assert table_cards(parse_event(club()), 2)[0].url == ""
    assert cards[0].players == ("○ Волков", "● Яковлев")
    renju = club("swiss-lot") | {"discipline": "renju"}
    assert table_cards(parse_event(renju), 2)[0].players == ("● Яковлев", "○ Волков")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_book_has_every_sheet_and_no_formulas(tmp_path: Path, lang: str) -> None:
    use(lang)
    path = tmp_path / "club.xlsx"
    titles = write_event_report(parse_event(club()), path, PARTS)
    assert len(titles) == 5 + 5
    with zipfile.ZipFile(path) as book:
        assert book.testzip() is None
        names = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
        texts = book.read("xl/sharedStrings.xml").decode()
        pages = [book.read(n).decode() for n in book.namelist() if "worksheets/sheet" in n]
    assert len(names) == len(set(names)) == len(titles)
    assert ("Тур 2" if lang == "ru" else "Round 2") in names
    assert "=1+1" in texts
    assert not any("<f>" in page for page in pages)


def test_the_same_event_is_the_same_file(tmp_path: Path) -> None:
    for name in ("club.xlsx", "club.pdf"):
        for folder in ("a", "b"):
            (tmp_path / folder).mkdir(exist_ok=True)
            write_event_report(parse_event(club()), tmp_path / folder / name, url="http://h")
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_paper_has_a_page_for_each_sheet(tmp_path: Path, lang: str) -> None:
    use(lang)
    path = tmp_path / "club.pdf"
    titles = write_event_report(parse_event(club()), path, PARTS, url="http://hall")
    content = path.read_bytes()
    assert content.startswith(b"%PDF")
    # Five sheets, five cards two a page, two table cards on one page.
    assert content.count(b"/Type /Page\n") + content.count(b"/Type/Page/") == 5 + 3 + 1
    assert titles[-1] == ("Стол 2" if lang == "ru" else "Table 2")


def test_hundreds_of_players_and_long_names_stay_on_paper(tmp_path: Path) -> None:
    data = event(
        "swiss-individual", 200, rounds=[played(1, *((i, i + 100, "1-0") for i in range(1, 101)))]
    )
    data["players"][0]["name"] = "Ж" * 200
    path = tmp_path / "many.pdf"
    write_event_report(parse_event(data), path, ("pairings", "standings", "table"))
    assert path.stat().st_size > 10_000


def test_without_typst_the_way_out_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ReportError) as caught:
        write_event_report(parse_event(club()), tmp_path / "club.pdf")
    assert "flagfall[pdf]" in caught.value.hint


def test_what_can_not_be_written_is_said(tmp_path: Path) -> None:
    for name in ("club.docx", "no/club.xlsx", "no/club.pdf"):
        with pytest.raises(ReportError):
            write_event_report(parse_event(club()), tmp_path / name)
    with pytest.raises(ReportError):
        write_event_report(parse_event(club()), tmp_path / "c.xlsx", ("pairings",), round_no=7)


def test_report_from_the_command_line(tmp_path: Path) -> None:
    import json

    file = tmp_path / "club.json"
    file.write_text(json.dumps(club() | {"language": "ru"}))
    done = CliRunner().invoke(app, ["event", "report", str(file), "--json"])
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    assert answer["file"] == str(tmp_path / "club.xlsx")
    assert answer["sheets"][0] == "Положение участников, после 2 туров"
    assert CliRunner().invoke(app, ["event", "report", str(file), "--parts", "x"]).exit_code == 2
