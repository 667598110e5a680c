"""The list of features: one folder each, built on the kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.features.deals import DEALS
from bot.features.fair_play import FAIR_PLAY
from bot.features.forks import FORKS
from bot.features.help import HELP
from bot.features.hints import HINTS
from bot.features.history import HISTORY
from bot.features.ladders import LADDERS
from bot.features.lessons import LESSONS
from bot.features.matchmaking import MATCHMAKING
from bot.features.orders import ORDERS
from bot.features.people import PEOPLE
from bot.features.plans import PLANS
from bot.features.prepared import PREPARED
from bot.features.puzzles import PUZZLES
from bot.features.records import RECORDS
from bot.features.remarks import REMARKS
from bot.features.reviews import REVIEWS
from bot.features.servers import SERVERS
from bot.features.tournaments import TOURNAMENTS
from bot.features.transfer import TRANSFER
from bot.features.undo import UNDO
from bot.features.votes import VOTES
from bot.games.catalogue import add_sentences
from bot.kernel.feature import Feature, storage_hooks

FEATURES: Final[tuple[Feature, ...]] = (
    HISTORY,
    PLANS,
    VOTES,
    LADDERS,
    TOURNAMENTS,
    RECORDS,
    REMARKS,
    ORDERS,
    PREPARED,
    HINTS,
    LESSONS,
    PUZZLES,
    REVIEWS,
    MATCHMAKING,
    UNDO,
    DEALS,
    FORKS,
    TRANSFER,
    PEOPLE,
    SERVERS,
    HELP,
    FAIR_PLAY,
)
"""Every feature, in the order in which they follow a change and appear behind *More*."""

HOOKS: Final = storage_hooks(FEATURES)
"""The features' parts of the database."""


def folder_of(feature: Feature) -> Path:
    """The folder of a feature, which also holds its translations."""
    return Path(__file__).parent / feature.key


for _feature in FEATURES:
    add_sentences(_feature.english, folder_of(_feature))
