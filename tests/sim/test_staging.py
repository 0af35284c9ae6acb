"""The firmware that simulated clocks run from: one folder for each version, nothing left behind."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from flagfall.sim import firmware, staging

PROGRAM = """
import sys
from flagfall.sim import staging
print(staging.source(), flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def fresh() -> None:
    staging._kept.cache_clear()


def started(home: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(home), "TMPDIR": str(home)},
    )


def test_programs_share_one_folder_and_a_killed_one_leaves_nothing_else(tmp_path: Path) -> None:
    """Also where several come first at the same moment."""
    programs = [started(tmp_path) for _ in range(3)]
    said = {program.stdout.readline().strip() for program in programs if program.stdout}
    for program in programs:
        program.send_signal(signal.SIGKILL)
        program.communicate()
    (folder,) = said
    assert [str(p) for p in (tmp_path / "flagfall").iterdir()] == [folder]
    assert [p.name for p in tmp_path.iterdir()] == ["flagfall"]
    staged = {p.relative_to(folder).as_posix() for p in Path(folder).rglob("*") if p.is_file()}
    assert staged == set(firmware.sources())


def test_another_version_gets_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = staging.source()
    assert staging.source() == before
    changed = {**firmware.sources(), "flagfall_clock/__init__.py": "CHANGED = 1\n"}
    monkeypatch.setattr(firmware, "sources", lambda: changed)
    staging._kept.cache_clear()
    after = staging.source()
    assert (after / "flagfall_clock/__init__.py").read_text("utf-8") == "CHANGED = 1\n"
    assert (before / "flagfall_clock/__init__.py").read_text("utf-8") != "CHANGED = 1\n"


def test_without_a_cache_to_write_to_it_is_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "below"))
    (tmp_path / "file").write_text("no folder", "utf-8")
    folder = staging.source()
    assert tempfile.gettempdir() in str(folder)
    assert (folder / "flagfall_device" / "boards" / "unix.py").is_file()
    for temporary in staging._temporary:
        temporary.cleanup()
    staging._temporary.clear()
    assert not folder.exists()
