"""What a Swiss round is paired from: scores, colours, meetings and byes, by start number.

Players are indices in the order of their start numbers, so that comparing indices compares
numbers. Colours are +1 white, −1 black; games that were not played have none (D5.4.10.2).
"""

from dataclasses import dataclass

from flagfall.pairing.event import Event
from flagfall.pairing.numbering import numbers_of
from flagfall.pairing.record import Record, check_results, fold
from flagfall.pairing.swiss.graph import ANY, BLACK_OK, WHITE_OK

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
    record = fold(event)
    n = len(record.ids)
    number_of = numbers_of(event, record.ids)
    present, absent = [], []
    entrants = event.entrants
    for i, id_ in enumerate(record.ids):
        entrant = entrants[id_]
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
    )
    _read_rows(swiss)
    return swiss


def _read_rows(swiss: Swiss) -> None:
    """Scores, colours and meetings, player by player."""
    remeet = swiss.event.system.remeet_after_forfeit
    not_played = swiss.unplayed if remeet else swiss.met
    for i, row in enumerate(swiss.record.rows):
        colours, met = swiss.colours[i], swiss.met[i]
        score = balance = last = running = 0
        for meet in row:
            if meet is None:
                colours.append(0)
                continue
            opponent, colour, points, theirs, played, finished = meet
            colours.append(colour)
            score += points
            if opponent < 0:
                swiss.lucky[i] |= points > 0
            elif not finished:
                check_results(swiss.event)
            elif played:
                met.add(opponent)
                balance += colour
                if last == colour:
                    running += 1
                else:
                    last, running = colour, 1
            else:
                not_played[i].add(opponent)
                swiss.lucky[i] |= points > theirs
        swiss.score[i], swiss.balance[i] = score, balance
        swiss.last[i], swiss.running[i] = last, running


def moves_of(record: Record) -> tuple[list[int], list[int]]:
    """Moves between score groups (R3.8.1): of each player those up less those down, and the last.

    A move is +1 up, −1 down, 0 where both had the same points or nobody was met.
    """
    score = [0] * len(record.ids)
    total, last = list(score), list(score)
    for r in range(record.rounds):
        meets = [row[r] for row in record.rows]
        last = [
            0
            if m is None or m.opponent < 0
            else (score[m.opponent] > own) - (score[m.opponent] < own)
            for own, m in zip(score, meets, strict=True)
        ]
        score = [s if m is None else s + m.points for s, m in zip(score, meets, strict=True)]
        total = [t + move for t, move in zip(total, last, strict=True)]
    return total, last
