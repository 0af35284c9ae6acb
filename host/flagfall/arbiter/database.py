"""Opens the database a log is kept in, one writer at a time, and says in words what went wrong."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from flagfall.arbiter.errors import LogBusy, LogError, LogFull, LogUnreadable
from flagfall.arbiter.schema import HEAD
from flagfall.words import words

_, ngettext = words("arbiter")

BUSY_TIMEOUT_S = 2
NO_LOG_SIGNS = ("not a database", "malformed", "no such table", "no such column")


@contextmanager
def told(place: str) -> Iterator[None]:
    """Turns the database's errors into ours."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise _ours(error, place) from error
    except UnicodeDecodeError as error:
        raise _no_log(place) from error  # so damaged that its own complaint can't be read


def alone(path: Path) -> sqlite3.Connection:
    """Keeps others from writing this log as long as it is open: an empty database beside it, held
    locked. It stays behind: who removed it might remove what another one holds."""
    with suppress(FileExistsError):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LogError(
                _("The folder {folder} can't be made: {why}.").format(
                    folder=path.parent, why=error.strerror
                ),
                hint=_("Choose another place with --log."),
            ) from error
    lock = sqlite3.connect(f"{path}-lock", timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        lock.close()
        raise
    return lock


def engine(place: str, *, unchanged: bool) -> sa.Engine:
    """The database; with `unchanged` a file that is only read, be it where nothing is written."""
    if "://" in place:
        return sa.create_engine(place)
    path = Path(place)
    options = {"timeout": BUSY_TIMEOUT_S, "check_same_thread": False}
    url = sa.URL.create("sqlite", database=str(path))
    if unchanged and not os.access(path.absolute().parent, os.W_OK) and not _unsettled(path):
        url = url.set(database=path.absolute().as_uri()).update_query_dict(
            {"immutable": "1", "uri": "true"}
        )
    engine = sa.create_engine(url, connect_args=options)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        for pragma in ("synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    return engine


def _unsettled(path: Path) -> bool:
    """Whether a writer left something that is not yet in the file itself."""
    beside = Path(f"{path}-wal")
    return beside.exists() and beside.stat().st_size > 0


def migrate(connection: sa.Connection, place: str, *, make: bool) -> None:
    """Bring the tables to this version; Alembic is loaded only where there is work for it."""
    with connection.begin():
        names = sa.inspect(connection).get_table_names()
        if "alembic_version" in names:
            query = sa.text("SELECT version_num FROM alembic_version")
            if connection.execute(query).scalar_one_or_none() == HEAD:
                return
        elif names or not make:
            raise _no_log(place)
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA journal_mode = WAL").close()
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "newline")
    with connection.begin():
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise LogUnreadable(
                _("A newer version of Flagfall wrote this log."), hint=_("Update this one.")
            ) from error


def damaged() -> str:
    """The way out where rows of a log are not what a hall writes."""
    return _("The file was damaged or changed; the clocks still hold their own records.")


def which_files() -> str:
    """The way out where a file is no log."""
    return _("Give the file that flagfall wrote, hall.db or EVENT.db.")


def _no_log(place: str) -> LogUnreadable:
    return LogUnreadable(
        _("{place} is not a log of a hall.").format(place=place), hint=which_files()
    )


def _ours(error: SQLAlchemyError | sqlite3.Error, place: str) -> LogError:
    said = str(error.orig) if isinstance(error, DatabaseError) else str(error)
    if "full" in said:
        return LogFull(
            _("There is no room left for the log {place}.").format(place=place),
            hint=_("Free some space: nothing is lost, the clocks keep what is not written."),
        )
    if "locked" in said:
        return LogBusy(
            _("Another program writes the log {place}.").format(place=place),
            hint=_("Close it, or choose another place with --log."),
        )
    if any(sign in said for sign in NO_LOG_SIGNS):
        return _no_log(place)
    return LogError(
        _("The log {place} can't be used: {why}.").format(place=place, why=said),
        hint=_("Choose another place with --log."),
    )
