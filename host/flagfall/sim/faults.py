"""Mishaps for rehearsals: clocks that lose their power at any moment, again and again."""

import os
import random
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

Targets = Callable[[], Sequence[int]]

LEAST_S, MOST_S = 0.005, 0.25
REST_S = 0.01


class PlugPuller:
    """Kills processes out of the blue, without warning and without putting them back.

    `targets()` gives the process ids among which one is drawn (none yet: it waits). Which one and
    when is drawn from `seed`; what the process is doing at that moment is up to the machine.
    """

    def __init__(self, targets: Targets, *, kills: int, seed: int) -> None:
        self.killed: list[int] = []
        self._targets = targets
        self._kills = kills
        self._random = random.Random(seed)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="plug puller", daemon=True)

    def __enter__(self) -> "PlugPuller":
        self._thread.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        while len(self.killed) < self._kills:
            if self._done.wait(self._random.uniform(LEAST_S, MOST_S)):
                return
            pids = [pid for pid in self._targets() if pid > 0 and pid not in self.killed]
            if not pids:
                if self._done.wait(REST_S):
                    return
                continue
            pid = self._random.choice(pids)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.killed.append(pid)
