"""Puts files on a board's flash with mpremote: only what differs, verified, tested, restarted.

mpremote runs as a process of its own: its command line is stable, its Python interface is not.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

from flagfall.link.errors import LinkError
from flagfall.words import words

_, _ngettext = words("link")

TESTED = ((1, 26), (2, 0))  # versions of mpremote: from the first, below the second
MARK = "flagfall:"
EXEC_S = 60
COPY_S = 300
RESTART_S = 1.0
TRY_S = 6.0
AT_ONCE = 12  # files in one run of mpremote

# What a board is asked: the SHA-256 of every file under our folders, and of ours at the top.
LOOK = """
import os, hashlib, binascii, json
def look(path, into):
    try:
        names = os.listdir(path)
    except OSError:
        return
    for name in names:
        whole = path + "/" + name if path != "." else name
        if os.stat(whole)[0] & 0x4000:
            look(whole, into)
        else:
            sum = hashlib.sha256()
            with open(whole, "rb") as f:
                while True:
                    part = f.read(512)
                    if not part:
                        break
                    sum.update(part)
            into[whole] = binascii.hexlify(sum.digest()).decode()
found = {{}}
for folder in {folders}:
    look(folder, found)
for name in {files}:
    try:
        os.stat(name)
    except OSError:
        continue
    with open(name, "rb") as f:
        found[name] = binascii.hexlify(hashlib.sha256(f.read()).digest()).decode()
print({mark!r} + json.dumps(found))
"""

TIDY = """
import os
for path in {remove}:
    os.remove(path)
for path in {folders}:
    try:
        os.mkdir(path)
    except OSError:
        pass
print({mark!r} + "[]")
"""

SELF_TEST = """
import flagfall_device.selftest as selftest
print({mark!r}, end="")
selftest.main()
"""


class NoRepl(LinkError):
    """The board does not answer as MicroPython does."""

    code = "no_repl"


class NotFlashed(LinkError):
    """What is on the board is not what was put there, or it does not work."""

    code = "not_flashed"


class WrongTool(LinkError):
    """mpremote is of a version that was not tried."""

    code = "wrong_mpremote"


@dataclass(frozen=True)
class Flashed:
    """What was done: files copied, removed, left as they were; what the self-test said."""

    copied: tuple[str, ...]
    removed: tuple[str, ...]
    kept: int
    free_bytes: int


def check_tool(found: str = "") -> str:
    """mpremote's version; `WrongTool` where it was not tried."""
    found = found or version("mpremote")
    first, second = (int(part) for part in found.split(".")[:2])
    if not TESTED[0] <= (first, second) < TESTED[1]:
        raise WrongTool(
            _("mpremote {version} was not tried with this program.").format(version=found),
            hint=_("Install mpremote 1.29."),
        )
    return found


class Board:
    """A board at a port, as mpremote reaches it. `say` is told each step."""

    def __init__(self, port: str, say: Callable[[str], None] = lambda _text: None) -> None:
        self.port = port
        self._say = say

    def flash(self, files: dict[str, bytes]) -> Flashed:
        """Make the board hold exactly these files in the folders they are in; test and restart it.

        Paths have '/' and no leading one. Raises `NoRepl`, `NotFlashed`.
        """
        check_tool()
        wanted = {path: sha256(data).hexdigest() for path, data in files.items()}
        there = self.look(files)
        changed = sorted(p for p in wanted if there.get(p) != wanted[p])
        stale = sorted(p for p in there if p not in wanted)
        # Whatever happens in between, the board must not start half of it.
        changed.sort(key=lambda path: path == "main.py")
        if changed or stale:
            self._tidy(stale, changed)
            self._copy({path: files[path] for path in changed})
            if self.look(files) != wanted:
                raise NotFlashed(
                    _("What the board holds differs from what was copied."),
                    hint=_("Flash it again; if that does not help, its flash memory is worn."),
                )
        free = self.self_test()
        self.restart()
        return Flashed(tuple(changed), tuple(stale), len(wanted) - len(changed), free)

    def look(self, files: Iterable[str], timeout_s: float = EXEC_S) -> dict[str, str]:
        """SHA-256 of what the board holds in the folders of these files, by path."""
        tops = sorted({PurePosixPath(path).parts[0] for path in files})
        folders = [t for t in tops if any(f.startswith(t + "/") for f in files)]
        single = [t for t in tops if t not in folders]
        script = LOOK.format(folders=folders, files=single, mark=MARK)
        found: dict[str, str] = self._ask(script, timeout_s)
        return found

    def self_test(self) -> int:
        """Let the board test what was copied; free bytes of memory. `NotFlashed` if it fails."""
        self._say(_("The board tests itself."))
        told = self._ask(SELF_TEST.format(mark=MARK))
        if not told.get("ok"):
            raise NotFlashed(
                _("The board's self-test failed: {what}.").format(
                    what=", ".join(map(str, told.get("failed", ["?"])))
                ),
                hint=_("Flash it again; if that does not help, replace the board."),
            )
        return int(told["free"])

    def restart(self) -> None:
        """Reset the board: it comes up as a clock."""
        self._run("reset", timeout_s=EXEC_S)

    def _tidy(self, remove: list[str], create: list[str]) -> None:
        parents = {str(p) for path in create for p in PurePosixPath(path).parents if str(p) != "."}
        script = TIDY.format(remove=remove, folders=sorted(parents), mark=MARK)
        self._ask(script)

    def _copy(self, files: dict[str, bytes]) -> None:
        with tempfile.TemporaryDirectory(prefix="flagfall-flash-") as name:
            paths = list(files)
            for start in range(0, len(paths), AT_ONCE):
                part = paths[start : start + AT_ONCE]
                words_: list[str] = []
                for number, path in enumerate(part):
                    source = Path(name) / f"{start + number}"
                    source.write_bytes(files[path])
                    words_ += ["+"] * bool(words_) + ["fs", "cp", str(source), f":{path}"]
                self._say(_("{done} of {all} files").format(done=start + len(part), all=len(paths)))
                self._run(*words_, timeout_s=COPY_S)

    def _ask(self, script: str, timeout_s: float = EXEC_S) -> dict[str, Any]:
        """Run a script on the board; what it printed behind the mark."""
        out = self._run("exec", script, timeout_s=timeout_s)
        for line in out.splitlines():
            if line.startswith(MARK):
                try:
                    answer = json.loads(line[len(MARK) :])
                except ValueError:
                    break
                return answer if isinstance(answer, dict) else {}
        raise self._no_repl(out)

    def _run(self, *command: str, timeout_s: float) -> str:
        # `resume`: without it a soft reset would start the clock.
        mpremote = [sys.executable, "-m", "mpremote", "connect", self.port, "resume"]
        try:
            done = subprocess.run(
                [*mpremote, *command],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=timeout_s,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise self._no_repl("") from None
        if done.returncode:
            raise self._no_repl((done.stderr or done.stdout).strip())
        return done.stdout

    def _no_repl(self, said: str) -> NoRepl:
        last = said.splitlines()[-1] if said else ""
        return NoRepl(
            _("The board at {port} does not answer as MicroPython does{said}.").format(
                port=self.port, said=f" ({last})" if last else ""
            ),
            hint=_(
                "Hold OK while you plug it in. A new board needs MicroPython first: "
                "micropython.org/download."
            ),
            where=self.port,
        )


def wait_for_repl(board: Board, wait_s: float) -> None:
    """Wait until a board that was told to restart answers as MicroPython; `NoRepl` if never."""
    end_s = time.monotonic() + wait_s
    time.sleep(RESTART_S)
    while True:
        try:
            # What is said to a board that is not there yet is never answered: don't wait for it.
            board.look(["main.py"], TRY_S)
        except NoRepl:
            if time.monotonic() > end_s:
                raise
            time.sleep(0.5)
        else:
            return
