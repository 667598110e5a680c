"""The few kinds of refusal: what a person asked for that cannot be, with the data its sentence needs.

`key` names the sentence in the words' catalogue (`bot.words`), `values` fill it. A refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from bot.store import Table
from data.sentence import Sentence
from engine.core import IllegalAction

Value: TypeAlias = str | int | tuple[str, ...] | Sentence | tuple[Sentence, ...]
"""What fills a sentence: in the language that is spoken several names are listed, and sentences said."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not a defect
    """A request that is turned down. `table` is the table it was about, as it is now, where there is one.

    `standing_in` is set where the person may act for who must: from when on, in seconds since 1970. `ways`
    are buttons of the surface, with which the person can do something about it.
    """

    def __init__(self, key: str, table: Table | None = None, **values: Value) -> None:
        super().__init__(key, values)
        self.key = key
        self.table = table
        self.values = values
        self.standing_in: int | None = None
        self.ways: Sequence[Any] = ()


class Stale(Refused):
    """A click on a board that is no longer the current one."""

    def __init__(self, table: Table) -> None:
        super().__init__("old-board", table)


class NotSeated(Refused):
    """Somebody acts at a table where they do not sit.

    At a deal of the day nobody else is told to watch, and the refusal leads to no board.
    """

    def __init__(self, table: Table) -> None:
        if table.terms.day is None:
            super().__init__("not-seated", table, names=tuple(player.name for player in table.players))
        else:
            super().__init__("not-seated-deal")


class DealPlayedBefore(Refused):
    """Somebody has played a week's deal with others before, at the table of this id.

    `name` is what they are called, if it is somebody else who is told.
    """

    def __init__(self, table_id: int, name: str = "") -> None:
        super().__init__("weekly-tried-other" if name else "weekly-tried", name=name, code=f"T{table_id}")


class DealSpent(Refused):
    """Somebody had played a deal of a day or a week before they were forgotten; it `ends` then.

    `name` is what they are called, if it is somebody else who is told.
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
