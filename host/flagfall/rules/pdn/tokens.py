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
    skip, move, star (an asterisk that stands close behind a move) or bad; `value` its text, for a
    tag its name; `more` a tag's value; `error` what is wrong with a bad one."""

    kind: str
    value: str
    line: int
    more: str = ""
    error: InvalidFile | None = None


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
    | (?P<move>(?!1-1(?!\d))SQ(?:(?:\s?[-x:]\s?|\*)SQ)+
      |[a-l]\d[a-l]\d{1,2}|[a-l][x:]?[a-l]\d{1,2}|\d{4})
    | (?P<strength>[!?]+|\([!?]+\))
    | (?P<skip>[.-]+)
    )""".replace("SQ", _SQUARE),
    re.VERBOSE,
)
_UNESCAPE = re.compile(r"\\(.)")
_SKIPPED = re.compile(r"\s*(?:\[[^\]]*\]?|\S+)")
"""What is passed over where nothing fits: a spoiled tag, or a word."""


def tokens(lines: Iterable[str]) -> Iterator[Token]:
    """Every token. What fits no form, a line or a comment that is too long and a comment that never
    ends are `bad` tokens, and reading goes on behind them."""
    return _Cutter().tokens(lines)


class _Cutter:
    """Cuts lines into tokens; a comment may span several."""

    def __init__(self) -> None:
        self._comment: list[str] | None = None
        self._began = self._length = 0

    def tokens(self, lines: Iterable[str]) -> Iterator[Token]:
        for number, line in enumerate(lines, 1):
            if len(line) > LINE_LIMIT:
                sentence = _("A line is longer than {n} characters.").format(n=LINE_LIMIT)
                yield _bad(sentence, "length", number)
                continue
            text = line.rstrip("\r\n")
            yield from self._line(text.removeprefix("\ufeff") if number == 1 else text, number)
        if self._comment is not None:
            yield _bad(_("A comment opened with a brace never ends."), "comment", self._began)

    def _line(self, line: str, number: int) -> Iterator[Token]:
        at = 0
        while True:
            if self._comment is not None:
                end = line.find("}", at)
                yield from self._in_comment(line[at:] if end < 0 else line[at:end], end >= 0)
                if end < 0:
                    return
                at = end + 1
                continue
            if not line[at:].strip():
                return
            found = _TOKEN.match(line, at)
            if found is None:
                skipped = _SKIPPED.match(line, at)
                at = skipped.end() if skipped else len(line)
                word = (skipped[0] if skipped else line).strip()[:30]
                sentence = _("'{text}' is neither a move nor anything else of PDN.")
                yield _bad(sentence.format(text=word), "token", number, word)
                continue
            at = found.end()
            kind = str(found.lastgroup)
            if found["tag"]:
                yield Token("tag", found["name"], number, _UNESCAPE.sub(r"\1", found["text"]))
            elif kind == "comment":
                self._comment, self._began, self._length = [], number, 0
            elif kind == "line":
                text = found["line"]
                # A remark of the line, not of the format: kept as a comment.
                if text[0] == ";" and text[1:].strip():
                    yield Token("comment", text[1:].strip(), number)
            else:
                yield Token(kind, found[kind], number)
                if kind == "move" and line[at : at + 1] == "*":
                    at += 1
                    yield Token("star", "*", number)

    def _in_comment(self, text: str, ends: bool) -> Iterator[Token]:
        """A part of a comment; one that is too long is told once and not kept."""
        held = self._comment or []
        before, self._length = self._length, self._length + len(text)
        if self._length <= COMMENT_LIMIT:
            held.append(text)
        elif before <= COMMENT_LIMIT:
            sentence = _("A comment is longer than {n} characters.").format(n=COMMENT_LIMIT)
            yield _bad(sentence, "comment", self._began)
        if ends:
            if self._length <= COMMENT_LIMIT:
                yield Token("comment", "\n".join(held).strip(), self._began)
            self._comment = None


def _bad(sentence: str, reason: str, line: int, word: str = "") -> Token:
    where = _("line {line}").format(line=line)
    return Token("bad", word, line, error=InvalidFile(sentence, reason=reason, where=where))
