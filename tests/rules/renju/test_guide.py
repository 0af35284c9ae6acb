"""The guide to renju: its examples run, its pictures are as the library draws them."""

import doctest
import importlib.util
from pathlib import Path

from flagfall import words

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "rules-renju.md"


def test_examples_of_the_guide_run() -> None:
    words.use("en")
    failed, tried = doctest.testfile(
        str(GUIDE), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    )
    assert (failed, tried > 20) == (0, True)


def test_pictures_of_the_guide_are_as_the_library_draws_them() -> None:
    """`uv run python tools/pictures.py` makes them anew."""
    spec = importlib.util.spec_from_file_location("boards", ROOT / "tools" / "boards_renju.py")
    assert spec is not None
    assert spec.loader is not None
    boards = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(boards)
    guide = GUIDE.read_text("utf-8")
    for name, picture in boards.pictures().items():
        assert (ROOT / "docs" / "pictures" / name).read_text("utf-8") == picture, name
        assert f"pictures/{name}" in guide
