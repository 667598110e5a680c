"""Direct messages to players while the channel of their table is out of reach."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from bot.discord.frame import Message, note
from bot.discord.request import FAILURES, Request
from bot.games.catalogue import words_in
from bot.kernel.clicks import Person
from bot.kernel.session import Shown
from bot.kernel.tables.seats import acting_for, has_gone
from bot.store import HOUSE, Table
from bot.ui.play.board_layout import events_text
from bot.words import Words

LOG = logging.getLogger("taproom.post")

MakeMessage = Callable[[Words], Message]
"""Makes a message in its recipient's language."""


def other_players(table: Table, person: Person) -> tuple[int, ...]:
    """Return the user ids of the other people who play at a table, each once."""
    users = (acting_for(player) for player in table.players if player.seated and not has_gone(player))
    return tuple(user for user in dict.fromkeys(users) if user > HOUSE and user != person.id)


async def message_players(
    request: Request, table: Table, users: Iterable[int], make_message: MakeMessage
) -> None:
    """Send each of these users a direct message; a user who accepts none is skipped."""
    for user in users:
        words = words_in(request.session.tables.language_of(user, table.terms.language))
        message = make_message(words)
        try:
            person = request.client.get_user(user) or await request.client.fetch_user(user)
            await person.send(view=message.layout, files=message.files(), allowed_mentions=message.mentions())
        except FAILURES as failure:
            LOG.info("table=%s user=%s was not told: %s", table.code, user, failure)


async def report_events(request: Request, shown: Shown) -> None:
    """Tell the other players by direct message what a player did, as the channel cannot show it."""
    table, game = shown.table, shown.entry.game.title

    def message_in(words: Words) -> Message:
        return Message(note(words("afar.told", code=table.code, game=game, what=events_text(words, shown))))

    await message_players(request, table, other_players(table, request.person), message_in)
