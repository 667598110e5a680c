"""Things that people do in each feature, each of which can meet a trouble."""

from __future__ import annotations

from typing import Final

from tests.over_the_wire.scenes.base import Scene
from tests.over_the_wire.scenes.boards import Keeper, KoomChoosing, KoomMove
from tests.over_the_wire.scenes.matchmaking import MatchmakingMove, MatchmakingScene
from tests.over_the_wire.scenes.pages import PageAsk, PageMove
from tests.over_the_wire.scenes.plans import PlanDo, PlanLike, PlanShare, PlanStep
from tests.over_the_wire.scenes.prepared import PlayPrepared, Prepare
from tests.over_the_wire.scenes.tournaments import CupBegin, CupBeginHere, CupCall, CupEnd, CupJoin, CupRound
from tests.over_the_wire.scenes.votes import LastVote, StartVote, Vote, VoteDo

SCENES: Final[tuple[type[Scene], ...]] = (
    KoomMove,
    KoomChoosing,
    Keeper,
    PlanStep,
    PlanShare,
    PlanLike,
    PlanDo,
    StartVote,
    Vote,
    LastVote,
    VoteDo,
    Prepare,
    PlayPrepared,
    CupCall,
    CupJoin,
    CupBegin,
    CupBeginHere,
    CupRound,
    CupEnd,
    MatchmakingScene,
    MatchmakingMove,
    PageMove,
    PageAsk,
)
"""All of them."""
