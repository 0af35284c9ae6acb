"""The page that asks for the PIN: plain HTML, no script, so that nothing runs before the door."""

from html import escape

from starlette.responses import Response

from flagfall.web.errors import WebError
from flagfall.words import language, words

_, _ngettext = words("web")

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} – Flagfall</title>
<link rel="icon" href="/static/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/base.css">
<link rel="stylesheet" href="/static/pin.css">
</head>
<body class="pin">
<main>
<img src="/static/mark.svg" alt="" width="64" height="64">
<h1>{title}</h1>
<p>{text}</p>
<form method="post" action="/pin">
<label for="pin">{label}</label>
<input id="pin" name="pin" inputmode="numeric" pattern="[0-9]*" autocomplete="one-time-code"
 maxlength="12" required autofocus{described}>
{fault}<button class="button strong" type="submit">{button}</button>
</form>
</main>
</body>
</html>
"""


def response(error: WebError | None) -> Response:
    """The page, with what was wrong with the last try."""
    fault = described = ""
    if error is not None:
        sentence = escape(f"{error.sentence} {error.hint}".strip())
        fault = f'<p class="fault" id="fault" role="alert">{sentence}</p>\n'
        described = ' aria-invalid="true" aria-describedby="fault"'
    content = _PAGE.format(
        lang=language(),
        title=escape(_("The hall's PIN")),
        text=escape(_("The arbiter's laptop shows it where the program was started.")),
        label=escape(_("PIN")),
        button=escape(_("Enter")),
        fault=fault,
        described=described,
    )
    return Response(
        content, status_code=200 if error is None else error.status, media_type="text/html"
    )
