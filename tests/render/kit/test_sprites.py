from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageFilter

from engine.octagon.model import Side
from render.kit import marks
from render.kit.canvas import TABLE, colours_of, palette_of
from render.kit.sprites import Clay, smooth
from render.octagon.colours import tones
from render.octagon.pieces import dwarf, piece, troll
from render.thud.stone import thudstone

SIZE = 53


def solid(sprite: Image.Image) -> int:
    """How many pixels the sprite's body covers, its shadow left out."""
    return sprite.getchannel("A").point(lambda level: 255 if level > 200 else 0).histogram()[255]


def outline(sprite: Image.Image) -> Image.Image:
    """The sprite as a phone shows it, filled in black."""
    return sprite.getchannel("A").resize((24, 24), Image.Resampling.LANCZOS)


def test_a_troll_has_at_least_twice_the_body_of_a_dwarf() -> None:
    assert solid(troll(SIZE)) >= 2 * solid(dwarf(SIZE))


def test_dwarf_and_troll_differ_by_outline_alone_on_a_phone() -> None:
    difference = ImageChops.difference(outline(dwarf(SIZE)), outline(troll(SIZE)))
    differing = sum(difference.histogram()[128:])
    assert differing > 24 * 24 * 0.25


def test_the_light_comes_from_the_upper_left() -> None:
    clay = Clay(40)
    clay.lump(clay.ellipse(50, 50, 40, 40), tones("sand"), 10)
    grey = clay.sharp_sprite().convert("L").load()
    assert grey is not None
    upper_left, middle, lower_right = grey[9, 9], grey[20, 20], grey[31, 31]
    assert isinstance(upper_left, int)
    assert isinstance(middle, int)
    assert isinstance(lower_right, int)
    assert upper_left > middle > lower_right


def test_pieces_do_not_touch_the_joint_around_their_square() -> None:
    for sprite in (dwarf(SIZE), troll(SIZE), thudstone(SIZE)):
        left, top, right, bottom = sprite.getbbox() or (0, 0, 0, 0)
        assert min(left, top) >= 1
        assert max(right, bottom) <= SIZE - 1


def test_a_carved_sprite_has_the_colours_of_its_parts_and_no_mixtures() -> None:
    clay = Clay(40)
    clay.fill(clay.ellipse(50, 50, 40, 40), TABLE["teal"])
    assert {colour for _, colour in clay.sharp_sprite().getcolors() or []} <= {
        (0, 0, 0, 0),
        (*TABLE["ink"], 0),
    } | {(*TABLE[name], alpha) for name in ("teal", "ink") for alpha in (0, 255)}


def test_a_smooth_curve_goes_through_its_points() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert smooth(corners, 4)[::4] == corners


def test_a_side_has_its_own_piece() -> None:
    assert piece(Side.DWARFS, SIZE) is dwarf(SIZE)
    assert piece(Side.TROLLS, SIZE) is troll(SIZE)


def test_a_ghost_is_two_fifths_of_its_piece_with_a_stroke_across() -> None:
    ghost, stroke = marks.ghost(troll(SIZE)).getchannel("A"), marks.cross_stroke(SIZE).getchannel("A")
    assert ghost.getextrema()[1] == stroke.getextrema()[1] == 255
    rest = Image.composite(Image.new("L", ghost.size), ghost, stroke)
    assert rest.getextrema()[1] == round(255 * 0.4)


def test_an_arrow_of_danger_ends_where_it_points() -> None:
    box = marks.arrow(100, (10, 50), (90, 50)).getbbox()
    assert box is not None
    assert 6 <= box[0] <= 10
    assert 88 <= box[2] <= 91


@pytest.mark.parametrize("where", [(50, 50), (2, 50), (50, 1), (97, 96), (-3, 110)])
def test_a_margin_is_the_same_as_if_the_whole_tile_had_been_blurred(where: tuple[int, int]) -> None:
    clay = Clay(30)
    mask = clay.ellipse(*where, 17, 9)
    for units in (0.5, 2, 7):
        blurred = mask.filter(ImageFilter.GaussianBlur(clay.length(units) / 1.6))
        assert clay.grow_mask(mask, units) == blurred.point(lambda level: 255 if level > 14 else 0)


@pytest.mark.parametrize("where", [(50, 50), (4, 50), (96, 97)])
def test_small_spots_vanish_as_if_the_whole_tile_had_been_looked_at(where: tuple[int, int]) -> None:
    clay = Clay(20)
    clay.lump(clay.ellipse(*where, 22, 30), tones("sand"))
    clay.fill(clay.ellipse(*where, 1, 1), TABLE["teal"])
    whole = Image.new("RGBA", clay.image.size, clay.line)
    whole.alpha_composite(clay.image)
    rgb = whole.convert("RGB")
    colours = rgb.quantize(palette=palette_of(colours_of(rgb)), dither=Image.Dither.NONE)
    spotless = Image.frombytes("L", colours.size, colours.tobytes()).filter(ImageFilter.ModeFilter(7))
    colours.frombytes(spotless.tobytes())
    assert clay.commonest_colours(7).convert("RGB") == colours.convert("RGB")


def test_what_covers_nothing_changes_nothing() -> None:
    clay = Clay(20)
    nowhere = clay.ellipse(300, 300, 5, 5)
    clay.lump(nowhere, tones("sand"))
    assert clay.image.getbbox() is None
    assert clay.commonest_colours(3).convert("RGB").getcolors() == [(160 * 160, clay.line)]
