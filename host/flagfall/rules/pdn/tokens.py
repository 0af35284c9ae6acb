"""PDN text cut into tokens, line by line, so that a collection of any size can be read.

The forms are those of the PDN 3.0 reading grammar, and what programs write besides.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from flagfall.rules.errors import InvalidFile
from flagfall.words import words

_, ngettext = words("rules")

COMMENT_LIMIT = 100_000
LINE_LIMIT = 1_000_000


class Token(NamedTuple):
    """A piece of PDN: `kind` is tag, comment, setup, open, close, nag, number, result, strength,
    skip or move; `value` its text, for a tag its name; `more` a tag's value."""

    kind: str
    value: str
    line: int
    more: str = ""


_SQUARE = r"(?:[a-l]\d{1,2}|0?[1-9]\d?)"
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<tag>\[\s*(?P<name>[A-Za-z]\w*)\s*"(?P<text>(?:[^"\\]|\\.)*)"\s*\])
    | (?P<comment>\{)
    | (?P<line>[;%].*)
    | (?P<setup>/[^/]*/)
    | (?P<open>\((?![!?]+\))) | (?P<close>\))
    | (?P<nag>\$\d{1,5})
    | (?P<result>(?:1/2-1/2|1/2|(?:0-0|1-0|0-1|2-0|0-2|1-1)(?![\dx:-])|\*)(?![\w/]))
    | (?P<number>\d{1,4}\.(?:\.\.?)?(?!\d+\s*[-x:]\s*\.))
    | (?P<move>(?!1-1(?!\d))SQ(?:\s?[-x:*]\s?SQ)+|[a-l]\d[a-l]\d{1,2}|[a-l][x:]?[a-l]\d{1,2}|\d{4})
    | (?P<strength>[!?]+|\([!?]+\))
    | (?P<skip>[.-]+)
    )""".replace("SQ", _SQUARE),
    re.VERBOSE,
)
_UNESCAPE = re.compile(r"\\(.)")


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """Every token. Raises `InvalidFile` for a comment that never ends and for what fits no form."""
    comment: list[str] | None = None
    began = length = 0
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_LIMIT:
            raise InvalidFile(
                _("The line is {length} characters long.").format(length=len(line)),
                reason="length",
                where=_("line {line}").format(line=number),
            )
        at = 0
        line = line.rstrip("\r\n").removeprefix("\ufeff") if number == 1 else line.rstrip("\r\n")
        while True:
            if comment is not None:
                end = line.find("}", at)
                comment.append(line[at:] if end < 0 else line[at:end])
                length += len(comment[-1])
                if length > COMMENT_LIMIT:
                    raise _endless(began)
                if end < 0:
                    break
                yield Token("comment", "\n".join(comment).strip(), began)
                comment, at = None, end + 1
                continue
            if not line[at:].strip():
                break
            found = _TOKEN.match(line, at)
            if found is None:
                raise InvalidFile(
                    _("'{text}' is neither a move nor anything else of PDN.").format(
                        text=line[at:].strip()[:30]
                    ),
                    reason="token",
                    where=_("line {line}").format(line=number),
                )
            at = found.end()
            kind = str(found.lastgroup)
            if found["tag"]:
                yield Token("tag", found["name"], number, _UNESCAPE.sub(r"\1", found["text"]))
            elif kind == "comment":
                comment, began, length = [], number, 0
            elif kind == "line":
                text = found["line"]
                # A remark of the line, not of the format: kept as a comment.
                if text[0] == ";" and text[1:].strip():
                    yield Token("comment", text[1:].strip(), number)
            else:
                yield Token(kind, found[kind], number)
    if comment is not None:
        raise _endless(began)


def _endless(line: int) -> InvalidFile:
    return InvalidFile(
        _("A comment opened with a brace never ends."),
        reason="comment",
        where=_("line {line}").format(line=line),
    )
