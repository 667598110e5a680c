"""Questions in the middle of something: they wait, can be saved, and what was under way goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.store.codec import Codec
from engine.trogdor import GAME
from engine.trogdor.board import Walker
from engine.trogdor.cards import Item
from engine.trogdor.events import Damaged, DirectionChosen, ItemUsed, PeasantRan, Spared, Spawned, Walked
from engine.trogdor.model import ItemMode, Phase, State
from tests.engine.trogdor.tables import Table, drawing, play_card, squares

CODEC: Codec[State] = Codec(State)

KNIGHTS_COMING = """
    .   .   .   .   .
    .   .   .   .   .
    .1  .   .D  .   .
    .   .2  .   .   .
    .   .   .   .   .
"""


def phase_of(table: Table) -> Phase:
    """What is asked now."""
    return table.state.phase


def save_and_load(table: Table) -> Table:
    """The same table after a night on the disk."""
    return replace(table, state=CODEC.load(CODEC.dump(table.state)))


def shield(asks: ItemMode, **more: Any) -> Table:
    """A knight passes c3 with `eee`, in the land's turn."""
    return play_card(
        KNIGHTS_COMING, "hardybardy shield", "hardybardy ring", movement=("0 n eee",), asks=asks, **more
    )


def trinket(asks: ItemMode) -> Table:
    """The archer stops on d3 by `nee` and shoots along row 3."""
    shown = KNIGHTS_COMING.replace("1", "").replace("2", "a")
    return play_card(shown, "hardybardy trinket", "hardybardy ring", movement=("0 n nee",), asks=asks)


def flask(asks: ItemMode) -> Table:
    """A peasant stands with Trogdor and will run to d3, e3 and a3."""
    shown = KNIGHTS_COMING.replace("1", "").replace("2", "").replace("D", "Dp")
    return play_card(shown, "hardybardy flask", "hardybardy ring", movement=("0 n eee",), asks=asks)


def pouch(asks: ItemMode) -> Table:
    """The peasant of a1 would step north and repair a5; in any other direction nothing is repaired."""
    shown = ".p . . . . " + ". . . . . " + ". . .D . . " + ". . . . . " + ".# . . . ."
    return play_card(shown, "hardybardy pouch", "hardybardy ring", movement=("0 n+ nee",), asks=asks)


SITUATIONS = {
    Phase.SHIELD: (shield, "finish", "yes"),
    Phase.TRINKET: (trinket, "finish", "yes"),
    Phase.FLASK: (flask, "burn peasant", "yes"),
    Phase.POUCH: (pouch, "finish", "pouch e"),
}


@pytest.mark.rule("trogdor:prefer-1", "trogdor:items-1")
@pytest.mark.parametrize("phase", SITUATIONS)
def test_who_wants_to_be_asked_is_asked(phase: Phase) -> None:
    make, line, answer = SITUATIONS[phase]
    table = make(ItemMode.ASK).play(line)
    assert phase_of(table) is phase
    assert GAME.to_act(table.state) == {0}
    assert set(table.legal()) >= {answer, "no"}
    assert table.none_of(ItemUsed)
    assert table.expect_refusal("finish").key == "not-now"


@pytest.mark.rule("trogdor:prefer-1")
@pytest.mark.parametrize("phase", SITUATIONS)
def test_with_auto_it_works_by_itself_just_as_if_the_player_had_said_yes(phase: Phase) -> None:
    make, line, answer = SITUATIONS[phase]
    auto = make(ItemMode.AUTO).play(line)
    asked = make(ItemMode.ASK).play(line, answer)
    assert len(auto.of(ItemUsed)) == 1
    assert not auto.state.players[0].charged
    assert _without_setting(auto.state) == _without_setting(asked.state)


@pytest.mark.rule("trogdor:prefer-1")
@pytest.mark.parametrize("phase", SITUATIONS)
def test_with_never_it_rests_just_as_if_the_player_had_said_no(phase: Phase) -> None:
    make, line, _ = SITUATIONS[phase]
    never = make(ItemMode.NEVER).play(line)
    asked = make(ItemMode.ASK).play(line, "no")
    assert never.none_of(ItemUsed)
    assert never.state.players[0].charged
    assert _without_setting(never.state) == _without_setting(asked.state)


def _without_setting(state: State) -> State:
    return replace(state, players=tuple(replace(player, asks=ItemMode.ASK) for player in state.players))


@pytest.mark.rule("trogdor:prefer-1")
@pytest.mark.parametrize("phase", SITUATIONS)
def test_a_table_can_be_saved_while_it_waits(phase: Phase) -> None:
    make, line, answer = SITUATIONS[phase]
    for reply in (answer, "no"):
        there = make(ItemMode.ASK).play(line, reply)
        back = save_and_load(make(ItemMode.ASK).play(line)).play(reply)
        assert back.state == there.state
        assert back.events == there.events


@pytest.mark.rule("trogdor:prefer-1")
@pytest.mark.parametrize("phase", SITUATIONS)
def test_a_setting_changed_meanwhile_is_for_the_next_time(phase: Phase) -> None:
    make, line, answer = SITUATIONS[phase]
    table = make(ItemMode.ASK).play(line, "prefer never")
    assert phase_of(table) is phase
    assert answer in table.legal()


@pytest.mark.rule("trogdor:item-shield", "trogdor:ruling-44", "trogdor:ruling-21")
def test_a_knight_goes_on_from_where_the_question_stopped_him() -> None:
    """He is on c3 when it is asked, and walks on to d3; the second knight's turn comes after it."""
    table = shield(ItemMode.ASK).play("finish")
    assert table.board.knights == (12, 16)
    table.play("yes")
    assert table.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "shield")]
    assert [squares(*walk.squares) for walk in table.of(Walked)] == [
        ["a3", "b3", "c3", "d3"],
        ["b4", "c4", "d4", "e4"],
        ["e5", "a5", "b5", "c5"],
    ]
    assert table.board.health == 4


@pytest.mark.rule("trogdor:ruling-57", "trogdor:item-shield")
def test_the_shield_is_offered_again_to_the_next_knight_after_a_no() -> None:
    shown = ".1 .2 .D . ." + " ." * 20
    table = play_card(shown, "hardybardy shield", movement=("0 n eee",), asks=ItemMode.ASK).play(
        "finish", "no"
    )
    assert table.of(Damaged) == [Damaged(Walker.FIRST_KNIGHT, 2, 3)]
    assert phase_of(table) is Phase.SHIELD
    table.play("yes")
    assert table.of(Spared) == [Spared(Walker.SECOND_KNIGHT, "shield")]


@pytest.mark.rule("trogdor:ruling-21", "trogdor:items-1")
def test_after_a_yes_the_next_knight_is_not_asked_about() -> None:
    shown = ".1 .2 .D . ." + " ." * 20
    table = play_card(shown, "hardybardy shield", movement=("0 n eee",), asks=ItemMode.ASK).play(
        "finish", "yes"
    )
    assert table.of(Damaged) == [Damaged(Walker.SECOND_KNIGHT, 2, 3)]
    assert table.state.turn.number == 2


@pytest.mark.rule("trogdor:ruling-11", "trogdor:ruling-57")
def test_stepping_onto_two_knights_asks_twice_and_the_actions_go_on() -> None:
    table = play_card(".D .12 . . ." + " ." * 20, "hardybardy shield", asks=ItemMode.ASK).play("step e")
    assert phase_of(table) is Phase.SHIELD
    table.play("no")
    assert phase_of(table) is Phase.SHIELD
    table.play("yes")
    assert phase_of(table) is Phase.ACT
    assert (table.board.health, table.state.turn.points) == (3, 6)


@pytest.mark.rule("trogdor:ruling-9", "trogdor:item-shield")
def test_the_shield_is_asked_about_while_cards_are_drawn() -> None:
    table = drawing(
        ".h .D . . ." + " ." * 20,
        "hardybardy shield",
        trog=("troghammer", "majesty"),
        movement=("0 n eee",),
        struck=True,
        asks=ItemMode.ASK,
    )
    assert phase_of(table) is Phase.SHIELD
    assert table.state.trog.pile[0] == "majesty", "the second card is not drawn yet"
    assert save_and_load(table).play("no").board.health == 3
    table.play("yes")
    assert phase_of(table) is Phase.CHOOSE
    assert table.active.hand == ("block", "majesty")
    assert table.board.troghammer == 3


@pytest.mark.rule(
    "trogdor:item-flask", "trogdor:ruling-23", "trogdor:ruling-57", "trogdor:card-path-o-burnination"
)
def test_the_flask_is_asked_about_each_peasant_of_the_path_when_he_has_burned() -> None:
    table = play_card(
        ".D .p .p . ." + " ." * 20,
        "hardybardy flask",
        card="path-o-burnination",
        movement=("0 n eee", "0 n sss", "0 n sss"),
        asks=ItemMode.ASK,
    ).play("card")
    assert phase_of(table) is Phase.FLASK
    assert table.state.board.burned == (0, 1, 2, 3, 6, 11, 16)
    table.play("no")
    assert table.of(PeasantRan) == [PeasantRan((1, 6, 11, 16), "void")]
    assert phase_of(table) is Phase.FLASK
    table.play("yes")
    assert PeasantRan((2, 7, 12, 17), "flask") in table.events
    assert (table.board.health, table.board.void) == (5, 1)


@pytest.mark.rule("trogdor:ruling-23")
def test_nobody_asks_about_a_peasant_whom_the_lake_saves_or_another_lit() -> None:
    lake = play_card(".Dp L . . ." + " ." * 20, "hardybardy flask", movement=("0 n eee",), asks=ItemMode.ASK)
    lake.play("burn peasant")
    assert phase_of(lake) is Phase.ACT
    assert lake.of(PeasantRan) == [PeasantRan((0, 1), "lake")]
    assert lake.active.charged
    chain = play_card(
        ".Dp .p . . ." + " ." * 20, "hardybardy flask", movement=("0 n eee", "0 n sss"), asks=ItemMode.ASK
    )
    chain.play("burn peasant", "yes")
    assert [ran.end for ran in chain.of(PeasantRan)] == ["flask", "void"]


@pytest.mark.rule("trogdor:ruling-43", "trogdor:spawn-2", "trogdor:turn-1")
def test_two_questions_of_one_card_come_one_after_the_other() -> None:
    """First the Pouch, then where the new one comes out, who then walks the new way."""
    shown = "C . . . C" + " ." * 7 + " .D" + " ." * 12
    table = play_card(shown, "hardybardy pouch", movement=("1 n nee",), asks=ItemMode.ASK).play("finish")
    assert phase_of(table) is Phase.POUCH
    table = save_and_load(table).play("pouch s")
    assert phase_of(table) is Phase.SPAWN
    assert len(table.of(DirectionChosen)) == 1
    table = save_and_load(table).play("spawn e1")
    assert table.of(Spawned) == [Spawned((4,), 3)]
    assert squares(*table.board.peasants) == ["e2"]


@pytest.mark.rule("trogdor:ruling-57")
def test_the_pouch_is_not_asked_about_when_nobody_will_walk() -> None:
    for wants, health in ((0, 4), (3, 0)):
        shown = "C . . . C" + " ." * 7 + " .D" + " ." * 12
        card = f"{wants} n+ nee"
        table = play_card(shown, "hardybardy pouch", movement=(card,), asks=ItemMode.ASK, health=health)
        assert table.play("finish").state.turn.number == 2


@pytest.mark.rule("trogdor:prefer-1")
@pytest.mark.parametrize(
    ("shown", "printed", "wanted"),
    [
        # north and west repair, east and south do not: east, as south is not printed
        (". .# . . .  .# .p . . .  . . .D . .", "n+", "e"),
        # only west repairs nothing
        (". .# . . .  . .p .# . .  . .# .D . .", "n+", "w"),
        # nothing repairs: into the burning cottage in the south
        (". . . . .   . .p . . .   . C#! .D . .", "n", "s"),
        # a repair counts before a fire
        (". . . . .   .p .p . . .  .# C#! .D . .", "n+", "n"),
        # all alike: the printed one, without using the Pouch
        (". . . . .   . .p . . .   . . .D . .", "w+", "w"),
        # without repair on the card burned tiles do not matter
        (". .# . . .  .# .p .# . .  . .# .D . .", "s", "s"),
        # one who runs into fire repairs nothing there
        (". .# . . .  .# .p C#! . .  . .# .D . .", "n+", "e"),
    ],
)
def test_a_pouch_on_auto_takes_fewest_repairs_then_most_fire_then_the_printed_way(
    shown: str, printed: str, wanted: str
) -> None:
    table = play_card(
        shown + " ." * 10, "hardybardy pouch", movement=(f"0 {printed} nee",), asks=ItemMode.AUTO
    ).play("finish")
    assert table.state.land is not None
    assert table.state.land.direction == wanted
    assert table.state.land.pouched is (wanted != printed[0])


@pytest.mark.rule("trogdor:prefer-1")
def test_only_the_four_items_of_a_moment_have_a_setting() -> None:
    for item in Item:
        table = play_card(". " * 25, f"hardybardy {item}")
        has = item in (Item.SHIELD, Item.TRINKET, Item.FLASK, Item.POUCH)
        assert bool(table.legal("prefer")) is has


@pytest.mark.rule("trogdor:leave-1", "trogdor:prefer-1")
@pytest.mark.parametrize(
    ("asks", "used"), [(ItemMode.ASK, True), (ItemMode.AUTO, True), (ItemMode.NEVER, False)]
)
def test_the_item_of_one_who_has_left_works_unless_it_was_to_rest(asks: ItemMode, *, used: bool) -> None:
    """The land's turn of the leaver is still to come, and with it the knight."""
    table = shield(asks).play("leave")
    assert bool(table.of(ItemUsed)) is used
    assert table.board.health == (4 if used else 3)
