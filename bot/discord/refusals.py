"""Texts of refusals, and the last refusal of each user, so that `/rules` can explain it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.discord.frame import escape_markdown, link
from bot.discord.keyboard import Key, Row, alternative_moves, in_rows
from bot.kernel.errors import Illegal, Refused, Stale, Value
from bot.kernel.trace import Trace
from bot.words import Words
from bot.words.sentences import render, with_terms
from data.sentence import Sentence

KEPT: Final = 600.0
"""Seconds for which a refusal is kept: after that `/rules` shows those of the game."""

_BY_PEOPLE: Final = ("name", "names", "who", "text", "value", "code")
"""The values of a refusal that a user may have typed."""


def refusal(words: Words, refused: Refused, under: int | None = None) -> str:
    """Return a refusal's text: the sentence, and a link to the board. Its buttons say what would be legal.

    `under`: the clicked message, which needs no link to itself.
    """
    lines = [sentence(words, refused.key, refused.values)]
    if refused.standing_in is not None:
        lines.append(words("refused.stand-in", when=f"<t:{refused.standing_in}:R>"))
    board = None if refused.table is None else refused.table.board
    if refused.table is not None and board is not None:
        if board.message_id != under:
            lines.append(words("refused.link", link=link(refused.table, board)))
    elif isinstance(refused, Stale):
        lines.append(words("refused.show"))
    return "\n".join(lines)


def sentence(words: Words, key: str, values: Mapping[str, Value]) -> str:
    """Return the sentence of a refusal, with its values."""
    filled = {name: _format_value(words, name, value) for name, value in values.items()}
    return words(key, **with_terms(words, key, filled))


def refusal_rows(
    refused: Refused, instead: Sequence[tuple[str, str]] = (), more: Sequence[Key] = ()
) -> list[Row]:
    """Return the buttons of a refusal: its own, or alternative moves.

    `instead` are moves with their labels, `more` the buttons of features; usually there are none.
    """
    if refused.ways:
        return in_rows(refused.ways)
    keys = [] if refused.table is None else list(alternative_moves(refused.table, instead))
    return in_rows([*keys, *more])


def _format_value(words: Words, key: str, value: Value) -> str | int:
    """Format a value of a refusal for its sentence."""
    if isinstance(value, Sentence):
        return render(words, value)
    if isinstance(value, tuple):
        faults = [
            f"- {escape_markdown(render(words, fault))}" for fault in value if isinstance(fault, Sentence)
        ]
        names = tuple(escape_markdown(name) for name in value if isinstance(name, str))
        return "\n".join(faults) or words.join_list(names)
    return escape_markdown(str(value)) if key in _BY_PEOPLE else value


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal, with its time `at` and channel. `rule` is None where no rule of the game is the reason.

    `values` fill the sentence `key`; `tried` is the move as it was typed, `near` what would be legal.
    """

    at: float
    channel_id: int
    key: str
    values: Mapping[str, Value]
    rule: str | None = None
    tried: str | None = None
    near: tuple[str, ...] = ()


@dataclass(slots=True)
class RecentRefusals:
    """The last refusal of each user, by user id, in order of time."""

    _by_user: dict[int, Refusal] = field(default_factory=dict)

    def keep(self, refused: Refused, trace: Trace, channel_id: int, now: float) -> None:
        """Store a refusal, and drop old ones."""
        refusal = Refusal(now, channel_id, refused.key, refused.values)
        if isinstance(refused, Illegal):
            cause = refused.cause
            refusal = replace(refusal, rule=cause.rule, tried=trace.notation, near=cause.near)
        self._by_user.pop(trace.user_id, None)
        self._by_user[trace.user_id] = refusal
        for user_id in [user for user, past in self._by_user.items() if past.at < now - KEPT]:
            del self._by_user[user_id]

    def last(self, user_id: int, channel_id: int, now: float) -> Refusal | None:
        """Return a user's last refusal, if it was in this channel and is recent."""
        refusal = self._by_user.get(user_id)
        return (
            refusal
            if refusal is not None and refusal.channel_id == channel_id and refusal.at >= now - KEPT
            else None
        )

    def forget(self, user_id: int) -> None:
        """Forget a user's refusal."""
        self._by_user.pop(user_id, None)
