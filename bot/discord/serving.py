"""How requests are served: what is checked before, and what is answered, whatever goes wrong."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final
from uuid import uuid4

import discord

from bot.discord.budget import Priority, request_priority
from bot.discord.failures import FAILURES, FOLDED, LOCKED, is_outside
from bot.discord.frame import plain_names
from bot.discord.keyboard import ROW
from bot.discord.refusals import refusal, refusal_rows
from bot.discord.request import TURN, Handler, Request, Route, Surface, make_request
from bot.kernel.errors import Illegal, Refused
from bot.kernel.tables.seats import seat_of, seen_by
from bot.kernel.trace import Trace
from bot.store import CannotWrite, CommitUncertain, OutdatedProgram, Status, StoreError, Table

LOG = logging.getLogger("taproom.fault")


async def await_admission(surface: Surface, interaction: discord.Interaction) -> bool:
    """Wait until an interaction may begin; false if its answer would come too late: then nothing is done.

    Completions wait for nobody. What is begun with says so when it is answered.
    """
    turn = surface.gate.ticket(interaction.created_at.timestamp())
    if interaction.type is discord.InteractionType.autocomplete:
        return not surface.gate.is_late(turn)
    interaction.extras[TURN] = turn
    return await surface.gate.enter(turn)


async def serve(request: Request, route: Route) -> None:
    """Check what a route asks for, follow it, and answer whatever goes wrong, in this order.

    1. The bot is shutting down: nothing is begun any more.
    2. A refusal: its sentence, in private.
    3. An answer that came too late for Discord: nobody can be told, and it is no fault of ours.
    4. A failure of Discord, the network or the place: its sentence, and one line in the log.
    5. A failure after the move was saved: it stands, with an id that is also in the log.
    6. It was not read, or the disk did not take it, or anything else: nothing was changed, with such an id.
    What is not answered after the surface's patience is deferred. One line is logged for every interaction,
    whatever became of it.
    """
    request.answer.alone = not route.public
    with request.surface.under_way(), request_priority(Priority.PERSON):
        request.answer.watch(request.surface.patience)
        try:
            if request.surface.closing:
                raise Refused("shutting-down")  # noqa: TRY301 - answered like every other refusal
            table = await _check(request, route)
            with request.surface.limits.within(route.limit, request.person.id, request.session.now()):
                await _handler(request, route, table)(request)
            if request.trace.saved:  # what was refused before is settled: `/rules` tells the rules again
                request.surface.recent.forget(request.person.id)
        except Refused as refused:
            await _refuse(request, refused)
        except Exception as failure:  # noqa: BLE001 - the outermost place; the id leads to the log
            if request.answer.is_lost and isinstance(failure, FAILURES):
                _note_lost(request, failure)
            else:
                await request.private(_describe_fault(request, failure))
        finally:
            await request.answer.close()
            request.trace.write()
            if request.surface.count is not None:
                request.surface.count(request.trace)


def _handler(request: Request, route: Route, table: Table | None) -> Handler:
    """What a route leads to; of a control it is within what is around all of them."""
    handler = route.handler
    for layer in reversed(request.surface.around if request.used is not None else ()):
        handler = partial(layer, handler, table)
    return handler


async def _check(request: Request, route: Route) -> Table | None:
    """Refuse, before anything changes, whoever is blocked, and what a route does not allow them, or here.

    Returns the table of a control, if it is about one.
    """
    await request.session.block_list.check(request.click)
    table = None
    if request.used is not None and not route.bare:
        table = await request.session.tables.get(request.used.table)
        await request.session.access.check_control(request.click, table, looks=route.looks)
        request.surface.presence.note_use(table.id, request.person.id, request.session.now())
        if table.terms.day is not None:
            request.note_table(table)
            await request.session.access.check_control_use(request.person, table, looks=route.looks)
    if route.private and not request.clicked_message.flags.ephemeral:
        raise Refused("old-control")
    if route.posts:
        request.check_permissions()
    if route.check is not None:
        route.check()
    return table


async def _refuse(request: Request, refused: Refused) -> None:
    """Tell the refusal, and remember it, so that the reason can be asked for; not what that question met."""
    trace, words, surface = request.trace, request.words, request.surface
    if refused.table is not None:  # who sees it from another server is led to the board there
        refused.table = seen_by(refused.table, request.person.id)
    refused = await _with_way_out(request, refused)
    trace.outcome = refused.key
    if refused.table is not None:
        request.note_table(refused.table)
    if not trace.kind.endswith((".why", ".rules")):
        surface.recent.keep(refused, trace, request.click.channel_id, surface.session.now())
    clicked = request.incoming.message
    text = refusal(words, refused, None if clicked is None else clicked.id)
    more = [key for one in request.session.features for key in one.buttons.refusal(words, refused)]
    await request.private(text, refusal_rows(refused, _alternatives(request, refused), more))


def _alternatives(request: Request, refused: Refused) -> list[tuple[str, str]]:
    """What somebody could play instead, who is to act, with what it is called."""
    table = refused.table
    if not isinstance(refused, Illegal) or table is None or table.status is not Status.PLAYING:
        return []
    shown, seat = request.session.tables.show(table), seat_of(table, request.person)
    game = shown.entry.game
    if seat is None or seat not in game.to_act(shown.state):
        return []
    legal = {str(action): action for action in game.legal(shown.state, seat)}
    near = [move for move in refused.cause.near if move in legal][: ROW - 1]
    names = plain_names(table)
    return [
        (move, shown.entry.speech.describe(request.words, names, shown.state, seat, legal[move]))
        for move in near
    ]


async def _with_way_out(request: Request, refused: Refused) -> Refused:
    """The refusal; where it sends somebody to a channel that is shut, one that tells what they can do."""
    table = refused.table
    if refused.key != "elsewhere" or table is None or not await request.is_shut(table):
        return refused
    if table.status is Status.OPEN:
        return Refused("out-of-reach.open", code=table.code)
    shared = request.session.catalogue[table.game].game.cooperative and len(table.players) > 1
    return Refused("out-of-reach.together" if shared else "out-of-reach", code=table.code)


def _note_lost(request: Request, failure: Exception) -> None:
    """Note that whoever asked hears nothing; what is saved the bot shows by itself."""
    request.trace.outcome = "unanswered"
    LOG.warning("user=%s cannot be answered any more: %s", request.person.id, str(failure) or "too late")


def _describe_fault(request: Request, failure: Exception) -> str:
    """The sentence for a failure of ours, which is logged; what is saved already stays saved."""
    words = request.words
    if isinstance(failure, OutdatedProgram) and not request.trace.saved:
        request.trace.outcome = "outdated"  # why is in the log once, and not with every click
        return words("being-updated")
    if is_outside(failure):
        return _describe_outside_failure(request, failure)
    error = report(request.trace, failure)
    if request.trace.saved:
        if isinstance(failure, discord.HTTPException):
            return words("cannot-post", error=error, why=failure.text or str(failure.status))
        return words("cannot-post.internal", error=error)
    return words(_unsaved_key(failure), error=error)


def _describe_outside_failure(request: Request, failure: Exception) -> str:
    """The sentence for a failure that is not ours; one line in the log has its id, and no traceback."""
    words, trace, error = request.words, request.trace, uuid4().hex[:8]
    trace.outcome = f"outside:{error}"
    LOG.warning("error=%s %s: %s", error, trace.record(), str(failure) or type(failure).__name__)
    if not isinstance(failure, discord.HTTPException):
        return words("cannot-post.internal", error=error) if trace.saved else words("discord-silent")
    if failure.code in FOLDED and trace.saved:
        return words("cannot-post.folded")
    if failure.code in FOLDED:
        is_locked = failure.code == LOCKED or getattr(request.incoming.channel, "locked", False)
        return words("thread-locked" if is_locked else "thread-archived")
    why = failure.text or str(failure.status)
    return words("cannot-post", error=error, why=why) if trace.saved else words("discord-refused", why=why)


def _unsaved_key(failure: Exception) -> str:
    """The key of the sentence for a failure after which nothing is known to be saved."""
    if isinstance(failure, StoreError) and failure.reading:
        return "not-read"
    if isinstance(failure, CannotWrite) and failure.why == "full":
        return "disk-full"
    if isinstance(failure, CommitUncertain):
        return "saved-or-not"
    return "not-saved" if isinstance(failure, StoreError) else "our-fault"


def report(trace: Trace, failure: Exception) -> str:
    """Log a failure with all that is known; returns the id that the player is told."""
    error = uuid4().hex[:8]
    trace.outcome = f"fault:{error}"
    LOG.error("error=%s %s", error, trace.record(), exc_info=failure)
    return error


async def serve_control(surface: Surface, interaction: discord.Interaction) -> None:
    """Serve a click, a choice or a submitted form; anything that is not ours is answered in words.

    One that has waited too long for its turn is not served at all: its answer would reach nobody.
    """
    if not await await_admission(surface, interaction):
        return
    details: dict[str, Any] = dict(interaction.data or {})
    control = surface.parse_control(str(details.get("custom_id", "")))
    kind = "form" if interaction.type is discord.InteractionType.modal_submit else "control"
    verb = control.verb if control else "unknown"
    route = UNKNOWN if control is None else surface.controls[control.verb]
    await serve(make_request(surface, interaction, f"{kind}.{verb}", control), route)


async def refuse_unknown(_: Request) -> None:
    """Refuse what none of our controls is."""
    raise Refused("old-control")


UNKNOWN: Final = Route(refuse_unknown)
"""What leads nowhere, as an earlier version or a feature that is gone has made it."""
