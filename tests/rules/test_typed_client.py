"""What a program of others sees of our types: `mypy --strict` on a small client."""

import subprocess
import sys
from pathlib import Path

CLIENT = """
from flagfall import rules
from flagfall.rules import files, infer, pdn
from flagfall.rules.check import check
from flagfall_protocol import codes

assert codes
russian = rules.variant("russian").position("W:W22:B1", numbering="top")
opening = rules.variant("renju").start(opening="rif-1996")
stones = rules.variant("renju").start()
columns = rules.variant("bashni").start()


def legal(name: str) -> list[str]:
    position = rules.variant(name).start()
    after = position.push(position.parse("34-29"))
    return [move.text for move in after.legal_moves]


for game in files.read_file("games.pdn"):
    print(check(game).legal, pdn.write(game))
reveal_type(rules.variant("frisian"))
reveal_type(russian)
reveal_type(russian.legal_moves[0].is_capture)
reveal_type(opening)
reveal_type(stones)
reveal_type(columns.column("a1"))
reveal_type(rules.variant(input()).start())
"""


def test_a_strict_client_gets_the_types_of_the_game_it_names(tmp_path: Path) -> None:
    """The packages say that they are typed, and a variant's own arguments are known."""
    client = tmp_path / "client.py"
    client.write_text(CLIENT, "utf-8")
    words = ["-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(client)]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    told = [line.split('"')[1] for line in done.stdout.splitlines() if '"' in line]
    ours = "flagfall.rules"
    assert told == [
        f"{ours}.draughts.variant.DraughtsVariant",
        f"{ours}.draughts.position.DraughtsPosition",
        "bool",
        f"{ours}.renju.turns.OpeningPosition",
        f"{ours}.renju.position.RenjuPosition",
        "str",
        f"{ours}.face.Position",
    ]
