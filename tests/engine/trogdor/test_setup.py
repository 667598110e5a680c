"""How a game begins."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from data.trogdor import MAPS, MOVEMENT
from engine.core import BadOption, read_settings
from engine.deck import Deck
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import Direction, name
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.events import HammerDrawn, HammersShuffled, PeasantRan, Reshuffled
from engine.trogdor.model import ItemMode, Phase, State
from tests.engine.trogdor.tables import Table, picture, play_card, same, table

TROG_DECK = {
    "block": 2,
    "consummate-vs": 2,
    "flip-em-up-dan": 1,
    "flip-em-up-fran": 1,
    "hidey-hole": 1,
    "high-energy": 2,
    "invisibility": 2,
    "jhonka-help": 1,
    "majesty": 2,
    "path-o-burnination": 1,
    "shot-put": 2,
    "sidewise": 2,
    "slantwise": 2,
    "smell-the-daisies": 2,
    "stump-and-rock": 2,
    "tunnel-warp": 1,
    "wingaling": 1,
    "wraparound": 2,
}
"""The list of the rulebook, counted by hand; the seven Troghammers come later."""


def start_state(seats: int = 3, seed: str = "a game", **options: str) -> State:
    given = {key.replace("_", "/") if key[-1].isdecimal() else key: value for key, value in options.items()}
    return GAME.start(read_settings(GAME, given, seats), seats, SeededRng(seed))


@pytest.mark.rule("trogdor:setup-1")
def test_the_normal_map_at_the_start() -> None:
    state = start_state(map="normal")
    wanted = """
        Cp .  F  R1 T
        W  M  .  S  F
        .  F  .D .  Cp
        S2 .  R  M  .
        T  Cp F  L  Wa
    """
    assert same(picture(state.board), wanted), picture(state.board)
    assert (state.board.health, state.board.void) == (4, 0)


@pytest.mark.rule("trogdor:setup-1")
@pytest.mark.parametrize(
    ("chosen_map", "knights", "archer", "homes"),
    [
        ("easy", ["b1", "d5"], "e2", ["a1", "e1", "a5"]),
        ("normal", ["d1", "a4"], "e5", ["a1", "e3", "b5"]),
        ("hard", ["c1", "c5"], "a3", ["b2", "d2", "d4"]),
    ],
)
def test_everybody_starts_where_the_map_has_them(
    chosen_map: str, knights: list[str], archer: str, homes: list[str]
) -> None:
    board = start_state(map=chosen_map).board
    assert list(map(name, board.knights)) == knights
    assert (name(board.archer), name(board.trogdor)) == (archer, "c3")
    assert list(map(name, board.peasants)) == homes
    assert "".join(board.kinds) == "".join(MAPS[chosen_map].rows)
    assert (board.burned, board.aflame, board.lit, board.troghammer) == ((), (), (), None)


@pytest.mark.rule("trogdor:setup-2", "trogdor:ruling-1", "trogdor:ruling-5")
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_everybody_is_dealt_a_card_and_no_troghammer_is_in_the_deck(seats: int) -> None:
    state = start_state(seats)
    hands = [card for player in state.players for card in player.hand]
    assert [len(player.hand) for player in state.players] == [
        2 if seat == state.first else 1 for seat in range(seats)
    ]
    assert Counter(str(card) for card in (*hands, *state.trog.pile)) == TROG_DECK
    assert sum(TROG_DECK.values()) == 29
    assert Counter(state.movement.pile) == Counter(card.id for card in MOVEMENT)
    assert (state.trog.discards, state.movement.discards) == ((), ())


@pytest.mark.rule("trogdor:setup-2")
def test_another_seed_deals_other_cards() -> None:
    assert start_state(seed="one").trog != start_state(seed="two").trog
    assert start_state(seed="one").movement != start_state(seed="two").movement
    assert start_state(seed="one") == start_state(seed="one")


@pytest.mark.rule("trogdor:setup-3")
def test_keepers_and_items_are_dealt_and_no_two_are_the_same() -> None:
    for number in range(20):
        players = start_state(6, f"seed {number}").players
        assert len({player.keeper for player in players}) == 6
        assert len({player.item for player in players}) == 6
        assert all(player.charged and not player.gone for player in players)


@pytest.mark.rule("trogdor:setup-3", "trogdor:ruling-7")
def test_everybody_may_choose_and_the_rest_is_dealt() -> None:
    chosen_ones = start_state(
        3, keepers="chosen", items="chosen", keeper_0="hardybardy", keeper_2="stonklar", item_1="disk"
    ).players
    assert (chosen_ones[0].keeper, chosen_ones[2].keeper) == (Keeper.HARDYBARDY, Keeper.STONKLAR)
    assert chosen_ones[1].item is Item.DISK
    assert len({player.keeper for player in chosen_ones}) == 3
    assert len({player.item for player in chosen_ones}) == 3


@pytest.mark.rule("trogdor:ruling-7")
def test_what_is_dealt_cannot_be_chosen() -> None:
    with pytest.raises(BadOption):
        start_state(2, keeper_0="stonklar")
    with pytest.raises(BadOption):
        start_state(2, keepers="chosen", keeper_0="stonklar", keeper_1="stonklar")


@pytest.mark.rule("trogdor:setup-4", "trogdor:ruling-7")
def test_the_lot_says_who_begins_and_the_seats_who_follows() -> None:
    starters = {start_state(3, f"seed {number}").first for number in range(30)}
    assert starters == {0, 1, 2}
    state = start_state(3)
    game = Table(state, SeededRng("on"))
    seen = []
    for _ in range(4):
        seen.append(game.state.turn.seat)
        seat = game.state.turn.seat
        while game.state.turn.seat == seat:
            game.play(next(line for line in game.legal() if "trade" not in line))
            if game.state.phase is Phase.ACT:
                game.play("finish")
    assert seen == [(state.first + step) % 3 for step in range(4)]


@pytest.mark.rule("trogdor:ruling-5")
def test_everybody_sees_everything_but_the_order_of_the_decks() -> None:
    state = start_state(3)
    shuffled = replace(state, trog=Deck(state.trog.pile[::-1]), movement=Deck(state.movement.pile[::-1]))
    assert GAME.view(state, 0) == GAME.view(state, 1) == GAME.view(state, None)
    assert GAME.view(shuffled, 0) == GAME.view(state, 0)
    assert [player.hand for player in GAME.view(state, None).players] == [
        player.hand for player in state.players
    ]


@pytest.mark.rule("trogdor:ruling-6")
@pytest.mark.parametrize(
    ("chosen_map", "lake", "plain"),
    [
        ("easy", "map", True),
        ("easy", "water", False),
        ("normal", "map", False),
        ("normal", "plain", True),
        ("hard", "map", False),
    ],
)
def test_the_map_says_what_the_lake_is_unless_the_table_does(
    chosen_map: str, lake: str, *, plain: bool
) -> None:
    assert start_state(map=chosen_map, lake=lake).house.plain_lake is plain


@pytest.mark.rule("trogdor:ruling-52")
def test_one_alone_is_not_dealt_yubbitz() -> None:
    assert all(
        start_state(1, f"seed {number}").players[0].keeper is not Keeper.YUBBITZ for number in range(40)
    )
    pairs = [start_state(2, f"seed {number}").players for number in range(40)]
    assert any(player.keeper is Keeper.YUBBITZ for pair in pairs for player in pair)


@pytest.mark.rule("trogdor:ruling-52", "trogdor:ruling-1")
@pytest.mark.parametrize("hammers", [0, 3, 7])
def test_the_first_damage_brings_as_many_troghammers_as_were_agreed(hammers: int) -> None:
    game = play_card(". . . . .  . . . . .  . . .D .1 .  . . . . .  . . . . .", hammers=hammers)
    before = len(game.state.trog.pile)
    game.play("step e")
    assert [event.cards for event in game.of(HammersShuffled)] == ([hammers] if hammers else [])
    assert game.state.trog.pile.count(Card.TROGHAMMER) == hammers
    assert len(game.state.trog.pile) == before + hammers


@pytest.mark.rule("trogdor:ruling-1", "trogdor:ruling-7")
def test_the_options_reach_the_table() -> None:
    house = start_state(troghammers="2", menders="troghammer", recharge="any").house
    assert (house.hammers, house.hammer_mends, house.anyone) == (2, True, True)
    usual = start_state().house
    assert (usual.map, usual.hammers, usual.hammer_mends, usual.anyone) == ("normal", 7, False, False)


@pytest.mark.rule("trogdor:prefer-1")
def test_the_pouch_asks_at_first_and_the_others_work_by_themselves() -> None:
    asks = {
        player.item: player.asks for number in range(20) for player in start_state(6, f"s{number}").players
    }
    assert asks.pop(Item.POUCH) is ItemMode.ASK
    assert set(asks.values()) == {ItemMode.AUTO}
    assert len(asks) == 8


@pytest.mark.rule("trogdor:ruling-2")
def test_an_empty_pile_of_action_cards_is_made_of_its_discards_and_hands_stay_out() -> None:
    game = table()
    game.state = replace(game.state, trog=Deck((), ("majesty", "majesty")))
    game.play("play block", "finish")
    assert Reshuffled("trog") in game.events
    last = game.active.hand
    assert last[0] is Card.HIGH_ENERGY  # kept from the turn before
    cards = sorted((last[1], *game.state.trog.pile))
    assert cards == ["block", "majesty", "majesty"]
    assert game.state.trog.discards == ()


@pytest.mark.rule("trogdor:ruling-2", "trogdor:turn-2")
def test_a_pile_that_ends_with_a_troghammer_is_made_anew_with_him() -> None:
    game = table()
    game.state = replace(game.state, trog=Deck(("troghammer",), ("majesty",)))
    game.play("play block", "finish")
    told = [type(event) for event in game.events if isinstance(event, HammerDrawn | Reshuffled)]
    assert told[:2] == [HammerDrawn, Reshuffled]
    deck = game.state.trog
    assert sorted((game.active.hand[1], *deck.pile, *deck.discards)) == ["block", "majesty", "troghammer"]


@pytest.mark.rule("trogdor:ruling-2")
def test_a_movement_pile_that_runs_out_between_two_runs_is_made_anew_at_once() -> None:
    game = play_card(
        """
        . . .    . .
        . . .    . .
        . . .Dpp . .
        . . .    . .
        . . .    . .
        """,
        movement=("0 n eee", "0 n sss"),
    )
    game.state = replace(game.state, movement=Deck(("test-0",), ("test-1",)))
    game.play("burn peasant")
    told = [type(event) for event in game.events if isinstance(event, PeasantRan | Reshuffled)]
    assert told == [PeasantRan, Reshuffled, PeasantRan]
    deck = game.state.movement
    assert sorted((*deck.pile, *deck.discards)) == ["test-0", "test-1"]
    assert len(deck.discards) == 1


@pytest.mark.rule("trogdor:setup-1", "trogdor:ruling-56")
def test_a_table_can_bring_its_own_map() -> None:
    own = {
        "name": "Behind the hills",
        "rows": ["TF.RC", "WM.SF", ".F..C", "S.RMT", ".CFLW"],
        "lake_is_plain": True,
        "knights": [[4, 4], [0, 0]],
        "archer": [0, 1],
        "trogdor": [3, 4],
        "troghammer_entry": [1, 2],
    }
    state = start_state(own_map=json.dumps(own))
    wanted = """
        T2 Fa .  R  Cp
        W  M  .  S  F
        .  F  .  .  Cp
        S  .  R  M  TD
        .  Cp F  L  W1
    """
    assert same(picture(state.board), wanted), picture(state.board)
    assert (state.house.map, state.house.entry, state.house.plain_lake) == ("Behind the hills", 7, True)


@pytest.mark.rule("trogdor:setup-2")
def test_a_table_can_bring_its_own_movement_deck() -> None:
    own = [
        {"id": f"X{n}", "spawn": 0, "peasants": {"direction": "N", "repair": False}, "path": list("NNE")}
        for n in range(20)
    ]
    state = start_state(own_deck=json.dumps(own))
    assert sorted(state.movement.pile) == sorted(f"X{n}" for n in range(20))
    assert {card.path for card in state.house.cards} == {(Direction.NORTH, Direction.NORTH, Direction.EAST)}
