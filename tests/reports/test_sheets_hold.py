"""Printed sheets: one number for everybody, teams by name, numbers that add up, no report lost."""

import os
import re
import zipfile
from pathlib import Path

import pytest
from flagfall import words
from flagfall.cli.event_text import standings_text
from flagfall.pairing import parse_event
from flagfall.reports.errors import ReportError
from flagfall.reports.event import write_event_report
from flagfall.reports.paper import breakable
from flagfall.reports.sheets import cross_sheet, players_sheet, standings_sheet
from flagfall.scoring.tables import standings_by
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.build import Json, event, played


def robin() -> Json:
    data = event("round-robin", 3, tiebreaks=["sonneborn_berger"])
    data["rounds"] = [played(1, (1, 2, "0-1")), played(2, (3, 2, "1/2"))]
    return data


def test_a_cross_table_has_the_numbers_of_every_other_sheet() -> None:
    """R3.7.1: rows are by place, numbers are those of the list."""
    sheet = cross_sheet(parse_event(robin()))
    assert [row[:2] for row in sheet.rows] == [("2", "P2"), ("3", "P3"), ("1", "P1")]
    assert [c.title for c in sheet.columns[2:5]] == ["2", "3", "1"]
    numbers = {row[2]: row[1] for row in standings_sheet(parse_event(robin())).rows}
    assert {row[1]: row[0] for row in sheet.rows} == numbers


def test_sheets_of_teams_name_teams_and_number_no_members() -> None:
    data = event("round-robin", 4)
    data["system"]["entrants"] = "teams"
    data["teams"] = [
        {"id": 1, "name": "Вымпел", "players": [3, 1]},
        {"id": 2, "name": "Флажок", "players": [2, 4]},
    ]
    sheet = players_sheet(parse_event(data))
    assert sheet.columns[0].title != "№"
    assert [(row[0], row[-1]) for row in sheet.rows] == [
        ("P3", "Вымпел"),
        ("P1", "Вымпел"),
        ("P2", "Флажок"),
        ("P4", "Флажок"),
    ]


def test_points_in_a_spreadsheet_are_numbers(tmp_path: Path) -> None:
    """They can be added and sorted; halves and quarters are exact."""
    words.use("en")
    book = tmp_path / "club.xlsx"
    write_event_report(parse_event(robin()), book, ("standings",))
    with zipfile.ZipFile(book) as parts:
        page = parts.read("xl/worksheets/sheet1.xml").decode()
    cells = re.findall(r'<c r="[A-Z]+\d+" s="\d+"(?: t="(\w)")?><v>([^<]*)</v>', page)
    assert [v for kind, v in cells if kind != "s"].count("1.5") == 1
    assert ("", "0.25") in cells  # half of the points of him he drew with: S.-B. of P2


@pytest.mark.parametrize("suffix", [".xlsx", ".pdf"])
def test_a_report_that_can_t_be_written_leaves_the_last_one(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full in the middle of the event: the report of the last round stays whole."""
    report = tmp_path / f"club{suffix}"
    write_event_report(parse_event(robin()), report)
    before = report.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    data = robin()
    data["name"] = "Another"
    with pytest.raises(ReportError):
        write_event_report(parse_event(data), report)
    assert report.read_bytes() == before
    assert list(tmp_path.iterdir()) == [report]


def test_scheveningen_says_what_the_two_groups_have() -> None:
    """R3.9: the event is decided between the groups."""
    data = event("scheveningen-a", 4, rounds=[played(1, (1, 3, "1-0"), (2, 4, "1/2"))])
    words.use("en")
    assert standings_sheet(parse_event(data)).notes == ("Group 1: 1½", "Group 2: ½")
    data["teams"] = [
        {"id": "a", "name": "Вымпел", "players": [1, 2]},
        {"id": "b", "name": "Флажок", "players": [3, 4]},
    ]
    assert standings_sheet(parse_event(data)).notes == ("Вымпел: 1½", "Флажок: ½")
    assert standings_text(parse_event(data), standings_by(parse_event(data), None)).endswith(
        "\n\nВымпел: 1.5   Флажок: 0.5"
    )


@given(st.text(st.sampled_from("Ыx -"), max_size=120))
def test_a_name_without_a_space_may_go_on_in_the_next_line(name: str) -> None:
    """It was printed over the columns beside it. Nothing but places to break is added."""
    text = breakable(name)
    assert text.replace("\u200b", "") == name
    assert all(len(piece) < 24 for piece in re.split(r"[\u200b\s]", text))
    assert ("\u200b" in text) == any(len(word) >= 24 for word in name.split())
