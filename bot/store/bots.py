"""Who the house's players are: a user id and a name for each level, so that a seat can be theirs."""

from __future__ import annotations

from typing import Final

from engine.mind import LEVELS

BOTS: Final = -(2**60)
"""The user ids of bots are this and those below it; no nameless seat ever has one of them."""

_MOST: Final = 8
"""The bots of one level that a table can tell apart; it has fewer seats."""


def is_bot(user_id: int | None) -> bool:
    """Whether a user id is that of a player made of code."""
    return user_id is not None and user_id <= BOTS


def bot_id(level: str, number: int) -> int:
    """The user id of a bot of one of `LEVELS`; `number`, from 0, tells those of one table apart."""
    return BOTS - LEVELS.index(level) * _MOST - number


def level_of(user_id: int) -> str:
    """At which of `LEVELS` a bot plays, by its user id."""
    return LEVELS[(BOTS - user_id) // _MOST]


def bot_name(level: str) -> str:
    """What the bots of a level are called, in every language."""
    return level.capitalize()
