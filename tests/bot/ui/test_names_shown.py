"""A name with a link and direction marks, wherever people read it: boards, lists, logs, files."""

from __future__ import annotations

from simcord.results import InteractionResult

from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, text_of, walk

TRICK = "\u202eAnn discord.gg/abc"
CLEAN = "Ann …"


async def all_texts(result: InteractionResult) -> str:
    """All that an answer says: its texts, what its pictures show in words, and its files of text."""
    found = []
    for message in filter(None, (result.response, *result.followups)):
        found += [text_of(message.components), *(str(part) for part in walk(message.components))]
        for file in message.attachments:
            if not file.filename.endswith((".png", ".gif")):
                found.append((await file.read()).decode())
    return "\n".join(found)


async def test_no_answer_anywhere_has_the_link(world: World) -> None:
    tricky = world.guild.add_member(world.env.create_user("tricky", global_name=TRICK))
    ben, channel = world.ben, world.channel
    elsewhere = world.env.create_user("elsewhere", global_name=TRICK)
    answers = [
        await open_table(ben, channel, "thud", opponent=elsewhere),
        await open_table(ben, channel, "thud", opponent=tricky, side=0),
        await world.move(ben, "dE2-E10"),
        *[
            await ben.slash(channel, name, table="T1")
            for name in ("board", "history", "table log", "table export")
        ],
        await ben.slash(channel, "games"),
        await world.cleo.slash(channel, "games"),
        await tricky.slash(channel, "resign", table="T1"),
        await world.move(tricky, "resign"),
        await ben.slash(channel, "review", table="T1"),
        await ben.slash(channel, "stats", show="channel"),
    ]
    said = "\n".join([await all_texts(answer) for answer in answers])
    assert "discord.gg" not in said
    assert "\u202e" not in said
    assert CLEAN in said
    assert all(player.name in ("Ben", CLEAN) for player in (await world.table()).players)
