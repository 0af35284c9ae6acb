"""What the arbiters decided, as a sheet of the final report."""

from flagfall.pairing.event import Event
from flagfall.pairing.notes import WORDS
from flagfall.pairing.rounds import labels_of
from flagfall.reports.sheets import Column, Sheet
from flagfall.scoring.sanctions import EVERY
from flagfall.words import words

_, ngettext = words("reports")
_pairing, _plural = words("pairing")

Line = tuple[int, str, str]


def decisions_sheet(event: Event) -> Sheet | None:
    """Round, what was decided, and why; None where there was nothing to decide."""
    lines = sorted(_lines(event), key=lambda line: line[0])
    if not lines:
        return None
    columns = (
        Column(_("round"), "right", 2),
        Column(_("decision"), "left", 8),
        Column(_("reason"), "left", 8),
    )
    rows = tuple((str(n) if n else "", what, why) for n, what, why in lines)
    title = _("Decisions of the arbiters")
    return Sheet(title, title, columns, rows)


def _lines(event: Event) -> list[Line]:
    labels = labels_of(event)
    sanctions = {s.code: s for s in EVERY}
    found: list[Line] = [
        (
            c.round,
            _("table {n}: {was} corrected to {now}").format(n=c.table, was=c.was, now=c.now or "–"),
            c.reason,
        )
        for c in event.decisions
    ]
    found += ((r.number, _("paired again"), r.reason) for r in event.rounds if r.reason)
    found += (
        (w.round, _("set aside: {rule}").format(rule=_pairing(WORDS[w.rule])), w.reason)
        for w in event.system.waive
    )
    for f in event.forced_pairs:
        pair = " – ".join(labels.get(p, event.by_id[p].name) for p in f.players)
        found.append((f.round, _("laid down: {pair}").format(pair=pair), f.reason))
    for s in event.sanctions:
        rule = sanctions[s.sanction]
        who = labels.get(s.player, event.by_id[s.player].name)
        found.append((s.round or 0, f"{who}: {rule.sentence()} ({rule.rule})", s.reason))
    return found
