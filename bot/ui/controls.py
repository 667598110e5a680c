"""What happens when somebody uses a button, a list or the form for a typed move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from bot.errors import Refused
from bot.seating import check_turn
from bot.session import Shown
from bot.trace import Trace
from bot.ui.deliver import deliver
from bot.ui.desk import Desk, check_permissions, click_of, private
from bot.ui.ids import Control, Verb, read
from bot.ui.keyboard import confirm_rows
from bot.ui.post import NOBODY, Text, names_of, note, safe, settled, sketcher, unlisted
from bot.words.menu import Button

NOTATION_LIMIT = 70
"""The most characters of an action's notation."""


async def on_control(desk: Desk, interaction: discord.Interaction) -> None:
    """Serve a click, a choice or a submitted form; anything that is not ours is answered in words."""
    data: dict[str, Any] = dict(interaction.data or {})
    control = read(str(data.get("custom_id", "")))

    async def handle(trace: Trace) -> None:
        if control is None:
            raise Refused("old-control")
        await _use(desk, interaction, control, data, trace)

    kind = "form" if interaction.type is discord.InteractionType.modal_submit else "control"
    await desk.serve(interaction, f"{kind}.{control.verb if control else 'unknown'}", handle)


async def _use(
    desk: Desk, interaction: discord.Interaction, control: Control, data: dict[str, Any], trace: Trace
) -> None:
    match control.verb:
        case Verb.GO:
            await _guide(desk, interaction, control, control.detail, trace)
        case Verb.PICK_GO:
            await _guide(desk, interaction, control, _picked(control, data), trace)
        case Verb.PLAY:
            await _play(desk, interaction, control, control.detail, trace)
        case Verb.PICK_PLAY:
            await _play(desk, interaction, control, _picked(control, data), trace)
        case Verb.TYPED:
            await _play(desk, interaction, control, next(_typed(data), ""), trace)
        case Verb.ASK | Verb.TYPE | Verb.TEXT | Verb.NEVER_MIND:
            await _answer_privately(desk, interaction, control, trace)
        case Verb.SIT | Verb.DECLINE | Verb.CANCEL:
            await _lobby(desk, interaction, control, trace)


async def _guide(
    desk: Desk, interaction: discord.Interaction, control: Control, path: str, trace: Trace
) -> None:
    check_permissions(desk.words, interaction)
    shown = await desk.session.guide(click_of(interaction), control.table, control.revision, path, trace)
    await deliver(desk, interaction, shown, trace)


async def _play(
    desk: Desk, interaction: discord.Interaction, control: Control, notation: str, trace: Trace
) -> None:
    check_permissions(desk.words, interaction)
    line, sketch = notation[:NOTATION_LIMIT], sketcher(desk.words, trace)
    shown = await desk.session.play(
        click_of(interaction), control.table, line, trace, control.revision, sketch
    )
    await deliver(desk, interaction, shown, trace)


async def _answer_privately(
    desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace
) -> None:
    table = await desk.session.table(control.table)
    trace.table, trace.revision = table.code, table.revision
    if control.verb is Verb.NEVER_MIND:
        await interaction.response.edit_message(view=note(desk.words("nothing-to-confirm")))
        return
    if control.verb is Verb.TEXT:
        await private(interaction, board_text(desk.session.shown(table)))
        return
    check_turn(table, click_of(interaction).person, control.revision)
    if control.verb is Verb.TYPE:
        await interaction.response.send_modal(_form(desk, control, desk.session.shown(table)))
    else:
        await ask(desk, interaction, desk.session.shown(table), control.detail)


async def _lobby(desk: Desk, interaction: discord.Interaction, control: Control, trace: Trace) -> None:
    check_permissions(desk.words, interaction)
    click = click_of(interaction)
    if control.verb is Verb.SIT:
        shown = await desk.session.sit(click, control.table, control.revision, trace)
        await deliver(desk, interaction, shown, trace)
        return
    decline = control.verb is Verb.DECLINE
    close = desk.session.decline if decline else desk.session.cancel
    await close(click, control.table, control.revision, trace)
    key = "table.declined" if decline else "table.cancelled"
    line = desk.words(key, name=safe(click.person.name))
    assert interaction.message is not None  # noqa: S101 - a click comes from a message
    await interaction.response.edit_message(view=settled(interaction.message, line), allowed_mentions=NOBODY)


async def ask(desk: Desk, interaction: discord.Interaction, shown: Shown, notation: str) -> None:
    """The question before something that cannot be taken back, to one person."""
    menu = shown.entry.menu(desk.words, names_of(shown.table), shown.state, "")
    plain = Button(notation, notation, confirm=notation)
    button = next((button for button in menu.buttons if button.value == notation), plain)
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(Text(button.confirm))
    for row in confirm_rows(desk.words, shown.table, button):
        layout.add_item(row)
    await interaction.response.send_message(view=unlisted(layout), ephemeral=True, allowed_mentions=NOBODY)


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


def board_text(shown: Shown) -> str:
    """The text twin of a board."""
    if shown.state is None:
        raise Refused("not-begun", shown.table, code=shown.table.code)
    return f"```\n{shown.entry.game.text(shown.entry.game.view(shown.state, None))}\n```"


def _picked(control: Control, data: dict[str, Any]) -> str:
    """The path or notation that a list stands for: its prefix and the chosen values, in the list's order."""
    prefix = control.detail.partition(":")[2]
    return prefix + "".join(map(str, data.get("values", ())))


def _typed(data: object) -> Iterator[str]:
    """The texts of a submitted form, however its fields are wrapped."""
    if isinstance(data, dict):
        if isinstance(data.get("value"), str):
            yield data["value"]
        yield from _typed(data.get("component"))
        yield from _typed(data.get("components"))
    elif isinstance(data, list):
        for item in data:
            yield from _typed(item)
