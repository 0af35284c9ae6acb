"""A board without a board: a raw REPL and, after a reset, the firmware that was copied to it.

Both are processes of MicroPython's unix port on one pseudo-terminal; their folder is the flash.
"""

import os
import pty
import subprocess
import threading
import tty
from pathlib import Path

from tests.support import micropython

SHIM = Path(__file__).with_name("repl_shim.py")
UID = "0123456789abcdef"
MAIN = f"""
from flagfall_device.boards.unix import main
main("state", bytes.fromhex("{UID}"), False)
"""


class ShimBoard:
    """It starts in its REPL; `reset` leads to the firmware, leaving that leads to the REPL."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "state").mkdir()
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self.address = f"pty:{self.port}"
        self.lives: list[str] = []
        self._stop = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        repl = True
        while not self._stop.is_set():
            self.lives.append("repl" if repl else "clock")
            os.set_blocking(self._ours, repl)
            command = [micropython.interpreter(), "-X", "heapsize=4m"]
            with (self.folder / "state" / "stderr.log").open("ab") as complaints:
                self._process = subprocess.Popen(
                    [*command, SHIM if repl else "main.py"],
                    cwd=self.folder,
                    env={"MICROPYPATH": ".:.frozen"},
                    stdin=self._ours,
                    stdout=self._ours,
                    stderr=complaints,
                )
            self._process.wait()
            repl = not repl

    @property
    def complaints(self) -> str:
        """What either said on standard error."""
        return (self.folder / "state" / "stderr.log").read_text("utf-8", "replace")

    def close(self) -> None:
        """Take it away."""
        self._stop.set()
        if self._process is not None:
            self._process.kill()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)
