"""Trogdor!! The Board Game: one dragon, and one to six keepers who win or lose together."""

from __future__ import annotations

from engine.core import Game
from engine.trogdor.diagram import text
from engine.trogdor.events import Event
from engine.trogdor.legality import legal
from engine.trogdor.model import Action, State, View
from engine.trogdor.notation import parse
from engine.trogdor.refusals import REFUSALS
from engine.trogdor.rules import apply, outcome, reshuffle, reveals, to_act, unfold, view
from engine.trogdor.setup import OPTIONS, picks, start
from engine.trogdor.stand_in import stand_in_action

__all__ = ["GAME", "REFUSALS", "unfold"]

GAME: Game[State, Action, Event, View] = Game(
    key="trogdor",
    title="Trogdor!!",
    seats=range(1, 7),
    options=OPTIONS,
    rules_version=1,
    endings=("victory", "petite-victory", "defeat"),
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
    picks=picks,
    cooperative=True,
)
