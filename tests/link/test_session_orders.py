"""Orders over the session: one in flight, answered once, done at most once, given up in words."""

from dataclasses import replace

import pytest
from flagfall.link import notices as n
from flagfall_protocol import codes, messages
from flagfall_protocol.fields import Message

from tests.support.bench import Bench


def test_command_is_answered_once_and_done_once_though_answers_are_lost() -> None:
    bench = Bench().greeted()
    bench.drop_up = 2
    request = bench.session.command(codes.Act.STOP, bench.now_us, revision=0)
    bench.run(5)
    (answered,) = bench.of(n.Answered)
    assert answered.request == request
    assert answered.outcome.status is codes.Status.DONE
    assert bench.clock.done == [request]


def test_command_on_another_revision_is_stale() -> None:
    bench = Bench().greeted()
    bench.session.command(codes.Act.STOP, bench.now_us, revision=41)
    bench.run()
    assert bench.of(n.Answered)[0].outcome.status is codes.Status.STALE
    assert bench.clock.done == []


def test_one_command_is_in_flight_at_a_time() -> None:
    bench = Bench().greeted()
    wanted = [bench.session.command(codes.Act.STOP, bench.now_us) for _ in range(5)]
    bench.drop_down = 1
    bench.run(0.05)
    assert bench.clock.done == []
    bench.run(3)
    assert bench.clock.done == wanted
    assert [x.request for x in bench.of(n.Answered)] == wanted


def test_command_gives_up_after_five_tries_and_says_that_it_may_be_done() -> None:
    bench = Bench().greeted()
    bench.session.command(codes.Act.STOP, bench.now_us)
    answers = bench.clock._taken

    def deaf(msg: Message, now_us: int) -> None:
        if not isinstance(msg, messages.Command):
            answers(msg, now_us)

    bench.clock._taken = deaf  # type: ignore[method-assign]
    bench.run(30)
    (timed_out,) = bench.of(n.TimedOut)
    assert timed_out.perhaps_done
    assert len([m for m in bench.down if isinstance(m, messages.Command)]) == 5


def test_a_patient_host_asks_until_it_is_answered_and_the_order_is_done_once() -> None:
    """A rig's time is virtual: what a busy machine does to the wall's time decides nothing."""
    bench = Bench().greeted()
    bench.session.commands.patient = True
    request = bench.session.command(codes.Act.STOP, bench.now_us)
    answers = bench.clock._taken
    bench.clock._taken = lambda msg, now_us: (  # type: ignore[method-assign]
        None if isinstance(msg, messages.Command) else answers(msg, now_us)
    )
    bench.run(20)
    bench.now_us += 5_000_000
    bench.run(1)
    bench.session.line_cut()
    bench.run(20)
    assert bench.of(n.TimedOut) == []
    bench.clock._taken = answers  # type: ignore[method-assign]
    bench.session.greet(bench.now_us)
    bench.run(5)
    (answered,) = bench.of(n.Answered)
    assert answered.request == request
    assert bench.clock.done == [request]


def test_command_from_before_a_reboot_is_not_done_after_it() -> None:
    bench = Bench().greeted()
    bench.drop_up = 1
    bench.session.command(codes.Act.STOP, bench.now_us)
    bench.step()
    bench.clock.restart()
    bench.run(8)
    assert bench.of(n.TimedOut)[0].perhaps_done
    assert len(bench.clock.done) == 1


def test_command_given_while_the_line_is_cut_expires() -> None:
    bench = Bench().greeted()
    bench.session.line_cut()
    bench.session.command(codes.Act.STOP, bench.now_us)
    bench.run(11)
    (timed_out,) = bench.of(n.TimedOut)
    assert not timed_out.perhaps_done
    bench.session.greet(bench.now_us)
    bench.run(1)
    assert bench.clock.done == []


def test_order_that_fits_no_frame_is_refused_where_it_is_given() -> None:
    bench = Bench().greeted()
    with pytest.raises(ValueError, match="Command"):
        bench.session.command(codes.Act.CHARGE, bench.now_us, amount_us=1 << 63)
    bench.run()


def test_regulation_goes_down_in_pieces_and_comes_back() -> None:
    from flagfall_protocol.examples import examples

    head, period = (
        next(m for m in examples() if isinstance(m, kind))
        for kind in (messages.RulesBegin, messages.Period)
    )
    bench = Bench().greeted()
    bench.drop_down = 1
    request = bench.session.send_rules(head, [period, replace(period, index=1)], bench.now_us)
    bench.run(3)
    assert bench.of(n.Answered)[0].request == request
    bench.drop_up = 1
    bench.session.read_rules(bench.now_us)
    bench.run(3)
    (told,) = bench.of(n.RulesTold)
    assert replace(told.head, request=0) == replace(head, request=0)
    assert [p.index for p in told.periods] == [0, 1]


def test_whole_state_moves_to_a_fresh_unit() -> None:
    """CL-12."""
    bench = Bench().greeted()
    state = bytes(range(256)) * 3
    bench.session.restore(state, bench.now_us)
    bench.run(3)
    assert bench.clock.state == state
    bench.session.snapshot(bench.now_us)
    bench.run(1)
    assert bench.of(n.Snapped)[0].data == state


def test_snapshot_with_a_lost_part_is_asked_for_again() -> None:
    bench = Bench().greeted()
    whole = bench.clock._told_parts
    calls = []

    def lossy(request: int) -> list[Message]:
        calls.append(request)
        parts = whole(request)
        return parts[:1] + parts[2:] if len(calls) == 1 else parts

    bench.clock._told_parts = lossy  # type: ignore[method-assign]
    bench.session.snapshot(bench.now_us)
    bench.run(2)
    assert bench.of(n.Snapped)[0].data == bench.clock.state
    assert len(set(calls)) == 2  # a new id: parts of two answers must not mix


def test_order_of_a_host_that_slept_is_not_repeated() -> None:
    """Failure 26: the laptop was suspended; another host may have had the clock meanwhile."""
    bench = Bench().greeted()
    bench.drop_up = 1
    request = bench.session.command(codes.Act.STOP, bench.now_us)
    bench.step()
    bench.now_us += 60_000_000
    bench.run(3)
    assert bench.of(n.TimedOut) == [n.TimedOut(request, True)]
    assert bench.clock.done == [request]
    assert len(bench.of(n.Greeted)) == 2
