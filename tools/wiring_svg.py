"""Draws the shopping list's clock: the board with its physical pins, and every part on its pin.

Pins come from the boards' tables; where a pin stands on a board, from the boards' own pin-out.
"""

from flagfall.cli.wiring import names, table
from sheet import GREY, INK, Sheet

RED, BLUE, GREEN, VIOLET = "#c62828", "#1565c0", "#2e7d32", "#6a1b9a"
AMBER, BROWN = "#e08600", "#6d4c41"
EDGES = (560, 800)
TOP, PITCH = 150, 40
RAIL = {"left": 90, "right": 1270}

# Both pin columns as they are seen from above with the USB socket where `usb` says: left from the
# top, then right from the top. A number is a GPIO; the physical number is the place in the row.
PICO_LEFT = ("0", "1", "GND", "2", "3", "4", "5", "GND", "6", "7")
PICO_LEFT += ("8", "9", "GND", "10", "11", "12", "13", "GND", "14", "15")
PICO_RIGHT = ("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", "28", "AGND", "27", "26")
PICO_RIGHT += ("RUN", "22", "GND", "21", "20", "19", "18", "GND", "17", "16")
ESP32_LEFT = ("3V3", "EN", "36", "39", "34", "35", "32", "33", "25", "26")
ESP32_LEFT += ("27", "14", "12", "GND", "13", "9", "10", "11", "5V")
ESP32_RIGHT = ("GND", "23", "22", "1", "3", "21", "GND", "19", "18", "5")
ESP32_RIGHT += ("17", "16", "4", "0", "2", "15", "8", "7", "6")
SIMPLE = ("keys", "buzzer", "running_lamps", "flag_lamps")

SAID = {
    "pico": ("Raspberry Pi Pico, seen from above", "Raspberry Pi Pico, вид сверху"),
    "esp32": ("ESP32-DevKitC (WROOM-32), seen from above", "ESP32-DevKitC (WROOM-32), вид сверху"),
    "usb": ("USB", "USB"),
    "display 0": ("left display, 0x70", "левое табло, 0x70"),
    "display 1": ("right display, 0x71", "правое табло, 0x71"),
    "jumper": ("A0 bridged with solder", "перемычка A0 запаяна"),
    "cells": ("3 × AA, alkaline", "3 × АА, щелочные"),
    "switch": ("switch", "выключатель"),
    "schottky": ("1N5817", "1N5817"),
    "ground": ("GND", "GND"),
    "joint": (
        "A dot joins wires; wires that only cross do not touch.",
        "Точка соединяет провода; без точки они не касаются.",
    ),
    "led": (
        "Lamps: pin → 270 Ω → LED → ground. The long leg (anode, +) is on the resistor's side.",
        "Лампы: вывод → 270 Ом → светодиод → земля. Длинная ножка (анод, +) – к резистору.",
    ),
    "keys": (
        "Keys: normally open, from the pin to ground; the pull-ups are inside the board.",
        "Кнопки: нормально разомкнутые, от вывода на землю; подтяжка внутри платы.",
    ),
    "cells only": (
        "The dashed part only with cells. On USB alone leave it out and say "
        '"battery": (-1, 1, 1) in wiring.py.',
        "Штриховая часть – только с батареей. Питание от одного USB: её нет, а в wiring.py – "
        '"battery": (-1, 1, 1).',
    ),
    "usb only": (
        'Power comes through USB; there are no cells: "battery": (-1, 1, 1) in wiring.py.',
        'Питание через USB, батареи нет: в wiring.py – "battery": (-1, 1, 1).',
    ),
    "number": (
        "Number at the edge: the board's physical pin. Grey pins stay free.",
        "Число у края – номер вывода на плате. Серые выводы свободны.",
    ),
}


class Drawing:
    """One board's diagram in one language (0 English, 1 Russian, as `names()` speaks now)."""

    def __init__(self, board: str, language: int) -> None:
        self.board = board
        self.language = language
        pico = board == "pico"
        self.columns = (PICO_LEFT, PICO_RIGHT) if pico else (ESP32_LEFT, ESP32_RIGHT)
        self.rows = len(self.columns[0])
        self.sheet = Sheet(1560, TOP + PITCH * self.rows + 210)
        self.wiring = table(board)
        if not pico:
            self.wiring.override({"battery": (-1, 1, 1)})
        self.uses = {pin: (name, place) for name, place, pin in self.wiring.uses()}
        self.used: set[tuple[int, int]] = set()

    def said(self, what: str) -> str:
        """A fixed text in the drawing's language."""
        return SAID[what][self.language]

    def at(self, label: str, side: int | None = None, which: int = 0) -> tuple[float, float, int]:
        """Where a pin's wire leaves the board, and its side; `which`: of several with this name."""
        found = [
            (EDGES[s], TOP + PITCH * row, s)
            for s, column in enumerate(self.columns)
            for row, name in enumerate(column)
            if name == label and side in (None, s)
        ]
        x, y, s = found[which]
        self.used.add((s, round((y - TOP) / PITCH)))
        return x, y, s

    def draw(self) -> str:
        """The whole diagram."""
        self.sheet.text(EDGES[0] - 470, 44, self.said(self.board), 26, bold=True)
        for side in (0, 1):
            self.simple(side)
        (self.pico_power if self.board == "pico" else self.esp32_power)()
        self.body()
        self.notes()
        return self.sheet.svg()

    # ------------------------------------------------------------ parts with one pin

    def simple(self, side: int) -> None:
        """Keys, lamps and buzzer of one side, each in its pin's row, to a rail of ground."""
        rail = RAIL["left" if side == 0 else "right"]
        ends = []
        for pin, (name, place) in self.uses.items():
            if name not in SIMPLE or str(pin) not in self.columns[side]:
                continue
            x, y, _ = self.at(str(pin), side)
            ends.append(y)
            self.part(name, names()[name][place], x, y, rail)
            self.sheet.dot(rail, y)
        if not ends:
            return
        grounds = [row for row, name in enumerate(self.columns[side]) if name == "GND"]
        middle = sum(ends) / len(ends)
        near = min(grounds, key=lambda row: abs(TOP + PITCH * row - middle))
        _, y, _ = self.at("GND", side, grounds.index(near))
        if min(ends) < y < max(ends):
            self.sheet.line((EDGES[side], y), (rail, y), thick=3)
            self.sheet.dot(rail, y)
        else:  # around the parts
            turn = EDGES[side] + (60 if side else -60)
            above = min(ends) - PITCH * 0.75
            self.sheet.line((EDGES[side], y), (turn, y), (turn, above), (rail, above), thick=3)
            ends.append(above)
        self.sheet.line((rail, min(ends)), (rail, max(ends)), thick=3)
        self.sheet.text(rail, max(ends) + 24, self.said("ground"), 15, "middle", bold=True)

    def part(self, name: str, label: str, x: float, y: float, rail: float) -> None:
        """One part on the wire from (x, y) to the rail."""
        way = 1 if rail > x else -1
        ink = {"keys": BLUE, "buzzer": BROWN, "running_lamps": AMBER, "flag_lamps": RED}[name]
        near, far = x + way * 190, x + way * 250
        self.sheet.text(rail - way * 12, y - 9, label, 15, "end" if way > 0 else "start")
        self.sheet.line((far, y), (rail, y))
        if name == "keys":
            self.sheet.line((x, y), (near, y), ink=ink)
            self.sheet.circle(near, y, 4, "white")
            self.sheet.circle(far, y, 4, "white")
            self.sheet.line((near + way * 4, y - 4), (far - way * 6, y - 20), ink=ink, thick=3)
            return
        self.resistor((x + way * 70, y), way, "270 Ω")
        self.sheet.line((x, y), (x + way * 70, y), ink=ink)
        self.sheet.line((x + way * 122, y), (near, y), ink=ink)
        if name == "buzzer":
            self.sheet.line((near, y), (near + way * 20, y))
            self.sheet.line((near + way * 20, y - 13), (near + way * 20, y + 13), thick=3)
            self.sheet.rect(near + way * 30 - 5, y - 10, 10, 20, "white")
            self.sheet.line((near + way * 40, y - 13), (near + way * 40, y + 13), thick=3)
            self.sheet.line((near + way * 40, y), (far, y))
            return
        tip = near + way * 34
        self.sheet.line((near, y), (near + way * 10, y))
        self.sheet.shape((near + way * 10, y - 12), (near + way * 10, y + 12), (tip, y), fill=ink)
        self.sheet.line((tip, y - 13), (tip, y + 13), thick=3)
        self.sheet.line((tip, y), (far, y))
        self.sheet.text(near - way * 4, y - 8, "+", 18, "middle", bold=True)

    def resistor(
        self, at: tuple[float, float], way: int, value: str, upright: bool = False
    ) -> None:
        """52 long from `at` on, along the wire or downwards."""
        x, y = at
        if upright:
            self.sheet.rect(x - 8, y, 16, 40, "white")
            self.sheet.text(x + 16, y + 26, value, 14)
        else:
            self.sheet.rect(min(x, x + way * 52), y - 8, 52, 16, "white")
            self.sheet.text(x + way * 26, y + 5, value, 13, "middle")

    # ------------------------------------------------------------ displays and power

    def displays(self, y: float, x: float) -> dict[str, list[float]]:
        """Both modules with the upper at y; heights of their four pins by what they are."""
        heights: dict[str, list[float]] = {"3V3": [], "GND": [], "SDA": [], "SCL": []}
        for number in (0, 1):
            top = y + number * 190
            self.sheet.rect(x, top, 250, 160, "#f4f4f6", round_=8)
            self.sheet.rect(x + 92, top + 50, 140, 60, "#2b2b2e", round_=4)
            self.sheet.text(x + 162, top + 96, "88:88", 42, "middle", bold=True, ink="#ff5a4d")
            self.sheet.text(x + 240, top + 26, self.said(f"display {number}"), 16, "end", bold=True)
            if number:
                self.sheet.text(x + 240, top + 140, self.said("jumper"), 15, "end")
            for i, (name, mark) in enumerate(zip(heights, ("+", "−", "SDA", "SCL"), strict=True)):
                height = top + 42 + i * 30
                heights[name].append(height)
                self.sheet.circle(x, height, 4, "white")
                self.sheet.text(x + 12, height + 5, mark, 15)
        return heights

    def bus(
        self, start: list[tuple[float, float]], x: float, to: float, heights: list[float], ink: str
    ) -> None:
        """A wire from a pin to a vertical at x, and from there to every module at `to`."""
        self.sheet.line(*start, (x, start[-1][1]), ink=ink, thick=2.5)
        every = [start[-1][1], *heights]
        self.sheet.line((x, min(every)), (x, max(every)), ink=ink, thick=2.5)
        for height in heights:
            self.sheet.line((x, height), (to - 4, height), ink=ink, thick=2.5)
        for height in sorted(set(every)):
            # A joint is where three ends meet: above, below, to the left, to the right.
            if (min(every) < height) + (height < max(every)) + every.count(height) > 2:
                self.sheet.dot(x, height, ink)

    def i2c(self, x: float, to: float, heights: dict[str, list[float]]) -> None:
        """Both signal wires of the displays."""
        _, sda, scl = self.wiring.i2c
        for label, name, at, ink in ((sda, "SDA", x, GREEN), (scl, "SCL", x - 40, VIOLET)):
            left, y, _ = self.at(str(label))
            self.bus([(left, y)], at, to, heights[name], ink)

    def pico_power(self) -> None:
        """The displays, and three cells through a Schottky diode to VSYS, with their divider."""
        sheet = self.sheet
        heights = self.displays(558, 1240)
        edge, v33, _ = self.at("3V3")
        self.i2c(1080, 1240, heights)
        _, ground, _ = self.at("GND", 1, 1)
        self.bus([(edge, ground)], 1130, 1240, heights["GND"], INK)
        self.bus([(edge, v33)], 1180, 1240, heights["3V3"], RED)
        _, vsys, _ = self.at("VSYS")
        _, minus, _ = self.at("GND", 1, 0)
        dashed = "9 5"
        sheet.line((edge, vsys), (870, vsys), ink=RED, dashes=dashed)
        sheet.shape((904, vsys - 13), (904, vsys + 13), (874, vsys), fill=INK)
        sheet.line((873, vsys - 14), (873, vsys + 14), thick=4)
        sheet.text(888, vsys - 20, self.said("schottky"), 15, "middle")
        sheet.line((904, vsys), (1080, vsys), ink=RED, dashes=dashed)
        sheet.circle(1080, vsys, 4, "white")
        sheet.circle(1140, vsys, 4, "white")
        sheet.line((1084, vsys - 4), (1134, vsys - 20), thick=3)
        sheet.text(1110, vsys - 26, self.said("switch"), 15, "middle")
        sheet.line((1144, vsys), (1240, vsys), ink=RED, dashes=dashed)
        sheet.line((edge, minus), (1240, minus), dashes=dashed)
        sheet.rect(1240, vsys - 26, 250, minus - vsys + 52, "#f4f4f6", round_=8)
        sheet.text(1252, vsys + 6, "+", 20, bold=True, ink=RED)
        sheet.text(1252, minus + 6, "−", 20, bold=True)
        sheet.text(1375, (vsys + minus) / 2 + 6, self.said("cells"), 17, "middle", bold=True)
        # The divider: before the diode, behind the switch, so that it draws nothing when off.
        battery = self.wiring.battery[0]
        _, adc, _ = self.at(str(battery))
        _, quiet, _ = self.at("AGND")
        x = 980
        sheet.dot(x, vsys, RED)
        sheet.line((x, vsys), (x, minus + 20), ink=RED, dashes=dashed)
        self.resistor((x, minus + 20), 1, "100 kΩ", upright=True)
        sheet.line((x, minus + 60), (x, adc + 30), ink=AMBER, dashes=dashed)
        sheet.line((edge, adc), (x + 90, adc), ink=AMBER, dashes=dashed)
        sheet.dot(x, adc, AMBER)
        low = quiet + 60
        self.resistor((x, adc + 30), 1, "100 kΩ", upright=True)
        sheet.line((x, adc + 70), (x, low), dashes=dashed)
        sheet.line((edge, quiet), (880, quiet), (880, low), (x + 90, low), dashes=dashed)
        sheet.dot(x, low)
        sheet.line((x + 90, adc), (x + 90, adc + 42), ink=AMBER, dashes=dashed)
        for y in (adc + 42, adc + 54):
            sheet.line((x + 75, y), (x + 105, y), thick=3)
        sheet.line((x + 90, adc + 54), (x + 90, low), dashes=dashed)
        sheet.text(x + 112, adc + 54, "100 nF", 14)

    def esp32_power(self) -> None:
        """The displays; the board itself is fed through USB."""
        heights = self.displays(120, 1260)
        edge, v33, _ = self.at("3V3")
        over = TOP - 70
        self.i2c(960, 1260, heights)
        left, ground, _ = self.at("GND", 1, 0)
        self.bus([(left, ground)], 1010, 1260, heights["GND"], INK)
        self.bus(
            [(edge, v33), (edge - 40, v33), (edge - 40, over)], 1060, 1260, heights["3V3"], RED
        )

    # ------------------------------------------------------------ the board and the words

    def body(self) -> None:
        """The board, drawn last so that wires end at its edge."""
        left, right = EDGES
        bottom = TOP + PITCH * (self.rows - 1) + 34
        self.sheet.rect(left, TOP - 34, right - left, bottom - TOP + 34, "#eef3ee", round_=10)
        usb = TOP - 50 if self.board == "pico" else bottom - 20
        middle = (left + right) / 2
        self.sheet.rect(middle - 38, usb, 76, 36, "#d5d5da", round_=4)
        self.sheet.text(middle, usb + 24, self.said("usb"), 16, "middle", bold=True)
        for side, column in enumerate(self.columns):
            way = 1 if side == 0 else -1
            for row, name in enumerate(column):
                y = TOP + PITCH * row
                used = (side, row) in self.used
                ink = INK if used else GREY
                self.sheet.circle(EDGES[side], y, 5, "#ffd54f" if used else "white", ink)
                number = row + 1
                if self.board == "pico":
                    number = row + 1 if side == 0 else 40 - row
                prefix = "GP" if self.board == "pico" else "GPIO "
                label = prefix + name if name.isdigit() else name
                at = "start" if side == 0 else "end"
                self.sheet.text(EDGES[side] + way * 14, y + 5, label, 15, at, used, ink)
                if self.board == "pico":
                    inner = EDGES[side] + way * 88
                    self.sheet.text(inner, y + 5, str(number), 14, "middle", ink=ink)

    def notes(self) -> None:
        """What must be read with it."""
        power = "cells only" if self.board == "pico" else "usb only"
        what = ["keys", "led", power, "joint"]
        if self.board == "pico":
            what.append("number")
        y = TOP + PITCH * self.rows + 40
        for i, name in enumerate(what):
            self.sheet.text(EDGES[0] - 470, y + i * 30, self.said(name), 17)


def diagrams(language: int) -> dict[str, str]:
    """Every diagram by its file name."""
    end = "-ru" if language else ""
    return {
        f"wiring-{board}{end}.svg": Drawing(board, language).draw() for board in ("pico", "esp32")
    }
