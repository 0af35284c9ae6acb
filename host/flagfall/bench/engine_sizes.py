"""How many bytes of a board's flash the compiled firmware takes, module by module."""

import tempfile
from pathlib import Path

from flagfall.bench import Row
from flagfall.sim.firmware import ARCHITECTURES, compiled, compiler

_LARGEST = 5


def tables() -> list[dict[str, int]]:
    """Bytes by module's path, for each of `ARCHITECTURES`. `FileNotFoundError`: no compiler."""
    found = []
    for architecture in ARCHITECTURES:
        with tempfile.TemporaryDirectory(prefix="flagfall-bench-") as name:
            found.append(compiled(Path(name), architecture))
    return found


def run(quick: bool = False) -> list[Row]:
    """The whole for each board, and the largest modules."""
    if compiler() is None:
        return []
    rows = []
    for architecture, sizes in zip(ARCHITECTURES, tables(), strict=True):
        note = f"{architecture}, {len(sizes)} modules as .mpy"
        rows.append(Row("engine", "firmware", sum(sizes.values()), "B", note=note))
        rows += [
            Row("engine", path.removeprefix("flagfall_"), size, "B", note=architecture)
            for path, size in sorted(sizes.items(), key=lambda one: -one[1])[:_LARGEST]
        ]
    return rows
