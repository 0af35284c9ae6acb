"""The ground of a round: laid down pairs, who may meet whom, the bye, rules set aside."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from flagfall.pairing.errors import NoLegalPairing
from flagfall.pairing.event import WAIVABLE, Event, Player
from flagfall.pairing.notes import WORDS, Note, note
from flagfall.pairing.rounds import labels_of
from flagfall.pairing.swiss.field import Swiss
from flagfall.pairing.swiss.graph import ANY, Graph, stays_over
from flagfall.pairing.swiss.systems import System
from flagfall.words import words

_, _plural = words("pairing")

RULES = {
    "rematch": "D5.4.10.2",
    "colour_limit": "D5.4.10.2",
    "second_bye": "D5.4.10.2",
    "forbidden_pair": "D5.4.10.9",
    "avoid": "D5.4.10.9",
}
RENJU_RULES = RULES | {"rematch": "R3.6.2", "colour_limit": "R3.6.2", "second_bye": "R3.7.2"}


@dataclass(slots=True)
class Ground:
    """What the search for pairs stands on."""

    graph: Graph
    pool: list[int]
    forced: list[tuple[int, int]] = field(default_factory=list)
    repeats: list[tuple[int, int]] = field(default_factory=list)
    bye: int | None = None
    bye_why: tuple[Note, ...] = ()
    notes: list[Note] = field(default_factory=list)


def rule_name(event: Event, rule: str) -> str:
    """The article a waivable rule stands on."""
    return (RENJU_RULES if event.colour_rule == "renju" else RULES)[rule]


def lay(system: System) -> Ground:
    """The ground of a round; `NoLegalPairing` with ways out if nobody can be paired on it."""
    swiss = system.swiss
    event, number = swiss.event, swiss.round_no
    off = {rule for rule in WAIVABLE if event.waived(rule, number)}
    notes = [
        note("waived", rule_name(event, w.rule), rule=w.rule, reason=w.reason)
        for w in event.system.waive
        if w.round == number
    ]
    forced = _forced(swiss, notes)
    pool = [p for p in system.rank if all(p not in pair for pair in forced)]
    for relaxed, remark in _relaxations(system, off):
        if "rematch" in relaxed:
            ground = _with_rematches(system, relaxed - {"rematch"}, pool)
        else:
            graph = _graph(swiss, relaxed)
            ground = _with_bye(system, graph, pool, "second_bye" in relaxed)
        if ground is not None:
            ground.forced = forced
            ground.notes = notes + remark + ground.notes
            return ground
    raise _impossible(system, pool, off)


def _relaxations(system: System, off: set[str]) -> Iterator[tuple[set[str], list[Note]]]:
    """Rules left out, from none to all that may be: a rule falls only where it must."""
    swiss = system.swiss
    event = swiss.event
    relaxed: set[str] = set()
    remark: list[Note] = []
    yield set(), []
    if swiss.last_round and event.colour_rule == "renju":
        relaxed.add("colour_limit")
        remark.append(note("limit_waived_all", "R3.6.2"))
        yield set(relaxed), list(remark)
    if any(not a.strict for a in event.system.avoid):
        relaxed.add("try")
        remark.append(note("avoid_lifted", rule_name(event, "avoid")))
        yield set(relaxed), list(remark)
    for rule in ("avoid", "forbidden_pair", "second_bye", "colour_limit", "rematch"):
        if rule in off:
            relaxed.add(rule)
            yield set(relaxed), list(remark)


def _forced(swiss: Swiss, notes: list[Note]) -> list[tuple[int, int]]:
    """Pairs the arbiter laid down, white first where he said so; what they break is noted."""
    event, number = swiss.event, swiss.round_no
    index = swiss.record.index
    there = set(swiss.present)
    apart = _graph(swiss, {"rematch"}).barred
    found = []
    for f in event.forced_pairs:
        if f.round != number:
            continue
        a, b = (index.get(p) for p in f.players)
        missing = [p for p in f.players if not event.entrant(p).plays_in(number)]
        if missing:
            notes.append(
                note(
                    "forced_missing", "D5.4.10.9", a=f.players[0], b=f.players[1], player=missing[0]
                )
            )
        if a is None or b is None or a not in there or b not in there:
            continue
        found.append((a, b))
        for rule, broken in (("rematch", swiss.met[a]), ("forbidden_pair", apart[a])):
            if b in broken:
                first, second = f.players
                article = rule_name(event, rule)
                notes.append(note("forced_breaks", article, a=first, b=second, rule=rule))
    return found


def ground_graph(swiss: Swiss) -> Graph:
    """Who may meet whom with every rule in force."""
    return _graph(swiss, set())


def bye_and_rest(system: System, graph: Graph, pool: list[int]) -> Ground | None:
    """Whether some players can be paired, one left out if they are odd."""
    return _with_bye(system, graph, pool, second_bye=False)


def _graph(swiss: Swiss, off: set[str]) -> Graph:
    """Who may meet whom, without the rules in `off`."""
    event, number = swiss.event, swiss.round_no
    index = swiss.record.index
    barred = swiss.met if "rematch" not in off else [set() for _ in swiss.met]
    if event.forbidden_pairs or event.system.avoid:
        barred = [set(b) for b in barred]
    if "forbidden_pair" not in off:
        for f in event.forbidden_pairs:
            a, b = (index.get(p) for p in f.players)
            if f.holds_in(number) and a is not None and b is not None:
                barred[a].add(b)
                barred[b].add(a)
    if "avoid" not in off:
        for rule in event.system.avoid:
            if number <= rule.through_round and (rule.strict or "try" not in off):
                _keep_apart(swiss, rule.field, barred)
    caps = swiss.caps() if "colour_limit" not in off else [ANY] * len(swiss.score)
    return Graph(barred, caps)


def _keep_apart(swiss: Swiss, field_name: str, barred: list[set[int]]) -> None:
    alike: dict[object, list[int]] = {}
    for p in swiss.present:
        entrant = swiss.event.entrant(swiss.record.ids[p])
        value = getattr(entrant, field_name) if isinstance(entrant, Player) else None
        if value is not None:
            alike.setdefault(value, []).append(p)
    for crowd in alike.values():
        for p in crowd:
            barred[p].update(q for q in crowd if q != p)


def _with_bye(system: System, graph: Graph, pool: list[int], second_bye: bool) -> Ground | None:
    """The ground with its bye if the number is odd; None if nobody can be left out."""
    swiss = system.swiss
    if len(pool) % 2 == 0:
        return Ground(graph, pool) if stays_over(graph, pool) == 0 else None
    inside = set(pool)
    rule = system.bye_rule
    for lucky in (False, True) if second_bye else (False,):
        passed = 0
        for p in system.bye_order():
            if p not in inside or swiss.lucky[p] != lucky:
                continue
            rest = [q for q in pool if q != p]
            if stays_over(graph, rest) == 0:
                ids = swiss.record.ids
                why = [note("bye_second" if lucky else system.bye_code, rule, player=ids[p])]
                if passed:
                    why.append(note("bye_next", system.repair_rule, count=passed))
                return Ground(graph, rest, bye=p, bye_why=tuple(why), notes=list(why[1:]))
            passed += 1
    return None


def _with_rematches(system: System, off: set[str], pool: list[int]) -> Ground | None:
    """As few second meetings as possible, from the end of the classification up."""
    swiss = system.swiss
    event = swiss.event
    graph = _graph(swiss, off)
    repeats: list[tuple[int, int]] = []
    rest = list(pool)
    odd = len(pool) % 2
    over = stays_over(graph, rest)
    while over > odd:
        for a, b in _met_pairs(swiss, rest):
            without = [p for p in rest if p not in (a, b)]
            fewer = stays_over(graph, without)
            if fewer < over:
                repeats.append((a, b))
                rest, over = without, fewer
                break
        else:
            return None
    ground = _with_bye(system, graph, rest, "second_bye" in off)
    if ground is None:
        return None
    ground.repeats = repeats
    ids = swiss.record.ids
    ground.notes += (
        note("broken_rematch", rule_name(event, "rematch"), a=ids[a], b=ids[b]) for a, b in repeats
    )
    return ground


def _met_pairs(swiss: Swiss, players: list[int]) -> list[tuple[int, int]]:
    """Pairs of players who have met, the lowest in the classification first."""
    found = []
    for i in range(len(players) - 1, -1, -1):
        b = players[i]
        found += [(a, b) for a in reversed(players[:i]) if b in swiss.met[a]]
    return found


def _impossible(system: System, pool: list[int], off: set[str]) -> NoLegalPairing:
    """Why nothing can be paired, and which single rule (or two) would make it possible."""
    swiss = system.swiss
    ways: list[str] = []
    tries = [{rule} for rule in WAIVABLE if rule not in off]
    tries += [{a, b} for a in WAIVABLE for b in WAIVABLE if a < b and not {a, b} <= off]
    for extra in tries:
        if ways and len(extra) > 1:
            break
        graph = _graph(swiss, off | extra)
        if _with_bye(system, graph, pool, "second_bye" in off | extra) is not None:
            ways += sorted(extra)
    lonely = _lonely(_graph(swiss, off), pool)
    why = (
        _("player {id} may meet nobody any more").format(
            id=labels_of(swiss.event)[swiss.record.ids[lonely[0]]]
        )
        if lonely
        else _("the {n} players left can't all be paired without breaking a rule").format(
            n=len(pool)
        )
    )
    names = ", ".join(_(WORDS[w]) for w in dict.fromkeys(ways))
    return NoLegalPairing(
        _("round {n} has no legal pairing: {why}").format(n=swiss.round_no, why=why),
        hint=(
            _("setting aside would make one: {rules} (flagfall event waive FILE {rule})").format(
                rules=names, rule=ways[0]
            )
            if ways
            else _("no single rule helps; end the event or let somebody pause")
        ),
        where="$.rounds",
        ways=tuple(dict.fromkeys(ways)),
    )


def _lonely(graph: Graph, pool: list[int]) -> list[int]:
    return [p for p in pool if not any(graph.legal(p, q) for q in pool if q != p)]
