"""The log's two tables. Both are only ever appended to; a mistake is corrected by a further row.

`event` holds the clocks' journal records as they came over the wire; `decision` holds what the
arbiter (or a program in his place) decided or wrote down. `n` numbers both in one line, so that
the hall can be folded from them in the order in which it happened.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

# The migration that makes exactly these tables; a test holds it equal to Alembic's own head.
HEAD = "0001"

metadata = MetaData()

event = Table(
    "event",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("clock", String(16), nullable=False),  # the unit's id, hexadecimal
    Column("journal", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("kind", Integer, nullable=False),  # of the wire's message
    Column("at_us", BigInteger, nullable=False),  # the clock's time
    Column("hall_us", BigInteger, nullable=False),  # hall time of the writing
    Column("body", LargeBinary, nullable=False),  # the message as it came
    UniqueConstraint("clock", "journal", "seq", name="event_once"),
)

decision = Table(
    "decision",
    metadata,
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("hall_us", BigInteger, nullable=False),
    Column("wall", String(32), nullable=False),  # UTC, ISO 8601
    Column("who", String(80), nullable=False),  # `arbiter`, `auto:demo`, `left`, …
    Column("kind", String(40), nullable=False),
    Column("table", Integer, nullable=True),
    Column("rule", String(80), nullable=False),
    Column("reason", Text, nullable=False),
    Column("data", Text, nullable=False),  # JSON
)

Index("decision_by_table", decision.c.table, decision.c.n)
