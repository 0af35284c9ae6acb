"""A new event as JSON."""

from typing import Any

from flagfall.pairing.event import SCHEMA

LAWS = {"renju": "renju-rf"}
TIEBREAKS = {
    "swiss-solkoff": ["solkoff_truncated", "direct", "wins"],
    "swiss-buchholz": ["buchholz", "direct", "wins"],
    "round-robin": ["sonneborn_berger", "wins", "direct"],
    "double-round-robin": ["sonneborn_berger", "wins", "direct"],
    "match-tournament": ["sonneborn_berger", "wins", "direct"],
    "scheveningen-a": ["wins"],
    "scheveningen-b": ["wins"],
}
SWISS_TIEBREAKS = ["buchholz", "buchholz_median", "direct", "wins"]


def new_event(
    kind: str,
    *,
    name: str,
    discipline: str,
    seed: int,
    rounds: int | None = None,
    first_colour: str | None = None,
    players: list[dict[str, Any]] | None = None,
    **said: object,
) -> dict[str, Any]:
    """An event that can be paired as soon as it has players; coefficients as R3.2 lists them.

    `said` are further fields of the file (`date`, `place`, `regulation`); None leaves one out.
    """
    system: dict[str, Any] = {"kind": kind, "seed": seed}
    if rounds is not None:
        system["rounds"] = rounds
    if first_colour is not None:
        system["first_colour"] = first_colour
    swiss = SWISS_TIEBREAKS if kind.startswith("swiss") else []
    return {
        "schema": SCHEMA,
        "name": name,
        "discipline": discipline,
        "law": LAWS.get(discipline, "draughts-rf"),
        **{field: value for field, value in said.items() if value is not None},
        "system": system,
        "tiebreaks": TIEBREAKS.get(kind, swiss),
        "players": players or [],
        "rounds": [],
    }
