"""Thinkers on any machine: `python -m bot think`, and the way from a bot to them. Both need PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Any, Final

from bot.minds.pool import LIMIT, TRIES, NoSearchResult, RemoteSearch, SearchPool, Urgency
from bot.minds.worker import SearchQuestion
from bot.ops.location import DatabaseLocation, Postgres
from bot.store.cluster.questions import search_version
from bot.store.errors import CannotWrite, NoQueue
from bot.store.upkeep.hosted import check_driver

LOG = logging.getLogger("taproom.thinker")

_LONGEST: Final = 2 * TRIES * LIMIT  # seconds; whoever waits for an answer may give up before


async def search_queue_of(place: DatabaseLocation) -> RemoteSearch | None:
    """The thinkers of a database, if it can have any; there need not be one yet."""
    if not isinstance(place, Postgres):
        return None
    from bot.store.cluster.search_queue import SearchQueue  # noqa: PLC0415 - psycopg is an extra

    return await SearchQueue.open(place)


async def serve_searches(place: DatabaseLocation, at_once: int, stop: asyncio.Event) -> None:
    """Answer the questions of the bots of a database, some `at_once`, until `stop` is set.

    `at_once` 0: as many as there are cores. Raises `NoQueue`, `NoDriver`, and `CannotWrite` where the
    database cannot be reached from the start; one that is lost later is waited for.
    """
    if not isinstance(place, Postgres):
        raise NoQueue(f"thinkers need PostgreSQL; with the tables in {place}, the bot thinks by itself")
    check_driver()
    from bot.store.cluster import search_queue  # noqa: PLC0415 - psycopg is an extra

    at_once = at_once or os.cpu_count() or 1
    thinking = SearchPool(at_once)

    async def answer_question(question: SearchQuestion) -> tuple[bool, Any]:
        LOG.debug("thinking: %s of %s, level %s", question.what, question.game, question.level)
        try:
            return True, await thinking.ask(question, Urgency.TABLE, _LONGEST)
        except NoSearchResult as error:
            return False, str(error)

    LOG.info("thinking for %s, at most %d at once; rules and minds: %s", place, at_once, search_version())
    try:
        await search_queue.serve(place, at_once, answer_question, stop)
    except search_queue.Failure as failure:
        said = f"the database {place} cannot be used: {search_queue.database_message(failure)}"
        raise CannotWrite("lost", said) from failure
    finally:
        await thinking.close()
    LOG.info("stopped thinking")
