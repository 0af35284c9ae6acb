"""Reading PDN: tokens into games, replayed by the rules as they come."""

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from flagfall.rules.errors import InvalidFile, UnknownVariant
from flagfall.rules.face import Variant
from flagfall.rules.pdn.clocks import extract
from flagfall.rules.pdn.tokens import Token, tokens
from flagfall.rules.pdn.types import read_result, told_numbering, variant_name
from flagfall.rules.record import Game, Line, Node
from flagfall.rules.registry import variant as find_variant
from flagfall.rules.registry import variants
from flagfall.rules.replay import replay
from flagfall.words import words

_, ngettext = words("rules")

STEP_LIMIT = 20_000
DEPTH_LIMIT = 50
TAG_LIMIT = 500


def read(
    source: str | TextIO | Iterable[str],
    *,
    variant: str | Variant | None = None,
    numbering: str | None = None,
) -> Iterator[Game]:
    """The games of a PDN text, one by one as they are reached.

    `variant` is for files without a GameType tag; without it the squares of the first move or
    of the set-up tell. `numbering` (`top` or
    `bottom`) is for 8 × 8 files that number squares although the variant has letters.
    What the rules object to stands in `game.fault`, and so does an `InvalidFile` for what is no
    PDN: of such a game the rest is passed over, and the next one is read. Only a text without
    any game raises `InvalidFile`.
    """
    lines = source.splitlines() if isinstance(source, str) else source
    default = find_variant(variant) if isinstance(variant, str) else variant
    reader = _Reader(default)
    for raw in reader.games(tokens(lines)):
        yield _finished(raw, default, numbering)


class _Raw:
    """A game whose moves have not been looked at."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.line = Line()
        self.result: str | None = None
        self.steps = 0
        self.fault: InvalidFile | None = None
        self.fault_at: Node | None = None

    def __bool__(self) -> bool:
        return bool(self.headers or self.line.nodes or self.line.after or self.result)


class _Reader:
    """Gathers tokens into games."""

    def __init__(self, default: Variant | None) -> None:
        self._default = default
        self._begin()

    def _begin(self) -> None:
        self.game = _Raw()
        self.stack: list[Line] = [self.game.line]
        self.waiting: list[str] = []
        self.opened: list[Token] = []
        # Of a game that can't be read on: how deep in variations, and whether moves have come.
        self.depth = 0
        self.body = False

    def games(self, stream: Iterator[Token]) -> Iterator[_Raw]:
        found = False
        for token in stream:
            body = self.body or self.game.line.nodes or self.game.result
            if token.kind == "tag" and (body or token.value in self.game.headers):
                found = True
                yield self._end()
            try:
                ended = self._take(token)
            except InvalidFile as error:
                self._spoiled(error, Node(""))
                ended = False
            if ended:
                found = True
                yield self._end()
        if self.game.fault is not None and not self.game and not found:
            raise self.game.fault
        if self.game or self.waiting or self.game.fault is not None:
            yield self._end()

    def _take(self, token: Token) -> bool:
        """Put one token into the game; whether the game has ended with it."""
        if token.error is not None:
            self._spoiled(token.error, Node(token.value))
        elif token.kind == "tag":
            self._tag(token)
        elif self.game.fault is not None:
            return self._passed_over(token)
        elif token.kind == "star":
            return self._star()
        elif token.kind == "result" and len(self.stack) == 1:
            self.game.result = token.value
            return True
        else:
            self._body(token)
        return False

    def _spoiled(self, error: InvalidFile, at: Node) -> None:
        """From here on the game is only passed over."""
        if self.game.fault is None:
            self.game.fault, self.game.fault_at = error, at
            self.depth = len(self.stack) - 1

    def _passed_over(self, token: Token) -> bool:
        """Look for the end of a game that can't be read on."""
        self.body = self.body or token.kind in ("move", "setup")
        if token.kind in ("open", "close"):
            self.depth = max(0, self.depth + (1 if token.kind == "open" else -1))
        elif token.kind == "result" and self.depth == 0:
            self.game.result = token.value
            return True
        return False

    def _star(self) -> bool:
        """Lasca's mark of a promotion; elsewhere a game that ends without a result."""
        named = variant_name(self.game.headers)
        rules = find_variant(named) if named else self._default
        if getattr(getattr(rules, "rules", None), "whole_way", False):
            self.stack[-1].nodes[-1].text += "*"
            return False
        if len(self.stack) > 1:
            return False
        self.game.result = "*"
        return True

    def _end(self) -> _Raw:
        if self.opened and self.game.fault is None:
            sentence = _("A variation is opened and never closed.")
            self._spoiled(_fault(sentence, self.opened[-1]), Node("("))
        self._flush()
        ended = self.game
        self._begin()
        return ended

    def _tag(self, token: Token) -> None:
        if len(self.game.headers) >= TAG_LIMIT:
            raise _fault(_("A game has more than {n} tags.").format(n=TAG_LIMIT), token)
        self.game.headers[token.value] = token.more

    def _flush(self) -> None:
        """Comments that no step followed."""
        self.stack[-1].after += self.waiting
        self.waiting = []

    def _body(self, token: Token) -> None:
        line = self.stack[-1]
        last = line.nodes[-1] if line.nodes else None
        if token.kind in ("move", "setup"):
            self._step(token)
        elif token.kind == "comment":
            self._comment(token.value, last)
        elif token.kind == "nag" and last:
            last.nags.append(token.value)
        elif token.kind == "strength" and last:
            last.strength += token.value
        elif token.kind == "open":
            if last is None or len(self.stack) >= DEPTH_LIMIT:
                raise _fault(_("A variation stands where none can."), token)
            last.variations.append(Line())
            self.stack.append(last.variations[-1])
            self.opened.append(token)
        elif token.kind == "close":
            if len(self.stack) == 1:
                raise _fault(_("A variation is closed that was not opened."), token)
            self._flush()
            self.stack.pop()
            self.opened.pop()

    def _comment(self, text: str, last: Node | None) -> None:
        if last is None:
            self.waiting.append(text)
            return
        if last.clock is None:
            last.clock, text = extract(text)
        if text:
            last.after.append(text)

    def _step(self, token: Token) -> None:
        self.game.steps += 1
        if self.game.steps > STEP_LIMIT:
            raise _fault(_("A game has more than {n} moves.").format(n=STEP_LIMIT), token)
        node = Node(token.value)
        if token.kind == "setup":
            fen = token.value.strip("/").strip()
            node.setup = fen.removeprefix("FEN").strip().strip('"')
        node.before, self.waiting = self.waiting, []
        self.stack[-1].nodes.append(node)


def _fault(sentence: str, token: Token) -> InvalidFile:
    return InvalidFile(sentence, reason="structure", where=_("line {line}").format(line=token.line))


def _guessed(raw: _Raw) -> str:
    """The variant of a game without a GameType.

    Letters are Russian. The first move tells the boards with numbers apart: English begins from
    9 to 12, Italian from 21 to 24, international from 31 to 35. In a set-up numbers up to 32
    are English, as PDN's were at first.
    """
    texts = [node.text for node in raw.line.nodes if node.setup is None]
    first = texts[0] if texts else ""
    setups = [n.setup for n in raw.line.nodes if n.setup is not None]
    fens = [raw.headers["FEN"], *setups] if "FEN" in raw.headers else setups
    if any(re.search(r"[a-h][1-8]", text) for text in [first, *fens]):
        return "russian"
    start = int((re.match(r"\d{1,2}", first) or ["31"])[0])
    if fens:
        numbers = [int(n[:2]) for text in [*fens, *texts] for n in re.findall(r"\d+", text)]
        return "international" if max(numbers, default=33) > 32 else "english"
    return "english" if start < 13 else "italian" if start < 25 else "international"


def _unknown(game_type: str) -> UnknownVariant:
    return UnknownVariant(
        _("There is no game called '{name}'.").format(name=game_type[:40]),
        hint=_("One of: {names}.").format(names=", ".join(variants())),
        where="GameType",
    )


def _finished(raw: _Raw, default: Variant | None, numbering: str | None) -> Game:
    named = variant_name(raw.headers)
    rules = find_variant(named) if named else default or find_variant(_guessed(raw))
    result = read_result(raw.result or raw.headers.get("Result", "*")) or "*"
    if result == "*":
        # A lone asterisk only parts games: the tag may know more.
        result = read_result(raw.headers.get("Result", "*")) or "*"
    game = Game(rules, raw.headers, raw.line, result)
    if numbering is None and getattr(getattr(rules, "rules", None), "algebraic", False):
        numbering = told_numbering(raw.headers)
    replay(game, fen=raw.headers.get("FEN"), numbering=numbering)
    if game.fault is None:
        game.fault, game.fault_at = raw.fault, raw.fault_at
    game_type = raw.headers.get("GameType", "").strip()
    if game_type and named is None and default is None:
        # Moves that happen to be legal somewhere say nothing of a game that we don't know.
        game.fault, game.fault_at = _unknown(game_type), None
    return game
