"""RenLib's `.lib`, versions 3.0 and 3.4: a tree of moves with comments and marks.

Two bytes a node: the point (column from 1, row from the top in the high half; 0 is the root, or a
pass) and its flags; two more where flags don't suffice; then its texts, each closed by a zero and
filled up to an even length. Nodes come in the order of a walk: `MORE` says that a sibling follows
sooner or later, `LEAF` that nothing lies below.
"""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.rules.errors import InvalidFile
from flagfall.rules.renju.files import losses
from flagfall.rules.renju.files.errors import CannotWrite
from flagfall.rules.renju.files.record import Node, Record
from flagfall.rules.renju.points import SIZE, find
from flagfall.rules.renju.position import PASS, RenjuMove
from flagfall.rules.renju.variant import RENJU, RenjuVariant
from flagfall.words import words

_, ngettext = words("rules")

MORE, LEAF, OLD_COMMENT, MARK, COMMENT, START, NO_MOVE, EXTENDED = (
    0x80,
    0x40,
    0x20,
    0x10,
    0x08,
    0x04,
    0x02,
    0x01,
)
LABEL = 0x0001
_ROOM = losses.Room(
    variations=True,
    comments="all",
    properties=frozenset({"NOMOVE", "LABEL", "EXTENDED", "MARK", "START"}),
)
_SIGNATURE = b"\xffRenLib\xff"
_HEADER_SIZE = 20
_CENTRE = 0x78
NODE_LIMIT = 2_000_000
TEXT_LIMIT = 1_000_000

# Older files close a comment with a high bit and write å ä ö in the Swedish seven-bit manner.
_SWEDISH = str.maketrans("}{|][\\", "åäöÅÄÖ")


class _Bytes:
    """The file's bytes, two at a time."""

    def __init__(self, data: bytes, at: int, encoding: str | None) -> None:
        self.data, self.at, self.encoding = data, at, encoding

    def fault(self, sentence: str) -> InvalidFile:
        return InvalidFile(sentence, reason="lib", where=_("byte {at}").format(at=self.at))

    def pair(self) -> tuple[int, int]:
        if self.at + 2 > len(self.data):
            raise self.fault(_("The library is cut off."))
        self.at += 2
        return self.data[self.at - 2], self.data[self.at - 1]

    def text(self) -> bytes:
        end = self.data.find(b"\0", self.at, self.at + TEXT_LIMIT)
        if end < 0:
            raise self.fault(_("A comment has no end."))
        text = self.data[self.at : end]
        self.at = end + 1 + (end + 1 - self.at) % 2
        return text

    def old_text(self) -> bytes:
        text = bytearray()
        while len(text) < TEXT_LIMIT:
            for byte in self.pair():
                text.append(byte & 0x7F)
                if byte & 0x80:
                    return bytes(text)
        raise self.fault(_("A comment has no end."))


def read(
    data: bytes, *, variant: RenjuVariant | None = None, encoding: str | None = None
) -> Record:
    """The library as one tree. Raises `InvalidFile`.

    `encoding` is that of the texts, a library doesn't say it: left out, UTF-8 where they are, else
    Western.

    A node that only carries a text for a point (no move) keeps the point in `NOMOVE`; marks, start
    positions and the texts shown on the board are `MARK`, `START` and `LABEL`.
    """
    if data[:8] == _SIGNATURE:
        if len(data) < _HEADER_SIZE or data[8] > 3:
            raise InvalidFile(_("This library is of a later version."), reason="version")
        source = _Bytes(data, _HEADER_SIZE, encoding)
    elif data[:1] == bytes([_CENTRE]):
        source = _Bytes(data, 0, encoding)
    else:
        raise InvalidFile(_("This is no library of RenLib."), reason="lib")
    record = Record(variant or RENJU)
    record.foreign = data[8:10] if data[:8] == _SIGNATURE else None
    _read_tree(source, record.root)
    record.replay()
    return record


def _read_tree(source: _Bytes, root: Node) -> None:
    parent = root
    is_root = True
    # Parents whose further children are still to come.
    waiting: list[Node] = []
    count = 0
    while source.at < len(source.data):
        count += 1
        if count > NODE_LIMIT:
            raise source.fault(_("A game has more than {n} nodes.").format(n=NODE_LIMIT))
        point, flags = source.pair()
        is_root = count == 1 and point == 0
        node = root if is_root else Node()
        _read_node(source, node, point, flags, is_root)
        if not is_root:
            parent.children.append(node)
            if flags & MORE:
                waiting.append(parent)
        parent = node
        if flags & LEAF:
            if not waiting:
                if source.at < len(source.data):
                    raise source.fault(_("Nodes follow after the end of the tree."))
                return
            parent = waiting.pop()
    if not is_root:
        raise source.fault(_("The library is cut off."))


def _read_node(source: _Bytes, node: Node, byte: int, flags: int, is_root: bool) -> None:
    more = 0
    if flags & EXTENDED:
        high, low = source.pair()
        more = high << 8 | low
    if not is_root:
        column, row = byte % 16, byte // 16
        if byte == 0:
            move = PASS
        elif column == 0 or row >= SIZE:
            raise source.fault(_("A stone lies off the board."))
        else:
            move = RenjuMove((SIZE - 1 - row) * SIZE + column - 1)
        if flags & NO_MOVE:
            node.properties["NOMOVE"] = [move.text]
        else:
            node.move = move
    if flags & OLD_COMMENT:
        node.comment = _comment(source.old_text().decode("ascii").translate(_SWEDISH))
    elif flags & COMMENT:
        node.comment = _comment(_decode(source.text(), source.encoding))
    if more & LABEL:
        node.properties["LABEL"] = [_decode(source.text(), source.encoding)]
    if more & ~LABEL:
        node.properties["EXTENDED"] = [f"{more & ~LABEL:04x}"]
    for flag, ident in ((MARK, "MARK"), (START, "START")):
        if flags & flag:
            node.properties[ident] = [""]


def _decode(text: bytes, encoding: str | None) -> str:
    if encoding is not None:
        return text.decode(encoding, errors="replace")
    # RenLib writes whatever code page Windows had; ours is tried first, then Western.
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return text.decode("cp1252", errors="replace")


def _comment(text: str) -> str:
    one_line, _back, rest = text.partition("\b")
    return "\n".join(part for part in (one_line, rest) if part).replace("\r\n", "\n")


def write(record: Record, *, encoding: str = "utf-8", lossy: bool = False) -> bytes:
    """The tree as a library of version 3.4 (3.0 if it was read from one and has no root texts).

    `encoding` is that of the texts: RenLib itself shows the code page of its Windows. Raises
    `CannotWrite` for stones that were set up, and for all that a library has no place for (headers,
    the result, clock times, properties of other formats), which `lossy` leaves out.
    """
    losses.check(record, _ROOM, lossy=lossy)
    old = record.foreign == b"\x03\x00" and not record.root.comment
    out = [_SIGNATURE, b"\x03\x00" if old else b"\x03\x04", b"\xff" * 10]
    if not old:
        _write_node(out, record.root, 0, 0, encoding)
    for node, last in _steps(record.root):
        flags = 0 if last else MORE
        if next(_below(node), None) is None:
            flags |= LEAF
        text = node.properties["NOMOVE"][0] if "NOMOVE" in node.properties else ""
        if node.move is None:
            flags |= NO_MOVE
        point = find(text) if node.move is None else node.move.point
        _write_node(out, node, _byte(point), flags, encoding)
    return b"".join(out)


def _byte(point: int | None) -> int:
    return 0 if point is None else (SIZE - 1 - point // SIZE) * 16 + point % SIZE + 1


def _is_step(node: Node) -> bool:
    return node.move is not None or "NOMOVE" in node.properties


def _below(node: Node) -> Iterator[Node]:
    """A node's steps; a remark without a move is not one, but its steps are."""
    waiting = list(reversed(node.children))
    while waiting:
        child = waiting.pop()
        if child.is_setup:
            raise CannotWrite(_("This format knows only moves, no stones that were set up."))
        if _is_step(child):
            yield child
        else:
            waiting += reversed(child.children)


def _steps(root: Node) -> Iterator[tuple[Node, bool]]:
    """Every step in the order of the file, and whether it is its parent's last."""
    if root.is_setup:
        raise CannotWrite(_("This format knows only moves, no stones that were set up."))
    waiting = _pairs(root)
    while waiting:
        node, last = waiting.pop()
        yield node, last
        waiting += _pairs(node)


def _pairs(node: Node) -> list[tuple[Node, bool]]:
    below = list(_below(node))
    return [(child, i == len(below) - 1) for i, child in enumerate(below)][::-1]


def _remarks(node: Node) -> list[str]:
    """A node's comment and those of the remarks that hang below it."""
    found, waiting = [node.comment], list(reversed(node.children))
    while waiting:
        child = waiting.pop()
        if not _is_step(child):
            found.append(child.comment)
            waiting += reversed(child.children)
    return [comment for comment in found if comment]


def _write_node(out: list[bytes], node: Node, point: int, flags: int, encoding: str) -> None:
    comment = "\n".join(_remarks(node))
    label = node.properties.get("LABEL", [""])[0]
    more = int(node.properties.get("EXTENDED", ["0"])[0], 16) | (LABEL if label else 0)
    flags |= COMMENT if comment else 0
    flags |= EXTENDED if more else 0
    flags |= MARK if "MARK" in node.properties else 0
    flags |= START if "START" in node.properties else 0
    out.append(bytes([point, flags]))
    if more:
        out.append(more.to_bytes(2, "big"))
    if comment:
        one_line, _end, rest = comment.partition("\n")
        text = one_line + ("\b" + rest.replace("\n", "\r\n") if rest else "")
        out.append(_text(text, encoding))
    if label:
        out.append(_text(label, encoding))


def _text(text: str, encoding: str) -> bytes:
    if "\0" in text:
        raise CannotWrite(_("A comment holds a zero byte."))
    data = text.encode(encoding, errors="replace") + b"\0"
    return data + b"\0" * (len(data) % 2)
