"""What a server has settled, below Discord: who says so, and what holds when several say it at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.kernel.clicks import Click, Person
from bot.kernel.people.servers import OWN
from bot.kernel.session import Session
from bot.store import Openers, ServerConfig
from tests.bot.samples import ANN, BEN, HERE, THERE, challenge, click, game, opening, refusing, trace

GUILD, HOSTS, OTHERS = 3, 31, 32


def keeper(person: Person = ANN, *, channel: int = HERE) -> Click:
    """A click of somebody who may manage the server."""
    return replace(click(person, channel=channel), manages=True)


async def test_outside_of_servers_there_is_nothing_to_settle(session: Session) -> None:
    alone = replace(keeper(), guild_id=None)
    assert await session.server.check_opening(alone) is None
    with refusing("server-nowhere"):
        await session.server.set_most(alone, 3)
    with refusing("server-nowhere"):
        await session.server.settings(alone)


async def test_who_may_not_manage_the_server_settles_nothing(session: Session) -> None:
    for change in (
        session.server.set_most(click(ANN), 3),
        session.server.set_channels(click(ANN), frozenset({HERE})),
        session.server.set_openers(click(ANN), Openers.MANAGERS),
        session.server.set_language(click(ANN), "de"),
        session.server.live_tables(click(ANN)),
    ):
        with refusing("server-not-yours"):
            await change
    assert await session.context.store.servers.server(GUILD) == ServerConfig(GUILD)


async def test_of_several_who_settle_something_at_once_nobody_undoes_what_another_has(
    session: Session,
) -> None:
    server, here = session.server, frozenset({HERE})
    await asyncio.gather(
        server.set_most(keeper(), 7),
        server.set_channels(keeper(), here),
        server.set_openers(keeper(), Openers.ROLE, HOSTS),
        server.set_language(keeper(), "fr"),
    )
    settled = ServerConfig(GUILD, Openers.ROLE, HOSTS, here, 7, "fr")
    assert await session.context.store.servers.server(GUILD) == settled


async def test_a_role_opens_tables_for_those_who_have_it(session: Session) -> None:
    await session.server.set_openers(keeper(), Openers.ROLE, HOSTS)
    for roles in (frozenset(), frozenset({OTHERS})):
        with refusing("opening-role"):
            await session.server.check_opening(replace(click(BEN), roles=roles))
    await session.server.check_opening(replace(click(BEN), roles=frozenset({OTHERS, HOSTS})))


async def test_those_who_manage_the_server_need_no_role(session: Session) -> None:
    for opener, role in ((Openers.ROLE, HOSTS), (Openers.MANAGERS, None)):
        await session.server.set_openers(keeper(), opener, role)
        await session.server.check_opening(keeper(BEN))


async def test_a_channel_counts_for_its_threads(session: Session) -> None:
    await session.server.set_channels(keeper(), frozenset({HERE}))
    await session.server.check_opening(click(BEN))
    await session.server.check_opening(replace(click(BEN, channel=77), home_id=HERE))
    for elsewhere in (click(BEN, channel=THERE), replace(click(BEN, channel=77), home_id=THERE)):
        with refusing("opening-channel"):
            await session.server.check_opening(elsewhere)
    with refusing("opening-channel-manager"):
        await session.server.check_opening(keeper(channel=THERE))


async def test_without_any_channel_left_tables_are_opened_everywhere(session: Session) -> None:
    await session.server.set_channels(keeper(), frozenset({THERE}))
    await session.server.set_channels(keeper(), frozenset())
    await session.server.check_opening(click(BEN))


async def test_the_limit_is_told_as_long_as_there_is_one(session: Session) -> None:
    assert await session.server.check_opening(click(ANN)) is None
    await session.server.set_most(keeper(), 2)
    assert await session.server.check_opening(click(ANN)) == 2
    await session.server.set_most(keeper(), 0)
    assert await session.server.check_opening(click(ANN)) is None


async def test_a_limit_below_what_there_is_closes_nothing(session: Session) -> None:
    for _ in range(3):
        await challenge(session)
    await session.server.set_most(keeper(), 1)
    assert await session.server.how_many(keeper()) == 3
    with refusing("opening-full-manager"):
        await session.lobby.open(keeper(), opening(), trace())
    refused = await session.server.channel_full(keeper(), 1)
    assert (refused.values["running"], refused.values["ends"]) == (3, 3), (
        "with two left there were one too many"
    )
    await session.server.set_most(keeper(), 3)
    with refusing("opening-full-manager"):
        await session.lobby.open(keeper(), opening(), trace())


async def test_ones_own_tables_are_named_but_not_without_end(session: Session) -> None:
    for _ in range(OWN + 2):
        await challenge(session)
    elsewhere = replace(click(BEN), guild_id=GUILD + 1)
    await session.lobby.open(elsewhere, opening(), trace())
    refused = await session.server.channel_full(click(BEN), 12)
    codes = str(refused.values["codes"]).split(", ")
    assert codes == [f"T{number}" for number in range(OWN + 2, 2, -1)], "the last changed first"


async def test_a_game_that_ends_makes_room(session: Session) -> None:
    await session.server.set_most(keeper(), 1)
    table = await game(session)
    with refusing("opening-full-own"):
        await session.lobby.open(click(BEN), opening(), trace())
    await session.play.move(click(BEN), table.id, "resign", trace())
    await session.lobby.open(click(BEN), opening(), trace())


@pytest.mark.parametrize("language", ["de", "fr"])
async def test_what_a_server_speaks_is_known_without_asking_the_disk_again(
    session: Session, language: str
) -> None:
    await session.server.set_language(keeper(), language)
    assert session.tables.language_at(click(ANN)) == language
    await session.server.set_language(keeper(), "")
    assert session.tables.language_at(replace(click(ANN), language="fr")) == "fr"
