from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from statistics import fmean
from typing import Any, TypeVar

import pytest
from PIL import Image

from engine.core import Outcome
from engine.thrag import GAME
from engine.thrag.model import BEASTS, TILES, TURNS, VALUES, Fight, Foe, Pile, Suit, TurnedTile, View
from render.kit.canvas import SMALLEST, png
from render.kit.sheet import Sheet
from render.thrag import arena, fight
from render.thrag.arena import STRENGTH
from render.thrag.clock import WAY, hour
from render.thrag.colours import PALETTE
from render.thrag.labels import in_english
from render.thrag.paint import paint
from render.thrag.pieces import DrawnPiece, PieceKind, flat_piece, sprite
from render.thrag.table import (
    ARENAS,
    BLACK,
    CLOCK,
    EDGE,
    FIGHT,
    HEIGHT,
    HERO,
    LABEL,
    LIFE,
    STRIP,
    SUPPLIES,
    WIDTH,
    Box,
)
from tests.played import play_thrag
from tests.render.regenerate import changed_pixels, count_pixels
from tools.gallery.thrag import PICTURES, state, view

SHEET = Sheet("T7", "3f9a1c", "One Man, Thrag!", "Rowan: choose a beast", say=in_english)
ZONES = {
    "clock": CLOCK,
    **{f"arena {suit}": box for suit, box in zip(BEASTS, ARENAS, strict=True)},
    "fight": FIGHT,
    "hero": HERO,
    **{f"supply {suit}": box for suit, box in zip(BEASTS, SUPPLIES, strict=True)},
    "life": LIFE,
    "black": BLACK,
}
BOXES = {name: (box.x, box.y, box.x + box.width, box.y + box.height) for name, box in ZONES.items()}
START = view()
T = TypeVar("T")
RED, GREEN, BLUE = BEASTS


def differing(one: View, two: View, sheet: Sheet = SHEET, other: Sheet | None = None) -> set[str]:
    """The zones in which two pictures differ; "frame" is everything around them."""
    return set(count_pixels(changed_pixels(paint(one, sheet), paint(two, other or sheet)), BOXES))


def after(**fields: Any) -> set[str]:
    """The zones that change when fields of the view at the start do."""
    return differing(START, replace(START, **fields))


def with_at(triple: tuple[T, T, T], at: int, new: T) -> tuple[T, T, T]:
    """The triple with one of its three replaced."""
    first, second, third = (new if place == at else old for place, old in enumerate(triple))
    return first, second, third


def zone(of: View, name: str, sheet: Sheet = SHEET) -> Image.Image:
    return paint(of, sheet).crop(BOXES[name])


def amber(image: Image.Image) -> int:
    return image.histogram()[PALETTE.index("amber")]


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_is_small_in_every_sense(picture: str) -> None:
    image = paint(*PICTURES[picture])
    assert (image.mode, image.size) == ("P", (WIDTH, HEIGHT)) == ("P", (900, 1000))
    assert HEIGHT / WIDTH <= 4 / 3
    assert len(image.getpalette() or ()) <= 3 * 128
    assert len(png(image)) < 40_000


@pytest.mark.parametrize("tracks", ["no", "yes"])
@pytest.mark.parametrize("number", range(4))
def test_games_that_are_played_stay_under_40_kb(number: int, tracks: str) -> None:
    crowded = replace(
        SHEET,
        turn="Bartholomew the Verbose: which coins pay for it?",
        chosen=("green", "c2"),
        targets=("red", "blue", "c1", "c4", "c5"),
    )
    for seen in play_thrag(f"pictures {number}", track_coins=tracks, null_coin="3"):
        assert len(png(paint(GAME.view(seen, None), crowded))) < 40_000


def test_zones_lie_inside_the_edge_and_do_not_overlap() -> None:
    assert 18 <= EDGE <= 24
    for box in ZONES.values():
        assert box.x > EDGE
        assert box.y > STRIP + EDGE
        assert box.x + box.width < WIDTH - EDGE
        assert box.y + box.height < HEIGHT - EDGE
    for one, two in combinations(ZONES.values(), 2):
        assert not _overlap(one, two)


def _overlap(one: Box, two: Box) -> bool:
    across = one.x < two.x + two.width and two.x < one.x + one.width
    return across and one.y < two.y + two.height and two.y < one.y + one.height


def test_type_is_large_enough_for_phones_and_strength_is_the_largest() -> None:
    assert LABEL >= SMALLEST
    assert fight.PLATE[1] * STRENGTH > arena.PLATE[1] * STRENGTH > 60


@pytest.mark.parametrize(("at", "suit"), list(enumerate(BEASTS)))
def test_a_beast_is_drawn_in_its_place_and_nowhere_else(at: int, suit: Suit) -> None:
    places = [
        replace(START, foes=with_at(START.foes, at, foe))
        for foe in (*(Foe(tile, 3) for tile in TILES), *(Foe(1, die) for die in VALUES), None)
    ]
    for one, two in combinations(places, 2):
        if one.foes != two.foes:
            assert differing(one, two) == {f"arena {suit}"}


def test_the_die_of_thrag_is_seen_beside_him_and_in_every_strength() -> None:
    everywhere = {f"arena {suit}" for suit in BEASTS} | {"hero"}
    seen = [replace(START, die=die) for die in VALUES]
    for one, two in combinations(seen, 2):
        assert differing(one, two) == everywhere


def test_a_strength_of_two_figures_is_seen_whole() -> None:
    strong = replace(START, foes=(Foe(5, 5), None, None))
    assert differing(strong, replace(strong, foes=(Foe(5, 4), None, None))) == {"arena red"}


@pytest.mark.rule("thrag:clock-1", "thrag:setup-1")
def test_the_clock_runs_around_the_twelve_outer_spaces_clockwise() -> None:
    """After nine turns it stands in the lower left corner."""
    assert WAY[0] == (0, 0)
    assert WAY[3] == (3, 0)
    assert WAY[6] == (3, 3)
    assert WAY[9] == (0, 3)
    assert len(set(WAY)) == TURNS
    assert not set(WAY) & {(1, 1), (1, 2), (2, 1), (2, 2)}
    for one, two in zip(WAY, (*WAY[1:], WAY[0]), strict=True):
        assert abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1


@pytest.mark.rule("thrag:clock-1", "thrag:setup-1")
@pytest.mark.parametrize(
    ("turn", "column", "row"), [(1, 0, 0), (2, 1, 0), (4, 3, 0), (5, 3, 1), (7, 3, 3), (10, 0, 3)]
)
def test_the_pawn_walks_clockwise_a_space_a_turn(turn: int, column: int, row: int) -> None:
    assert WAY[hour(replace(START, turn=turn)).passed] == (column, row)


def test_every_turn_has_its_own_clock_and_breakfast_brings_the_pawn_home() -> None:
    clocks = [replace(START, turn=turn) for turn in range(1, TURNS + 1)]
    over = replace(clocks[-1], outcome=Outcome("breakfast", (), (0,)))
    assert hour(over).passed == TURNS
    assert len({zone(seen, "clock").tobytes() for seen in (*clocks, over)}) == TURNS + 1


def test_the_clock_tells_what_lives_and_when_it_is_too_late() -> None:
    assert after(left=14) == after(lost=True) == {"clock"}
    few = [zone(replace(START, left=left), "clock").tobytes() for left in (0, 1, 2)]
    assert len(set(few)) == 3


def test_the_last_fight_is_told_whole() -> None:
    fought = Fight(GREEN, 2, 5, 2, RED, 3, 3)
    others = (
        None, replace(fought, suit=RED), replace(fought, tile=3), replace(fought, die=4),
        replace(fought, own=3),
        replace(fought, pool=BLUE), replace(fought, coin=4, worth=4), replace(fought, coin=0, worth=0),
        replace(fought, coin=0, worth=2), replace(fought, pool=None, coin=None, worth=0),
        replace(fought, own=5), replace(fought, own=4),
    )  # fmt: skip
    seen = {zone(replace(START, fight=one, fights=1), "fight").tobytes() for one in (fought, *others)}
    assert len(seen) == len(others) + 1
    first, second = (replace(START, fight=fought, fights=fights) for fights in (1, 2))
    assert differing(first, second) == {"fight"}


def test_the_fight_of_the_turn_before_is_told_in_quieter_colours() -> None:
    for fought in (Fight(GREEN, 2, 5, 2, RED, 3, 3), Fight(BLUE, 3, 0, 2), Fight(RED, 5, 3, 4, BLUE, 0, 4)):
        now, before = (replace(START, fight=fought, fights=fights) for fights in (1, 0))
        assert differing(START, before) == {"fight"}
        assert _brightness(zone(START, "fight")) < _brightness(zone(before, "fight"))
        assert _brightness(zone(before, "fight")) < _brightness(zone(now, "fight")) * 0.9


def _brightness(image: Image.Image) -> float:
    return fmean(image.convert("L").tobytes())


def test_who_fell_in_the_turn_before_is_no_ghost_in_this_one() -> None:
    fallen = replace(START, foes=(START.foes[0], START.foes[1], None))
    for fresh in (START, fallen):
        assert differing(fresh, replace(fresh, fight=Fight(BLUE, 3, 0, 4))) == {"fight"}


def test_the_beast_that_fell_last_is_a_ghost_and_later_only_an_empty_place() -> None:
    fallen = (START.foes[0], START.foes[1], None)
    ghost = replace(START, foes=fallen, fights=1, fight=Fight(BLUE, 3, 0, 4))
    later = replace(START, foes=fallen, fights=2, fight=Fight(GREEN, 2, 5, 1))
    undrawn = replace(START, foes=fallen)
    done = replace(undrawn, piles=(*START.piles[:2], Pile(0, (), (1, 2, 3, 4, 5))))
    assert len({zone(seen, "arena blue").tobytes() for seen in (START, ghost, later, undrawn, done)}) == 5


@pytest.mark.parametrize("suit", Suit)
def test_a_die_that_was_rolled_anew_is_in_the_amber_ring(suit: Suit) -> None:
    name = "hero" if suit is Suit.BLACK else f"arena {suit}"
    rolled = replace(START, rerolled=suit)
    assert differing(START, rolled) == {name, "fight"}
    assert amber(zone(rolled, name)) > amber(zone(START, name)) + 100


def test_after_a_reroll_the_fights_of_the_turn_are_told() -> None:
    seen = [replace(START, rerolled=RED, fights=fights) for fights in range(4)]
    assert len({zone(one, "fight").tobytes() for one in seen}) == 4


@pytest.mark.parametrize(("at", "suit"), list(enumerate(BEASTS)))
def test_coins_are_counted_and_an_empty_pool_is_seen_on_the_beast_too(at: int, suit: Suit) -> None:
    pools = [replace(START, coins=with_at(START.coins, at, left)) for left in range(7)]
    for one, two in combinations(pools[1:], 2):
        assert differing(one, two) == {f"supply {suit}"}
    assert f"supply {suit}" in differing(pools[0], pools[1])
    needs = replace(pools[0], foes=(Foe(2, 2), Foe(2, 2), Foe(2, 2)))
    assert f"arena {suit}" in differing(needs, replace(needs, coins=START.coins))


def test_values_of_coins_are_seen_only_where_they_are_tracked() -> None:
    tracked = replace(START, unseen=((0, 1, 2, 3, 4, 5),) * 3)
    assert differing(START, tracked) == {f"supply {suit}" for suit in BEASTS}
    for value in VALUES:
        rest = tuple(other for other in VALUES if other != value)
        fewer = replace(tracked, unseen=(rest, VALUES, VALUES))
        assert differing(tracked, fewer) == {"supply red"}


def test_nothing_that_lies_face_down_is_in_a_picture() -> None:
    one = state()
    stacks = tuple(replace(stack, pile=stack.pile[::-1]) for stack in one.stacks)
    black = replace(one.black, pile=one.black.pile[::-1])
    pools = (one.pools[1], one.pools[2], one.pools[0])
    other = replace(one, stacks=(stacks[0], stacks[1], stacks[2]), black=black, pools=pools)
    assert paint(GAME.view(one, None), SHEET).tobytes() == paint(GAME.view(other, None), SHEET).tobytes()


@pytest.mark.parametrize(("at", "suit"), list(enumerate(BEASTS)))
def test_stacks_discards_and_the_slain_are_seen(at: int, suit: Suit) -> None:
    piles = [
        Pile(4, ()), Pile(3, ()), Pile(0, ()), Pile(3, (4,)), Pile(3, (2,)), Pile(1, (4, 2)),
        Pile(0, (5, 3, 2, 1)), Pile(3, (), (4,)), Pile(3, (), (1,)), Pile(0, (1, 3), (2, 5)),
    ]  # fmt: skip
    seen = [replace(START, piles=with_at(START.piles, at, pile)) for pile in piles]
    for one, two in combinations(seen, 2):
        assert differing(one, two) == {f"supply {suit}"}


def test_the_black_stack_its_discards_and_the_tile_of_the_last_turn_are_seen() -> None:
    piles = [Pile(5, ()), Pile(4, (3,)), Pile(4, (1,)), Pile(0, (1, 2, 3, 4, 5)), Pile(1, (4, 2))]
    for one, two in combinations([replace(START, black=pile) for pile in piles], 2):
        assert differing(one, two) == {"black"}
    turned = [replace(START, turned=TurnedTile(tile, healed=False)) for tile in TILES]
    for one, two in combinations([START, *turned], 2):
        assert differing(one, two) == {"black"}
    healed = replace(START, turned=TurnedTile(2, healed=True))
    assert differing(turned[1], healed) == {"black", "life"}
    assert amber(zone(healed, "life")) > 100


def test_every_black_coin_is_a_hit_point_or_in_the_pool() -> None:
    hands = [hand for size in range(7) for hand in combinations(VALUES, size)]
    views = [replace(START, hit_points=hand) for hand in hands]
    assert len({zone(one, "life").tobytes() for one in views}) == len(hands) == 64
    assert differing(views[0], views[-1]) == {"life"}


def test_thrag_looks_worried_at_the_last_breath() -> None:
    hands = [replace(START, hit_points=hand) for hand in ((2, 4), (0, 1), (1,))]
    for hand in hands:
        assert differing(START, hand) == {"life"}
        assert differing(hand, replace(START, hit_points=(0,))) == {"life", "fight"}


def test_damage_to_be_paid_bursts_at_the_hit_points() -> None:
    views = [replace(START, owed=owed) for owed in range(11)]
    assert len({zone(one, "life").tobytes() for one in views}) == 11
    assert after(owed=3) == {"life"}


def test_weapons_are_in_colour_spent_ones_outlines_and_those_not_in_play_not_there() -> None:
    spent = replace(START, pawns=(GREEN, BLUE))
    absent = replace(START, weapons=(GREEN, BLUE), pawns=(GREEN, BLUE))
    black = replace(START, black_pawns=(RED,))
    assert differing(START, spent) == differing(spent, absent) == {"supply red"}
    assert differing(START, black) == {"supply red", "hero"}
    several = [replace(START, black_pawns=pawns) for pawns in ((), (RED,), (BLUE,), (RED, BLUE), BEASTS)]
    assert len({zone(one, "hero").tobytes() for one in several}) == 5


def test_what_a_null_coin_counts_is_told_unless_it_is_nothing() -> None:
    nulls = [replace(START, null_coin=worth) for worth in range(6)]
    assert len({zone(one, "hero").tobytes() for one in nulls}) == 6
    assert after(null_coin=2) == {"hero"}


def test_guided_marks_touch_only_what_they_name() -> None:
    for suit in BEASTS:
        assert differing(START, START, SHEET, replace(SHEET, targets=(suit,))) == {f"arena {suit}"}
        assert differing(START, START, SHEET, replace(SHEET, chosen=(suit,))) == {f"arena {suit}"}
    for marked in (replace(SHEET, chosen=("c4",)), replace(SHEET, targets=("c4",))):
        assert differing(START, START, SHEET, marked) == {"life"}
    teal = zone(START, "life", replace(SHEET, targets=("c2", "c4"))).histogram()[PALETTE.index("teal")]
    assert teal > 2 * 200


def test_every_ending_has_its_own_sign_and_a_win_its_score_and_pawns() -> None:
    points = {ending: (4 if ending == "win" else 0) for ending in GAME.endings}
    over = [replace(START, outcome=Outcome(ending, (), (score,))) for ending, score in points.items()]
    assert len({zone(one, "hero").tobytes() for one in (START, *over)}) == len(GAME.endings) + 1 == 6
    win = over[0]
    better = replace(win, outcome=Outcome("win", (), (5,)))
    assert zone(win, "hero").tobytes() != zone(better, "hero").tobytes()
    armed = replace(win, black_pawns=(RED, BLUE))
    assert differing(win, armed) == {"hero", "supply red", "supply blue"}


def test_the_turn_is_written_in_another_colour_once_it_is_over() -> None:
    def used_colours(of: View) -> set[str]:
        line = paint(of, SHEET).crop((400, 0, WIDTH, STRIP))
        return {name for name in ("thrag-say", "amber") if line.histogram()[PALETTE.index(name)]}

    assert used_colours(START) == {"thrag-say"}
    assert used_colours(replace(START, outcome=Outcome("death", (), (0,)))) == {"amber"}


@pytest.mark.parametrize(
    "kind", [PieceKind.TILE, PieceKind.COIN, PieceKind.DIE, PieceKind.HIT, PieceKind.SLAIN]
)
@pytest.mark.parametrize("size", [34, 60])
def test_values_differ_without_their_colour(kind: PieceKind, size: int) -> None:
    shapes = {
        sprite(DrawnPiece(kind, size, Suit.RED, value)).convert("L").tobytes()
        for value in (TILES if kind in (PieceKind.TILE, PieceKind.SLAIN) else VALUES)
    }
    assert len(shapes) == (5 if kind in (PieceKind.TILE, PieceKind.SLAIN) else 6)


def test_emblems_differ_in_shape_and_not_in_colour_alone() -> None:
    masks = [sprite(DrawnPiece(PieceKind.EMBLEM, 28, suit)).getchannel("A").tobytes() for suit in Suit]
    for one, two in combinations(masks, 2):
        pixels = sum(a != b for a, b in zip(one, two, strict=True))
        assert pixels > 28 * 28 * 0.1


def test_a_lost_piece_is_neither_there_nor_gone() -> None:
    kinds = (
        DrawnPiece(PieceKind.TILE, 48, Suit.RED, 3),
        DrawnPiece(PieceKind.TILE, 48, Suit.RED, 3, lost=True),
    )
    assert (
        len(
            {
                flat_piece(piece, "red-cloth").tobytes()
                for piece in (*kinds, DrawnPiece(PieceKind.NO_TILE, 48))
            }
        )
        == 3
    )


def test_the_caller_may_change_the_picture_it_got() -> None:
    mine = paint(START, SHEET)
    before = mine.tobytes()
    mine.paste(0, (0, 0, WIDTH, HEIGHT))
    assert paint(START, SHEET).tobytes() == before


def test_threads_may_paint_at_once() -> None:
    alone = {name: png(paint(*PICTURES[name])) for name in PICTURES}
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda name: (name, png(paint(*PICTURES[name]))), list(PICTURES) * 3)
        assert all(alone[name] == data for name, data in together)
