"""A Swiss round from its ground to its tables: plan, pairs, colours, reasons."""

from dataclasses import dataclass
from itertools import combinations

from flagfall.pairing.contests import Contest, seat
from flagfall.pairing.errors import NothingToPair
from flagfall.pairing.event import Event
from flagfall.pairing.notes import Note, note
from flagfall.pairing.rounds import Free, Round
from flagfall.pairing.swiss.colour import allot
from flagfall.pairing.swiss.field import Swiss, swiss_field
from flagfall.pairing.swiss.graph import ANY, Graph, Matching, colours_fit, stays_over
from flagfall.pairing.swiss.ground import Ground, lay, rule_name
from flagfall.pairing.swiss.inside import Couple
from flagfall.pairing.swiss.plan import Planner, Step, Tangled, crossings
from flagfall.pairing.swiss.systems import SYSTEMS, System
from flagfall.pairing.tables import over
from flagfall.words import words

_, _plural = words("pairing")


@dataclass(slots=True)
class Work:
    """A round being made."""

    system: System
    ground: Ground
    limits: list[int]  # colours the rule leaves each player
    caps: list[int]  # the same, where the rule is in force
    couples: list[Couple]
    notes: list[Note]


def pair_swiss(event: Event, round_no: int, settled: frozenset[int | str] = frozenset()) -> Round:
    """The next round of a Swiss event; without those whose games are `settled` already."""
    if event.system.rounds is not None and round_no > event.system.rounds:
        raise over(event, event.system.rounds)
    swiss = swiss_field(event, round_no)
    if settled:
        swiss.present = [p for p in swiss.present if swiss.record.ids[p] not in settled]
    elif len(swiss.present) < 2:
        raise NothingToPair(_("fewer than two players are left to play"))
    system = SYSTEMS[event.system.kind](swiss)
    ground = lay(system)
    work = Work(system, ground, swiss.caps(), ground.graph.cap, [], list(ground.notes))
    _pair_pool(work)
    return _seat(work)


def _pair_pool(work: Work) -> None:
    system, ground = work.system, work.ground
    if not ground.pool:
        return
    groups = system.groups(ground.pool)
    try:
        graph, steps = _planned(work, groups)
    except Tangled:
        work.notes.append(note("fallback_search", system.repair_rule))
        work.couples += _one_by_one(system, ground.graph, ground.pool)
        return
    work.caps = graph.cap
    for step in steps:
        _note_step(work, step)
        for comer, partner in step.met:
            work.couples.append(_crossing(system, comer, partner))
        couples, notes = system.inside(graph, step.rest, step.stage.points)
        work.couples += couples
        work.notes += notes


def _planned(work: Work, groups: list[list[int]]) -> tuple[Graph, list[Step]]:
    """The plan; in the last round renju's limit of colours yields to score groups (R3.6.2).

    It yields in as few groups as possible, and only where without it fewer players would leave
    their groups.
    """
    system, graph = work.system, work.ground.graph
    swiss = system.swiss

    def plan(caps: list[int]) -> tuple[Graph, list[Step]]:
        relaxed = Graph(graph.barred, caps)
        return relaxed, Planner(relaxed, system.stages(relaxed, groups), system).steps()

    kept = plan(graph.cap)
    bound = [k for k, g in enumerate(groups) if any(graph.cap[p] != ANY for p in g)]
    if swiss.event.colour_rule != "renju" or not swiss.last_round or not bound:
        return kept
    fewest = crossings(plan([ANY] * len(graph.cap))[1])
    if crossings(kept[1]) == fewest:
        return kept
    sets = [(k,) for k in bound] + list(combinations(bound, 2)) + [tuple(bound)]
    for some in sets:
        caps = list(graph.cap)
        for k in some:
            for p in groups[k]:
                caps[p] = ANY
        found = plan(caps)
        if crossings(found[1]) == fewest:
            work.notes += (
                note(
                    "limit_waived_last_round",
                    "R3.6.2",
                    points=system.points(swiss.score[groups[k][0]]),
                )
                for k in some
            )
            return found
    raise AssertionError("all groups without limits are as the field without limits")


def _note_step(work: Work, step: Step) -> None:
    """Say who leaves a group and why, and where a whole group could not stay together."""
    system, stage = work.system, step.stage
    if not step.left:
        return
    points = system.points(stage.points)
    residents = [p for p in step.left if p in stage.residents]
    if len(residents) > 1:
        work.notes.append(
            note("group_broken", system.repair_rule, points=points, count=len(residents))
        )
    met = {p for pair in step.met for p in pair}
    here = [p for p in stage.residents if p not in met]
    for p in residents:
        work.notes.append(
            note(
                "floater",
                system.floater_rule,
                player=system.ids[p],
                points=points,
                why=system.why_leaves(stage, p, here),
            )
        )


def _crossing(system: System, comer: int, partner: int) -> Couple:
    score, ids = system.swiss.score, system.ids
    upper, lower = system.upper_first(comer, partner)
    values = {
        "a": ids[upper],
        "b": ids[lower],
        "from_points": system.points(score[comer]),
        "to_points": system.points(score[partner]),
    }
    code = "floats_down" if score[comer] >= score[partner] else "floats_up"
    return Couple(upper, lower, note(code, system.floater_rule, **values))


def _one_by_one(system: System, graph: Graph, pool: list[int]) -> list[Couple]:
    """From the top: each with the nearest he may meet so that all others can be paired."""
    matching = Matching(graph, pool)
    rest = list(pool)
    couples = []
    while rest:
        a = rest.pop(0)
        for k, b in enumerate(rest):
            if graph.legal(a, b) and matching.take(a, b):
                del rest[k]
                ids = system.ids
                couples.append(
                    Couple(a, b, note("nearest", system.repair_rule, a=ids[a], b=ids[b]))
                )
                break
    return couples


def _seat(work: Work) -> Round:
    """Colours and tables: the pair of the best placed first."""
    system = work.system
    swiss, ids = system.swiss, system.ids
    event = swiss.event
    couples = [
        Couple(*system.upper_first(a, b), note(code, "D5.4.10.9"))
        for code, pairs in (("forced", work.ground.forced), ("repeat", work.ground.repeats))
        for a, b in pairs
    ]
    couples += work.couples
    rank, score = system.rank, swiss.score
    couples.sort(key=lambda c: (-score[c.upper], -score[c.lower], rank[c.upper]))
    white_of: dict[frozenset[int | str], int | None] = {
        frozenset(f.players): f.white for f in event.forced_pairs if f.round == swiss.round_no
    }
    contests: list[Contest] = []
    for c in couples:
        a, b = c.upper, c.lower
        why: tuple[Note, ...]
        laid = white_of.get(frozenset((ids[a], ids[b])))
        if laid is not None:
            colour, why = (1 if laid == ids[a] else -1), (note("colour_forced", "D5.4.10.9"),)
        elif swiss.round_no == 1:
            colour, why = system.first_colours(a, b, couples[0].upper)
        else:
            colour, why = allot(swiss, work.caps, a, b)
            why += _not_counted(swiss, a) + _not_counted(swiss, b)
        _remarks(work, a, b)
        white, black = (a, b) if colour > 0 else (b, a)
        contests.append(Contest(ids[white], ids[black], (c.why,), why))
    byes = []
    if work.ground.bye is not None:
        points = event.system.bye_value
        byes.append(Free(ids[work.ground.bye], points, work.ground.bye_why))
    work.notes += _outlook(work, couples)
    work.notes += (note("absent", "D5.4.10.2", player=ids[p]) for p in swiss.absent)
    return seat(event, swiss.round_no, contests, byes, work.notes, [ids[p] for p in swiss.absent])


def _not_counted(swiss: Swiss, i: int) -> tuple[Note, ...]:
    """Say that a game of the last round that was not played gave no colour (D5.4.10.2)."""
    meet = swiss.record.rows[i][-1]
    if meet is None or meet.opponent < 0 or meet.played:
        return ()
    return (note("colour_unplayed", "D5.4.10.2", player=swiss.record.ids[i]),)


def _remarks(work: Work, a: int, b: int) -> None:
    """Say where a pair was on paper before, or breaks a limit set aside."""
    swiss, ids = work.system.swiss, work.system.ids
    if b in swiss.unplayed[a] and b not in swiss.met[a]:
        work.notes.append(note("remeet_after_forfeit", "D5.4.10.2", a=ids[a], b=ids[b]))
    if not colours_fit(work.limits[a], work.limits[b]):
        rule = rule_name(swiss.event, "colour_limit")
        work.notes.append(note("broken_limit", rule, a=ids[a], b=ids[b]))


def _outlook(work: Work, couples: list[Couple]) -> list[Note]:
    """A warning if after this round the next can't be paired, whatever the results are."""
    swiss = work.system.swiss
    rounds = swiss.event.system.rounds
    if rounds is None or swiss.round_no >= rounds:
        return []
    graph = work.ground.graph
    if graph.surely_pairs(len(work.ground.pool) // 2, 2):
        return []  # even half of the field would pair off after one more meeting
    ids = swiss.record.ids
    pool = [i for i in range(len(ids)) if swiss.event.entrant(ids[i]).plays_in(swiss.round_no + 1)]
    barred = [set(b) for b in graph.barred]
    for c in couples:
        barred[c.upper].add(c.lower)
        barred[c.lower].add(c.upper)
    if len(pool) < 2 or stays_over(Graph(barred, [ANY] * len(ids)), pool) <= len(pool) % 2:
        return []
    return [note("next_impossible", "D5.4.10.2", round=swiss.round_no + 1)]
