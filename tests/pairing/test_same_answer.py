"""The same file gives the same answer, byte for byte, on every interpreter and with every hash
seed."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import flagfall

HERE = Path(__file__).parent
HOST = Path(flagfall.__file__).parents[1]


def interpreters() -> dict[str, str]:
    """Every Python of 3.11 or later that runs here, by what it calls itself."""
    names = [f"python3.{minor}" for minor in range(11, 16)]
    names += ["pypy3", "pypy3.11", "graalpy"]
    roots = [Path.home() / ".pyenv" / "versions", Path.home() / ".local/share/uv/python"]
    candidates = [sys.executable, *filter(None, map(shutil.which, names))]
    candidates += [str(p) for root in roots for p in sorted(root.glob("*/bin/python3"))]
    found: dict[str, str] = {}
    ask = "import sys; assert sys.version_info >= (3, 11); print(sys.implementation, sys.version)"
    for path in candidates:
        done = subprocess.run([path, "-c", ask], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            found.setdefault(done.stdout.strip(), path)
    return found


def digest(python: str, hash_seed: str) -> tuple[str, int]:
    done = subprocess.run(
        [python, "-X", "utf8", str(HERE / "answers.py"), str(HOST)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "FLAGFALL_LANG": "en"},
    )
    return hashlib.sha256(done.stdout).hexdigest(), done.stdout.count(b"\n")


def test_the_same_answer_on_every_interpreter_and_hash_seed() -> None:
    """cli: a function of the file alone, on every machine."""
    pythons = interpreters()
    assert pythons
    found = {(name, s): digest(path, s) for name, path in pythons.items() for s in ("0", "1")}
    assert len(set(found.values())) == 1, found
    (_digest, lines), *_rest = found.values()
    assert lines > 80
