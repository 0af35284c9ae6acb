"""The door: who may ask what. Headers on every answer, `Host`, `Origin`, the PIN, bounded bodies.

Without `lan` only this machine can connect at all; the `Host` check keeps a foreign page from
reaching in by DNS rebinding, the `Origin` check keeps it from sending commands. With `lan` every
request from another machine needs a session that was opened with the PIN.
"""

import asyncio
import hmac
import ipaddress
import json
import secrets
import socket
import time
from collections import OrderedDict
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from flagfall.web.connections import REQUEST_S, is_here
from flagfall.web.errors import (
    BadRequest,
    ForeignHost,
    ForeignOrigin,
    PinLocked,
    PinNeeded,
    PinWrong,
    TooLong,
    WrongType,
)
from flagfall.words import words

_, ngettext = words("web")

COOKIE = "flagfall"
BODY_LIMIT = 4096
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=()",
}
# Open without the PIN: its own page, what pages are made of, and what spectators may see (CL-18).
# None of it tells anything of the hall but the last, which is delayed and bare.
_OPEN = ("/pin", "/static/", "/api/words", "/watch")


class Pins:
    """Sessions opened with the PIN, and a pause after wrong ones."""

    tries = 5
    pause_s = 60.0
    sessions = 512

    def __init__(self, pin: str, now: Callable[[], float] = time.monotonic) -> None:
        self._pin = pin.encode()
        self._now = now
        self._open: OrderedDict[str, None] = OrderedDict()
        self._wrong: list[float] = []

    def enter(self, pin: str) -> str:
        """A new session's token. Raises `PinWrong`, or `PinLocked` after too many tries."""
        now = self._now()
        # Tries are counted over all senders: an address is cheap to change.
        self._wrong = [at for at in self._wrong if now - at < self.pause_s]
        if len(self._wrong) >= self.tries:
            wait = int(self.pause_s - (now - self._wrong[0])) + 1
            raise PinLocked(
                _("Too many wrong PINs."),
                hint=ngettext("Try again in {n} second.", "Try again in {n} seconds.", wait).format(
                    n=wait
                ),
            )
        if not hmac.compare_digest(pin.encode(), self._pin):
            self._wrong.append(now)
            raise PinWrong(
                _("This is not the PIN."), hint=_("The PIN is shown on the arbiter's laptop.")
            )
        token = secrets.token_urlsafe(32)
        self._open[token] = None
        while len(self._open) > self.sessions:
            self._open.popitem(last=False)
        return token

    def knows(self, cookie_header: str | None) -> bool:
        """Whether a `Cookie` header carries an open session."""
        try:
            morsel = SimpleCookie(cookie_header or "").get(COOKIE)
        except CookieError:
            return False
        return morsel is not None and morsel.value in self._open


def _is_own_name(host: str) -> bool:
    """Whether a `Host` (without its port) can be meant for us: an address, or our own names.

    A rebinding attack needs a name the attacker owns; numeric addresses can't be rebound.
    """
    name = host.strip("[]").lower().rstrip(".")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name in ("localhost", own, f"{own}.local", own.partition(".")[0] + ".local")
    return True


def _without_port(host: str) -> str:
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def check_host(headers: Headers) -> None:
    """Raises `ForeignHost` for a name this server doesn't go by."""
    if not _is_own_name(_without_port(headers.get("host", ""))):
        raise ForeignHost(
            _("This server is not called that."),
            hint=_("Use the address that the program printed when it started."),
        )


def check_origin(headers: Headers) -> None:
    """Raises `ForeignOrigin` unless the request was sent by a page of this very server."""
    origin = headers.get("origin", "")
    if origin not in (f"http://{headers.get('host')}", f"https://{headers.get('host')}"):
        raise ForeignOrigin(
            _("Commands are taken from this server's own page only."),
            hint=_("A program must send this server's address as its Origin."),
        )


async def body(request: Request, content_type: str, limit: int = BODY_LIMIT) -> bytes:
    """The request's body. Raises `WrongType`, `TooLong` before more than `limit` is held, or
    `BadRequest` where it does not come to its end."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != content_type:
        raise WrongType(_("The body must be {type}.").format(type=content_type))
    found = b""
    try:
        async with asyncio.timeout(REQUEST_S):
            async for chunk in request.stream():
                found += chunk
                if len(found) > limit:
                    raise TooLong(_("The body is longer than {n} bytes.").format(n=limit))
    except (TimeoutError, ClientDisconnect) as error:
        raise BadRequest(_("The body did not come to its end.")) from error
    return found


async def json_body(request: Request) -> dict[str, Any]:
    """The request's body as a JSON object. Raises `BadRequest`, `WrongType` or `TooLong`."""
    raw = await body(request, "application/json")
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadRequest(_("The body is not JSON.")) from error
    if not isinstance(found, dict):
        raise BadRequest(_("The body must be a JSON object."))
    return found


class Guard:
    """ASGI middleware: the security headers on every answer, and the checks before it.

    `refuse(scope, error)` answers a refusal; `pins` is None where only this machine can connect.
    """

    def __init__(
        self,
        app: ASGIApp,
        pins: Pins | None,
        refuse: Callable[[Scope, Exception], ASGIApp],
    ) -> None:
        self._app = app
        self._pins = pins
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        app = self._app
        try:
            self._check(scope)
        except (ForeignHost, ForeignOrigin, PinNeeded) as error:
            app = self._refuse(scope, error)
        await app(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        check_host(headers)
        if scope["method"] not in ("GET", "HEAD"):
            check_origin(headers)
        if self._pins is None or scope["path"].startswith(_OPEN) or _from_here(scope):
            return
        if not self._pins.knows(headers.get("cookie")):
            raise PinNeeded(
                _("This hall asks for a PIN."), hint=_("It is shown on the arbiter's laptop.")
            )


def _from_here(scope: Scope) -> bool:
    """Whether the request comes from this machine."""
    client = scope.get("client")
    return client is not None and is_here(client[0])
