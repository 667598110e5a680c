"""Captions of films: who did what in a few words, by importance."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from bot.discord.frame import names_of, plain_names, without_markdown
from bot.games.catalogue import AnyEntry
from bot.kernel.tables.seats import is_by_time, players_as_of
from bot.store import Line, Table
from bot.words import Words
from engine.replay import LogPosition, Moment
from engine.rng import SeededRng
from render.film.band import fits

WIDE: Final = 900
"""Width of all boards in pixels."""

_SENTENCE: Final = re.compile(r"[.!?] +(?=\S)")
"""The end of a sentence that another one follows."""

Narrate: TypeAlias = Callable[[tuple[Any, ...]], tuple[str, ...]]
"""Turns events into sentences."""


def weight_of(entry: AnyEntry, lines: Iterable[LogPosition]) -> int:
    """Return the summed weight of the events of these positions."""
    return sum(entry.speech.weight(event) for line in lines for event in line.events)


def moment_between(table: Table, before: LogPosition, after: LogPosition) -> Moment:
    """Return the action between two positions."""
    seat = 0 if after.seat is None else after.seat
    return Moment(before.state, seat, after.action, SeededRng(table.chance, before.counter))


def caption_for(
    words: Words, table: Table, entry: AnyEntry, log: Sequence[Line], positions: Sequence[LogPosition]
) -> str:
    """Return a caption for the lines between the first and the last of these positions.

    `log` is that of the whole table. If there is too little room, the least important events are left out; a
    line without events is described by its action. In games of one against another the player is named.
    """
    *_, before, final = positions
    table = players_as_of(table, final.ply)
    if is_by_time(table, log[final.ply - 1]):
        words = words.by_time()
    names = names_of(table)
    events = tuple(event for line in positions[1:] for event in line.events)
    text = shorten_events(lambda some: entry.speech.narrate(words, names, some), entry.speech.weight, events)
    name = plain_names(table)[final.seat or 0]
    if not text and final.action is not None:
        action = entry.speech.describe(words, plain_names(table), before.state, final.seat or 0, final.action)
        return words("replay.chosen", name=name, action=without_markdown(action))
    alone = len({line.seat for line in positions[1:]}) == 1 and _are_against_each_other(entry, table)
    return words("replay.chosen", name=name, action=text) if alone and name not in text else text


def _are_against_each_other(entry: AnyEntry, table: Table) -> bool:
    return len(table.players) > 1 and not entry.game.cooperative


def result_of(
    words: Words, table: Table, entry: AnyEntry, positions: Sequence[LogPosition], log: Sequence[Line]
) -> str:
    """Return how a game ended, in a sentence."""
    if is_by_time(table, log[positions[-1].ply - 1]):
        words = words.by_time()
    return entry.help.review(words, plain_names(table), positions).result


def shorten_events(narrate: Narrate, weight: Callable[[Any], int], events: tuple[Any, ...]) -> str:
    """Return events in as many sentences as fit below a film, without markdown."""
    text = _join_plain(
        greatest_sentences(narrate, weight, events, lambda some: fits(_join_plain(some), WIDE))
    )
    starts = (0, *(end.end() for end in _SENTENCE.finditer(text)))
    first = bisect_left(starts, 1, key=lambda start: int(fits(text[start:], WIDE)))
    return text[starts[min(first, len(starts) - 1)] :]


def greatest_sentences(
    narrate: Narrate,
    weight: Callable[[Any], int],
    events: tuple[Any, ...],
    is_short: Callable[[Sequence[str]], bool],
) -> tuple[str, ...]:
    """Return events in sentences; the least important are left out until these are short enough."""
    sentences = narrate(events) if events else ()
    for least in sorted({weight(event) for event in events}):
        if is_short(sentences):
            break
        weightier = tuple(event for event in events if weight(event) > least)
        sentences = (narrate(weightier) if weightier else ()) or sentences
    return sentences


def _join_plain(sentences: Iterable[str]) -> str:
    return " ".join(part.strip(" ") for part in without_markdown(" ".join(sentences)).split("\n")).strip(" ")
