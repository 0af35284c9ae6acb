"""The command lane, clock's end: each order is done at most once, and always answered.

Answers are kept by request id; a repeated request gets its answer again and does nothing. An
order that was decided on another state than ours is refused as stale.
"""

from binascii import crc32

from flagfall_clock.codes import (
    REFUSAL_ALREADY_STARTED,
    REFUSAL_NONE,
    STATUS_BAD,
    STATUS_DONE,
    STATUS_REFUSED,
    STATUS_STALE,
    STATUS_UNSUPPORTED,
    STATUS_WRONG_CRC,
)
from flagfall_clock.compat import const

from flagfall_device import codec
from flagfall_device.orders import order_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flagfall_device.session import Session
    from flagfall_device.transfer import Receiver

_KEPT = const(8)
_MOST_PARTS = const(64)


class CommandLane:
    """What the host orders, and the last answers."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._device = session.device
        self._receiver: "Receiver | None" = None
        self._parts = {}
        self._answers = []  # (request, status, refusal, revision, seq, now_us)
        self.handlers = {
            codec.KIND_COMMAND: self._command,
            codec.KIND_RULES_BEGIN: self._rules_begin,
            codec.KIND_PERIOD: self._period,
            codec.KIND_RULES_COMMIT: self._rules_commit,
            codec.KIND_RULES_READ: self._rules_read,
            codec.KIND_SNAP_REQUEST: self._snap_request,
            codec.KIND_PART: self._part,
            codec.KIND_PARTS_COMMIT: self._parts_commit,
            codec.KIND_SETTING: self._setting,
        }

    def forget(self) -> None:
        """Another host: its request ids mean other things."""
        self._answers.clear()
        self._parts.clear()

    def _known(self, request: int) -> bool:
        for answer in self._answers:
            if answer[0] == request:
                self._say(answer)
                return True
        return False

    def _answer(self, request: int, status: int, refusal: int = REFUSAL_NONE) -> None:
        device = self._device
        answer = (
            request,
            status,
            refusal,
            device.game.revision,
            device.journal.newest,
            device.time.now_us(),
        )
        if len(self._answers) == _KEPT:
            self._answers.pop(0)
        self._answers.append(answer)
        self._say(answer)

    def _say(self, answer: "tuple[int, int, int, int, int, int]") -> None:
        buf = self._session.place()
        if buf:
            self._session.keep(codec.pack_outcome(buf, *answer))

    def _done(self, request: int, refusal: int) -> None:
        self._answer(request, STATUS_REFUSED if refusal else STATUS_DONE, refusal)

    # ------------------------------------------------------------ orders

    def _command(self, buf: bytearray) -> None:
        fields = codec.unpack_command(buf)
        request, revision = fields[0], fields[1]
        if self._known(request):
            return
        order = order_from(fields[2:])
        if order is None:
            self._answer(request, STATUS_BAD)
        elif revision != codec.ANY_REVISION and revision != self._device.game.revision:
            self._answer(request, STATUS_STALE)
        else:
            self._done(request, self._device.game.order(self._device.time.now_us(), order))

    # ------------------------------------------------------------ regulations

    def _rules_begin(self, buf: bytearray) -> None:
        (request,) = codec.unpack_rules_read(buf)  # the id comes first in every body
        if not self._known(request):
            from flagfall_device.transfer import Receiver

            self._receiver = Receiver(buf)
            self._answer(request, STATUS_DONE)

    def _period(self, buf: bytearray) -> None:
        (request,) = codec.unpack_rules_read(buf)
        if not self._known(request):
            taken = self._receiver is not None and self._receiver.period(buf)
            self._answer(request, STATUS_DONE if taken else STATUS_BAD)

    def _rules_commit(self, buf: bytearray) -> None:
        request, scratch, crc = codec.unpack_rules_commit(buf)
        if self._known(request):
            return
        receiver, self._receiver = self._receiver, None
        if receiver is None or not receiver.sums_to(scratch, crc):
            self._answer(request, STATUS_WRONG_CRC)
            return
        regulation = receiver.finish()
        receiver = None
        self._device.forget_transfer()
        if regulation is None:
            self._answer(request, STATUS_BAD)
        elif scratch:
            self._session.scratch.lay_out(regulation)
            self._answer(request, STATUS_DONE)
        elif self._device.game.clock.running:
            self._answer(request, STATUS_REFUSED, REFUSAL_ALREADY_STARTED)
        else:
            self._device.game.lay_out(self._device.time.now_us(), regulation)
            self._answer(request, STATUS_DONE)

    def _rules_read(self, buf: bytearray) -> None:
        (request,) = codec.unpack_rules_read(buf)
        from flagfall_device.transfer import frames

        session = self._session
        session.stream = frames(session.writer.buf, request, self._device.game.clock.regulation)

    # ------------------------------------------------------------ whole states

    def _snap_request(self, buf: bytearray) -> None:
        (request,) = codec.unpack_snap_request(buf)
        self.send_snapshot(request)

    def send_snapshot(self, request: int) -> None:
        """Send the whole state, as of now."""
        from flagfall_device.transfer import parts

        device = self._device
        device.game.settle(device.time.now_us())
        session = self._session
        session.stream = parts(session.writer.buf, request, device.game.clock.snapshot())

    def _part(self, buf: bytearray) -> None:
        request, part, parts, length, data = codec.unpack_part(buf)
        if self._known(request):
            return
        if (
            not part < parts <= _MOST_PARTS
            or (length + codec.PART_BYTES - 1) // codec.PART_BYTES != parts
        ):
            self._answer(request, STATUS_BAD)
            return
        if part == 0:
            self._parts.clear()
        self._parts[part] = (length, parts, data)
        self._answer(request, STATUS_DONE)

    def _parts_commit(self, buf: bytearray) -> None:
        request, crc = codec.unpack_parts_commit(buf)
        if self._known(request):
            return
        parts = self._parts
        whole = b"".join([parts[i][2] for i in range(len(parts)) if i in parts])
        whole = whole[: parts[0][0]] if 0 in parts else b""
        parts.clear()
        if crc32(whole) != crc or not whole:
            self._answer(request, STATUS_WRONG_CRC)
        elif self._device.game.clock.running:
            self._answer(request, STATUS_REFUSED, REFUSAL_ALREADY_STARTED)
        else:
            taken = self._device.replace(whole)
            self._answer(request, STATUS_DONE if taken else STATUS_BAD)

    # ------------------------------------------------------------ settings

    def _setting(self, buf: bytearray) -> None:
        request, setting, value = codec.unpack_setting(buf)
        if self._known(request):
            return
        taken = self._device.set(setting, value)
        self._answer(
            request,
            STATUS_UNSUPPORTED if taken is None else STATUS_DONE if taken else STATUS_BAD,
        )
