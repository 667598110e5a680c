"""The fifteen beasts: told apart by outline on a phone, seen on their tiles, and where a fight shows them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise, product
from statistics import fmean

import pytest
from PIL import Image, ImageChops

from engine.thrag import GAME
from engine.thrag.model import BEASTS, TILES, Fight, Foe, Suit
from engine.thrag.phrases import BEAST_NAMES
from render.thrag.arena import TILE
from render.thrag.beasts import GRAIN, SHARE, beast, beast_tile
from render.thrag.colours import NAMED
from render.thrag.fight import BUST
from render.thrag.fight import TILE as LARGE
from render.thrag.fight import TILE_AT as BEAST_AT
from render.thrag.paint import paint
from tests.render.eyes import EYES, contrast, lightness
from tests.render.thrag.test_picture import SHEET, START, differing, with_at, zone
from tools.gallery.thrag import PICTURES, state

ALL = tuple(product(BEASTS, TILES))
SIDE = round(TILE * SHARE) // GRAIN * GRAIN
PHONE = 400 / 900


def outline(suit: Suit, value: int) -> Image.Image:
    """The silhouette of a beast as a phone shows it, without its shadow; 255 where it is."""
    found = beast(suit, value, SIDE)
    shape = found.getchannel("A")
    shadow = Image.new("RGB", found.size, NAMED["ivory-deep"])
    away = (
        ImageChops.difference(found.convert("RGB"), shadow)
        .convert("L")
        .point(lambda level: 255 if level else 0)
    )
    small = round(SIDE * PHONE)
    return (
        ImageChops.darker(shape, away)
        .resize((small, small), Image.Resampling.LANCZOS)
        .point(lambda level: 255 if level >= 128 else 0)
    )


def count_covered(mask: Image.Image) -> int:
    return mask.histogram()[255]


def test_there_are_five_of_each_suit_and_each_has_a_name_of_its_own() -> None:
    assert {f"thrag.beast.{suit}.{value}" for suit, value in ALL} == set(BEAST_NAMES)
    assert len(set(BEAST_NAMES.values())) == len(ALL) == 15


def test_every_beast_is_told_from_all_others_by_its_outline_at_400_px() -> None:
    """A fifth of what either of two covers is not covered by the other."""
    shapes = {one: outline(*one) for one in ALL}
    for one, two in combinations(ALL, 2):
        both = count_covered(ImageChops.lighter(shapes[one], shapes[two]))
        apart = count_covered(ImageChops.difference(shapes[one], shapes[two]))
        assert apart / both > 0.2, (one, two)


@pytest.mark.parametrize(("suit", "value"), ALL)
def test_a_beast_is_whole_within_its_box(suit: Suit, value: int) -> None:
    found = beast(suit, value, SIDE)
    left, top, right, bottom = found.getchannel("A").getbbox() or (0, 0, 0, 0)
    assert left > 0
    assert top > 0
    assert right < SIDE
    assert bottom <= SIDE
    assert count_covered(outline(suit, value)) > 0.2 * (SIDE * PHONE) ** 2


@pytest.mark.parametrize("eyes", EYES)
def test_an_outline_is_seen_on_its_tile(eyes: str) -> None:
    """Ink surrounds every beast, and its shadow lies below it."""
    for ground in ("ivory", "ivory-deep"):
        assert contrast(NAMED["ink"], NAMED[ground], eyes) >= 3


@pytest.mark.parametrize(("suit", "value"), ALL)
def test_ink_surrounds_a_beast(suit: Suit, value: int) -> None:
    """Whatever touches the tile is ink or shadow: no edge depends on a hue."""
    found = beast(suit, value, SIDE)
    alpha = found.getchannel("A")
    edge = {NAMED["ink"], NAMED["ivory-deep"]}
    inside = [
        found.getpixel((x, y))[:3]  # type: ignore[index]
        for x in range(GRAIN, SIDE - GRAIN, GRAIN)
        for y in range(GRAIN, SIDE - GRAIN, GRAIN)
        if alpha.getpixel((x, y))
        and not all(
            alpha.getpixel((x + dx, y + dy)) for dx, dy in ((-GRAIN, 0), (GRAIN, 0), (0, -GRAIN), (0, GRAIN))
        )
    ]
    assert sum(colour in edge for colour in inside) / len(inside) > 0.9


@pytest.mark.parametrize("eyes", EYES)
def test_suits_of_beasts_differ_in_lightness(eyes: str) -> None:
    """Red ones are dark, green ones are lighter, blue ones are light: on an average pixel of their bodies."""
    means = [fmean(bodies(suit, eyes)) for suit in BEASTS]
    assert all(lighter - darker > 8 for darker, lighter in pairwise(means)), means


def bodies(suit: Suit, eyes: str) -> list[float]:
    """How light each pixel of a suit's own colours is in its beasts."""
    tones = {NAMED[suit], NAMED[f"{suit}-lit"], NAMED[f"{suit}-deep"]}
    light = {tone: lightness(tone, eyes) for tone in tones}
    found = []
    for value in TILES:
        colours = beast(suit, value, SIDE).convert("RGB").getcolors(1 << 16) or []
        found += [light[colour] for count, colour in colours if colour in light for _ in range(count)]
    return found


def test_every_tile_shows_its_beast_and_one_that_was_lost_is_a_ghost() -> None:
    seen = {
        beast_tile(suit, value, size, "night", lost=lost).tobytes()
        for (suit, value), size, lost in product(ALL, (TILE, LARGE), (False, True))
    }
    assert len(seen) == 4 * len(ALL)


@pytest.mark.parametrize("suit", BEASTS)
def test_the_fight_shows_thrag_and_the_beast_face_to_face(suit: Suit) -> None:
    """Thrag on the left, the beast on the right; of another beast only what is its own is another."""
    fights = {tile: replace(START, fights=1, fight=Fight(suit, tile, 6 - tile, 3)) for tile in TILES}
    bare = zone(START, "fight")
    for tile, one in fights.items():
        shown = zone(one, "fight")
        assert shown.crop((8, 10, BUST - 74, 130)).tobytes() == bare.crop((8, 10, BUST - 74, 130)).tobytes()
        x, y = BEAST_AT
        right = (x, y, x + LARGE, y + LARGE)
        assert shown.crop(right).tobytes() == beast_tile(suit, tile, LARGE, "night").tobytes()
    assert len({zone(one, "fight").tobytes() for one in fights.values()}) == len(TILES)


def test_thrag_looks_to_the_right_and_beasts_to_the_left() -> None:
    """The star of a hit is on him, and not on the beast."""
    hit, slain = (replace(START, fights=1, fight=Fight(Suit.RED, 2, 3, own)) for own in (2, 5))
    assert (
        zone(hit, "fight").crop((70, 60, 150, 140)).tobytes()
        != zone(START, "fight").crop((70, 60, 150, 140)).tobytes()
    )
    assert (
        zone(slain, "fight").crop((8, 8, 140, 140)).tobytes()
        == zone(START, "fight").crop((8, 8, 140, 140)).tobytes()
    )


@pytest.mark.parametrize(("at", "suit"), list(enumerate(BEASTS)))
def test_a_name_is_in_the_picture_in_the_language_that_is_given(at: int, suit: Suit) -> None:
    class Other:
        def __call__(self, key: str, /, **values: str | int) -> str:
            return "Gerald" if key.startswith("thrag.beast.") else SHEET.say(key, **values)

        def some(self, key: str, count: int, /, **values: str | int) -> str:
            return SHEET.say.some(key, count, **values)

    alone = replace(START, foes=with_at((None, None, None), at, Foe(3, 3)))
    assert differing(alone, alone, SHEET, replace(SHEET, say=Other())) == {f"arena {suit}"}


@pytest.mark.rule("thrag:secret-1")
def test_no_beast_that_lies_face_down_is_named() -> None:
    """A tile in a stack is no beast yet: only what stands, and what was fought last, is asked for by name."""

    class Heard:
        def __init__(self) -> None:
            self.keys: set[str] = set()

        def __call__(self, key: str, /, **values: str | int) -> str:
            self.keys.add(key)
            return SHEET.say(key, **values)

        def some(self, key: str, count: int, /, **values: str | int) -> str:
            return SHEET.say.some(key, count, **values)

    say = Heard()
    paint(GAME.view(state(), None), replace(SHEET, say=say))
    named = {key for key in say.keys if key in BEAST_NAMES}
    assert named <= {"thrag.beast.red.5", "thrag.beast.green.2", "thrag.beast.blue.3"}


def test_the_gallery_shows_beasts_of_every_suit() -> None:
    shown = {
        (suit, foe.tile)
        for view, _ in PICTURES.values()
        for suit, foe in zip(BEASTS, view.foes, strict=True)
        if foe
    }
    assert {suit for suit, _ in shown} == set(BEASTS)
