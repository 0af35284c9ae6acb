"""The journal: what was kept is found again, whatever was torn off behind it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flagfall_device import codec
from flagfall_device.journal import Journal
from flagfall_device.store import FileStore, MemoryStore

CAPACITY = 4096


def new_id() -> Iterator[int]:
    yield from range(1001, 2000)


def opened(store: object, ids: Iterator[int] | None = None) -> Journal:
    numbers = ids or new_id()
    journal = Journal(store, CAPACITY, lambda: next(numbers))
    journal.open()
    return journal


def write(journal: Journal, n: int) -> None:
    for _ in range(n):
        seq = journal.newest + 1
        size = codec.pack_event(
            journal.buf, journal.journal_id, seq, seq * 1000, 1, 2, 1, 0, 0, seq, -seq, 7, 1
        )
        journal.append(codec.KIND_EVENT, size)


def read(journal: Journal, seq: int) -> tuple[int, ...] | None:
    buf = bytearray(codec.FRAME_MAX)
    if not journal.read(seq, buf):
        return None
    fields: tuple[int, ...] = codec.unpack_event(buf)
    return fields


def holds(journal: Journal, seqs: range) -> bool:
    return all(
        read(journal, s) == (journal.journal_id, s, s * 1000, 1, 2, 1, 0, 0, s, -s, 7, 1)
        for s in seqs
    )


def test_records_are_read_in_any_order_and_after_reopening(tmp_path: Path) -> None:
    store = FileStore(str(tmp_path), "journal")
    journal = opened(store)
    write(journal, 50)
    for seq in (50, 1, 33, 32, 2, 49):
        assert holds(journal, range(seq, seq + 1))
    assert read(journal, 51) is None
    assert read(journal, 0) is None
    store.close()
    store = FileStore(str(tmp_path), "journal")
    again = opened(store)
    assert (again.journal_id, again.oldest, again.newest) == (1001, 1, 50)
    assert again.last_us == 50_000
    assert holds(again, range(1, 51))
    store.close()


def test_a_new_journal_has_no_records_and_a_name_of_its_own() -> None:
    journal = opened(MemoryStore())
    assert (journal.journal_id, journal.oldest, journal.newest) == (1001, 0, 0)


@pytest.mark.parametrize("keep", range(58 + 6))
def test_torn_last_record_is_read_to_the_last_whole_one(keep: int) -> None:
    """Torn at every byte offset of its last record; and what is written next is found again."""
    store = MemoryStore()
    journal = opened(store)
    write(journal, 5)
    whole = store.size(0)
    write(journal, 1)
    size = store.size(0) - whole
    del store.slots[0][whole + min(keep, size) :]
    again = opened(store)
    newest = 6 if keep >= size else 5
    assert again.newest == newest
    assert holds(again, range(1, newest + 1))
    assert read(again, newest + 1) is None
    write(again, 40)
    assert holds(again, range(1, newest + 41))
    third = opened(store)
    assert third.newest == newest + 40
    assert holds(third, range(1, newest + 41))


def test_full_slot_goes_on_in_the_other_and_the_oldest_records_go() -> None:
    journal = opened(MemoryStore())
    write(journal, 500)
    assert journal.oldest > 300
    assert journal.overwritten == journal.oldest - 1
    assert journal.wear == 7  # 72 records of 56 bytes fit a slot
    assert holds(journal, range(journal.oldest, 501))
    assert read(journal, journal.oldest - 1) is None


def test_rotation_survives_reopening_at_any_moment() -> None:
    store = MemoryStore()
    ids = new_id()
    journal = opened(store, ids)
    for _ in range(300):
        write(journal, 1)
        again = opened(store, ids)
        assert (again.journal_id, again.oldest, again.newest) == (
            1001,
            journal.oldest,
            journal.newest,
        )
    assert holds(again, range(again.oldest, 301))


@pytest.mark.parametrize("cut", range(21))
def test_power_lost_while_a_slot_is_begun(cut: int) -> None:
    """The fresh slot's head is torn: the journal goes on in the one before it."""
    store = MemoryStore()
    journal = opened(store)
    while journal.wear == 1:
        write(journal, 1)
    fresh = 1
    del store.slots[fresh][cut:]
    again = opened(store)
    assert again.journal_id == 1001
    newest = again.newest
    write(again, 3)
    assert holds(again, range(1, newest + 4))


def test_spoiled_record_in_the_middle_hides_no_other() -> None:
    store = MemoryStore()
    journal = opened(store)
    write(journal, 40)
    places = [i for i in range(20, store.size(0)) if store.slots[0][i : i + 2] == b"\x32\x12"]
    store.slots[0][places[9] + 20] ^= 0x40
    again = opened(store)
    assert again.newest == 40
    assert read(again, 10) is None
    assert holds(again, range(1, 10))
    assert holds(again, range(11, 41))


def test_private_entries_never_show_as_records() -> None:
    journal = opened(MemoryStore())
    write(journal, 3)
    journal.keep_state(bytes(range(256)) + b"end")
    write(journal, 3)
    assert holds(journal, range(1, 7))
    kinds = [kind for kind, _ in journal.entries()]
    assert kinds == [0x12] * 3 + [0x01] * 6 + [0x12] * 3
    assert b"".join(b[2:] for k, b in journal.entries() if k == 1) == bytes(range(256)) + b"end"
