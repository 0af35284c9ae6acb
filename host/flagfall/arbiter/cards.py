"""The tables' cards for faces, made anew only where something changed."""

from typing import Any

from flagfall.arbiter import view
from flagfall.arbiter.table import Table
from flagfall.words import LANGUAGES, language


class Cards:
    """Cards by table and language; whoever changes a table touches it."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, str], dict[str, Any]] = {}

    def of(self, table: Table) -> dict[str, Any]:
        """The card in the calling context's language. It is never changed afterwards."""
        key = (table.number, language())
        if key not in self._made:
            self._made[key] = view.table_json(table)
        return self._made[key]

    def touch(self, number: int | None) -> None:
        """Something changed at this table."""
        if number is not None:
            for spoken in LANGUAGES:
                self._made.pop((number, spoken), None)
