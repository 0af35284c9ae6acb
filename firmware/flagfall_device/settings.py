"""What the unit keeps over power-off besides its journal."""

from struct import pack, unpack_from

from flagfall_clock.compat import const

from flagfall_device.entries import HEAD, Entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Numbers of the wire's `Setting`.
DRIFT = const(1)
SOUNDS = const(2)
BRIGHTNESS = const(3)
ADDRESS = const(4)
DEFECTIVE = const(5)
LEAVE = const(6)  # not kept: an order
CODE = const(7)  # 0: none

_KIND = const(0x01)
_LAYOUT = "<iBBBBBH"
_ZERO_DRIFT = 1 << 31
_MOST_DRIFT = const(1000000)
NO_CODE = const(0xFFFF)  # no lock: the arbiter's menu opens without a code


class Settings:
    """Drift in parts per thousand million, sounds, brightness, bus address, and so on."""

    def __init__(self, store: "Any") -> None:
        self._entries = Entries(store, 2048)
        self.drift_ppb = 0
        self.sounds = 0
        self.brightness = 8
        self.address = 0
        self.defective = 0
        self.language = 0
        self.code = NO_CODE
        if not self._entries.open():
            self._entries.begin(1, 0)
        self.errors = 0  # writes that the flash refused
        # The older slot too: power may have failed when the newer one was just begun.
        for slot in (self._entries.older, self._entries.slot):
            at = HEAD if slot >= 0 else -1
            while at >= 0:
                at = self._entries.read(slot, at)
                if at >= 0:
                    self._take()

    def _take(self) -> None:
        (
            self.drift_ppb,
            self.sounds,
            self.brightness,
            self.address,
            self.defective,
            self.language,
            self.code,
        ) = unpack_from(_LAYOUT, self._entries.buf, 2)

    def keep(self) -> None:
        """Write the settings down as they are now; where the flash refuses they hold until the
        power is off, and `errors` counts it."""
        body = pack(
            _LAYOUT,
            self.drift_ppb,
            self.sounds,
            self.brightness,
            self.address,
            self.defective,
            self.language,
            self.code,
        )
        try:
            if self._entries.room() < 64:
                self._entries.rotate(0)
            self._entries.append(_KIND, body, 0, len(body))
        except OSError:
            self.errors += 1

    def set(self, setting: int, value: int) -> "bool | None":
        """A setting off the wire; True: taken, False: out of range, None: there's none such."""
        if setting == DRIFT:
            value -= _ZERO_DRIFT
            if not -_MOST_DRIFT <= value <= _MOST_DRIFT:
                return False
            self.drift_ppb = value
        elif setting == SOUNDS and value <= 2:
            self.sounds = value
        elif setting == BRIGHTNESS and value <= 15:
            self.brightness = value
        elif setting == ADDRESS and value <= 250:
            self.address = value
        elif setting == DEFECTIVE and value <= 1:
            self.defective = value
        elif setting == CODE and value <= 9999:
            self.code = value or NO_CODE
        else:
            return False if SOUNDS <= setting <= DEFECTIVE or setting == CODE else None
        self.keep()
        return True
