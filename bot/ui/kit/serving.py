"""The way in: everything that is asked is served here, and whatever goes wrong becomes an answer here."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias
from uuid import uuid4

import discord

from bot.errors import Refused
from bot.store import CannotWrite, StoreError
from bot.trace import Trace
from bot.ui.kit.keyboard import Verb
from bot.ui.kit.refusals import asking_why, refusal
from bot.ui.kit.request import Request
from bot.words import Words

LOG = logging.getLogger("taproom.fault")

Handler: TypeAlias = Callable[[Request], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Route:
    """Where the use of a control leads to.

    `posts`: what it shows needs the bot's rights in the channel, which are asked for before anything else.
    `looks`: it only shows something, to all who may look at the table. `bare`: it is about no table.
    """

    handler: Handler
    posts: bool = False
    looks: bool = False
    bare: bool = False


async def serve(request: Request, handler: Handler) -> None:
    """Run a handler and answer whatever goes wrong, in this order.

    1. The bot is shutting down: nothing is begun any more.
    2. A refusal: its sentence, in private.
    3. A failure after the move was saved: it stands, with an id that is also in the log.
    4. The disk did not take it, or anything else: nothing was changed, with such an id.
    One line is logged for every interaction, whatever became of it.
    """
    with request.surface.under_way():
        try:
            if request.surface.closing:
                raise Refused("shutting-down")  # noqa: TRY301 - answered like every other refusal
            await handler(request)
        except Refused as refused:
            await _refuse(request, refused)
        except Exception as failure:  # noqa: BLE001 - the outermost place; the id leads to the log
            await request.private(_fault(request, failure))
        finally:
            request.trace.write()


async def _refuse(request: Request, refused: Refused) -> None:
    """Tell the refusal, and remember it, so that the reason can be asked for; not what that question met."""
    trace, words, surface = request.trace, request.words, request.surface
    trace.outcome = refused.key
    if refused.table is not None:
        request.about(refused.table)
    if not trace.kind.endswith(f".{Verb.WHY}"):
        surface.recent.keep(refused, trace, request.click.channel_id, surface.session.now())
    await request.private(refusal(words, refused), asking_why(words, refused))


def _fault(request: Request, failure: Exception) -> str:
    """The sentence for a failure of ours, which is logged; what is saved already stays saved."""
    words, error = request.words, report(request.trace, failure)
    if request.trace.saved:
        return words("cannot-post", error=error, why=_why(words, failure))
    if isinstance(failure, CannotWrite) and failure.why == "full":
        return words("disk-full", error=error)
    return words("not-saved" if isinstance(failure, StoreError) else "our-fault", error=error)


def report(trace: Trace, failure: Exception) -> str:
    """Log a failure with all that is known; returns the id that the player is told."""
    error = uuid4().hex[:8]
    trace.outcome = f"fault:{error}"
    LOG.error("error=%s %s", error, trace.record(), exc_info=failure)
    return error


def _why(words: Words, failure: Exception) -> str:
    if isinstance(failure, discord.HTTPException):
        return failure.text or str(failure.status)
    return words("cannot-post.internal")
