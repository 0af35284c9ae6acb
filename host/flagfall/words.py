"""Messages in the reader's language: one gettext domain per room.

A room says `_, ngettext = words("pairing")` at its top and marks its sentences with `_`.
Catalogues live in `flagfall/locale`; `python tools/words.py` extracts, merges and compiles them.
English is the source language, so a missing translation reads as English, never as a key.
"""

import gettext
import locale
import os
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "ru")
LOCALE_DIR = Path(__file__).parent / "locale"

# A context variable, so that two web requests in two languages don't mix.
_language: ContextVar[str | None] = ContextVar("flagfall_language", default=None)


def from_environment() -> str:
    """The language the environment asks for: `FLAGFALL_LANG`, else the locale; `en` or `ru`."""
    for name in ("FLAGFALL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "ru" if value.lower().startswith("ru") else "en"
    system = locale.getlocale()[0] or ""
    return "ru" if system.lower().startswith(("ru", "russian")) else "en"


def use(language: str) -> None:
    """Set the language of this context (`en` or `ru`; anything else is `en`)."""
    _language.set(language if language in LANGUAGES else "en")


def chosen() -> str | None:
    """The language somebody set with `use`, if anybody did."""
    return _language.get()


def language() -> str:
    """The language in force: `en` or `ru`."""
    chosen = _language.get()
    return from_environment() if chosen is None else chosen


@cache
def _catalogue(domain: str, lang: str) -> gettext.NullTranslations:
    return gettext.translation(domain, LOCALE_DIR, [lang], fallback=True)


def words(domain: str) -> tuple[Callable[[str], str], Callable[[str, str, int], str]]:
    """`(_, ngettext)` of one room; both look the language up at each call."""

    def translate(message: str) -> str:
        return _catalogue(domain, language()).gettext(message)

    def translate_plural(one: str, many: str, n: int) -> str:
        return _catalogue(domain, language()).ngettext(one, many, n)

    return translate, translate_plural
