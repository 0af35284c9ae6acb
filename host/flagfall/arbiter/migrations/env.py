"""Runs the log's migrations on the connection that `arbiter.log` hands over."""

from alembic import context

from flagfall.arbiter.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
