"""Drawing and choosing a card, and the points that a choice brings."""

from __future__ import annotations

import pytest

from engine.trogdor.cards import Card
from engine.trogdor.events import CardChosen, CardDrawn, Finished, HammerDrawn, MovementDrawn, TurnBegan
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import drawing, play_card, table

FAR = """
    . . . . .
    .D . . . .
    . . . . .
    . . . . .
    . . . . .a
"""
CARD_POINTS = {
    "block": 4,
    "consummate-vs": 4,
    "flip-em-up-dan": 4,
    "flip-em-up-fran": 4,
    "hidey-hole": 4,
    "high-energy": 7,
    "invisibility": 4,
    "jhonka-help": 5,
    "majesty": 5,
    "path-o-burnination": 0,
    "shot-put": 5,
    "sidewise": 5,
    "slantwise": 5,
    "smell-the-daisies": 4,
    "stump-and-rock": 4,
    "tunnel-warp": 5,
    "wingaling": 4,
    "wraparound": 5,
}
"""The points of the rulebook's list."""


@pytest.mark.rule("trogdor:turn-2")
def test_a_turn_begins_with_a_second_card() -> None:
    game = drawing(FAR, trog=("majesty",))
    assert game.active.hand == (Card.BLOCK, Card.MAJESTY)
    assert game.state.phase is Phase.CHOOSE
    assert sorted(game.legal()) == [
        "discard block",
        "discard majesty",
        "leave",
        "play block",
        "play majesty",
    ]


@pytest.mark.rule("trogdor:turn-2")
def test_a_card_is_drawn_for_every_troghammer_card() -> None:
    game = table(FAR, "hardybardy disk", "hardybardy beans", trog=("troghammer", "troghammer", "majesty"))
    game.play("play block", "finish")
    assert len(game.of(HammerDrawn)) == 2
    assert game.of(CardDrawn) == [CardDrawn(1, Card.MAJESTY)]
    assert game.active.hand == (Card.BLOCK, Card.MAJESTY)


@pytest.mark.rule("trogdor:choose-1")
@pytest.mark.parametrize(("card", "points"), CARD_POINTS.items())
def test_a_played_card_brings_its_points_and_the_other_one_stays(card: str, points: int) -> None:
    game = table(FAR, hand=("block", card)).play(f"play {card}")
    assert game.events == (CardChosen(0, Card(card), plain=False, points=points),)
    assert game.state.turn.points == points
    assert game.active.hand == (Card.BLOCK,)
    assert game.state.trog.discards == (card,)


@pytest.mark.rule("trogdor:choose-2")
@pytest.mark.parametrize("card", CARD_POINTS)
def test_any_card_can_be_discarded_for_five_points_and_no_effect(card: str) -> None:
    game = table(FAR, hand=("block", card)).play(f"discard {card}")
    assert game.events == (CardChosen(0, Card(card), plain=True, points=5),)
    assert game.active.hand == (Card.BLOCK,)
    assert game.state.trog.discards == (card,)
    assert game.legal("card") == []
    assert game.legal("step") == ["step n", "step e", "step s"]


@pytest.mark.rule("trogdor:choose-2")
def test_a_discarded_card_has_no_effect_after_the_actions_either() -> None:
    game = table(FAR, hand=("shot-put", "block")).play("discard shot-put", "finish")
    assert game.of(MovementDrawn)
    assert game.of(TurnBegan) == [TurnBegan(0, 2)]


@pytest.mark.rule("trogdor:act-1", "trogdor:ruling-33")
def test_points_are_spent_one_by_one_and_any_number_may_be_left() -> None:
    game = play_card(FAR)
    left = []
    for line in ("burn", "step e", "burn"):
        game.play(line)
        left.append(game.state.turn.points)
    assert left == [6, 5, 4]
    game.play("finish")
    assert Finished(0, 4) in game.events


@pytest.mark.rule("trogdor:ruling-33")
def test_all_the_points_may_be_left() -> None:
    assert Finished(0, 7) in play_card(FAR).play("finish").events


@pytest.mark.rule("trogdor:act-1")
def test_without_points_there_is_nothing_to_do_but_to_finish() -> None:
    game = play_card(FAR, card="block").play("e", "w", "e", "w")
    assert game.legal() == ["finish", "leave"]


@pytest.mark.rule("trogdor:keeper-crangolev", "trogdor:ruling-14")
def test_crangolev_has_a_point_more_with_a_card_and_without() -> None:
    assert play_card(FAR, "crangolev disk", card="high-energy").state.turn.points == 8
    assert table(FAR, "crangolev disk").play("discard block").state.turn.points == 6


@pytest.mark.rule("trogdor:ruling-14")
def test_everything_adds_up_on_a_card_and_on_a_discard() -> None:
    """4 of the card, 1 of Crangolev, 3 of the Daisies, 2 of the Beans, 4 of a rock, 1 spent on it."""
    rock = FAR.replace(".D", "RD")
    game = play_card(rock, "crangolev beans", card="stump-and-rock", bonus=3)
    assert game.state.turn.points == 8
    game.play("item", "burn")
    assert game.state.turn.points == 8 + 2 + 4 - 1
    plain = table(rock, "crangolev beans", hand=("stump-and-rock", "block"), bonus=3)
    plain.play("discard stump-and-rock", "item", "burn")
    assert plain.state.turn.points == 5 + 1 + 3 + 2 - 1


@pytest.mark.rule("trogdor:ruling-14", "trogdor:ruling-58", "trogdor:card-path-o-burnination")
def test_path_o_burnination_brings_no_points_whatever_is_owed() -> None:
    game = table(FAR, "crangolev beans", hand=("path-o-burnination", "block"), bonus=3)
    game.play("play path-o-burnination")
    assert game.events == (CardChosen(0, Card.PATH_O_BURNINATION, plain=False, points=0),)
    assert (game.legal("step"), game.legal("burn"), game.legal("item")) == ([], [], [])


@pytest.mark.rule("trogdor:ruling-58", "trogdor:choose-2", "trogdor:ruling-14")
def test_path_o_burnination_can_be_discarded_for_all_the_points() -> None:
    game = table(FAR, "crangolev beans", hand=("path-o-burnination", "block"), bonus=3)
    game.play("discard path-o-burnination")
    assert game.state.turn.points == 5 + 1 + 3


@pytest.mark.rule("trogdor:choose-2", "trogdor:ruling-50d")
def test_a_discarded_path_o_burnination_need_not_be_walked() -> None:
    game = table(FAR, hand=("path-o-burnination", "block")).play("discard path-o-burnination")
    assert game.legal("card") == []
    assert game.play("finish").state.turn.number == 2


@pytest.mark.rule("trogdor:ruling-32")
@pytest.mark.parametrize("verb", ["play", "discard"])
def test_an_open_trade_is_over_for_good_when_a_card_is_chosen(verb: str) -> None:
    game = table(FAR, "yubbitz disk", "hardybardy beans", "stonklar ring", hand=("majesty", "block"))
    game.play("trade majesty for block with 3", f"{verb} block").play("finish")
    assert game.state.turn.seat == 1
    assert game.state.offer is None
    assert game.legal("accept", seat=2) == []
