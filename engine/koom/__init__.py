"""Koom Valley: the second game on the board of Thud, about a Rock that dwarfs carry and trolls hold."""

from __future__ import annotations

from engine.core import Choice, Game, Number
from engine.koom.diagram import text
from engine.koom.model import Action, Event, State
from engine.koom.notation import parse
from engine.koom.refusals import REFUSALS
from engine.koom.rules import ENDINGS, apply, legal, start, to_act
from engine.koom.stand_in import stand_in_action

__all__ = ["GAME", "REFUSALS"]

GAME: Game[State, Action, Event, State] = Game(
    key="koom",
    title="Koom Valley",
    seats=range(2, 3),
    options=(
        Number("battles", default=2, minimum=1, maximum=2),
        Number("quiet_limit", default=100, minimum=0, maximum=500),
        Choice("repetition", "yes", ("yes", "no")),
    ),
    endings=ENDINGS,
    rules_version=2,
    start=start,
    to_act=to_act,
    legal=legal,
    apply=apply,
    parse=parse,
    text=text,
    stand_in_action=stand_in_action,
)
