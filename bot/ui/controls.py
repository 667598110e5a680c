"""The way in of a button, a list or a form: which function answers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.errors import Refused
from bot.ui import fair, transfer
from bot.ui.alarms import late
from bot.ui.help import why
from bot.ui.history import fork, leafing, undo
from bot.ui.kit.keyboard import Verb, read
from bot.ui.kit.request import Request, Route, Surface, request_of, serve
from bot.ui.people import data
from bot.ui.play import aside, gathering, moves
from bot.ui.review import luck, reviewing
from bot.ui.table import close


def joined(*tables: Mapping[Verb, Route]) -> Mapping[Verb, Route]:
    """The tables as one; raises `ValueError` if a verb stands in two of them, or in none."""
    found = dict[Verb, Route]()
    for table in tables:
        if twice := sorted(found.keys() & table.keys()):
            raise ValueError(f"answered twice: {', '.join(twice)}")
        found |= table
    if missing := sorted(set(Verb) - found.keys()):
        raise ValueError(f"answered nowhere: {', '.join(missing)}")
    return found


CONTROLS: Final = joined(
    aside.CONTROLS,
    close.CONTROLS,
    data.CONTROLS,
    fair.CONTROLS,
    fork.CONTROLS,
    gathering.CONTROLS,
    late.CONTROLS,
    leafing.CONTROLS,
    luck.CONTROLS,
    moves.CONTROLS,
    reviewing.CONTROLS,
    transfer.CONTROLS,
    undo.CONTROLS,
    why.CONTROLS,
)


async def on_control(surface: Surface, interaction: discord.Interaction) -> None:
    """Serve a click, a choice or a submitted form; anything that is not ours is answered in words."""
    details: dict[str, Any] = dict(interaction.data or {})
    control = read(str(details.get("custom_id", "")))
    kind = "form" if interaction.type is discord.InteractionType.modal_submit else "control"
    verb = control.verb if control else "unknown"
    route = CONTROLS[control.verb] if control else Route(refuse_unknown)
    await serve(request_of(surface, interaction, f"{kind}.{verb}", control), route)


async def refuse_unknown(_: Request) -> None:
    """Refuse what none of our controls is."""
    raise Refused("old-control")
