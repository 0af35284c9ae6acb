"""Spoiled files into every reader: only our errors come out, in bounded time and memory.

By hand, so many files spread over every format, other ones for every seed:

    uv run python -m tests.rules.spoiled 1000000 --seed 3
"""

import argparse
import json
import resource
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from flagfall import rules
from flagfall.errors import FlagfallError
from flagfall.rules import files, gamefile, pdn
from flagfall.rules.check import check
from flagfall.rules.renju.files import plain, psq, renlib, rif, sgf
from flagfall.rules.renju.files.errors import CannotWrite

from tests.support.mutants import mutants

LONGEST_S = 10.0
"""A file of a few kilobytes takes milliseconds; this is for readers that hang."""
MOST_GROWTH_KB = 400_000
SEED = 20261129

PDN = b"""[White "a"]
[FEN "W:W31-50:B1-20"]
[Result "*"]

1. 34-29 {[%clock w1:00:02 B0:00:05]} 19-23 2. 28x19 (2. 32-27 17-22) 14x34 $3 ! 3. 40x29 *
"""
SGF = (
    b"(;GM[4]FF[4]SZ[15]PB[Ito]PW[Mae]C[a \\] b];B[hh]BL[1799.5];W[ig](;B[jf];W[])(;B[gh]LB[aa:x]))"
)
OPENED = (
    b'{"schema": "flagfall.game/1", "variant": "renju", "opening": "soosorv-4", "moves": '
    b'["h8, h9, i9", "stay, j8, 2", "swap", "offer i8 g7", "g7, c3", "d4"], "result": "*"}'
)
FENS = [
    b"W:W31-50:B1-20",
    b"B:WKa1,c3,e5:Bh8,Kf6",
    b"W:b8Wwb,h8Bw,d6Bb,h6WwB",
    b"B:Wh9,i7:Bh8,i9",
    b"W:WK46:B1,K50:H5:F12",
]
VARIANTS = ("international", "russian", "turkish", "bashni", "lasca", "renju")


def renju_seeds(write: Callable[[object], object]) -> list[bytes]:
    """The format's own writing of games, without what it has no room for."""
    found = []
    texts = ("h8 h9 i9 i8", "# word\nh8 h9 j10 g7 pass i8", "h8")
    records = [next(plain.read(text)) for text in texts] + list(sgf.read(SGF.decode()))
    for record in records:
        with suppress(CannotWrite):
            written = write(record)
            found.append(written if isinstance(written, bytes) else str(written).encode())
    return found


def seeds(kind: str) -> list[bytes]:
    if kind == "fen":
        return FENS
    if kind == "pdn":
        return [PDN, b"1. c3-d4 f6-g5 2. d4-e5 d6xf4 1-0\n", b'[GameType "25"]\n1. c3-b4 *\n']
    if kind == "json":
        games = [gamefile.write(game) for game in pdn.read(PDN.decode())]
        return [OPENED, *(text.encode() for text in games)]
    if kind == "sgf":
        return [SGF, b"(;GM[4];B[hh];W[hi])(;GM[4];B[hh])"]
    writers: dict[str, Callable[..., object]] = {
        "rif": lambda record: rif.write([record], lossy=True),
        "lib": partial(renlib.write, lossy=True),
        "pos": partial(plain.write_pos, lossy=True),
        "psq": partial(psq.write, lossy=True),
        "txt": partial(plain.write, lossy=True),
    }
    return renju_seeds(writers[kind])


KINDS = ("pdn", "json", "sgf", "rif", "lib", "pos", "psq", "txt", "fen")


def feed(kind: str, data: bytes) -> None:
    if kind != "fen":
        for game in files.read(data, f"spoiled.{kind}"):
            json.dumps(check(game).as_json())
            gamefile.write(game)
            if not game.variant.of_stones:
                pdn.write(game)
        return
    text = data.decode("latin-1")
    for name in VARIANTS:
        with suppress(rules.RulesError):
            rules.variant(name).position(text).outcome()


def spoil(kind: str, count: int, seed: int = SEED) -> int:
    """Read so many spoiled files of a kind; how many gave a game after all."""
    sound = seeds(kind)
    assert sound
    for data in sound:
        feed(kind, data)
    games = 0
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for data in mutants(sound, seed, count):
        begun_s = time.process_time()
        try:
            feed(kind, data)
            games += 1
        except FlagfallError:
            pass
        except BaseException as error:
            raise AssertionError(f"{kind}: {error!r} from {data!r}") from error
        assert time.process_time() - begun_s < LONGEST_S, data
    grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb
    assert grown_kb < MOST_GROWTH_KB, kind
    return games


def main() -> None:
    """The command above."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", type=int, help="how many in all")
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    each = -(-asked.files // len(KINDS))
    for kind in KINDS:
        began_s = time.process_time()
        games = spoil(kind, each, asked.seed)
        took_s = time.process_time() - began_s
        print(f"{kind:5} {each:9,} files, {games:9,} read whole, {took_s:7.1f} s")
    grown_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(f"only our own errors; at most {grown_mb:.0f} MB of memory")


if __name__ == "__main__":
    main()
