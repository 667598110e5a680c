"""A dwarf and a troll, each modelled once and reduced to size."""

from __future__ import annotations

from PIL import Image

from engine.octagon.model import Side
from render.kit.cache import cached_sprite
from render.kit.sprites import Clay, Point
from render.octagon.colours import NAMED, tones


def piece(side: Side, size: int) -> Image.Image:
    """The piece of `side`, mode RGBA, `size` pixels square; shared, so copy before changing it."""
    return dwarf(size) if side is Side.DWARFS else troll(size)


@cached_sprite
def dwarf(size: int) -> Image.Image:
    """Small and stocky: a helmet, a beard and one axe."""
    clay = Clay(size, NAMED["iron-line"], 0.83)
    clay.shadow(55, 85, 29, 6)
    _axe(clay)
    _dwarf_body(clay)
    _dwarf_head(clay)
    return clay.sharp_sprite()


def _axe(clay: Clay) -> None:
    haft = clay.stroke([(78, 86), (78, 24)], 5)
    clay.lump(haft, (NAMED["leather"], NAMED["beard-deep"], NAMED["beard"]), 2)
    blade = clay.polygon([(75, 24), (86, 17), (95, 16), (98, 30), (94, 44), (85, 41), (75, 36)])
    clay.lump(blade, tones("steel"), 4)


def _dwarf_body(clay: Clay) -> None:
    for x in (39, 61):
        boot = clay.blob([(x - 10, 78), (x + 9, 78), (x + 11, 87), (x - 12, 87)])
        clay.lump(boot, (NAMED["iron-line"], NAMED["leather"], NAMED["skin-deep"]), 3)
    trunk = clay.blob([(30, 50), (50, 46), (70, 50), (77, 62), (71, 80), (50, 83), (29, 80), (23, 62)])
    clay.lump(trunk, tones("iron"), 7)
    left = clay.blob([(25, 50), (34, 52), (35, 64), (29, 73), (20, 71), (17, 60)])
    clay.lump(left, tones("iron"), 5)
    right = clay.blob([(68, 50), (78, 52), (84, 61), (81, 68), (72, 67), (66, 60)])
    clay.lump(right, tones("iron"), 5)
    for x, y in ((25, 72), (79, 65)):
        clay.lump(clay.ellipse(x, y, 6, 5.5), (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"]), 3)


def _dwarf_head(clay: Clay) -> None:
    face = clay.ellipse(50, 44, 18, 14)
    clay.lump(face, (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"]), 4)
    beard = clay.blob(
        [(31, 45), (41, 51), (50, 49), (59, 51), (69, 45), (72, 58), (66, 72), (57, 79), (50, 86), (43, 79),
         (34, 72), (28, 58)]
    )  # fmt: skip
    clay.lump(beard, tones("beard"), 6)
    strands: list[list[Point]] = [[(42, 60), (44, 70), (48, 79)], [(58, 60), (56, 70), (52, 79)]]
    for strand in strands:
        clay.fill(clay.stroke(strand, 2.4), NAMED["beard-deep"])
    clay.lump(clay.ellipse(50, 50, 5.5, 5), (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"]), 3)
    for x in (42, 58):
        clay.fill(clay.ellipse(x, 43.5, 2.6, 3), clay.line)
    dome = clay.blob([(28, 39), (30, 25), (40, 15), (50, 12), (60, 15), (70, 25), (72, 39), (50, 37)])
    clay.lump(dome, tones("iron"), 7)
    band = clay.blob([(27, 34), (50, 31), (73, 34), (73, 41), (50, 38.5), (27, 41)])
    clay.lump(band, tones("steel"), 3)
    guard = clay.polygon([(47, 33), (53, 33), (52, 46), (48, 46)])
    clay.lump(guard, tones("steel"), 2)
    clay.lump(clay.ellipse(50, 12, 4, 4), tones("steel"), 3)


@cached_sprite
def troll(size: int) -> Image.Image:
    """Twice a dwarf's body: craggy sandstone with a club and diamond teeth."""
    clay = Clay(size, NAMED["sand-line"])
    clay.shadow(53, 92, 43, 6)
    _club(clay)
    _troll_body(clay)
    _troll_arms(clay)
    _troll_head(clay)
    return clay.sharp_sprite()


def _club(clay: Clay) -> None:
    club = clay.polygon([(81, 66), (76, 34), (77, 14), (84, 6), (93, 9), (95, 26), (89, 66)])
    clay.lump(club, (NAMED["leather"], NAMED["sand-dark"], NAMED["sand-deep"]), 6)


def _troll_body(clay: Clay) -> None:
    for foot in ([(20, 76), (46, 74), (47, 93), (16, 93)], [(53, 74), (79, 76), (83, 93), (52, 93)]):
        clay.lump(clay.polygon(foot), tones("sand"), 5)
    trunk = [(16, 34), (26, 24), (74, 24), (84, 34), (85, 60), (77, 82), (50, 87), (23, 82), (15, 60)]
    clay.lump(clay.polygon(trunk), tones("sand"), 8)
    clay.fill(clay.polygon([(30, 62), (48, 68), (46, 79), (34, 78)]), NAMED["sand-lit"])
    clay.fill(clay.polygon([(54, 66), (70, 60), (66, 78), (56, 80)]), NAMED["sand-deep"])


def _troll_arms(clay: Clay) -> None:
    near = [
        (9, 42), (9, 29), (16, 30), (20, 21), (29, 24), (31, 38),
        (26, 58), (28, 78), (22, 88), (8, 88), (6, 76), (6, 58),
    ]  # fmt: skip
    far = [(72, 24), (80, 21), (84, 30), (91, 31), (95, 46), (95, 62), (92, 73), (81, 74), (75, 64), (71, 42)]
    for arm in (near, far):
        clay.lump(clay.polygon(arm), tones("sand"), 7)
    cracks: list[list[Point]] = [[(8, 60), (15, 57), (20, 61)], [(80, 47), (87, 51), (86, 58)]]
    for crack in cracks:
        clay.fill(clay.stroke(crack, 2.2), NAMED["sand-dark"])
    for x in (11, 18):
        clay.fill(clay.stroke([(x, 79), (x, 86)], 2.2), NAMED["sand-dark"])


def _troll_head(clay: Clay) -> None:
    jaw = [(32, 38), (68, 38), (76, 46), (71, 62), (60, 67), (40, 67), (29, 62), (24, 46)]
    clay.lump(clay.polygon(jaw), tones("sand"), 6)
    skull = [
        (30, 34), (31, 19), (39, 13), (43, 6), (52, 10), (61, 5),
        (65, 14), (71, 20), (71, 35), (62, 42), (38, 42),
    ]  # fmt: skip
    clay.lump(clay.polygon(skull), tones("sand"), 8)
    clay.fill(
        clay.polygon([(31, 28), (47, 33), (53, 33), (70, 28), (68, 38), (53, 41), (47, 41), (32, 38)]),
        clay.line,
    )
    for x in (40, 60):
        clay.fill(clay.ellipse(x, 36, 3.6, 2.6), NAMED["amber"])
    clay.lump(clay.polygon([(46, 36), (54, 36), (58, 46), (42, 46)]), tones("sand"), 3, outlined=False)
    clay.fill(clay.polygon([(29, 48), (71, 48), (66, 61), (34, 61)]), clay.line)
    for x in (37, 50, 63):
        clay.fill(clay.polygon([(x - 6, 52), (x, 46), (x + 6, 52), (x, 64)]), NAMED["diamond"])
        clay.fill(clay.polygon([(x, 46), (x + 6, 52), (x, 64)]), NAMED["diamond-deep"])
