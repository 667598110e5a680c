"""Refusals: how a person reads one, and the last of each person, kept so that they can ask for the rule."""

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
"""Seconds for which a refusal is kept: after that, whoever asks for rules means those of the game."""

_BY_PEOPLE: Final = ("name", "names", "who", "text", "value", "code")
"""The values of a refusal that somebody may have typed."""


def refusal(words: Words, refused: Refused, under: int | None = None) -> str:
    """A refusal as a person reads it: the sentence, what would be legal, where the board is.

    `under`: the message that was clicked, under which it stands: it leads elsewhere or nowhere.
    """
    lines = [sentence(words, refused.key, refused.values)]
    if isinstance(refused, Illegal) and refused.cause.near:
        moves = ", ".join(f"`{move}`" for move in refused.cause.near)
        lines.append(words("refused.near", moves=moves))
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
    """The sentence of a refusal, filled in."""
    filled = {name: _format_value(words, name, value) for name, value in values.items()}
    return words(key, **with_terms(words, key, filled))


def refusal_rows(
    refused: Refused, instead: Sequence[tuple[str, str]] = (), more: Sequence[Key] = ()
) -> list[Row]:
    """The buttons of a refusal: its own, or what to play instead.

    `instead` are moves with what they are called, `more` the buttons of features; mostly there is none.
    """
    if refused.ways:
        return in_rows(refused.ways)
    keys = [] if refused.table is None else list(alternative_moves(refused.table, instead))
    return in_rows([*keys, *more])


def _format_value(words: Words, key: str, value: Value) -> str | int:
    """A value of a refusal, as a sentence takes it."""
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
    """A refusal as it was told `at` a moment, in a channel. `rule` is none where the house refused.

    `values` fill the sentence `key`; `tried` is the move as it was written, `near` what would be legal.
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
    """The last refusal of each person, by user id, whoever was refused something last at the end."""

    _by_user: dict[int, Refusal] = field(default_factory=dict)

    def keep(self, refused: Refused, trace: Trace, channel_id: int, now: float) -> None:
        """Keep a refusal; what is too old goes."""
        refusal = Refusal(now, channel_id, refused.key, refused.values)
        if isinstance(refused, Illegal):
            cause = refused.cause
            refusal = replace(refusal, rule=cause.rule, tried=trace.notation, near=cause.near)
        self._by_user.pop(trace.user_id, None)
        self._by_user[trace.user_id] = refusal
        for user_id in [user for user, found in self._by_user.items() if found.at < now - KEPT]:
            del self._by_user[user_id]

    def last(self, user_id: int, channel_id: int, now: float) -> Refusal | None:
        """What somebody was refused last, if that was in this channel and lately."""
        found = self._by_user.get(user_id)
        return (
            found if found is not None and found.channel_id == channel_id and found.at >= now - KEPT else None
        )

    def forget(self, user_id: int) -> None:
        """Keep nothing of somebody any more."""
        self._by_user.pop(user_id, None)
