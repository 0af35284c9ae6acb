"""A clock in memory with a regulation on it, and keys pressed at moments of virtual time."""

from flagfall.sim.inside import Inside
from flagfall_protocol import messages as m
from flagfall_protocol.codes import Key

from tests.support.fold import Fold
from tests.support.talk import Talk, inside, sudden


def fresh(*, minutes: int = 5) -> tuple[Inside, Talk]:
    clock = Inside(b"gameplay")
    talk = inside(clock)
    talk.hello()
    talk.lay_out(*sudden(minutes))
    return clock, talk


def records(clock: Inside, talk: Talk) -> list[m.Event]:
    got = talk.journal(clock.device.journal.journal_id)
    Fold().take(got)
    return [r for r in got if isinstance(r, m.Event)]


def tap(talk: Talk, key: Key, at_us: int, hold_us: int = 80_000) -> m.State:
    """Press a key at a moment of virtual time; the state a little later."""
    now = talk.ask(m.Poll(0), m.State).now_us
    talk.advance(at_us + hold_us + 20_000, (key, True, at_us - now), (key, False, hold_us))
    return talk.ask(m.Poll(0), m.State)
