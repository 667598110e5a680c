"""Thinkers on any machine: `python -m bot think`, and the way from a bot to them. Both need PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Any, Final

from bot.minds.pool import LIMIT, TRIES, CannotThink, Elsewhere, Thinking, Urgency
from bot.minds.worker import Question
from bot.ops.location import Place, Postgres
from bot.store.cluster.questions import version
from bot.store.errors import CannotWrite, NoQueue
from bot.store.upkeep.hosted import check_driver

LOG = logging.getLogger("taproom.thinker")

_LONGEST: Final = 2 * TRIES * LIMIT  # seconds; whoever waits for an answer may give up before


async def thinkers_of(place: Place) -> Elsewhere | None:
    """The thinkers of a database, if it can have any; there need not be one yet."""
    if not isinstance(place, Postgres):
        return None
    from bot.store.cluster.queue import Thoughts  # noqa: PLC0415 - psycopg is an extra

    return await Thoughts.open(place)


async def think(place: Place, at_once: int, stop: asyncio.Event) -> None:
    """Answer the questions of the bots of a database, some `at_once`, until `stop` is set.

    `at_once` 0: as many as there are cores. Raises `NoQueue`, `NoDriver`, and `CannotWrite` where the
    database cannot be reached from the start; one that is lost later is waited for.
    """
    if not isinstance(place, Postgres):
        raise NoQueue(f"thinkers need PostgreSQL; with the tables in {place}, the bot thinks by itself")
    check_driver()
    from bot.store.cluster import queue  # noqa: PLC0415 - psycopg is an extra

    at_once = at_once or os.cpu_count() or 1
    thinking = Thinking(at_once)

    async def answer(question: Question) -> tuple[bool, Any]:
        LOG.debug("thinking: %s of %s, level %s", question.what, question.game, question.level)
        try:
            return True, await thinking.ask(question, Urgency.TABLE, _LONGEST)
        except CannotThink as error:
            return False, str(error)

    LOG.info("thinking for %s, at most %d at once; rules and minds: %s", place, at_once, version())
    try:
        await queue.serve(place, at_once, answer, stop)
    except queue.Failure as failure:
        said = f"the database {place} cannot be used: {queue.said_by(failure)}"
        raise CannotWrite("lost", said) from failure
    finally:
        await thinking.close()
    LOG.info("stopped thinking")
