from __future__ import annotations

import pytest

from render.kit.canvas import LIMIT, TABLE, Palette, blend_steps, mix, rgb
from render.octagon.colours import NAMED, PALETTE
from tests.render.eyes import EYES, contrast, difference, lightness

STONES = ("limestone", "slate")
TYPE = (("cream", "night"), ("muted", "night"), ("dwarfs-say", "night"), ("trolls-say", "night"))

every_eye = pytest.mark.parametrize("eyes", EYES)


@every_eye
@pytest.mark.parametrize(("type_", "ground"), [*TYPE, ("amber", "night"), ("cream", "field")])
def test_type_can_be_read(type_: str, ground: str, eyes: str) -> None:
    assert contrast(NAMED[type_], NAMED[ground], eyes) >= 4.5


@every_eye
def test_the_sides_differ_in_lightness_and_not_in_hue_alone(eyes: str) -> None:
    assert lightness(NAMED["sand"], eyes) - lightness(NAMED["iron"], eyes) >= 30


@every_eye
@pytest.mark.parametrize("stone", STONES)
@pytest.mark.parametrize("line", ["iron-line", "sand-line", "boulder-line"])
def test_every_piece_has_an_outline_on_every_stone(line: str, stone: str, eyes: str) -> None:
    assert contrast(NAMED[line], NAMED[stone], eyes) >= 3


@every_eye
def test_the_chequer_is_seen(eyes: str) -> None:
    assert lightness(NAMED["limestone"], eyes) - lightness(NAMED["slate"], eyes) >= 25


@every_eye
@pytest.mark.parametrize("stone", STONES)
@pytest.mark.parametrize(("mark", "edge"), [("amber", "amber-deep"), ("teal", "teal-lit")])
def test_a_mark_or_its_edge_is_lighter_or_darker_than_the_stone(
    mark: str, edge: str, stone: str, eyes: str
) -> None:
    ground = lightness(NAMED[stone], eyes)
    assert max(abs(lightness(NAMED[tone], eyes) - ground) for tone in (mark, edge)) >= 18


@every_eye
@pytest.mark.parametrize(("one", "two"), [("amber", "teal"), ("amber", "brick"), ("teal", "brick")])
def test_no_mark_is_taken_for_another(one: str, two: str, eyes: str) -> None:
    assert difference(TABLE[one], TABLE[two], eyes) >= 25


@every_eye
@pytest.mark.parametrize("stone", STONES)
def test_danger_stands_out_from_the_stones(stone: str, eyes: str) -> None:
    assert difference(NAMED["brick"], NAMED[stone], eyes) >= 25


def test_the_simulation_agrees_with_what_is_known_of_it() -> None:
    white, red, green = (255, 255, 255), (200, 60, 40), (90, 110, 40)
    assert all(lightness(white, eyes) == pytest.approx(100, abs=0.5) for eyes in EYES)
    assert difference(red, green, "common") > 1.8 * difference(red, green, "deutan")


def test_the_palette_has_room_and_no_colour_twice() -> None:
    assert len(PALETTE.colours) == len(set(PALETTE.colours)) <= LIMIT == 128


def test_a_palette_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="129 colours, at most 128"):
        Palette({}, blend_steps((0, 0, 0), (255, 255, 255), 129))


def test_every_named_colour_is_in_the_palette() -> None:
    assert [PALETTE.colours[PALETTE.index(name)] for name in NAMED] == list(NAMED.values())
    assert {PALETTE.nearest(NAMED[name]) for name in NAMED} == {PALETTE.index(name) for name in NAMED}


def test_a_mixture_lies_between_its_parts() -> None:
    assert rgb("3a2416") == (0x3A, 0x24, 0x16)
    assert mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert blend_steps((0, 0, 0), (40, 40, 40), 3) == [(10, 10, 10), (20, 20, 20), (30, 30, 30)]
