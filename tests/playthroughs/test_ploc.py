"""Ploc's playthroughs reconstructed from their events, and the events that must occur."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

import pytest

from engine.ploc import events as game_events
from engine.ploc.model import Side, State
from tests.playthroughs.golden import FILES, Ply, Table, own_lines, plies

PLOC = [file for file in FILES if file.stem.startswith("ploc_")]


@dataclass
class Rope:
    """Standing and lying athletes of both sides, derived from the events."""

    standing: list[int]
    lying: list[int]
    kept: list[tuple[list[int], list[int]]]

    def tell(self, event: Any) -> None:
        teller = getattr(self, f"on_{type(event).__name__.lower()}", None)
        if isinstance(
            event, (game_events.Hit, game_events.Swapped, game_events.Weakened, game_events.WentBerserk)
        ):
            self.kept.append((self.standing.copy(), self.lying.copy()))
        if teller is not None:
            teller(event)

    def on_hit(self, event: game_events.Hit) -> None:
        row = self.lying if event.lying else self.standing
        row[1 - event.seat] -= 1

    def on_weakened(self, event: game_events.Weakened) -> None:
        self.standing[1 - event.seat] -= 1
        self.lying[1 - event.seat] += 1

    def on_wentberserk(self, event: game_events.WentBerserk) -> None:
        self.standing[1 - event.seat] -= event.standing
        self.lying[1 - event.seat] -= event.lying

    def on_swapped(self, event: game_events.Swapped) -> None:
        seat = event.seat
        lying = min(self.lying[seat], max(-event.change, 0))
        self.lying[seat] -= lying
        self.standing[seat] += event.change + lying

    def on_tookback(self, _event: game_events.TookBack) -> None:
        self.standing, self.lying = self.kept.pop()

    def on_turnpassed(self, _event: game_events.TurnPassed) -> None:
        self.kept = []

    def on_matchended(self, event: game_events.MatchEnded) -> None:
        if event.how in ("hit", "berserk", "swap"):
            assert self.standing[1 - event.winner] + self.lying[1 - event.winner] == 0

    def on_matchbegan(self, event: game_events.MatchBegan) -> None:
        self.standing, self.lying, self.kept = list(event.athletes), [0, 0], []


def sides(state: State) -> list[Side]:
    return list(state.sides)


@pytest.mark.parametrize("file", PLOC, ids=lambda file: file.stem)
def test_the_events_tell_the_whole_rope(file: Any) -> None:
    text = file.read_text(encoding="utf-8")
    begun = sides(Table(own_lines(text)).state)
    rope = Rope([side.standing for side in begun], [side.lying for side in begun], [])
    for ply in plies(text)[1]:
        for event in ply.events:
            rope.tell(event)
        assert rope.standing == [side.standing for side in ply.state.sides]
        assert rope.lying == [side.lying for side in ply.state.sides]


def all_plies() -> list[Ply]:
    return [ply for file in PLOC for ply in plies(file.read_text(encoding="utf-8"))[1]]


def test_every_event_is_shown() -> None:
    assert {type(event) for ply in all_plies() for event in ply.events} == set(get_args(game_events.Event))


def test_both_matches_are_won_by_each_side_in_each_way() -> None:
    events = [event for ply in all_plies() for event in ply.events]
    ends = {(end.match, end.winner, end.how) for end in events if isinstance(end, game_events.MatchEnded)}
    played = {(match, seat, how) for match in (1, 2) for seat in (0, 1) for how in ("hit", "berserk", "swap")}
    assert played <= ends
    assert {how for _, _, how in ends} == {how for _, _, how in played} | {"agreement", "limit", "concession"}


def test_a_match_is_agreed_on_with_equal_sides_and_with_unequal_ones() -> None:
    offers = [ply.events[0] for ply in all_plies() if isinstance(ply.events[0], game_events.EndOffered)]
    assert {offer.athletes[0] == offer.athletes[1] for offer in offers} == {True, False}
