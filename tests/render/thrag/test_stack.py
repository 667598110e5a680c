from __future__ import annotations

from dataclasses import replace

import pytest

from engine.thrag.model import BEASTS, Pile, Suit
from render.thrag.colours import PALETTE
from render.thrag.supply import EMPTY, FAN, TRAY, fan
from render.thrag.table import SUPPLIES
from tests.render.regenerate import changed_pixels
from tests.render.thrag.test_picture import START, with_at, zone


@pytest.mark.parametrize(("at", "suit"), list(enumerate(BEASTS)))
def test_a_stack_is_counted_beside_its_backs_and_not_on_them(at: int, suit: Suit) -> None:
    def back(left: int) -> bytes:
        box = (8, TRAY + 30, 8 + FAN, TRAY + 30 + FAN)
        piles = with_at(START.piles, at, Pile(left, ()))
        return zone(replace(START, piles=piles), f"supply {suit}").crop(box).tobytes()

    assert back(3) == back(4) == back(5)
    assert len({back(left) for left in range(4)}) == 4


@pytest.mark.parametrize("suit", Suit)
def test_as_many_backs_are_fanned_as_tiles_are_left_up_to_three(suit: Suit) -> None:
    one, two, three = (fan(suit, backs, "walnut") for backs in (1, 2, 3))
    bare = PALETTE.index("walnut")
    covered = [FAN * FAN - image.histogram()[bare] for image in (one, two, three)]
    assert covered == sorted(set(covered))


def test_four_discards_lie_beside_an_empty_place_and_inside_the_tray() -> None:
    none, four = (
        zone(replace(START, piles=(Pile(0, discards), *START.piles[1:])), "supply red")
        for discards in ((), (5, 3, 2, 1))
    )
    left, _, right, _ = changed_pixels(none, four).getbbox() or (0, 0, 0, 0)
    assert left > 8 + EMPTY
    assert right <= SUPPLIES[0].width - 4
