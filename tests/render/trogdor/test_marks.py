"""Who walks where, where walks leave the map, and who can strike: told apart by colour and by shape."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations, product
from math import hypot
from typing import Any

import pytest
from PIL import Image

from bot.words import Words
from engine.core import Outcome, read_settings
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import BY_NAME, Direction, TileKind, Walker, path
from engine.trogdor.danger import threats
from engine.trogdor.model import HOUSE_CARDS, Land, Phase, Verb, View, Walk
from render.kit.canvas import RGB
from render.kit.sheet import Sheet
from render.trogdor import marks
from render.trogdor.board import MAP, METER, SIDE
from render.trogdor.colours import NAMED, PALETTE
from render.trogdor.labels import LABELS, in_english
from render.trogdor.marks import INKS, Ink, Leg
from render.trogdor.paint import paint
from render.trogdor.panel import CALM, MOODS, MeterStyle, meter_style
from render.trogdor.pieces import MapFigure, figure
from render.trogdor.square import LANES, EdgeGate, gate_places, mark_squares
from render.trogdor.tiles import HANDS, TILE, tile
from tests.render.eyes import EYES, contrast, lightness
from tests.render.regenerate import changed_pixels
from tools.gallery.trogdor import board, card, view

SHEET = Sheet("T7", "3f9a1c", "Trogdor!!", "?", say=in_english)
GROUNDS = ("parchment", "char")
WALKERS = (Walker.FIRST_KNIGHT, Walker.SECOND_KNIGHT, Walker.TROGHAMMER, Walker.ARCHER)
ALL = tuple(HOUSE_CARDS)

every_eye = pytest.mark.parametrize("eyes", EYES)


def land(*walks: Walk, **fields: Any) -> View:
    played = card("A1")
    done = replace(Land(played.id, played.direction, played.repair), walks=walks, **fields)
    return view(land=done, card=played)


def seen_on(tones: tuple[RGB, RGB], ground: str, eyes: str) -> float:
    """The contrast of a line or of its edge, whichever is more, against a ground."""
    return max(contrast(tone, NAMED[ground], eyes) for tone in tones)


@every_eye
@pytest.mark.parametrize(("ink", "ground"), list(product(Ink, GROUNDS)))
def test_every_walk_stands_out_from_what_it_is_drawn_on(ink: Ink, ground: str, eyes: str) -> None:
    line = ink.value
    assert seen_on((line.colour, line.edge), ground, eyes) >= 3
    assert seen_on(line.head, ground, eyes) >= 3


@every_eye
@pytest.mark.parametrize("who", WALKERS)
def test_a_walkers_line_stands_out_from_its_edge(who: Walker, eyes: str) -> None:
    line = INKS[who].value
    assert contrast(line.colour, line.edge, eyes) >= 3


@every_eye
def test_walkers_differ_in_more_than_hue(eyes: str) -> None:
    """In lightness, in width, in the edge or in what the walk begins with: two of these at least, or more."""
    for one, two in combinations((INKS[who].value for who in WALKERS), 2):
        told = (
            abs(lightness(one.colour, eyes) - lightness(two.colour, eyes)) >= 15,
            one.width != two.width,
            one.edge != two.edge,
            one.start is not two.start,
        )
        assert sum(told) >= 1, (one, two)


def test_every_walker_has_a_colour_and_a_lane_of_its_own() -> None:
    assert len({INKS[who].value.colour for who in WALKERS}) == len(WALKERS)
    assert len({LANES[who] for who in WALKERS}) == len(WALKERS)


@pytest.mark.parametrize("who", WALKERS)
def test_a_walk_is_drawn_in_the_colour_of_who_walks_and_ends_in_danger(who: Walker) -> None:
    line = INKS[who].value
    through = Leg(INKS[who], 0, Direction.WEST, Direction.EAST)
    ending = Leg(INKS[who], 0, Direction.WEST, None)
    assert line.colour in colours(marks.leg(through))
    assert line.head[0] == NAMED["brick"]
    assert {line.colour, NAMED["brick"]} <= colours(marks.leg(ending))


def colours(sprite: Image.Image) -> set[RGB]:
    """Those that are opaque."""
    found = sprite.convert("RGBA").getcolors(1 << 16) or []
    return {(red, green, blue) for _, (red, green, blue, alpha) in found if alpha == 255}  # type: ignore[misc] # RGBA


@pytest.mark.parametrize("who", WALKERS)
def test_the_figure_wears_the_colour_of_its_line(who: Walker) -> None:
    hues = {"blue", "thatch", "violet", "brick"}
    worn = {Walker.FIRST_KNIGHT: "blue", Walker.SECOND_KNIGHT: "thatch", Walker.TROGHAMMER: "violet",
            Walker.ARCHER: "brick"}  # fmt: skip
    shown = colours(figure(MapFigure(who), 66))
    assert NAMED[worn[who]] in shown
    assert not {NAMED[hue] for hue in hues - {worn[who], "thatch"}} & shown
    family = {NAMED[f"{worn[who]}{end}"] for end in ("", "-deep", "-lit")}
    assert INKS[who].value.colour in family


# Where walks go round the edges


def gates_of(shown: View) -> list[EdgeGate]:
    return mark_squares(shown, SHEET).gates


def test_a_walk_that_stays_on_the_map_has_no_number() -> None:
    assert gates_of(land(Walk(Walker.ARCHER, path(BY_NAME["a1"], (Direction.EAST, Direction.SOUTH))))) == []


def test_where_a_walk_leaves_and_where_it_comes_in_have_one_number_and_colour() -> None:
    north = Walk(Walker.ARCHER, path(BY_NAME["b1"], (Direction.NORTH,)))
    west = Walk(Walker.FIRST_KNIGHT, path(BY_NAME["a3"], (Direction.WEST, Direction.WEST, Direction.NORTH)))
    out, back, left, right = gates_of(land(north, west))
    assert (out.number, out.square, out.side) == (1, BY_NAME["b1"], Direction.NORTH)
    assert (back.number, back.square, back.side) == (1, BY_NAME["b5"], Direction.SOUTH)
    assert (left.number, left.square, left.side) == (2, BY_NAME["a3"], Direction.WEST)
    assert (right.number, right.square, right.side) == (2, BY_NAME["e3"], Direction.EAST)
    assert {out.ink, back.ink} == {Ink.ARCHER}
    assert {left.ink, right.ink} == {Ink.FIRST_KNIGHT}


def test_a_path_that_leaves_twice_has_two_numbers() -> None:
    walk = Walk(Walker.TROGHAMMER, path(BY_NAME["a1"], (Direction.NORTH, Direction.WEST)))
    assert [gate.number for gate in gates_of(land(walk))] == [1, 1, 2, 2]


def played_lands() -> list[View]:
    """What the land has done in games played at random."""
    found = []
    for seed in range(12):
        rng = SeededRng(f"gates {seed}")
        state = GAME.start(read_settings(GAME, {}, 3), 3, rng)
        for _ in range(90):
            if GAME.outcome(state) is not None:
                break
            seat = min(GAME.to_act(state))
            actions = [action for action in GAME.legal(state, seat) if action.verb is not Verb.LEAVE]
            state = GAME.apply(state, seat, actions[rng.below(len(actions))], rng).state
            found.append(GAME.view(state, None))
    return found


LANDS = played_lands()


def test_every_number_stands_twice_on_sides_that_face_each_other() -> None:
    numbered = 0
    for shown in LANDS:
        ends = defaultdict(list)
        for gate in gates_of(shown):
            ends[gate.number].append(gate)
        assert sorted(ends) == list(range(1, len(ends) + 1))
        for one, two in ends.values():
            assert (one.ink, one.lane) == (two.ink, two.lane)
            assert {one.side, two.side} in (
                {Direction.NORTH, Direction.SOUTH},
                {Direction.EAST, Direction.WEST},
            )
            numbered += 1
    assert numbered > 100


def test_numbers_do_not_cover_each_other_and_lie_on_the_map_or_its_edge() -> None:
    crowded = 0
    for shown in LANDS:
        places = gate_places(gates_of(shown))
        for (x, y), (x_, y_) in combinations(places, 2):
            assert hypot(x - x_, y - y_) >= 22
            crowded += hypot(x - x_, y - y_) < 40
        for x, y in places:
            assert MAP[0] <= x <= MAP[0] + SIDE
            assert MAP[1] <= y <= MAP[1] + SIDE
    assert crowded > 5


def test_the_numbers_are_drawn_at_both_ends() -> None:
    walk = Walk(Walker.ARCHER, path(BY_NAME["b1"], (Direction.NORTH,)))
    shown = land(walk)
    (x, y), (x_, y_) = gate_places(gates_of(shown))
    assert (abs(y - MAP[1]), abs(y_ - MAP[1] - SIDE)) == (1, 1)
    assert x == x_
    # The disc reaches over the frame, where nothing else of a walk is.
    frame = changed_pixels(paint(replace(shown, land=None), SHEET), paint(shown, SHEET))
    assert frame.crop((x - 10, MAP[1] - 9, x + 10, MAP[1])).getbbox()
    assert frame.crop((x - 10, MAP[1] + SIDE, x + 10, MAP[1] + SIDE + 9)).getbbox()


@every_eye
def test_a_number_can_be_read_whosever_it_is(eyes: str) -> None:
    assert contrast(NAMED["ink"], NAMED["cream"], eyes) >= 4.5
    sizes = {ink: marks.gate(7, ink).size for ink in Ink}
    assert set(sizes.values()) == {(marks.GATE, marks.GATE)}
    assert marks.gate(12, Ink.FIRE).width > marks.GATE
    assert len({marks.gate(1, ink).tobytes() for ink in Ink}) == len(Ink)
    assert len({marks.gate(number, Ink.FIRE).tobytes() for number in range(1, 13)}) == 12


# Who can strike


def threatening(**fields: Any) -> View:
    return replace(view(board(**fields)), coming=ALL)


def test_whoever_can_strike_is_marked_and_nobody_else() -> None:
    for shown in LANDS:
        found = mark_squares(shown, SHEET).contents
        places = {which for spot in found.values() for which, _ in spot.threats}
        assert {str(which) for which in places} == {str(threat.who) for threat in threats(shown)}
        for square, spot in found.items():
            assert {which for which, _ in spot.threats} <= {which for which, _ in spot.crowd}
            assert not spot.incoming or square == shown.board.trogdor


def test_the_likelier_a_strike_is_the_larger_is_the_pool() -> None:
    areas = [sum(marks.pool(0, 0, 66, likely).getchannel("A").tobytes()) for likely in range(3)]
    assert areas[0] < 0.8 * areas[1]
    assert areas[1] < 0.8 * areas[2]
    levels = {
        level
        for shown in LANDS
        for spot in mark_squares(shown, SHEET).contents.values()
        for _, level in spot.threats
    }
    assert levels == {0, 1, 2}


def test_the_pool_follows_the_share_of_the_cards() -> None:
    for shown in LANDS:
        found = mark_squares(shown, SHEET).contents
        levels = {str(who): level for spot in found.values() for who, level in spot.threats}
        for threat in threats(shown):
            assert levels[str(threat.who)] == (threat.share >= 0.1) + (threat.share >= 0.2)


def test_an_arrow_is_marked_at_the_sides_that_it_comes_by() -> None:
    sides = set()
    for shown in LANDS:
        spot = mark_squares(shown, SHEET).contents[shown.board.trogdor]
        expected = {side for threat in threats(shown) for side, part in threat.sides if part >= marks.ARROWS}
        assert set(spot.incoming) == expected
        sides |= expected
    assert len(sides) == 4


def test_nothing_is_marked_where_he_hides() -> None:
    shown = threatening(trogdor="b2", hiding=True)
    assert paint(shown, SHEET).tobytes() == paint(replace(shown, coming=()), SHEET).tobytes()


def test_a_threat_changes_only_the_squares_of_those_concerned() -> None:
    shown = threatening(trogdor="c3", knights="a1 c5", archer="e3")
    where = changed_pixels(paint(replace(shown, coming=()), SHEET), paint(shown, SHEET))
    for name in ("a1", "c5", "e3", "c3"):
        row, column = divmod(BY_NAME[name], 5)
        x, y = MAP[0] + column * TILE, MAP[1] + row * TILE
        assert where.crop((x, y, x + TILE, y + TILE)).getbbox(), name
        where.paste(0, (x, y, x + TILE, y + TILE))
    assert where.getbbox() is None


@every_eye
@pytest.mark.parametrize("ground", GROUNDS)
def test_danger_stands_out_from_its_edge_and_one_of_both_from_the_ground(ground: str, eyes: str) -> None:
    assert contrast(NAMED["brick"], NAMED["cream"], eyes) >= 3
    assert seen_on((NAMED["brick"], NAMED["cream"]), ground, eyes) >= 3


# The Trog-Meter


@every_eye
@pytest.mark.parametrize("look", [CALM, *MOODS])
def test_the_trog_meter_can_be_read_however_near_the_end_is(look: MeterStyle, eyes: str) -> None:
    assert contrast(NAMED["cream"], NAMED[look.ground], eyes) >= 4.5
    assert contrast(NAMED[look.edge], NAMED[look.ground], eyes) >= 3


def test_the_nearer_the_end_the_more_the_trog_meter_tells_by_colour_and_by_shape() -> None:
    looks = [meter_style(health) for health in (0, 1, 2, 3, 4, 7)]
    assert looks[3:] == [CALM] * 3
    assert len({look.ground for look in looks}) == 4
    assert [look.wide for look in looks[:4]] == sorted((look.wide for look in looks[:4]), reverse=True)
    assert [look.arrows for look in looks[1:4]] == [2, 1, 0]
    last = Words({**LABELS, "trogdor.picture.last": "X"})
    for health in range(3):
        shown = view(board(health=health))
        told = changed_pixels(paint(shown, SHEET), paint(shown, replace(SHEET, say=last))).getbbox()
        assert (told is not None) is (health == 0)
        if told is not None:
            assert METER.x < told[0] < told[2] < METER.x + METER.width
            assert METER.y < told[1] < told[3] < METER.y + METER.height


@pytest.mark.parametrize(
    ("ending", "calm"), [("victory", True), ("petite-victory", False), ("defeat", False)]
)
def test_the_trog_meter_is_calm_after_a_victory_and_says_no_more_of_hits(ending: str, *, calm: bool) -> None:
    over = view(board(health=0), phase=Phase.OVER, outcome=Outcome(ending, (), (0, 0, 0)))
    ground = PALETTE.index(CALM.ground if calm else meter_style(0).ground)
    shown = paint(over, SHEET).crop((METER.x + 12, METER.y + 40, METER.x + METER.width - 12, METER.y + 80))
    assert shown.histogram()[ground] > 0.6 * shown.width * shown.height


# A lake


def test_a_burned_lake_is_dark_and_still_a_lake() -> None:
    """It is as dark as other burned tiles, has some water left, and is like none of them."""
    for hand in range(HANDS):
        whole, burned = (tile(TileKind.LAKE, fire, hand).convert("RGB") for fire in (False, True))
        waters = [sum(is_water(pixel) for pixel in pixels(image)) for image in (whole, burned)]
        assert waters[0] > 2000
        assert 100 < waters[1] < waters[0] / 5
        forest = tile(TileKind.FOREST, True, hand)  # noqa: FBT003
        assert abs(brightness(burned) - brightness(forest)) < 25
        assert brightness(whole) > 1.8 * brightness(burned)


def pixels(image: Image.Image) -> list[RGB]:
    data = image.tobytes()
    return [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]


def is_water(pixel: RGB) -> bool:
    return pixel in {NAMED["water"], NAMED["water-lit"], NAMED["water-deep"]}


def brightness(image: Image.Image) -> float:
    grey = image.convert("RGB").convert("L").tobytes()
    return sum(grey) / len(grey)


def test_every_colour_of_the_marks_is_one_of_the_palette() -> None:
    for ink in Ink:
        assert {ink.value.colour, ink.value.edge, *ink.value.head} <= set(PALETTE.colours)
