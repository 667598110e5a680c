"""Trogdor's *Teach me*: a card, fire, a bite, a run, the land's turn, hiding, and the last cottage.

All positions are on the map that most tables use, and for one player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final, TypeAlias

from bot.games.lesson import ON, OTHER, RIGHT, Attempt, Exercise, play_lines
from engine.core import read_settings
from engine.deck import Deck
from engine.rng import ScriptedRng, SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import BY_NAME, SQUARES, Square, name
from engine.trogdor.cards import COPIES, Card, Item, Keeper
from engine.trogdor.events import Chomped, Damaged, Event, PeasantRan, Walked
from engine.trogdor.model import HOUSE_CARDS, PEASANTS, Action, Phase, Player, State, Turn, Verb

_Tried: TypeAlias = Attempt[State, Action, Event]

_USUAL: Final = GAME.start(read_settings(GAME, {}, 1), 1, SeededRng("lesson"))
_START: Final = replace(_USUAL, house=replace(_USUAL.house, hammers=0))
"""A start without Troghammer cards: wounds are enough to learn at once."""

_NO_CHANCE: Final = ScriptedRng(())
_BLOCK: Final = (Card.BLOCK,)


def _choosing_state() -> State:
    """Return the first turn: a card is to be chosen."""
    hand = (Card.BLOCK, Card.HIGH_ENERGY)
    return replace(
        _START,
        players=(_player(*hand),),
        turn=Turn(1, 0),
        phase=Phase.CHOOSE,
        trog=_trog(hand),
        movement=_movement("A1"),
    )


def _acting_state(
    trogdor: str,
    points: int,
    peasants: str,
    burned: str,
    *,
    health: int,
    walkers: str = "d1 a4 e5",
    aflame: str = "",
    land: str = "A1",
) -> State:
    """Return a later turn, once most points are spent; `land` is the next movement card.

    `walkers` are the knights and then the Archer. Peasants who are neither on the map nor on the Trog-Meter
    are in the Void.
    """
    peasant_squares = _squares(peasants)
    *knights, archer = (BY_NAME[square] for square in walkers.split())
    board = replace(
        _START.board,
        trogdor=BY_NAME[trogdor],
        peasants=peasant_squares,
        burned=_squares(burned),
        aflame=_squares(aflame),
        knights=tuple(knights),
        archer=archer,
        health=health,
        void=PEASANTS - len(peasant_squares) - health,
    )
    return replace(
        _START,
        board=board,
        players=(_player(*_BLOCK),),
        turn=Turn(4, 0, Card.HIGH_ENERGY, points=points, acted=True),
        phase=Phase.ACT,
        trog=_trog(_BLOCK, Card.HIGH_ENERGY),
        movement=_movement(land),
    )


def _squares(names: str) -> tuple[Square, ...]:
    return tuple(sorted(BY_NAME[square] for square in names.split()))


def _player(*hand: Card) -> Player:
    """Return a keeper without a power and a useless item, as neither is taught yet."""
    return Player(Keeper.HARDYBARDY, Item.BAUBLES, hand, charged=False)


def _trog(hand: tuple[Card, ...], *discards: Card) -> Deck:
    pile = Counter(COPIES) - Counter((*hand, *discards))
    return Deck(tuple(reversed(tuple(map(str, pile.elements())))), tuple(map(str, discards)))


def _movement(first: str) -> Deck:
    return Deck((first, *(card for card in HOUSE_CARDS if card != first)))


# Judges


def _judge_card(tried: _Tried) -> str:
    """Judge whether the card with the most points was played."""
    if tried.action.verb is Verb.DISCARD:
        return "discard"
    if tried.action.verb is not Verb.PLAY:
        return OTHER
    return RIGHT if tried.action.card is Card.HIGH_ENERGY else "block"


_FIRES: Final = 2
"""The tiles to burn in the first turn."""


def _judge_burn(tried: _Tried) -> str:
    """Judge whether Trogdor has burned where he stands, and another tile."""
    board = tried.after.board
    if len(board.burned) >= _FIRES:
        return RIGHT
    if tried.action.verb is Verb.FINISH:
        return "finish"
    return ON if tried.after.turn.points > 0 else "spent"


def _judge_chomp(tried: _Tried) -> str:
    """Judge whether Trogdor has gone to a peasant and eaten him."""
    if any(isinstance(event, Chomped) for event in tried.events):
        return RIGHT
    match tried.action:
        case Action(verb=Verb.STEP):
            return ON if tried.after.board.trogdor in tried.after.board.peasants else "away"
        case Action(verb=Verb.FINISH):
            return "finish"
        case _:
            return "away"


def _judge_run(tried: _Tried) -> str:
    """Judge whether a peasant was set on fire."""
    if any(isinstance(event, PeasantRan) for event in tried.events):
        return RIGHT
    match tried.action.verb:
        case Verb.CHOMP:
            return "chomped"
        case Verb.FINISH:
            return "finish"
        case _:
            return "away"


def _judge_land(tried: _Tried) -> str:
    """Judge whether the turn was ended."""
    return RIGHT if tried.action.verb is Verb.FINISH else OTHER


def _run_traces(events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the arrows of the peasants who ran."""
    return tuple(
        way for event in events if isinstance(event, PeasantRan) for way in _step_arrows(event.squares)
    )


def _hit_traces(events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the arrows of the knight who hit Trogdor."""
    who = {event.who for event in events if isinstance(event, Damaged)}
    return tuple(
        way
        for event in events
        if isinstance(event, Walked) and event.who in who
        for way in _step_arrows(event.squares)
    )


def _step_arrows(squares: tuple[Square, ...]) -> Iterator[str]:
    """Return the arrows of a walk, step by step."""
    return (f"{name(start)}>{name(end)}" for start, end in pairwise(squares))


def _judge_hide(tried: _Tried) -> str:
    """Judge whether Trogdor lies on a mountain when the land moves."""
    if tried.action.verb is Verb.FINISH:
        return RIGHT if tried.before.board.hiding else "open"
    return ON if name(tried.after.board.trogdor) == _MOUNTAIN else "away"


_MOUNTAIN: Final = "b2"


def _judge_cottage(tried: _Tried) -> str:
    """Judge whether the last tile burned, and then the last cottage."""
    if tried.after.outcome is not None and tried.after.outcome.ending == "victory":
        return RIGHT
    match tried.action.verb:
        case Verb.BURN:
            return ON
        case Verb.FINISH:
            return "finish"
        case _:
            return "away"


_LAST: Final = "b5"
_BURNED: Final = " ".join(name(square) for square in SQUARES if name(square) != _LAST)
"""All tiles but the last."""

_PEASANTS: Final = ("chomp", "burn peasant")
"""Actions on peasants, which have exercises of their own."""

LESSON: Final[tuple[Exercise[State, Action, Event], ...]] = (
    Exercise("card", _choosing_state, _judge_card, ("play high-energy",)),
    Exercise(
        "burn",
        lambda: play_lines(GAME, _choosing_state(), ("play high-energy",), _NO_CHANCE),
        _judge_burn,
        ("burn", "step e", "burn"),
        hides=_PEASANTS,
        points=("goals",),
    ),
    Exercise(
        "chomp",
        lambda: _acting_state("c3", 2, "a1 d3 b5", "c3 c2 b3 d2", health=2),
        _judge_chomp,
        ("step e", "chomp"),
        hides=("burn peasant",),
        points=("meter",),
    ),
    Exercise(
        "run",
        lambda: _acting_state("d3", 1, "a1 d3 b5", "c2 d2 e2", health=3, land="F4"),
        _judge_run,
        ("burn peasant",),
        traces=_run_traces,
    ),
    Exercise(
        "land",
        lambda: _acting_state(
            "d3",
            0,
            "",
            "d2 e2 d3 e3 d4 e4 a4 b4 c4 a5 b5 c5",
            health=4,
            walkers="d1 b4 e2",
            aflame="e3 b5",
            land="A3",
        ),
        _judge_land,
        ("finish",),
        traces=_hit_traces,
    ),
    Exercise(
        "hide",
        lambda: _acting_state("c2", 2, "d5 e4", "c2 c3 d3 d2 b3", health=1, walkers="b1 e2 a5", land="F3"),
        _judge_hide,
        ("step w", "hide", "finish"),
        points=(_MOUNTAIN,),
    ),
    Exercise(
        "cottage",
        lambda: _acting_state(_LAST, 2, "", _BURNED, health=2, walkers="c1 d4 e2", aflame="a1 e3"),
        _judge_cottage,
        ("burn", "burn cottage"),
        points=("a4", "b4", "c4", "a5", "b5", "c5"),
    ),
)
"""Trogdor, position by position."""
