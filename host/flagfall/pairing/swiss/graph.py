"""Who may meet whom, and whether a set of players can be paired at all.

A graph is dense: everybody may meet everybody but the few he has met. So a matching is grown from
a guess, repaired by short exchanges, and only where those fail by Edmonds' blossoms. The answers
are yes or no (and how many stay over): which matching was found never reaches a pairing.
"""

from collections.abc import Iterable, Sequence

# What colours a player may have: bit 1 white, bit 2 black. Two may meet if one can take each.
WHITE_OK, BLACK_OK, ANY = 1, 2, 3
_FIT = [[bool((a & 1 and b & 2) or (a & 2 and b & 1)) for b in range(4)] for a in range(4)]


def colours_fit(a: int, b: int) -> bool:
    """Whether two players with these caps can be given opposite colours."""
    return _FIT[a][b]


class Graph:
    """Players 0 … n − 1; `barred[i]` whom i must not meet, `cap[i]` the colours he may have."""

    __slots__ = ("barred", "cap", "most_barred")

    def __init__(self, barred: list[set[int]], cap: list[int]) -> None:
        self.barred = barred
        self.cap = cap
        self.most_barred = max(map(len, barred), default=0)

    def legal(self, a: int, b: int) -> bool:
        """Whether two players may meet."""
        return b not in self.barred[a] and _FIT[self.cap[a]][self.cap[b]]

    def surely_pairs(self, size: int, one_coloured: int) -> bool:
        """Whether any set of this (even) size pairs off, by degrees alone (Dirac).

        `one_coloured` is the number of its players bound to the more frequent single colour.
        """
        return size >= 2 * (1 + self.most_barred + one_coloured)

    def one_coloured(self, players: Iterable[int]) -> int:
        """How many of the players are bound to the colour to which more of them are bound.

        Whoever may have no colour at all counts beyond any number.
        """
        counts = [0, 0, 0, 0]
        for p in players:
            counts[self.cap[p]] += 1
        return most_bound(counts)


def most_bound(counts: Sequence[int]) -> int:
    """`one_coloured` from the number of players with each cap."""
    return 10**9 if counts[0] else max(counts[1], counts[2])


class Matching:
    """A maximum matching of some players, kept while players leave two by two."""

    __slots__ = ("graph", "mate", "over")

    def __init__(
        self, graph: Graph, players: Sequence[int], guess: dict[int, int] | None = None
    ) -> None:
        """`guess` is a matching to start from; what of it is not among `players` is dropped."""
        self.graph = graph
        legal = graph.legal
        mate: dict[int, int] = {}
        if guess:
            inside = set(players)
            mate = {p: guess[p] for p in players if p in guess and guess[p] in inside}
        over: list[int] = []
        for p in players:
            if p in mate:
                continue
            for i, q in enumerate(over):
                if legal(p, q):
                    mate[p], mate[q] = q, p
                    del over[i]
                    break
            else:
                over.append(p)
        self.mate = mate
        self.over: list[int] = []
        self._settle(over, list(players))

    def _settle(self, over: list[int], players: list[int]) -> None:
        """Match those left over as far as it goes; `self.over` are those for whom it fails."""
        graph = self.graph
        counts = [0, 0, 0, 0]
        for p in players:
            counts[graph.cap[p]] += 1
        bound = max(
            counts[0],
            2 * (counts[1] + counts[0]) - len(players),
            2 * (counts[2] + counts[0]) - len(players),
            len(players) % 2,
        )
        hopeless: list[int] = []
        while over and len(over) + len(hopeless) > bound:
            root = over.pop()
            if not (self._short(root, over) or self._blossom(root, over, players, hopeless)):
                hopeless.append(root)
        self.over = over + hopeless

    def _short(self, root: int, over: list[int]) -> bool:
        """Match `root` with one left over, directly or by turning one pair round."""
        legal, mate = self.graph.legal, self.mate
        for i, other in enumerate(over):
            if legal(root, other):
                mate[root], mate[other] = other, root
                del over[i]
                return True
        for i, other in enumerate(over):
            for u, v in mate.items():
                if legal(root, u) and legal(v, other):
                    mate[root], mate[u] = u, root
                    mate[other], mate[v] = v, other
                    del over[i]
                    return True
        return False

    def _blossom(self, root: int, over: list[int], players: list[int], hopeless: list[int]) -> bool:
        """Edmonds' search for a way from `root` to anybody left over; turns it round."""
        legal, mate = self.graph.legal, self.mate
        targets = set(over)
        dead = set(hopeless)
        parent: dict[int, int] = {}
        base = {p: p for p in players}
        outer = {root}
        queue = [root]
        for v in queue:
            for w in players:
                if w == v or w in dead or base[v] == base[w] or mate.get(v) == w:
                    continue
                if not legal(v, w):
                    continue
                if w == root or (w in mate and mate[w] in parent):
                    self._contract(v, w, root, base, parent, outer, queue, players)
                elif w not in parent:
                    parent[w] = v
                    if w in targets:
                        self._turn(w, parent)
                        over.remove(w)
                        return True
                    if w in mate:
                        outer.add(mate[w])
                        queue.append(mate[w])
        return False

    def _turn(self, end: int, parent: dict[int, int]) -> None:
        mate = self.mate
        w: int | None = end
        while w is not None:
            v = parent[w]
            following = mate.get(v)
            mate[w], mate[v] = v, w
            w = following

    def _contract(
        self,
        v: int,
        w: int,
        root: int,
        base: dict[int, int],
        parent: dict[int, int],
        outer: set[int],
        queue: list[int],
        players: list[int],
    ) -> None:
        mate = self.mate
        # The nearest common base of both ends.
        seen = set()
        a = base[v]
        while True:
            seen.add(a)
            if a == root or a not in mate:
                break
            a = base[parent[mate[a]]]
        b = base[w]
        while b not in seen:
            b = base[parent[mate[b]]]
        inside: set[int] = set()
        for end, child in ((v, w), (w, v)):
            x, y = end, child
            while base[x] != b:
                inside.add(base[x])
                inside.add(base[mate[x]])
                parent[x] = y
                y = mate[x]
                x = parent[y]
        for p in players:
            if base[p] in inside:
                base[p] = b
                if p not in outer:
                    outer.add(p)
                    queue.append(p)

    def take(self, a: int, b: int) -> bool:
        """Take the pair a–b out if the others can still be paired; else change nothing.

        Only for a perfect matching. The others' matching is kept.
        """
        mate = self.mate
        if mate[a] == b:
            del mate[a], mate[b]
            return True
        x, y = mate[a], mate[b]
        legal = self.graph.legal
        if legal(x, y):
            del mate[a], mate[b]
            mate[x], mate[y] = y, x
            return True
        del mate[a], mate[b], mate[x], mate[y]
        if self._short(x, [y]) or self._blossom(x, [y], [*mate, x, y], []):
            return True
        mate[a], mate[x] = x, a
        mate[b], mate[y] = y, b
        return False


def stays_over(graph: Graph, players: Sequence[int]) -> int:
    """How many stay without a partner however the players are paired."""
    size = len(players)
    odd = size % 2
    if graph.surely_pairs(size - odd, graph.one_coloured(players)):
        return odd
    return len(Matching(graph, players).over)
