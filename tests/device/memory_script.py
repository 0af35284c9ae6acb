"""Runs under the 32-bit MicroPython: what the device costs a small board. Prints JSON."""

import gc
import json
import sys
from struct import calcsize, pack_into

from flagfall_clock.codes import ACT_START, SIDE_LEFT
from flagfall_clock.order import Order
from flagfall_clock.regulation import Period, Regulation
from flagfall_device import codec
from flagfall_device.boards.unix import Board, Dark
from flagfall_device.device import Device
from flagfall_device.frames import Writer
from flagfall_device.keys import EdgeQueue, Keys
from flagfall_device.oled import Screen
from flagfall_device.panel import Panel
from flagfall_device.segments import Eight, Four
from flagfall_device.sensors import Sensors
from flagfall_device.store import FileStore
from flagfall_device.timebase import Timebase, ticks_add

COUNT = 10_000


class Bench(Board):
    """A board whose ticks are counted by hand, with real files for flash and a line of memory, a
    battery and sensors."""

    battery_curve = ((4500, 70), (4200, 56), (3900, 40), (3600, 22), (3450, 10), (3150, 0))

    def __init__(self, folder, layouts):
        super().__init__(b"32 bits!", False)
        self.tick = 0x3FF00000
        self.ticks = self.now
        self.shows = True
        self.layouts = layouts
        self.folder = folder
        self.sensors = Sensors(225, self.scan)
        self.heard = bytearray(4096)
        self.arriving = bytearray(64)
        self.arrived = 0
        self.said = 0
        self.seen = 0

    def now(self):
        return self.tick

    def link_ms(self):
        return 0

    def scan(self, raw):
        self.seen ^= 1
        raw[3] = self.seen  # a switch that flickers: looked at in every reading, never counted

    def battery_mv(self):
        return 3500 + (self.tick >> 18 & 0xFF)

    def store(self, name):
        return FileStore(self.folder, name, sync=False)

    def panel(self, language):
        return Panel(self.layouts[0], self.layouts[1], Dark())

    def read_into(self, buf):
        n = self.arrived
        for i in range(n):
            buf[i] = self.arriving[i]
        self.arrived = 0
        return n

    def write(self, view):
        self.said += 1
        return len(view)


def spent(work, *arguments):
    """Bytes allocated by COUNT rounds of `work`, after some to warm up."""
    work(200, *arguments)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    work(COUNT, *arguments)
    after = gc.mem_alloc()
    gc.enable()
    return after - before


def edges(count, keys):
    """Edges as a bouncing contact makes them: stamped, queued, debounced."""
    tick = 0x3FFF0000
    for i in range(count):
        keys.edges.put(i & 1, (i >> 1) & 1, tick)
        while keys.pump(tick):
            pass
        keys.wait_us(tick)
        tick = ticks_add(tick, 7001)


def ticks(count, device):
    """Turns of the main loop while a clock runs and nothing happens."""
    board = device.board
    for _ in range(count):
        board.tick = ticks_add(board.tick, 9973)
        device.turn()


def refreshes(count, panel, time):
    """Refreshes of both displays, a twentieth of a second apart."""
    for _ in range(count):
        time.advance(ticks_add(time.tick, 50_021))
        panel.refresh(time)


def frames(count, device, frame):
    """Frames that arrive, with the answers they bring."""
    board = device.board
    n = len(frame)
    for _ in range(count):
        board.arriving[:n] = frame
        board.arrived = n
        device.turn()


def events(count, device):
    """Records of the journal, sent and acknowledged, from the beginning again and again."""
    lane = device.session.events
    journal = device.journal
    for _ in range(count):
        if not lane.subscribed or lane.acknowledged == journal.newest:
            lane.subscribe(journal.journal_id, 0)
        size = lane.fill(device.session.writer.buf)
        device.session.writer.seal(size)
        lane.acknowledge(journal.journal_id, lane.acknowledged + 1)


def device_with(folder, layouts):
    device = Device(Bench(folder, layouts))
    device.game.lay_out(0, Regulation([Period(7_200_000_000, 40), Period(3_600_000_000)]))
    return device


def host_frame(kind, layout, *fields):
    class Down(Writer):
        def seal(self, size):
            buf = self.buf
            buf[3] = buf[4] = buf[5] = 0
            end = codec.BODY + size
            pack_into("<I", buf, end, self._crc(end))
            end += 4
            buf[0] = buf[end] = 0
            code = end
            at = end - 1
            while at > 1:
                if not buf[at]:
                    buf[at] = code - at
                    code = at
                at -= 1
            buf[1] = code - 1
            return end + 1

    down = Down()
    down.buf[2] = kind
    pack_into(layout, down.buf, codec.BODY, *fields)
    length = down.seal(calcsize(layout))
    return bytearray(down.buf[:length])


def main():
    """Measure everything."""
    device = device_with(sys.argv[1], (Four(), Four()))
    device.game.order(0, Order(ACT_START, SIDE_LEFT))
    found = {"edges": spent(edges, Keys(EdgeQueue())), "ticks": spent(ticks, device)}
    time = Timebase(0)
    for name, layouts in (
        ("four", (Four(), Four())),
        ("eight", (Eight(), Eight())),
        ("oled", (Screen(), Screen())),
    ):
        panel = Panel(layouts[0], layouts[1], Dark())
        panel.game(device.game.clock, device.game.at_us)
        found[name] = spent(refreshes, panel, time)
    hello = host_frame(codec.KIND_HELLO_REQUEST, "<BBII", 1, 0, 77, 5)
    device.session.feed(hello, len(hello))
    for name, kind, layout, fields in (
        ("sync", codec.KIND_SYNC_REQUEST, "<Q", (1 << 40,)),
        ("poll", codec.KIND_POLL, "<I", (1,)),
        ("ack", codec.KIND_ACK, "<II", (device.journal.journal_id, 1)),
    ):
        frame = host_frame(kind, layout, *fields)
        found["frame_" + name] = spent(frames, device, frame) // COUNT
    found["frame_event"] = spent(events, device) // COUNT
    print(json.dumps(found))


main()
