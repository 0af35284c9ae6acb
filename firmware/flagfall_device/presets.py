"""Regulations to choose from: those every club plays, and four of the user's own."""

from flagfall_clock.codes import (
    CODE_DRAUGHTS_RF,
    CODE_PLAIN,
    CODE_RENJU_RF,
    METHOD_BYOYOMI,
    METHOD_CANADIAN,
    METHOD_FISCHER,
    METHOD_HOURGLASS,
    METHOD_SUDDEN,
)
from flagfall_clock.compat import const
from flagfall_clock.regulation import Period, Regulation

from flagfall_device import codec
from flagfall_device.entries import HEAD, Entries
from flagfall_device.rules import fields_of, head_of, laid_out
from flagfall_device.transfer import Builder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

OWN = const(4)
_S = const(1000000)
_MIN = 60 * _S
_CAPACITY = const(8192)


def _blitz(minutes: int, code: int, increment_s: int = 0) -> Regulation:
    method = METHOD_FISCHER if increment_s else METHOD_SUDDEN
    return Regulation([Period(minutes * _MIN, None, method, increment_s * _S)], None, code, True)


def _fischer(minutes: int, seconds: int) -> Regulation:
    period = Period(minutes * _MIN, None, METHOD_FISCHER, seconds * _S)
    return Regulation([period], None, CODE_DRAUGHTS_RF)


def _renju_60() -> Regulation:
    period = Period(60 * _MIN, None, METHOD_CANADIAN, byo_us=30 * _MIN, byo_moves=20)
    return Regulation([period], None, CODE_RENJU_RF)


def _controls() -> Regulation:
    regulation = Regulation([Period(120 * _MIN, 50), Period(60 * _MIN, 25)], None, CODE_DRAUGHTS_RF)
    regulation.repeat_last = True
    return regulation


def _byoyomi() -> Regulation:
    period = Period(30 * _MIN, None, METHOD_BYOYOMI, count=3, byo_us=30 * _S)
    return Regulation([period], None, CODE_PLAIN)


def _canadian() -> Regulation:
    period = Period(30 * _MIN, None, METHOD_CANADIAN, byo_us=5 * _MIN, byo_moves=15)
    return Regulation([period], None, CODE_PLAIN)


def _hourglass() -> Regulation:
    return Regulation([Period(2 * _MIN, None, METHOD_HOURGLASS)], None, CODE_PLAIN)


# (English, Russian, the regulation made fresh). The names fit 21 letters.
PRESETS: "tuple[tuple[str, str, Callable[[], Regulation]], ...]" = (
    ("renju blitz 5", "рэндзю блиц 5", lambda: _blitz(5, CODE_RENJU_RF)),
    ("renju blitz 10", "рэндзю блиц 10", lambda: _blitz(10, CODE_RENJU_RF)),
    ("renju 60 + 20/30", "рэндзю 60 + 20/30", _renju_60),
    ("draughts blitz 5+3", "шашки блиц 5+3", lambda: _blitz(5, CODE_DRAUGHTS_RF, 3)),
    ("draughts rapid 15+5", "шашки быстрые 15+5", lambda: _fischer(15, 5)),
    ("draughts 1:20 + 1", "шашки 1:20 + 1", lambda: _fischer(80, 60)),
    ("2 h/50 + 1 h/25 ...", "2 ч/50 + 1 ч/25 ...", _controls),
    ("micro-match 45+15", "микроматч 45+15", lambda: _fischer(45, 15)),
    ("byo-yomi 30 + 3x30", "бёёми 30 + 3x30", _byoyomi),
    ("canadian 30 + 15/5", "канадский 30 + 15/5", _canadian),
    ("hourglass 2", "песочные часы 2", _hourglass),
)


class Own:
    """The user's own regulations, `OWN` of them, kept over power-off."""

    def __init__(self, store: "Any") -> None:
        self._entries = Entries(store, _CAPACITY)
        self._frame = bytearray(codec.FRAME_MAX)
        self.kept: "list[Regulation | None]" = [None] * OWN
        if not self._entries.open():
            self._entries.begin(1, 0)
        self._load()

    def _load(self) -> None:
        entries = self._entries
        builder = None
        # The older slot too: power may have failed when the newer one was just begun.
        for slot in (entries.older, entries.slot):
            at = HEAD if slot >= 0 else -1
            while at >= 0:
                at = entries.read(slot, at)
                if at >= 0:
                    builder = self._take(builder)

    def _take(self, builder: "Builder | None") -> "Builder | None":
        """The entry just read: a regulation's head or one of its periods."""
        entries = self._entries
        frame = self._frame
        frame[codec.BODY : codec.BODY + entries.size] = entries.buf[2 : 2 + entries.size]
        if entries.kind == codec.KIND_RULES_BEGIN:
            fields = codec.unpack_rules_begin(frame)
            builder = Builder(fields[2:])
        elif entries.kind == codec.KIND_PERIOD and builder:
            fields = codec.unpack_period(frame)
            builder.add(fields[1], fields[2], fields[3:])
        else:
            return builder
        regulation = builder.finish()
        if regulation and fields[0] < OWN:
            self.kept[fields[0]] = regulation
        return builder

    def keep(self, slot: int, regulation: Regulation) -> None:
        """Keep a regulation as the user's own number `slot`; where the flash refuses it is there
        until the menu closes."""
        self.kept[slot] = regulation
        try:
            if self._entries.room() < 3000:
                self._entries.rotate(0)
                for number, kept in enumerate(self.kept):
                    if kept:
                        self._write(number, kept)
            else:
                self._write(slot, regulation)
        except OSError:
            pass

    def close(self) -> None:
        """Let the store go."""
        self._entries.close()

    def _write(self, slot: int, regulation: Regulation) -> None:
        frame = self._frame
        size = codec.pack_rules_begin(frame, slot, 0, *head_of(regulation))
        self._entries.append(codec.KIND_RULES_BEGIN, frame, codec.BODY, size)
        for side, index, period in laid_out(regulation):
            size = codec.pack_period(frame, slot, side, index, *fields_of(period))
            self._entries.append(codec.KIND_PERIOD, frame, codec.BODY, size)
