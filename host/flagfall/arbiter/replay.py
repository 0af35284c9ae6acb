"""A hall shown again from its log alone: everything as it was, nothing to be ordered."""

from collections.abc import Callable
from typing import Any

from flagfall.arbiter.errors import NoSuchTable, OrderRefused
from flagfall.arbiter.log import Log
from flagfall.arbiter.state import HallState
from flagfall.arbiter.view import detail_json, hall_json
from flagfall.words import words

_, ngettext = words("arbiter")


class ReplayedHall:
    """Fulfils the page's contract; hall time stands at the log's last row."""

    def __init__(self, log: Log) -> None:
        """Raises `LogUnreadable` where the log makes no sense."""
        self.state = HallState().fold(log.rows())
        self.log = log
        for table in self.state.tables.values():
            table.link.state = "none"

    def snapshot(self) -> dict[str, Any]:
        """The whole hall, in the shape of the page's contract."""
        now_us, lost = self.state.now_us, self.log.missing
        return hall_json(self.state, now_us=now_us, speed=0.0, lost=lost)

    def detail(self, table: int) -> dict[str, Any]:
        """A table's record and history. Raises `NoSuchTable`."""
        found = self.state.tables.get(table)
        if found is None:
            raise NoSuchTable(_("There is no table {number}.").format(number=table))
        return detail_json(found)

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Nothing changes here."""
        return lambda: None

    def command(self, order: dict[str, Any]) -> dict[str, Any]:
        """Nothing can be ordered."""
        error = OrderRefused(
            _("This hall is shown from its log; no clock is connected."),
            hint=_("Open the hall to go on with it."),
        )
        return {"ok": False, "error": error.as_json()}
