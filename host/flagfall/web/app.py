"""The page's routes. Everything the page is made of comes from this package: nothing from outside.

| route | gives |
|---|---|
| `GET /` | the arbiter's page |
| `GET /static/…` | its styles and modules |
| `GET /api/words?lang=` | the page's texts in one language |
| `GET /api/stream?lang=` | server-sent events: `hall`, `tables` (changes), `trouble` |
| `GET /api/hall?lang=` | all tables as JSON, once |
| `GET /api/table/N?lang=` | one table's record |
| `POST /api/command` | an act of the arbiter |
| `GET /pin`, `POST /pin` | the PIN's own page (with `lan`) |
| `GET /watch`, `GET /watch/stream` | for spectators: delayed, no counts; only where switched on |

Refusals are `{"ok": false, "error": {"code", "message", "hint", "where"}}` with a fitting status.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from flagfall import words as language_of
from flagfall.errors import FlagfallError
from flagfall.web import pin_page
from flagfall.web.commands import MAX_TABLE, checked
from flagfall.web.errors import NotFound, PinNeeded, WebError, WrongMethod
from flagfall.web.guard import COOKIE, Guard, Pins, body, json_body
from flagfall.web.hub import Hub, in_thread
from flagfall.web.languages import catalogue, preferred
from flagfall.web.source import HallSource
from flagfall.web.spectators import DelayedHall
from flagfall.words import LANGUAGES, words

_, _ngettext = words("web")

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


def _read_static() -> dict[str, tuple[bytes, str, str]]:
    """Every file of the page: name → content, type, ETag. What isn't here can't be asked for."""
    found = {}
    for entry in files("flagfall.web").joinpath("static").iterdir():
        kind = _TYPES.get(entry.name[entry.name.rfind(".") :])
        if kind is not None:
            content = entry.read_bytes()
            found[entry.name] = (content, kind, f'"{hashlib.sha256(content).hexdigest()[:20]}"')
    return found


def _language(request: Request) -> str:
    """The reader's language, put in force for this request."""
    chosen = preferred(request.query_params.get("lang"), request.headers.get("accept-language"))
    language_of.use(chosen)
    return chosen


def _refusal(error: Exception) -> JSONResponse:
    if not isinstance(error, FlagfallError):
        raise error
    status = error.status if isinstance(error, WebError) else 409
    return JSONResponse({"ok": False, "error": error.as_json()}, status_code=status)


def _refuse(scope: Scope, error: Exception) -> ASGIApp:
    """What the guard answers; a person who opens the page without the PIN is led to its page."""
    if isinstance(error, PinNeeded) and scope["path"] == "/":
        return RedirectResponse("/pin", status_code=303)
    return _refusal(error)


def _streamed(hub: Hub, language: str) -> Response:
    """A hub's events to one more reader. Raises `TooManyReaders`."""
    hub.admit()
    return StreamingResponse(
        hub.read(language),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


class Page:
    """The handlers, around one hall."""

    def __init__(
        self, source: HallSource, hub: Hub, pins: Pins | None, spectators: Hub | None
    ) -> None:
        self._source = source
        self._hub = hub
        self._pins = pins
        self._spectators = spectators
        self._static = _read_static()

    def _file(self, request: Request, name: str) -> Response:
        if name not in self._static:
            raise NotFound(_("There is no such page."), where=name[:80])
        content, kind, tag = self._static[name]
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=kind)

    async def index(self, request: Request) -> Response:
        return self._file(request, "index.html")

    async def static(self, request: Request) -> Response:
        return self._file(request, request.path_params["name"])

    async def words(self, request: Request) -> Response:
        chosen = _language(request)
        return JSONResponse(
            {"language": chosen, "languages": list(LANGUAGES), "words": catalogue(chosen)}
        )

    async def stream(self, request: Request) -> Response:
        return _streamed(self._hub, _language(request))

    async def watch(self, request: Request) -> Response:
        return self._file(request, "watch.html" if self._spectators else "")

    async def watch_stream(self, request: Request) -> Response:
        language = _language(request)
        if self._spectators is None:
            raise NotFound(_("There is no such page."))
        return _streamed(self._spectators, language)

    async def hall(self, request: Request) -> Response:
        return JSONResponse(await self._hub.snapshot(_language(request)))

    async def table(self, request: Request) -> Response:
        _language(request)
        number = request.path_params["number"]
        if not 1 <= number <= MAX_TABLE:
            raise NotFound(_("There is no table {n}.").format(n=number))
        return JSONResponse(await in_thread(lambda: self._source.detail(number)))

    async def command(self, request: Request) -> Response:
        _language(request)
        order = checked(await json_body(request))
        answer: dict[str, Any] = await in_thread(lambda: self._source.command(order))
        return JSONResponse(answer, status_code=200 if answer.get("ok") else 409)

    async def pin(self, request: Request) -> Response:
        _language(request)
        if self._pins is None:
            return RedirectResponse("/", status_code=303)
        if request.method == "GET":
            return pin_page.response(None)
        form = parse_qs(
            (await body(request, "application/x-www-form-urlencoded", 200)).decode("latin-1")
        )
        try:
            token = self._pins.enter(form.get("pin", [""])[0].strip())
        except WebError as error:
            return pin_page.response(error)
        answer = RedirectResponse("/", status_code=303)
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
        return answer


async def _on_error(request: Request, error: Exception) -> Response:
    _language(request)
    return _refusal(error)


async def _on_http_error(request: Request, error: Exception) -> Response:
    """Starlette's own refusals in our form."""
    assert isinstance(error, HTTPException)
    _language(request)
    if error.status_code == 405:
        return _refusal(WrongMethod(_("This can't be done here."), where=request.url.path[:80]))
    return _refusal(NotFound(_("There is no such page."), where=request.url.path[:80]))


def application(
    source: HallSource,
    *,
    pins: Pins | None = None,
    hub: Hub | None = None,
    spectators: tuple[DelayedHall, Hub] | None = None,
) -> Any:
    """The ASGI application around one hall.

    `pins` where other machines may connect; `spectators` where others may watch: the delayed hall
    and its hub.
    """
    hub = hub or Hub(source)
    delayed, watched = spectators or (None, None)
    page = Page(source, hub, pins, watched)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        works = [hub.run()]
        if delayed is not None and watched is not None:
            works += [delayed.run(), watched.run()]
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    return Starlette(
        routes=[
            Route("/", page.index),
            Route("/static/{name}", page.static),
            Route("/api/words", page.words),
            Route("/api/stream", page.stream),
            Route("/api/hall", page.hall),
            Route("/api/table/{number:int}", page.table),
            Route("/api/command", page.command, methods=["POST"]),
            Route("/pin", page.pin, methods=["GET", "POST"]),
            Route("/watch", page.watch),
            Route("/watch/stream", page.watch_stream),
        ],
        middleware=[Middleware(Guard, pins=pins, refuse=_refuse)],
        exception_handlers={FlagfallError: _on_error, HTTPException: _on_http_error},
        lifespan=lifespan,
    )
