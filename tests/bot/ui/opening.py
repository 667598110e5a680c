"""How people open tables, and salt their dice."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle
from simcord.results import InteractionResult, ResponseMessage

from tests.bot.ui.world import labels, private


async def open_table(
    actor: MemberActor | UserHandle, channel: ChannelHandle | None, game: str, **wanted: Any
) -> InteractionResult:
    """Somebody opens a table, in their direct messages with the bot where no channel is named."""
    if isinstance(actor, UserHandle):
        result: InteractionResult = await actor.slash(f"play {game}", **wanted)
        return result
    assert channel is not None
    return await actor.slash(channel, f"play {game}", **wanted)


async def fair_play(actor: MemberActor, message: discord.Message | ResponseMessage) -> ResponseMessage:
    """What the button says, in private."""
    return private(await actor.click(message, label="Fair play"))


async def salts(
    actor: MemberActor, message: discord.Message | ResponseMessage, text: str
) -> InteractionResult:
    form = await actor.click(await fair_play(actor, message), label="Add salt…")
    return await actor.submit_modal(form, {"salt": text})


async def film_of(actor: MemberActor, channel: ChannelHandle, **options: Any) -> InteractionResult:
    """What the button *Film* of a game's history leads to."""
    page = private(await actor.slash(channel, "history", **options))
    return await actor.click(page, label="Film")


async def beside(
    actor: MemberActor, channel: ChannelHandle, label: str, table: str = "T1"
) -> ResponseMessage:
    """What a button under the review of a game that is over leads to: its card, or its luck."""
    review = private(await actor.slash(channel, "review", table=table))
    return private(await actor.click(review, label=label))


async def tap(actor: MemberActor, shown: ResponseMessage, label: str) -> InteractionResult:
    """A button of a board, or of what is behind *More*."""
    if label in labels(shown):
        return await actor.click(shown, label=label)
    return await actor.click(private(await actor.click(shown, label="More")), label=label)
