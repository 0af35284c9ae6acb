"""A second, naive clock: the scenario page written down again without a thought for speed.

Shares nothing with the engine: works on the JSON itself, in fractions of a second, and by
playing the whole history again where the engine restores. Slow on purpose.
"""

import copy
from collections.abc import Iterator
from fractions import Fraction

from tests.support.oracle_time import OTHER, Json, Player, Running, us, whole

ORDER = (
    "move",
    "idle_press",
    "control_passed",
    "flag",
    "stopped",
    "resumed",
    "takeback",
    "violation",
    "violation_limit",
    "charged",
    "carried",
    "uncollected",
    "settled",
    "corrected",
    "compensated",
    "claim",
    "verdict",
    "adjourned",
    "replaced",
    "powered",
    "byo_lost",
    "block_restored",
    "floor_applied",
    "switched_back",
    "ran_for",
    "ended",
    "sealed_opened",
)
COUNTED = ("impossible_move", "unclear_move")


class Refused(Exception):
    """The act is refused with this error."""


class Oracle(Running):
    """Plays steps; `answers` yields what the clock must say."""

    def do_press(self, step: Json) -> None:
        name = step["side"]
        if self.running != name or self.inert:
            self.events.add("idle_press")
            return
        self.memory = (name, copy.deepcopy(self.side), self.first)
        self.ruled = False
        self.move(name)
        if self.running:
            self.running = OTHER[name]
        self.hand_over(OTHER[name])

    def undo(self, charge: bool) -> str:
        if self.memory is None:
            raise Refused("nothing_to_take_back")
        if self.ruled:
            raise Refused("ruling_since_press")
        name, before, first = self.memory
        other = OTHER[name]
        ran = self.side[other].used - before[other].used
        goes_on = self.running is not None or self.frozen
        for side in (name, other) if charge or ran == 0 else (name,):
            before[side].violations = self.side[side].violations
            self.side[side] = before[side]
        self.first = first or (other if self.side[other].flag is not None else None)
        self.turn, self.memory = name, None
        if goes_on and not self.blocked():
            self.running, self.frozen = name, False
        offender = self.side[name]
        if charge:
            offender.used += ran
            offender.this_turn += ran
            self.deduct(offender, ran)
        return name

    def do_takeback(self, step: Json) -> None:
        if not self.started:
            raise Refused("not_started")
        offender = self.undo(step.get("charge", self.rules.charge_takeback))
        self.events.add("takeback")
        if step.get("count", True):
            self.count(self.side[offender], step.get("kind", "impossible_move"))

    def do_switch_back(self, step: Json) -> None:
        if self.running is None:
            raise Refused("nothing_to_take_back")
        self.undo(self.rules.charge_takeback)
        self.events.add("switched_back")

    def do_open_sealed(self, step: Json) -> None:
        if not self.adjourned:
            raise Refused("not_adjourned")
        assert self.turn
        sealer, responder = self.turn, OTHER[self.turn]
        self.may_run(responder, self.fresh(responder))
        self.adjourned = self.inert = False
        self.running = responder
        self.move(sealer)
        self.hand_over(responder)
        self.memory = None
        self.events.add("sealed_opened")

    # ---------------------------------------------------------------- going and stopping

    def do_start(self, step: Json) -> None:
        if self.started:
            raise Refused("already_started")
        self.started = True
        self.hand_over(step["side"])
        if not self.blocked():
            self.running = step["side"]

    def need_start(self) -> None:
        if not self.started:
            raise Refused("not_started")

    def do_stop(self, step: Json) -> None:
        self.need_start()
        self.nothing = self.running is None
        self.halt()
        self.events.add("stopped")

    def fresh(self, name: str) -> Fraction:
        player = self.side[name]
        return player.increment if player.method == "delay" else Fraction(0)

    def may_run(self, name: str, free: Fraction) -> None:
        player = self.side[name]
        if self.blocked():
            raise Refused("flag_down")
        spent = player.bucket < 0 or (player.bucket == 0 and free == 0)
        if spent and player.flag is None and player.method != "upcount":
            raise Refused("no_time_left")

    def do_resume(self, step: Json) -> None:
        self.need_start()
        assert self.turn
        name = step.get("side", self.turn)
        goes_on = self.running == name and not self.inert
        self.may_run(name, self.fresh(name) if name != self.turn else self.side[name].free())
        if name != self.turn:
            self.hand_over(name)
            self.ruled = True
        self.nothing = goes_on
        self.running = name
        self.inert = self.frozen = self.adjourned = False
        self.events.add("resumed")

    def do_run_for(self, step: Json) -> None:
        self.need_start()
        self.may_run(step["side"], Fraction(0))
        self.running, self.inert, self.ruled = step["side"], True, True
        self.events.add("ran_for")

    def do_adjourn(self, step: Json) -> None:
        self.need_start()
        self.halt()
        self.adjourned = True
        self.events.add("adjourned")

    def do_adjourn_early(self, step: Json) -> None:
        self.need_start()
        if step["amount_us"] < 0:
            raise Refused("bad_amount")
        if 0 in (p.period for p in self.side.values()) and not step.get("override"):
            raise Refused("control_not_made")
        self.ruled = True
        self.events.add("charged")
        self.deduct(self.side[step["by"]], us(step["amount_us"]))
        self.do_adjourn(step)

    def do_replace(self, step: Json) -> None:
        self.need_start()
        self.halt()
        self.events.add("replaced")

    def do_power_cycle(self, step: Json) -> None:
        if step.get("off_us", 0) < 0:
            raise Refused("bad_amount")
        self.halt()
        self.events.add("powered")

    def do_read(self, step: Json) -> None:
        pass

    # ---------------------------------------------------------------- penalties

    def measure(self, step: Json) -> Fraction:
        if step.get("since_stop"):
            if self.running or self.stopped is None:
                raise Refused("not_stopped")
            return self.now - self.stopped
        if step["amount_us"] < 0:
            raise Refused("bad_amount")
        return us(step["amount_us"])

    def do_charge(self, step: Json) -> None:
        self.penalise(self.side[step["side"]], self.measure(step))
        self.ruled = True

    def do_half_split(self, step: Json) -> None:
        self.need_start()
        total = whole(self.measure(step))
        nobody = self.first is None
        for name, player in self.side.items():
            share = total // 2 + (total % 2 if name == self.turn else 0)
            self.penalise(player, us(share))
        self.unknown_if_both(nobody)
        self.ruled = True

    def unknown_if_both(self, nobody: bool) -> None:
        if nobody and all(p.flag is not None for p in self.side.values()):
            self.first = "unknown"

    def do_settle(self, step: Json) -> None:
        player = self.side[step["side"]]
        if not player.uncollected:
            raise Refused("nothing_to_settle")
        amount, player.uncollected = player.uncollected, Fraction(0)
        if step["how"] == "charge":
            self.deduct(player, amount)
        self.events.add("settled")
        self.ruled = True

    def do_compensate(self, step: Json) -> None:
        player, amount = self.side[step["side"]], us(step["amount_us"])
        if not 0 < amount <= 120 or amount < player.increment:
            raise Refused("compensation_out_of_range")
        player.bucket += amount
        if player.bucket <= 0:
            self.fall(player)
        self.events.add("compensated")
        self.ruled = True

    # ---------------------------------------------------------------- corrections and verdicts

    def do_correct(self, step: Json) -> None:
        names = list(OTHER) if step["side"] == "both" else [step["side"]]
        players = [self.side[name] for name in names]
        beyond = any(step.get("period", 0) >= len(p.periods) for p in players)
        if beyond and not self.rules.repeat:
            raise Refused("bad_amount")
        if min(step.get("carried_us", 0), step.get("uncollected_us", 0)) < 0:
            raise Refused("bad_amount")
        for player in players:
            if "moves" in step:
                player.made += step["moves"] - player.moves
                player.moves = step["moves"]
            if "period" in step:
                old, player.period = player.law, step["period"]
                if player.law is not old:
                    player.overtime = None
            player.violations = step.get("violations", player.violations)
            if "carried_us" in step:
                player.carried = us(step["carried_us"])
            if "uncollected_us" in step:
                player.uncollected = us(step["uncollected_us"])
        if "set_us" in step or "delta_us" in step:
            self.change(players, step)
        turn = step.get("turn")
        if turn and turn != self.turn:
            self.hand_over(turn)
            if self.running and not self.inert:
                self.running = turn
        self.events.add("corrected")
        self.ruled = True

    def change(self, players: list[Player], step: Json) -> None:
        asked = us(step.get("delta_us", 0))
        if "set_us" in step:
            asked = us(step["set_us"]) - players[0].bucket
        done, floor = asked, self.rules.correction_floor
        if asked < 0 and floor and not step.get("override"):
            # The largest reduction that nobody's floor forbids.
            can = [max(Fraction(0), p.bucket - floor) for p in players if p.method != "upcount"]
            done = max([asked, *(-most for most in can)])
            if done != asked:
                self.events.add("floor_applied")
        nobody = self.first is None
        for player in players:
            player.bucket += done
            if player.bucket <= 0:
                self.fall(player)
        self.unknown_if_both(nobody)

    def do_flag_verdict(self, step: Json) -> None:
        self.need_start()
        name, verdict = step["side"], step["verdict"]
        player = self.side[name]
        if verdict == "declare":
            if player.flag is not None:
                raise Refused("already_flagged")
            self.fall(player)
        elif player.flag is None:
            raise Refused("no_flag")
        elif verdict == "overrule":
            player.flag = None
            self.first = OTHER[name] if self.side[OTHER[name]].flag is not None else None
        self.events.add("verdict")
        self.ruled = True

    def do_claim(self, step: Json) -> None:
        flag = self.side[step["by"]].flag
        late = flag is not None and self.now > flag
        if step["what"] == "defect" and late and not step.get("override"):
            raise Refused("claim_refused")
        self.events.add("claim")

    def do_violation(self, step: Json) -> None:
        self.count(self.side[step["side"]], step["kind"])

    def count(self, player: Player, kind: str) -> None:
        self.events.add("violation")
        if kind in COUNTED:
            player.violations += 1
            if player.violations >= self.rules.limit:
                self.events.add("violation_limit")

    # ---------------------------------------------------------------- the end, by playing again

    def end(self, step: Json) -> None:
        at = us(step["at_us"])
        declared = us(step["declared_at_us"]) if "declared_at_us" in step else at
        last = us(self.effects[-1]["at_us"]) if self.effects else Fraction(0)
        if self.over or not last <= declared <= at:
            self.pass_to(at)
            raise Refused("game_over" if self.over else "bad_amount")
        if declared < self.now:
            again = Oracle(self.scenario)
            for act in self.effects:
                again.step(act)
            again.pass_to(declared)
            self.__dict__ = again.__dict__ | {"effects": self.effects, "events": set()}
        self.pass_to(declared)
        self.halt()
        self.now, self.over = at, True
        self.events.add("ended")

    # ---------------------------------------------------------------- answers

    def step(self, step: Json) -> str | None:
        """Do one step; the error, or None."""
        self.events = set()
        self.nothing = False
        act = step["act"]
        try:
            if act == "end":
                self.end(step)
            else:
                self.pass_to(us(step["at_us"]))
                if self.over and act not in ("read", "correct"):
                    raise Refused("game_over")
                getattr(self, "do_" + act)(step)
        except Refused as refused:
            return str(refused)
        finally:
            self.pass_to(self.now)
        if not self.without_effect(act, step):
            self.effects.append(step)
        return None

    def without_effect(self, act: str, step: Json) -> bool:
        if act in ("read", "claim") or "idle_press" in self.events:
            return True
        if act == "violation":
            return step["kind"] not in COUNTED
        return self.nothing

    def shown(self, name: str) -> Json:
        player = self.side[name]
        return {
            "remaining_us": whole(player.bucket),
            "used_us": whole(player.used),
            "moves": player.moves,
            "period": player.period,
            "byo_left": player.overtime,
            "carried_us": whole(player.carried),
            "uncollected_us": whole(player.uncollected),
            "violations": player.violations,
            "flag": None if player.flag is None else whole(player.flag),
        }


def answers(scenario: Json) -> Iterator[Json]:
    """What the clock must answer to each step of a valid scenario."""
    clock = Oracle(scenario)
    for number, step in enumerate(scenario["steps"]):
        error = clock.step(step)
        yield {
            "step": number,
            "at_us": step["at_us"],
            "ok": error is None,
            "error": error,
            "left": clock.shown("left"),
            "right": clock.shown("right"),
            "running": clock.running,
            "turn": clock.turn,
            "first_flag": clock.first,
            "events": [event for event in ORDER if event in clock.events],
        }
