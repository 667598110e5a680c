"""Which tile charges which item when Trogdor comes to it."""

from __future__ import annotations

import pytest

from engine.trogdor.cards import Item
from tests.engine.trogdor.tables import play_card

CHARGES = {"L": {"flask"}, "F": {"beans"}, "T": {"baubles"}}
"""By the letter of the tile; the others charge nothing."""


@pytest.mark.rule(
    "trogdor:item-flask",
    "trogdor:item-beans",
    "trogdor:item-baubles",
    "trogdor:ruling-18",
    "trogdor:ruling-25",
)
@pytest.mark.parametrize("keeper", ["hardybardy", "galgabudge"])
@pytest.mark.parametrize("tile", [".", "C", "M", "T", "L", "F", "S", "R", "W"])
@pytest.mark.parametrize("item", list(Item))
def test_a_tile_charges_its_item_and_no_other(item: str, tile: str, keeper: str) -> None:
    shown = f". . . . .  . . . . .  . . .D {tile} .  . . . . .  . . . . .a"
    charges = CHARGES.get(tile, set())
    if keeper == "galgabudge" and tile == "M":
        charges = {"baubles"}
    game = play_card(shown, f"{keeper} {item}", charged=False).play("step e")
    assert game.active.charged is (item in charges)
