"""Players who leave a game that goes on."""

from __future__ import annotations

import pytest

from engine.trogdor.cards import Card
from engine.trogdor.events import (
    EffectUsed,
    GameEnded,
    HammerDrawn,
    Left,
    Marched,
    MovementDrawn,
    PeasantRan,
    RageBegan,
    Spawned,
    TradeEnded,
    TurnBegan,
)
from engine.trogdor.model import ItemMode, Phase
from tests.engine.trogdor.tables import PLAIN, drawing, play_card, squares, table

TWO = ("hardybardy disk", "hardybardy beans")
THREE = (*TWO, "hardybardy ring")


@pytest.mark.rule("trogdor:leave-1")
def test_the_hand_of_who_leaves_goes_to_the_discards_and_the_game_goes_on() -> None:
    game = table(PLAIN, *THREE).play("leave", seat=1)
    assert game.events == (Left(1, (Card.BLOCK,)),)
    assert (game.state.players[1].hand, game.state.players[1].gone) == ((), True)
    assert game.state.trog.discards == ("block",)
    assert game.state.turn.seat == 0
    assert game.legal(seat=1) == []
    assert game.expect_refusal("leave", seat=1).key == "left"


@pytest.mark.rule("trogdor:leave-1", "trogdor:setup-4")
def test_those_who_left_are_passed_over() -> None:
    game = table(PLAIN, *THREE).play("leave", seat=1).play("play block", "finish")
    assert game.of(TurnBegan) == [TurnBegan(2, 2)]


@pytest.mark.rule("trogdor:leave-1")
def test_before_the_choice_the_turn_just_passes_on() -> None:
    game = table(PLAIN, *TWO).play("leave")
    assert game.of(Left) == [Left(0, (Card.BLOCK, Card.HIGH_ENERGY))]
    assert game.of(MovementDrawn) == []
    assert (game.state.turn.seat, game.state.phase) == (1, Phase.CHOOSE)
    assert game.state.trog.discards == ("block", "high-energy")


@pytest.mark.rule("trogdor:leave-1")
@pytest.mark.parametrize("card", ["block", "shot-put", "path-o-burnination", "flip-em-up-fran"])
def test_after_the_choice_the_actions_end_without_the_effect_and_the_land_is_on(card: str) -> None:
    game = play_card(PLAIN, *TWO, card=card).play("leave")
    assert len(game.of(MovementDrawn)) == 1
    assert game.of(EffectUsed) == []
    assert game.board.burned == ()
    assert (game.state.turn.seat, game.state.phase) == (1, Phase.CHOOSE)


@pytest.mark.rule("trogdor:leave-1")
def test_the_effect_that_waits_is_left_out_as_well() -> None:
    game = play_card(PLAIN, *TWO, card="shot-put").play("finish", "leave")
    assert game.of(EffectUsed) == []
    assert game.state.turn.seat == 1


@pytest.mark.rule("trogdor:leave-1")
@pytest.mark.parametrize("by", [0, 1])
def test_an_open_trade_of_his_ends(by: int) -> None:
    game = table(PLAIN, "yubbitz disk", "hardybardy beans", hand=("majesty", "high-energy"))
    game.play("trade majesty for block with 2").play("leave", seat=by)
    assert game.of(TradeEnded) == [TradeEnded(0, "table")]
    assert game.state.offer is None
    assert game.legal("trade", seat=1 - by) == []


@pytest.mark.rule("trogdor:leave-1")
def test_a_trade_of_others_stays_open() -> None:
    game = table(PLAIN, "yubbitz disk", "hardybardy beans", "stonklar ring", hand=("majesty", "high-energy"))
    game.play("trade majesty for block with 2").play("leave", seat=2)
    assert "accept" in game.legal(seat=1)


@pytest.mark.rule("trogdor:leave-1", "trogdor:spawn-2")
def test_new_peasants_come_out_furthest_north_then_furthest_west() -> None:
    shown = ". . . . .  . . . C .  C . .D . .  . . . . .  C . . . .a"
    game = play_card(shown, *TWO, movement=("2 n nn",)).play("leave")
    assert [event.squares for event in game.of(Spawned)] == [(8, 10)]
    asked = play_card(shown, *TWO, movement=("2 n nn",)).play("finish")
    assert asked.state.phase is Phase.SPAWN
    assert [event.squares for event in asked.play("leave").of(Spawned)] == [(8, 10)]


@pytest.mark.rule("trogdor:leave-1", "trogdor:prefer-1")
@pytest.mark.parametrize(("spot", "health"), [("before the hit", 4), ("at the question", 4)])
def test_the_shield_of_who_left_works_by_itself(spot: str, health: int) -> None:
    shown = ". . . . .  . . . . .  . . .D .1 .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy shield", TWO[1], movement=("0 n wn",), asks=ItemMode.ASK)
    if spot == "at the question":
        assert game.play("finish").state.phase is Phase.SHIELD
    game.play("leave")
    assert (game.board.health, game.state.turn.seat) == (health, 1)


@pytest.mark.rule("trogdor:leave-1", "trogdor:prefer-1")
def test_the_pouch_of_who_left_takes_the_best_way() -> None:
    """West is printed and repairs a tile; north is the first way without repair."""
    shown = ". . . . .  .# .p . . .  . .# . . .  . . . .D .  . . . . .a"
    game = play_card(shown, "hardybardy pouch", TWO[1], movement=("0 w+ nn",)).play("finish")
    assert game.state.phase is Phase.POUCH
    assert [event.direction for event in game.play("leave").of(Marched)] == ["n"]


@pytest.mark.rule("trogdor:leave-1", "trogdor:prefer-1")
def test_the_flask_of_who_left_saves_the_peasant_and_the_actions_are_over() -> None:
    shown = ". . . . .  . . . . .  . . .Dp . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy flask", TWO[1], movement=("0 n ss", "0 n nn"), asks=ItemMode.ASK)
    assert game.play("burn peasant").state.phase is Phase.FLASK
    game.play("leave")
    assert [event.end for event in game.of(PeasantRan)] == ["flask"]
    assert len(game.of(MovementDrawn)) == 1
    assert game.state.turn.seat == 1


@pytest.mark.rule("trogdor:leave-1", "trogdor:defeat-1")
def test_when_the_last_player_leaves_the_game_is_a_defeat_without_a_rage() -> None:
    game = table(PLAIN, *TWO).play("leave", seat=1).play("leave", seat=0)
    assert game.of(GameEnded) == [GameEnded("defeat", "left")]
    assert game.of(RageBegan) == []
    assert game.of(MovementDrawn) == []
    assert game.state.outcome is not None
    assert (game.state.outcome.winners, game.state.outcome.points) == ((), (0, 0))


@pytest.mark.rule("trogdor:leave-1", "trogdor:win-1")
def test_those_who_left_do_not_share_the_victory() -> None:
    shown = "C#! .# .# .# C#!  .# .# .# .# .#  .# .# .#Dp .# .#  .# .# .# .# .#  .# .# .# .# C#!a"
    game = play_card(shown, *THREE).play("leave", seat=1).play("chomp")
    assert game.state.outcome is not None
    assert (game.state.outcome.ending, game.state.outcome.winners) == ("victory", (0, 2))


@pytest.mark.rule("trogdor:leave-1")
def test_who_leaves_while_drawing_draws_no_more() -> None:
    """A Troghammer card: he walks through Trogdor, the Shield is asked, and its owner leaves.

    He ends his walk in e3; the next player draws the other Troghammer card, and he goes on to b2.
    """
    game = drawing(
        """
        . .  .  . .
        . .  .  . .
        . .h .D . .
        . .  .  . .
        . .  .  . .a
        """,
        "hardybardy shield",
        "hardybardy disk",
        trog=("troghammer", "troghammer", "block"),
        movement=("0 n eee",),
        asks=ItemMode.ASK,
        struck=True,
    )
    assert game.state.phase is Phase.SHIELD
    game.play("leave")
    assert game.state.turn.seat == 1
    assert game.board.health == 4
    assert [event.seat for event in game.of(HammerDrawn)] == [1]
    assert squares(game.board.troghammer or 0) == ["b2"]
    assert game.state.players[1].hand == (Card.BLOCK, Card.BLOCK)
