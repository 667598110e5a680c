"""What happens when somebody uses a button, a list or the form for a typed move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord

from bot.errors import Refused
from bot.seating import check_turn
from bot.session import Shown
from bot.trace import Trace
from bot.ui.alarms.late import choose, come_back, snooze
from bot.ui.fair.dice import add_salted, ask_salt
from bot.ui.help.why import show_rule
from bot.ui.history.fork import fork_here
from bot.ui.history.leafing import leaf, leaf_text, open_history
from bot.ui.history.undo import answer, take_back, take_back_after_all
from bot.ui.kit.desk import Desk, check_permissions, click_of, private
from bot.ui.kit.forms import typed
from bot.ui.kit.frame import NOBODY, note, safe, settled
from bot.ui.kit.ids import Control, Verb, read
from bot.ui.people.me_data import forget_me
from bot.ui.play.again import play_again
from bot.ui.play.aside import ask, open_aside, show_film
from bot.ui.play.bots import seat_bot
from bot.ui.play.daily import is_private
from bot.ui.play.deliver import deliver
from bot.ui.play.post import sketcher
from bot.ui.play.seats import take_vacant
from bot.ui.review.luck import show_luck
from bot.ui.review.reviewing import show_review
from bot.ui.table.close import close_after_all
from bot.ui.transfer.moving import answer_move, choose_seat
from bot.words import Words

NOTATION_LIMIT = 70
"""The most characters of an action's notation."""


async def on_control(desk: Desk, interaction: discord.Interaction) -> None:
    """Serve a click, a choice or a submitted form; anything that is not ours is answered in words."""
    data: dict[str, Any] = dict(interaction.data or {})
    control = read(str(data.get("custom_id", "")))

    async def handle(trace: Trace) -> None:
        if control is None:
            raise Refused("old-control")
        if control.verb in _ABOUT_NO_TABLE:
            await _ABOUT_NO_TABLE[control.verb](desk, interaction, control, trace)
            return
        await _use(desk, interaction, control, data, trace)

    kind = "form" if interaction.type is discord.InteractionType.modal_submit else "control"
    await desk.serve(interaction, f"{kind}.{control.verb if control else 'unknown'}", handle)


_LOOKS = (
    Verb.TEXT,
    Verb.FILM,
    Verb.NEVER_MIND,
    Verb.HISTORY,
    Verb.LEAF,
    Verb.LEAF_TEXT,
    Verb.LUCK,
    Verb.REVIEW,
    Verb.FORK,
)
"""What a control shows to all who may look; `NEVER_MIND` gives a private board back."""

Use = Callable[[Desk, discord.Interaction, Control, Trace], Awaitable[None]]

_ELSEWHERE: Final[Mapping[Verb, Use]] = {
    Verb.AGAIN: play_again,
    Verb.CLOSE: close_after_all,
    Verb.HISTORY: open_history,
    Verb.LEAF: leaf,
    Verb.SNOOZE: snooze,
    Verb.LATE: choose,
    Verb.BACK: come_back,
    Verb.TAKE: take_vacant,
    Verb.LEAF_TEXT: leaf_text,
    Verb.LUCK: show_luck,
    Verb.REVIEW: show_review,
    Verb.FORK: fork_here,
    Verb.UNDO: take_back,
    Verb.UNDO_YES: take_back_after_all,
    Verb.UNDO_AGREE: answer,
    Verb.UNDO_DECLINE: answer,
    Verb.UNDO_WITHDRAW: answer,
    Verb.MOVE_YES: answer_move,
    Verb.MOVE_NO: answer_move,
    Verb.SEAT: choose_seat,
    Verb.SALT: ask_salt,
    Verb.SALTED: add_salted,
    Verb.BOT: seat_bot,
}
"""Controls that modules of their own answer, to whoever uses them."""

_ABOUT_NO_TABLE: Final[Mapping[Verb, Use]] = {Verb.FORGET: forget_me, Verb.WHY: show_rule}


async def _use(
    desk: Desk, interaction: discord.Interaction, control: Control, data: dict[str, Any], trace: Trace
) -> None:
    table = await desk.session.table(control.table)
    if table.day is not None:
        trace.table, trace.revision = table.code, table.revision
        looks = control.verb in _LOOKS
        await desk.session.check_use(click_of(interaction).person, table, looks=looks)
    match control.verb:
        case Verb.GO | Verb.PICK_GO:
            await _guide(desk, interaction, control, _meant(control, data), trace)
        case Verb.PLAY | Verb.ASIDE_PLAY | Verb.PICK_PLAY | Verb.PICK_ASIDE_PLAY | Verb.TYPED:
            await _play(desk, interaction, control, _meant(control, data), trace)
        case Verb.ASK | Verb.TYPE | Verb.TEXT | Verb.NEVER_MIND:
            await _answer_privately(desk, interaction, control, trace)
        case Verb.ASIDE | Verb.PICK_ASIDE | Verb.ASIDE_ASK:
            await _turn_aside(desk, interaction, control, data, trace)
        case Verb.FILM:
            trace.table = f"T{control.table}"
            await show_film(desk, interaction, control)
        case verb if verb in _ELSEWHERE:
            await _ELSEWHERE[verb](desk, interaction, control, trace)
        case Verb.SIT | Verb.LEAVE | Verb.START | Verb.CHOOSE:
            await _gather(desk, interaction, control, data, trace)
        case Verb.DECLINE | Verb.CANCEL:
            await _close(desk, interaction, control, trace)


async def _guide(
    desk: Desk, interaction: discord.Interaction, control: Control, path: str, trace: Trace
) -> None:
    check_permissions(desk.words, interaction)
    shown = await desk.session.guide(click_of(interaction), control.table, control.revision, path, trace)
    await deliver(desk, interaction, shown, trace)


_FROM_ASIDE = (Verb.ASIDE_PLAY, Verb.PICK_ASIDE_PLAY)


async def _play(
    desk: Desk, interaction: discord.Interaction, control: Control, notation: str, trace: Trace
) -> None:
    """Play a line. A private menu stays good while others move: it names all of what it does."""
    check_permissions(desk.words, interaction)
    aside = control.verb in _FROM_ASIDE
    shown = await desk.session.play(
        click_of(interaction),
        control.table,
        notation[:NOTATION_LIMIT],
        trace,
        revision=None if aside else control.revision,
        sketch=sketcher(desk.words_at, trace),
        since=control.revision if aside else None,
    )
    await deliver(desk, interaction, shown, trace)


async def _turn_aside(
    desk: Desk, interaction: discord.Interaction, control: Control, data: dict[str, Any], trace: Trace
) -> None:
    table = await desk.session.table(control.table)
    trace.table, trace.revision, trace.notation = table.code, table.revision, control.detail
    check_turn(table, click_of(interaction).person, None)
    shown = desk.session.shown(table)
    if control.verb is Verb.ASIDE_ASK:
        await ask(desk, interaction, shown, control.detail, aside=True)
    else:
        await open_aside(desk, interaction, shown, _meant(control, data))


async def _answer_privately(
    desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace
) -> None:
    table = await desk.session.table(control.table)
    trace.table, trace.revision = table.code, table.revision
    if control.verb is Verb.NEVER_MIND and is_private(interaction, table):
        await deliver(desk, interaction, desk.session.shown(table), trace, ping=False)
        return
    if control.verb is Verb.NEVER_MIND:
        await interaction.response.edit_message(view=note(desk.words("nothing-to-confirm")))
        return
    if control.verb is Verb.TEXT:
        await private(interaction, board_text(desk.words, desk.session.shown(table)))
        return
    check_turn(table, click_of(interaction).person, control.revision)
    if control.verb is Verb.TYPE:
        await interaction.response.send_modal(_form(desk, control, desk.session.shown(table)))
    else:
        await ask(desk, interaction, desk.session.shown(table), control.detail)


async def _gather(
    desk: Desk, interaction: discord.Interaction, control: Control, data: dict[str, Any], trace: Trace
) -> None:
    """Sitting down, picking, leaving and starting."""
    check_permissions(desk.words, interaction)
    click, session = click_of(interaction), desk.session
    match control.verb:
        case Verb.LEAVE:
            shown = await session.leave(click, control.table, trace)
        case Verb.START:
            shown = await session.start(click, control.table, control.revision, trace)
        case Verb.CHOOSE:
            key = control.detail.partition(":")[0]
            shown = await session.pick(click, control.table, key, _meant(control, data), trace)
        case _:
            shown = await session.sit(click, control.table, control.revision, trace)
    await deliver(desk, interaction, shown, trace)


async def _close(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    check_permissions(desk.words, interaction)
    click = click_of(interaction)
    decline = control.verb is Verb.DECLINE
    close = desk.session.decline if decline else desk.session.cancel
    shown = await close(click, control.table, control.revision, trace)
    key = "table.declined" if decline else "table.cancelled"
    line = desk.words_at(shown.table)(key, name=safe(click.person.name))
    assert interaction.message is not None  # noqa: S101 - a click comes from a message
    await interaction.response.edit_message(view=settled(interaction.message, line), allowed_mentions=NOBODY)


def _form(desk: Desk, control: Control, shown: Shown) -> discord.ui.Modal:
    """The form to type a move into. It is not kept in memory either: its custom_id says all."""
    words = desk.words
    modal = discord.ui.Modal(
        title=words("modal.title", code=shown.table.code)[:45],
        custom_id=str(Control(control.table, control.revision, Verb.TYPED)),
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="move", placeholder=words(f"{shown.table.game}.example"), max_length=NOTATION_LIMIT
    )
    modal.add_item(discord.ui.Label(text=words("modal.label"), component=field))
    modal.stop()
    return modal


def board_text(words: Words, shown: Shown) -> str:
    """The text twin of a board; refuses a game that has not begun."""
    if shown.state is None:
        raise Refused("not-begun", shown.table, code=shown.table.code)
    game = shown.entry.game
    return f"```\n{game.text(game.view(shown.state, None), words)}\n```"


_LISTS = (Verb.PICK_GO, Verb.PICK_PLAY, Verb.PICK_ASIDE, Verb.PICK_ASIDE_PLAY, Verb.CHOOSE)


def _meant(control: Control, data: dict[str, Any]) -> str:
    """The path or notation that a control stands for, now that it was used.

    Of a list it is the prefix and the chosen values, in the list's order; of a form, what was typed.
    """
    if control.verb is Verb.TYPED:
        return next(typed(data), "")
    if control.verb not in _LISTS:
        return control.detail
    prefix = control.detail.partition(":")[2]
    return prefix + "".join(map(str, data.get("values", ())))
