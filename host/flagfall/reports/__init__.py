"""Documents of an event: tables, sheets, game files."""
