"""The port and the real firmware as a process on a pseudo-terminal: killed, restarted, cut off."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flagfall.link import notices as n
from flagfall.link.port import Port
from flagfall.link.session import Session
from flagfall.link.virtual import Edge
from flagfall.sim import board as boards
from flagfall_protocol import codes, messages

from tests.support.talk import sudden


class Owner:
    """Keeps every record and acknowledges it; knows how far virtual time has come."""

    def __init__(self) -> None:
        self.records: list[Any] = []
        self.greeted: list[n.Greeted] = []
        self.held: list[n.Held] = []
        self.advanced = threading.Condition()
        self.now_us = -1
        self.cursor = 0
        self.port: Port | None = None

    def __call__(self, notice: n.Notice) -> None:
        assert self.port is not None
        match notice:
            case n.Greeted():
                self.greeted.append(notice)
                self.port.subscribe(notice.hello.journal_id, self.cursor)
            case n.Arrived():
                self.records.append(notice.record)
                self.cursor = notice.record.seq
                self.port.acknowledge(notice.record.journal_id, notice.record.seq)
            case n.Held():
                self.held.append(notice)
            case n.Advanced():
                with self.advanced:
                    self.now_us = notice.now_us
                    self.advanced.notify_all()

    def reach(self, to_us: int, *edges: Edge) -> None:
        """Let virtual time pass and wait until it has."""
        assert self.port is not None
        self.port.advance(to_us, edges)
        with self.advanced:
            assert self.advanced.wait_for(lambda: self.now_us >= to_us, 5)


def until(what: Callable[[], Any], s: float = 10) -> None:
    end = time.monotonic() + s
    while not what():
        assert time.monotonic() < end
        time.sleep(0.005)


def open_port(board: boards.Board, owner: Owner) -> Port:
    owner.port = Port(board.address, Session(0xA0), owner)
    return owner.port


def play(owner: Owner, moves: int) -> None:
    """Both sides press in turn, a virtual second each."""
    for i in range(moves):
        at_us = owner.now_us + 1_000_000
        key = codes.Key.LEFT if i % 2 == 0 else codes.Key.RIGHT
        owner.reach(at_us + 50_000, Edge(at_us, key, True), Edge(at_us + 40_000, key, False))


@pytest.mark.micropython
def test_game_is_played_and_arrives_whole_over_a_pseudo_terminal(tmp_path: Path) -> None:
    owner = Owner()
    with boards.start("micropython", state_dir=tmp_path) as board, open_port(board, owner) as port:
        until(lambda: owner.now_us >= 0)
        hello = owner.greeted[0].hello
        assert hello.implementation is codes.Implementation.MICROPYTHON
        assert hello.uid == board.uid
        assert port.send_rules(*split(sudden())).result(5).status is codes.Status.DONE
        start = port.command(codes.Act.START, side=codes.Side.LEFT)
        assert start.result(5).status is codes.Status.DONE
        play(owner, 40)
        until(lambda: port.session.events.delivered == port.session.events.newest)
        presses = [
            r
            for r in owner.records
            if isinstance(r, messages.Event) and r.happened & codes.Happened.MOVE
        ]
        assert len(presses) == 40
        assert [r.seq for r in owner.records] == list(range(1, len(owner.records) + 1))
        assert board.complaints == ""


@pytest.mark.micropython
def test_killed_clock_comes_back_stopped_and_nothing_is_lost(tmp_path: Path) -> None:
    owner = Owner()
    with boards.start("micropython", state_dir=tmp_path) as board, open_port(board, owner) as port:
        until(lambda: owner.now_us >= 0)
        port.send_rules(*split(sudden())).result(5)
        port.command(codes.Act.START, side=codes.Side.LEFT).result(5)
        for kills in range(1, 4):
            play(owner, 6)
            owner.now_us = -1
            board.restart()
            until(lambda k=kills: len(owner.greeted) == k + 1)
            assert owner.greeted[-1].rebooted
            until(lambda: owner.now_us >= 0)
            resumed = port.command(codes.Act.RESUME).result(5)
            assert resumed.status is codes.Status.DONE
        until(lambda: port.session.events.delivered == port.session.events.newest)
        assert [r.seq for r in owner.records] == list(range(1, len(owner.records) + 1))
        boots = [r for r in owner.records if isinstance(r, messages.BootEvent)]
        assert len(boots) == 4
        moves = sum(
            bool(isinstance(r, messages.Event) and r.happened & codes.Happened.MOVE)
            for r in owner.records
        )
        assert moves == 18


@pytest.mark.micropython
def test_second_host_is_told_who_holds_the_clock() -> None:
    first, second = Owner(), Owner()
    with boards.start("micropython") as board:
        with open_port(board, first):
            until(lambda: first.greeted)
        with open_port(board, second) as port:
            until(lambda: second.greeted)
            # Another program that shares the line, as two laptops on one network clock would.
            port.tell(lambda s: setattr(s, "host_id", 0xC0DE))
            port.tell(lambda s: s.greet(0))
            until(lambda: second.held)
        assert second.held[0].holder == 0xA0


def split(rules: tuple[Any, Any]) -> tuple[Any, list[Any]]:
    """Head and periods."""
    return rules[0], list(rules[1:])
