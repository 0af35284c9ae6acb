"""XML as a stream of elements, with nothing that could be a trap: no document type, no entities of
its own, bounded depth, sizes and counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from flagfall.rules.errors import InvalidFile
from flagfall.words import words

_, ngettext = words("rules")

DEPTH_LIMIT = 32
TEXT_LIMIT = 1_000_000
ELEMENT_LIMIT = 500_000
# What XML 1.0 has no way to write.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass
class Element:
    """An element with its attributes, its children and its own text (before and among them)."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def child(self, tag: str) -> Element | None:
        """The first child of that name."""
        return next((child for child in self.children if child.tag == tag), None)

    def write(self, out: list[str], indent: str = "") -> None:
        """Append the element as XML, its children each on a line."""
        attributes = "".join(
            f" {key}={quoteattr(_UNWRITABLE.sub('', text))}"
            for key, text in self.attributes.items()
        )
        text = escape(_UNWRITABLE.sub("", self.text), {"\r": "&#13;"})
        out.append(f"{indent}<{self.tag}{attributes}")
        if not self.children:
            out.append(f">{text}</{self.tag}>\n" if text else "/>\n")
            return
        out.append(f">{text}\n")
        for child in self.children:
            child.write(out, indent)
        out.append(f"{indent}</{self.tag}>\n")


class _Builder:
    """Gathers elements; those of a wanted name are handed over and forgotten."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        self.root: Element | None = None
        self.ready: list[Element] = []
        self._open: list[Element] = []
        self._text: list[list[str]] = []
        self._length = 0
        # Elements held at present; those of a wanted one are let go with it.
        self._count = self._before = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse

    def _fault(self, sentence: str) -> InvalidFile:
        line = _("line {line}").format(line=self.parser.CurrentLineNumber)
        return InvalidFile(sentence, reason="xml", where=line)

    def _refuse(self, *_declaration: Any) -> None:
        raise self._fault(_("A document type or entity is declared; such files are not read."))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if tag == self.wanted:
            self._before = self._count - 1
        self._length = sum(map(len, attributes.values()))
        too_long = self._length > TEXT_LIMIT
        if len(self._open) >= DEPTH_LIMIT or self._count > ELEMENT_LIMIT or too_long:
            raise self._fault(_("The file is nested too deep or too large."))
        element = Element(tag, attributes)
        if self.root is None:
            self.root = element
        elif tag != self.wanted:
            self._open[-1].children.append(element)
        self._open.append(element)
        self._text.append([])

    def _characters(self, text: str) -> None:
        self._text[-1].append(text)
        self._length += len(text)
        if self._length > TEXT_LIMIT:
            raise self._fault(_("The file is nested too deep or too large."))

    def _end(self, tag: str) -> None:
        element = self._open.pop()
        text = "".join(self._text.pop())
        # White space between children is layout.
        element.text = text.strip() if element.children else text
        if tag == self.wanted and self._open:
            self._count = self._before
            self.ready.append(element)

    def take(self) -> list[Element]:
        ready, self.ready = self.ready, []
        return ready


def stream(chunks: Iterable[bytes], wanted: str) -> Iterator[tuple[Element, Element]]:
    """Each element called `wanted`, as soon as it is complete, with the root as it stands then.

    The root gathers everything else. An element without parent is the root itself and never
    handed over. Raises `InvalidFile`.
    """
    builder = _Builder(wanted)
    try:
        for chunk in chunks:
            for at in range(0, len(chunk), 65_536):
                builder.parser.Parse(chunk[at : at + 65_536], False)
                for element in builder.take():
                    assert builder.root is not None
                    yield element, builder.root
        builder.parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise InvalidFile(
            _("This is no well-formed XML: {what}.").format(what=expat.ErrorString(error.code)),
            reason="xml",
            where=_("line {line}").format(line=error.lineno),
        ) from None
    except (ValueError, LookupError):
        # An encoding that expat doesn't know, or a null in a name.
        raise InvalidFile(_("The file's encoding is unknown."), reason="xml") from None
