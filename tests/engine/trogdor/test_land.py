"""A turn's second phase as a whole: the order of its steps, its card, and what is kept of it to be shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.trogdor import FACTS, MAPS
from engine.core import read_options
from engine.deck import Deck
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.events import (
    ArrowShot,
    CottageMended,
    Damaged,
    Finished,
    Marched,
    MovementDrawn,
    PeasantRan,
    Repaired,
    Reshuffled,
    Spawned,
    TurnBegan,
    Walked,
)
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import Table, play_card, squares

BUSY = """
    C   .   .   .   C#!
    .#  .   .1  .   .
    .   .   .D  .   .
    .p  .   .   .   .#p
    .2  .   .   .   .a
"""


def busy() -> Table:
    """With two peasants there and three wanted, one comes out of a1; all walk south and repair."""
    table = play_card(BUSY, "hardybardy disk", "hardybardy ring", movement=("3 s+ sse", "0 n sss"))
    return table.play("finish")


@pytest.mark.rule("trogdor:turn-1")
def test_the_land_takes_its_steps_in_order_and_the_next_player_is_on() -> None:
    """The first knight hurts Trogdor on his way; the arrow along row 2 misses."""
    after = busy()
    wanted = [Finished, MovementDrawn, Spawned, Marched, Repaired, Damaged, Walked, Walked, Walked]
    wanted += [ArrowShot, TurnBegan]
    assert [type(event) for event in after.events if type(event) in wanted] == wanted
    assert after.state.turn.seat == 1
    assert after.state.phase is Phase.CHOOSE
    assert after.looks("""
        C   .   .   .   C#!
        .pa .2  .   .   .
        .   .   .D  .   .
        .   .   .   .1  .#
        .p  .   .   .   .p
    """)


@pytest.mark.rule("trogdor:turn-1")
def test_the_turns_go_round_the_table() -> None:
    table = play_card(
        ".D" + " ." * 24, "hardybardy disk", "hardybardy ring", "hardybardy flask", movement=("0 n nee",) * 3
    ).play("finish")
    assert table.state.turn.seat == 1
    table.play("discard block", "finish")
    assert table.state.turn.seat == 2
    table.play("discard block", "finish")
    assert (table.state.turn.seat, table.state.turn.number) == (0, 4)


@pytest.mark.rule("trogdor:turn-1")
def test_nobody_else_plays_in_somebodys_turn() -> None:
    table = play_card(".D" + " ." * 24, "hardybardy disk", "hardybardy ring")
    refused = table.expect_refusal("step e", seat=1)
    assert (refused.rule, refused.key) == ("trogdor:turn-1", "not-your-turn")
    refused = table.expect_refusal("play block")
    assert (refused.rule, refused.key) == ("trogdor:turn-1", "not-now")


@pytest.mark.rule("trogdor:ruling-55", "trogdor:ruling-2")
def test_the_lands_card_is_discarded_when_the_turn_ends_and_not_before() -> None:
    """Of two cards one is the land's; the burning peasant finds the other in the discards, and only that."""
    table = play_card("C#! . . . .  .p . . . .D" + " ." * 15, movement=("0 n nee", "0 s eee"))
    land, other = [card.id for card in table.state.house.cards[:2]]
    table.state = replace(table.state, movement=Deck((land,), (other,)))
    table.play("finish")
    assert table.of(Reshuffled) == [Reshuffled("movement")]
    assert [squares(*run.squares) for run in table.of(PeasantRan)] == [["a1", "b1", "c1", "d1"]]
    assert table.state.movement == Deck((), (other, land))


@pytest.mark.rule("trogdor:ruling-55", "trogdor:ruling-2")
def test_a_card_drawn_for_its_path_lies_in_the_discards_at_once() -> None:
    """There is one card besides the land's: the second runner draws it again."""
    table = play_card("C#! . . . .  .pp . . . .D" + " ." * 15, movement=("0 n nee", "0 s eee"))
    land, other = [card.id for card in table.state.house.cards[:2]]
    table.state = replace(table.state, movement=Deck((land, other)))
    table.play("finish")
    assert len(table.of(PeasantRan)) == 2
    assert table.of(Reshuffled) == [Reshuffled("movement")]
    assert table.state.movement == Deck((), (other, land))


@pytest.mark.rule("trogdor:turn-1")
def test_what_the_land_did_is_kept_for_the_picture() -> None:
    land = busy().state.land
    assert land is not None
    assert (land.card, land.repair, land.pouched) == ("test-0", True, False)
    assert squares(*land.spawned) == ["a1"]
    assert [squares(*move) for move in land.marched] == [["a1", "a2"], ["a4", "a5"], ["e4", "e5"]]
    assert squares(*land.repaired) == ["a2"]
    assert [squares(*walk.squares) for walk in land.walks] == [
        ["c2", "c3", "c4", "d4"],
        ["a5", "a1", "a2", "b2"],
        ["e5", "e1", "e2", "a2"],
    ]
    assert squares(*land.line) == ["b2", "c2", "d2", "e2"]
    assert squares(*land.hits) == ["c3"]


@pytest.mark.rule("trogdor:turn-1", "trogdor:knight-2")
def test_runs_and_mended_cottages_are_kept_too() -> None:
    """The one from a2 burns in a1 and runs to d1; the knight puts the cottage of e5 out."""
    after = play_card(
        "C#! . . . .  .p . . . .D" + " ." * 10 + " .1 . . . C#!", movement=("0 n www", "0 s eee")
    ).play("finish")
    land = after.state.land
    assert land is not None
    assert squares(*land.lit) == ["a1"]
    assert squares(*land.burned) == ["b1", "c1", "d1"]
    assert [squares(*run.squares) for run in land.runs] == [["a1", "b1", "c1", "d1"]]
    assert squares(*land.mended) == ["e5"]
    assert len(after.of(CottageMended)) == 1


@pytest.mark.rule("trogdor:ruling-59")
def test_the_houses_maps_are_drawn_over_one_list_of_tiles() -> None:
    lists = {tuple(sorted("".join(facts.rows))) for facts in MAPS.values()}
    assert len(lists) == 1
    assert all(facts.house for facts in MAPS.values())


@pytest.mark.rule("trogdor:ruling-59", "trogdor:setup-1")
@pytest.mark.parametrize("name", MAPS)
def test_every_map_of_the_house_can_be_played(name: str) -> None:
    state = GAME.start(read_options(GAME.options, {"map": name}), 3, SeededRng("a map"))
    assert state.house.map == name
    assert "".join(state.board.kinds) == "".join(MAPS[name].rows)
    assert len(state.board.peasants) == 3
    assert FACTS.troghammers == state.house.hammers
