"""Answers of `flagfall event` for people: rounds, faults, tables in plain text."""

from typing import Any

from flagfall.pairing.event import Event
from flagfall.pairing.numbering import start_numbers
from flagfall.pairing.reader import N_
from flagfall.pairing.rounds import Round, labels_of, number_text
from flagfall.scoring import Standing, stage
from flagfall.scoring.tables import TeamSum, group_totals
from flagfall.words import words

_, ngettext = words("cli")


def round_text(event: Event, found: Round, explain: bool) -> str:
    """A pairing sheet, with its notes, and with every reason if asked; team matches by boards."""
    labels = labels_of(event)
    of_teams = event.system.entrants == "teams"
    seats = {p.id: p.name if of_teams else labels.get(p.id, p.name) for p in event.players}
    headings = {m.match: m for m in found.matches}
    lines = [_("Round {n}").format(n=found.number)]
    width = max((len(seats[g.white]) for g in found.games), default=0)
    for g in found.games:
        match = headings.pop(g.match, None) if g.match is not None else None
        if match is not None:
            lines.append(f"{match.match:4}  {labels[match.first]} – {labels[match.second]}")
            lines += [f"        {n.text(labels)}" for n in match.why if explain]
        place = f"{g.table:4}  " if g.board is None else f"{g.table:8}  ({g.match}.{g.board})  "
        result = f"  {g.result}" if g.result else ""
        lines.append(f"{place}{seats[g.white]:{width}} – {seats[g.black]}{result}")
        if explain and not of_teams:
            lines += [f"        {n.text(labels)}" for n in g.opponent_why + g.colour_why]
    for b in found.byes:
        who = seats[b.player] if isinstance(b.player, int) and not b.is_team else labels[b.player]
        free = _("without an opponent: {points}").format(points=number_text(b.points))
        lines.append(f"   –  {who} – {free}")
        lines += [f"        {n.text(labels)}" for n in b.why if explain]
    lines += [f"  * {n.text(labels)}" for n in found.notes]
    return "\n".join(lines)


CRITERIA = {
    "points": N_("points"),
    "sonneborn_berger": N_("Sonneborn–Berger"),
    "wins": N_("wins"),
    "direct": N_("direct"),
    "buchholz": N_("Buchholz"),
    "buchholz_median": N_("median Buchholz"),
    "solkoff_truncated": N_("truncated Solkoff"),
    "shmulyan": N_("Shmulyan"),
    "team_matches": N_("matches"),
    "team_coefficient": N_("team coefficient"),
    "extra": N_("play-off"),
    "lot": N_("lot"),
    "level": N_("how far he came"),
}


def standings_text(event: Event, tables: list[tuple[str, tuple[Standing, ...]]]) -> str:
    """Tables with places, points and coefficients in columns."""
    blocks = []
    numbers = start_numbers(event)
    for title, rows in tables:
        head = ["", "№", _("name"), _("points")]
        head += [_(CRITERIA[t.name]) for t in event.tiebreaks if t.name != "points"]
        cells = [head]
        for s in rows:
            name = event.entrant(s.id).name
            values = ["–" if v is None else number_text(v) for _name, v in s.tiebreaks]
            number = str(numbers[s.id])
            cells.append([s.place or "–", number, name, number_text(s.points), *values])
        block = _columns(cells, {2})
        blocks.append(f"{title}\n{block}" if title else block)
    totals = group_totals(event)
    if totals:
        group = _("group {n}")
        sums = (
            f"{name or group.format(n=k)}: {number_text(points)}"
            for k, (name, points) in enumerate(totals, 1)
        )
        blocks.append("   ".join(sums))
    there = stage(event)
    if there.missing:
        going = ngettext(
            "Round {n} is in progress: {count} game without a result.",
            "Round {n} is in progress: {count} games without a result.",
            there.missing,
        )
        blocks.append(going.format(n=there.begun, count=there.missing))
    return "\n\n".join(blocks)


def teams_text(event: Event, sums: list[TeamSum]) -> str:
    """Teams by the sum of their best, with whose points these are."""
    cells = [["", _("points"), _("team"), ""]]
    for t in sums:
        members = ", ".join(event.by_id[m].name for m in t.members if isinstance(m, int))
        cells.append([t.place, number_text(t.points), event.team_by_id[t.team].name, members])
    return _columns(cells, {2, 3})


def _columns(cells: list[list[str]], left: set[int]) -> str:
    """Rows as text, every column as wide as it must be; those of `left` begin at the left."""
    widths = [max(len(row[c]) for row in cells) for c in range(len(cells[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if c in left else cell.rjust(w)
            for c, (cell, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


def faults_text(answer: dict[str, Any]) -> str:
    """What `check` found."""
    if not answer["faults"]:
        return _("nothing wrong found")
    lines = []
    for f in answer["faults"]:
        mark = "✗" if f["grave"] else "·"
        rule = f" ({f['rule']})" if "rule" in f else ""
        where = f"{f['where']}: " if "where" in f else ""
        lines.append(f"{mark} {where}{f['message']}{rule} [{f['code']}]")
        if "hint" in f:
            lines.append(f"    {f['hint']}")
    return "\n".join(lines)
