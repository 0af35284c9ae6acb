"""A hall's report as a folder: results as data, every game as a file."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from flagfall.arbiter.state import HallState
from flagfall.reports.errors import ReportError
from flagfall.reports.games import day_of, game_file
from flagfall.reports.results import results_json
from flagfall.words import words

_, ngettext = words("reports")


def write_report(
    state: HallState, folder: Path, *, totals: dict[str, Any], day: date | None = None
) -> Path:
    """Write `results.json` (the tables and `totals`) and one game file a table; the folder.

    Games bear the event's date, where it is one day, else `day`, else today.
    Raises `ReportError` where the folder can't be written.
    """
    answer = {"tables": results_json(state), **totals}
    files = {"results.json": json.dumps(answer, ensure_ascii=False, indent=1) + "\n"}
    for number in sorted(state.tables):
        game = game_file(state.tables[number], event=state.name, day=day_of(state.date) or day)
        if game is not None:
            suffix, text = game
            files[f"table_{number:03}.{suffix}"] = text
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReportError(
            _("The report can't be written to {folder}: {why}.").format(
                folder=folder, why=error.strerror
            ),
            hint=_("The log is complete: once there is room, flagfall demo --resume writes it."),
        ) from error
    return folder
