from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.words import Words
from engine.core import Outcome, read_settings
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import BY_NAME, SQUARES, Direction, TileKind, Walker, name, path
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import ItemMode, Land, LastAction, Lit, Offer, Phase, Turn, Verb, View, Walk
from render.kit.canvas import SMALLEST, png
from render.kit.sheet import PictureLanguage, Sheet
from render.trogdor import marks
from render.trogdor.board import EDGE, MAP, METER, NOW, VOID, WIDTH, Box, corner, height, plaques
from render.trogdor.colours import PALETTE
from render.trogdor.keepers import item
from render.trogdor.labels import LABELS, in_english
from render.trogdor.marks import Badge, Ink, Leg
from render.trogdor.paint import paint
from render.trogdor.panel import goals
from render.trogdor.pieces import AT_THE_END, DRAGONS, MapFigure, figure
from render.trogdor.square import SIZES, SquareContents, lay, placed_figures, square_contents
from render.trogdor.tiles import HANDS, TILE, tile
from tests.render.regenerate import changed_pixels, count_pixels, trogdor_boxes
from tools.gallery.trogdor import PICTURES, board, card, players, squares, view

SHEET = Sheet("T7", "3f9a1c", "Trogdor!!", "Rowan: choose a card", say=in_english)
ACT = Turn(2, 0, Card.BLOCK, points=2, acted=True)


def differing(one: View, two: View, sheet: Sheet = SHEET, other: Sheet | None = None) -> set[str]:
    """The squares in which two pictures differ; "frame" is everything around them."""
    return set(count_pixels(changed_pixels(paint(one, sheet), paint(two, other or sheet)), trogdor_boxes()))


def on_map(one: View, two: View) -> set[str]:
    return differing(one, two) - {"frame"}


def acting(deed: LastAction | None = None, **fields: Any) -> View:
    return view(board(**fields), phase=Phase.ACT, turn=ACT, deed=deed)


def land(**fields: Any) -> View:
    played = card("A1")
    done = replace(Land(played.id, played.direction, played.repair), **fields)
    return view(land=done, card=played)


def plain(picture: View) -> View:
    """The same land's turn with nothing done yet."""
    assert picture.card is not None
    return replace(picture, land=Land(picture.card.id, picture.card.direction, picture.card.repair))


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_is_small_in_every_sense(picture: str) -> None:
    image = paint(*PICTURES[picture])
    players_ = len(PICTURES[picture][0].players)
    assert (image.mode, image.size) == ("P", (WIDTH, height(players_)))
    assert image.width == 900
    assert image.height <= 1200
    assert len(image.getpalette() or ()) <= 3 * 128
    assert len(png(image)) < 60_000


@pytest.mark.parametrize(("seed", "seats"), [*product(range(3), (1, 3, 6))])
def test_games_that_are_played_stay_under_60_kb(seed: int, seats: int) -> None:
    rng = SeededRng(f"pictures {seed}")
    state = GAME.start(read_settings(GAME, {}, seats), seats, rng)
    sheet = replace(SHEET, names=("Bartholomew the Verbose",) * seats)
    for ply in range(60):
        if GAME.outcome(state) is not None:
            break
        seat = min(GAME.to_act(state))
        actions = [action for action in GAME.legal(state, seat) if action.verb is not Verb.LEAVE]
        state = GAME.apply(state, seat, actions[rng.below(len(actions))], rng).state
        if ply % 4 == 0:
            assert len(png(paint(GAME.view(state, None), sheet))) < 60_000


def test_a1_is_at_the_upper_left_and_every_square_lies_inside_the_edge() -> None:
    assert corner(BY_NAME["a1"]) == MAP
    assert corner(BY_NAME["e1"]) == (MAP[0] + 4 * TILE, MAP[1])
    assert corner(BY_NAME["a5"]) == (MAP[0], MAP[1] + 4 * TILE)
    assert len({corner(sq) for sq in SQUARES}) == 25
    assert MAP[0] > EDGE
    assert 18 <= EDGE <= 24


@pytest.mark.parametrize("number", range(1, 7))
def test_the_plaques_lie_side_by_side_inside_the_edge_whoever_is_on_turn(number: int) -> None:
    for active in range(number):
        boxes = plaques(number, active)
        assert len(boxes) == number
        assert len({box.width for box in boxes}) == 1
        assert all(box.x > EDGE and box.x + box.width < WIDTH - EDGE for box in boxes)
        assert max(box.y + box.height for box in boxes) <= height(number) - EDGE
        assert boxes[active].height == max(box.height for box in boxes)
        for one, two in pairwise(boxes):
            assert not _overlap(one, two)


def _overlap(one: Box, two: Box) -> bool:
    beside = one.x + one.width <= two.x or two.x + two.width <= one.x
    return not (beside or one.y + one.height <= two.y or two.y + two.height <= one.y)


@pytest.mark.parametrize("place", ["a1", "c3", "e5", "b4"])
def test_a_figure_is_drawn_in_its_square_and_nowhere_else(place: str) -> None:
    bare = board(knights="a3 a4", peasants="", archer="a2", trogdor="d5")
    here = BY_NAME[place]
    for one in (
        replace(bare, peasants=(here,)),
        replace(bare, lit=(Lit(here, mine=True),)),
        replace(bare, troghammer=here),
        replace(bare, burned=(here,)),
    ):
        assert on_map(view(bare), view(one)) == {place}


def draw_square(spot: SquareContents) -> Image.Image:
    """A square alone."""
    image = PALETTE.blank((TILE, TILE), "field")
    lay(image, spot, (0, 0))
    return image


def test_a_cottage_is_seen_burning_on_green_and_on_charred_ground() -> None:
    looks = {
        draw_square(SquareContents(TileKind.COTTAGE, burned, 0, aflame)).tobytes()
        for burned in (False, True)
        for aflame in (False, True)
    }
    assert len(looks) == 4


@pytest.mark.parametrize("which", [None, *MapFigure])
def test_marks_lie_under_whoever_stands_there_and_in_their_shadow(which: MapFigure | None) -> None:
    leg, flown = Leg(Ink.ARCHER, 0, Direction.WEST, None), Direction.SOUTH
    crowd = ((which, 1),) if which else ()
    for burned in (False, True):
        expected = tile(TileKind.PLAIN, burned, 0).copy()
        for layer in (marks.ring(), marks.march(flown), marks.leg(leg), marks.shot(flown), marks.burst()):
            expected.alpha_composite(layer)
        for one, _, place in placed_figures(crowd):
            expected.alpha_composite(figure(one, place.size), (place.x, place.y))
        expected.alpha_composite(marks.badge(Badge.FIRE), (2, 2))
        spot = SquareContents(
            TileKind.PLAIN, burned, 0, crowd=crowd, legs=(leg,), shots=(flown,), marched=(flown,)
        )
        found = draw_square(spot._replace(signs=(Badge.FIRE,), ring=True, burst=True))
        assert found.tobytes() == PALETTE.quantise(expected.convert("RGB")).tobytes()


def test_every_kind_of_tile_has_a_look_of_its_own_green_and_charred() -> None:
    for burned, hand in product((False, True), range(HANDS)):
        assert len({tile(kind, burned, hand).tobytes() for kind in TileKind}) == len(TileKind)


OTHER_LOOKS = DRAGONS - {MapFigure.DRAGON}
"""Trogdor is there once."""


@pytest.mark.parametrize("ending", AT_THE_END)
@pytest.mark.parametrize("size", [66, 92])
def test_how_it_ended_is_seen_on_the_dragon_on_a_phone(ending: str, size: int) -> None:
    small = round(size * 400 / 900)
    ever, ended = (
        figure(which, size).resize((small, small), Image.Resampling.LANCZOS)
        for which in (MapFigure.DRAGON, AT_THE_END[ending])
    )
    apart = ImageChops.difference(ever.convert("RGB"), ended.convert("RGB")).convert("L")
    assert sum(apart.histogram()[40:]) >= 0.15 * small * small


@pytest.mark.parametrize("ending", AT_THE_END)
def test_on_the_last_board_he_looks_as_it_ended(ending: str) -> None:
    over = replace(acting(), outcome=Outcome(ending, (), (0, 0, 0)))
    crowd = square_contents(over, SHEET)[over.board.trogdor].crowd
    assert AT_THE_END[ending] in [which for which, _ in crowd]
    assert MapFigure.DRAGON not in [which for which, _ in crowd]


@pytest.mark.parametrize("size", [40, 66])
def test_all_who_move_alone_have_outlines_of_their_own_on_a_phone(size: int) -> None:
    small = round(size * 400 / 900)
    outlines = {
        which: figure(which, size).getchannel("A").resize((small, small), Image.Resampling.LANCZOS)
        for which in MapFigure
        if which not in (MapFigure.SECOND_KNIGHT, MapFigure.LIT, MapFigure.RAGING, *AT_THE_END.values())
    }
    for one, two in product(outlines, outlines):
        if one is not two:
            difference = ImageChops.difference(outlines[one], outlines[two])
            assert sum(difference.histogram()[100:]) >= 0.07 * small * small, (one, two)


def test_trogdor_lies_down_to_hide() -> None:
    assert on_map(view(board()), view(board(hiding=True))) == {"c3"}


def test_everybody_on_a_crowded_square_can_be_seen() -> None:
    crowd = (
        (MapFigure.DRAGON, 1),
        (MapFigure.PEASANT, 1),
        (MapFigure.FIRST_KNIGHT, 1),
        (MapFigure.ARCHER, 1),
    )
    placed = placed_figures(crowd)
    assert [which for which, _, _ in placed] == [
        MapFigure.DRAGON,
        MapFigure.FIRST_KNIGHT,
        MapFigure.ARCHER,
        MapFigure.PEASANT,
    ]
    for (_, _, one), (_, _, two) in product(placed[1:], placed[1:]):
        assert one == two or abs(one.x - two.x) >= 30 or abs(one.y - two.y) >= 30
    assert all(place.x >= 0 and place.x + place.size <= TILE for _, _, place in placed)


def test_doubles_are_figures_of_their_own_and_many_are_one_with_a_number() -> None:
    assert [number for _, number, _ in placed_figures(((MapFigure.PEASANT, 3),))] == [1, 1, 1]
    assert [number for _, number, _ in placed_figures(((MapFigure.PEASANT, 4),))] == [4]
    all_here = tuple(
        (which, 2 if which is MapFigure.PEASANT else 1) for which in MapFigure if which not in OTHER_LOOKS
    )
    placed = placed_figures(all_here)
    assert {which for which, _, _ in placed} >= {MapFigure.DRAGON, MapFigure.TROGHAMMER, MapFigure.PEASANT}
    assert len({(place.x, place.y) for _, _, place in placed}) == len(placed)


@pytest.mark.parametrize("count", range(1, 8))
def test_nobody_is_left_out_of_a_crowd_without_trogdor(count: int) -> None:
    crowd = tuple((which, 1) for which in MapFigure if which not in DRAGONS)[:count]
    assert {which for which, _, _ in placed_figures(crowd)} == {which for which, _ in crowd}


def test_even_with_everybody_on_one_square_nobody_is_left_out() -> None:
    crowd = tuple((which, 1) for which in MapFigure if which not in OTHER_LOOKS)
    placed = placed_figures(crowd)
    assert {which for which, _, _ in placed} == {which for which, _ in crowd}
    assert len({(place.x, place.y) for _, _, place in placed}) == len(placed)


def test_a_step_shows_its_origin_its_trail_and_the_square_that_was_reached() -> None:
    deed = LastAction(Verb.STEP, BY_NAME["b2"], squares("c3"))
    assert on_map(acting(), acting(deed)) == {"b2", "c3"}
    found = square_contents(acting(deed), SHEET)
    assert found[BY_NAME["c3"]].ring
    assert found[BY_NAME["b2"]].legs == (Leg(Ink.TRAIL, 0, None, Direction.SOUTHEAST),)


def test_a_step_round_the_edge_leaves_and_enters_at_the_edge() -> None:
    found = square_contents(acting(LastAction(Verb.STEP, BY_NAME["a3"], squares("e3")), trogdor="e3"), SHEET)
    assert found[BY_NAME["a3"]].legs[0].leave is Direction.WEST
    assert found[BY_NAME["e3"]].legs[0].enter is Direction.EAST


def test_a_jump_has_no_trail_between() -> None:
    deed = LastAction(Verb.CARD, BY_NAME["a5"], squares("e1"))
    assert on_map(acting(trogdor="e1"), acting(deed, trogdor="e1")) == {"a5", "e1"}


def test_what_was_devoured_is_a_ghost_for_one_picture() -> None:
    found = square_contents(acting(LastAction(Verb.CHOMP, None, squares("c3"))), SHEET)
    assert found[BY_NAME["c3"]].ghosts == (MapFigure.PEASANT,)
    assert square_contents(acting(), SHEET)[BY_NAME["c3"]].ghosts == ()


def test_what_was_burned_is_marked_where_it_burned() -> None:
    found = square_contents(acting(LastAction(Verb.BURN, None, squares("c3")), burned="c3"), SHEET)
    assert found[BY_NAME["c3"]].signs == (Badge.FIRE,)


@pytest.mark.parametrize(
    ("verb", "card_", "item_", "fiery"),
    [
        (Verb.CARD, Card.MAJESTY, Item.BAUBLES, True),
        (Verb.CARD, Card.TUNNEL_WARP, Item.FIREBALLS, False),
        (Verb.ITEM, Card.MAJESTY, Item.FIREBALLS, True),
        (Verb.ITEM, Card.MAJESTY, Item.BAUBLES, False),
        (Verb.HIDE, Card.MAJESTY, Item.FIREBALLS, False),
    ],
)
def test_only_what_has_burned_is_marked_with_fire(
    verb: Verb, card_: Card, item_: Item, *, fiery: bool
) -> None:
    done = acting(LastAction(verb, None, squares("b1")), burned="b1")
    first, *rest = done.players
    done = replace(done, turn=replace(ACT, card=card_), players=(replace(first, item=item_), *rest))
    assert bool(square_contents(done, SHEET)[BY_NAME["b1"]].signs) is fiery


def test_the_land_is_shown_when_the_next_card_is_to_be_chosen_and_not_while_somebody_acts() -> None:
    done = land(walks=(Walk(Walker.FIRST_KNIGHT, squares("d1 d2 d3")),))
    assert on_map(plain(done), done) == {"d1", "d2", "d3"}
    acting_ = replace(done, phase=Phase.ACT, turn=ACT)
    assert on_map(replace(plain(done), phase=Phase.ACT, turn=ACT), acting_) == set()


def test_a_walk_round_the_edges_is_drawn_on_every_square_of_it() -> None:
    walk = Walk(Walker.SECOND_KNIGHT, path(BY_NAME["e4"], (Direction.EAST, Direction.SOUTH, Direction.SOUTH)))
    done = land(walks=(walk,))
    assert on_map(plain(done), done) == {"e4", "a4", "a5", "a1"}
    found = square_contents(done, SHEET)
    assert found[BY_NAME["e4"]].legs[0].leave is Direction.EAST
    assert found[BY_NAME["a4"]].legs[0].enter is Direction.WEST
    assert found[BY_NAME["a1"]].legs[0].leave is None


def test_walks_side_by_side_keep_apart() -> None:
    same = squares("b2 c2 d2")
    done = land(
        walks=tuple(Walk(who, same) for who in (Walker.FIRST_KNIGHT, Walker.SECOND_KNIGHT, Walker.ARCHER))
    )
    lanes = [leg.lane for leg in square_contents(done, SHEET)[BY_NAME["c2"]].legs]
    assert len(set(lanes)) == 3


@pytest.mark.parametrize(
    ("fields", "marked"),
    [
        ({"spawned": squares("a1 e3")}, {"a1", "e3"}),
        ({"repaired": squares("b4")}, {"b4"}),
        ({"mended": squares("b5")}, {"b5"}),
        ({"lit": squares("c1")}, {"c1"}),
        ({"burned": squares("c1 c2")}, {"c1", "c2"}),
        ({"hits": squares("c3")}, {"c3"}),
        ({"line": squares("e1 e2 e3 e4")}, {"e1", "e2", "e3", "e4"}),
        ({"marched": ((BY_NAME["a1"], BY_NAME["b1"]),)}, {"b1"}),
        ({"runs": (Walk(Walker.PEASANT, squares("c4 c5 d5")),)}, {"c4", "c5", "d5"}),
        ({"hammer": (Walk(Walker.TROGHAMMER, squares("c3 d3")),)}, {"c3", "d3"}),
        ({"rage": (Walk(Walker.TROGDOR, squares("c3 b3")),)}, {"c3", "b3"}),
    ],
)
def test_everything_that_the_land_does_is_marked_on_its_squares(
    fields: dict[str, Any], marked: set[str]
) -> None:
    done = land(**fields)
    assert differing(plain(done), done) == marked


def test_the_arrow_flies_away_from_the_archer_on_both_sides() -> None:
    done = replace(land(line=squares("d1 d2 d4 d5")), board=board(archer="d3"))
    found = square_contents(done, SHEET)
    flights = [found[BY_NAME[place]].shots[0] for place in ("d1", "d2", "d4", "d5")]
    assert flights == [Direction.NORTH, Direction.NORTH, Direction.SOUTH, Direction.SOUTH]


def test_the_rage_is_shown_even_if_it_began_in_phase_one() -> None:
    walk = Walk(Walker.TROGDOR, squares("c3 b3"))
    dead = replace(
        land(rage=(walk,)), phase=Phase.OVER, deed=LastAction(Verb.STEP, BY_NAME["d3"], squares("c3"))
    )
    assert square_contents(dead, SHEET)[BY_NAME["b3"]].legs[0].ink is Ink.FIRE


def test_guided_marks_touch_only_the_squares_they_name() -> None:
    guided = replace(SHEET, chosen=("c3",), targets=("c2", "d1", "e5"))
    assert differing(view(), view(), SHEET, guided) == {"c3", "c2", "d1", "e5"}


def test_a_mark_on_a_square_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError, match="f1"):
        paint(view(), replace(SHEET, targets=("f1",)))


def test_the_panel_counts_what_is_left_and_who_is_where() -> None:
    on = board(burned="a1 a2", aflame="a1", peasants="e3 e3", lit=(Lit(3, mine=False),))
    assert goals(on) == (23, 2, 3)
    for other in (replace(on, health=3), replace(on, void=1), replace(on, health=0, void=7)):
        assert differing(view(on), view(other)) == {"frame"}


def saying(**said: str) -> PictureLanguage:
    """A language in which some labels of the pictures are other ones."""
    return Words({**LABELS, **{f"trogdor.picture.{label}": text for label, text in said.items()}})


def titles_in(said: PictureLanguage) -> Image.Image:
    return paint(view(), replace(SHEET, say=said))


@pytest.mark.parametrize(("label", "box"), [("meter", METER), ("void", VOID)])
def test_the_boxes_of_the_panel_have_their_titles_in_the_language_of_the_sheet(label: str, box: Box) -> None:
    where = changed_pixels(titles_in(in_english), titles_in(saying(**{label: "Leere"}))).getbbox()
    assert where is not None
    assert box.x < where[0] < where[2] < box.x + box.width
    assert box.y < where[1] < where[3] < box.y + box.height // 2


@pytest.mark.parametrize(("label", "box"), [("meter", METER), ("void", VOID)])
def test_a_title_that_is_too_long_leaves_the_number_alone(label: str, box: Box) -> None:
    long = saying(**{label: "Das unvorstellbar leere Nichts danach"})
    where = changed_pixels(titles_in(in_english), titles_in(long)).getbbox()
    assert where is not None
    assert where[2] <= box.x + box.width - 30


@pytest.mark.parametrize(
    "other",
    [
        Turn(2, 0, Card.BLOCK, points=1, acted=True),
        Turn(2, 0, Card.BLOCK, points=14, acted=True),
        Turn(2, 0, Card.BLOCK, points=0, acted=True),
        Turn(2, 0, Card.BLOCK, plain=True, points=2, acted=True),
        Turn(2, 0, Card.BLOCK, points=2, acted=True, effect=True),
        Turn(2, 0, Card.MAJESTY, points=2, acted=True),
    ],
)
def test_the_card_of_the_moment_tells_its_points_and_what_became_of_it(other: Turn) -> None:
    one, two = acting(), replace(acting(), turn=other)
    box = changed_pixels(paint(one, SHEET), paint(two, SHEET)).getbbox()
    assert box is not None
    assert box[0] >= NOW.x
    assert box[1] >= NOW.y
    assert box[2] <= NOW.x + NOW.width
    assert box[3] <= NOW.y + NOW.height


def test_the_lands_card_tells_its_spawn_its_way_its_repair_and_its_path() -> None:
    looks = {paint(replace(land(), card=card(of)), SHEET).tobytes() for of in ("A1", "B3", "C1", "D1", "E1")}
    assert len(looks) == 5
    printed = land()
    assert printed.land is not None
    turned = replace(printed, land=replace(printed.land, direction=Direction.EAST, pouched=True))
    assert differing(printed, turned) == {"frame"}


def test_each_ending_can_be_told_without_a_word() -> None:
    looks = set()
    for ending in GAME.endings:
        over = view(phase=Phase.OVER, outcome=Outcome(ending, (), (0, 0, 0)))
        looks.add(paint(over, SHEET).crop((NOW.x, NOW.y, NOW.x + NOW.width, NOW.y + NOW.height)).tobytes())
    assert len(looks) == 3


def test_the_turn_is_amber_once_it_is_over() -> None:
    def used_colours(of: View) -> set[str]:
        line = paint(of, SHEET).crop((440, 0, WIDTH, 60))
        return {colour for colour in ("keepers-say", "amber") if line.histogram()[PALETTE.index(colour)]}

    assert used_colours(view()) == {"keepers-say"}
    assert used_colours(view(phase=Phase.OVER, outcome=Outcome("defeat", (), (0, 0, 0)))) == {"amber"}


def changed_plaques(one: View, two: View, names: tuple[str, ...] = ("Rowan", "Magda", "Ines")) -> set[int]:
    """The places of the plaques in which two pictures differ; nothing else may but the choice of cards."""
    sheet = replace(SHEET, names=names)
    mask = changed_pixels(paint(one, sheet), paint(two, sheet))
    mask.paste(0, (NOW.x, NOW.y, NOW.x + NOW.width, NOW.y + NOW.height))
    boxes = plaques(3, one.order.index(one.turn.seat))
    found = {place for place, box in enumerate(boxes) if _in(mask, box)}
    assert sum(_in(mask, box) for box in boxes) == mask.histogram()[255]
    return found


def _in(mask: Image.Image, box: Box) -> int:
    return mask.crop((box.x, box.y, box.x + box.width, box.y + box.height)).histogram()[255]


@pytest.mark.parametrize(
    "fields",
    [{"charged": True}, {"hand": (Card.BLOCK,)}, {"gone": True, "hand": ()}, {"item": Item.POUCH}],
)
def test_a_plaque_tells_the_item_its_charge_the_cards_and_who_has_left(fields: dict[str, Any]) -> None:
    one = view()
    other = replace(one.players[1], **fields)
    assert changed_plaques(one, replace(one, players=(one.players[0], other, one.players[2]))) == {1}


def test_what_a_player_wants_to_be_asked_is_nobody_elses_business() -> None:
    one = view()
    other = replace(one.players[1], asks=ItemMode.NEVER)
    assert changed_plaques(one, replace(one, players=(one.players[0], other, one.players[2]))) == set()


def test_the_active_keeper_is_lit_and_a_trade_is_seen_on_both_sides() -> None:
    assert changed_plaques(view(), view(turn=Turn(2, 1))) == {0, 1}
    assert changed_plaques(view(), view(offer=Offer(1, 2, Card.BLOCK, Card.MAJESTY))) == {1, 2}
    assert changed_plaques(view(), view(turn=Turn(1, 0, bonus=3))) == {0}


def test_the_plaques_follow_the_order_of_the_turns() -> None:
    turned = view(order=(1, 2, 0), turn=Turn(1, 1), players=players(3, 1))
    assert changed_plaques(turned, replace(turned, board=turned.board)) == set()
    assert differing(view(turn=Turn(1, 1), players=players(3, 1)), turned) == {"frame"}


def test_names_may_be_missing_or_unwritable() -> None:
    for names in ((), ("Rowan",), ("\U0001f409", "", "x" * 80)):
        assert paint(view(), replace(SHEET, names=names)).size == (900, height(3))


@pytest.mark.parametrize("which", Item)
def test_a_charged_item_is_lit_and_a_discharged_one_dark(which: Item) -> None:
    lit, dark = (item(which, charged, "walnut").convert("L") for charged in (True, False))
    assert sum(lit.tobytes()) > 1.8 * sum(dark.tobytes())


def test_sizes_of_figures_are_known_before_the_first_picture() -> None:
    assert min(SIZES) >= 40 > SMALLEST


def test_the_caller_may_change_the_picture_it_got() -> None:
    mine = paint(view(), SHEET)
    before = mine.tobytes()
    mine.paste(0, (0, 0, *mine.size))
    assert paint(view(), SHEET).tobytes() == before


def test_threads_that_paint_at_once_get_identical_pictures() -> None:
    names = list(PICTURES) * 2
    alone = {picture: png(paint(*PICTURES[picture])) for picture in PICTURES}
    with ThreadPoolExecutor(4) as pool:
        files = list(pool.map(lambda picture: png(paint(*PICTURES[picture])), names))
    assert files == [alone[picture] for picture in names]


def test_every_gallery_square_is_on_the_map() -> None:
    for shown, sheet in PICTURES.values():
        assert set(square_contents(shown, sheet)) == set(SQUARES)
        assert {*sheet.chosen, *sheet.targets} <= {name(sq) for sq in SQUARES}
