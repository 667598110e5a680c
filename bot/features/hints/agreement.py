"""Whether a duel has hints.

In the lobby of a first duel its host can allow them; later a player asks the other on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import escape_markdown
from bot.discord.keyboard import NO, YES, Key
from bot.discord.request import Request
from bot.features.hints.service import Hints, may_agree_on_hints, opponent_of
from bot.kernel.errors import Refused
from bot.kernel.feature import Question
from bot.kernel.session import Shown
from bot.kernel.tables.seats import name_at
from bot.store import HOST_ASKED, Status, Table
from bot.ui.play.deliver import deliver
from bot.words import Words
from bot.words.menu import ButtonLook


def question(words: Words, shown: Shown) -> Question | None:
    """The question of a player in a duel to the other, whether to have hints; none if settled."""
    table = shown.table
    asking_seat = table.terms.hints_asked
    if asking_seat is None or asking_seat < 0 or not may_agree_on_hints(shown.entry, table):
        return None
    text = words(
        "hints.question",
        name=escape_markdown(name_at(table, asking_seat)),
        other=escape_markdown(opponent_of(table, asking_seat).name),
    )
    return Question(text, _answer_buttons(words, table))


def lobby_buttons(words: Words, shown: Shown) -> Sequence[Key]:
    """The offer to the host of a first duel to play with hints; whoever joins reads what was agreed."""
    table = shown.table
    if table.status is not Status.OPEN or table.terms.hints_asked != HOST_ASKED:
        return ()
    return (ALLOW.button(words("button.hints.yes"), (table.id, table.revision)),)


def _answer_buttons(words: Words, table: Table) -> list[Key]:
    at = table.id, table.revision
    return [
        SETTLE.button(words("button.hints.yes"), at, ButtonLook.PLAIN, YES),
        SETTLE.button(words("button.hints.no"), at, ButtonLook.PLAIN, NO),
    ]


def ask_other_button(words: Words, table: Table, name: str) -> Key:
    """The button that asks the opponent in a duel to allow hints."""
    return SETTLE.button(
        words("button.hints.ask", name=name), (table.id, table.revision), ButtonLook.PLAIN, YES
    )


async def answer_question(request: Request, answer: str) -> None:
    """Accept or decline hints in a duel, from its board or from a refusal."""
    if answer not in (YES, NO):
        raise Refused("old-control")
    hints, table_id = request.session.service(Hints), request.control.table
    shown = await hints.settle_hints(request.click, table_id, request.trace, wanted=answer == YES)
    await deliver(request, shown, ping=False)


async def allow_in_lobby(request: Request) -> None:
    """Play with hints, as the host of a lobby decides."""
    hints, table_id = request.session.service(Hints), request.control.table
    await deliver(request, await hints.allow_in_lobby(request.click, table_id, request.trace))


SETTLE: Final = Endpoint("hints", answer_question, posts=True)
ALLOW: Final = Endpoint("hintslobby", allow_in_lobby, posts=True)
CONTROLS: Final = routes(SETTLE, ALLOW)
