"""What `docs/page.md` says of the page is so."""

import re
from pathlib import Path

from flagfall.web import errors

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "page.md").read_text("utf-8")
# Met at the start of the program, not by requests.
AT_START = {"web_error", "port_busy", "needs_lan", "pin_unfit", "address_unknown"}


def test_every_code_of_the_page_is_documented() -> None:
    codes = {
        thing.code
        for thing in vars(errors).values()
        if isinstance(thing, type) and issubclass(thing, errors.WebError)
    }
    assert {code for code in codes - AT_START if f"`{code}`" not in PAGE} == set()


def test_its_pictures_are_there_and_light() -> None:
    pictures = re.findall(r"\]\((pictures/[a-z-]+\.png)\)", PAGE)
    assert len(pictures) == 2
    for picture in [ROOT / "docs" / name for name in pictures]:
        assert 10_000 < picture.stat().st_size < 300_000
