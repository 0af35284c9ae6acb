"""The naive clock's sides and how time runs on them: a bucket that empties.

See `tests.support.oracle`.
"""

from fractions import Fraction
from typing import Any

Json = dict[str, Any]
MILLION = 1_000_000
OTHER = {"left": "right", "right": "left"}


def sec(value: Any) -> Fraction:
    return Fraction(str(value))


def us(value: Any) -> Fraction:
    return Fraction(value, MILLION)


def whole(value: Fraction) -> int:
    count = value * MILLION
    assert count.denominator == 1
    return count.numerator


class Rules:
    """The regulation with its defaults."""

    def __init__(self, given: Json) -> None:
        code = given.get("code", "plain")
        blitz = given.get("blitz", False)
        floor = 0 if blitz or code == "draughts-rf" else 300
        self.freeze = given.get("on_flag", "run" if code == "renju-rf" else "freeze") == "freeze"
        self.repeat = given.get("repeat_last", False)
        self.carry_over = given.get("carry_over", True)
        self.limit = given.get("violation_limit", 3)
        self.correction_floor = sec(given.get("correction_floor_s", floor))
        self.carry_floor = sec(given.get("carry_floor_s", floor))
        self.without_control = given.get("carry_without_control", "ask")
        self.charge_takeback = given.get("charge_takeback", code != "draughts-rf")
        self.periods = {
            side: given.get(side, {}).get("periods") or given["periods"] for side in OTHER
        }


class Player:
    """One side. `bucket` is the time it is living on; `spare` the stretches after that one."""

    def __init__(self, rules: Rules, name: str) -> None:
        self.periods = rules.periods[name]
        self.bucket = Fraction(0)
        self.overtime: int | None = None
        self.used = Fraction(0)
        self.this_turn = Fraction(0)
        self.moves = self.made = self.period = self.violations = 0
        self.carried = self.uncollected = Fraction(0)
        self.flag: Fraction | None = None
        self.enter()

    @property
    def law(self) -> Json:
        found: Json = self.periods[min(self.period, len(self.periods) - 1)]
        return found

    @property
    def method(self) -> str:
        return str(self.law["method"])

    @property
    def increment(self) -> Fraction:
        return sec(self.law.get("increment_s", 0))

    def stretch(self) -> Fraction:
        return sec(self.law["byo_s"])

    def enter(self) -> None:
        self.bucket += sec(self.law["time_s"])
        if self.flag is None:
            if self.method == "fischer" and self.law.get("increment_from", "start") == "start":
                self.bucket += self.increment
            if self.bucket == 0 and self.method in ("byoyomi", "canadian"):
                self.go_over()

    def go_over(self) -> None:
        self.bucket = self.stretch()
        self.overtime = self.law["count" if self.method == "byoyomi" else "byo_moves"]

    def free(self) -> Fraction:
        if self.method != "delay":
            return Fraction(0)
        return max(Fraction(0), self.increment - self.this_turn)


class Running:
    """Two players, and time that runs on one of them."""

    def __init__(self, scenario: Json) -> None:
        self.scenario = scenario
        self.rules = Rules(scenario["regulation"])
        self.side = {name: Player(self.rules, name) for name in OTHER}
        self.now = Fraction(0)
        self.running: str | None = None
        self.turn: str | None = None
        self.first: str | None = None
        self.started = self.over = self.adjourned = self.inert = self.frozen = False
        self.stopped: Fraction | None = None
        self.memory: tuple[str, dict[str, Player], str | None] | None = None
        self.ruled = False
        self.events: set[str] = set()
        self.nothing = False
        self.effects: list[Json] = []  # every act that did something, in order

    # ---------------------------------------------------------------- time

    def pass_to(self, moment: Fraction) -> None:
        while self.running is not None:
            player = self.side[self.running]
            left = moment - self.now
            room = self.room(player)
            if room is None or room > left:
                self.burn(player, left)
                break
            self.burn(player, room)
            self.emptied(player)
        self.now = moment

    def room(self, player: Player) -> Fraction | None:
        if player.flag is not None or player.method == "upcount":
            return None
        free = Fraction(0) if self.inert else player.free()
        return free + max(Fraction(0), player.bucket)

    def burn(self, player: Player, span: Fraction) -> None:
        free = Fraction(0) if self.inert else min(span, player.free())
        player.used += span
        if not self.inert:
            player.this_turn += span
        self.now += span
        if player.method == "upcount":
            player.bucket += span
            return
        player.bucket -= span - free
        if player.method == "hourglass":
            assert self.running
            self.side[OTHER[self.running]].bucket += span - free

    def emptied(self, player: Player) -> None:
        if player.bucket == 0 and player.overtime is None:
            if player.method in ("byoyomi", "canadian"):
                player.go_over()
                return
        elif player.bucket == 0 and player.method == "byoyomi" and player.overtime:
            player.overtime -= 1
            self.events.add("byo_lost")
            if player.overtime:
                player.bucket = player.stretch()
                return
        self.fall(player)

    def fall(self, player: Player) -> None:
        if player.flag is None and player.method != "upcount":
            player.flag = self.now
            self.events.add("flag")
            name = next(name for name in OTHER if self.side[name] is player)
            self.first = self.first or name
            if self.rules.freeze and self.running:
                self.halt()
                self.frozen = True

    def halt(self) -> None:
        if self.running:
            self.stopped = self.now
        self.running = None
        self.inert = self.frozen = False

    def blocked(self) -> bool:
        return self.rules.freeze and any(p.flag is not None for p in self.side.values())

    # ---------------------------------------------------------------- moves

    def next_control(self, player: Player) -> bool:
        if player.law["moves"] is None:
            return False
        return player.period < len(player.periods) - 1 or self.rules.repeat

    def move(self, name: str) -> None:
        player, law = self.side[name], self.side[name].law
        good, method = player.flag is None, player.method
        first_move = law.get("increment_from", "start") == "first_move"
        if good and method == "bronstein":
            player.bucket += min(player.increment, player.this_turn)
        if good and method == "fischer" and first_move:
            player.bucket += player.increment
        if good and method == "byoyomi" and player.overtime is not None:
            player.bucket = player.stretch()
        if method == "canadian" and player.overtime is not None:
            player.overtime = max(0, player.overtime - 1)
            if player.overtime == 0 and good:
                player.go_over()
                self.events.add("block_restored")
        player.moves += 1
        player.made += 1
        self.events.add("move")
        if self.next_control(player) and player.made >= law["moves"]:
            self.events.add("control_passed")
            if not self.rules.carry_over:
                player.bucket = min(player.bucket, Fraction(0))
            player.period += 1
            player.made = 0
            player.overtime = None
            player.enter()
            penalty, player.carried = player.carried, Fraction(0)
            if penalty:
                self.penalise(player, penalty)
        elif good and method == "fischer" and not first_move:
            player.bucket += player.increment

    def hand_over(self, name: str) -> None:
        self.turn = name
        self.side[name].this_turn = Fraction(0)

    # ---------------------------------------------------------------- penalties

    def deduct(self, player: Player, amount: Fraction) -> None:
        if player.method == "upcount":
            player.bucket += amount
        elif amount:
            player.bucket -= amount
            if player.bucket <= 0:
                self.fall(player)

    def penalise(self, player: Player, amount: Fraction) -> None:
        self.events.add("charged")
        now = amount
        if self.rules.carry_floor and player.method != "upcount":
            now = min(amount, max(Fraction(0), player.bucket - self.rules.carry_floor))
        rest = amount - now
        if rest and player.overtime is None and self.next_control(player):
            player.carried += rest
            self.events.add("carried")
        elif rest and self.rules.without_control == "charge":
            now += rest
        elif rest and self.rules.without_control == "ask":
            player.uncollected += rest
            self.events.add("uncollected")
        self.deduct(player, now)
