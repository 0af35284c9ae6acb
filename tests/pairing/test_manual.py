"""The examples of the manual run, page after page, each with what the pages before it defined."""

import doctest
from pathlib import Path

from flagfall.words import use

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("pairing.md", "pairing/swiss.md", "pairing/systems.md", "pairing/places.md")


def test_examples_of_the_manual_run() -> None:
    use("en")
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    known: dict[str, object] = {}
    for page in PAGES:
        text = (DOCS / page).read_text(encoding="utf-8")
        examples = doctest.DocTestParser().get_doctest(text, known, page, page, 0)
        runner.run(examples, clear_globs=False)
        known = examples.globs
    failed, tried = runner.summarize()
    assert failed == 0
    assert tried > 48
