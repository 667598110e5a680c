"""A small game of chance for the tests of the frame: roll a die until a six falls, or give up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core import Choice, Fault, Game, IllegalAction, Outcome, Seat, Settings, Step
from engine.rng import Rng
from engine.speech import English, Say

SILENT = English({})
MOOD = Choice("mood", default="calm", choices=("calm", "f\N{LATIN SMALL LETTER E WITH CIRCUMFLEX}te"))


@dataclass(frozen=True)
class Pile:
    seats: int
    turn: Seat = 0
    rolls: tuple[int, ...] = ()
    over: str | None = None


@dataclass(frozen=True)
class Rolled:
    number: int


def _start(settings: Settings, seats: int, rng: Rng) -> Pile:
    del settings, rng
    return Pile(seats)


def _to_act(state: Pile) -> frozenset[Seat]:
    return frozenset() if state.over else frozenset({state.turn})


def _legal(state: Pile, seat: Seat) -> tuple[str, ...]:
    return ("roll", "stop") if seat in _to_act(state) else ()


def _apply(state: Pile, seat: Seat, action: str, rng: Rng) -> Step[Pile, Rolled]:
    if action not in _legal(state, seat):
        raise IllegalAction(Fault.ILLEGAL, "toy:turn-1", "not-your-turn")
    if action == "stop":
        return Step(replace(state, over="stopped"), ())
    number = rng.below(6) + 1
    over = "six" if number == 6 else None
    turn = (seat + 1) % state.seats
    return Step(replace(state, rolls=(*state.rolls, number), turn=turn, over=over), (Rolled(number),))


def _outcome(state: Pile) -> Outcome | None:
    return Outcome(state.over, (), (0,) * state.seats) if state.over else None


def _parse(text: str, state: Pile) -> str:
    if text not in ("roll", "stop"):
        raise IllegalAction(Fault.MALFORMED, "toy:turn-1", "not-notation", _legal(state, state.turn))
    return text


def _text(view: Pile, _say: Say = SILENT, /) -> str:
    return str(view)


TOY: Game[Pile, str, Rolled, Pile] = Game(
    key="toy",
    title="Toy",
    seats=range(1, 4),
    options=(MOOD,),
    rules_version=3,
    endings=("six", "stopped"),
    start=_start,
    to_act=_to_act,
    legal=_legal,
    apply=_apply,
    view=lambda state, _: state,
    outcome=_outcome,
    parse=_parse,
    text=_text,
    reveals=lambda _: True,
    reshuffle=lambda state, _: state,
    stand_in_action=lambda _, actions, __: actions[0],
)
