"""Whatever a clock says in well-formed frames, the host's end goes on."""

import random
from typing import Any

import pytest
from flagfall.link import notices as n
from flagfall.link.session import Session
from flagfall_protocol import codes, messages
from flagfall_protocol.fields import KINDS
from flagfall_protocol.frames import encode, seal

UP = [kind for kind in KINDS.values() if kind.WAY != "down"]
S = 1_000_000


def hello(nonce: int, rng: random.Random) -> messages.Hello:
    """A hello that is taken, of a clock that can do now this and now that."""
    return messages.Hello(
        1,
        0,
        nonce,
        0,
        1,
        0,
        b"12345678",
        rng.randrange(3),
        codes.ResetCause.POWER_ON,
        codes.Capability(rng.randrange(64)),
        63,
        4,
        rng.randrange(1, 3),
        0,
        rng.randrange(99),
        0,
        codes.Implementation.CPYTHON,
        3,
        11,
        codes.BoardKind.UNIX,
        7,
    )


def body(kind: type[Any], session: Session, rng: random.Random) -> bytes:
    """Random content, whose first fields are often those that the session looks for."""
    data = bytearray(rng.choice((0, 0, 1, 2, 255, rng.randrange(256))) for _ in range(kind.SIZE))
    if rng.random() < 0.2:
        return bytes(data)
    if kind.LANE == "event":
        data[0:4] = (session.events.journal_id or 1).to_bytes(4, "little")
        if kind.KIND < messages.Gap.KIND:
            seq = session.events.delivered + rng.randrange(3)
            data[4:8] = seq.to_bytes(4, "little")
    elif session.commands._flying is not None and kind.SIZE >= 4:
        data[0:4] = session.commands._flying.message.request.to_bytes(4, "little")
    return bytes(data)


@pytest.mark.parametrize("seed", range(4))
def test_well_formed_frames_with_any_content_never_end_the_conversation(seed: int) -> None:
    rng = random.Random(seed)
    session = Session(7, first_request=1, nonce=1)
    now_us = S
    session.greet(now_us)
    seen: set[type[Any]] = set()
    for i in range(5_000):
        now_us += rng.randrange(S // 5)
        session.tick(now_us)
        session.outgoing(now_us)
        if not session.live:
            session.feed(encode(hello(session._nonce, rng), up=True), now_us)
            assert session.live or session._greeting_us is not None
        if session.hello is not None and rng.random() < 0.2:
            session.subscribe(session.hello.journal_id, 0, now_us)
            order = rng.randrange(5)
            if order == 0:
                session.snapshot(now_us)
            elif order == 1:
                session.read_rules(now_us)
            elif order == 2:
                session.command(codes.Act.STOP, now_us)
            elif order == 3:
                session.ask_faults(now_us)
            else:
                session.act(0, codes.Act.STOP, now_us)
        kind = rng.choice(UP)
        wire = seal(kind.KIND, body(kind, session, rng), up=True, sequence=i & 0xFF)
        seen |= {type(x) for x in session.feed(wire, now_us)}
    assert {n.Answered, n.Arrived, n.Stated, n.Gapped, n.FaultsTold, n.TimedOut} <= seen


def test_answer_of_another_kind_is_none() -> None:
    """A clock that answers a step of a scenario with parts of a state must not end the session."""
    rng = random.Random(1)
    session = Session(7, first_request=1, nonce=1)
    session.greet(S)
    session.tick(S)
    session.feed(encode(hello(session._nonce, rng), up=True), S)
    request = session.act(0, codes.Act.STOP, S)
    session.outgoing(S)
    strange = [messages.Part(request, i, 2, 80, bytes(40)) for i in range(2)]
    said = [session.feed(encode(x, up=True, sequence=9), S) for x in strange]
    left = messages.AnswerLeft(request, 1, 0, 0, 0, -1, 0, 0, 0, 0)
    said.append(session.feed(encode(left, up=True, sequence=9), S))
    assert not any(isinstance(x, n.Acted) for notices in said for x in notices)
