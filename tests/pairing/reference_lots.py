"""The systems by lot applied literally to small fields; lots drawn as docs/pairing says."""

from hashlib import sha256

from tests.pairing.reference import Field, Pairing, Text


class Lots:
    """The n-th lot: the first eight bytes of SHA-256("seed|round|purpose|n")."""

    def __init__(self, field: Field, purpose: str, round_no: int | None = None) -> None:
        number = field.round if round_no is None else round_no
        self.name = f"{field.event['system']['seed']}|{number}|{purpose}|"
        self.drawn = 0

    def below(self, n: int) -> int:
        while True:
            digest = sha256(f"{self.name}{self.drawn}".encode()).digest()
            self.drawn += 1
            value = int.from_bytes(digest[:8], "big")
            if value < 2**64 - 2**64 % n:
                return value % n

    def order(self, things: list[int]) -> list[int]:
        """Fisher-Yates from the end: the whole list in its new order."""
        things = list(things)
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
        return things


def halves_as_text(points: int) -> str:
    """Points counted in halves, as the purposes of lots write them."""
    return f"{points // 2}.5" if points % 2 else str(points // 2)


class Blind(Text):
    """5.4.10.4."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        order = Lots(field, "number:1", 0).order(list(field.players))
        field.number = {i: n for n, i in enumerate(order, 1)}

    def lots(self, purpose: str) -> Lots:
        return Lots(self.f, purpose)

    def bye_order(self, players: list[int]) -> list[int]:
        """Round 1: the last number; then by lot among the lowest."""
        if self.f.round == 1:
            return players[::-1]
        lots = self.lots("bye")
        return [i for g in reversed(self.groups(players)) for i in lots.order(g)]

    def partners(self, comer: int, residents: list[int]) -> list[int]:
        return self.lots(f"meets:{self.f.number[comer]}").order(residents)[::-1]

    def leavers(self, players: list[int], down: bool) -> list[int]:
        points = halves_as_text(self.f.score[players[0]])
        return self.lots(f"leaves:{points}").order(players)[::-1]

    def inside(self, rest: list[int]) -> list[int]:
        return rest[1:]

    def within(self, rest: list[int], candidates: list[Pairing]) -> list[Pairing]:
        """Neighbours of a random order; a pair that may not be: the whole group anew."""
        if self.f.round == 1 or not rest:
            return super().within(rest, candidates)
        lots = self.lots(f"pairs:{halves_as_text(self.f.score[rest[0]])}")
        order = list(rest)
        tries = 0
        while tries < 1000 and lots.drawn <= max(20 * len(rest), 400):
            tries += 1
            if self.drawn_in_pairs(order, lots):
                return [
                    c
                    for c in candidates
                    if all(c[a] == b for a, b in zip(order[::2], order[1::2], strict=True))
                ]
        return super().within(order, candidates)

    def drawn_in_pairs(self, order: list[int], lots: Lots) -> bool:
        """One draw from the end, two by two, broken off at the first pair that may not be."""
        for i in range(len(order) - 1, 0, -2):
            for k in (i, i - 1):
                j = lots.below(k + 1) if k else 0
                order[k], order[j] = order[j], order[k]
            if not self.f.legal(order[i - 1], order[i]):
                return False
        return True


class RenjuLot(Blind):
    """R3.8.1: who leaves evens out colours, then moves between groups, then lot."""

    def partners(self, comer: int, residents: list[int]) -> list[int]:
        if not residents:
            return []
        came = 1 if self.f.score[comer] > self.f.score[residents[0]] else -1

        def moves(p: int) -> tuple[int, bool]:
            floats = self.f.floats[p]
            return (came * sum(floats), floats[-1] == came)

        return sorted(super().partners(comer, residents), key=moves)

    def leavers(self, players: list[int], down: bool) -> list[int]:
        def moves(p: int) -> tuple[int, int, bool]:
            dues = [self.due(q) for q in players if q != p]
            floats = self.f.floats[p]
            uneven = abs(dues.count("w") - dues.count("b"))
            return (uneven, -sum(floats), floats[-1] == -1)

        return sorted(super().leavers(players, down), key=moves)
