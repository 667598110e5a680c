"""The keys that sign links and cookies."""

from __future__ import annotations

import asyncio
import time

from bot.clicks import Person
from bot.web.rights import Visitor
from bot.web.tickets import Tickets
from tests.bot.ui.world import World


async def test_the_first_links_are_good_though_several_are_made_at_once(world: World) -> None:
    tickets = [Tickets(world.session.context.store) for _ in range(3)]  # as in several processes
    visitors = [Visitor(1, Person(number, "Ann")) for number in (1, 2, 3)]
    pairs = zip(tickets, visitors, strict=True)
    links = await asyncio.gather(*(one.link(visitor) for one, visitor in pairs))
    reader = Tickets(world.session.context.store)
    assert [await reader.used(link, time.time()) for link in links] == visitors
