"""What a control says about itself: table, revision, what it does. Nothing else is kept between clicks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LIMIT: Final = 100
"""The most characters a custom_id may have."""

_PATTERN: Final = re.compile(r"t(?P<table>\d{1,15})\.(?P<revision>\d{1,9})\.(?P<verb>[a-z]+)\.(?P<detail>.*)")


class Verb(StrEnum):
    """What using a control does; `detail` is the path or the notation it is about."""

    GO = "go"
    PLAY = "play"
    ASK = "ask"  # the same as PLAY, after a question in private
    PICK_GO = "pickgo"  # a list; detail: `index:prefix`, the chosen values follow the prefix
    PICK_PLAY = "pickplay"
    TYPE = "type"
    TYPED = "typed"
    TEXT = "text"
    FILM = "film"
    AGAIN = "again"
    LUCK = "luck"
    REVIEW = "review"  # of a game that is over; detail: which of the moves that turned it, or none for all
    HISTORY = "history"  # a message to leaf through the game; detail: the move, or none for the newest
    LEAF = "leaf"  # within it; detail: `first`, `back:12`, `next:12` or `last`
    LEAF_TEXT = "leaftext"  # the board as text at a move
    FORK = "fork"  # a new table that goes on from a move
    SNOOZE = "snooze"  # a reminder; table and turn, not revision; detail: for how long
    LATE = "late"  # what to do about somebody whose time is up; table and turn; detail: the choice
    UNDO = "undo"  # take back one's own last move
    UNDO_YES = "undoyes"  # the same after a question in private; detail: the move to go back to
    UNDO_AGREE = "undoagree"  # the buttons of an offer, with the same detail
    UNDO_DECLINE = "undodecline"
    UNDO_WITHDRAW = "undowithdraw"
    BACK = "back"  # whoever clicks plays for themselves again
    ASIDE = "a"  # in a private menu, like GO, PICK_GO, PLAY, PICK_PLAY, ASK; short, for what stands behind
    PICK_ASIDE = "pa"
    ASIDE_PLAY = "ap"
    PICK_ASIDE_PLAY = "pap"
    ASIDE_ASK = "aa"
    TAKE = "take"  # a seat whose player is gone for good
    WHY = "why"  # about no table, but about a rule; detail: its id
    FORGET = "forget"  # about no table, but about whoever clicks; detail: whether they mean it
    SIT = "sit"
    BOT = "bot"  # a list: which of the house's players sits down, or that one gets up again
    LEAVE = "leave"
    START = "start"
    CHOOSE = "choose"  # a list of a lobby; detail: `pick:`
    SEAT = "seat"  # a list of a table that a game moved to: who of them one is
    SALT = "salt"  # asks for something to add to the table's chance
    SALTED = "salted"
    MOVE_YES = "moveyes"  # whether a game should move; detail: `sure`, if nobody else is asked
    MOVE_NO = "moveno"
    CLOSE = (
        "close"  # end a table without a result, after a question in private; detail: how the table stood then
    )
    DECLINE = "decline"
    CANCEL = "cancel"
    NEVER_MIND = "no"


@dataclass(frozen=True, slots=True)
class Control:
    """A control of a board: made into a custom_id, and read back from one."""

    table: int
    revision: int
    verb: Verb
    detail: str = ""

    def __str__(self) -> str:
        """The custom_id; raises `ValueError` if it would be too long for Discord."""
        text = f"t{self.table}.{self.revision}.{self.verb}.{self.detail}"
        if len(text) > LIMIT:
            raise ValueError(f"custom_id of {len(text)} characters: {text}")
        return text


def read(custom_id: str) -> Control | None:
    """The control that a custom_id belongs to, none if it is not one of ours."""
    match = _PATTERN.fullmatch(custom_id)
    if match is None or match["verb"] not in set(Verb):
        return None
    return Control(int(match["table"]), int(match["revision"]), Verb(match["verb"]), match["detail"])
