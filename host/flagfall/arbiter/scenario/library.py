"""The library of named scenarios: one per line of the law that a clock can keep, one per story of
how other clocks failed. They are documentation that runs.

`python -m flagfall.arbiter.scenario.library` writes `docs/scenarios.md`.
"""

import json
from importlib.resources import files

from flagfall.arbiter.scenario.errors import Unknown
from flagfall.words import words

_, ngettext = words("arbiter")

_HEAD = """\
# Scenarios that come with Flagfall

Each is a game on the clock with one point to make, named after the line of the law (`cl-…`) or the
story of another clock's failure (`failure-…`) that it shows.

    flagfall clock scenarios                      the names
    flagfall clock scenarios NAME                 the scenario, as a file
    flagfall clock scenarios NAME | flagfall clock run - --pretty

This table is generated: `python -m flagfall.arbiter.scenario.library > docs/scenarios.md`.

| name | what it shows |
|---|---|
"""


def names() -> list[str]:
    """The names of all scenarios, in order."""
    folder = files("flagfall.arbiter.scenario") / "library"
    return sorted(
        file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json")
    )


def text(name: str) -> str:
    """The scenario of that name, as its JSON text; `Unknown` if there is none."""
    if name not in names():
        raise Unknown(
            _("there is no scenario {name!r}").format(name=name),
            hint=_("`flagfall clock scenarios` lists them"),
        )
    file = files("flagfall.arbiter.scenario") / "library" / f"{name}.json"
    return file.read_text("utf-8")


def comment(name: str) -> str:
    """What the scenario shows, in a sentence."""
    found: str = json.loads(text(name))["comment"]
    return found


def page() -> str:
    """The page that lists the library."""
    return _HEAD + "".join(f"| `{name}` | {comment(name)} |\n" for name in names())


if __name__ == "__main__":
    print(page(), end="")
