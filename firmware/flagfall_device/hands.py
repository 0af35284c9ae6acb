"""What hands do to the keys, and what it means: presses, the stop key, gestures, keys held down."""

from flagfall_clock.codes import (
    ACT_RESUME,
    ACT_STOP,
    ACT_SWITCH_BACK,
    CODE_RENJU_RF,
    CODE_RENJU_RIF,
    KEY_BACK,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_START_STOP,
    SIDE_LEFT,
    SIDE_NONE,
)
from flagfall_clock.compat import const

from flagfall_device import buzzer
from flagfall_device.timebase import Deadline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flagfall_device.timebase import Timebase

_STUCK_US = const(60000000)


class Hands:
    """`suspect`: bits of the big keys that have been down for too long to be a hand."""

    def __init__(self, device: "Any") -> None:
        self._device = device
        self._holds = (Deadline(), Deadline())
        self._stuck = (Deadline(), Deadline())
        self.suspect = 0

    def found(self, key: int, level: int) -> None:
        """What a key says at power-up: one that stays down is no hand, either."""
        device = self._device
        if level and key <= KEY_RIGHT and not device.keys.lever:
            self._stuck[key].after(device.time, _STUCK_US)

    def key(self, key: int, level: int, at_us: int) -> None:
        """A key went down (1) or up (0)."""
        device = self._device
        if level and device.sounds() > 1 and not device.buzzer.plays:
            device.play(buzzer.KEY)
        if key == KEY_LEFT or key == KEY_RIGHT:
            self._big(key, level, at_us)
        elif key != KEY_START_STOP:
            if not device.game.clock.running:  # CL-45
                device.console.key(key, level)
        elif level and not device.start_in_menu():
            self._start_stop(at_us)

    def _big(self, key: int, level: int, at_us: int) -> None:
        device = self._device
        game = device.game
        self._holds[key].clear()
        if not level:
            self._stuck[key].clear()
            self.suspect &= ~(1 << key)
            return
        limit_us = game.clock.regulation.hold_limit_us
        if limit_us and not device.keys.lever:  # a lever lies where it was put
            self._holds[key].set_us(at_us + limit_us)
        side = SIDE_LEFT + key
        count = device.keys.counts[key]
        if device.keys.closed(KEY_BACK) and self._may_switch_back(side):
            game.act(at_us, ACT_SWITCH_BACK, side, count)
        else:
            game.press(side, at_us, count)

    def _may_switch_back(self, side: int) -> bool:
        """CL-21, CL-02: the running side may; in renju only in blitz."""
        clock = self._device.game.clock
        code = clock.regulation.code
        renju = code == CODE_RENJU_RF or code == CODE_RENJU_RIF
        return bool(clock.running == side and (clock.regulation.blitz or not renju))

    def _start_stop(self, at_us: int) -> None:
        device = self._device
        game = device.game
        clock = game.clock
        if clock.running:
            device.play(buzzer.STOP)
            game.act(at_us, ACT_STOP, SIDE_NONE)
        elif clock.ended or device.session.held:
            return  # with a laptop the word is the arbiter's
        elif not clock.started:
            device.play(buzzer.START)
            game.arm(at_us, not game.armed)
        elif not device.locked():
            device.play(buzzer.START)
            game.act(at_us, ACT_RESUME, SIDE_NONE)

    def due(self, time: "Timebase") -> bool:
        """Report keys that are held (CL-20); True if one has begun to look stuck."""
        stuck = False
        for key in range(2):
            if self._holds[key].due(time):
                self._holds[key].clear()
                self._stuck[key].after(time, _STUCK_US)
                game = self._device.game
                game.held(SIDE_LEFT + key, time.now_us(), game.clock.regulation.hold_limit_us)
            if self._stuck[key].due(time):
                self._stuck[key].clear()
                self.suspect |= 1 << key
                stuck = True
        return stuck

    def wait_us(self, time: "Timebase") -> int:
        """How long nothing needs to be reported."""
        wait = min(self._holds[0].wait_us(time), self._holds[1].wait_us(time))
        return min(wait, self._stuck[0].wait_us(time), self._stuck[1].wait_us(time))
