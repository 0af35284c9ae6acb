"""Every example in the rules' documentation runs and gives what it says."""

import doctest
import importlib
import importlib.util
import pkgutil
from pathlib import Path

import pytest
from flagfall import rules, words

MODULES = sorted(
    info.name for info in pkgutil.walk_packages(rules.__path__, prefix="flagfall.rules.")
)


@pytest.mark.parametrize("name", ["flagfall.rules", *MODULES])
def test_examples_run(name: str) -> None:
    words.use("en")
    failed, _tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_examples_of_the_guide_run() -> None:
    words.use("en")
    guide = Path(__file__).parents[2] / "docs" / "rules.md"
    failed, tried = doctest.testfile(
        str(guide), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert (failed, tried > 30) == (0, True)


def test_pictures_of_the_guide_are_as_the_library_draws_them() -> None:
    """`uv run python tools/pictures.py` makes them anew."""
    root = Path(__file__).parents[2]
    spec = importlib.util.spec_from_file_location("boards", root / "tools" / "boards.py")
    assert spec is not None
    assert spec.loader is not None
    boards = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(boards)
    guide = (root / "docs" / "rules.md").read_text("utf-8")
    for name, picture in boards.pictures().items():
        assert (root / "docs" / "pictures" / name).read_text("utf-8") == picture, name
        assert f"pictures/{name}" in guide
