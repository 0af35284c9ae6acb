"""Runs firmware under MicroPython's unix port, from a folder that holds nothing but the firmware.

Site-packages would show MicroPython CPython's modules, so only staged packages are on its path.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("flagfall_clock", "flagfall_device")


def interpreter() -> Path:
    """The unix port that comes with the `sim` extra."""
    return Path(sys.prefix) / "bin" / "micropython"


def stage(folder: Path) -> Path:
    """Copy the firmware packages into `folder`."""
    for package in PACKAGES:
        shutil.copytree(
            ROOT / "firmware" / package,
            folder / package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    return folder


def run(
    script: str,
    folder: Path,
    *arguments: str,
    python: tuple[str | Path, ...] = (),
    heap: str = "",
    timeout: float = 60,
) -> str:
    """Run a script's text beside the staged firmware; its standard output.

    `python`: another interpreter's command; `heap`: as in `-X heapsize=`.
    """
    (folder / "script.py").write_text(script, "utf-8")
    command = [*(python or (interpreter(),)), *(("-X", f"heapsize={heap}") if heap else ())]
    done = subprocess.run(
        [*command, "script.py", *arguments],
        cwd=folder,
        env={"MICROPYPATH": ".:.frozen", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
