"""The review of a game as a picture: the curve, and a small board for each decision that cost most."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from bot.analysis import Slip
from bot.session import Shown
from bot.session.vacant import as_of
from bot.store import Status
from bot.ui.kit.frame import plain_names
from bot.ui.play.post import STAMP, sheet_of
from bot.ui.review.seen import Seen
from bot.words.menu import Menu
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.review.graph import Course
from render.review.paint import Moment, Portrait, review


async def picture_of(seen: Seen) -> bytes:
    """The picture as PNG, painted in a thread: about a tenth of a second."""
    return await asyncio.to_thread(lambda: png(review(_portrait(seen))))


def _portrait(seen: Seen) -> Portrait:
    words, table = seen.words, seen.table
    sheet = Sheet(table.code, table.head[:STAMP], seen.title, words("seen.head"), say=words)
    moments = tuple(_moment(seen, slip) for slip in seen.analysis.slips)
    return Portrait(sheet, _course(seen), moments, words("seen.none", mind=seen.mind))


def _course(seen: Seen) -> Course:
    """The curve, with the parts of the game and the decisions at their places."""
    names, plies = plain_names(seen.table), seen.analysis.plies
    places = [plies.index(slip.ply) for slip in seen.analysis.slips]
    lower = "" if seen.together else names[1]
    return Course(
        seen.analysis.standings,
        seen.upper(names),
        lower,
        tuple(_parts(seen)),
        tuple(places),
        (seen.words.percent(0), seen.words.percent(0.5), seen.words.percent(1)),
    )


def _parts(seen: Seen) -> Iterator[tuple[int, str]]:
    """Where each part of the game begins, and what it is called."""
    if seen.entry.chapter is None:
        return
    states, last = {position.ply: position.state for position in seen.way}, ""
    for place, ply in enumerate(seen.analysis.plies):
        label = seen.entry.chapter(seen.words, states[ply])
        if label != last:
            yield place, label
        last = label


def _moment(seen: Seen, slip: Slip) -> Moment:
    words, entry = seen.words, seen.entry
    sheet, state = marked_board(seen, slip)
    name = plain_names(as_of(seen.table, slip.ply))[slip.seat]
    lines = (
        words("seen.picture.move", ply=slip.ply, name=name),
        words("seen.picture.cost", cost=words.percent(cost(slip))),
        words("seen.picture.played", action=slip.action, worth=words.percent(slip.worth)),
        words("seen.picture.better", better=slip.better, best=words.percent(slip.best)),
    )
    return Moment(entry.paint(entry.game.view(state, None), sheet), lines)


def cost(slip: Slip) -> Fraction:
    """What a decision cost, as whoever subtracts the figures beneath finds it, which are rounded."""
    best, worth = (Decimal(str(share)).quantize(Decimal("0.01")) for share in (slip.best, slip.worth))
    return Fraction(best - worth)


def marked_board(seen: Seen, slip: Slip) -> tuple[Sheet, object]:
    """The sheet and the state of a decision's board, with what was played and what was better marked."""
    game, before = seen.entry.game, seen.before(slip)
    then = replace(as_of(seen.table, slip.ply), status=Status.PLAYING)
    sheet = sheet_of(seen.words, Shown(then, seen.entry, before.state, new_turn=False), Menu())
    hinted = seen.entry.hinted
    if hinted is None:
        return sheet, before.state
    view = game.view(before.state, slip.seat)
    better, played = (hinted(view, game.parse(line, before.state)) for line in (slip.better, slip.action))
    return replace(sheet, hinted=better, played=played), before.state
