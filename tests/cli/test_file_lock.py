"""Several commands on one event at once, and how a file is replaced: nothing written is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from flagfall.cli import file_lock
from flagfall.cli.file_lock import FileBusy, changing
from flagfall.cli.files import FileTrouble, write_text, write_whole

from tests.cli.test_files import flagfall
from tests.pairing.build import event, played

TABLES = 6


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """A round of six tables without a result."""
    seats = [(2 * t - 1, 2 * t, "*") for t in range(1, TABLES + 1)]
    data = event("swiss-individual", 2 * TABLES, rounds=[played(1, *seats)])
    file = tmp_path / "hall.json"
    file.write_text(json.dumps(data), "utf-8")
    return file


def test_results_of_several_arbiters_at_once_are_all_kept(hall: Path) -> None:
    """Two at the desk type at the same moment; each changes what the other has written."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "flagfall.cli", "event", "result", str(hall), f"{t}=1-0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for t in range(1, TABLES + 1)
    ]
    assert [p.communicate()[1] for p in started] == [b""] * TABLES
    games = json.loads(hall.read_text("utf-8"))["rounds"][0]["games"]
    assert [g["result"] for g in games] == ["1-0"] * TABLES
    assert list(hall.parent.iterdir()) == [hall]


def test_who_waits_too_long_is_told(hall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_lock, "WAIT_S", 0.05)
    with changing(hall):
        with pytest.raises(FileBusy) as caught, changing(hall):
            pass
        assert caught.value.as_json()["code"] == "file_busy"
        link = hall.with_name("link.json")
        link.symlink_to(hall)
        with pytest.raises(FileBusy), changing(link):
            pass
    with changing(hall):
        pass


def test_a_lock_left_by_a_killed_command_bars_nobody(hall: Path) -> None:
    """Power went, or the process was ended: the file beside it stays, the lock does not."""
    code = (
        "import os, sys\n"
        "from flagfall.cli.file_lock import changing\n"
        "with changing(sys.argv[1]): os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(hall)], check=False).returncode == 9
    assert hall.with_name(".hall.json.lock").exists()
    assert flagfall("event", "result", str(hall), "1=1-0").returncode == 0
    assert list(hall.parent.iterdir()) == [hall]


def test_a_file_keeps_its_permissions_and_links_stay_links(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_text("old", "utf-8")
    real.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(real)
    write_text(link, "новый")
    assert link.is_symlink()
    assert real.read_text("utf-8") == "новый"
    assert real.stat().st_mode & 0o777 == 0o640
    assert sorted(tmp_path.iterdir()) == [link, real]


def test_what_can_t_be_written_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "event.json"
    file.write_text("old", "utf-8")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileTrouble) as caught:
        write_whole(file, b"new")
    assert caught.value.where == str(file)
    assert file.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_pipe_is_written_straight() -> None:
    done = flagfall("event", "new", "/dev/stdout", "--kind", "match")
    assert done.returncode == 2  # it is there already
    write_whole("/dev/null", b"x")
    assert not Path("/dev/null").is_file()
