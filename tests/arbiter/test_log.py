"""The log: durable before acknowledged, each record once, in the order in which it happened."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from flagfall.arbiter import schema
from flagfall.arbiter.errors import LogBusy, LogError, LogFull, LogUnreadable
from flagfall.arbiter.log import Arrival, Decision, Log
from flagfall_protocol import codes
from flagfall_protocol.messages import Event
from hypothesis import given, settings
from hypothesis import strategies as st

CLOCK = "a1b2c3d4e5f60718"
JOURNAL = 0xFEDC_BA98


def record(seq: int, *, journal: int = JOURNAL, at_us: int = 1_000_000) -> Event:
    return Event(
        journal_id=journal,
        seq=seq,
        at_us=at_us,
        game=1,
        act=codes.Act.PRESS,
        side=codes.Side.LEFT,
        refusal=codes.Refusal.NONE,
        aux=3,
        amount_us=-5,
        left_us=(1 << 62) + 1,
        right_us=-1,
        happened=codes.Happened.MOVE | codes.Happened.CONTROL_PASSED,
    )


def arrivals(*seqs: int, clock: str = CLOCK) -> list[Arrival]:
    return [Arrival(clock, record(seq)) for seq in seqs]


def test_what_was_written_is_read_back_whole_and_in_order(tmp_path: Path) -> None:
    """CL-39"""
    said = Decision("result", 3, "arbiter", "CL-48", "Сдался", {"result": "1-0"})
    with Log(tmp_path / "hall.db") as log:
        log.append(arrivals(1), hall_us=10)
        log.decide(said, hall_us=11)
        log.append(arrivals(2, 3), hall_us=12)
    with Log(tmp_path / "hall.db") as log:
        rows = list(log.rows())
        assert [r.n for r in rows] == [1, 2, 3, 4]
        assert [r.hall_us for r in rows] == [10, 11, 12, 12]
        assert [r.arrival for r in rows if r.arrival] == arrivals(1, 2, 3)
        assert [r.decision for r in rows if r.decision] == [said]
        assert [r.n for r in log.rows(after=2)] == [3, 4]
        assert log.counts() == (3, 1)


def test_a_record_that_comes_again_is_counted_and_not_written_again(tmp_path: Path) -> None:
    with Log(tmp_path / "hall.db") as log:
        assert [row.arrival for row in log.append(arrivals(1, 2), hall_us=0)] == arrivals(1, 2)
        assert [row.arrival for row in log.append(arrivals(2, 3), hall_us=0)] == arrivals(3)
        assert log.doubled == 1
        assert log.append(arrivals(1, clock="ffff000011112222"), hall_us=0)
    with Log(tmp_path / "hall.db") as log:
        assert log.cursor(CLOCK, JOURNAL) == 3
        assert log.cursor(CLOCK, 1) == 0
        assert log.append(arrivals(3), hall_us=0) == []
        assert log.counts() == (4, 0)


def test_a_hole_in_a_journal_is_measured_in_the_tables(tmp_path: Path) -> None:
    with Log(tmp_path / "hall.db") as log:
        log.append(arrivals(1, 2, 5), hall_us=0)
        (held,) = log.holdings()
        assert (held.oldest, held.newest, held.count, held.missing) == (1, 5, 3, 2)


def test_the_table_itself_refuses_a_record_twice(tmp_path: Path) -> None:
    with Log(tmp_path / "hall.db") as log:
        log.append(arrivals(1), hall_us=0)
    columns = "clock, journal, seq, kind, at_us, hall_us, body"
    with sqlite3.connect(tmp_path / "hall.db") as raw, pytest.raises(sqlite3.IntegrityError):
        raw.execute(f"INSERT INTO event SELECT 99, {columns} FROM event")
    raw.close()


def test_a_full_disk_loses_nothing_and_is_said_clearly(tmp_path: Path) -> None:
    with Log(tmp_path / "hall.db") as log:
        log.append(arrivals(1), hall_us=0)
        log.limit(20)
        kept = 1

        def write_on() -> None:
            nonlocal kept
            for _ in range(100):
                log.append(arrivals(*range(kept + 1, kept + 51)), hall_us=0)
                kept += 50

        with pytest.raises(LogFull) as full:
            write_on()
        assert full.value.hint
        assert log.cursor(CLOCK, JOURNAL) == kept
        log.limit(1_000_000)
        fresh = log.append(arrivals(*range(kept + 1, kept + 51)), hall_us=0)
        assert len(fresh) == 50
        assert log.holdings()[0].missing == 0


def test_kill_9_loses_nothing_that_append_returned(tmp_path: Path) -> None:
    program = """
import os, sys
from flagfall.arbiter.log import Log
from tests.arbiter.test_log import arrivals
log = Log(sys.argv[1])
for n in range(1, 41):
    log.append(arrivals(n), hall_us=n)
print(n, flush=True)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "hall.db")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -9, done.stderr
    with Log(tmp_path / "hall.db") as log:
        assert log.cursor(CLOCK, JOURNAL) == int(done.stdout)
        assert log.holdings()[0].missing == 0


def test_another_writer_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flagfall.arbiter.database.BUSY_TIMEOUT_S", 0)
    with Log(tmp_path / "hall.db") as log:
        other = sqlite3.connect(tmp_path / "hall.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LogBusy):
            log.append(arrivals(1), hall_us=0)
        other.execute("ROLLBACK")
        other.close()
        assert len(log.append(arrivals(1), hall_us=0)) == 1


@pytest.mark.parametrize("content", [b"not a database at all, just text" * 200, b"\0" * 5000])
def test_a_file_that_is_no_log_is_refused(tmp_path: Path, content: bytes) -> None:
    place = tmp_path / "x.db"
    place.write_bytes(content)
    with pytest.raises(LogUnreadable):
        Log(place)
    assert place.read_bytes() == content


def test_a_strange_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "x.db") as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.close()
    with pytest.raises(LogUnreadable):
        Log(tmp_path / "x.db")


def test_a_log_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Log(tmp_path / "x.db").close()
    with sqlite3.connect(tmp_path / "x.db") as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    with pytest.raises(LogUnreadable):
        Log(tmp_path / "x.db")


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogError):
        Log(tmp_path / "file" / "hall.db")


def test_one_program_at_a_time_writes_a_log(tmp_path: Path) -> None:
    """A hall opened twice on one log would number its rows twice."""
    with Log(tmp_path / "hall.db") as log:
        log.append(arrivals(1), hall_us=0)
        with pytest.raises(LogBusy) as busy:
            Log(tmp_path / "hall.db")
        assert busy.value.hint
        with Log(tmp_path / "hall.db", make=False) as reader:
            assert len(list(reader.rows())) == 1
        assert len(log.append(arrivals(2), hall_us=0)) == 1
    with Log(tmp_path / "hall.db") as log:
        assert log.cursor(CLOCK, JOURNAL) == 2


def test_a_killed_program_locks_nobody_out(tmp_path: Path) -> None:
    program = """
import os, sys
from flagfall.arbiter.log import Log
log = Log(sys.argv[1])
os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "hall.db")], check=False)
    assert done.returncode == -9
    Log(tmp_path / "hall.db").close()


@pytest.mark.parametrize("content", [b"", b"CREATE TABLE recipes (name TEXT)"])
def test_reading_changes_nothing_in_what_is_no_log(tmp_path: Path, content: bytes) -> None:
    place = tmp_path / "x.db"
    with sqlite3.connect(place) as raw:
        raw.execute(content.decode())
    raw.close()
    before = place.read_bytes()
    with pytest.raises(LogUnreadable):
        Log(place, make=False)
    assert place.read_bytes() == before
    assert list(tmp_path.iterdir()) == [place]


def test_a_log_is_read_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Log(tmp_path / "hall 100%?.db") as log:
        log.append(arrivals(1), hall_us=0)
    (tmp_path / "hall 100%?.db-lock").unlink()
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with Log(tmp_path / "hall 100%?.db", make=False) as log:
        assert [row.arrival for row in log.rows()] == arrivals(1)
        assert [each.name for each in tmp_path.iterdir()] == ["hall 100%?.db"]


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("event", "body", None),
        ("event", "body", "text"),
        ("event", "at_us", "soon"),
        ("event", "clock", b"ab"),
        ("decision", "data", b"{}"),
        ("decision", "data", "[" * 100_000),
        ("decision", "who", b"\xff"),
        ("decision", "table", "first"),
    ],
)
def test_a_value_of_another_kind_is_said_with_its_row(
    tmp_path: Path, table: str, column: str, value: object
) -> None:
    """SQLite keeps what it is given, whatever a column is said to hold."""
    place = tmp_path / "hall.db"
    with Log(place) as log:
        log.append(arrivals(1), [Decision("move", 1)], hall_us=0)
    with sqlite3.connect(place) as raw:
        raw.execute(f"CREATE TABLE loose AS SELECT * FROM {table}")
        raw.execute(f"DROP TABLE {table}")
        raw.execute(f"ALTER TABLE loose RENAME TO {table}")
        raw.execute(f'UPDATE {table} SET "{column}" = ?', (value,))
    raw.close()
    with Log(place, make=False) as log, pytest.raises(LogUnreadable) as unreadable:
        list(log.rows())
    assert unreadable.value.where in ("1", "2")
    assert unreadable.value.hint


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1, max_size=9)), max_size=20))
def test_a_damaged_file_brings_out_only_our_errors(damage: list[tuple[int, bytes]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "hall.db"
        content = bytearray(_sound_log())
        for at, garbage in damage:
            at %= len(content)
            content[at : at + len(garbage)] = garbage
        place.write_bytes(content)
        with suppress(LogError), Log(place, make=False) as log:
            list(log.rows())
            log.holdings()


@cache
def _sound_log() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with Log(Path(folder) / "hall.db") as log:
            for n in range(1, 30):
                log.append(arrivals(n), [Decision("move", 1, data={"n": n})], hall_us=n)
        return (Path(folder) / "hall.db").read_bytes()


@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 255), st.text(max_size=20))
def test_garbage_in_rows_brings_out_only_our_errors(body: bytes, kind: int, data: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "hall.db"
        with Log(place) as log:
            log.append(arrivals(1), [Decision("move", 1)], hall_us=0)
        with sqlite3.connect(place) as raw:
            raw.execute("UPDATE event SET body = ?, kind = ?", (body, kind))
            raw.execute("UPDATE decision SET data = ?", (data,))
        raw.close()
        with Log(place) as log, suppress(LogUnreadable):
            list(log.rows())


def test_migrations_make_exactly_the_tables_the_log_uses(tmp_path: Path) -> None:
    import sqlalchemy as sa
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    Log(tmp_path / "hall.db").close()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'hall.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []
        assert context.get_current_revision() == schema.HEAD
    engine.dispose()
    config = Config()
    folder = Path(schema.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    config.set_main_option("path_separator", "newline")
    assert ScriptDirectory.from_config(config).get_current_head() == schema.HEAD
