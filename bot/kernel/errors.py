"""Refusals: requests that cannot be fulfilled, with the data for their sentences.

`key` names the sentence in the words' catalogue (`bot.words`), `values` fill it. A refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from bot.store import Table
from data.sentence import Sentence
from engine.core import IllegalAction

Value: TypeAlias = str | int | tuple[str, ...] | Sentence | tuple[Sentence, ...]
"""A value in a sentence: in the reader's language names are listed, and sentences rendered."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a defect
    """A request that is turned down. `table` is its table, in the current state, where there is one.

    `standing_in` is set where the person may act for an absent player: from when on, in seconds since 1970.
    `ways` are buttons of the surface that offer alternatives.
    """

    def __init__(self, key: str, table: Table | None = None, **values: Value) -> None:
        super().__init__(key, values)
        self.key = key
        self.table = table
        self.values = values
        self.standing_in: int | None = None
        self.ways: Sequence[Any] = ()


class Stale(Refused):
    """A click on an outdated board."""

    def __init__(self, table: Table) -> None:
        super().__init__("old-board", table)


class NotSeated(Refused):
    """The person has no seat at the table.

    At a deal of the day no other player may watch, and the refusal leads to no board.
    """

    def __init__(self, table: Table) -> None:
        if table.terms.day is None:
            super().__init__("not-seated", table, names=tuple(player.name for player in table.players))
        else:
            super().__init__("not-seated-deal")


class DealPlayedBefore(Refused):
    """A player has played a week's deal with others before, at the table of this id.

    `name` is their name, if another player reads it.
    """

    def __init__(self, table_id: int, name: str = "") -> None:
        super().__init__("weekly-tried-other" if name else "weekly-tried", name=name, code=f"T{table_id}")


class DealSpent(Refused):
    """A player had played a deal of a day or a week before they were forgotten; it `ends` then.

    `name` is their name, if another player reads it.
    """

    def __init__(self, ends: int, name: str = "") -> None:
        super().__init__(
            "deal-forgotten-other" if name else "deal-forgotten", name=name, when=f"<t:{ends}:R>"
        )


class Illegal(Refused):
    """The engine refused the action; `cause` says which rule and what would be legal."""

    def __init__(self, table: Table, cause: IllegalAction, game: str, **values: Value) -> None:
        super().__init__(f"{game}.{cause.key}", table, **{**values, **cause.values})
        self.cause = cause


class AlreadyDone(Refused):
    """The very same click or command was carried out before."""

    def __init__(self, table: Table) -> None:
        super().__init__("already-done", table)
