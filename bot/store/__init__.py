"""Tables on disk: opened, saved whole or not at all, found again. The public face of the package."""

from bot.store.errors import (
    CannotWrite,
    CorruptState,
    Damaged,
    DealtBefore,
    FollowedBefore,
    NewerSchema,
    NoSuchTable,
    NotADatabase,
    Repeated,
    StaleRevision,
    StoreError,
    WrongHead,
)
from bot.store.model import Board, Change, Line, NewTable, Player, Status, Table
from bot.store.store import Store

__all__ = [
    "Board",
    "CannotWrite",
    "Change",
    "CorruptState",
    "Damaged",
    "DealtBefore",
    "FollowedBefore",
    "Line",
    "NewTable",
    "NewerSchema",
    "NoSuchTable",
    "NotADatabase",
    "Player",
    "Repeated",
    "StaleRevision",
    "Status",
    "Store",
    "StoreError",
    "Table",
    "WrongHead",
]
