from __future__ import annotations

import pytest

from render.kit.canvas import LIMIT
from render.ploc.colours import NAMED, PALETTE
from tests.render.eyes import EYES, contrast, difference, lightness

TYPE = [
    *((ink, "night") for ink in ("cream", "muted", "amber", "yellow-say", "red-say")),
    *((ink, "walnut") for ink in ("cream", "muted", "amber", "yellow-say", "red-say")),
    *((ink, "walnut-lit") for ink in ("cream", "amber", "yellow-say")),
    ("cream", "field-deep"),
]
LARGE = [("muted", "walnut-lit"), ("red-say", "walnut-lit")]

every_eye = pytest.mark.parametrize("eyes", EYES)


@every_eye
@pytest.mark.parametrize(("ink", "ground"), TYPE)
def test_type_can_be_read(ink: str, ground: str, eyes: str) -> None:
    assert contrast(NAMED[ink], NAMED[ground], eyes) >= 4.5


@every_eye
@pytest.mark.parametrize(("ink", "ground"), LARGE)
def test_large_type_can_be_read(ink: str, ground: str, eyes: str) -> None:
    assert contrast(NAMED[ink], NAMED[ground], eyes) >= 3


@every_eye
def test_the_teams_differ_in_lightness_and_not_in_hue_alone(eyes: str) -> None:
    assert lightness(NAMED["yellow"], eyes) - lightness(NAMED["red"], eyes) >= 35


@every_eye
@pytest.mark.parametrize("grass", ["grass", "grass-lit"])
@pytest.mark.parametrize("team", ["yellow", "red"])
def test_every_athlete_is_seen_on_the_grass(team: str, grass: str, eyes: str) -> None:
    assert abs(lightness(NAMED[team], eyes) - lightness(NAMED[grass], eyes)) >= 14
    assert contrast(NAMED["ink"], NAMED[grass], eyes) >= 4.5


@every_eye
@pytest.mark.parametrize("face", ["ivory", "bone"])
def test_pips_are_seen_on_every_die(face: str, eyes: str) -> None:
    assert contrast(NAMED["ink"], NAMED[face], eyes) >= 4.5


@every_eye
@pytest.mark.parametrize("ground", ["grass", "walnut", "walnut-lit", "field-deep", "ivory"])
@pytest.mark.parametrize(("mark", "edge"), [("amber", "amber-deep"), ("teal", "teal-lit")])
def test_a_mark_or_its_edge_is_lighter_or_darker_than_the_ground(
    mark: str, edge: str, ground: str, eyes: str
) -> None:
    under = lightness(NAMED[ground], eyes)
    assert max(abs(lightness(NAMED[tone], eyes) - under) for tone in (mark, edge)) >= 14


@every_eye
def test_the_ring_of_the_last_change_is_not_taken_for_a_yellow_athlete(eyes: str) -> None:
    assert difference(NAMED["amber"], NAMED["yellow"], eyes) >= 5
    assert contrast(NAMED["ink"], NAMED["amber"], eyes) >= 7  # the athlete's outline lies between them


def test_the_palette_has_room_and_no_colour_twice() -> None:
    assert len(PALETTE.colours) == len(set(PALETTE.colours)) <= LIMIT


def test_every_named_colour_is_in_the_palette() -> None:
    assert {PALETTE.nearest(NAMED[name]) for name in NAMED} == {PALETTE.index(name) for name in NAMED}
