"""Cards: a player's card of a Swiss event (000 app. 6), and a card for each table with its page."""

from dataclasses import dataclass
from fractions import Fraction

from flagfall.pairing.event import Event, Player, Tiebreak
from flagfall.pairing.numbering import start_numbers
from flagfall.reports.sheets import BLACK, WHITE, Column, Sheet, shown, whence
from flagfall.scoring import standings
from flagfall.scoring.coefficients import COEFFICIENTS, Sums
from flagfall.scoring.ledger import ledger
from flagfall.words import words

_, ngettext = words("reports")


@dataclass(frozen=True, slots=True)
class TableCard:
    """What stands on a table: its number, who sits there, who begins first, and the address of
    its page."""

    table: int
    players: tuple[str, str]
    round: int
    url: str

    @property
    def title(self) -> str:
        """What the card is for."""
        return _("Table {n}").format(n=self.table)


def player_cards(event: Event) -> list[Sheet]:
    """A card for everybody, by start number."""
    book = ledger(event)
    record = book.record
    sums = Sums(book)
    numbers = start_numbers(event)
    lines = {s.id: s for s in standings(event)}
    columns = (
        Column(_("round"), "right"),
        Column("№", "right"),
        Column(_("opponent"), "left", 7),
        Column(_("grade"), "left", 2),
        Column(_("rating"), "right", 2),
        Column(_("his total"), "right", 2),
        Column(_("colour"), "center", 2),
        Column(_("result"), "right", 2),
        Column(_("running total"), "right", 2),
    )
    cards = []
    for i, id_ in enumerate(record.ids):
        entrant = event.entrant(id_)
        rows = []
        ratings = []
        for r, m in enumerate(record.rows[i]):
            total = shown(record.scale.points(record.score(i, r + 1)))
            if m is None or m.opponent < 0:
                gained = "–" if m is None else f"+{shown(record.scale.points(m.points))}"
                rows.append((str(r + 1), "", "–", "", "", "", "", gained, total))
                continue
            other = event.entrant(record.ids[m.opponent])
            if other.rating is not None and m.played:
                ratings.append(other.rating)
            mine = shown(record.scale.points(m.points))
            if not m.played:
                mine = "+" if m.points > m.theirs else "−"
            rows.append(
                (
                    str(r + 1),
                    str(numbers[other.id]),
                    other.name,
                    (other.title or "") if isinstance(other, Player) else "",
                    str(other.rating or ""),
                    shown(sums.as_opponents[m.opponent]),
                    {1: WHITE, -1: BLACK}.get(m.colour, ""),
                    mine if m.finished else "",
                    total,
                )
            )
        mean = shown_mean(ratings)
        buchholz = shown(COEFFICIENTS["buchholz"](sums, i, Tiebreak("buchholz")))
        place = lines[id_].place or "–"
        notes = (
            _("R av. = {mean}   Buchholz = {buchholz}   points {points}   place {place}").format(
                mean=mean, buchholz=buchholz, points=shown(sums.totals[i]), place=place
            ),
        )
        about = [entrant.name]
        if isinstance(entrant, Player):
            about += filter(None, (whence(event, entrant), entrant.title))
        about += filter(None, (str(entrant.rating or ""),))
        title = f"№{numbers[id_]}  {', '.join(about)}"
        cards.append(Sheet(f"№{numbers[id_]}", title, columns, tuple(rows), notes))
    return cards


def shown_mean(ratings: list[int]) -> str:
    """The mean rating, rounded to a whole number, halves up."""
    if not ratings:
        return "–"
    mean = Fraction(sum(ratings), len(ratings))
    return str(int(mean + Fraction(1, 2)))


def table_cards(event: Event, number: int, base: str = "") -> list[TableCard]:
    """A card for each table of a round.

    `base` is the address of the hall's page, or an address with `{table}` in it.
    """
    cards = []
    for g in event.rounds[number - 1].games:
        if g.table is None:
            continue
        url = base.replace("{table}", str(g.table))
        if url and "{table}" not in base:
            url = f"{base.rstrip('/')}/#/table/{g.table}"
        white = f"{WHITE} {event.by_id[g.white].name}"
        black = f"{BLACK} {event.by_id[g.black].name}"
        players = (white, black) if event.first == "white" else (black, white)
        cards.append(TableCard(g.table, players, number, url))
    return cards
