"""One Man, Thrag!: a solitaire for the piecepack; fifteen beasts between one man and his breakfast."""

from __future__ import annotations

from engine.core import Game
from engine.thrag.diagram import text
from engine.thrag.events import Event
from engine.thrag.legality import legal
from engine.thrag.model import Action, State, View
from engine.thrag.notation import parse
from engine.thrag.refusals import REFUSALS
from engine.thrag.rules import apply, outcome, reshuffle, reveals, to_act, view
from engine.thrag.setup import OPTIONS, start
from engine.thrag.stand_in import stand_in_action

__all__ = ["GAME", "REFUSALS"]

GAME: Game[State, Action, Event, View] = Game(
    key="thrag",
    title="One Man, Thrag!",
    seats=range(1, 2),
    options=OPTIONS,
    rules_version=1,
    endings=("win", "death", "exhaustion", "breakfast", "resignation"),
    start=start,
    to_act=to_act,
    legal=legal,
    apply=apply,
    view=view,
    outcome=outcome,
    parse=parse,
    text=text,
    reveals=reveals,
    reshuffle=reshuffle,
    stand_in_action=stand_in_action,
)
