"""Boards: every pin, port and file of a board is in its own module, and nowhere else.

A board object gives the device

    unit            who we are: a `Unit`
    debounce_us     how long a contact may bounce; tenths_s: when faces begin to show tenths
    virtual lever   flags; journal_bytes: bytes of each of the journal's two slots
    ticks()         microseconds modulo 2^30
    link_ms()       milliseconds modulo 2^30, for the link's silence
    store(name)     a store for a log (`store.py`)
    new_id()        a random number below 2^30, not 0
    collect(edges)  bring edges stamped by hardware into the queue; False: the keys are dead
    level(key)      the level of a key now
    read_into(buf)  bytes that have arrived; 0: none
    write(view)     how many of the bytes the line took; 0: none
    health()        what the board knows of its own health
    feed()          the watchdog
    leave()         after this turn restart into the plain REPL, for flashing; None: can't
    shows           are there displays to keep up to date?
    panel(language) the displays: a `Panel`
    sound(on)       the buzzer
    battery_curve, battery_mv()   see `battery.py`; battery_mv: -1 where there is none
    sensors         a `Sensors`, or None
"""


class Unit:
    """Who this clock is: what it says in `Hello`."""

    def __init__(
        self,
        uid: bytes,
        boot_id: int,
        reset_cause: int,
        capabilities: int,
        implementation: "tuple[int, int, int]",
        board: int,
    ) -> None:
        self.uid = uid
        self.boot_id = boot_id
        self.reset_cause = reset_cause
        self.capabilities = capabilities
        self.implementation = implementation  # (which, major, minor)
        self.board = board
