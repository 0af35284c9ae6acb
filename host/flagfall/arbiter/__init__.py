"""The event: log, decisions under the law, rounds, tables and their clocks."""
