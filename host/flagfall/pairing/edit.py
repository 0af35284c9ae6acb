"""Changes to the JSON of an event: a round, a result. The file's other fields stay as they are."""

from typing import Any

from flagfall.pairing.errors import BadValue, RoundOrder, UnknownPlayer
from flagfall.pairing.event import RESULT_WORDS, RESULTS
from flagfall.words import words

_, _plural = words("pairing")

Json = dict[str, Any]


def with_round(data: Json, answer: Json, again: str | None = None) -> Json:
    """The event with a round of `pair` appended; with `again`, in the place of the last one."""
    kept = ("round", "games", "byes", "matches")
    new = {k: answer[k] for k in kept if k in answer}
    for game in new["games"]:
        game.pop("why", None)
    for bye in new["byes"]:
        bye.pop("why", None)
    rounds = list(data.get("rounds") or [])
    if again is not None:
        new["reason"] = again
        rounds = rounds[:-1]
    if new["round"] != len(rounds) + 1:
        raise RoundOrder(
            _("round {n} stands in the place of round {i}").format(
                n=new["round"], i=len(rounds) + 1
            ),
            where="$.rounds",
        )
    return {**data, "rounds": [*rounds, new]}


def with_result(
    data: Json,
    table: int,
    result: str | list[str] | None,
    round_no: int | None = None,
    reason: str = "",
) -> Json:
    """The event with the result of a table of a round (the last); `None` takes a result away.

    Where another result stood, `decisions` of the file says what it was, and the reason.
    """
    rounds = list(data.get("rounds") or [])
    number = len(rounds) if round_no is None else round_no
    if not 1 <= number <= len(rounds):
        raise BadValue(_("there is no round {n}").format(n=number), where="$.rounds")
    texts = [result] if isinstance(result, str) else result or []
    texts = [RESULT_WORDS.get(text, text) for text in texts]
    for text in texts:
        if text not in RESULTS:
            raise BadValue(
                _("{value} is not a result").format(value=repr(text)[:50]),
                hint=_("one of {words}").format(words=", ".join((*RESULTS, "½"))),
            )
    games = [dict(g) for g in rounds[number - 1].get("games") or []]
    mine = [g for g in games if g.get("table") == table]
    if not mine:
        raise BadValue(
            _("round {n} has no table {table}").format(n=number, table=table),
            hint=_("tables: {words}").format(words=", ".join(str(g.get("table")) for g in games)),
            where=f"$.rounds[{number - 1}].games",
        )
    was = mine[0].get("result")
    if result is None:
        mine[0].pop("result", None)
    else:
        mine[0]["result"] = texts[0] if isinstance(result, str) else {"games": texts}
    rounds[number - 1] = {**rounds[number - 1], "games": games}
    changed = {**data, "rounds": rounds}
    if was in (None, "*") or was == mine[0].get("result"):
        return changed
    said = {"round": number, "table": table, "was": _as_text(was), "now": " ".join(texts)}
    if reason:
        said["reason"] = reason
    return {**changed, "decisions": [*(data.get("decisions") or []), said]}


def _as_text(result: Any) -> str:
    return " ".join(result["games"]) if isinstance(result, dict) else str(result)


def with_sanction(
    data: Json, player: int, sanction: str, round_no: int | None = None, reason: str = ""
) -> Json:
    """The event with a sanction given to a player."""
    given: Json = {"player": player, "sanction": sanction}
    if round_no:
        given["round"] = round_no
    if reason:
        given["reason"] = reason
    return {**data, "sanctions": [*(data.get("sanctions") or []), given]}


def with_leave(data: Json, player: int, after: int) -> Json:
    """The event with a player who left after a round (0: before the first)."""
    return _with_player(data, player, withdrawn_after=after)


def with_absence(data: Json, player: int, rounds: list[int]) -> Json:
    """The event with a player who is absent from some rounds (none: from no round)."""
    return _with_player(data, player, absent=sorted(set(rounds)))


def _with_player(data: Json, player: int, **fields: object) -> Json:
    players = [dict(p) for p in data.get("players") or []]
    for p in players:
        if p.get("id") == player:
            p.update(fields)
            return {**data, "players": players}
    raise UnknownPlayer(_("no player has the number {id}").format(id=player), where="$.players")


def with_waiver(data: Json, rule: str, round_no: int, reason: str = "") -> Json:
    """The event in which a rule is set aside for a round; once, however often it is said."""
    system = dict(data.get("system") or {})
    said: Json = {"rule": rule, "round": round_no}
    if reason:
        said["reason"] = reason
    before = [w for w in system.get("waive") or [] if (w["rule"], w["round"]) != (rule, round_no)]
    return {**data, "system": {**system, "waive": [*before, said]}}


def with_pair(data: Json, key: str, players: tuple[int, int], **said: object) -> Json:
    """The event with two players in `forced_pairs` or `forbidden_pairs` (`key`).

    `said` are further fields; empty ones are left out. The players' former entry of the same
    rounds is replaced.
    """
    entry = {"players": list(players), **{k: v for k, v in said.items() if v}}

    def other(old: Any) -> bool:
        old = {"players": old} if isinstance(old, list) else old
        same = set(old["players"]) == set(players)
        return not (same and old.get("round") == entry.get("round"))

    return {**data, key: [*filter(other, data.get(key) or []), entry]}
