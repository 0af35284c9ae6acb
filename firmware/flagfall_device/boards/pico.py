"""Raspberry Pi Pico and Pico 2: every pin. `main.py` on the board says: import this and `main()`.

The two big keys must be neighbours: the PIO program that stamps them reads two pins in a row.
"""

from flagfall_clock.codes import BOARD_PICO

from flagfall_device.boards.wires import Wiring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def table() -> Wiring:
    """The pins; `wiring.py` on the board may change them by `WIRING = {...}`."""
    w = Wiring()
    #          left right start up down OK back
    w.keys = (2, 3, 4, 5, 6, 7, 8)
    w.buzzer = 9
    w.running_lamps = (10, 11)
    w.flag_lamps = (12, 13)
    w.i2c = (0, 20, 21)
    w.spi = (1, 14, 15, 17)
    w.tm1637 = (18, 19, 22)
    w.shift = (14, 15, 17, 18, 19)  # instead of MAX7219 and TM1637
    w.bus = (0, 0, 1, 27)
    w.battery = (28, 2, 1)  # a divider by two from three AA cells in a row
    # Three alkaline AA cells at 35 mA: millivolts, hours left.
    w.battery_curve = ((4500, 70), (4200, 56), (3900, 40), (3600, 22), (3450, 10), (3150, 0))
    return w


def main() -> None:
    """Run the clock."""
    from flagfall_device.boards.micro import Board, run

    wiring = table().chosen()
    board = Board(wiring, BOARD_PICO)

    def stamps(edges: "Any") -> None:
        from flagfall_device.boards.stamps import Stamps

        board.stamps = Stamps(edges, wiring.keys[0], board.ticks)

    run(board, stamps)
