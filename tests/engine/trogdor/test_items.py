"""The items that are used like an action: Fireballs, Ring, Beans, Disk, Baubles."""

from __future__ import annotations

import pytest

from engine.trogdor.board import Walker
from engine.trogdor.cards import Item
from engine.trogdor.events import (
    CottageBurned,
    CottageMended,
    Damaged,
    Healed,
    ItemRecharged,
    ItemUsed,
    KnightMoved,
    Moved,
    PointsGained,
    TileBurned,
)
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import Table, play_card, table

BARE = """
    . . . .  .
    . . . .  .
    . . .D . .
    . . . .  .
    . . . .  .a
"""
ROUND = """
    . F M .  .
    . . . T  .
    . F .D . .
    . . . .  L
    . . . .  .a
"""


def is_charged_after(shown: str, item: str, *lines: str, card: str = "high-energy", **more: object) -> bool:
    """Whether an empty item is charged after some lines of its player's own turn."""
    game = play_card(shown, f"hardybardy {item}", charged=False, card=card, **more).play(*lines)
    return game.state.players[0].charged


@pytest.mark.rule("trogdor:items-1", "trogdor:ruling-16")
def test_an_item_is_used_for_nothing_and_is_empty_then() -> None:
    game = play_card(BARE, "hardybardy beans").play("item")
    assert game.of(ItemUsed) == [ItemUsed(0, Item.BEANS)]
    assert not game.active.charged
    assert game.legal("item") == []
    assert game.expect_refusal("item").key == "item-empty"


@pytest.mark.rule("trogdor:items-1", "trogdor:ruling-16")
def test_an_empty_item_cannot_be_used_in_later_turns_either() -> None:
    game = play_card(BARE, "hardybardy beans").play("item", "finish", "play block")
    assert game.legal("item") == []


@pytest.mark.rule("trogdor:items-1", "trogdor:ruling-17")
def test_an_item_charged_again_waits_for_the_next_turn() -> None:
    """b3 is a forest."""
    game = play_card(ROUND, "hardybardy beans").play("item", "w")
    assert game.of(ItemRecharged) == [ItemRecharged(0, Item.BEANS)]
    assert game.active.charged
    assert game.expect_refusal("item").key == "item-used"
    assert game.play("finish", "play block").legal("item") == ["item"]


@pytest.mark.rule("trogdor:ruling-17")
def test_what_happened_before_its_use_does_not_charge_an_item() -> None:
    game = play_card(ROUND, "hardybardy beans").play("w", "item")
    assert not game.active.charged


@pytest.mark.rule("trogdor:ruling-16", "trogdor:items-1")
def test_only_who_is_on_turn_uses_his_item() -> None:
    game = play_card(BARE, "hardybardy disk", "hardybardy beans")
    assert game.legal("item", seat=1) == []
    assert game.expect_refusal("item", seat=1).key == "not-your-turn"


@pytest.mark.rule("trogdor:items-1", "trogdor:ruling-17")
def test_an_item_is_charged_in_its_players_own_turn_only() -> None:
    game = play_card(ROUND, "hardybardy beans", "hardybardy disk").play("item", "finish")
    game.play("play block", "w")
    assert not game.state.players[0].charged


@pytest.mark.rule("trogdor:items-1")
def test_the_table_can_agree_to_charge_items_in_any_turn() -> None:
    game = play_card(ROUND, "hardybardy beans", "hardybardy disk", anyone=True).play("item", "finish")
    game.play("play block", "w")
    assert game.of(ItemRecharged) == [ItemRecharged(0, Item.BEANS)]
    assert game.state.players[0].charged


@pytest.mark.rule("trogdor:ruling-16")
def test_an_item_can_be_used_after_the_actions_while_the_effect_waits() -> None:
    game = play_card(BARE, "hardybardy fireballs", card="shot-put").play("finish")
    assert game.state.phase is Phase.AFTER
    assert game.play("item a1").of(TileBurned) == [TileBurned(0, "item")]
    assert game.legal("card")


@pytest.mark.rule("trogdor:ruling-18", "trogdor:item-beans")
def test_to_visit_is_to_enter_if_only_in_passing() -> None:
    assert is_charged_after(ROUND, "beans", "w", "w")
    assert is_charged_after(ROUND.replace(".D", "FD"), "beans", "n") is False
    assert is_charged_after(ROUND.replace(".D", "FD"), "beans", "burn", "finish") is False
    assert is_charged_after(ROUND.replace(".D", "FD"), "beans", "n", "s")


@pytest.mark.rule("trogdor:ruling-18", "trogdor:item-beans", "trogdor:item-ring")
def test_a_jump_is_a_visit() -> None:
    assert is_charged_after(ROUND, "beans", "card b1", card="wingaling")
    assert is_charged_after(ROUND, "beans", "finish", "card c1", card="hidey-hole") is False


@pytest.mark.rule("trogdor:item-fireballs", "trogdor:ruling-20", "trogdor:ruling-50b")
def test_fireballs_burn_any_tile_even_the_lake_under_his_feet() -> None:
    shown = "C#p .# . . .  .# .# . . .  . . LD . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy fireballs")
    tiles = [line for line in game.legal("item") if not line.endswith("cottage")]
    assert len(tiles) == 25 - 4
    assert game.play("item c3").of(TileBurned) == [TileBurned(12, "item")]
    assert game.state.turn.points == 7


@pytest.mark.rule("trogdor:item-fireballs", "trogdor:ruling-20", "trogdor:burn-3")
def test_fireballs_burn_a_cottage_that_is_ready_but_no_peasant() -> None:
    shown = "C#p .# . . C#  .# .# . . .  . . LD . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy fireballs")
    assert [line for line in game.legal("item") if len(line.split()) > 2] == ["item a1 cottage"]
    assert game.play("item a1 cottage").of(CottageBurned) == [CottageBurned(0, "item")]


@pytest.mark.rule("trogdor:item-fireballs", "trogdor:ruling-19")
@pytest.mark.parametrize(
    ("shown", "card", "loaded"),
    [
        (".# . . . .  .p . . . .  . . .D . .  . . . . .  . . . . .a", "0 n+ nn", True),
        (". . . . .  .p . . . .  . . .D . .  . . . . .  . . . . .a", "0 n+ nn", False),
        (".# . . . .  .p . . . .  . . .D . .  . . . . .  . . . . .a", "0 n nn", False),
        ("C#! . . . .  .p . . . .  . . .D . .  . . . . .  . . . . .a", "0 n+ nn", False),
    ],
    ids=["burned", "green", "no repair", "he burns himself"],
)
def test_a_repair_that_turns_a_tile_charges_the_fireballs(shown: str, card: str, *, loaded: bool) -> None:
    assert is_charged_after(shown, "fireballs", "finish", movement=(card, "0 n ee")) is loaded


@pytest.mark.rule("trogdor:item-ring", "trogdor:ruling-20")
def test_the_ring_leads_to_any_other_square() -> None:
    game = play_card(ROUND, "hardybardy ring")
    assert len(game.legal("item")) == 24
    game.play("item e4")
    assert game.of(Moved) == [Moved(0, 12, 19, "jump")]
    assert game.state.turn.points == 7


@pytest.mark.rule("trogdor:item-ring", "trogdor:ruling-19")
@pytest.mark.parametrize(
    ("shown", "lines", "loaded"),
    [
        (". . . . .  . . . . .  . . CD . .  . . . . .  . . . . .a", ["burn"], True),
        ("C#D .# . . .  .# .# . . .  . . . . .  . . . . .  . . . . .a", ["burn cottage"], True),
        (". . . . .  . . . . .  . . .Dp C .  . . . . .  . . . . .a", ["burn peasant"], True),
        (". . . . .  . . . . .  . . .D C .  . . . . .  . . . . .a", ["burn"], False),
        (". . . . .  . . . . .  . . .Dp C# .  . . . . .  . . . . .a", ["burn peasant"], False),
    ],
    ids=["tile", "cottage", "by a peasant", "another tile", "burned before"],
)
def test_a_cottage_or_its_tile_burned_by_anyone_charges_the_ring(
    shown: str, lines: list[str], *, loaded: bool
) -> None:
    assert is_charged_after(shown, "ring", *lines, movement=("0 n ee",)) is loaded


@pytest.mark.rule("trogdor:ruling-19", "trogdor:items-1")
def test_a_peasant_on_fire_in_phase_two_charges_the_ring() -> None:
    """He walks into the burning cottage of a1, and his start tile is a cottage's that had been repaired."""
    shown = "C! .p . . .  . . . . .  . . .D . .  . . . . .  . . . . .a"
    assert is_charged_after(shown, "ring", "finish", movement=("0 w nn", "0 n ss"))


@pytest.mark.rule("trogdor:ruling-48", "trogdor:item-ring")
def test_the_fiery_rage_charges_nothing() -> None:
    shown = "C . . . .  C1 . . . .  .D . . . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy ring", health=0, charged=False, movement=("0 n nn",)).play("n")
    assert game.state.outcome is not None
    assert game.board.aflame == (0, 5)
    assert game.of(ItemRecharged) == []


@pytest.mark.rule("trogdor:item-beans", "trogdor:ruling-53")
def test_beans_are_two_points_as_long_as_points_can_be_spent() -> None:
    game = play_card(BARE, "hardybardy beans", card="block").play("n", "s", "n", "s")
    assert game.state.turn.points == 0
    game.play("item")
    assert game.of(PointsGained) == [PointsGained(0, 2, "beans")]
    assert game.state.turn.points == 2
    late = play_card(BARE, "hardybardy beans", card="shot-put").play("finish")
    assert late.legal("item") == []


@pytest.mark.rule("trogdor:item-disk", "trogdor:ruling-13")
def test_the_disk_brings_one_back_from_the_void() -> None:
    game = play_card(BARE, "hardybardy disk", void=2, health=3).play("item")
    assert game.of(Healed) == [Healed(4)]
    assert (game.board.health, game.board.void) == (4, 1)


@pytest.mark.rule("trogdor:item-disk")
def test_the_disk_needs_somebody_in_the_void() -> None:
    assert play_card(BARE, "hardybardy disk").expect_refusal("item").key == "void-empty"


@pytest.mark.rule("trogdor:item-disk", "trogdor:ruling-17")
def test_nothing_charges_the_disk() -> None:
    """Forest, tunnel, mountain, cottage, bite, damage, archer: none of it."""
    shown = ". . . . .  . F M T C  . .1p .Dp .a .  . . L . .  . . . . ."
    lines = ["chomp", "s", "n", "n", "w", "e", "e", "e", "burn", "w", "s", "w", "w", "chomp", "finish"]
    game = play_card(shown, "hardybardy disk", charged=False, bonus=20).play(*lines)
    assert not game.state.players[0].charged
    assert not any(isinstance(event, ItemRecharged) for event in game.told)


CROWD = """
    .1 .p C .2 .h
    .  C! . .  .
    .  .  . .D .
    .  .  . .  .
    .  .  . .  .a
"""


@pytest.mark.rule("trogdor:item-baubles", "trogdor:empty-1", "trogdor:ruling-22")
def test_baubles_put_any_knight_onto_an_empty_square() -> None:
    """Of 25 squares six are taken by pieces and two by cottages."""
    game = play_card(CROWD, "hardybardy baubles")
    lines = game.legal("item")
    assert len(lines) == 3 * (25 - 6 - 2)
    targets = {line.split()[-1] for line in lines}
    assert targets.isdisjoint({"a1", "b1", "c1", "d1", "e1", "b2", "d3", "e5"})
    assert {line.rsplit(" ", 1)[0] for line in lines} == {"item a1", "item d1", "item troghammer"}
    game.play("item d1 c3")
    assert game.of(KnightMoved) == [KnightMoved(Walker.SECOND_KNIGHT, 3, 12)]
    assert game.board.knights == (0, 12)
    assert game.state.turn.points == 7


@pytest.mark.rule("trogdor:ruling-22", "trogdor:item-baubles")
def test_baubles_move_the_troghammer() -> None:
    game = play_card(CROWD, "hardybardy baubles").play("item troghammer a5")
    assert game.of(KnightMoved) == [KnightMoved(Walker.TROGHAMMER, 4, 20)]
    assert game.board.troghammer == 20
    assert "item troghammer a5" not in play_card(BARE, "hardybardy baubles").legal("item")


@pytest.mark.rule("trogdor:ruling-22")
def test_who_is_put_somewhere_neither_hurts_nor_mends() -> None:
    """He is lifted from a burning cottage where Trogdor stands."""
    shown = ". . . . .  . . . . .  . . C#!1D . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy baubles").play("item c3 a1")
    assert game.board.aflame == (12,)
    assert game.of(CottageMended) == []
    assert game.of(Damaged) == []


@pytest.mark.rule("trogdor:item-baubles", "trogdor:ruling-18")
def test_a_visit_to_a_tunnel_charges_the_baubles() -> None:
    assert is_charged_after(ROUND, "baubles", "e", "n")
    assert not is_charged_after(ROUND, "baubles", "n", "n")
    ends = "TD . . . .  . . . . .  . . . . .  . . . . .  .a . . . T"
    assert is_charged_after(ends, "baubles", "tunnel e5")


@pytest.mark.rule("trogdor:ruling-16", "trogdor:item-baubles")
def test_baubles_are_for_the_time_of_the_actions() -> None:
    game: Table = play_card(CROWD, "hardybardy baubles", card="flip-em-up-fran")
    assert game.legal("item")
    assert game.play("finish").legal("item") == []
    assert table(CROWD, "hardybardy baubles").legal("item") == []
