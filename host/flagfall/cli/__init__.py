"""The `flagfall` command.

Rooms are imported lazily: `--help` loads neither the web nor the database.
"""

import errno
import io
import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flagfall.errors import FlagfallError


def main() -> None:
    """Entry point of the `flagfall` console script.

    What a person can act on ends as a sentence, a way out and a stable code on standard error,
    or with `--json` as `{"error": …}` on standard output; the exit code is 2.
    """
    from flagfall import words
    from flagfall.errors import FlagfallError

    arguments = sys.argv[1:]
    asked = _language(arguments)
    if asked is not None:
        words.use(asked)
        # For threads: each begins with a context of its own.
        os.environ["FLAGFALL_LANG"] = asked
    for stream in (sys.stdout, sys.stderr):
        # A terminal that has no Cyrillic gets its numbers, never the end of the program.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        from flagfall.cli.app import app
        from flagfall.cli.translate import translated

        translated(app)(prog_name="flagfall")
    except FlagfallError as error:
        _tell(error, as_json="--json" in arguments)
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read the answer has read enough.
        sys.stderr.close()
        sys.exit(0)
    except OSError as fault:
        if fault.filename is None and fault.errno != errno.ENOSPC:
            raise
        from flagfall.cli.files import FileTrouble

        _tell(FileTrouble.of(fault), as_json="--json" in arguments)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _tell(error: "FlagfallError", *, as_json: bool) -> None:
    """What is wrong and the way out, as a sentence or as data."""
    if as_json:
        print(json.dumps({"error": error.as_json()}, ensure_ascii=False))
        return
    place = f"{error.where}: " if error.where else ""
    print(f"flagfall: {place}{error.sentence} [{error.code}]", file=sys.stderr)
    if error.hint:
        print(error.hint, file=sys.stderr)


def _language(arguments: list[str]) -> str | None:
    """What `--lang` says, before the commands and their help are built."""
    for position, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and position + 1 < len(arguments):
            return arguments[position + 1]
    return None
