"""Sheets of a round: who meets whom at which table, by tables and by names."""

from flagfall.pairing.event import Event, PlayedRound
from flagfall.pairing.numbering import start_numbers
from flagfall.pairing.record import fold
from flagfall.reports.sheets import BLACK, WHITE, Column, Sheet, alphabetic, shown
from flagfall.words import words

_, ngettext = words("reports")

RESULT_SIGNS = {"1-0": "1 : 0", "0-1": "0 : 1", "1/2": "½ : ½", "+-": "+ : −", "-+": "− : +"} | {
    "--": "− : −",
    "0-0": "0 : 0",
    "*": "",
}


def pairing_sheet(event: Event, number: int) -> Sheet:
    """A round: who sits where; with results once they are there."""
    before = fold(event)
    played = event.rounds[number - 1]
    numbers = start_numbers(event)

    def points(player: int) -> str:
        i = before.index.get(player)
        if i is None:
            return ""
        return shown(before.scale.points(before.score(i, number - 1)))

    teams = event.system.entrants == "teams"
    rows = []
    for g in played.games:
        white, black = event.by_id[g.white], event.by_id[g.black]
        result = " ".join(RESULT_SIGNS.get(r, r) for r in g.result)
        if teams:
            ends = (str(white.team or ""), str(black.team or ""))
        else:
            ends = (points(white.id), points(black.id))
        rows.append(
            (
                str(g.table or ""),
                str(numbers.get(white.id, "")),
                white.name,
                ends[0],
                result,
                ends[1],
                black.name,
                str(numbers.get(black.id, "")),
            )
        )
    for b in played.byes:
        name = event.entrant(b.player).name
        free = (_("without an opponent"), "")
        rows.append(
            ("", str(numbers.get(b.player, "")), name, "", f"+{shown(b.points)}", "", *free)
        )
    mark = _("team") if teams else _("points")
    columns = (
        Column(_("table"), "right"),
        Column("№", "right"),
        Column(_("white"), "left", 8),
        Column(mark, "right", 2),
        Column(_("result"), "center", 2),
        Column(mark, "right", 2),
        Column(_("black"), "left", 8),
        Column("№", "right"),
    )
    title = _("Results of round {n}") if _finished(played) else _("Pairings of round {n}")
    return Sheet(_("Round {n}").format(n=number), title.format(n=number), columns, tuple(rows))


def names_sheet(event: Event, number: int) -> Sheet:
    """A round by the alphabet: where everybody plays, with which colour, against whom."""
    played = event.rounds[number - 1]
    rows = []
    for g in played.games:
        white, black = event.by_id[g.white].name, event.by_id[g.black].name
        table = str(g.table or "")
        rows.append((white, table, WHITE, black))
        rows.append((black, table, BLACK, white))
    alone = _("without an opponent")
    rows += ((event.entrant(b.player).name, "", "", alone) for b in played.byes)
    rows.sort(key=lambda row: (alphabetic(row[0]), row))
    columns = (
        Column(_("name"), "left", 8),
        Column(_("table"), "right", 2),
        Column(_("colour"), "center", 2),
        Column(_("opponent"), "left", 8),
    )
    title = _("Round {n} by names").format(n=number)
    return Sheet(title, title, columns, tuple(rows))


def _finished(played: PlayedRound) -> bool:
    return bool(played.games) and all(g.finished for g in played.games)
