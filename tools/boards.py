"""The boards that the documents show, drawn by the library itself."""

from flagfall import rules, words
from flagfall.rules import svg

# file name → variant, position (None: the start), moves made from there; the last one is marked.
BOARDS: dict[str, tuple[str, str | None, str]] = {
    "russian": ("russian", "W:Wh6,a1,g1:Bg7,c5,d2,b8", "h6:e1"),
    "international": (
        "international",
        None,
        "34-29 17-22 32-28 11-17 37-32 6-11 41-37 19-23 28x19 14x34",
    ),
    "brazilian": ("brazilian", "W:Wg3,c1:Bf4,d6,f8", "g3xc7"),
    "english": ("english", "W:W10,30:B6,7,8", "10x3"),
    "frisian": ("frisian", "W:W43,50:B33,22,8", "43x21"),
    "pool": ("pool", "W:W12,31:B8,7,1", "12x10"),
    "czech": ("czech", "W:Wc3,Kh2:Bd4,f4,b8", "h2xd6"),
    "italian": ("italian", None, ""),
    "spanish": ("spanish", None, ""),
    "makhos": ("makhos", None, ""),
    "turkish": ("turkish", None, "a3-a4"),
    "bashni": ("bashni", "W:c3wb,d4bw,f6Bww,h8b", "c3:g7"),
    "lasca": ("lasca", "B:a7b,e7b,b6b,f6wbbb,c5wb,e5wbb,g5b,f4w,e3BwWw,b2w,f2w,e1w,g1w", ""),
}


def pictures() -> dict[str, str]:
    """Every board by its file name."""
    words.use("en")
    drawn = {}
    for name, (variant, fen, moves) in BOARDS.items():
        game = rules.variant(variant)
        position = (game.start() if fen is None else game.position(fen)).play(moves)
        drawn[f"board-{name}.svg"] = svg.board(position, last=position.last_move) + "\n"
    return drawn
