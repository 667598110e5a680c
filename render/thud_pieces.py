"""The pieces of Thud: a dwarf, a troll and the Thudstone, each modelled once and reduced to size."""

from __future__ import annotations

from functools import cache

from PIL import Image

from engine.thud.model import Side
from render.palette import RGB
from render.sprites import Clay, Point
from render.thud_colours import NAMED


def _tones(name: str) -> tuple[RGB, RGB, RGB]:
    return NAMED[f"{name}-deep"], NAMED[name], NAMED[f"{name}-lit"]


def piece(side: Side, size: int) -> Image.Image:
    """The piece of `side`, mode RGBA, `size` pixels square; shared, so copy before changing it."""
    return dwarf(size) if side is Side.DWARFS else troll(size)


@cache
def dwarf(size: int) -> Image.Image:
    """Small and stocky: a helmet, a beard and one axe."""
    clay = Clay(size)
    clay.shadow(55, 85, 29, 6, NAMED["ink"])
    _axe(clay)
    _dwarf_body(clay)
    _dwarf_head(clay)
    return clay.finished()


def _axe(clay: Clay) -> None:
    line = NAMED["iron-line"]
    haft = clay.stroke([(78, 86), (78, 24)], 5)
    clay.lump(haft, (NAMED["leather"], NAMED["beard-deep"], NAMED["beard"]), line, 2)
    blade = clay.polygon([(75, 24), (86, 17), (95, 16), (98, 30), (94, 44), (85, 41), (75, 36)])
    clay.lump(blade, _tones("steel"), line, 4)


def _dwarf_body(clay: Clay) -> None:
    line = NAMED["iron-line"]
    for x in (39, 61):
        boot = clay.blob([(x - 10, 78), (x + 9, 78), (x + 11, 87), (x - 12, 87)])
        clay.lump(boot, (NAMED["iron-line"], NAMED["leather"], NAMED["skin-deep"]), line, 3)
    trunk = clay.blob([(30, 50), (50, 46), (70, 50), (77, 62), (71, 80), (50, 83), (29, 80), (23, 62)])
    clay.lump(trunk, _tones("iron"), line, 7)
    left = clay.blob([(25, 50), (34, 52), (35, 64), (29, 73), (20, 71), (17, 60)])
    clay.lump(left, _tones("iron"), line, 5)
    right = clay.blob([(68, 50), (78, 52), (84, 61), (81, 68), (72, 67), (66, 60)])
    clay.lump(right, _tones("iron"), line, 5)
    for x, y in ((25, 72), (79, 65)):
        clay.lump(clay.ellipse(x, y, 6, 5.5), (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"]), line, 3)


def _dwarf_head(clay: Clay) -> None:
    line = NAMED["iron-line"]
    face = clay.ellipse(50, 44, 18, 14)
    clay.lump(face, (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"]), line, 4)
    beard = clay.blob(
        [(31, 45), (41, 51), (50, 49), (59, 51), (69, 45), (72, 58), (66, 72), (57, 79), (50, 86), (43, 79),
         (34, 72), (28, 58)]
    )  # fmt: skip
    clay.lump(beard, _tones("beard"), line, 6)
    strands: list[list[Point]] = [[(42, 60), (44, 70), (48, 79)], [(58, 60), (56, 70), (52, 79)]]
    for strand in strands:
        clay.fill(clay.stroke(strand, 2.4), NAMED["beard-deep"])
    clay.lump(clay.ellipse(50, 50, 5.5, 5), (NAMED["skin-deep"], NAMED["skin"], NAMED["skin"]), line, 3)
    for x in (42, 58):
        clay.fill(clay.ellipse(x, 43.5, 2.6, 3), line)
    dome = clay.blob([(28, 39), (30, 25), (40, 15), (50, 12), (60, 15), (70, 25), (72, 39), (50, 37)])
    clay.lump(dome, _tones("iron"), line, 7)
    band = clay.blob([(27, 34), (50, 31), (73, 34), (73, 41), (50, 38.5), (27, 41)])
    clay.lump(band, _tones("steel"), line, 3)
    guard = clay.polygon([(47, 33), (53, 33), (52, 46), (48, 46)])
    clay.lump(guard, _tones("steel"), line, 2)
    clay.lump(clay.ellipse(50, 12, 4, 4), _tones("steel"), line, 3)


@cache
def troll(size: int) -> Image.Image:
    """Twice a dwarf's body: craggy sandstone with a club and diamond teeth."""
    clay = Clay(size)
    clay.shadow(53, 91, 42, 6, NAMED["ink"])
    _club(clay)
    _troll_body(clay)
    _troll_head(clay)
    return clay.finished()


def _club(clay: Clay) -> None:
    club = clay.polygon([(84, 66), (78, 30), (80, 12), (90, 6), (98, 12), (98, 30), (91, 66)])
    tones = (NAMED["sand-line"], NAMED["sand-dark"], NAMED["sand-deep"])
    clay.lump(club, tones, NAMED["sand-line"], 5)


def _troll_body(clay: Clay) -> None:
    line = NAMED["sand-line"]
    for foot in (
        [(22, 74), (44, 72), (46, 92), (18, 92)],
        [(56, 72), (78, 74), (82, 92), (54, 92)],
    ):
        clay.lump(clay.polygon(foot), _tones("sand"), line, 5)
    trunk = clay.polygon([(18, 34), (34, 24), (66, 24), (82, 34), (84, 58), (74, 80), (50, 84), (26, 80), (16, 58)])
    clay.lump(trunk, _tones("sand"), line, 8)
    for arm in (
        [(20, 30), (28, 36), (26, 56), (25, 80), (14, 86), (4, 80), (3, 60), (8, 40)],
        [(80, 32), (92, 42), (97, 60), (96, 70), (82, 74), (76, 62), (74, 42)],
    ):
        clay.lump(clay.polygon(arm), _tones("sand"), line, 6)
    cracks: list[list[Point]] = [[(40, 66), (46, 72), (44, 80)], [(62, 62), (58, 68), (64, 74)], [(11, 56), (16, 62)]]
    for crack in cracks:
        clay.fill(clay.stroke(crack, 2.4), NAMED["sand-dark"])


def _troll_head(clay: Clay) -> None:
    line = NAMED["sand-line"]
    head = clay.polygon([(34, 14), (44, 6), (58, 7), (67, 16), (70, 34), (76, 44), (66, 58), (34, 58), (24, 44), (30, 34)])
    clay.lump(head, _tones("sand"), line, 7)
    brow = clay.polygon([(30, 24), (48, 28), (52, 28), (70, 24), (68, 32), (50, 35), (32, 32)])
    clay.lump(brow, _tones("sand"), line, 3)
    for x in (41, 59):
        clay.fill(clay.ellipse(x, 34, 3.4, 2.6), NAMED["amber"])
    mouth = clay.polygon([(31, 44), (69, 44), (64, 54), (36, 54)])
    clay.fill(mouth, line)
    for x in (38, 46, 54, 62):
        tooth = clay.polygon([(x - 4, 48), (x, 42), (x + 4, 48), (x, 55)])
        clay.fill(tooth, NAMED["diamond"])
        clay.fill(clay.polygon([(x, 42), (x + 4, 48), (x, 55)]), NAMED["diamond-deep"])


@cache
def thudstone(size: int) -> Image.Image:
    """A rough grey boulder with runes of our own."""
    clay = Clay(size)
    clay.shadow(54, 86, 42, 8, NAMED["ink"])
    line = NAMED["boulder-line"]
    rock = clay.polygon([(8, 62), (12, 36), (28, 14), (52, 7), (76, 14), (92, 38), (94, 66), (82, 86), (52, 92), (20, 86)])
    clay.lump(rock, _tones("boulder"), line, 12)
    runes: list[list[Point]] = [
        [(34, 30), (34, 56)], [(34, 34), (46, 42)], [(34, 50), (46, 42)],
        [(60, 30), (60, 58)], [(52, 38), (68, 30)], [(60, 46), (70, 52)],
        [(40, 68), (50, 76), (60, 68)], [(50, 64), (50, 76)],
    ]  # fmt: skip
    for rune in runes:
        clay.fill(clay.stroke([(x + 1.5, y + 1.5) for x, y in rune], 4), NAMED["boulder-lit"])
        clay.fill(clay.stroke(rune, 4), line)
    return clay.finished()
