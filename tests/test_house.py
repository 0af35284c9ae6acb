"""The frame itself: the command starts quickly and each file says what it is for."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAVY = {"sqlalchemy", "starlette", "uvicorn", "construct", "alembic", "typst", "xlsxwriter"}


def test_help_answers_and_loads_neither_web_nor_database() -> None:
    code = "import sys, flagfall.cli.app; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(done.stdout.split())
    helped = subprocess.run(
        [sys.executable, "-m", "flagfall.cli", "--help"], capture_output=True, text=True, check=True
    )
    assert "Flagfall" in helped.stdout


def test_every_file_says_in_its_first_lines_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for room in ("host", "protocol", "firmware", "tests", "tools")
        for path in sorted((ROOT / room).rglob("*.py"))
        if (text := path.read_text("utf-8").lstrip()) and not text.startswith(('"""', "# ", "#!"))
    ]
    assert silent == []


def test_help_speaks_russian() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flagfall.cli", "--lang", "ru", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert "турнирные часы" in done.stdout


def test_the_command_tells_its_version() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flagfall.cli", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"flagfall {version('flagfall')}\n"
