"""Thinkers on any machine: `python -m bot think`, and the way from a bot to them. Both need PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Any, Final

from bot.place import Place, Postgres
from bot.store.errors import CannotWrite, NoQueue
from bot.store.questions import version
from bot.thinking import CannotThink, Elsewhere, Thinking, Urgency
from bot.worker import Question

LOG = logging.getLogger("taproom.thinker")

MISSING: Final = "procrastinate is missing: pip install --require-hashes -r requirements-cluster.txt"


async def thinkers_of(place: Place) -> Elsewhere | None:
    """The thinkers of a database, if it can have any; there need not be one yet."""
    if not isinstance(place, Postgres):
        return None
    try:
        from bot.store.thoughts import Thoughts  # noqa: PLC0415 - an extra
    except ImportError:
        LOG.warning("the bot thinks by itself: %s", MISSING)
        return None
    return await Thoughts.open(place)


async def think(place: Place, at_once: int, stop: asyncio.Event) -> None:
    """Answer the questions of the bots of a database, some `at_once`, until `stop` is set.

    `at_once` 0: as many as there are cores. Raises `NoQueue`, and `CannotWrite` where the database cannot be
    reached from the start; one that is lost later is waited for.
    """
    if not isinstance(place, Postgres):
        raise NoQueue(f"thinkers need PostgreSQL; with the tables in {place}, the bot thinks by itself")
    try:
        from bot.store import thoughts  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise NoQueue(MISSING) from error
    at_once = at_once or os.cpu_count() or 1
    thinking = Thinking(at_once)
    _pass_over_what_was_taken()

    async def answer(question: Question, patience: float) -> tuple[bool, Any]:
        LOG.debug("thinking: %s of %s, level %s", question.what, question.game, question.level)
        try:
            return True, await thinking.ask(question, Urgency.TABLE, patience)
        except CannotThink as error:
            return False, str(error)

    LOG.info("thinking for %s, at most %d at once; rules and minds: %s", place, at_once, version())
    try:
        await thoughts.serve(place, at_once, answer, stop)
    except thoughts.Failure as failure:
        said = f"the database {place} cannot be used: {thoughts.said_by(failure)}"
        raise CannotWrite("lost", said) from failure
    finally:
        await thinking.close()
    LOG.info("stopped thinking")


def _pass_over_what_was_taken() -> None:
    """A thought that another thinker has taken over in the meantime ends in an error nobody waits for."""
    loop = asyncio.get_running_loop()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        from bot.store.thoughts import Failure  # noqa: PLC0415

        failure = context.get("exception")
        if isinstance(failure, Failure):
            LOG.info("a thought came to nothing: somebody else has it, or the database is lost")
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
