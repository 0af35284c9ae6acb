"""What a player did, from the points that are occupied when he presses.

A placing is never ambiguous, and its colour follows from the turn. While an opening rule is in
force its step decides the reading: see `Opening.infer`.

>>> from flagfall import rules
>>> from flagfall.rules.renju.points import find_all
>>> position = rules.variant("renju").start().play("h8")
>>> infer(position, find_all("h8 i9")).text, infer(position, find_all("h8")).text
('i9', 'pass')
"""

from __future__ import annotations

from collections.abc import Collection

from flagfall.rules.errors import IllegalMove
from flagfall.rules.renju.points import names
from flagfall.rules.renju.position import PASS, RenjuMove, RenjuPosition
from flagfall.words import words

_, ngettext = words("rules")


def infer(position: RenjuPosition, occupied: Collection[int]) -> RenjuMove:
    """The stone that was added, or a pass if nothing changed (R2.1.6); points are 0…224.

    A foul is answered like any other stone: whether it may stand is for `push` or `record`.
    Raises `IllegalMove` (reason `sensors`) with the points that don't fit in `where`.
    """
    before = {point for point, _colour in position.stones()}
    new, missing = set(occupied) - before, before - set(occupied)
    if not missing and len(new) <= 1:
        return RenjuMove(new.pop()) if new else PASS
    parts = []
    if missing:
        parts.append(_("missing: {points}").format(points=", ".join(names(sorted(missing)))))
    if new:
        parts.append(_("new: {points}").format(points=", ".join(names(sorted(new)))))
    raise IllegalMove(
        _("The stones on the board are no single move ({what}).").format(what="; ".join(parts)),
        reason="sensors",
        where=", ".join(names(sorted(new | missing))),
    )
