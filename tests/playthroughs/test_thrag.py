"""Thrag's playthroughs reconstructed from their events by plain arithmetic."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, get_args

import pytest

from engine.thrag import events as game_events
from engine.thrag.model import BEASTS, Foe, State, Suit
from tests.playthroughs.golden import FILES, Ply, Table, own_lines, plies

THRAG = [file for file in FILES if file.stem.startswith("thrag_")]


@dataclass
class Retold:
    """The pieces on the table, derived from the events."""

    turn: int
    die: int
    foes: dict[Suit, Foe]
    coins: dict[Suit, int]
    hit_points: set[int]
    pawns: set[Suit]
    slain: dict[Suit, set[int]] = field(default_factory=dict)
    weaker: int = 0

    def tell(self, event: Any) -> None:
        teller = getattr(self, f"on_{type(event).__name__.lower()}", None)
        if teller is not None:
            teller(event)

    def on_turnbegan(self, event: game_events.TurnBegan) -> None:
        assert event.turn == self.turn
        self.die = event.die
        self.foes = {suit: foe for suit, foe in zip(BEASTS, event.foes, strict=True) if foe}
        assert set(self.foes) == {suit for suit in BEASTS if len(self.slain[suit]) < 5}

    def on_rerolled(self, event: game_events.Rerolled) -> None:
        self.pawns.remove(event.pawn)
        if event.suit is Suit.BLACK:
            assert len(self.slain[event.pawn]) == 5
            assert self.die == event.before
            self.die = event.after
        else:
            assert event.suit is event.pawn
            tile, die = self.foes[event.suit].tile, self.foes[event.suit].die
            assert die == event.before
            self.foes[event.suit] = Foe(tile, event.after)

    def on_coinflipped(self, event: game_events.CoinFlipped) -> None:
        self.coins[event.pool] -= 1
        assert self.coins[event.pool] >= 0

    def _beast_lead(self, event: game_events.Slain | game_events.Struck) -> int:
        """By how much the beast was stronger."""
        fight = event.fight
        foe = self.foes[fight.suit]
        assert (fight.own, fight.tile, fight.die) == (self.die, foe.tile, foe.die)
        if fight.pool not in (None, fight.suit):
            assert self.coins[fight.suit] == 0, "its own pool had a coin"
        return foe.tile + foe.die - self.die - fight.worth

    def on_slain(self, event: game_events.Slain) -> None:
        assert self._beast_lead(event) <= 0
        self.slain[event.fight.suit].add(self.foes.pop(event.fight.suit).tile)

    def on_struck(self, event: game_events.Struck) -> None:
        self.weaker = self._beast_lead(event)
        assert self.weaker > 0

    def on_paid(self, event: game_events.Paid) -> None:
        assert event.damage == self.weaker
        paid = set(event.coins)
        assert paid <= self.hit_points - {0}
        assert sum(paid) - min(paid) < self.weaker <= sum(paid)
        self.hit_points -= paid

    def on_pawnturnedblack(self, event: game_events.PawnTurnedBlack) -> None:
        assert event.pawn in self.pawns
        assert len(self.slain[event.pawn]) == 5

    def on_tileturned(self, event: game_events.TileTurned) -> None:
        assert event.healed is (event.tile not in self.hit_points)
        self.hit_points.add(event.tile)

    def on_escaped(self, event: game_events.Escaped) -> None:
        assert self.foes.pop(event.suit).tile == event.tile

    def on_advanced(self, event: game_events.Advanced) -> None:
        assert not self.foes
        assert event.left == 12 - self.turn
        self.turn += 1

    def on_ended(self, event: game_events.Ended) -> None:
        left = 15 - sum(map(len, self.slain.values()))
        assert event.left == left
        assert event.pawns == len(self.pawns)
        right = {
            "win": left == 0,
            "death": self.weaker > sum(self.hit_points),
            "exhaustion": not any(self.coins.values()),
            "breakfast": self.turn == 13,
        }
        assert right[event.ending]
        assert event.score == (13 - self.turn if event.ending == "win" else 0)


def retold_start(state: State) -> Retold:
    return Retold(
        turn=state.turn,
        die=state.die,
        foes={suit: foe for suit, foe in zip(BEASTS, state.foes, strict=True) if foe},
        coins={suit: len(pool) for suit, pool in zip(BEASTS, state.pools, strict=True)},
        hit_points=set(state.hit_points),
        pawns=set(state.weapons) - set(state.spent),
        slain={suit: set(stack.slain) for suit, stack in zip(BEASTS, state.stacks, strict=True)},
    )


def plies_of(stem: str) -> list[Ply]:
    return plies(next(file for file in THRAG if file.stem == stem).read_text(encoding="utf-8"))[1]


@pytest.mark.parametrize("file", THRAG, ids=lambda file: file.stem)
def test_the_events_tell_the_whole_table(file: Any) -> None:
    text = file.read_text(encoding="utf-8")
    retold = retold_start(Table(own_lines(text)).state)
    for ply in plies(text)[1]:
        for event in ply.events:
            retold.tell(event)
        state: State = ply.state
        assert retold.coins == {suit: len(pool) for suit, pool in zip(BEASTS, state.pools, strict=True)}
        assert retold.hit_points == set(state.hit_points)
        assert retold.foes == {suit: foe for suit, foe in zip(BEASTS, state.foes, strict=True) if foe}
        assert retold.die == state.die
        assert [retold.slain[suit] for suit in BEASTS] == [set(stack.slain) for stack in state.stacks]


def all_events() -> list[game_events.Event]:
    return [event for file in THRAG for ply in plies_of(file.stem) for event in ply.events]


def test_every_event_is_shown() -> None:
    assert {type(event) for event in all_events()} == set(get_args(game_events.Event))


def test_coins_are_paid_by_choice_and_by_themselves() -> None:
    assert {event.chosen for event in all_events() if isinstance(event, game_events.Paid)} == {True, False}


def test_exhaustion_is_shown_after_a_lost_fight_and_after_a_won_one() -> None:
    lost, won = plies_of("thrag_exhaustion")[-1], plies_of("thrag_exhaustion_slain")[-1]
    assert [type(event).__name__ for event in lost.events] == ["CoinFlipped", "Struck", "Ended"]
    assert [type(event).__name__ for event in won.events] == ["CoinFlipped", "Slain", "Ended"]


@pytest.mark.rule("thrag:pay-1", "thrag:pawn-1", "thrag:pawn-2", "thrag:coin-2", "thrag:heal-1")
def test_the_example_of_the_text_comes_out_as_it_is_told() -> None:
    """6 against 3, 5 against 7, 2 against 2; both rerolls null; the 4 paid and found; three turns left."""
    example = plies_of("thrag_example")
    events = [event for ply in example for event in ply.events]
    fights = [event.fight for event in events if isinstance(event, (game_events.Slain, game_events.Struck))]
    strengths = [(fight.suit, fight.strength, fight.against) for fight in fights]
    assert strengths == [("blue", 6, 3), ("green", 5, 7), ("green", 2, 2)]
    rerolls = [(event.suit, event.after) for event in events if isinstance(event, game_events.Rerolled)]
    assert rerolls == [("green", 0), ("black", 0)]
    assert [event.coins for event in events if isinstance(event, game_events.Paid)] == [(4,)]
    assert game_events.TileTurned(4, healed=True) in events
    assert game_events.Advanced(3) in events
    assert [event.suit for event in events if isinstance(event, game_events.Reshuffled)] == ["red", "black"]
    assert example[-2].state.hit_points == (0, 1, 4, 5)
