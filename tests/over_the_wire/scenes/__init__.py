"""Things that people do in each feature, each of which can meet a trouble."""

from __future__ import annotations

from typing import Final

from tests.over_the_wire.scenes.base import Scene
from tests.over_the_wire.scenes.boards import Keeper, KoomChoosing, KoomMove
from tests.over_the_wire.scenes.finding import Found, FoundMove
from tests.over_the_wire.scenes.pages import PageAsk, PageMove
from tests.over_the_wire.scenes.plans import PlanDo, PlanLike, PlanShare, PlanStep
from tests.over_the_wire.scenes.prepared import Answered, Prepare
from tests.over_the_wire.scenes.tournaments import CupBegin, CupBeginHere, CupCall, CupEnd, CupJoin, CupRound
from tests.over_the_wire.scenes.votes import Ask, LastVote, Vote, VoteDo

SCENES: Final[tuple[type[Scene], ...]] = (
    KoomMove,
    KoomChoosing,
    Keeper,
    PlanStep,
    PlanShare,
    PlanLike,
    PlanDo,
    Ask,
    Vote,
    LastVote,
    VoteDo,
    Prepare,
    Answered,
    CupCall,
    CupJoin,
    CupBegin,
    CupBeginHere,
    CupRound,
    CupEnd,
    Found,
    FoundMove,
    PageMove,
    PageAsk,
)
"""All of them."""
