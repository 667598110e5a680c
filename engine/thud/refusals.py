"""Everything that Thud can refuse, by key: each has its sentence in the bot's words."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.core import Fault, IllegalAction


class Refusal(StrEnum):
    """Why an action was refused."""

    # The line cannot be read, or says too little.
    NOT_NOTATION = "not-notation"
    FILE_I = "file-i"
    NO_SQUARE = "no-square"
    WHICH_CAPTURES = "which-captures"

    # It is not the time, or not the piece.
    OVER = "over"
    NOT_YOUR_TURN = "not-your-turn"
    OFFER_WAITS = "offer-waits"
    NOT_YOUR_PIECE = "not-your-piece"
    WRONG_LETTER = "wrong-letter"
    NOBODY_THERE = "nobody-there"
    STONE_STAYS = "stone-stays"

    # The piece cannot go there.
    SAME_SQUARE = "same-square"
    STONE = "stone"
    NOT_STRAIGHT = "not-straight"
    BLOCKED = "blocked"
    ONE_STEP = "one-step"

    # It can go there, but not capture like that.
    LINE_TOO_SHORT = "line-too-short"
    HURL_TAKES_TARGET = "hurl-takes-target"
    LANDS_BESIDE = "lands-beside"
    NOT_BESIDE = "not-beside"
    SHOVE_TOO_FAR = "shove-too-far"
    SHOVE_MUST_CAPTURE = "shove-must-capture"

    # The end of the battle.
    OFFER_OPEN = "offer-open"
    OFFER_WAIT = "offer-wait"
    NO_OFFER = "no-offer"
    CLAIM_OFF = "claim-off"
    CLAIM_EARLY = "claim-early"


REFUSALS: Final = frozenset(key.value for key in Refusal)
"""Every `key` of an `IllegalAction` that Thud raises."""


def illegal(rule: str, key: Refusal, near: tuple[str, ...] = (), **values: str | int) -> IllegalAction:
    """The refusal of a clear action that `rule` forbids."""
    return IllegalAction(Fault.ILLEGAL, rule, key.value, near, **values)
