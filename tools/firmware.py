"""Is the firmware fit for its boards?  `uv run python tools/firmware.py [imports] [sizes] [types]`

`imports`  every module that needs no board is imported by MicroPython's unix port
`sizes`    everything is compiled for RP2040 (armv6m) and ESP32 (xtensawin); a table of bytes
`types`    pyright with the stubs of both boards; they are fetched into `.cache/stubs` once
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from flagfall.bench.engine_sizes import tables
from flagfall.sim.firmware import ARCHITECTURES, PACKAGES

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
STUBS = {
    "rp2-rpi-pico": "micropython-rp2-rpi-pico-stubs==1.29.0.post1",
    "esp32-esp32-generic": "micropython-esp32-esp32-generic-stubs==1.29.0.post1",
}
# What a board's stubs can't know: the other board, and the unix port.
FOREIGN = {
    "rp2-rpi-pico": ("boards/unix.py", "boards/playing.py", "boards/esp32.py"),
    "esp32-esp32-generic": (
        *("boards/unix.py", "boards/playing.py", "boards/pico.py", "boards/stamps.py"),
    ),
}
NEEDS_BOARD = ("lines", "micro", "pico", "esp32", "stamps")


def modules() -> list[str]:
    """Every module of the firmware, dotted."""
    found = []
    for package in PACKAGES:
        for path in sorted((FIRMWARE / package).rglob("*.py")):
            parts = path.relative_to(FIRMWARE).with_suffix("").parts
            found.append(".".join(parts).removesuffix(".__init__"))
    return found


def staged(folder: Path) -> Path:
    """A folder with nothing but the firmware."""
    for package in PACKAGES:
        shutil.copytree(
            FIRMWARE / package, folder / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    return folder


def imports() -> int:
    """Import every module that needs no board under MicroPython."""
    names = [m for m in modules() if m.rsplit(".", 1)[-1] not in NEEDS_BOARD]
    with tempfile.TemporaryDirectory() as name:
        folder = staged(Path(name))
        done = subprocess.run(
            [Path(sys.executable).with_name("micropython"), "-c", f"import {', '.join(names)}"],
            cwd=folder,
            env={"MICROPYPATH": ".:.frozen"},
            check=False,
        )
    print(f"{len(names)} modules imported by MicroPython" if not done.returncode else "failed")
    return done.returncode


def sizes() -> int:
    """Compile everything for both boards and say how large it is."""
    first, second = tables()
    for module, size in first.items():
        print(f"{size:7} {second[module]:7}  {module}")
    print(f"{sum(first.values()):7} {sum(second.values()):7}  bytes of .mpy, {ARCHITECTURES}")
    return 0


def types() -> int:
    """Check the firmware's types as each board's MicroPython has them."""
    worst = 0
    for board, package in STUBS.items():
        stubs = ROOT / ".cache" / "stubs" / board
        if not stubs.exists():
            # `uv run` says where uv is; it needn't be on the PATH (pipx keeps it elsewhere).
            uv = os.environ.get("UV", "uv")
            subprocess.run([uv, "pip", "install", "-q", "--target", stubs, package], check=True)
        with tempfile.TemporaryDirectory() as name:
            folder = staged(Path(name))
            for foreign in FOREIGN[board]:
                (folder / "flagfall_device" / foreign).unlink()
            options = {
                "include": list(PACKAGES),
                "stubPath": str(stubs),
                "typeshedPath": str(stubs),
                "pythonVersion": "3.11",
                "reportMissingModuleSource": False,
                "useLibraryCodeForTypes": False,
            }
            (folder / "pyrightconfig.json").write_text(json.dumps(options), "utf-8")
            print(f"{board}: ", end="", flush=True)
            command = [Path(sys.executable).with_name("pyright"), "."]
            worst |= subprocess.run(command, cwd=folder, check=False).returncode
    return worst


def main() -> int:
    """What was asked for, or everything."""
    jobs = {"imports": imports, "sizes": sizes, "types": types}
    asked = sys.argv[1:] or list(jobs)
    return max([jobs[name]() for name in asked])


if __name__ == "__main__":
    sys.exit(main())
