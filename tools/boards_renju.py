"""The renju boards that the documents show, drawn by the library itself."""

from flagfall import words
from flagfall.rules.renju import OPENINGS, RENJU, RenjuPosition, setup, svg
from flagfall.rules.renju.opening import Opening
from flagfall.rules.renju.points import find_all


def _stones(black: str, white: str) -> RenjuPosition:
    return setup(RENJU, find_all(black) or (), find_all(white) or (), "black")


def _explained(black: str, white: str, point: str) -> str:
    """A position with every forbidden point crossed and the rows behind one of them drawn."""
    position = _stones(black, white)
    (at,) = find_all(point) or ()
    rows = position.explain(at).rows
    return svg.board(position, fouls=position.forbidden, wins=position.board.wins(), rows=rows)


def _game() -> str:
    moves = "h8 h7 h9 g8 f9 g9 g10 j7 f11 e12 h11 e8 f10 f12 f7 f8 h10 h12 e10 d10 i10"
    position = RENJU.start().play(moves)
    return svg.board(position, last=position.last_move, numbers=True)


def _fifths() -> str:
    opening = Opening.begin("taraguchi-5").play("h8", "stay", "h9", "stay", "i9", "stay", "j8")
    opening = opening.play("offer", "offer i8 g7 h10 g9 j10")
    return svg.board(opening.position, offers=opening.offers, numbers=True)


def _direct() -> str:
    """The thirteen direct openings: the third stone goes to one of the ringed points."""
    direct = [opening for opening in OPENINGS if opening.code.startswith("D")]
    position = RENJU.start().play("h8 h9")
    return svg.board(position, offers=[opening.third for opening in direct], numbers=True)


def pictures() -> dict[str, str]:
    """Every renju board by its file name."""
    words.use("en")
    drawn = {
        "game": _game(),
        "threes": _explained("h7 h9 i8 k8", "g6 j10", "h8"),
        "fours": _explained("e8 g8 i8 k8", "d8 l8", "h8"),
        "overline": _explained("d8 e8 f8 h8 i8", "c8 g10 g4", "g8"),
        "five": _explained("d8 e8 f8 h8 i8 g5 g6 g7 g9", "c8 g10 g4", "g8"),
        "fifths": _fifths(),
        "direct": _direct(),
    }
    return {f"board-renju-{name}.svg": picture + "\n" for name, picture in drawn.items()}
