"""The states of One Man, Thrag! that are worth looking at, by name; the golden pictures show them too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.core import Outcome
from engine.thrag.model import Action, Fight, Foe, Stack, State, Suit, TurnedTile, Verb, View
from engine.thrag.rules import view as view_of
from render.kit.sheet import Sheet
from render.thrag.hint import hinted_places
from render.thrag.labels import in_english
from render.thrag.paint import paint
from tools.gallery.wall import GameWall

RED, GREEN, BLUE, BLACK = Suit


def state(**fields: Any) -> State:  # noqa: ANN401 - fields of State
    """A first turn, with `fields` changed."""
    found = State(
        weapons=(RED, GREEN, BLUE),
        null_coin=0,
        tracks=False,
        turn=1,
        stacks=(Stack((1, 3, 2, 4)), Stack((5, 1, 4, 3)), Stack((2, 4, 1, 5))),
        black=Stack((3, 1, 5, 2, 4)),
        pools=((0, 3, 1, 5, 2, 4), (2, 0, 4, 1, 5, 3), (4, 1, 0, 3, 5, 2)),
        foes=(Foe(5, 3), Foe(2, 5), Foe(3, 0)),
        die=2,
    )
    return replace(found, **fields)


def view(**fields: Any) -> View:  # noqa: ANN401 - fields of State
    """What is seen of it."""
    return view_of(state(**fields), None)


def _sheet(turn: str, *, chosen: str = "", targets: str = "") -> Sheet:
    return Sheet(
        code="T7",
        stamp="3f9a1c",
        title="One Man, Thrag!",
        turn=turn,
        chosen=tuple(chosen.split()),
        targets=tuple(targets.split()),
        say=in_english,
    )


_MIDDLE: Final[dict[str, Any]] = {
    "turn": 6,
    "stacks": (Stack((1, 4), (3,), (2,)), Stack((5,), (), (1, 4, 3)), Stack((2, 4), (), (1, 5))),
    "black": Stack((1, 5), (3, 2, 4)),
    "pools": ((0, 3, 1), (), (4, 1, 0)),
    "flipped": ((5, 2, 4), (2, 0, 4, 1, 5, 3), (3, 5, 2)),
    "hit_points": (0, 1, 4, 5),
    "spent": (RED,),
    "fights": 1,
}
_WON: Final[dict[str, Any]] = {
    "turn": 9,
    "stacks": (
        Stack((), (), (1, 2, 3, 4, 5)),
        Stack((), (), (5, 2, 1, 4, 3)),
        Stack((), (), (3, 4, 2, 1, 5)),
    ),
    "foes": (None, None, None),
    "black": Stack((1, 5), (3, 2, 4)),
    "pools": ((0,), (), (4, 1)),
    "hit_points": (0, 1, 5),
    "spent": (RED,),
    "fights": 3,
}

PICTURES: Final[dict[str, tuple[View, Sheet]]] = {
    "start": (view(), _sheet("Rowan: choose a beast")),
    "turn": (
        view(
            **_MIDDLE
            | {
                "stacks": (
                    Stack((1, 4), (3,), (2,)),
                    Stack((5,), (), (1, 4, 3)),
                    Stack((2, 4), (), (1, 5, 3)),
                )
            },
            foes=(Foe(5, 3), Foe(2, 5), None),
            fight=Fight(BLUE, 3, 0, 2, BLUE, 4, 4),
        ),
        _sheet("Rowan: fight on or stop"),
    ),
    "pay": (
        view(**_MIDDLE, owed=2, fight=Fight(GREEN, 2, 5, 2, RED, 3, 3)),
        _sheet("Rowan: pay 2", chosen="c4", targets="c4 c5"),
    ),
    "reroll": (
        view(
            **_MIDDLE | {"fights": 0, "spent": (RED, GREEN)},
            rerolled=GREEN,
            foes=(Foe(5, 3), Foe(2, 0), Foe(3, 0)),
        ),
        _sheet("Rowan: choose a beast", chosen="green", targets="red blue"),
    ),
    "tracked": (
        view(
            **_MIDDLE | {"fights": 0},
            tracks=True,
            null_coin=2,
            fight=Fight(GREEN, 4, 1, 3, GREEN, 0, 2),
            turned=TurnedTile(4, healed=True),
        ),
        _sheet("Rowan: choose a beast"),
    ),
    "unarmed": (
        view(weapons=(), turned=TurnedTile(2, healed=False), turn=2, black=Stack((1, 3, 4, 5), (2,))),
        _sheet("Rowan: choose a beast"),
    ),
    "late": (
        view(
            turn=11,
            stacks=(
                Stack((1, 4), (), (2, 3)),
                Stack((), (), (1, 4, 3, 5, 2)),
                Stack((), (), (1, 5, 3, 2, 4)),
            ),
            foes=(Foe(5, 5), None, None),
            die=0,
            hit_points=(0,),
            black=Stack((1,), (2, 3, 4, 5)),
            pools=((), (), (4,)),
            spent=(RED, BLUE),
            rerolled=BLACK,
            fights=1,
        ),
        _sheet("Rowan: choose a beast"),
    ),
    "win": (
        view(**_WON, outcome=Outcome("win", (0,), (4,)), fight=Fight(RED, 5, 3, 4, RED, 5, 5)),
        _sheet("Rowan wins"),
    ),
    "death": (
        view(
            **_MIDDLE | {"hit_points": (0, 1)},
            fight=Fight(RED, 5, 3, 2, RED, 3, 3),
            outcome=Outcome("death", (), (0,)),
        ),
        _sheet("Thrag is dead"),
    ),
    "exhaustion": (
        view(
            **_MIDDLE | {"pools": ((), (), ())},
            fight=Fight(GREEN, 2, 5, 2, RED, 3, 3),
            outcome=Outcome("exhaustion", (), (0,)),
        ),
        _sheet("No coin left"),
    ),
    "breakfast": (
        view(
            **_MIDDLE | {"turn": 12, "foes": (None, None, None)},
            turned=TurnedTile(4, healed=True),
            outcome=Outcome("breakfast", (), (0,)),
        ),
        _sheet("Breakfast is over"),
    ),
    "resignation": (view(**_MIDDLE, outcome=Outcome("resignation", (), (0,))), _sheet("Rowan gave up")),
}

HINTS: Final[tuple[tuple[str, Action], ...]] = (
    ("turn", Action(Verb.FIGHT, RED)),
    ("turn", Action(Verb.FIGHT, GREEN, BLUE)),
    ("pay", Action(Verb.PAY, coins=(1, 4))),
    ("reroll", Action(Verb.REROLL, GREEN)),
)
"""Actions that are advised, on pictures by name."""

WALL: Final = GameWall(PICTURES, paint, hinted_places, HINTS)
