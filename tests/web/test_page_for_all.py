"""The page for everybody: contrast, names, landmarks, rest, an arrangement for a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.sample_hall import SampleHall
from tests.web.conftest import Sight

pytestmark = pytest.mark.browser

Look = Callable[..., Sight]


@pytest.mark.parametrize("path", ["", "#/table/2", "#/table/5"])
def test_the_page_fits_a_phone(sight: Look, path: str) -> None:
    seen = sight(SampleHall(8).eventful(), path, width=360, height=740, has_touch=True)
    seen.page.wait_for_timeout(500)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 360
    for body in seen.page.locator(".face-body").all():
        assert body.evaluate("node => node.scrollWidth <= node.clientWidth + 1")
    for button in seen.page.locator("button:visible, a.need:visible, a.button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 32
        assert box["x"] + box["width"] <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(sight: Look, scheme: str) -> None:
    """WCAG: 7 to 1 for times and names, 4.5 to 1 for the rest."""
    seen = sight(SampleHall(8).eventful(), color_scheme=scheme)
    contrast = """(node) => {
      const parse = (text) => text.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
        .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
      let ground = node;
      const clear = (node) => parse(getComputedStyle(node).backgroundColor)[3] === 0;
      while (clear(ground)) ground = ground.parentElement;
      const [a, b] = [getComputedStyle(node).color, getComputedStyle(ground).backgroundColor]
        .map(parse).map(light).sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
    }"""
    bounds = {
        ".face[data-runs]:not([data-flag]) .face-time": 7, ".face:not([data-runs]) .face-time": 4.5,
        ".player-name": 7, ".player-facts": 4.5, ".card-variant": 4.5, ".hall-counts": 4.5,
        ".note-text": 4.5, ".need-text": 4.5, ".face-flag span": 4.5, ".link[data-link=cut]": 4.5,
        ".rule": 4.5, ".needs-head": 4.5, ".card-status[data-over]": 4.5,
    }  # fmt: skip
    for selector, least in bounds.items():
        found = seen.page.locator(selector).first.evaluate(contrast)
        assert found >= least, f"{selector}: {found:.2f}"


def test_nothing_moves_for_those_who_asked_for_rest(sight: Look) -> None:
    seen = sight(SampleHall(1), reduced_motion="reduce")
    mark = seen.card(1).locator(".face-left .face-mark")
    assert mark.evaluate("node => getComputedStyle(node).animationName") == "none"


def test_everything_that_can_be_pressed_has_a_name(sight: Look) -> None:
    for path in ("", "#/table/5"):
        seen = sight(SampleHall(8).eventful(), path)
        seen.page.wait_for_timeout(400)
        for control in seen.page.locator("a, button, select, summary, [tabindex='0']").all():
            name = control.evaluate(
                "node => node.getAttribute('aria-label') || node.textContent.trim() "
                "|| node.labels?.[0]?.textContent"
            )
            assert name, control.evaluate("node => node.outerHTML")


def test_the_page_has_landmarks_and_one_heading_a_table(sight: Look) -> None:
    seen = sight(SampleHall(3))
    expect(seen.page.get_by_role("banner")).to_have_count(1)
    expect(seen.page.get_by_role("main")).to_have_count(1)
    expect(seen.page.get_by_role("heading", level=1)).to_have_text("Autumn Open")
    link = seen.page.get_by_role("link", name="Table 2: Sosnovsky, A. – Nurmi, T.")
    expect(link).to_have_attribute("href", "#/table/2")
