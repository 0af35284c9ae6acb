"""Help in the reader's language: the command tree's own sentences looked up in domain `help`.

The sentences stand in the commands as docstrings and `help=`; `tools/words.py` collects them with
`sentences`, so that a new option without Russian fails the check like any other message.
"""

from collections.abc import Iterator
from copy import copy
from typing import Any

import typer
from typer.main import get_command

from flagfall.words import language, words

_, _plural = words("help")


def translated(app: typer.Typer) -> Any:
    """The command to run, its help in the language in force."""
    command: Any = get_command(app)
    _speak_anywhere(command)
    if language() != "en":
        for thing in _things(command):
            if thing.help:
                thing.help = _(_flat(thing.help))
    return command


def _speak_anywhere(root: Any) -> None:
    """`--lang` is understood after a command's name too. The root's own has been obeyed before any
    command runs; here it is only let through."""
    (said,) = (param for param in root.params if "--lang" in param.opts)
    for command in _commands(root):
        if not any("--lang" in param.opts for param in command.params):
            again = copy(said)
            again.expose_value = False
            command.params.append(again)


def _commands(root: Any) -> Iterator[Any]:
    """Every command under the root."""
    for child in getattr(root, "commands", {}).values():
        yield child
        yield from _commands(child)


def sentences(app: typer.Typer) -> Iterator[str]:
    """Every sentence of help there is."""
    for thing in _things(get_command(app)):
        if thing.help:
            yield _flat(thing.help)


def _things(command: Any) -> Iterator[Any]:
    yield command
    yield from (p for p in command.params if hasattr(p, "help"))
    for child in getattr(command, "commands", {}).values():
        yield from _things(child)


def _flat(text: str) -> str:
    """Paragraphs without the line ends of the source."""
    paragraphs = (" ".join(p.split()) for p in text.strip().split("\n\n"))
    return "\n\n".join(paragraphs)
