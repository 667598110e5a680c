"""How people open tables, by the panel of `/play` or in one line, and salt their dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle
from simcord.results import InteractionResult, ResponseMessage

from tests.bot.ui.world import labels, list_with, private, private_text, walk

TIMES: Final = ("clock", "bank", "forfeit", "hours")
FILES: Final = ("own_map", "own_deck", "song")
_PEOPLE: Final = 5
_FILE: Final = 19


async def open_table(
    actor: MemberActor | UserHandle,
    channel: ChannelHandle | None,
    game: str,
    **wanted: Any,
) -> InteractionResult:
    """Open a table as a user, in their direct messages with the bot if no channel is named.

    `opponent`, `level`, `bots`, `daily` and `weekly` are the opponents; the rest goes into the forms of the
    panel, each field by its key.
    """
    opponent, level = wanted.pop("opponent", None), wanted.pop("level", None)
    bots = wanted.pop("bots", 0)
    deal = next((way for way in ("daily", "weekly") if wanted.pop(way, False)), "")
    if opponent is not None and not wanted and level is None:
        return await slash(actor, channel, "play", game=game, opponent=opponent)
    asked = await slash(actor, channel, "play", game=game)
    panel = private(asked)
    if not any(".open." in str(part.get("custom_id")) for part in walk(panel.components)):
        return asked  # refused
    files: dict[str, Any] = {key: wanted.pop(key) for key in FILES if key in wanted}
    await agree(actor, panel, **wanted)
    if files:
        return await submit_form(actor, panel, "files", files)
    return await _open_from_panel(actor, panel, opponent, level or ("odo" if bots else ""), bots, deal)


async def _open_from_panel(
    actor: MemberActor | UserHandle,
    panel: ResponseMessage,
    opponent: Any,
    level: str,
    bots: int,
    deal: str,
) -> InteractionResult:
    """Choose the opponent, which opens the table."""
    if opponent is not None:
        return await actor.select(panel, [opponent], custom_id=_people(panel))
    if level:
        opened = await actor.select(panel, [level], custom_id=list_with(panel, level))
        return await _add_bots(actor, opened, level, bots - 1)
    if deal:
        return await actor.select(panel, [deal], custom_id=list_with(panel, deal))
    ways = ("anyone", "alone")
    return await actor.click(panel, custom_id=next(filter(None, (key(panel, f"open.{way}") for way in ways))))


async def slash(
    actor: MemberActor | UserHandle, channel: ChannelHandle | None, command: str, **options: Any
) -> InteractionResult:
    """A user's command, in a channel or in direct messages."""
    if isinstance(actor, UserHandle):
        result: InteractionResult = await actor.slash(command, **options)
        return result
    assert channel is not None
    return await actor.slash(channel, command, **options)


async def agree(actor: MemberActor | UserHandle, panel: ResponseMessage, **wanted: Any) -> None:
    """Fill in the forms behind *More options*."""
    times = {key: value for key, value in wanted.items() if key in TIMES}
    if times:
        await submit_form(actor, panel, "time", times)
    rules = {key: value for key, value in wanted.items() if key not in TIMES}
    for which in ("rules", "rules2"):
        if rules:
            await submit_form(actor, panel, which, rules)
    assert not rules, f"no field for {rules}"
    if wanted:  # back from there, whatever the language of the button
        await actor.click(panel, custom_id=key(panel, "new.game"))


async def submit_form(
    actor: MemberActor | UserHandle, panel: ResponseMessage, which: str, values: dict[str, Any]
) -> InteractionResult:
    """Submit one form of *More options*; fields without a value stay as they are."""
    if more := key(panel, "new.more"):
        await actor.click(panel, custom_id=more)
    form = await actor.click(panel, custom_id=key(panel, f"new.{which}"))
    assert form.modal is not None, private_text(form)
    return await actor.submit_modal(form, dict(_form_values(form.modal["components"], values)))


def _form_values(components: Any, values: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each field with its entry; used entries are removed from the values."""
    for part in walk(components):
        key = part.get("custom_id")
        if key is None:
            continue
        value = values.pop(key, None)
        if part.get("options"):
            chosen = [one["value"] for one in part["options"] if one.get("default")]
            yield key, chosen if value is None else [str(int(value) if isinstance(value, bool) else value)]
        elif part["type"] == _FILE:
            if value is not None:
                yield key, value
        else:
            yield key, part.get("value") or "" if value is None else str(value)


def key(panel: ResponseMessage, leads: str) -> str:
    """The custom_id of the button of a panel that leads there; empty if there is none."""
    ids = [str(part.get("custom_id")) for part in walk(panel.components)]
    return next((one for one in ids if f".{leads}/" in one), "")


async def pick(actor: MemberActor, lobby: ResponseMessage, **picks: str) -> InteractionResult:
    """Submit what a user picks for themselves in a lobby; other picks stay as they are."""
    form = await actor.click(lobby, label="My pick")
    assert form.modal is not None, private_text(form)
    return await actor.submit_modal(form, dict(_form_values(form.modal["components"], dict(picks))))


async def behind(actor: MemberActor, lobby: ResponseMessage, label: str, *then: str) -> InteractionResult:
    """A button of a lobby that opens something in private, and a button or choices in it."""
    asked = private(await actor.click(lobby, label=label))
    if then[0] in labels(asked):
        return await actor.click(asked, label=then[0])
    return await actor.select(asked, list(then), custom_id=list_with(asked, then[0]))


def _people(panel: ResponseMessage) -> str:
    """The custom_id of the list of people."""
    return next(str(part["custom_id"]) for part in walk(panel.components) if part.get("type") == _PEOPLE)


async def _add_bots(
    actor: MemberActor | UserHandle, opened: InteractionResult, level: str, bots: int
) -> InteractionResult:
    """Add more bots to the lobby."""
    lobby = opened.followups[-1] if opened.followups else opened.response
    assert lobby is not None
    for _ in range(bots):
        add = next(
            part["custom_id"] for part in walk(lobby.components) if ".addbot." in str(part.get("custom_id"))
        )
        asked = private(await actor.click(lobby, custom_id=add))
        await actor.select(asked, [level], custom_id=list_with(asked, level))
    return opened


async def fair_play(actor: MemberActor, message: discord.Message | ResponseMessage) -> ResponseMessage:
    """The private answer of *Fair play*; in a lobby it is behind *Details*."""
    parts = (
        message.components
        if isinstance(message, ResponseMessage)
        else [one.to_dict() for one in message.components]
    )
    if not any(part.get("label") == "Fair play" for part in walk(parts)):
        message = private(await actor.click(message, label="Details"))
    return private(await actor.click(message, label="Fair play"))


async def add_salt(
    actor: MemberActor, message: discord.Message | ResponseMessage, text: str
) -> InteractionResult:
    form = await actor.click(await fair_play(actor, message), label="Add salt…")
    return await actor.submit_modal(form, {"salt": text})


async def film_of(actor: MemberActor, channel: ChannelHandle, **options: Any) -> InteractionResult:
    """What the button *Film* of a game's history leads to."""
    page = private(await actor.slash(channel, "history", **options))
    return await actor.click(page, label="Film")


async def review_button(
    actor: MemberActor, channel: ChannelHandle, label: str, table: str = "T1"
) -> ResponseMessage:
    """What a button under the review of a game that is over leads to: its card, or its luck."""
    review = private(await actor.slash(channel, "review", table=table))
    return private(await actor.click(review, label=label))


async def tap(actor: MemberActor, shown: ResponseMessage, label: str) -> InteractionResult:
    """Click a button of a board, or one behind *More*."""
    if label in labels(shown):
        return await actor.click(shown, label=label)
    return await actor.click(private(await actor.click(shown, label="More")), label=label)
