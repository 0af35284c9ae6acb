"""Pictures are well-formed, self-contained and show what stands on the board."""

from xml.etree import ElementTree

import pytest
from flagfall import rules
from flagfall.rules import svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", rules.variants())
@pytest.mark.parametrize("flipped", [False, True])
def test_picture_is_one_self_contained_svg(name: str, flipped: bool) -> None:
    position = rules.variant(name).start()
    position = position.push(position.legal_moves[0])
    text = svg.board(position, last=position.last_move, flipped=flipped)
    root = ElementTree.fromstring(text)
    assert root.tag == SVG + "svg"
    assert "width" not in root.attrib
    assert "viewBox" in root.attrib
    assert position.fen in (root.findtext(SVG + "title") or "")
    for word in ("var(", "href", "<style", "<script", "url("):
        assert word not in text


def test_pieces_of_the_two_sides_differ_in_lightness_not_only_in_hue() -> None:
    def lightness(colour: str) -> float:
        return sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) / 765

    assert lightness(svg.WHITE) - lightness(svg.BLACK_PIECE) > 0.7
    assert lightness(svg.LIGHT_SQUARE) - lightness(svg.DARK_SQUARE) > 0.3


def test_flipped_board_shows_the_other_side_below() -> None:
    position = rules.variant("russian").position("W:Wa1:Bh8")
    pictures = [svg.board(position, flipped=flip) for flip in (False, True)]
    firsts = []
    for picture in pictures:
        circles = ElementTree.fromstring(picture).iter(SVG + "circle")
        firsts.append(
            next((c.get("cx"), c.get("cy")) for c in circles if c.get("fill") == svg.WHITE)
        )
    assert firsts == [("10", "80"), ("80", "10")]
