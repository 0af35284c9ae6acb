"""The arbiter's page: a wall of tables, live, served from the arbiter's own laptop."""
