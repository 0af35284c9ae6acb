"""ESP32 development boards (WROOM): every pin. `main.py` says: import this and `main()`.

Its interrupts are scheduled, not hard: a press may be stamped some hundred microseconds late while
flash is written, and some ten milliseconds while a block of it is erased. Opening the port must not
reset the board; the host's line policy sees to that.
"""

from flagfall_clock.codes import BOARD_ESP32

from flagfall_device.boards.wires import Wiring


def table() -> Wiring:
    """The pins; `wiring.py` on the board may change them by `WIRING = {...}`."""
    w = Wiring()
    #          left right start up down OK back
    w.keys = (32, 33, 25, 26, 27, 14, 13)
    w.buzzer = 4
    w.running_lamps = (16, 17)
    w.flag_lamps = (5, 15)
    w.i2c = (0, 21, 22)
    w.spi = (2, 18, 23, 19)
    w.tm1637 = (18, 19, 23)
    w.shift = (18, 23, 19, 12, 34)  # instead of MAX7219 and TM1637
    w.bus = (2, 18, 19, 23)  # likewise
    w.battery = (35, 2, 1)
    # One lithium cell of 2,000 mAh at 90 mA: millivolts, hours left.
    w.battery_curve = ((4150, 22), (3900, 16), (3750, 12), (3700, 10), (3500, 3), (3300, 0))
    return w


def main() -> None:
    """Run the clock."""
    from flagfall_device.boards.micro import Board, run

    run(Board(table().chosen(), BOARD_ESP32))
