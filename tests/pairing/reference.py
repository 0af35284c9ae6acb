"""The texts of the Swiss systems applied literally to small fields, by going through everything.

Nothing of the program's search is used: scores, colours and meetings are read from the JSON, all
legal pairings of the field are written down, those that cross the fewest borders between groups
are kept, and then the choices of the text are made one by one, each time dropping the pairings
that do not fit. Up to ten players there are at most 945 pairings; each is held as a map from
everybody to his partner.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

Json = dict[str, Any]
Pairing = dict[int, int]
POINTS = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2": (1, 1),
    "+-": (2, 0),
    "-+": (0, 2),
    "--": (0, 0),
    "0-0": (0, 0),
}


class Field:
    """A field before its next round; points are counted in halves."""

    def __init__(self, event: Json) -> None:
        self.event = event
        self.round = len(event["rounds"]) + 1
        self.renju = event["discipline"] == "renju"
        seen = {i for r in event["rounds"] for g in r["games"] for i in (g["white"], g["black"])}
        seen |= {b["player"] for r in event["rounds"] for b in r["byes"]}
        self.players = {
            p["id"]: p
            for p in event["players"]
            if p["id"] in seen or p.get("withdrawn_after") != 0  # who never began is nobody
        }
        # Ratings are all different in these tests, so that no lot is needed for the numbers.
        order = sorted(self.players, key=lambda i: -self.players[i]["rating"])
        self.number = {i: n for n, i in enumerate(order, 1)}
        self.score = dict.fromkeys(self.players, 0)
        self.colours: dict[int, list[str]] = {i: [] for i in self.players}
        self.by_round: dict[int, dict[int, str]] = {i: {} for i in self.players}
        self.met: set[frozenset[int]] = set()
        self.lucky: set[int] = set()
        self.floats: dict[int, list[int]] = {i: [] for i in self.players}
        for r in event["rounds"]:
            before = dict(self.score)
            floated = dict.fromkeys(self.players, 0)
            for g in r["games"]:
                w, b, result = g["white"], g["black"], g["result"]
                for me, him, points in zip((w, b), (b, w), POINTS[result], strict=True):
                    self.score[me] += points
                    floated[me] = (before[me] < before[him]) - (before[me] > before[him])
                    if result in ("+-", "-+") and points == 2:
                        self.lucky.add(me)
                if result not in ("+-", "-+", "--"):
                    self.met.add(frozenset((w, b)))
                    for me, colour in ((w, "w"), (b, "b")):
                        self.colours[me].append(colour)
                        self.by_round[me][r["round"]] = colour
            for bye in r["byes"]:
                self.score[bye["player"]] += 2 * bye["points"]
                self.lucky.add(bye["player"])
            for i, f in floated.items():
                self.floats[i].append(f)
        self.present = [
            i
            for i, p in self.players.items()
            if self.round not in p.get("absent", [])
            and (p.get("withdrawn_after") is None or self.round <= p["withdrawn_after"])
        ]

    def may_have(self, i: int, colour: str) -> bool:
        """Hard limit of colours."""
        had = [*self.colours[i], colour]
        if not self.renju:
            return had[-4:] != [colour] * 4
        return had[-3:] != [colour] * 3 and abs(had.count("w") - had.count("b")) <= 2

    def legal(self, a: int, b: int, limits: bool = True) -> bool:
        """Not met, and some colours break no limit."""
        if frozenset((a, b)) in self.met:
            return False
        if not limits:
            return True
        return (self.may_have(a, "w") and self.may_have(b, "b")) or (
            self.may_have(a, "b") and self.may_have(b, "w")
        )

    def pairings(self, players: list[int], limits: bool = True) -> list[Pairing]:
        """Every legal pairing of everybody."""
        found: list[Pairing] = []
        meets = {a: {b for b in players if a != b and self.legal(a, b, limits)} for a in players}

        def go(rest: list[int], made: Pairing) -> None:
            if not rest:
                found.append(made)
                return
            a, *others = rest
            for b in others:
                if b in meets[a]:
                    go([p for p in others if p != b], {**made, a: b, b: a})

        go(players, {})
        return found

    def opponents(self, i: int) -> list[Fraction]:
        """Scores of the opponents so far as coefficients take them (5.4.10.11), in halves."""
        scores = [Fraction(0)] * 0
        lowest = min(self.score.values())
        for r in self.event["rounds"]:
            for g in r["games"]:
                if i in (g["white"], g["black"]):
                    scores.append(self.as_opponent(g["black"] if g["white"] == i else g["white"]))
            scores += [Fraction(lowest) for bye in r["byes"] if bye["player"] == i]
        return scores

    def after(self, i: int, rounds: int) -> int:
        event = {**self.event, "rounds": self.event["rounds"][:rounds]}
        return Field(event).score[i]

    def as_opponent(self, i: int) -> Fraction:
        left = self.players[i].get("withdrawn_after")
        if left is None or left >= self.round - 1:
            return Fraction(self.score[i])
        then = {k: self.after(k, left) for k in self.players}
        level = [
            k
            for k, p in self.players.items()
            if k != i
            and then[k] == then[i]
            and not (p.get("withdrawn_after") is not None and p["withdrawn_after"] <= left)
        ]
        if not level:
            return Fraction(self.score[i])
        gained = [self.score[k] - then[k] for k in level]
        return self.score[i] + Fraction(sum(gained), len(level))


def crossings(pairing: Pairing, level: dict[int, int]) -> int:
    """Borders between groups that the pairs of a pairing cross."""
    return sum(abs(level[a] - level[b]) for a, b in pairing.items()) // 2


class Text:
    """A system: its classification and its orders. `pair()` applies it to a field."""

    def __init__(self, field: Field) -> None:
        self.f = field

    def key(self, i: int) -> Any:
        return self.f.number[i]

    def partners(self, comer: int, residents: list[int]) -> list[int]:
        return residents

    def due(self, i: int) -> str | None:
        had = self.f.colours[i]
        if not had:
            return None
        more = had.count("w") - had.count("b")
        if self.f.renju and self.f.round % 2 == 0 and more:
            return "b" if more > 0 else "w"
        return "b" if had[-1] == "w" else "w"

    def leavers(self, players: list[int], down: bool) -> list[int]:
        return players[::-1]

    def inside(self, rest: list[int]) -> list[int]:
        """Whom the first of the rest tries, in order."""
        half = len(rest) // 2
        return rest[half:] + rest[1:half][::-1]

    def classified(self) -> list[int]:
        return sorted(self.f.present, key=lambda i: (-self.f.score[i], self.key(i)))

    def bye_order(self, players: list[int]) -> list[int]:
        return players[::-1]

    def bye(self) -> tuple[int | None, list[int]]:
        """5.4.10.2: the last without a win without play, if the rest can be paired."""
        players = self.classified()
        if len(players) % 2 == 0:
            return None, players
        for p in self.bye_order(players):
            rest = [q for q in players if q != p]
            if p not in self.f.lucky and self.f.pairings(rest):
                return p, rest
        return None, []

    def groups(self, players: list[int]) -> list[list[int]]:
        scores = sorted({self.f.score[i] for i in players}, reverse=True)
        return [[i for i in players if self.f.score[i] == s] for s in scores]

    def pair(self) -> tuple[int | None, Pairing | None]:
        """The bye and the pairing of the text; no pairing if none is legal."""
        bye, players = self.bye()
        candidates = self.f.pairings(players) if players else []
        if not candidates:
            return None, None
        groups = self.groups(players)
        level = {i: k for k, g in enumerate(groups) for i in g}
        crossed = [crossings(c, level) for c in candidates]
        fewest = min(crossed)
        candidates = [c for c, n in zip(candidates, crossed, strict=True) if n == fewest]
        candidates = self.across(groups, candidates)
        for g in groups:
            candidates = self.within([i for i in g if candidates[0][i] in g], candidates)
        assert len(candidates) == 1
        return bye, candidates[0]

    def within(self, rest: list[int], candidates: list[Pairing]) -> list[Pairing]:
        """Those of a group who meet each other."""
        while rest:
            a = rest[0]
            b, candidates = choose(self.inside(rest), candidates, lambda c, b, a=a: c[a] == b)
            rest = [p for p in rest if p not in (a, b)]
        return candidates

    def across(self, groups: list[list[int]], candidates: list[Pairing]) -> list[Pairing]:
        """Who leaves his group and whom he meets: from the top group to the bottom one."""
        comers: list[int] = []
        for k, g in enumerate(groups):
            inside = {i for h in groups[: k + 1] for i in h}
            comers, candidates = self.one_group(g, comers, inside, candidates, down=True)
        return candidates

    def one_group(
        self,
        group: list[int],
        comers: list[int],
        inside: set[int],
        candidates: list[Pairing],
        down: bool,
    ) -> tuple[list[int], list[Pairing]]:
        """`inside`: everybody of the groups treated so far. Answers who goes on."""

        there = [*comers, *group]
        leaving = [sum(c[i] not in inside for i in there) for c in candidates]
        fewest = min(leaving)
        candidates = [c for c, n in zip(candidates, leaving, strict=True) if n == fewest]
        here = list(group)
        for f in comers:
            options = [*(i for i in self.partners(f, group) if i in here), None]

            def meets(c: Pairing, o: int | None, f: int = f) -> bool:
                return c[f] == o if o is not None else c[f] not in inside

            o, candidates = choose(options, candidates, meets)
            if o is not None:
                here.remove(o)
        gone: list[int] = [f for f in comers if candidates[0][f] not in inside]
        staying = list(here)
        new: list[int] = []
        while len(gone) + len(new) < fewest:
            p, candidates = choose(
                self.leavers(staying, down),
                candidates,
                lambda c, p: c[p] not in inside,
            )
            staying.remove(p)
            new.append(p)
        new.sort(key=group.index, reverse=not down)
        return gone + new, candidates


def choose(
    options: Iterable[Any], candidates: list[Pairing], fits: Callable[..., bool]
) -> tuple[Any, list[Pairing]]:
    """The first option that some candidate still has, and those candidates."""
    for o in options:
        kept = [c for c in candidates if fits(c, o)]
        if kept:
            return o, kept
    raise AssertionError("no option fits")


class Individual(Text):
    """5.4.10.5."""

    def key(self, i: int) -> Any:
        return self.f.number[i] if self.f.round % 2 else -self.f.number[i]


class Solkoff(Individual):
    """5.4.10.6."""

    def key(self, i: int) -> Any:
        if self.f.round <= 2:
            return (0, super().key(i))
        scores = self.f.opponents(i)
        return (-(sum(scores) - min(scores)) if scores else 0, self.f.number[i])


class Buchholz(Text):
    """5.4.10.7."""

    def key(self, i: int) -> Any:
        if self.f.round <= 2:
            return (0, self.f.number[i])
        return (-sum(self.f.opponents(i)), self.f.number[i])

    def partners(self, comer: int, residents: list[int]) -> list[int]:
        return residents[::-1]

    def leavers(self, players: list[int], down: bool) -> list[int]:
        return players

    def inside(self, rest: list[int]) -> list[int]:
        return rest[:0:-1]


class Rating(Text):
    """R3.7."""

    def leavers(self, players: list[int], down: bool) -> list[int]:
        def uneven(p: int) -> int:
            dues = [self.due(q) for q in players if q != p]
            return abs(dues.count("w") - dues.count("b"))

        by_number = sorted(players, key=lambda p: -self.f.number[p] if down else self.f.number[p])
        return sorted(by_number, key=uneven)

    def partners(self, comer: int, residents: list[int]) -> list[int]:
        if residents and self.f.score[comer] < self.f.score[residents[0]]:
            return residents[::-1]
        return residents

    def across(self, groups: list[list[int]], candidates: list[Pairing]) -> list[Pairing]:
        half = self.f.round - 1  # halves: half of 2 × (rounds played)
        upper = [g for g in groups if self.f.score[g[0]] > half]
        lower = [g for g in groups if self.f.score[g[0]] < half]
        middle = [g for g in groups if self.f.score[g[0]] == half]
        sides: list[list[int]] = []
        for side, down in ((upper, True), (lower[::-1], False)):
            comers: list[int] = []
            for k, g in enumerate(side):
                inside = {i for h in side[: k + 1] for i in h}
                comers, candidates = self.one_group(g, comers, inside, candidates, down)
            sides.append(comers)
        residents = list(middle[0]) if middle else []
        waiting = sides[0] + sides[1]
        while waiting:
            f = waiting.pop(0)
            options = [*self.partners(f, residents), *waiting]
            o, candidates = choose(options, candidates, lambda c, o, f=f: c[f] == o)
            (residents if o in residents else waiting).remove(o)
        return candidates


def colour_of(f: Field, a: int, b: int) -> set[str]:
    """Colours that `a` may have by the rules; two where the lot decides."""
    fits = [c for c, d in (("w", "b"), ("b", "w")) if f.may_have(a, c) and f.may_have(b, d)]
    if len(fits) == 1:
        return set(fits)

    def alternate() -> list[str]:
        def alternating(c: str) -> int:
            d = "b" if c == "w" else "w"
            return sum(
                bool(f.colours[i]) and f.colours[i][-1] != own for i, own in ((a, c), (b, d))
            ) - sum(bool(f.colours[i]) and f.colours[i][-1] == own for i, own in ((a, c), (b, d)))

        best = max(map(alternating, "wb"))
        return [c for c in "wb" if alternating(c) == best]

    def balance() -> list[str]:
        more = {i: f.colours[i].count("w") - f.colours[i].count("b") for i in (a, b)}
        if more[a] == more[b]:
            return ["w", "b"]
        return ["b"] if more[a] > more[b] else ["w"]

    steps = [alternate, balance]
    if f.renju and f.round % 2 == 0:
        steps.reverse()
    for step in steps:
        if len(step()) == 1:
            return set(step())
    for r in range(f.round - 1, 0, -1):
        mine, his = f.by_round[a].get(r), f.by_round[b].get(r)
        if mine and his and mine != his:
            return {his}
    return {"w", "b"}
