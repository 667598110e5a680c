"""How people open tables."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle
from simcord.results import InteractionResult


async def open_table(
    actor: MemberActor | UserHandle, channel: ChannelHandle | None, game: str, **wanted: Any
) -> InteractionResult:
    """Somebody opens a table, in their direct messages with the bot where no channel is named."""
    if isinstance(actor, UserHandle):
        result: InteractionResult = await actor.slash(f"play {game}", **wanted)
        return result
    assert channel is not None
    return await actor.slash(channel, f"play {game}", **wanted)
