"""The board's own line on a real MicroPython: all bytes pass, nothing waits or is allocated."""

import json
import os
import random
import subprocess
import time
from pathlib import Path

import pytest

from tests.support import micropython, micropython32

SCRIPT = (Path(__file__).parent / "line_script.py").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.micropython
def test_line_echoes_allocates_nothing_and_never_waits_for_a_host_that_does_not_read(
    tmp_path: Path,
) -> None:
    """Failures 24 and 25; on the 32-bit build 0 bytes over 10,000 turns."""
    micropython.stage(tmp_path)
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    sent = random.Random(1).randbytes(63 * 60)
    process = subprocess.Popen(
        [*micropython32.command(), "-X", "heapsize=1m", "script.py", str(len(sent))],
        cwd=tmp_path,
        env={"MICROPYPATH": ".:.frozen"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    try:
        process.stdin.write(sent)
        process.stdin.flush()
        got = b""
        while len(got) < len(sent):
            got += os.read(process.stdout.fileno(), len(sent) - len(got))
        assert got == sent
        # Now nobody reads: the line fills up and the clock goes on.
        end_s = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < end_s:
            time.sleep(0.05)
        assert process.returncode == 0, process.stderr.read()
        report = json.loads((tmp_path / "report.json").read_text("utf-8"))
        assert report["idle"] == 0
        assert report["frames"] > 500
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()
