"""The keys that sign links and cookies."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.kernel.clicks import Person
from bot.web.rights import Visitor
from bot.web.tickets import Tickets
from tests.bot.ui.world import World


async def test_the_first_links_are_good_though_several_are_made_at_once(world: World) -> None:
    tickets = [Tickets(world.session.context.store) for _ in range(3)]  # as in several processes
    visitors = [Visitor(1, Person(number, "Ann")) for number in (1, 2, 3)]
    pairs = zip(tickets, visitors, strict=True)
    links = await asyncio.gather(*(one.link(visitor) for one, visitor in pairs))
    reader = Tickets(world.session.context.store)
    assert [await reader.redeem(link, time.time()) for link in links] == visitors


@pytest.mark.parametrize("logged_out", [False, True])
async def test_who_is_forgotten_is_let_in_by_nothing_from_before(world: World, *, logged_out: bool) -> None:
    ann, tickets = Person(world.ann.id, "Ann"), Tickets(world.session.context.store)
    world.clock.now = time.time()
    visitor = Visitor(1, ann)
    cookie, home, link = (
        await tickets.cookie(visitor),
        await tickets.home_cookie(ann, "en"),
        await tickets.link(visitor),
    )
    assert await tickets.read_cookie(cookie, time.time()) == visitor
    if logged_out:
        await world.session.web_sessions.log_out(ann)
    world.clock.now = time.time() + 1  # what was signed is told by the second
    await world.session.forget(ann.id)
    found = [
        await read(text, time.time())
        for read, text in (
            (tickets.read_cookie, cookie),
            (tickets.read_home_cookie, home),
            (tickets.redeem, link),
        )
    ]
    assert found == [None, None, None]
    assert await world.session.context.store.visits.epoch(ann.id) == 0  # nothing is kept by their number


async def test_a_user_who_comes_back_is_let_in_as_any_other(world: World) -> None:
    ann, tickets = Person(world.ann.id, "Ann"), Tickets(world.session.context.store)
    world.clock.now = time.time() - 2
    await world.session.forget(ann.id)
    visitor = Visitor(1, ann)
    assert await tickets.read_cookie(await tickets.cookie(visitor), time.time()) == visitor
    await world.session.web_sessions.log_out(ann)
    assert await tickets.read_cookie(await tickets.cookie(visitor), time.time()) == visitor
