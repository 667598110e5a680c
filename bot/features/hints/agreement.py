"""Whether a duel shall have hints: asked on its board, and settled once both want them or one does not."""

from __future__ import annotations

from typing import Final

from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import escape_markdown
from bot.discord.keyboard import NO, YES, Key
from bot.discord.request import Request
from bot.features.hints.service import Hints, may_agree_on_hints
from bot.kernel.errors import Refused
from bot.kernel.feature import Question
from bot.kernel.session import Shown
from bot.kernel.tables.seats import name_at
from bot.store import BOTH_ASKED, Table
from bot.ui.play.deliver import deliver
from bot.words import Words
from bot.words.menu import ButtonLook

ASKED_FOR: Final = 1
"""For so many plies the first boards ask whether there shall be hints: each player has then seen one."""


def question(words: Words, shown: Shown) -> Question | None:
    """Whether a duel shall have hints: asked both as it begins, or one by the other; or nothing."""
    table = shown.table
    asked = table.terms.hints_asked
    if asked is None or not may_agree_on_hints(shown.entry, table):
        return None
    if asked == BOTH_ASKED:
        text = words("hints.question.both") if table.plies <= ASKED_FOR else ""
    else:
        other = next(player for player in table.players if player.seat != asked)
        text = words(
            "hints.question", name=escape_markdown(name_at(table, asked)), other=escape_markdown(other.name)
        )
    return Question(text, _answer_buttons(words, table)) if text else None


def _answer_buttons(words: Words, table: Table) -> list[Key]:
    at = table.id, table.revision
    return [
        SETTLE.button(words("button.hints.yes"), at, ButtonLook.GOOD, YES),
        SETTLE.button(words("button.hints.no"), at, ButtonLook.PLAIN, NO),
    ]


def ask_other_button(words: Words, table: Table, name: str) -> Key:
    """The button that asks the other one of a duel to allow hints."""
    return SETTLE.button(
        words("button.hints.ask", name=name), (table.id, table.revision), ButtonLook.PLAIN, YES
    )


async def answer_question(request: Request, answer: str) -> None:
    """Somebody wants hints in a duel, or none: from the board, or where they were refused one."""
    if answer not in (YES, NO):
        raise Refused("old-control")
    hints, table_id = request.session.service(Hints), request.control.table
    shown = await hints.settle_hints(request.click, table_id, request.trace, wanted=answer == YES)
    await deliver(request, shown, ping=False)


SETTLE: Final = Endpoint("hints", answer_question, posts=True)
CONTROLS: Final = routes(SETTLE)
