"""The 32-bit MicroPython that the test suite unpacks, if it has: large integers cost memory there,
as on a board, and objects are as small as there (see `tests/support/micropython32.py`)."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
_UNPACKED = ROOT / ".cache" / "micropython32"


def command() -> list[str] | None:
    """How to run it; None: it is not unpacked here."""
    if not _UNPACKED.exists():
        return None
    loader = next(_UNPACKED.rglob("ld-linux.so.2"))
    libraries = sorted({str(library.parent) for library in _UNPACKED.rglob("*.so.*")})
    program = _UNPACKED / "usr" / "bin" / "micropython"
    return [str(loader), "--library-path", ":".join(libraries), str(program)]
