"""The review of a game as people see it: a picture, what it says in words, and a board for each decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import discord

from bot.analysis import Luck, Slip, own
from bot.session.vacant import as_of
from bot.store import Table
from bot.ui.kit.frame import WALNUT, Layout, Message, Panel, Text, laid_out, names_of, pictured, plain_names
from bot.ui.kit.ids import Control, Verb
from bot.ui.kit.keyboard import Row
from bot.ui.review.picture import marked_board, picture_of
from bot.ui.review.seen import Seen
from bot.words import Names
from render.kit.canvas import png

NamesAt = Callable[[Table], Names]
"""What those at a table are called, with or without markdown."""


async def page(seen: Seen) -> Message:
    """The review alone, as one message."""
    words = seen.words
    panel = Panel(accent_colour=WALNUT)
    add_to(panel, seen, words("seen.title", game=seen.title, code=seen.table.code))
    return Message(laid_out(panel, rows(seen)), await picture_of(seen), seen.filename)


async def with_review(card: Message, panel: Panel, seen: Seen | None) -> Message:
    """A game's card, made of this panel, with the review beneath it if there is one."""
    if seen is None:
        return card
    add_to(panel, seen, seen.words("seen.card"))
    for row in rows(seen):
        panel.add_item(row)
    return replace(card, others=((await picture_of(seen), seen.filename),))


def add_to(panel: Panel, seen: Seen, title: str) -> None:
    """The review at the end of a message's panel."""
    panel.add_item(Text(title))
    panel.add_item(pictured(seen.filename, _alt(seen)))
    told, count = list(_told(seen, names_of)), len(seen.analysis.slips)
    if count:  # a text of its own, or what follows would stand within the last point of this list
        panel.add_item(Text("\n".join(told[:count])))
    panel.add_item(Text("\n".join((*told[count:], *_explained(seen)))))


def rows(seen: Seen) -> list[Row]:
    """A button for the board of each decision."""
    words, table = seen.words, seen.table
    keys = [
        discord.ui.Button[Layout](
            label=words("button.review", number=number, ply=slip.ply),
            custom_id=str(Control(table.id, table.revision, Verb.REVIEW, str(number))),
        )
        for number, slip in enumerate(seen.analysis.slips, 1)
    ]
    return [Row(*keys)] if keys else []


def decision(seen: Seen, slip: Slip) -> Message:
    """One decision, large: the board with what was better, and what is said of it."""
    words, table = seen.words, seen.table
    number = seen.analysis.slips.index(slip) + 1
    filename = f"{table.code}-{table.revision}-review-{number}.png"
    alt = words("seen.board.alt", game=seen.title, code=table.code, ply=slip.ply, better=slip.better)
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text(words("seen.board.title", game=seen.title, code=table.code, ply=slip.ply)))
    panel.add_item(pictured(filename, alt))
    names = names_of(as_of(table, slip.ply))
    told = [_slip(seen, number, slip, names), _stood(seen, slip, names), words("seen.board.marks")]
    panel.add_item(Text("\n".join(told)))
    leaf = discord.ui.Button[Layout](
        label=words("button.history"),
        custom_id=str(Control(table.id, table.revision, Verb.HISTORY, str(slip.ply))),
    )
    entry, (sheet, state) = seen.entry, marked_board(seen, slip)
    data = png(entry.paint(entry.game.view(state, None), sheet))
    return Message(laid_out(panel, [Row(leaf)]), data, filename)


# What is said


def _told(seen: Seen, names_at: NamesAt) -> Iterator[str]:
    """The decisions that cost most, and what was luck."""
    words, table, slips = seen.words, seen.table, seen.analysis.slips
    for number, slip in enumerate(slips, 1):
        yield _slip(seen, number, slip, names_at(as_of(table, slip.ply)))
    if not slips:
        yield words("seen.none", mind=seen.mind)
    for luck in seen.analysis.lucks:
        yield _luck(seen, luck, names_at(as_of(table, luck.ply)))


def _explained(seen: Seen) -> Iterator[str]:
    """Whose eyes it is, and what the figures mean."""
    words = seen.words
    yield words("seen.eyes", mind=seen.mind, name=seen.upper(names_of(seen.table)))
    if seen.analysis.slips:
        yield words("seen.brackets")


def _slip(seen: Seen, number: int, slip: Slip, names: Names) -> str:
    return seen.words(
        "seen.slip",
        number=number,
        ply=slip.ply,
        name=names[slip.seat],
        action=slip.action,
        worth=seen.words.percent(slip.worth),
        better=slip.better,
        best=seen.words.percent(slip.best),
    )


def _stood(seen: Seen, slip: Slip, names: Names) -> str:
    """How it stood with who decided, before and after."""
    before, after = seen.words.percent(slip.before), seen.words.percent(slip.after)
    return seen.words("seen.board.stood", name=names[slip.seat], before=before, after=after)


def _luck(seen: Seen, luck: Luck, names: Names) -> str:
    """What chance brought, as it was for whom it was good; where all play together, for them."""
    words, up = seen.words, luck.after > luck.before
    if seen.together:
        said = words.percent(luck.before), words.percent(luck.after)
        key = "seen.luck.good" if up else "seen.luck.bad"
        return words(key, ply=luck.ply, before=said[0], after=said[1])
    seat = 0 if up else 1
    before, after = (words.percent(own(value, seat, together=False)) for value in (luck.before, luck.after))
    return words("seen.luck", ply=luck.ply, name=names[seat], before=before, after=after)


def _alt(seen: Seen) -> str:
    """What the picture shows, for those who do not see it."""
    words, standings = seen.words, seen.analysis.standings
    return words(
        "seen.alt",
        game=seen.title,
        code=seen.table.code,
        first=words.percent(standings[0]),
        last=words.percent(standings[-1]),
        moves=" ".join(_told(seen, plain_names)).replace("`", ""),
    )
