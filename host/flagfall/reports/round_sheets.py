"""Sheets of a round: who meets whom at which table, by tables and by names."""

from flagfall.pairing.event import Bye, Event, Game, PlayedRound
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
    played = event.rounds[number - 1]
    of_teams = event.system.entrants == "teams"
    columns, rows = (_team_boards if of_teams else _boards)(event, number)
    title = _("Results of round {n}") if _finished(played) else _("Pairings of round {n}")
    return Sheet(_("Round {n}").format(n=number), title.format(n=number), columns, tuple(rows))


def _boards(event: Event, number: int) -> tuple[tuple[Column, ...], list[tuple[str, ...]]]:
    record = fold(event)
    played = event.rounds[number - 1]
    numbers = start_numbers(event)

    def points(player: int) -> str:
        i = record.index[player]
        return shown(record.scale.points(record.score(i, number - 1)))

    rows: list[tuple[str, ...]] = []
    for g in played.games:
        white, black = event.by_id[g.white], event.by_id[g.black]
        left = (str(g.table or ""), str(numbers[white.id]), white.name, points(white.id))
        rows.append((*left, _result(g), points(black.id), black.name, str(numbers[black.id])))
    for b in played.byes:
        name = event.entrant(b.player).name
        left = ("", str(numbers.get(b.player, "")), name, "")
        rows.append((*left, f"+{shown(b.points)}", "", _("without an opponent"), ""))
    columns = (
        Column(_("table"), "right"),
        Column("№", "right"),
        Column(_("white"), "left", 8),
        Column(_("points"), "right", 2),
        Column(_("result"), "center", 2),
        Column(_("points"), "right", 2),
        Column(_("black"), "left", 8),
        Column("№", "right"),
    )
    return columns, rows


def _team_boards(event: Event, number: int) -> tuple[tuple[Column, ...], list[tuple[str, ...]]]:
    """Match by match: a line with both teams and what they have, then the boards."""
    record = fold(event)
    played = event.rounds[number - 1]
    matches: dict[frozenset[int | str | None], list[Game]] = {}
    for g in played.games:
        ends = frozenset((event.by_id[g.white].team, event.by_id[g.black].team))
        matches.setdefault(ends, []).append(g)
    rows: list[tuple[str, ...]] = []
    for games in matches.values():
        on_odd = games[0].white if (games[0].board or 1) % 2 else games[0].black
        ours = event.by_id[on_odd].team
        sums: dict[int | str | None, int] = {}
        for g in games:
            for seat, units in zip((g.white, g.black), record.scale.of(g.result), strict=True):
                team = event.by_id[seat].team
                sums[team] = sums.get(team, 0) + units
        known = any(g.result for g in games)
        halves = [
            (_name(event, team), shown(record.scale.points(units)) if known else "")
            for team, units in sorted(sums.items(), key=lambda end: end[0] != ours)
        ]
        (first, ours_sum), *rest = halves
        second, theirs_sum = rest[0] if rest else ("", "")
        total = f"{ours_sum} : {theirs_sum}" if known else ""
        rows.append(("", "", first.upper(), total, second.upper()))
        for g in games:
            white, black = event.by_id[g.white].name, event.by_id[g.black].name
            rows.append((str(g.table or ""), str(g.board or ""), white, _result(g), black))
    for b in played.byes:
        name = event.team_by_id[b.player].name if b.of_team else _member(event, b)
        rows.append(("", "", name, f"+{shown(b.points)}", _("without an opponent")))
    columns = (
        Column(_("table"), "right"),
        Column(_("board"), "right"),
        Column(_("white"), "left", 8),
        Column(_("result"), "center", 2),
        Column(_("black"), "left", 8),
    )
    return columns, rows


def _name(event: Event, team: int | str | None) -> str:
    return "" if team is None else event.team_by_id[team].name


def _member(event: Event, bye: Bye) -> str:
    return event.by_id[bye.player].name if isinstance(bye.player, int) else str(bye.player)


def _result(game: Game) -> str:
    """A result, or those of a micro-match, as they are printed."""
    return ", ".join(RESULT_SIGNS.get(r, r) for r in game.result if r != "*")


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
    if event.system.entrants == "players":
        rows += ((event.entrant(b.player).name, "", "", alone) for b in played.byes)
    else:
        members = [b for b in played.byes if not b.of_team]
        rows += ((_member(event, b), "", "", alone) for b in members)
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
