"""What somebody meets who imports `flagfall.rules` and has not read its source."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flagfall import rules
from flagfall.rules import InvalidMove, files, pdn
from flagfall.rules.columns import moves as column_moves
from flagfall.rules.draughts import captures
from flagfall.rules.draughts.irregular import bound_by_touch
from flagfall.rules.renju import read_move

NAMES = rules.variants()


def some_game(name: str, plies: int = 30) -> Any:
    position: Any = rules.variant(name).start()
    lot = random.Random(name)
    for _ply in range(plies):
        moves = list(position.legal_moves)
        if not moves:
            break
        position = position.push(lot.choice(moves))
    return position


@pytest.mark.parametrize("name", NAMES)
def test_a_position_goes_to_another_process_and_comes_back_with_its_game(name: str) -> None:
    position = some_game(name)
    again = pickle.loads(pickle.dumps(position))
    assert (again.fen, again.history, again.ply) == (position.fen, position.history, position.ply)
    assert again.variant is position.variant
    assert again.claims() == position.claims()
    assert copy.deepcopy(position) is position


def test_an_opening_and_a_foul_that_stands_are_pickled_too() -> None:
    game: Any = rules.variant("renju")
    opening = game.start(opening="taraguchi-5").play("h8", "i9", "swap")
    again = pickle.loads(pickle.dumps(opening))
    assert (again.opening.acts, again.swapped) == (opening.opening.acts, True)
    foul = game.position("B:Wa1,a3,a5,a7:Bh8,h9,i7,k7").record(read_move("h7"))
    assert pickle.loads(pickle.dumps(foul)).foul == foul.foul


RECORDED = [
    ("renju-rf", "B:Wg6,j10:Bh7,h9,i8,k8", ["h8"]),
    ("renju", "B:Wg6,j10:Bh7,h9,i8,k8", ["h8", "a1"]),
    ("renju", None, ["a1", "pass", "b1", "pass"]),
    ("renju-rf", None, ["h8", "i9", "a15"]),
    ("renju", None, ["h8", "h9", "pass", "pass", "i9"]),
    ("renju", "W:W:B", ["h8"]),
]


@pytest.mark.parametrize(("name", "fen", "moves"), RECORDED)
def test_what_was_recorded_against_the_rules_is_copied_as_it_stands(
    name: str, fen: str | None, moves: list[str]
) -> None:
    """A foul under `rf`, a first stone off the centre, a third off the list, moves after the
    end."""
    game = rules.variant(name)
    position: Any = game.start() if fen is None else game.position(fen)
    for move in moves:
        position = position.record(read_move(move))
    again = pickle.loads(pickle.dumps(position))
    assert (again.fen, again.history) == (position.fen, position.history)
    assert (again.foul, again.outcome()) == (position.foul, position.outcome())
    assert copy.copy(position) is position


@pytest.mark.parametrize("name", NAMES)
def test_a_text_in_a_moves_place_is_told_apart_from_an_illegal_move(name: str) -> None:
    position = rules.variant(name).start()
    with pytest.raises(InvalidMove) as error:
        position.push(position.legal_moves[0].text)
    assert (error.value.reason, "play" in error.value.hint) == ("no-move", True)


@pytest.mark.parametrize("name", NAMES)
def test_positions_and_games_say_what_they_are(name: str) -> None:
    position = rules.variant(name).start()
    assert repr(position) == f"<{name} {position.fen}>"
    assert repr(position.legal_moves[0]).endswith(f"{position.legal_moves[0].text}>")


def test_a_game_says_what_it_is_in_a_line() -> None:
    (game,) = pdn.read('[White "A"] [Black "B"] [GameType "25"] 1. c3-d4 f6-g5 2. a1-b2 *')
    assert repr(game) == "<Game russian A – B, 2 moves, faulty, *>"
    assert repr(game.line.nodes[0]) == "<Node c3-d4>"


def test_men_that_step_aside_and_back_repeat_a_position() -> None:
    """Turkish men move sideways: a repetition needs no king (D5.4.12.1.3)."""
    position: Any = rules.variant("turkish").position("W:Wa3:Bh6")
    for _time in range(2):
        position = position.play("a3-b3", "h6-g6", "b3-a3", "g6-h6")
    assert [(c.rule, c.by, c.since) for c in position.claims()] == [("threefold", "white", 8)]
    assert not position.play("a3-a4").claims()


def test_a_touch_of_no_square_is_said() -> None:
    with pytest.raises(InvalidMove) as error:
        bound_by_touch(rules.variant("russian").start(), "z9")
    assert error.value.reason == "square"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "latin-1"])
def test_a_file_is_read_as_its_bytes_are(tmp_path: Path, encoding: str) -> None:
    white = "Müller" if encoding == "latin-1" else "Иванов"
    text = f'[White "{white}"]\n[GameType "25"]\n1. c3-d4 {{ход}} *\n'
    if encoding == "latin-1":
        text = text.replace("ход", "e")
    path = tmp_path / "games.pdn"
    path.write_bytes(text.encode(encoding))
    (game,) = files.read_file(path)
    (same,) = files.read(path.read_bytes(), "games.pdn")
    assert game.headers == same.headers == {"White": white, "GameType": "25"}


def test_other_formats_are_read_from_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4];B[hh];W[ig])", "utf-8")
    assert [g.end.ply for g in files.read_file(path)] == [2]
    with pytest.raises(FileNotFoundError):
        next(files.read_file(tmp_path / "none.pdn"))


def test_a_line_without_end_is_refused_and_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "line.pdn"
    path.write_bytes(b"1. c3-d4 " * 400_000)
    with pytest.raises(rules.InvalidFile) as error:
        list(files.read_file(path))
    assert error.value.reason == "length"


READER = """
import resource, sys
from flagfall.rules import files
games = sum(game.fault is None for game in files.read_file(sys.argv[1]))
print(games, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
def test_a_collection_of_sixty_megabytes_is_read_in_a_tenth_of_that_memory(tmp_path: Path) -> None:
    """As a stream, game by game: a reader that kept it would need more than the file's size."""
    path = tmp_path / "big.pdn"
    head = '[White "A"]\n[GameType "25"]\n\n1. c3-d4 {[%clock w0:09:57 B0:09:58] '
    game = head + "word " * 4_000 + "} f6-g5 2. d4-e5 *\n\n"
    with path.open("w") as out:
        for _n in range(3_000):
            out.write(game)
    assert path.stat().st_size > 60_000_000

    def read(place: Path) -> tuple[int, int]:
        run = [sys.executable, "-c", READER, str(place)]
        out = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        games, kilobytes = map(int, out.split())
        return games, kilobytes

    small = tmp_path / "small.pdn"
    small.write_text(game)
    before_kb = read(small)[1]
    games, kilobytes = read(path)
    assert games == 3_000
    assert kilobytes - before_kb < 6_000


MILLIONS = "W:WK23:BK15,K24,K9,K3,K29,K47,K33,K14,K44,K39,K17,K40,K26,K28,K42,K12,K49,K21"


@pytest.mark.parametrize("turn", ["W", "B"])
def test_a_position_made_up_to_have_millions_of_captures_is_refused(turn: str) -> None:
    """Counting them takes hours: a file must not be able to hold up the hall."""
    with pytest.raises(rules.InvalidPosition) as error:
        rules.variant("frisian").position(turn + MILLIONS[1:])
    assert error.value.reason == "captures"
    text = f'[GameType "40"] [FEN "{MILLIONS}"] 1. 23-18 *'
    (game,) = pdn.read(text)
    assert isinstance(game.fault, rules.InvalidPosition)


def test_a_move_into_such_a_position_is_the_games_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captures, "MOST_ROUTES", 0)
    (game,) = pdn.read('[GameType "25"] 1. c3-d4 f6-g5 2. d4-e5 d6:f4 *')
    assert isinstance(game.fault, rules.InvalidPosition)
    assert len(game.moves) == 3
    with pytest.raises(rules.InvalidPosition):
        rules.variant("russian").position("W:Wc3:Bd4")


@pytest.mark.parametrize("name", ["bashni", "bashni-again", "lasca"])
def test_columns_have_the_same_bound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_moves, "MOST_ROUTES", 0)
    with pytest.raises(rules.InvalidPosition) as error:
        rules.variant(name).position("W:c3w,d4b")
    assert error.value.reason == "captures"


def test_a_turkish_man_goes_on_along_the_last_row_and_is_crowned_at_the_end() -> None:
    """He takes on sideways as a man; what he took has left the board at once."""
    position = rules.variant("turkish").position("W:Wd6:Bd7,e8,h4")
    (move,) = position.legal_moves
    assert (move.long_text, move.captured, move.crowns) == ("d6xd8xf8", ("d7", "e8"), True)
    flying = rules.variant("turkish").position("W:Wd6:Bd7,g8,h4")
    assert [move.path for move in flying.legal_moves] == [("d6", "d8")]


def test_a_turkish_king_passes_where_he_has_taken() -> None:
    """The captured piece is gone before the move is over, so it blocks nothing."""
    position = rules.variant("turkish").position("W:WKa4:Bc4,e6,d7,c3")
    moves = list(position.legal_moves)
    assert {move.captured for move in moves} == {("c4", "e6", "d7", "c3")}
    assert {move.path[-2:] for move in moves} == {("c7", "c2"), ("c7", "c1")}
