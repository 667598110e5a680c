"""Actions in a lobby: join, pick, leave, start, add a bot; and taking a vacant seat."""

from __future__ import annotations

from typing import Final

from bot.discord.frame import close_board, escape_markdown, note, words_at
from bot.discord.keyboard import AGREED, AWAY, Key, Verb
from bot.discord.limits import OPENING
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.kernel.feature import buttons_about, buttons_back, rules_of
from bot.kernel.session import Shown
from bot.kernel.tables.seats import check_open, companions_of, has_lobby, picks_at, players_of
from bot.store import Board, Table
from bot.ui.board.messages import remove_board
from bot.ui.play.deliver import deliver, deliver_next, is_board, redraw_in_place
from bot.ui.play.lobby import bot_question, details_layout, picks_form
from engine.mind import LEVELS


async def sit_down(request: Request) -> None:
    """Join a lobby, agreeing to the requested side if the control says so."""
    control = request.control
    if control.detail not in ("", AGREED):
        raise Refused("old-control")
    shown = await request.session.lobby.sit(
        request.click, control.table, control.revision, request.trace, agreed=control.detail == AGREED
    )
    await deliver(request, shown)


async def leave_lobby(request: Request) -> None:
    """Leave a lobby."""
    await deliver(
        request, await request.session.lobby.leave(request.click, request.control.table, request.trace)
    )


async def start_game(request: Request) -> None:
    """Start the game with the players who have joined."""
    control = request.control
    await deliver(
        request,
        await request.session.lobby.start(request.click, control.table, control.revision, request.trace),
    )


async def save_picks(request: Request) -> None:
    """Save what a player picked for themselves in the form; raises `Refused` for a control without one."""
    picks = {key: values[0] for key, values in request.form_values.items() if values}
    if not picks:
        raise Refused("old-control")
    session, table = request.session, request.control.table
    await deliver(request, await session.lobby.pick(request.click, table, picks, request.trace))


async def show_details(request: Request) -> None:
    """Show the terms of a lobby, and what else can be done."""
    shown = await _waiting_table(request)
    words, features = request.words, request.session.features
    about = buttons_about(features, words, shown)
    if any(feature.buttons.board(words, shown) for feature in features):  # no room on the board
        about = (*rules_of(features, words, shown.entry), *about)
    back = _parent_buttons(request, shown.table)
    await request.ask(
        details_layout(words, shown, request.person, about, browser=request.opens_pages, back=back)
    )


def _parent_buttons(request: Request, table: Table) -> list[Key]:
    """Return the button to the position that a fork continues; empty at other tables."""
    if table.journey.parent is None:
        return []
    parent, ply = table.journey.parent
    label = request.words("button.fork.parent", code=f"T{parent}", ply=ply)
    return buttons_back(request.session.features, label, (parent, 0), str(ply))


async def ask_bot(request: Request) -> None:
    """Ask which bot joins; for players in the lobby, and in a duel for its opener."""
    shown = await _waiting_table(request)
    request.session.lobby.check_may_seat(request.click, shown.table)
    await request.ask(bot_question(request.words, shown))


async def ask_picks(request: Request) -> None:
    """Open the form with a player's own picks."""
    shown = await _waiting_table(request)
    players = players_of(shown.table, request.person)
    if not players:
        raise Refused("join-first", shown.table)
    if not picks_at(shown.entry.game, shown.table):
        raise Refused("old-control")
    await request.open(picks_form(request.words, shown, players))


async def _waiting_table(request: Request) -> Shown:
    """Return the control's table; raises `Refused` if it is no lobby any more."""
    table = await request.table()
    check_open(table, None)
    return request.session.tables.show(table)


async def seat_bot(request: Request) -> None:
    """Add a bot to a lobby, or remove one."""
    request.note_control()
    session, click, table = request.session, request.click, request.control.table
    if request.values[:1] == (AWAY,):
        shown = await session.lobby.send_bot_away(click, table, request.trace)
    else:
        shown = await session.lobby.seat_bot(click, table, chosen_level(request), request.trace)
    await deliver(request, shown)
    request.surface.wake()


def chosen_level(request: Request) -> str:
    """Return the level picked from a list; raises `Refused` for an unknown one."""
    level = next(iter(request.values), "")
    if level not in LEVELS:
        raise Refused("old-control")
    return level


async def decline_invitation(request: Request) -> None:
    """Decline an invitation."""
    control = request.control
    shown = await request.session.lobby.decline(request.click, control.table, control.revision, request.trace)
    await _show_closed(request, shown, "table.declined")


async def cancel_table(request: Request) -> None:
    """Cancel a table before its game begins; only its opener can."""
    control = request.control
    shown = await request.session.lobby.cancel(request.click, control.table, control.revision, request.trace)
    if shown.table.board is None or any(not player.seated for player in shown.table.players):
        await _show_closed(request, shown, "table.cancelled")
        return
    await request.change(note(_closing_line(request, shown, "table.cancelled")))
    await _delete_lobby(request, shown.table, shown.table.board)


async def _delete_lobby(request: Request, table: Table, board: Board) -> None:
    """Delete the message of a lobby that pinged no one: nothing is left to say in the channel."""
    request.session.outbox.confirm(table)
    await request.session.tables.set_board(table, None)
    await remove_board(request.surface, request.client, table, board)


def _closing_line(request: Request, shown: Shown, key: str) -> str:
    return words_at(shown.table)(key, name=escape_markdown(request.person.name))


async def _show_closed(request: Request, shown: Shown, key: str) -> None:
    """Replace the lobby with a line that says how it ended."""
    line = _closing_line(request, shown, key)
    if not is_board(request):
        await request.change(note(line))
        await redraw_in_place(request, shown, (line,))
        return
    with request.surface.retrying_on_failure(shown.table):
        await request.change(close_board(request.clicked_message, line))
    request.session.outbox.confirm(shown.table)


async def choose_seat(request: Request) -> None:
    """Take a seat at a transferred game."""
    request.note_control()
    chosen = next(iter(request.values), "")
    if not (chosen.isascii() and chosen.isdecimal()):
        raise Refused("old-control")
    shown = await request.session.lobby.take_seat(
        request.click, request.control.table, int(chosen), request.trace
    )
    await deliver(request, shown)


async def take_vacant_seat(request: Request) -> None:
    """Take a vacant seat, as long as it is free, however old the message is."""
    table = request.control.table
    await deliver(request, await request.session.absence.take_over(request.click, table, request.trace))
    request.surface.wake()


async def play_again(request: Request) -> None:
    """Open the follow-up table, and ask all who sat at the old one; its board loses only this button."""
    old = await request.table()
    game = request.session.catalogue[old.game].game
    request.check_not_alone(game)
    shown = await request.session.lobby.rematch(request.click, old.id, request.trace)
    await deliver_next(request, shown, companions_of(old, request.person) if has_lobby(game) else ())


CONTROLS: Final = {
    Verb.SIT: Route(sit_down, posts=True),
    Verb.LEAVE: Route(leave_lobby, posts=True),
    Verb.START: Route(start_game, posts=True),
    Verb.CHOOSE: Route(save_picks, posts=True),
    Verb.DETAILS: Route(show_details, looks=True),
    Verb.ADD_BOT: Route(ask_bot),
    Verb.PICKS: Route(ask_picks),
    Verb.BOT: Route(seat_bot, posts=True),
    Verb.DECLINE: Route(decline_invitation, posts=True),
    Verb.CANCEL: Route(cancel_table, posts=True),
    Verb.SEAT: Route(choose_seat, posts=True),
    Verb.TAKE: Route(take_vacant_seat, posts=True),
    Verb.AGAIN: Route(play_again, posts=True, limit=OPENING),
}
