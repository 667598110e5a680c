from __future__ import annotations

from itertools import combinations

import pytest

from engine.thrag.model import BEASTS, Suit
from render.kit.canvas import LIMIT, mix
from render.kit.marks import GHOST
from render.thrag.colours import CLOTHS, NAMED, PALETTE, ink_on
from render.thrag.fight import QUIETER
from tests.render.eyes import EYES, contrast, difference, lightness

TYPE = [
    *((ink, "night") for ink in ("cream", "muted", "amber", "thrag-say")),
    *((ink, "walnut") for ink in ("cream", "lamplight", "amber")),
    *(("cream", f"{suit}-cloth") for suit in BEASTS),
    *((ink_on(suit), suit.value) for suit in Suit),
    ("cream", "red-deep"),
    ("cream", "walnut-lit"),
    ("ink", "ivory"),
    ("ink", "ivory-deep"),
]

every_eye = pytest.mark.parametrize("eyes", EYES)


@every_eye
@pytest.mark.parametrize(("ink", "ground"), TYPE)
def test_type_can_be_read(ink: str, ground: str, eyes: str) -> None:
    assert contrast(NAMED[ink], NAMED[ground], eyes) >= 4.5


@every_eye
@pytest.mark.parametrize(
    ("ground", "ink"), [("green-deep", "cream"), ("blue-deep", "cream"), ("brick", "cream")]
)
def test_large_figures_on_a_stack_or_a_burst_can_be_read(ground: str, ink: str, eyes: str) -> None:
    assert contrast(NAMED[ink], NAMED[ground], eyes) >= 3


@every_eye
def test_a_fight_of_the_turn_before_can_be_read(eyes: str) -> None:
    assert QUIETER[PALETTE.index("night")] == PALETTE.index("night")
    cream, brick = (PALETTE.colours[QUIETER[PALETTE.index(name)]] for name in ("cream", "brick"))
    assert contrast(cream, NAMED["night"], eyes) >= 4.5
    assert contrast(cream, brick, eyes) >= 3


@every_eye
@pytest.mark.parametrize(("one", "two"), list(combinations(Suit, 2)))
def test_suits_differ_in_lightness_and_not_in_hue_alone(one: Suit, two: Suit, eyes: str) -> None:
    assert abs(lightness(NAMED[one], eyes) - lightness(NAMED[two], eyes)) >= 14


@every_eye
@pytest.mark.parametrize("suit", BEASTS)
def test_a_beast_stands_out_from_its_cloth(suit: Suit, eyes: str) -> None:
    cloth = NAMED[f"{suit}-cloth"]
    assert lightness(NAMED["ivory"], eyes) - lightness(cloth, eyes) >= 50
    assert lightness(NAMED[suit], eyes) - lightness(cloth, eyes) >= 14


@every_eye
@pytest.mark.parametrize("suit", Suit)
def test_an_emblem_is_seen_on_ivory(suit: Suit, eyes: str) -> None:
    assert contrast(NAMED[f"{suit}-deep"], NAMED["ivory"], eyes) >= 3


@every_eye
@pytest.mark.parametrize("suit", BEASTS)
def test_an_emblem_is_seen_on_its_cloth(suit: Suit, eyes: str) -> None:
    assert contrast(NAMED[f"{suit}-lit"], NAMED[f"{suit}-cloth"], eyes) >= 3


@every_eye
@pytest.mark.parametrize("cloth", ["night", *(f"{suit}-cloth" for suit in BEASTS)])
def test_the_value_of_a_beast_that_was_lost_is_read_on_its_ghost(cloth: str, eyes: str) -> None:
    assert contrast(NAMED["cream"], mix(NAMED[cloth], NAMED["ivory"], GHOST), eyes) >= 3


@every_eye
@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize(
    ("mark", "edge"), [("amber", "amber-deep"), ("teal", "teal-lit"), ("brick", "cream")]
)
def test_a_mark_or_its_edge_is_lighter_or_darker_than_the_cloth(
    mark: str, edge: str, cloth: str, eyes: str
) -> None:
    under = lightness(NAMED[cloth], eyes)
    assert max(abs(lightness(NAMED[tone], eyes) - under) for tone in (mark, edge)) >= 25


@every_eye
def test_a_black_pawn_is_told_from_a_weapon_of_any_suit(eyes: str) -> None:
    assert all(difference(NAMED["black"], NAMED[suit], eyes) >= 25 for suit in BEASTS)


def test_the_palette_has_room_and_every_named_colour() -> None:
    assert len(PALETTE.colours) == len(set(PALETTE.colours)) <= LIMIT
    assert [PALETTE.colours[PALETTE.index(name)] for name in NAMED] == list(NAMED.values())
