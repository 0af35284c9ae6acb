"""What a Swiss round is paired from: scores, colours, meetings and byes, by start number.

Players are indices in the order of their start numbers, so that comparing indices compares
numbers. Colours are +1 white, −1 black; games that were not played have none (D5.4.10.2).
"""

from dataclasses import dataclass, field

from flagfall.pairing.errors import ResultsMissing
from flagfall.pairing.event import Event
from flagfall.pairing.numbering import start_numbers
from flagfall.pairing.record import Record, fold
from flagfall.pairing.swiss.graph import ANY, BLACK_OK, WHITE_OK
from flagfall.words import words

_, _plural = words("pairing")

# A rule of colours: how often one colour may run, and how far white and black may be apart.
LIMITS: dict[str, tuple[int | None, int | None]] = {
    "draughts": (3, None),
    "renju": (2, 2),
    "none": (None, None),
}


@dataclass(slots=True)
class Swiss:
    """The field before a round. `present` are those to be paired, in order of numbers."""

    event: Event
    record: Record
    round_no: int
    numbers: list[int]
    present: list[int]
    absent: list[int]
    score: list[int]
    colours: list[list[int]]
    balance: list[int]
    last: list[int]
    running: list[int]
    met: list[set[int]]
    unplayed: list[set[int]]
    lucky: list[bool]
    floats: list[list[int]] = field(default_factory=list)

    @property
    def last_round(self) -> bool:
        """Whether this is the last round of the event."""
        return self.round_no == self.event.system.rounds

    def caps(self) -> list[int]:
        """For each player the colours the limit leaves him (see `graph`)."""
        running, apart = LIMITS[self.event.colour_rule]
        if self.event.system.micro_games % 2 == 0:
            running = apart = None  # both have both colours in every micro-match
        caps = [ANY] * len(self.score)
        if running is None:
            return caps
        for i in self.present:
            if self.running[i] >= running:
                caps[i] &= BLACK_OK if self.last[i] > 0 else WHITE_OK
            if apart is not None and abs(self.balance[i]) >= apart:
                caps[i] &= BLACK_OK if self.balance[i] > 0 else WHITE_OK
        return caps


def swiss_field(event: Event, round_no: int) -> Swiss:
    """The field before a round; earlier rounds must have all their results."""
    for r, played_round in enumerate(event.rounds):
        for i, g in enumerate(played_round.games):
            if not g.finished:
                raise ResultsMissing(
                    _("the game {a} – {b} of round {n} has no result").format(
                        a=g.white, b=g.black, n=r + 1
                    ),
                    hint=_("enter it; an adjourned game needs a result for pairing"),
                    where=f"$.rounds[{r}].games[{i}].result",
                )
    record = fold(event)
    n = len(record.ids)
    number_of = start_numbers(event)
    present, absent = [], []
    for i, id_ in enumerate(record.ids):
        entrant = event.entrant(id_)
        if entrant.plays_in(round_no):
            present.append(i)
        elif round_no in entrant.absent:
            absent.append(i)
    swiss = Swiss(
        event=event,
        record=record,
        round_no=round_no,
        numbers=[number_of[id_] for id_ in record.ids],
        present=present,
        absent=absent,
        score=[0] * n,
        colours=[[] for _ in range(n)],
        balance=[0] * n,
        last=[0] * n,
        running=[0] * n,
        met=[set() for _ in range(n)],
        unplayed=[set() for _ in range(n)],
        lucky=[False] * n,
        floats=[[] for _ in range(n)],
    )
    _read_rows(swiss)
    return swiss


def _read_rows(swiss: Swiss) -> None:
    record, score = swiss.record, swiss.score
    remeet = swiss.event.system.remeet_after_forfeit
    for r in range(record.rounds):
        gained: list[tuple[int, int]] = []
        for i, row in enumerate(record.rows):
            meet = row[r]
            swiss.colours[i].append(0 if meet is None else meet.colour)
            if meet is None:
                swiss.floats[i].append(0)
                continue
            gained.append((i, meet.points))
            if meet.opponent < 0:
                swiss.floats[i].append(0)
                swiss.lucky[i] |= meet.points > 0
                continue
            ahead = score[i] - score[meet.opponent]
            swiss.floats[i].append(-1 if ahead > 0 else 1 if ahead < 0 else 0)
            if meet.played:
                swiss.met[i].add(meet.opponent)
                swiss.balance[i] += meet.colour
                if swiss.last[i] == meet.colour:
                    swiss.running[i] += 1
                else:
                    swiss.last[i], swiss.running[i] = meet.colour, 1
            else:
                (swiss.unplayed if remeet else swiss.met)[i].add(meet.opponent)
                swiss.lucky[i] |= meet.points > meet.theirs
        for i, points in gained:
            score[i] += points
