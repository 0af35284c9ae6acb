"""The boards' own modules, with fakes in place of `machine` and `rp2`; the PIO runs for real."""

import sys
import types
from importlib import import_module
from pathlib import Path

import pytest
from flagfall_protocol import messages as m
from flagfall_protocol.codes import Act, BoardKind, Capability, Health, Key, ResetCause, Side

from tests.support import boards
from tests.support.talk import Talk, sudden


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> boards.Fakes:
    return boards.installed(monkeypatch, tmp_path)


# ---------------------------------------------------------------- whole boards


class Running:
    """A board's device, turned by hand."""

    def __init__(self, fakes: boards.Fakes, name: str, **wiring: object) -> None:
        from flagfall_device.boards.micro import Board
        from flagfall_device.device import Device

        self.fakes = fakes
        module = import_module(f"flagfall_device.boards.{name}")
        self.wiring = module.table()
        self.wiring.override(wiring)
        kind = BoardKind.PICO if name == "pico" else BoardKind.ESP32
        self.board = Board(self.wiring, kind)
        self.device = Device(self.board)
        self.board.watch(self.device.edges)
        self.board.start_watchdog()
        self.talk = Talk(self.exchange)

    def exchange(self, data: bytes) -> bytes:
        self.board._line.inbox += data
        self.turn()
        said = bytes(self.board._line.outbox)
        self.board._line.outbox.clear()
        return said

    def turn(self, us: int = 1000) -> None:
        """Let time pass and turn the loop."""
        while us > 0:
            step = min(us, 5000)
            self.fakes.us += step
            us -= step
            self.board.sleep(self.device.turn())

    def press(self, key: Key) -> None:
        """Press a key for a tenth of a second."""
        pin = boards.Pin(self.wiring.keys[key])
        for level in (0, 1):
            pin.drive(level)
            self.turn(100_000)


@pytest.mark.parametrize("name", ["pico", "esp32"])
@pytest.mark.parametrize("display", ["ht16k33", "tm1637", "max7219", "ssd1306", "sh1106"])
def test_board_plays_a_game_with_every_display(
    fakes: boards.Fakes, name: str, display: str
) -> None:
    running = Running(fakes, name, display=display)
    hello = running.talk.hello()
    assert hello.board == (BoardKind.PICO if name == "pico" else BoardKind.ESP32)
    assert hello.uid == b"\xe6\x60\x58\x38\x83\x7a\x2b\x21"
    assert hello.reset_cause == ResetCause.POWER_ON
    assert Capability.BUZZER | Capability.BATTERY in hello.capabilities
    running.talk.lay_out(*sudden(5))
    running.talk.order(Act.START, Side.LEFT)
    running.turn(2_000_000)
    running.press(Key.LEFT)
    state = [s for s in running.talk.say(m.Poll(0)) if isinstance(s, m.State)][-1]
    assert 297_900_000 < state.left_us < 298_010_000
    assert state.right_us < 300_000_000
    running_lamps = [boards.Pin(n).level for n in running.wiring.running_lamps]
    assert running_lamps == [0, 1]
    assert boards.Watchdog.fed > 100


def test_battery_is_measured_through_the_divider(
    fakes: boards.Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The RP2040 has no `read_uv`; the ESP32 reads a volt at most unless told to read more."""
    running = Running(fakes, "pico")
    running.turn()
    assert 4195 <= running.board.battery_mv() <= 4200
    assert 55 <= running.device.battery.hours <= 56
    monkeypatch.setattr(import_module("flagfall_device.boards.micro"), "ADC", boards.Esp32Adc)
    running = Running(fakes, "esp32")
    running.turn()
    assert running.board.battery_mv() == 4200
    assert running.device.battery.hours == 22


def test_cells_that_are_out_are_no_low_battery(
    fakes: boards.Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On USB with the cells' switch off the divider gives nothing: no sign."""
    monkeypatch.setattr(boards.Adc, "uv", 150_000)
    running = Running(fakes, "pico")
    running.turn()
    assert running.board.battery_mv() == -1
    assert not running.device.battery.low


def test_lever_is_one_switch_with_two_ends(fakes: boards.Fakes) -> None:
    """Failure 16 on the board: it lies somewhere at power-up, and each throw is a press."""
    boards.Pin(2).level = 0  # closed: it lies on the left
    running = Running(fakes, "pico", lever=True)
    assert running.device.keys.closed(Key.LEFT)
    running.talk.hello()
    running.talk.lay_out(*sudden(5))
    running.talk.order(Act.START, Side.RIGHT)
    for level, moves in ((1, (0, 1)), (0, (1, 1)), (1, (1, 2))):
        running.turn(3_000_000)
        boards.Pin(2).drive(level)
        running.turn(50_000)
        clock = running.device.game.clock
        assert (clock.left.moves, clock.right.moves) == moves
    assert not any(d.armed for d in running.device.hands._holds)


@pytest.mark.parametrize("matrix", ["shift", "port"])
def test_board_with_sensors_says_so(fakes: boards.Fakes, matrix: str) -> None:
    running = Running(fakes, "pico", sensors=(matrix, 10, 10), display="ht16k33")
    assert Capability.BOARD in running.talk.hello().capabilities
    assert running.device.game.sensors.squares == 100
    assert running.device.wait_us() <= 20_000  # fifty scans a second and more


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("PWRON_RESET", ResetCause.POWER_ON),
        ("HARD_RESET", ResetCause.POWER_ON),
        ("WDT_RESET", ResetCause.WATCHDOG),
        ("SOFT_RESET", ResetCause.SOFT),
        ("BROWN_OUT_RESET", ResetCause.BROWN_OUT),
        ("", ResetCause.UNKNOWN),
    ],
)
def test_why_the_board_started_is_told_and_journaled(
    fakes: boards.Fakes, monkeypatch: pytest.MonkeyPatch, name: str, cause: ResetCause
) -> None:
    """Failure 32."""
    fakes.cause = 77
    if name:
        monkeypatch.setattr(sys.modules["machine"], name, 77, raising=False)
    running = Running(fakes, "esp32")
    hello = running.talk.hello()
    assert hello.reset_cause == cause
    boot = running.talk.journal(hello.journal_id)[-1]
    assert isinstance(boot, m.BootEvent)
    assert boot.reset_cause == cause


# ---------------------------------------------------------------- the watchdog, dead keys


def test_watchdog_starves_when_time_stands_still(fakes: boards.Fakes) -> None:
    running = Running(fakes, "pico")
    running.turn(100_000)
    fed = boards.Watchdog.fed
    assert fed > 0
    for _ in range(10):
        running.device.turn()
    assert boards.Watchdog.fed <= fed + 1
    running.turn(5000)
    assert boards.Watchdog.fed > fed


def test_watchdog_starves_when_no_interrupt_tells_of_the_keys(fakes: boards.Fakes) -> None:
    """A press that nobody tells is found late, and not lost; keys that are dead reset the board."""
    running = Running(fakes, "pico")
    pin = boards.Pin(running.wiring.keys[Key.LEFT])
    handler, pin.handler = pin.handler, None
    for level in (0, 1):
        pin.drive(level)
        running.turn(400_000)
        assert running.device.keys.closed(Key.LEFT) == 1 - level
    fed = boards.Watchdog.fed
    running.turn(50_000)
    assert boards.Watchdog.fed > fed  # it may have been a glitch
    pin.drive(0)
    running.turn(400_000)
    fed = boards.Watchdog.fed
    running.turn(200_000)
    assert boards.Watchdog.fed == fed
    pin.handler = handler
    pin.drive(1)
    running.turn(50_000)
    assert boards.Watchdog.fed > fed


class Unplugged(Exception):
    """The end of a board's life in a test."""


@pytest.mark.parametrize(("freq", "pio"), [(125_000_000, True), (125_000_001, False)])
def test_keys_are_stamped_by_pio_or_else_by_interrupts(
    fakes: boards.Fakes, monkeypatch: pytest.MonkeyPatch, freq: int, pio: bool
) -> None:
    """RP2040: a PIO program, with the pins' interrupts where it can't run."""
    micro = import_module("flagfall_device.boards.micro")
    monkeypatch.setattr(sys.modules["machine"], "freq", lambda: freq)
    devices = []

    class Watched(micro.Device):  # type: ignore[name-defined, misc]
        def __init__(self, board: object) -> None:
            super().__init__(board)
            devices.append(self)

    turns = 0

    def live(self: object, wait_ms: int) -> None:
        nonlocal turns
        turns += 1
        fakes.us += 5000
        if turns == 3:
            boards.Pin(2).drive(0)
        if turns == 3 and pio:
            boards.StateMachine.made[-1].run(2, 1000)
        if turns == 5:
            raise Unplugged

    monkeypatch.setattr(micro, "Device", Watched)
    monkeypatch.setattr(boards.Line, "sleep", live)
    with pytest.raises(Unplugged):
        import_module("flagfall_device.boards.pico").main()
    assert len(boards.StateMachine.made) == pio
    assert (boards.Pin(2).handler is None) == pio
    assert boards.Pin(4).handler is not None
    assert devices[0].keys.closed(Key.LEFT)


def test_wiring_with_an_unknown_name_is_refused(fakes: boards.Fakes) -> None:
    with pytest.raises(ValueError, match="wiring"):
        Running(fakes, "pico", lamp=(1, 2))
    with pytest.raises(ValueError, match="display"):
        Running(fakes, "pico", display="papyrus")


def test_board_wired_twice_to_one_pin_drives_nothing_and_shows_it(fakes: boards.Fakes) -> None:
    """The buzzer on a display's data line: both red lamps, and the plain REPL says why."""
    lamps = [boards.Pin(n) for n in (12, 13)]
    for lamp in lamps:
        lamp.level = 0
    made = set(boards.Pin.made)
    with pytest.raises(ValueError, match=r"wiring.py: pin 22: buzzer\[0\] and tm1637\[2\]"):
        Running(fakes, "pico", display="tm1637", buzzer=22)
    assert [lamp.level for lamp in lamps] == [1, 1]
    assert set(boards.Pin.made) == made
    assert boards.Pwm.made == []
    with pytest.raises(ValueError, match=r"pin 12: running_lamps\[0\] and flag_lamps\[0\]"):
        Running(fakes, "pico", running_lamps=(12, 11))


def test_wiring_on_the_board_is_taken(fakes: boards.Fakes, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = types.ModuleType("wiring")
    chosen.__dict__["WIRING"] = {"buzzer": -1, "battery": (-1, 1, 1)}
    monkeypatch.setitem(sys.modules, "wiring", chosen)
    wiring = import_module("flagfall_device.boards.pico").table().chosen()
    assert (wiring.buzzer, wiring.display) == (-1, "ht16k33")
    running = Running(fakes, "pico", buzzer=-1, battery=(-1, 1, 1))
    running.board.sound(True)
    assert not Capability.BUZZER & running.talk.hello().capabilities
    assert running.device.battery.hours < 0


def test_bus_whose_pins_are_taken_leaves_the_clock_on_usb_as_defective(
    fakes: boards.Fakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On an ESP32 the bus and a TM1637 share pins: both at once would drive one line twice."""
    running = Running(fakes, "esp32", display="tm1637")
    assert not running.board.use_bus()
    running.talk.hello()
    state = [s for s in running.talk.say(m.Poll(0)) if isinstance(s, m.State)][-1]
    assert Health.DEFECT & state.health
    monkeypatch.setattr(
        import_module("flagfall_device.boards.micro"), "Bus", lambda *_pins: boards.Line()
    )
    assert Running(fakes, "esp32").board.use_bus()


@pytest.mark.parametrize("name", ["pico", "esp32"])
@pytest.mark.parametrize("display", ["ht16k33", "tm1637", "max7219", "ssd1306", "sh1106"])
def test_no_pin_is_used_twice(fakes: boards.Fakes, name: str, display: str) -> None:
    """What hangs on a clock at the same time shares no pin, whatever display it has."""
    w = import_module(f"flagfall_device.boards.{name}").table()
    w.override({"display": display})
    assert w.clash() == ""
    pins = [pin for _, _, pin in w.uses()]
    assert len(set(pins)) == len(pins) >= 15
    if name == "pico":
        assert w.keys[1] == w.keys[0] + 1  # the PIO reads two pins in a row
        assert w.clash(bus=True) == ""


def test_uses_are_those_of_the_parts_that_are_there(fakes: boards.Fakes) -> None:
    w = import_module("flagfall_device.boards.pico").table()
    w.override({"lever": True, "sensors": ("port", 8, 8)})
    named = {name for name, _, _ in w.uses()}
    assert named == {"keys", "buzzer", "running_lamps", "flag_lamps", "battery", "i2c"}
    assert ("keys", 1, 3) not in w.uses()
    assert w.uses().count(("i2c", 1, 20)) == 1
    w.override({"sensors": ("shift", 8, 8), "display": "tm1637"})
    assert w.clash() == "pin 18: tm1637[0] and shift[3]"


def test_main_leaves_the_board_alone_while_ok_is_held(fakes: boards.Fakes) -> None:
    """A key held at power-up gives the plain REPL for mpremote."""
    boards.Pin(7).level = 0
    import_module("flagfall_device.boards.pico").main()
    assert boards.StateMachine.made == []
