"""The first log: events of the clocks, decisions of the arbiter."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "event",
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("clock", sa.String(16), nullable=False),
        sa.Column("journal", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Integer, nullable=False),
        sa.Column("at_us", sa.BigInteger, nullable=False),
        sa.Column("hall_us", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("clock", "journal", "seq", name="event_once"),
    )
    op.create_table(
        "decision",
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hall_us", sa.BigInteger, nullable=False),
        sa.Column("wall", sa.String(32), nullable=False),
        sa.Column("who", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("table", sa.Integer, nullable=True),
        sa.Column("rule", sa.String(80), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("decision_by_table", "decision", ["table", "n"])
