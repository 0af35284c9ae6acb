"""How far everybody has come in a knock-out, from the rounds that were played (R3.5.3).

A level of the contest is a row of couples in bracket order; the winners of neighbours meet at the
next. A drawn game leaves its couple undecided until the event's rule for draws, a replay or the
arbiter's word decides it.
"""

from dataclasses import dataclass, field

from flagfall.pairing.event import Event
from flagfall.pairing.lots import Lots
from flagfall.pairing.record import Meet, Record


@dataclass(slots=True)
class Couple:
    """Two who are to meet, or one who is free (`b` None), or an empty place (both None)."""

    a: int | None
    b: int | None
    games: int = 0
    winner: int | None = None
    both_out: bool = False

    @property
    def decided(self) -> bool:
        """Whether the next level can be made from it."""
        return self.winner is not None or self.both_out or self.a is None

    @property
    def meets(self) -> bool:
        """Whether two are to play."""
        return self.a is not None and self.b is not None


@dataclass(slots=True)
class Block:
    """Couples that contest the places `low` … `high`."""

    low: int
    high: int
    couples: list[Couple]


@dataclass(slots=True)
class Progress:
    """Where a knock-out stands. `out[i]` is the best and worst place of who is out.

    `levels` has the level of each round of the file; `level` is the one being played.
    """

    level: int = 1
    blocks: list[Block] = field(default_factory=list)
    out: dict[int, tuple[int, int]] = field(default_factory=dict)
    levels: list[int] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Nobody is left to meet."""
        return not any(c.meets and not c.decided for b in self.blocks for c in b.couples)


def progress(record: Record) -> Progress:
    """The state of a knock-out after the rounds of its event."""
    state = Progress()
    _add_block(record.event, state, 1, list(range(len(record.ids))))
    for r in range(record.rounds):
        if not any(c.games for b in state.blocks for c in b.couples):
            for block in state.blocks:
                _adopt(record, block, r)
        for block in state.blocks:
            for c in block.couples:
                if c.a is None or c.b is None or c.decided:
                    continue
                meet = record.rows[c.a][r]
                if meet is not None and meet.opponent == c.b:
                    c.games += 1
                    _decide(record, c, meet, r)
        state.levels.append(state.level)
        if all(c.decided for b in state.blocks for c in b.couples) and state.blocks:
            _promote(record.event, state)
    return state


def _adopt(record: Record, block: Block, r: int) -> None:
    """Couples somebody set by hand stand, if they are of the same players."""
    playing = [p for c in block.couples if c.meets for p in (c.a, c.b) if p is not None]
    met: dict[int, int] = {}
    for p in [p for c in block.couples for p in (c.a, c.b) if p is not None]:
        meet = record.rows[p][r]
        if meet is not None and meet.opponent >= 0:
            met[p] = meet.opponent
    planned = {frozenset((c.a, c.b)) for c in block.couples if c.meets}
    if {frozenset(p) for p in met.items()} <= planned:
        return
    if len(met) != len(playing) or any(met.get(q) != p for p, q in met.items()):
        return
    everyone = [p for c in block.couples for p in (c.a, c.b) if p is not None]
    couples = [Couple(p, met[p]) for p in everyone if p in met and p < met[p]]
    couples += [Couple(p, None, winner=p) for p in everyone if p not in met]
    block.couples = couples


def _decide(record: Record, c: Couple, meet: Meet, r: int) -> None:
    assert c.a is not None
    assert c.b is not None
    if not meet.finished:
        return
    if meet.points != meet.theirs:
        c.winner = c.a if meet.points > meet.theirs else c.b
        return
    if meet.points == 0:
        c.both_out = True
        return
    event = record.event
    policy = event.system.draw_policy
    ids = record.ids[c.a], record.ids[c.b]
    for e in event.extra:
        if all(i in e.order for i in ids):
            c.winner = c.a if e.order.index(ids[0]) < e.order.index(ids[1]) else c.b
            return
    if policy == "lot":
        purpose = f"winner:{c.a + 1}-{c.b + 1}"
        c.winner = c.a if Lots(event.system.seed, r + 1, purpose).below(2) == 0 else c.b
    elif policy in ("white_out", "black_out"):
        white, black = (c.a, c.b) if meet.colour > 0 else (c.b, c.a)
        c.winner = black if policy == "white_out" else white
    elif policy == "boards":
        c.winner = by_boards(record, c.a, c.b, r)


def by_boards(record: Record, a: int, b: int, r: int) -> int | None:
    """A drawn team match by boards: a point on board k of n counts n + 1 − k; None if level."""
    event = record.event
    team_of = {p: t.id for t in event.teams for p in t.players}
    ends = {record.ids[a]: a, record.ids[b]: b}
    games = [
        (team_of.get(g.white), team_of.get(g.black), g)
        for g in event.rounds[r].games
        if {team_of.get(g.white), team_of.get(g.black)} == set(ends)
    ]
    boards = max((g.board or 1 for _w, _b, g in games), default=1)
    sums = {a: 0, b: 0}
    for white_team, black_team, g in games:
        weight = boards + 1 - (g.board or 1)
        white, black = record.scale.of(g.result)
        if white_team is not None and black_team is not None:
            sums[ends[white_team]] += weight * white
            sums[ends[black_team]] += weight * black
    if sums[a] == sums[b]:
        return None
    return a if sums[a] > sums[b] else b


def _promote(event: Event, state: Progress) -> None:
    """Winners go on, losers go out or into a block for the places below them."""
    blocks, state.blocks = state.blocks, []
    state.level += 1
    for block in blocks:
        winners: list[int | None] = [c.winner for c in block.couples]
        losers = [
            p
            for c in block.couples
            if c.meets
            for p in (c.a, c.b)
            if p is not None and p != c.winner
        ]
        best = block.high - len(losers) + 1
        if event.system.kind == "knockout-places" and losers:
            _add_block(event, state, best, sorted(losers))
        else:
            state.out.update(dict.fromkeys(losers, (best, block.high)))
        staying = [p for p in winners if p is not None]
        if len(staying) == 1:
            state.out[staying[0]] = (block.low, block.low)
        elif staying and event.system.bracket == "redrawn":
            _add_block(event, state, block.low, sorted(staying))
        elif staying:
            couples = [_couple(a, b) for a, b in zip(winners[::2], winners[1::2], strict=True)]
            state.blocks.append(Block(block.low, block.low + len(staying) - 1, couples))


def _couple(a: int | None, b: int | None) -> Couple:
    if a is None:
        a, b = b, None
    return Couple(a, b, winner=a if b is None else None)


def _add_block(event: Event, state: Progress, low: int, players: list[int]) -> None:
    """A fresh bracket; who is alone in it has his place."""
    if len(players) == 1:
        state.out[players[0]] = (low, low)
    elif players:
        couples = draw(event, players, state.level, low)
        state.blocks.append(Block(low, low + len(players) - 1, couples))


def draw(event: Event, players: list[int], level: int, low: int) -> list[Couple]:
    """The couples of a fresh bracket, in its order.

    Of n players, 2^k − n are free where n is no power of two: the top start numbers, or by lot.
    Fixed: first against last, second against last but one …, laid so that 1 and 2 can meet only
    at the end. Redrawn: those who play are shuffled.
    """
    n = len(players)
    size = 1 << (n - 1).bit_length()
    seed = event.system.seed
    if event.system.free == "lot" and size > n:
        lucky = set(Lots(seed, level, f"free:{low}").shuffled(players)[: size - n])
        players = sorted(players, key=lambda p: p not in lucky)
    if event.system.bracket == "redrawn":
        free, playing = players[: size - n], players[size - n :]
        playing = Lots(seed, level, f"bracket:{low}").shuffled(playing)
        return [_couple(p, None) for p in free] + [
            _couple(a, b) for a, b in zip(playing[::2], playing[1::2], strict=True)
        ]
    slots = [players[s - 1] if s <= n else None for s in seeding(size)]
    return [_couple(a, b) for a, b in zip(slots[::2], slots[1::2], strict=True)]


def seeding(size: int) -> list[int]:
    """Seeds in bracket order: `seeding(8)` is 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [x for s in order for x in (s, total - s)]
    return order
