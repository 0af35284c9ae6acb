"""The device in a few bits: for the wire's `State`, and for the signs on both faces."""

from flagfall_clock.codes import (
    HEALTH_DEFECT,
    HEALTH_EVENTS_DROPPED,
    HEALTH_JOURNAL_FULL,
    HEALTH_JOURNAL_WORN,
    HEALTH_KEYS_SUSPECT,
    HEALTH_LOW_BATTERY,
    SIDE_LEFT,
    SIDE_RIGHT,
    STATE_ADJOURNED,
    STATE_ARMED,
    STATE_CONFIRMED_LEFT,
    STATE_CONFIRMED_RIGHT,
    STATE_ENDED,
    STATE_LEFT_FLAG,
    STATE_LOCKED,
    STATE_RIGHT_FLAG,
    STATE_STARTED,
)
from flagfall_clock.compat import const

from flagfall_device import faces
from flagfall_device.settings import NO_CODE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Erased blocks: half of what 140 blocks are good for, and checkpoints to one
# (docs/clock-journal.md).
_WORN = const(7000000)
_MARKS = const(58)


def flags(device: "Any") -> int:
    """The wire's `StateFlag`s."""
    game = device.game
    clock = game.clock
    bits: int = clock.running | clock.turn << 2 | clock.first_flag << 4
    if clock.left.flag_us >= 0:
        bits |= STATE_LEFT_FLAG
    if clock.right.flag_us >= 0:
        bits |= STATE_RIGHT_FLAG
    if clock.started:
        bits |= STATE_STARTED
    if clock.ended:
        bits |= STATE_ENDED
    if clock.adjourned:
        bits |= STATE_ADJOURNED
    if game.armed:
        bits |= STATE_ARMED
    if device.settings.code != NO_CODE:
        bits |= STATE_LOCKED
    if game.confirmed & SIDE_LEFT:
        bits |= STATE_CONFIRMED_LEFT
    if game.confirmed & SIDE_RIGHT:
        bits |= STATE_CONFIRMED_RIGHT
    return bits


def health(device: "Any") -> int:
    """The wire's `Health`."""
    journal = device.journal
    acknowledged = device.session.events.acknowledged
    bits: int = device.board.health()
    if device.battery.low:
        bits |= HEALTH_LOW_BATTERY
    if device.settings.defective or (device.panel and device.panel.lost):
        bits |= HEALTH_DEFECT
    if device.game.sensors and device.game.sensors.lost:
        bits |= HEALTH_DEFECT
    marks = device.marks
    if journal.erased + marks.count // _MARKS > _WORN:
        bits |= HEALTH_JOURNAL_WORN
    if journal.errors or marks.errors or device.settings.errors:
        bits |= HEALTH_JOURNAL_WORN
    if journal.is_tight(acknowledged):
        bits |= HEALTH_JOURNAL_FULL
    if journal.overwritten > acknowledged:
        bits |= HEALTH_EVENTS_DROPPED
    if device.hands.suspect:
        bits |= HEALTH_KEYS_SUSPECT
    return bits


def signs(device: "Any") -> int:
    """The unit's signs, as `faces` has them."""
    bits = 0
    if health(device) & HEALTH_LOW_BATTERY:
        bits |= faces.LOW_BATTERY
    if device.settings.defective:
        bits |= faces.DEFECT
    if device.session.held:
        bits |= faces.LINKED
    if device.settings.code != NO_CODE:
        bits |= faces.LOCKED
    if device.sounds():
        bits |= faces.SOUND
    return bits
