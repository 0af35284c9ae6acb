"""Runs under the 32-bit MicroPython with a board's heap: everything a clock holds, and a game."""

import gc
import json
import sys

from flagfall_clock.regulation import Period, Regulation
from flagfall_device.boards.unix import Board, Dark
from flagfall_device.device import Device
from flagfall_device.drivers import port, ssd1306
from flagfall_device.oled import Screen
from flagfall_device.panel import Panel
from flagfall_device.store import FileStore
from flagfall_device.timebase import ticks_add

DRIVERS = (port, ssd1306)


class Whole(Board):
    """A board with everything: two graphic displays, and files for flash."""

    def __init__(self, folder):
        super().__init__(b"192 kB..", False)
        self.tick = 0
        self.ticks = self.now
        self.shows = True
        self.folder = folder
        self.said = 0

    def now(self):
        return self.tick

    def link_ms(self):
        return 0

    def store(self, name):
        return FileStore(self.folder, name, sync=False)

    def panel(self, language):
        return Panel(Screen(language), Screen(language), Dark())

    def read_into(self, buf):
        return 0

    def write(self, view):
        self.said += 1
        return len(view)


def free():
    gc.collect()
    return gc.mem_free()


def open_menus(device):
    """The menu and a set-up in Russian, with all its lines."""
    from flagfall_device.setup import Setup

    for lines in (device.console.main_lines, Setup(device.regulation(), 1, print).lines):
        device.console.menu.open(lines)
        device.console.menu.close()


def main():
    """Boot, open the menu once, play."""
    device = Device(Whole(sys.argv[1]))
    device.session.holder = 77
    device.session.events.subscribe(device.journal.journal_id, 0)
    open_menus(device)
    menu_free = free()
    device.forget_console()
    boot = free()
    device.game.lay_out(0, Regulation([Period(7_200_000_000, 100), Period(3_600_000_000)]))
    device.game.arm(0)
    key = 1
    lowest = boot
    for move in range(201):  # the first press starts the clock
        device.board.tick = ticks_add(device.board.tick, 20_000_000)
        device.edges.put(key, 1, device.board.tick)
        for step in (5_000, 60_000, 900_000):
            device.board.tick = ticks_add(device.board.tick, step)
            if step == 60_000:
                device.edges.put(key, 0, device.board.tick)
            device.turn()
        device.session.events.acknowledge(device.journal.journal_id, device.journal.newest)
        key = 1 - key
        if move % 20 == 0:
            lowest = min(lowest, free())
    print(
        json.dumps(
            {
                "boot_free": boot,
                "game_free": min(lowest, free()),
                "moves": device.game.clock.left.moves + device.game.clock.right.moves,
                "newest": device.journal.newest,
                "menu_free": menu_free,
                "drivers": len(DRIVERS),
            }
        )
    )


main()
