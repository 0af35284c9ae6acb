"""How fast the rules are: positions reached by perft through the public face.

With peers asked for, the same trees are counted in the same run by py-draughts, pure Python too,
in an environment of its own that uv makes in the cache folder.
"""

import json
import subprocess
import time
from typing import Any

from flagfall import rules
from flagfall.bench import Row, peers_wanted
from flagfall.bench.peers import environment

PEER = "py-draughts==1.10.1"
AT_LEAST = 1.5
TREES = {"russian": 7, "international": 6, "frisian": 6}
QUICK_TREES = {"russian": 6, "international": 5, "frisian": 5}

# Runs in the peer's environment: variant and depth in, nodes and seconds out.
_PEER_PROGRAM = """
import json, sys, time
import draughts

BOARDS = {
    "russian": draughts.RussianBoard,
    "international": draughts.StandardBoard,
    "frisian": draughts.FrisianBoard,
}

def count(board, depth):
    if depth == 1:
        return len(board.legal_moves)
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += count(board, depth - 1)
        board.pop()
    return nodes

for line in sys.stdin:
    name, depth = json.loads(line)
    board = BOARDS[name]()
    began = time.perf_counter()
    nodes = count(board, depth)
    print(json.dumps([nodes, time.perf_counter() - began]), flush=True)
"""


def count(position: Any, depth: int) -> int:
    """Leaves of the tree of moves, by nothing but `legal_moves` and `push`."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(count(position.push(move), depth - 1) for move in position.legal_moves)


def run(quick: bool = False) -> list[Row]:
    """Nodes a second of three variants; with peers, the ratio to theirs."""
    trees, repeats = (QUICK_TREES, 2) if quick else (TREES, 5)
    peer = _Peer() if peers_wanted() else None
    rows = []
    for name, depth in trees.items():
        start = rules.variant(name).start()
        len(start.legal_moves)  # tables are made on first use
        ours = theirs = 0.0
        # In turn, and the best of each, so that a busy moment strikes both alike.
        for _repeat in range(repeats):
            began = time.perf_counter()
            nodes = count(start, depth)
            ours = max(ours, nodes / (time.perf_counter() - began))
            if peer is not None:
                theirs = max(theirs, peer.speed(name, depth))
        note = f"depth {depth}, len(legal_moves) at the leaves"
        rows.append(Row("rules", f"perft {name}", ours, "nodes/s", note=note))
        if theirs:
            rows.append(
                Row(
                    "rules",
                    f"perft {name} against {PEER}",
                    ours / theirs,
                    "×",
                    AT_LEAST,
                    "more",
                    f"{note}; peer {theirs:,.0f} nodes/s",
                )
            )
    if peer is not None:
        peer.close()
    return rows


class _Peer:
    """py-draughts in an environment of its own, asked over a pipe."""

    def __init__(self) -> None:
        python = environment(PEER)
        self._process = subprocess.Popen(
            [str(python), "-c", _PEER_PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def speed(self, name: str, depth: int) -> float:
        """Its nodes a second for one tree."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([name, depth]), file=self._process.stdin, flush=True)
        nodes, seconds = json.loads(self._process.stdout.readline())
        return float(nodes / seconds)

    def close(self) -> None:
        """Let it end."""
        self._process.communicate(timeout=30)
