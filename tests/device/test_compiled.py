"""The firmware as boards get it: constants folded across modules, and nothing else changed."""

import ast
from pathlib import Path

import pytest
from flagfall.arbiter.scenario import library, parse, play
from flagfall.sim.firmware import CannotCompile, compiled, folded, sources

from tests.support import micropython32
from tests.support.firmware_batch import play_all

CODES = """from flagfall_clock.compat import const
A = const(2)
B = const(A << 3)
BIG = const(1 << 40)
"""
USER = """from p.codes import A, B
from p import codes
x = A + B + codes.B + codes.BIG
"""


def test_constants_stand_where_they_are_used() -> None:
    made = folded({"p/codes.py": CODES, "p/user.py": USER})
    assert made["p/user.py"] == "from p import codes\nx = 2 + 16 + 16 + codes.BIG"
    assert made["p/codes.py"] == "from flagfall_clock.compat import const\nBIG = const(1 << 40)"


def test_what_only_type_checkers_read_is_left_out() -> None:
    text = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import a\nelse:\n    import b\n"
    assert folded({"p/m.py": text}) == {"p/m.py": "import b"}


@pytest.mark.parametrize("text", ["def f():\n    A = 3\n", "for A in ():\n    pass\n"])
def test_name_of_a_constant_may_not_mean_anything_else(text: str) -> None:
    with pytest.raises(CannotCompile, match="assigned"):
        folded({"p/m.py": "A = const(1)\n" + text})


def test_module_that_would_lose_its_constants_is_refused() -> None:
    with pytest.raises(CannotCompile, match=r"p\.codes"):
        folded({"p/codes.py": CODES, "p/user.py": "import p.codes\n"})


def test_nothing_but_constants_is_changed() -> None:
    """Every function and class is there with as many statements; no constant's name is left."""
    texts = sources()
    made = folded(texts)
    assert set(made) == set(texts)
    for path, text in texts.items():
        before, after = ast.parse(text), ast.parse(made[path])
        assert _shape(after) == _shape(before), path
        if path != "flagfall_clock/compat.py":
            assert "const(" not in made[path], path
            assert "import const" not in made[path], path
        imported = [node for node in ast.walk(after) if isinstance(node, ast.ImportFrom)]
        assert all(node.module != "flagfall_clock.codes" for node in imported), path


def _shape(tree: ast.Module) -> list[tuple[str, int]]:
    return [
        (node.name, len(node.body))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]


@pytest.mark.slow
@pytest.mark.micropython
def test_compiled_firmware_answers_the_library_byte_for_byte_alike(tmp_path: Path) -> None:
    """As on a board: 32 bits, .mpy, constants folded."""
    compiled(tmp_path)
    scenarios = [parse(library.text(name)) for name in library.names()]
    answers = play_all(scenarios, tmp_path, python=micropython32.command())
    for scenario, found in zip(scenarios, answers, strict=True):
        assert [a.line() for a in found] == [a.line() for a in play(scenario)]
