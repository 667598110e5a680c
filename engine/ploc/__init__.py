"""Ploc: a tug-of-war with dice between two villages, in two matches."""

from __future__ import annotations

from engine.core import Game
from engine.ploc.diagram import text
from engine.ploc.events import Event
from engine.ploc.legality import legal, to_act
from engine.ploc.matches import OPTIONS, start
from engine.ploc.model import Action, State, View
from engine.ploc.notation import parse
from engine.ploc.refusals import REFUSALS
from engine.ploc.rules import apply, outcome, reshuffle, reveals, view
from engine.ploc.stand_in import stand_in_action

__all__ = ["GAME", "REFUSALS"]

GAME: Game[State, Action, Event, View] = Game(
    key="ploc",
    title="Ploc",
    seats=range(2, 3),
    options=OPTIONS,
    rules_version=1,
    endings=("hit", "berserk", "swap", "agreement", "limit", "resignation"),
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
