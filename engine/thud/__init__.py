"""Thud: a duel of two battles between dwarfs and trolls."""

from __future__ import annotations

from engine.core import Game, Number
from engine.thud.diagram import text
from engine.thud.model import Action, Event, State, View
from engine.thud.notation import parse
from engine.thud.refusals import REFUSALS
from engine.thud.rules import ENDINGS, apply, legal, outcome, reshuffle, reveals, start, to_act, view
from engine.thud.stand_in import stand_in_action

__all__ = ["GAME", "REFUSALS"]

GAME: Game[State, Action, Event, View] = Game(
    key="thud",
    title="Thud",
    seats=range(2, 3),
    options=(Number("quiet_limit", default=0, minimum=0, maximum=500),),
    rules_version=1,
    endings=ENDINGS,
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
