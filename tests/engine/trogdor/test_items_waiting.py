"""The items whose moment comes by itself: Shield, Trinket, Flask, Pouch."""

from __future__ import annotations

import pytest

from engine.trogdor.board import Direction, Walker
from engine.trogdor.events import (
    Damaged,
    DirectionChosen,
    ItemRecharged,
    ItemUsed,
    Marched,
    PeasantRan,
    Preferred,
    Repaired,
    Spared,
)
from engine.trogdor.model import ItemMode, Phase
from tests.engine.trogdor.tables import Table, drawing, play_card, table

KNIGHTS = """
    . . . .   .
    . . . .   .
    . . .D .12 .
    . . . .   .
    . . . .   .a
"""
SHOT = ("0 n nwws",)
ARCHER = """
    . . . . .
    . . . . .a
    . . .D . .
    . . . . .
    . . . . .
"""
"""With the card of `SHOT` the Archer comes by e1, d1 and c1 to c2 and shoots down the column."""


@pytest.mark.rule("trogdor:item-shield", "trogdor:ruling-21", "trogdor:ruling-16")
def test_the_shield_takes_one_hit_and_no_other() -> None:
    game = play_card(KNIGHTS, "hardybardy shield").play("step e")
    assert game.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "shield")]
    assert game.of(Damaged) == [Damaged(Walker.SECOND_KNIGHT, 13, 3)]
    assert not game.active.charged


@pytest.mark.rule("trogdor:item-shield", "trogdor:ruling-21", "trogdor:ruling-16")
def test_the_shield_works_in_phase_two() -> None:
    game = play_card(KNIGHTS, "hardybardy shield", movement=("0 n wn",)).play("finish")
    assert game.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "shield")]
    assert [event.who for event in game.of(Damaged)] == [Walker.SECOND_KNIGHT]


@pytest.mark.rule("trogdor:ruling-21", "trogdor:ruling-9", "trogdor:item-shield")
def test_the_shield_works_against_the_troghammer_before_a_card_is_chosen() -> None:
    shown = ". . . . .  . . . . .  . . .D .h .  . . . . .  . . . . .a"
    game = drawing(shown, "hardybardy shield", trog=("troghammer",), movement=("0 n wn",))
    assert game.board.health == 4
    assert not game.active.charged
    asked = drawing(shown, "hardybardy shield", trog=("troghammer",), movement=("0 n wn",), asks=ItemMode.ASK)
    assert asked.state.phase is Phase.SHIELD
    asked.play("no")
    assert (asked.board.health, asked.state.phase) == (3, Phase.CHOOSE)


@pytest.mark.rule("trogdor:ruling-57", "trogdor:prefer-1", "trogdor:item-shield")
def test_the_shield_is_asked_for_every_knight() -> None:
    game = play_card(KNIGHTS, "hardybardy shield", asks=ItemMode.ASK).play("step e")
    assert game.state.phase is Phase.SHIELD
    assert game.legal() == ["yes", "no", "prefer auto", "prefer never", "leave"]
    game.play("no")
    assert [event.who for event in game.of(Damaged)] == [Walker.FIRST_KNIGHT]
    assert game.state.phase is Phase.SHIELD
    game.play("yes")
    assert game.of(Spared) == [Spared(Walker.SECOND_KNIGHT, "shield")]
    assert (game.state.phase, game.board.health) == (Phase.ACT, 3)


@pytest.mark.rule("trogdor:item-shield")
def test_the_shield_stops_no_arrow_and_is_not_asked() -> None:
    game = play_card(ARCHER, "hardybardy shield", movement=SHOT).play("finish")
    assert [event.who for event in game.of(Damaged)] == [Walker.ARCHER]
    assert game.state.players[0].charged


@pytest.mark.rule("trogdor:item-shield", "trogdor:ruling-13")
@pytest.mark.parametrize(("line", "card"), [("chomp", "block"), ("card e5", "jhonka-help")])
def test_a_gain_of_health_charges_the_shield(line: str, card: str) -> None:
    shown = ". . . . .  . . . . .  . . .Dp . .  . . . . .  .a . . . .p"
    assert play_card(shown, "hardybardy shield", card=card, charged=False).play(line).active.charged


@pytest.mark.rule("trogdor:item-shield", "trogdor:item-flask", "trogdor:item-disk", "trogdor:ruling-13")
@pytest.mark.parametrize(("item", "line"), [("disk", "item"), ("flask", "burn peasant")])
def test_disk_and_flask_are_gains_of_health_too(item: str, line: str) -> None:
    """They are used by the next player, at a table where items are charged in any turn."""
    shown = ". . . . .  . . . . .  . . .Dp . .  . . . . .  .a . . . ."
    game = play_card(shown, "hardybardy shield", f"hardybardy {item}", charged=False, anyone=True, void=1)
    game.play("finish", "play block")
    if item == "flask":
        game.play("n")  # the peasant went north with the card of the land
    assert not game.state.players[0].charged
    game.play(line)
    assert game.state.players[0].charged


@pytest.mark.rule("trogdor:item-trinket", "trogdor:ruling-21", "trogdor:ruling-16")
def test_the_trinket_takes_the_arrow() -> None:
    game = play_card(ARCHER, "hardybardy trinket", movement=SHOT).play("finish")
    assert game.of(Spared) == [Spared(Walker.ARCHER, "trinket")]
    assert game.board.health == 4
    assert not game.state.players[0].charged


@pytest.mark.rule("trogdor:item-trinket", "trogdor:prefer-1")
@pytest.mark.parametrize(("answer", "health"), [("yes", 4), ("no", 3)])
def test_the_trinket_can_be_asked(answer: str, health: int) -> None:
    game = play_card(ARCHER, "hardybardy trinket", movement=SHOT, asks=ItemMode.ASK).play("finish")
    assert game.state.phase is Phase.TRINKET
    assert game.play(answer).board.health == health
    assert game.state.players[0].charged is (answer == "no")


@pytest.mark.rule("trogdor:item-trinket")
def test_the_trinket_does_not_stop_knights() -> None:
    game = play_card(KNIGHTS, "hardybardy trinket").play("step e")
    assert game.board.health == 2
    assert game.active.charged


@pytest.mark.rule("trogdor:item-trinket", "trogdor:ruling-18")
def test_the_archer_is_visited_by_trogdor_and_not_the_other_way_round() -> None:
    beside = ". . . . .  . . . . .  . . .D .a .  . . . . .  . . . . ."
    game = play_card(beside, "hardybardy trinket", charged=False).play("step e")
    assert game.active.charged
    walked = play_card(beside, "hardybardy trinket", charged=False, movement=("0 n wn",)).play("finish")
    assert not walked.state.players[0].charged


LAKE = """
    . . .   . .
    . . .   L .
    . . .Dp .p .
    . . .   . .
    . . .   . .a
"""


@pytest.mark.rule("trogdor:item-flask", "trogdor:ruling-23")
def test_the_flask_gains_the_peasant_after_he_has_run_and_burned() -> None:
    game = play_card(LAKE, "hardybardy flask", movement=("0 n www",)).play("burn peasant")
    assert [event.end for event in game.of(PeasantRan)] == ["flask"]
    assert game.looks(". . . . .  . . . L .  .# .# .#D .p .#  . . . . .  . . . . .a")
    assert (game.board.health, game.board.void) == (5, 0)
    assert not game.active.charged


@pytest.mark.rule("trogdor:ruling-23", "trogdor:item-flask")
def test_the_flask_is_not_spent_on_one_whom_the_lake_saves() -> None:
    game = play_card(LAKE, "hardybardy flask", movement=("0 n nee",)).play("burn peasant")
    assert [event.end for event in game.of(PeasantRan)] == ["lake"]
    assert game.active.charged
    assert game.board.health == 4


@pytest.mark.rule("trogdor:ruling-23", "trogdor:item-flask")
def test_the_flask_is_not_for_those_whom_another_peasant_lights() -> None:
    """The first runs into d3 and is not saved, as the player wants. Nobody asks about the second."""
    game = play_card(LAKE, "hardybardy flask", movement=("0 n ess", "0 n ess"), asks=ItemMode.ASK)
    game.play("burn peasant")
    assert game.state.phase is Phase.FLASK
    assert game.play("no").state.phase is Phase.ACT
    assert [event.end for event in game.of(PeasantRan)] == ["void", "void"]
    assert game.active.charged


@pytest.mark.rule("trogdor:ruling-23", "trogdor:item-flask")
def test_the_flask_is_not_for_those_who_walk_into_a_fire() -> None:
    shown = "C#! .p . . .  . . . . .  . . .D . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy flask", movement=("0 w nn", "0 n ss")).play("finish")
    assert [event.end for event in game.of(PeasantRan)] == ["void"]
    assert game.state.players[0].charged


@pytest.mark.rule("trogdor:ruling-23", "trogdor:item-flask", "trogdor:card-shot-put")
def test_the_flask_is_for_whom_a_card_lights() -> None:
    game = play_card(LAKE, "hardybardy flask", card="shot-put", movement=("0 n ess", "0 n nn"))
    game.play("finish", "card d3 peasant")
    assert [event.end for event in game.of(PeasantRan)] == ["flask"]


@pytest.mark.rule("trogdor:item-flask", "trogdor:ruling-18", "trogdor:ruling-6")
@pytest.mark.parametrize("plain", [True, False])
def test_a_visit_to_the_lake_charges_the_flask_even_if_it_is_a_plain_tile(*, plain: bool) -> None:
    game = play_card(LAKE, "hardybardy flask", charged=False, plain_lake=plain).play("e")
    assert not game.active.charged
    assert game.play("n").active.charged


@pytest.mark.rule("trogdor:items-1", "trogdor:item-flask")
def test_a_charged_flask_that_was_used_this_turn_is_not_used_again() -> None:
    game = play_card(LAKE, "hardybardy flask", movement=("0 n ww", "0 n ee")).play("burn peasant")
    game.play("e", "n", "s")
    assert game.active.charged
    assert [event.end for event in game.play("burn peasant").of(PeasantRan)] == ["void"]


MARCH = """
    .  .  . .  .
    .# .p . .# .
    .  .# . .D .
    .  .  . .  C#!
    .  .  . .  .a
"""


def pouch(shown: str = MARCH, card: str = "0 w+ nn", **more: object) -> Table:
    return play_card(shown, "hardybardy pouch", card="high-energy", movement=(card,), **more).play("finish")


@pytest.mark.rule("trogdor:item-pouch", "trogdor:ruling-43", "trogdor:ruling-57")
def test_the_pouch_offers_the_three_other_ways_and_keeps_the_repair() -> None:
    game = pouch()
    assert game.state.phase is Phase.POUCH
    assert game.legal()[:4] == ["pouch n", "pouch e", "pouch s", "no"]
    game.play("pouch s")
    assert game.of(DirectionChosen) == [DirectionChosen(0, Direction.SOUTH)]
    assert game.of(Marched) == [Marched(Direction.SOUTH, ((6, 11),))]
    assert game.of(Repaired) == [Repaired((11,))]
    assert not game.state.players[0].charged


@pytest.mark.rule("trogdor:ruling-57", "trogdor:item-pouch")
def test_to_keep_the_printed_way_is_no_use_of_the_pouch() -> None:
    game = pouch()
    assert game.expect_refusal("pouch w").key == "no-target"
    game.play("no")
    assert game.of(Marched) == [Marched(Direction.WEST, ((6, 5),))]
    assert game.state.players[0].charged
    assert game.of(ItemUsed) == []


@pytest.mark.rule("trogdor:ruling-43")
def test_the_pouch_is_asked_before_the_new_peasants_come_out() -> None:
    shown = "C . . . C  . . . . .  . . .D . .  . . . . .  . . . . .a"
    game = pouch(shown, "1 w nn")
    assert game.state.phase is Phase.POUCH
    assert game.play("pouch s").state.phase is Phase.SPAWN
    game.play("spawn e1")
    assert game.of(Marched) == [Marched(Direction.SOUTH, ((4, 9),))]


@pytest.mark.rule("trogdor:ruling-57")
@pytest.mark.parametrize(
    ("card", "health", "asked"), [("0 w nn", 4, False), ("1 w nn", 4, True), ("1 w nn", 0, False)]
)
def test_the_pouch_is_asked_only_if_some_peasant_will_move(card: str, health: int, *, asked: bool) -> None:
    shown = "C . . . .  . . . . .  . . .D . .  . . . . .  . . . . .a"
    assert (pouch(shown, card, health=health).state.phase is Phase.POUCH) is asked


@pytest.mark.rule("trogdor:item-pouch", "trogdor:ruling-17")
def test_damage_charges_the_pouch_and_it_is_not_used_again_this_turn() -> None:
    shown = ". .p . . .  . . . . .  . . .D .1 .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy pouch", movement=("0 s wn", "0 n nn"))
    game.play("finish", "pouch e")
    assert game.of(ItemRecharged)
    assert game.state.players[0].charged
    stepped = play_card(shown, "hardybardy pouch", charged=False).play("step e", "finish")
    assert stepped.state.phase is Phase.POUCH


@pytest.mark.rule("trogdor:prefer-1", "trogdor:item-pouch")
def test_a_pouch_that_never_works_is_not_asked() -> None:
    game = pouch(asks=ItemMode.NEVER)
    assert game.of(Marched) == [Marched(Direction.WEST, ((6, 5),))]


@pytest.mark.rule("trogdor:prefer-1")
@pytest.mark.parametrize(
    ("shown", "card", "way"),
    [
        # b2 goes west or south onto burned tiles: repairs. North and east are free; north comes first.
        (". . . . .  .# .p . . .  . .# . . .  . . . .D .  . . . . .a", "0 w+ nn", "n"),
        # The same without repair: the printed way.
        (". . . . .  .# .p . . .  . .# . . .  . . . .D .  . . . . .a", "0 w nn", "w"),
        # North is free, but east leads into a burning cottage.
        (". . . . .  .# .p C#! . .  . .# . . .  . . . .D .  . . . . .a", "0 w+ nn", "e"),
        # Every way repairs one tile: the printed way.
        (". .# . . .  .# .p .# . .  . .# . . .  . . . .D .  . . . . .a", "0 s+ nn", "s"),
        # West repairs none but leads nobody into the fire; east leads one there, and another to a repair.
        (". .# . . .  . .p C#! . .  . .# . . .  . . .p .# .  . . . .D .a", "0 s+ nn", "w"),
        # Two into the fires of the west are better than one into that of the east.
        ("C! .p C! . .  C! .p . . .  . . . . .  . . . .D .  . . . . .a", "0 n nn", "w"),
    ],
    ids=["fewest repairs", "no repair", "into the fire", "all alike", "repairs first", "most into fire"],
)
def test_a_pouch_on_auto_repairs_least_then_burns_most_then_keeps_to_the_card(
    shown: str, card: str, way: str
) -> None:
    game = pouch(shown, card, asks=ItemMode.AUTO)
    assert game.of(Marched)[0].direction == way
    printed = card.split()[1].removesuffix("+")
    assert bool(game.of(ItemUsed)) is (way != printed)


@pytest.mark.rule("trogdor:prefer-1")
@pytest.mark.parametrize("item", ["shield", "trinket", "flask", "pouch"])
def test_a_player_can_say_at_any_time_what_the_item_does(item: str) -> None:
    game = table(MARCH, "hardybardy disk", f"hardybardy {item}", asks=ItemMode.ASK)
    game.play("prefer never", seat=1)
    assert game.events == (Preferred(1, ItemMode.NEVER),)
    assert game.state.players[1].asks is ItemMode.NEVER
    assert game.legal("prefer", seat=1) == ["prefer ask", "prefer auto"]
    game.play("play block").play("prefer auto", seat=1)
    assert game.state.phase is Phase.ACT
    assert game.legal("prefer", seat=0) == []


@pytest.mark.rule("trogdor:prefer-1")
def test_a_question_stays_open_when_the_setting_changes() -> None:
    game = play_card(KNIGHTS, "hardybardy shield", asks=ItemMode.ASK).play("step e", "prefer never")
    assert game.state.phase is Phase.SHIELD
    game.play("no")
    assert (game.state.phase, game.board.health) == (Phase.ACT, 2)


@pytest.mark.rule("trogdor:prefer-1", "trogdor:item-shield", "trogdor:item-trinket", "trogdor:item-flask")
def test_an_item_that_never_works_is_kept() -> None:
    shield = play_card(KNIGHTS, "hardybardy shield", asks=ItemMode.NEVER).play("step e")
    trinket = play_card(ARCHER, "hardybardy trinket", movement=SHOT, asks=ItemMode.NEVER).play("finish")
    flask = play_card(LAKE, "hardybardy flask", movement=("0 n ww",), asks=ItemMode.NEVER).play(
        "burn peasant"
    )
    assert (shield.board.health, trinket.board.health, flask.board.void) == (2, 3, 1)
    assert all(game.state.players[0].charged for game in (shield, trinket, flask))


@pytest.mark.rule("trogdor:ruling-16", "trogdor:items-1")
@pytest.mark.parametrize("item", ["shield", "trinket", "pouch", "flask"])
def test_the_items_of_others_do_nothing_in_this_turn(item: str) -> None:
    """Knights, an arrow, a march and a burning peasant come in the turn of somebody else."""
    shown = ". . . . .  . . . . .a  . . .Dpp .1 .  . . . . .  .p . . . ."
    cards = ("0 n ww", "0 n ss", "0 n se")
    game = play_card(shown, "hardybardy disk", f"hardybardy {item}", movement=cards)
    game.play("burn peasant", "step e", "finish")
    assert len(game.of(Marched)) == 1
    assert (game.board.health, game.board.void) == (4 - 2, 2 + 2)
    assert game.state.phase is Phase.CHOOSE
    assert game.of(ItemUsed) == []
    assert game.state.players[1].charged
