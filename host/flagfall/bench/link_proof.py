"""What the log holds against what the clocks hold and the players pressed: the link's bench."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from flagfall_device.journal import Journal
from flagfall_device.store import FileStore
from flagfall_protocol.codes import Act
from flagfall_protocol.fields import Message
from flagfall_protocol.frames import decode
from flagfall_protocol.messages import BootEvent, Event

from flagfall.arbiter.log import Log

JOURNAL_BYTES = 262_144  # of a board's slot, as `boards.unix` has it
SEQ_AT = 4


@dataclass
class Proof:
    """Counts over all clocks."""

    pressed: int = 0
    """Keys that went down."""
    taken: int = 0
    """Presses that clocks have in their journals."""
    kept: int = 0
    """… and that are in the log."""
    records: int = 0
    """Records of all kinds in the journals."""
    lost: int = 0
    """Records in a journal and not in the log."""
    doubled: int = 0
    """… more than once in the log."""
    altered: int = 0
    """… with other contents, or of no clock."""
    disordered: int = 0
    """… before one that is older."""
    unheard: int = 0
    """Keys that went down and are in no journal, power being lost in that moment."""
    waits_us: list[tuple[str, int, int]] = field(default_factory=list)
    """Clock, when the key went down, and how long until its record was durable."""


def prove(log: Path, clocks: dict[str, Path], moments: list[tuple[str, int, int, int]]) -> Proof:
    """Compare. `clocks`: the folder of each; `moments`: when each record was durable."""
    proof = Proof()
    kept: dict[str, list[tuple[int, int, bytes]]] = {uid: [] for uid in clocks}
    with Log(log, make=False) as opened:
        for row in opened.rows():
            if row.arrival is not None:
                clock, journal, seq = row.arrival.key
                body = row.arrival.record.body()  # type: ignore[union-attr]
                kept.setdefault(clock, []).append((journal, seq, body))
    durable = {(clock, journal, seq): at_us for clock, journal, seq, at_us in moments}
    for uid, rows in kept.items():
        _compare(proof, uid, rows, clocks.get(uid), durable)
    return proof


def _compare(
    proof: Proof,
    uid: str,
    rows: list[tuple[int, int, bytes]],
    folder: Path | None,
    durable: dict[tuple[str, int, int], int],
) -> None:
    journal, records = (0, []) if folder is None else journal_of(folder)
    told = {(journal, _seq(body)): body for _kind, body in records}
    numbers = [row[:2] for row in rows]
    counted = Counter(numbers)
    proof.records += len(told)
    proof.lost += len(told.keys() - counted.keys())
    proof.doubled += len(rows) - len(counted)
    proof.altered += sum(told.get((j, seq)) != body for j, seq, body in rows)
    proof.disordered += sum(b < a for a, b in pairwise(numbers))
    if folder is None:
        return
    # Each life of the clock has its presses, the last of which it may not have lived to take.
    lives = _lives([decode(kind, body) for kind, body in records])
    for keys, taken in zip(pressed(folder), lives, strict=True):
        proof.pressed += len(keys)
        proof.taken += len(taken)
        proof.unheard += len(keys) - len(taken)
        for at_us, record in zip(keys, taken, strict=False):
            done_us = durable.get((uid, record.journal_id, record.seq))
            if done_us is not None:
                proof.kept += 1
                proof.waits_us.append((uid, at_us, done_us - at_us))


def journal_of(folder: Path) -> tuple[int, list[tuple[int, bytes]]]:
    """A clock's journal, read from its flash by the firmware's own reader: its number, and every
    record as (kind, body)."""
    store = FileStore(str(folder), "journal")
    journal = Journal(store, JOURNAL_BYTES, lambda: 0)
    journal.open()
    records = [(kind, body) for kind, body in journal.entries() if kind >= 0x10]
    number: int = journal.journal_id
    journal.close()
    return number, records


def pressed(folder: Path) -> list[list[int]]:
    """When keys went down at a clock, in the machine's microseconds, by the clock's lives."""
    lives: list[list[int]] = []
    for line in (folder / "pressed").read_text("utf-8").splitlines():
        if line == "boot":
            lives.append([])
        else:
            lives[-1].append(int(line.split()[1]))
    return lives


def _lives(records: list[Message | None]) -> list[list[Event]]:
    lives: list[list[Event]] = []
    for record in records:
        if isinstance(record, BootEvent):
            lives.append([])
        elif isinstance(record, Event) and record.act == Act.PRESS:
            lives[-1].append(record)
    return lives


def _seq(body: bytes) -> int:
    return int.from_bytes(body[SEQ_AT : SEQ_AT + 4], "little")
