"""`flagfall.game/1`: one game of any variant as JSON, clock readings included.

    {"schema": "flagfall.game/1", "variant": "russian", "headers": {"White": "…"},
     "start": null, "opening": null,
     "moves": ["c3-d4", {"move": "f6-g5", "clock": {"black_us": 597000000}, "comment": "…"},
               {"setup": "W:Wa1:Bh8"}], "result": "1-0"}

A file holds one game, a list of them, or one a line. `opening` is renju's opening rule, if there is
one: while it lasts a move is a player's whole turn, `"stay, h9"`. A step keeps what a file said of
it: `strength`, `nags`, `before` and `comments` (texts), `variations` (each with its own `moves`),
and of a clock which kind of time it tells (`command`, in PDN's words).
"""

import json
from collections.abc import Iterator
from typing import Any, get_args

from flagfall.rules.errors import InvalidFile
from flagfall.rules.record import Clock, Game, Line, Node, Result, expect_game
from flagfall.rules.registry import variant
from flagfall.rules.replay import replay
from flagfall.words import words

_, ngettext = words("rules")

SCHEMA = "flagfall.game/1"
MOVE_LIMIT = 20_000
DEPTH_LIMIT = 50
TEXTS_LIMIT = 1_000
COMMANDS = ("clock", "clk", "egt", "emt", "mct")
TEXT_LIMIT = 100_000


def read(text: str) -> Iterator[Game]:
    """The games of a JSON text, replayed. Raises `InvalidFile`, with the JSON path in `where`."""
    try:
        values = _values(text)
    except (ValueError, RecursionError):
        raise InvalidFile(_("The file is no JSON."), reason="json") from None
    for index, value in enumerate(values):
        yield _game(value, f"$[{index}]" if len(values) > 1 else "$")


def _values(text: str) -> list[Any]:
    try:
        whole = json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    return whole if isinstance(whole, list) else [whole]


def _wrong(sentence: str, where: str) -> InvalidFile:
    return InvalidFile(sentence, reason="schema", where=where)


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) > TEXT_LIMIT:
        raise _wrong(_("A text is expected here."), where)
    return value


def _game(value: Any, where: str) -> Game:
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise _wrong(_("This is no {schema}.").format(schema=SCHEMA), where)
    game = Game(variant(_text(value.get("variant"), f"{where}.variant")))
    headers = value.get("headers", {})
    if not isinstance(headers, dict):
        raise _wrong(_("Headers are an object of texts."), f"{where}.headers")
    game.headers = {k: _text(v, f"{where}.headers.{k}") for k, v in headers.items()}
    result = value.get("result", "*")
    if result not in get_args(Result):
        raise _wrong(
            _("A result is one of {names}.").format(names=", ".join(get_args(Result))),
            f"{where}.result",
        )
    game.result = result
    game.line = _Reader().line(value, where, 0)
    start = value.get("start")
    opening = value.get("opening")
    if opening is not None:
        opening = _text(opening, f"{where}.opening")
        if start is not None or not game.variant.of_stones:
            raise _wrong(_("An opening rule is for a game of renju from its start."), where)
    replay(game, fen=None if start is None else _text(start, f"{where}.start"), opening=opening)
    return game


class _Reader:
    """Reads the lines of one game; counts their steps, variations and all."""

    def __init__(self) -> None:
        self._steps = 0

    def line(self, value: dict[str, Any], where: str, depth: int) -> Line:
        moves = value.get("moves", [])
        if not isinstance(moves, list) or depth > DEPTH_LIMIT:
            raise _wrong(_("Moves are a list."), f"{where}.moves")
        self._steps += len(moves)
        if self._steps > MOVE_LIMIT:
            raise _wrong(
                _("A game has more than {n} moves.").format(n=MOVE_LIMIT), f"{where}.moves"
            )
        nodes = [self._node(move, f"{where}.moves[{i}]", depth) for i, move in enumerate(moves)]
        return Line(nodes, _texts(value, "comments", where))

    def _node(self, value: Any, where: str, depth: int) -> Node:
        if isinstance(value, str):
            return Node(_text(value, where))
        if not isinstance(value, dict) or ("move" in value) == ("setup" in value):
            raise _wrong(_("A move is a text, or an object with move or setup."), where)
        node = Node("", nags=_texts(value, "nags", where), before=_texts(value, "before", where))
        if "setup" in value:
            node.setup = _text(value["setup"], f"{where}.setup")
        else:
            node.text = _text(value["move"], f"{where}.move")
        node.strength = _text(value.get("strength", ""), f"{where}.strength")
        if value.get("comment"):
            node.after.append(_text(value["comment"], f"{where}.comment"))
        node.after += _texts(value, "comments", where)
        clock = value.get("clock")
        if clock is not None:
            node.clock = _clock(clock, f"{where}.clock")
        lines = value.get("variations", [])
        if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
            raise _wrong(_("Variations are a list of objects."), f"{where}.variations")
        for i, line in enumerate(lines):
            node.variations.append(self.line(line, f"{where}.variations[{i}]", depth + 1))
        return node


def _texts(value: dict[str, Any], name: str, where: str) -> list[str]:
    texts = value.get(name, [])
    if not isinstance(texts, list) or len(texts) > TEXTS_LIMIT:
        raise _wrong(_("A list of texts is expected here."), f"{where}.{name}")
    return [_text(text, f"{where}.{name}[{i}]") for i, text in enumerate(texts)]


def _clock(value: Any, where: str) -> Clock:
    if not isinstance(value, dict):
        raise _wrong(_("A clock is an object of microseconds."), where)
    white, black, mover = (
        _time(value, name, where) for name in ("white_us", "black_us", "mover_us")
    )
    running = value.get("running")
    if running not in (None, "white", "black"):
        raise _wrong(_("A colour is white or black."), f"{where}.running")
    command = value.get("command", "clock")
    if command not in COMMANDS:
        raise _wrong(
            _("A kind of time is one of {names}.").format(names=", ".join(COMMANDS)),
            f"{where}.command",
        )
    return Clock(white, black, mover, running, command)


def _time(clock: dict[str, Any], name: str, where: str) -> int | None:
    time = clock.get(name)
    if time is None or (type(time) is int and abs(time) <= 10**15):
        return time
    raise _wrong(_("A clock is an object of microseconds."), f"{where}.{name}")


def write(game: Game) -> str:
    """The game as one line of JSON."""
    expect_game(game)
    start = game.start
    value = {
        "schema": SCHEMA,
        "variant": game.variant.name,
        "headers": game.headers,
        "start": None if start is None or start.fen == game.variant.start().fen else start.fen,
        **({"opening": start.rule} if hasattr(start, "rule") else {}),
        **_line(game.line),
        "result": game.result,
    }
    return json.dumps(value, ensure_ascii=False)


def _line(line: Line) -> dict[str, Any]:
    value: dict[str, Any] = {"moves": [_written(node) for node in line.nodes]}
    return value | ({"comments": line.after} if line.after else {})


def _written(node: Node) -> Any:
    text = node.move.text if node.move else node.text
    value: dict[str, Any] = {"move": text} if node.setup is None else {"setup": node.setup}
    if node.clock is not None:
        times = {
            name: getattr(node.clock, name)
            for name in ("white_us", "black_us", "mover_us", "running")
        }
        value["clock"] = {name: time for name, time in times.items() if time is not None}
        if node.clock.command != "clock":
            value["clock"]["command"] = node.clock.command
    beside = {"strength": node.strength, "nags": node.nags, "before": node.before}
    value |= {name: said for name, said in beside.items() if said}
    if len(node.after) == 1 and node.after[0]:
        value["comment"] = node.after[0]
    elif node.after:
        value["comments"] = node.after
    if node.variations:
        value["variations"] = [_line(line) for line in node.variations]
    return text if value == {"move": text} else value
