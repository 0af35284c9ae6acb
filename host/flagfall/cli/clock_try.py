"""`flagfall clock try`: a clock in the terminal, to practise on without hardware."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from flagfall.cli.clock_list import Json
from flagfall.cli.clock_show import DISPLAYS, BadChoice
from flagfall.errors import FlagfallError
from flagfall.words import language, words

if TYPE_CHECKING:
    from flagfall.sim.trial import Trial

_, ngettext = words("cli")
REDRAW_S = 0.05
CLEAR, HOME, REST = "\x1b[2J\x1b[H", "\x1b[H", "\x1b[J"
END = ("q", "\x03", "\x04")
# What a terminal's keys press. Capitals: with BACK held (the opponent's impossible move).
PRESSED = {
    "a": "LEFT",
    "l": "RIGHT",
    " ": "START",
    "o": "OK",
    "\r": "OK",
    "\n": "OK",
    "h": "HOLD",
    "b": "BACK",
    "\x7f": "BACK",
    "k": "UP",
    "j": "DOWN",
    "\x1b[A": "UP",
    "\x1b[B": "DOWN",
    "\x1bOA": "UP",
    "\x1bOB": "DOWN",
    "A": "BACK+LEFT",
    "L": "BACK+RIGHT",
}


class BadKey(FlagfallError):
    """A script of keys has a word that is none."""

    code = "bad_key"

    def __init__(self, word: str) -> None:
        super().__init__(
            _("'{word}' is no key.").format(word=word),
            hint=_("LEFT RIGHT START UP DOWN OK BACK, HOLD (OK held), BACK+LEFT, 10s (a wait)"),
        )


def try_clock(
    keys: Annotated[
        str | None,
        typer.Option(
            metavar="KEYS",
            help="Press these and print the displays after each: LEFT RIGHT START UP DOWN OK BACK, "
            "HOLD (OK held), BACK+LEFT, 10s (a wait); also as the manual writes them. "
            "- reads them.",
        ),
    ] = None,
    layout: Annotated[
        str, typer.Option(metavar="words|four|eight", help="The displays: words, or digits.")
    ] = "words",
    display: Annotated[
        str | None, typer.Option(metavar="en|ru", help="The language the clock speaks.")
    ] = None,
    as_json: Json = False,
) -> None:
    """A clock in the terminal, with the firmware of the real ones. Nothing is kept.

    Its big keys are a and l, START is the space bar, OK o, held h, BACK b, the arrows are arrows;
    q ends.
    """
    from flagfall.sim.trial import LAYOUTS, Trial

    chosen = next((name for name in LAYOUTS if name == layout), None)
    spoken = language() if display is None else display
    if chosen is None:
        raise BadChoice(layout, LAYOUTS)
    if spoken not in DISPLAYS:
        raise BadChoice(spoken, DISPLAYS)
    trial = Trial(chosen, DISPLAYS.index(spoken))
    if keys is None and sys.stdin.isatty() and sys.stdout.isatty():
        _live(trial)
    else:
        script = sys.stdin.read(MOST) if keys is None or keys == "-" else keys
        _script(trial, script, as_json)


MOST = 100_000
"""Characters of a script that are read."""


def _script(trial: "Trial", script: str, as_json: bool) -> None:
    from flagfall.sim.trial import UnknownKey

    for word in ["", *script.split()]:
        try:
            if word:
                trial.press(word)
        except UnknownKey as unknown:
            raise BadKey(unknown.word) from None
        if as_json:
            left, right = trial.displays()
            answer = {"key": word, "at_us": trial.us, "left": left, "right": right}
            typer.echo(json.dumps(answer, ensure_ascii=False))
        else:
            typer.echo((f"{word}\n" if word else "") + trial.text(), nl=False)


def _live(trial: "Trial") -> None:
    """Let the clock follow real time, and the keyboard press its keys."""
    help_line = _(
        "a, l: big keys · space: START · o: OK · h: OK held · b: BACK · ↑ ↓\n"
        "A, L: big key with BACK held · q: end"
    )
    begin_us = time.monotonic_ns() // 1000 - trial.us
    shown = ""
    with _keyboard() as read:
        sys.stdout.write(CLEAR)
        while True:
            key = read(REDRAW_S)
            if key in END:
                break
            # A press takes its own time, and the clock may be ahead for a moment.
            trial.wait(max(0, time.monotonic_ns() // 1000 - begin_us - trial.us))
            if key in PRESSED:
                trial.press(PRESSED[key])
            text = trial.text()
            if text != shown:
                shown = text
                drawn = (text + "\n" + help_line + "\n").replace("\n", "\x1b[K\r\n")
                sys.stdout.write(HOME + drawn + REST)
                sys.stdout.flush()


@contextmanager
def _keyboard() -> "Iterator[Reader]":
    """The terminal gives every key at once, and is what it was afterwards."""
    if sys.platform == "win32":
        yield Windows()
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setraw(descriptor)
        yield Unix(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


Reader = Callable[[float], str]
"""`read(wait_s)`: a key, or '' if none comes."""


class Unix:
    """A terminal in raw mode; what follows an escape at once belongs to it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def __call__(self, wait_s: float) -> str:
        import os
        import select

        if not select.select([self._descriptor], [], [], wait_s)[0]:
            return ""
        key = os.read(self._descriptor, 1)
        if not key:
            return "q"  # the terminal is gone
        if key == b"\x1b":
            while len(key) < 3 and select.select([self._descriptor], [], [], 0.02)[0]:
                key += os.read(self._descriptor, 1)
        return key.decode("latin-1")


class Windows:
    """The console; arrows come in two parts."""

    def __call__(self, wait_s: float) -> str:
        import msvcrt

        end_s = time.monotonic() + wait_s
        while not msvcrt.kbhit():  # type: ignore[attr-defined]
            if time.monotonic() > end_s:
                return ""
            time.sleep(0.01)
        key: str = msvcrt.getwch()  # type: ignore[attr-defined]
        if key in ("\x00", "\xe0"):
            return {"H": "k", "P": "j"}.get(msvcrt.getwch(), "")  # type: ignore[attr-defined]
        return key
