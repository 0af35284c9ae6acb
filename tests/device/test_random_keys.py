"""Whatever keys are pressed in whatever order, the clock goes on and shows what fits."""

from flagfall_protocol.codes import Key
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.hands import TAP_US, Hands

PRESSES = st.tuples(
    st.sampled_from([Key.OK, Key.OK, Key.UP, Key.DOWN, Key.BACK, Key.START_STOP, *list(Key)[:2]]),
    st.sampled_from([TAP_US, TAP_US, TAP_US, 2_100_000]),
)


@settings(max_examples=15, deadline=None)
@given(st.lists(PRESSES, max_size=40))
def test_no_order_of_keys_brings_the_menus_down(presses: list[tuple[Key, int]]) -> None:
    """Failure 17; and a loss of power afterwards finds the same game."""
    hands = Hands()
    for key, hold_us in presses:
        hands.press(key, hold_us)
        menu = [hands.left, hands.right] if " | " not in hands.left else []
        assert all(len(said) <= 21 for said in menu)
    game = hands.clock.device.game
    before = (game.number, game.clock.ended, game.result, game.confirmed, game.clock.left.moves)
    hands.clock.kill()
    hands.clock.restart()
    game = hands.clock.device.game
    after = (game.number, game.clock.ended, game.result, game.confirmed, game.clock.left.moves)
    assert after == before
    assert hands.clock.device.session.faults[9] == 0
