"""The card of a finished game: a summary as a picture, and the same in words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from PIL import Image

from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    bot_levels_of,
    game_title,
    panel_layout,
    picture_gallery,
    plain_names,
    with_picture_names,
)
from bot.discord.keyboard import Row
from bot.features.reviews.page import cached_picture
from bot.kernel.advice import hints_in
from bot.kernel.errors import Refused
from bot.kernel.session import Session, Shown
from bot.kernel.tables.results import standing_moves
from bot.kernel.tables.seats import is_by_time
from bot.store import Line, Table, nameless_id
from bot.words import Names, Words
from bot.words.review import Review, Track
from engine.replay import LogPosition, effective_positions
from engine.table_lines import is_table_line, undo_target
from render.card.graph import Curve
from render.card.paint import SummaryCard, card
from render.card.text import Pin
from render.kit.canvas import png
from render.kit.sheet import Sheet

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


async def card_of(
    words: Words,
    shown: Shown,
    lines: Sequence[Line],
    positions: tuple[LogPosition, ...],
    ways: Sequence[Row] = (),
) -> Message:
    """The card of a game with these positions, or of one that cannot be replayed, with its buttons."""
    table = shown.table
    drawn = replace(shown, table=with_picture_names(words, table))
    result_words = words.by_time() if lines and is_by_time(table, lines[-1]) else words
    (review, on_card), facts = await asyncio.to_thread(
        lambda: (
            _message_and_card_reviews(result_words, shown, drawn, positions),
            tuple(counted_facts(words, table, lines)),
        )
    )
    shows = ("card", words, on_card, facts)
    picture = await cached_picture(table, shows, lambda: paint_card(words, drawn, on_card, facts))
    panel = _panel(words, shown, review, facts)
    return Message(panel_layout(panel, ways), picture, _filename(table))


async def load_effective_positions(session: Session, table: Table) -> tuple[LogPosition, ...]:
    """The positions that were not undone; none where the game cannot be replayed."""
    try:
        return effective_positions(await session.history.shown_positions(table))
    except Refused as refused:
        if refused.key != "history-other-rules":
            raise
        return ()


def _message_and_card_reviews(
    words: Words, shown: Shown, drawn: Shown, positions: tuple[LogPosition, ...]
) -> tuple[Review, Review]:
    """The summary of a game for the message, and for the picture."""
    message_review = _review_of(words, shown, positions)
    return message_review, message_review if drawn == shown else _review_of(words, drawn, positions)


def _review_of(words: Words, shown: Shown, positions: tuple[LogPosition, ...]) -> Review:
    """The summary of a game; only its result, where it cannot be replayed."""
    entry, names = shown.entry, plain_names(shown.table)
    if positions:
        return entry.help.review(words, names, positions)
    return Review(entry.speech.turn(words, names, entry.game.view(shown.state, None)), (), (), ())


def counted_facts(words: Words, table: Table, lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """The counted facts: moves, duration, undos, hints and stand-ins."""
    if table.journey.moved is not None:
        yield (
            words("card.from"),
            words("card.parent", code=table.journey.moved[0], ply=table.journey.moved[1]),
        )
    if table.journey.parent is not None:
        number, ply = table.journey.parent
        yield words("card.from"), words("card.parent", code=f"T{number}", ply=ply)
    yield words("card.moves"), str(len(standing_moves(lines)))
    if lines:
        yield words("card.took"), duration_text(words, lines[-1].at - lines[0].at)
    undone = sum(undo_target(line.action) is not None for line in lines)
    if undone:
        yield words("card.undone"), words.some("card.times", undone)
    if hints := hints_in(lines):
        yield words("card.hints"), str(hints)
    yield from _substitute_facts(words, table, lines)


def _substitute_facts(words: Words, table: Table, lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """How many actions Taproom and stand-ins played."""
    owners = {player.seat: player.user_id for player in table.players}
    lent = [
        line
        for line in lines
        if not is_table_line(line.action)
        and not is_by_time(table, line)
        and line.user_id not in (owners[line.seat], nameless_id(table.id, line.seat))
    ]
    house = sum(line.user_id is None for line in lent)
    if house:
        yield words("card.house"), words.some("card.actions", house)
    if len(lent) > house:
        yield words("card.friends"), words.some("card.actions", len(lent) - house)


def duration_text(words: Words, seconds: float) -> str:
    """A duration in its two largest units, the smaller left out if it is zero."""
    rest, counts = int(seconds), list[int]()
    for unit in (DAY, HOUR, MINUTE):
        count, rest = divmod(rest, unit)
        counts.append(count)
    days, hours, minutes = counts
    parts = (
        words.some("card.days", days) if days else "",
        words.some("card.hours", hours) if hours else "",
        words.some("card.minutes", minutes) if minutes else "",
    )
    first = next((at for at, count in enumerate(counts) if count), len(counts))
    shown = [part for part in parts[first : first + 2] if part]
    return words.join_list(tuple(shown)) or words("card.at-once")


def paint_card(words: Words, shown: Shown, review: Review, more: tuple[tuple[str, str], ...]) -> bytes:
    """The card's picture as PNG, with the facts `more`: about twenty milliseconds."""
    table, entry = shown.table, shown.entry
    title = game_title(words, entry.game.title, table.deal)
    return png(
        card(
            SummaryCard(
                sheet=Sheet(
                    table.code,
                    "",
                    title,
                    words("card.head"),
                    say=words,
                    faces=bot_levels_of(table),
                ),
                result=review.result,
                emblem=_emblem(shown),
                facts=(*more, *review.facts),
                curves=tuple(_curve(words, plain_names(table), review, track) for track in review.tracks),
                pins=tuple(Pin(turning.at, turning.text) for turning in review.turnings),
            )
        )
    )


def _emblem(shown: Shown) -> Image.Image | None:
    """The sign of the game's result, if it has one."""
    emblem = shown.entry.drawing.emblem
    return None if emblem is None else emblem(shown.entry.game.view(shown.state, None))


def _curve(words: Words, names: Names, review: Review, track: Track) -> Curve:
    """A track with its label, and with the player's name where several have the same label."""
    label = track.label
    if track.seat is not None and sum(other.label == label for other in review.tracks) > 1:
        label = words("card.curve", name=names[track.seat], label=label)
    return Curve(label, track.values)


def _filename(table: Table) -> str:
    return f"{table.code}-{table.revision}-card.png"


def _panel(words: Words, shown: Shown, review: Review, more: tuple[tuple[str, str], ...]) -> Panel:
    """The picture, and in its description the same as text: result, facts, great turns."""
    table = shown.table
    game = game_title(words, shown.entry.game.title, table.deal)
    facts = [words("card.fact", label=label, value=value) for label, value in (*more, *review.facts)]
    turnings = " ".join(f"{turning.text}." for turning in review.turnings)
    alt = words("card.alt", game=game, result=review.result, facts=f"{turnings} {'; '.join(facts)}".strip())
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text(words("card.title", game=game)))
    panel.add_item(picture_gallery(_filename(table), alt))
    return panel
