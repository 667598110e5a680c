"""Trogdor's playthroughs told over again: from the events alone comes the same board, by plain arithmetic."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, get_args

import pytest

from engine.trogdor import events as told
from engine.trogdor.board import Walker
from engine.trogdor.model import Board, Phase
from tests.playthroughs.golden import FILES, Ply, Table, own_lines, plies

TROGDOR = [file for file in FILES if file.stem.startswith("trogdor_")]
HALFWAY = (Phase.SHIELD, Phase.FLASK)
"""Questions that come up on somebody's way, which is told when it is over."""

DOWN_RIGHT = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def on(square: int, direction: str) -> int:
    """One step on, round the edge."""
    down, right = DOWN_RIGHT[direction]
    return (square // 5 + down) % 5 * 5 + (square % 5 + right) % 5


@dataclass
class Retold:
    """The board as it follows from the events."""

    kinds: list[str]
    trogdor: int
    pieces: dict[Walker, int]
    peasants: Counter[int]
    health: int = 4
    void: int = 0
    hiding: bool = False
    burned: set[int] = field(default_factory=set)
    aflame: set[int] = field(default_factory=set)
    lit: list[int] = field(default_factory=list)
    card: told.MovementDrawn | None = None
    direction: str = ""

    def tell(self, event: Any) -> None:
        """What an event changes; those that change nothing on the board have no teller."""
        teller = getattr(self, f"on_{type(event).__name__.lower()}", None)
        if teller is not None:
            teller(event)

    def on_turnbegan(self, _event: told.TurnBegan) -> None:
        self.hiding, self.card = False, None

    def on_moved(self, event: told.Moved) -> None:
        assert event.origin == self.trogdor
        self.trogdor = event.target

    def on_chomped(self, event: told.Chomped) -> None:
        self.peasants -= Counter([event.square])
        self.health += 1
        assert event.health == self.health

    def on_tileburned(self, event: told.TileBurned) -> None:
        assert event.square not in self.burned
        self.burned.add(event.square)

    def on_cottageburned(self, event: told.CottageBurned) -> None:
        assert self.kinds[event.square] == "C"
        around = {near for near in range(25) if self.are_near(near, event.square)}
        assert around <= self.burned or event.by == "rage"
        self.aflame.add(event.square)

    @staticmethod
    def are_near(one: int, other: int) -> bool:
        return max(abs(one // 5 - other // 5), abs(one % 5 - other % 5)) <= 1

    def on_peasantlit(self, event: told.PeasantLit) -> None:
        assert self.peasants[event.square]
        self.peasants -= Counter([event.square])
        self.lit.append(event.square)

    def on_peasantran(self, event: told.PeasantRan) -> None:
        assert event.squares[0] == self.lit.pop(0), "first lit, first to run"
        if event.end == "lake":
            assert self.kinds[event.squares[-1]] == "L"
            self.peasants[event.squares[-1]] += 1
        self.void += event.end == "void"
        self.health += event.end == "flask"

    def on_peasanterased(self, event: told.PeasantErased) -> None:
        self.peasants -= Counter([event.square])
        self.void += 1

    def on_knighterased(self, event: told.KnightErased) -> None:
        assert self.pieces.pop(event.who) == event.square

    def on_hid(self, event: told.Hid) -> None:
        assert event.square == self.trogdor
        self.hiding = True

    def on_warped(self, event: told.Warped) -> None:
        place = {event.tunnel: event.other, event.other: event.tunnel}
        assert self.kinds[event.tunnel] == "T"
        self.kinds = [self.kinds[place.get(square, square)] for square in range(25)]
        self.burned = {place.get(square, square) for square in self.burned}
        self.peasants = Counter(place.get(square, square) for square in self.peasants.elements())
        self.pieces = {who: place.get(square, square) for who, square in self.pieces.items()}
        self.trogdor = place.get(self.trogdor, self.trogdor)

    def on_knightmoved(self, event: told.KnightMoved) -> None:
        taken = {*self.peasants, *self.pieces.values(), self.trogdor}
        assert event.target not in taken
        assert self.kinds[event.target] != "C"
        self.pieces[event.who] = event.target

    def on_healed(self, _event: told.Healed) -> None:
        self.health, self.void = self.health + 1, self.void - 1

    def on_hammerentered(self, event: told.HammerEntered) -> None:
        assert event.square == 12
        self.pieces[Walker.TROGHAMMER] = event.square

    def on_walked(self, event: told.Walked) -> None:
        assert event.squares[0] == self.pieces[event.who]
        if self.card is not None:
            way = [event.squares[0]]
            for step in self.card.path[: len(event.squares) - 1]:
                way.append(on(way[-1], step))
            assert tuple(way) == event.squares
        self.pieces[event.who] = event.squares[-1]

    def on_cottagemended(self, event: told.CottageMended) -> None:
        self.aflame.remove(event.square)

    def on_arrowshot(self, event: told.ArrowShot) -> None:
        assert self.card is not None
        upright = self.card.path[-1] in "ns"
        places = [(square % 5 if upright else square // 5) for square in range(25)]
        here = places[event.square]
        line = tuple(square for square in range(25) if places[square] == here and square != event.square)
        assert event.line == line
        assert event.hit is (self.trogdor in line)

    def on_damaged(self, event: told.Damaged) -> None:
        assert event.square == self.trogdor
        self.health, self.void = self.health - 1, self.void + 1
        assert event.health == self.health

    def on_died(self, _event: told.Died) -> None:
        assert self.health == 0
        self.hiding, self.card = False, None

    def on_movementdrawn(self, event: told.MovementDrawn) -> None:
        self.card, self.direction = event, event.direction

    def on_directionchosen(self, event: told.DirectionChosen) -> None:
        assert event.direction != self.direction
        self.direction = event.direction

    def on_spawned(self, event: told.Spawned) -> None:
        assert self.card is not None
        free = [square for square in range(25) if self.kinds[square] == "C" and square not in self.aflame]
        assert set(event.squares) <= set(free)
        assert len(event.squares) == min(self.card.spawn - self.peasants.total(), len(free), self.health)
        self.peasants += Counter(event.squares)
        self.health -= len(event.squares)

    def on_marched(self, event: told.Marched) -> None:
        assert event.direction == self.direction
        assert all(on(start, self.direction) == stop for start, stop in event.moves)
        assert Counter(start for start, _ in event.moves) == self.peasants
        self.peasants = Counter(stop for _, stop in event.moves)

    def on_repaired(self, event: told.Repaired) -> None:
        assert self.card is not None
        assert self.card.repair
        stops = {square for square in self.peasants if square not in self.aflame}
        assert set(event.squares) == stops & self.burned
        self.burned -= stops

    def on_raged(self, event: told.Raged) -> None:
        self.trogdor = event.squares[-1]

    def shows(self, board: Board) -> bool:
        """Whether a board is this one."""
        knights = {Walker.FIRST_KNIGHT, Walker.SECOND_KNIGHT} & set(self.pieces)
        return (
            "".join(board.kinds) == "".join(self.kinds)
            and (board.trogdor, board.archer) == (self.trogdor, self.pieces[Walker.ARCHER])
            and sorted(board.knights) == sorted(self.pieces[who] for who in knights)
            and board.troghammer == self.pieces.get(Walker.TROGHAMMER)
            and Counter(board.peasants) == +self.peasants
            and [runner.square for runner in board.lit] == self.lit
            and (set(board.burned), set(board.aflame)) == (self.burned, self.aflame)
            and (board.health, board.void, board.hiding) == (self.health, self.void, self.hiding)
        )


def retold_start(board: Board) -> Retold:
    """The board at the start."""
    first, second = board.knights
    pieces = {Walker.FIRST_KNIGHT: first, Walker.SECOND_KNIGHT: second, Walker.ARCHER: board.archer}
    return Retold([*board.kinds], board.trogdor, pieces, Counter(board.peasants))


def plies_of(stem: str) -> list[Ply]:
    """The plies of a playthrough."""
    file = next(file for file in TROGDOR if file.stem == stem)
    return plies(file.read_text(encoding="utf-8"))[1]


@pytest.mark.parametrize("stem", [file.stem for file in TROGDOR])
def test_what_is_told_leads_to_the_same_board(stem: str) -> None:
    file = next(file for file in TROGDOR if file.stem == stem)
    retold = retold_start(Table(own_lines(file.read_text(encoding="utf-8"))).state.board)
    for number, ply in enumerate(plies_of(stem)):
        for event in ply.events:
            retold.tell(event)
        assert ply.state.phase in HALFWAY or retold.shows(ply.state.board), f"ply {number}: {ply.action}"


def test_every_event_is_shown() -> None:
    seen = {type(event) for file in TROGDOR for ply in plies_of(file.stem) for event in ply.events}
    assert seen == set(get_args(told.Event))


def test_every_ending_is_shown_with_its_reason() -> None:
    ends = {ply.events[-1] for file in TROGDOR for ply in [plies_of(file.stem)[-1]]}
    assert {(end.ending, end.why) for end in ends} >= {
        ("victory", "won"),
        ("petite-victory", "rage"),
        ("defeat", "died"),
    }


def test_one_leaves_while_the_pouch_is_asked_about() -> None:
    """The rest is decided for that player, and the turn goes on to the next."""
    table = plies_of("trogdor_table")
    (left,) = [
        ply
        for before, ply in pairwise(table)
        if before.state.phase is Phase.POUCH and str(ply.action) == "leave"
    ]
    kinds = [type(event) for event in left.events]
    assert kinds[0] is told.Left
    assert kinds.index(told.Marched) < kinds.index(told.TurnBegan)
