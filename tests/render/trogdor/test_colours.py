from __future__ import annotations

import pytest

from render.kit.canvas import LIMIT
from render.trogdor.colours import NAMED, PALETTE
from tests.render.eyes import EYES, contrast, difference, lightness

GROUNDS = ("parchment", "char")
TYPE = [
    *((ink, "night") for ink in ("cream", "muted", "amber", "keepers-say")),
    *((ink, "walnut") for ink in ("cream", "muted", "lamplight")),
    *((ink, "walnut-lit") for ink in ("cream", "amber", "lamplight", "parchment-deep")),
    ("cream", "field"),
    ("ink", "parchment"),
    ("ink", "parchment-deep"),
    ("cream", "dragon-deep"),
    ("cream", "void"),
    ("cream", "ink"),
]
BODIES = ("dragon", "smock", "steel", "violet", "blue")

every_eye = pytest.mark.parametrize("eyes", EYES)


@every_eye
@pytest.mark.parametrize(("ink", "ground"), TYPE)
def test_type_can_be_read(ink: str, ground: str, eyes: str) -> None:
    assert contrast(NAMED[ink], NAMED[ground], eyes) >= 4.5


@every_eye
def test_what_is_burned_is_much_darker_than_what_is_not(eyes: str) -> None:
    assert lightness(NAMED["parchment"], eyes) - lightness(NAMED["char"], eyes) >= 60


@every_eye
@pytest.mark.parametrize("body", BODIES)
def test_every_figure_is_seen_on_parchment_and_on_char(body: str, eyes: str) -> None:
    line = "dragon-line" if body == "dragon" else "ink"
    assert contrast(NAMED[line], NAMED["parchment"], eyes) >= 7
    lit = lightness(NAMED[f"{body}-lit"], eyes)
    assert lit - lightness(NAMED["char"], eyes) >= 40
    assert lightness(NAMED[body], eyes) - lightness(NAMED["char"], eyes) >= 18


@every_eye
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    ("mark", "edge"), [("amber", "amber-deep"), ("teal", "teal-lit"), ("brick", "cream"), ("ember", "ink")]
)
def test_a_mark_or_its_edge_is_lighter_or_darker_than_the_ground(
    mark: str, edge: str, ground: str, eyes: str
) -> None:
    under = lightness(NAMED[ground], eyes)
    assert max(abs(lightness(NAMED[tone], eyes) - under) for tone in (mark, edge)) >= 25


@every_eye
@pytest.mark.parametrize("ground", GROUNDS)
def test_danger_and_fire_stand_out_from_the_ground(ground: str, eyes: str) -> None:
    for tone in ("brick", "ember"):
        assert difference(NAMED[tone], NAMED[ground], eyes) >= 22


@every_eye
def test_the_two_knights_differ_in_lightness_and_not_in_hue_alone(eyes: str) -> None:
    assert lightness(NAMED["thatch"], eyes) - lightness(NAMED["blue"], eyes) >= 20


@every_eye
def test_an_item_that_is_charged_is_lit(eyes: str) -> None:
    assert lightness(NAMED["lamplight"], eyes) - lightness(NAMED["char"], eyes) >= 50


def test_the_palette_has_room_and_every_named_colour() -> None:
    assert len(PALETTE.colours) == len(set(PALETTE.colours)) <= LIMIT
    assert [PALETTE.colours[PALETTE.index(name)] for name in NAMED] == list(NAMED.values())
