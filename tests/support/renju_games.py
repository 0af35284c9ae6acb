"""Random records of renju games for the file formats' tests."""

from flagfall.rules.record import Clock
from flagfall.rules.renju import RENJU, RENJU_RF, RenjuMove
from flagfall.rules.renju.files import Node, Record
from hypothesis import strategies as st

WORDS = st.text(
    alphabet=st.sampled_from("abc é日Я)(][\\:;<>&'\"\n-"), min_size=1, max_size=12
).filter(lambda text: text == text.strip())
LINE = WORDS.map(lambda text: text.replace("\n", "x"))
TIMES = st.integers(min_value=0, max_value=10**10)


@st.composite
def records(draw: st.DrawFn, *, variations: bool = True, times: bool = True) -> Record:
    """A legal game of up to 12 moves with headers, comments, clock times and variations."""
    variant = draw(st.sampled_from([RENJU, RENJU_RF]))
    root = Node(comment=draw(st.just("") | WORDS))
    node, position = root, variant.start()
    for _ in range(draw(st.integers(0, 12))):
        moves = list(position.legal_moves)
        if not moves:
            break
        move = moves[draw(st.integers(0, len(moves) - 1))]
        step = Node(move, position.turn, comment=draw(st.just("") | WORDS))
        if times and draw(st.booleans()):
            time = draw(TIMES)
            step.clock = Clock(black_us=time) if position.turn == "black" else Clock(white_us=time)
        node.children.append(step)
        if variations and draw(st.integers(0, 5)) == 0:
            other = Node(RenjuMove(draw(st.integers(0, 224))), position.turn)
            other.children = [Node(comment=draw(LINE))] * draw(st.integers(0, 1))
            if other.move != move:
                node.children.append(other)
        node, position = step, position.push(move)
    headers = {"Black": draw(LINE), "White": draw(LINE)} if draw(st.booleans()) else {}
    record = Record(variant, headers, root, draw(st.sampled_from(["1-0", "0-1", "1/2", "*"])))
    record.replay()
    return record
