"""A table that waits for its players: who sits down, picks, leaves and starts; and seats that are free."""

from __future__ import annotations

from typing import Final

from bot.discord.frame import note, safe, settled, words_at
from bot.discord.keyboard import AGREED, AWAY, Key, Verb
from bot.discord.limits import OPENING
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.kernel.feature import buttons_about, buttons_back, rules_of
from bot.kernel.session import Shown
from bot.kernel.tables.seats import check_open, player_of
from bot.store import Table
from bot.ui.play.deliver import deliver, deliver_next, is_board, renew
from bot.ui.play.lobby import bots_asked, details, picks_asked
from engine.mind import LEVELS


async def sit_down(request: Request) -> None:
    """Somebody takes a seat of a table that waits, and may agree to the side that was asked for."""
    control = request.control
    if control.detail not in ("", AGREED):
        raise Refused("old-control")
    shown = await request.session.lobby.sit(
        request.click, control.table, control.revision, request.trace, agreed=control.detail == AGREED
    )
    await deliver(request, shown)


async def leave(request: Request) -> None:
    """Somebody gets up again."""
    await deliver(
        request, await request.session.lobby.leave(request.click, request.control.table, request.trace)
    )


async def start(request: Request) -> None:
    """The game begins with those who are there."""
    control = request.control
    await deliver(
        request,
        await request.session.lobby.start(request.click, control.table, control.revision, request.trace),
    )


async def choose(request: Request) -> None:
    """What somebody picks for themselves from a list of the lobby."""
    key = request.control.detail.partition(":")[0]
    session, table = request.session, request.control.table
    await deliver(request, await session.lobby.pick(request.click, table, key, request.meant, request.trace))


async def show_details(request: Request) -> None:
    """What was agreed, and what else can be done at a table that waits."""
    shown = await _waiting(request)
    words, features = request.words, request.session.features
    about = buttons_about(features, words, shown)
    if any(feature.buttons.board(words, shown) for feature in features):  # there is no room on the board
        about = (*rules_of(features, words, shown.entry), *about)
    back = _to_parent(request, shown.table)
    await request.ask(details(words, shown, request.person, about, browser=request.opens_pages, back=back))


def _to_parent(request: Request, table: Table) -> list[Key]:
    """The way to where a fork goes on from; nothing at other tables."""
    if table.journey.parent is None:
        return []
    parent, ply = table.journey.parent
    label = request.words("button.fork.parent", code=f"T{parent}", ply=ply)
    return buttons_back(request.session.features, label, (parent, 0), str(ply))


async def ask_bot(request: Request) -> None:
    """Which bot is to sit down; that is for those who sit there, and in a duel for whoever opened it."""
    shown = await _waiting(request)
    request.session.lobby.check_may_seat(request.click, shown.table)
    await request.ask(bots_asked(request.words, shown))


async def ask_picks(request: Request) -> None:
    """What somebody picks for themselves."""
    shown = await _waiting(request)
    if player_of(shown.table, request.person) is None:
        raise Refused("join-first", shown.table)
    await request.ask(picks_asked(request.words, shown))


async def _waiting(request: Request) -> Shown:
    """The table of the control; raises `Refused` if it waits no more."""
    table = await request.table()
    check_open(table, None)
    return request.session.tables.shown(table)


async def seat_bot(request: Request) -> None:
    """One of the house's players sits down at a table that waits, or gets up again."""
    request.about_control()
    session, click, table = request.session, request.click, request.control.table
    if request.values[:1] == (AWAY,):
        shown = await session.lobby.send_bot_away(click, table, request.trace)
    else:
        shown = await session.lobby.seat_bot(click, table, chosen_level(request), request.trace)
    await deliver(request, shown)
    request.surface.wake()


def chosen_level(request: Request) -> str:
    """Who was picked from a list; raises `Refused` for a list that is not ours."""
    level = next(iter(request.values), "")
    if level not in LEVELS:
        raise Refused("old-control")
    return level


async def decline(request: Request) -> None:
    """Whoever was asked to a table does not come."""
    control = request.control
    shown = await request.session.lobby.decline(request.click, control.table, control.revision, request.trace)
    await _say_closed(request, shown, "table.declined")


async def cancel(request: Request) -> None:
    """Whoever has opened a table closes it before its game begins."""
    control = request.control
    shown = await request.session.lobby.cancel(request.click, control.table, control.revision, request.trace)
    await _say_closed(request, shown, "table.cancelled")


async def _say_closed(request: Request, shown: Shown, key: str) -> None:
    """What became of it stands in place of the lobby."""
    line = words_at(shown.table)(key, name=safe(request.person.name))
    if not is_board(request):
        await request.change(note(line))
        await renew(request, shown, (line,))
        return
    with request.surface.showing(shown.table):
        await request.change(settled(request.clicked, line))
    request.session.outbox.confirm(shown.table)


async def choose_seat(request: Request) -> None:
    """Somebody says who they are at a table of a game that goes on."""
    request.about_control()
    chosen = next(iter(request.values), "")
    if not (chosen.isascii() and chosen.isdecimal()):
        raise Refused("old-control")
    shown = await request.session.lobby.take_seat(
        request.click, request.control.table, int(chosen), request.trace
    )
    await deliver(request, shown)


async def take_vacant(request: Request) -> None:
    """A seat that was left for good is theirs who click, as long as it is free, however old the message."""
    table = request.control.table
    await deliver(request, await request.session.absence.take_over(request.click, table, request.trace))
    request.surface.wake()


async def play_again(request: Request) -> None:
    """Open the table that follows, and post it; the old board keeps everything but this button."""
    old = await request.table()
    request.check_not_alone(request.session.catalogue[old.game].game)
    await deliver_next(request, await request.session.lobby.again(request.click, old.id, request.trace))


CONTROLS: Final = {
    Verb.SIT: Route(sit_down, posts=True),
    Verb.LEAVE: Route(leave, posts=True),
    Verb.START: Route(start, posts=True),
    Verb.CHOOSE: Route(choose, posts=True),
    Verb.DETAILS: Route(show_details, looks=True),
    Verb.ADD_BOT: Route(ask_bot),
    Verb.PICKS: Route(ask_picks),
    Verb.BOT: Route(seat_bot, posts=True),
    Verb.DECLINE: Route(decline, posts=True),
    Verb.CANCEL: Route(cancel, posts=True),
    Verb.SEAT: Route(choose_seat, posts=True),
    Verb.TAKE: Route(take_vacant, posts=True),
    Verb.AGAIN: Route(play_again, posts=True, limit=OPENING),
}
