"""The routes of the card and the review of a finished game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from bot.discord.command import Code, Command
from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import Message, note, words_at
from bot.discord.keyboard import Key, Row
from bot.discord.limits import THINKING
from bot.discord.refusals import refusal
from bot.discord.request import Request
from bot.features.reviews.card import card_of, load_effective_positions
from bot.features.reviews.drill import BETTER
from bot.features.reviews.highlights import HIGHLIGHTS
from bot.features.reviews.luck import LUCK
from bot.features.reviews.page import (
    AnalysedGame,
    ShownDecision,
    analysed_game,
    decision_message,
    review_page,
)
from bot.features.reviews.service import LEAST, Reviews
from bot.kernel.advice import BEST
from bot.kernel.errors import Refused
from bot.kernel.feature import buttons_back
from bot.kernel.session import Session
from bot.kernel.tables.seats import DONE, refuse_closed
from bot.minds.analysis import MOST, Slip
from bot.store import Status, Table, bot_name
from bot.ui.table.lines import visible_option
from bot.words import Words
from bot.words.menu import ButtonLook
from engine.minds import MINDS

ANSWER: Final = "answer"
"""The ending of a control's detail that shows the better move."""


# The card


async def show_card(request: Request) -> None:
    """Show the card of a game to the user, from its review."""
    table = await request.table()
    with request.trace.span("picture"):
        message = await end_card(request.session, table, request.words)
    await request.show(message)


async def end_card(session: Session, table: Table, words: Words | None = None) -> Message:
    """The card of a table, in its language or in these `words`; raises `Refused` if its game is not over.

    A game whose log today's rules do not allow has a card without curves and counts.
    """
    if table.status is Status.CLOSED:
        raise refuse_closed(table) if table.state is None else Refused("card-closed", table, code=table.code)
    if table.status is not Status.OVER:
        raise Refused("card-not-over", table, code=table.code)
    words = words_at(table) if words is None else words
    lines, positions = await session.tables.log(table), await load_effective_positions(session, table)
    ways = []
    if len(positions) > 1:
        ways.append(HIGHLIGHTS.button(words("button.highlights"), (table.id, 0)))
    if len(positions) > LEAST and table.game in MINDS:
        at = table.id, table.revision
        ways.append(REVIEW.button(words("button.review.ask"), at, ButtonLook.PLAIN, ""))
    rows = [Row(*ways)] if ways else []
    return await card_of(words, session.tables.show(table), lines, positions, rows)


# The review


async def review(request: Request, table: Code | None = None) -> None:
    """`/review`."""
    await request.show(await review_message(request, await request.find(table)))


def _can_be_reviewed(_: Request, table: Table) -> bool:
    """Whether a table has a finished game."""
    return table.status in DONE and table.state is not None


async def show_review(request: Request, detail: str) -> None:
    """Show a review or its progress, or one of its decisions, in private."""
    table = await request.table(detail)
    if not detail:
        message = await review_message(request, table)
        if request.clicked_message.flags.ephemeral:
            await request.redraw(message)
        else:
            await request.show(message)
        return
    analysed = await analysed_game(request.words, request.session, table, request.person)
    shown = None if analysed is None else _parse_detail(analysed, detail)
    if analysed is None or shown is None:
        raise Refused("old-control")
    ways = [Row(*_decision_buttons(analysed, shown))]
    message = await asyncio.to_thread(decision_message, analysed, shown, ways)
    if shown.answered and request.clicked_message.flags.ephemeral:
        await request.redraw(message)
    else:
        await request.show(message)


async def review_message(request: Request, table: Table) -> Message:
    """The review; where there is none yet, request it and show the progress.

    Below are the buttons of the card and the luck report, also where a game has no review.
    """
    beside = list(_other_buttons(request, table))
    analysed = await analysed_game(request.words, request.session, table, request.person)
    if analysed is not None:
        return await review_page(analysed, [*decision_rows(analysed), *([Row(*beside)] if beside else [])])
    try:
        so_far = await request.session.service(Reviews).request_review(request.click, table)
    except Refused as refused:
        if not beside:
            raise
        request.trace.outcome = refused.key
        return Message(note(refusal(request.words, refused), [Row(*beside)]))
    request.surface.wake()
    words, mind = request.words, bot_name(BEST)
    text = words("seen.waits", mind=mind)
    if request.session.service(Reviews).has_failed(table):
        text = words("seen.failed", mind=mind)
    if so_far.count:
        text = words("seen.so-far", mind=mind, done=so_far.done, count=so_far.count)
    again = REVIEW.button(words("button.review.again"), (table.id, table.revision), ButtonLook.PLAIN, "")
    return Message(note(text, [Row(again, *beside)]))


def _other_buttons(request: Request, table: Table) -> Iterator[Key]:
    """The buttons for the other reports on a finished game."""
    if not _can_be_reviewed(request, table):
        return
    words, at = request.words, (table.id, table.revision)
    if table.status is Status.OVER:
        yield CARD.button(words("button.card"), at)
    if request.session.catalogue[table.game].help.luck is not None:
        yield LUCK.button(words("button.luck"), at)


def decision_rows(analysed: AnalysedGame) -> list[Row]:
    """A button for the board of each decision."""
    words, table = analysed.words, analysed.table
    at = table.id, table.revision
    keys = [
        REVIEW.button(
            words("button.review", number=number),
            at,
            ButtonLook.PLAIN,
            _decision_detail(analysed, number, slip),
        )
        for number, slip in enumerate(analysed.slips, 1)
    ]
    return [Row(*keys)] if keys else []


def _decision_detail(analysed: AnalysedGame, number: int, slip: Slip) -> str:
    """The detail of a button: the decision's number in the analysis, and its number in the message."""
    return f"{analysed.analysis.slips.index(slip) + 1}.{number}"


def _parse_detail(analysed: AnalysedGame, detail: str) -> ShownDecision | None:
    """The decision of a button; none if there is no such one."""
    at, _, rest = detail.partition(".")
    shown_number, _, end = rest.partition(".")
    slip, numbers = analysed.slip(at), {str(number): number for number in range(1, MOST + 1)}
    if slip is None or (shown_number or at) not in numbers or end not in ("", ANSWER):
        return None
    return ShownDecision(numbers[shown_number or at], slip, end == ANSWER)


def _decision_buttons(analysed: AnalysedGame, decided: ShownDecision) -> Iterator[Key]:
    """The buttons to look for the better move, to show it, and to open the history."""
    words, table, slip = analysed.words, analysed.table, decided.slip
    at, number = (table.id, table.revision), analysed.analysis.slips.index(slip) + 1
    yield BETTER.button(
        words("button.better"), at, ButtonLook.PLAIN if decided.answered else ButtonLook.MAIN, number
    )
    if not decided.answered:
        detail = f"{_decision_detail(analysed, decided.number, slip)}.{ANSWER}"
        yield REVIEW.button(words("button.learn.show"), at, ButtonLook.PLAIN, detail)
    yield from buttons_back(analysed.features, words("button.history"), at, str(slip.ply))


REVIEW_COMMAND: Final = Command(
    "review", "command.review", review, {"table": visible_option(_can_be_reviewed)}, limit=THINKING
)
CARD: Final = Endpoint("card", show_card, looks=True)
REVIEW: Final = Endpoint("review", show_review, looks=True)
CONTROLS: Final = routes(CARD, REVIEW)
