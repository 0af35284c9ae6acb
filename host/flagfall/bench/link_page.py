"""Somebody at the page: reads its stream, and is the arbiter of the link's bench."""

import http.client
import json
import socket
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

BACK = "its power is back"


class Page:
    """One reader of the stream; `tables` are the cards as they stand."""

    def __init__(self, url: str) -> None:
        self._at = urlsplit(url).netloc
        self.tables: dict[int, dict[str, Any]] = {}
        self.events = 0
        self.bytes = 0
        self._ended = threading.Event()
        self._stream = http.client.HTTPConnection(self._at, timeout=10)
        self._stream.request("GET", "/api/stream?lang=en")
        self._socket = self._stream.sock  # the connection forgets it when the answer begins
        self._answer = self._stream.getresponse()
        self._reader = threading.Thread(target=self._read, name="page", daemon=True)
        self._reader.start()
        self._arbiter = threading.Thread(target=self._resume, name="arbiter", daemon=True)
        self._arbiter.start()

    def close(self) -> None:
        """Close the page."""
        self._ended.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._reader.join()
        self._arbiter.join()
        self._stream.close()

    def command(self, **order: Any) -> str:
        """Order something as the page does; what was refused in the server's words, '' if done."""
        line = http.client.HTTPConnection(self._at, timeout=60)
        try:
            head = {"Content-Type": "application/json", "Origin": f"http://{self._at}"}
            line.request("POST", "/api/command", json.dumps(order), head)
            answer = line.getresponse()
            said = answer.read().decode("utf-8")
            return "" if answer.status == 200 else said
        except OSError as error:
            return str(error) or type(error).__name__
        finally:
            line.close()

    def _read(self) -> None:
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            for line in iter(self._answer.readline, b""):
                self.bytes += len(line)
                if line.startswith(b"data: "):
                    self.events += 1
                    for table in json.loads(line[6:]).get("tables", ()):
                        self.tables[table["table"]] = table

    def _resume(self) -> None:
        """Clocks that lost their power stand; when they are back the arbiter lets them go on."""
        while not self._ended.wait(0.2):
            for number, table in list(self.tables.items()):
                if table["phase"] == "stopped" and table["link"] == "live":
                    self.command(table=number, act="resume", reason=BACK, rule="CL-12")
