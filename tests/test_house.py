"""The frame itself: the rooms can be imported and the command starts."""

import subprocess
import sys


def test_command_answers_help() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flagfall.cli", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "Flagfall" in done.stdout
