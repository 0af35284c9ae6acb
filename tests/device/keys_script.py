"""Runs under MicroPython: presses keys on the unix board and says what its displays show.

Standard input is not used; the steps stand in `steps.json`: lists of [key number, hold in µs]; key
-1 is nobody's: time passes.
"""

import json

from flagfall_device import faces, texts
from flagfall_device.boards.unix import Board, Dark
from flagfall_device.device import Device
from flagfall_device.panel import Panel
from flagfall_device.store import MemoryStore


class Seen:
    """A display that remembers in words what it was told to show."""

    TURNS = False

    def __init__(self):
        self.said = ""

    def speak(self, language):
        pass

    def show(self, both, face, turn, whole):
        said = ["▶"] if face.signs & faces.RUNS else []
        said += [texts.unit_signs(face.signs >> 12), face.text(), texts.WORDS[0][both.word]]
        if both.word == faces.OVER:
            said.append(texts.RESULTS[0][both.result])
            said.append(texts.CONFIRM[0][1 if face.signs & faces.CONFIRMED else 0])
        self.said = " ".join(said)

    def say(self, title, said, short):
        self.said = said


class Watched(Board):
    """The unix board with displays to read and memory for flash."""

    shows = True
    left = Seen()
    right = Seen()

    def panel(self, language):
        return Panel(self.left, self.right, Dark())

    def store(self, name):
        return MemoryStore()

    def read_into(self, buf):
        return 0

    def write(self, view):
        return len(view)


def live(board, device, us):
    """Let virtual time pass as a board's loop would see it."""
    end = device.time.now_us() + us
    while device.time.now_us() < end:
        board.time.reach(min(end, device.time.now_us() + 50_000))
        device.turn()


def main():
    """Press every step's keys; print the displays after each step."""
    board = Watched(b"manual..", True)
    device = Device(board)
    board.time.attach(device)
    with open("steps.json") as file:
        steps = json.load(file)
    shown = []
    for step in steps:
        for key, hold_us in step:
            if key < 0:
                live(board, device, hold_us)
                continue
            for level, us in ((1, hold_us), (0, 120_000)):
                device.edges.put(key, level, board.time.tick)
                device.turn()
                live(board, device, us)
        shown.append([board.left.said, board.right.said])
    periods = [[p.time_us, p.moves] for p in device.regulation().left]
    print(json.dumps({"shown": shown, "periods": periods}))


main()
