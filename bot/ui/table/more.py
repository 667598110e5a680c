"""*More*: the rarely used controls of a table, in private, grouped by what a user wants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.discord.frame import Layout, Text, game_title, without_view_store
from bot.discord.keyboard import Control, Key, Verb, glossary_key, in_rows, link_key, page_key, parse_control
from bot.discord.request import Request, Route
from bot.kernel.errors import Refused
from bot.kernel.feature import MoreGroup, buttons_about, buttons_back, buttons_near, rules_of
from bot.kernel.session import Shown
from bot.kernel.tables.results import is_duel
from bot.store import Status, Table
from bot.ui.board.messages import parts_of
from bot.words.menu import Menu


async def show_more(request: Request) -> None:
    """Show the controls that the board of a running game has no room for."""
    shown = request.session.tables.show(await request.table())
    if shown.state is None or shown.table.status is not Status.PLAYING:
        raise Refused("old-control")
    words, beside = request.words, _controls_beside(request)
    game = game_title(words, shown.entry.game.title, shown.table.deal)
    layout = Layout(timeout=None)
    layout.add_item(Text(f"### {words('table.title', game=game, code=shown.table.code)}"))
    for group, keys in (await _groups(request, shown)).items():
        new = [key for key in keys if _effect(key.custom_id) not in beside]
        if new:
            layout.add_item(Text(words(f"more.{group}")))
        for row in in_rows(new):
            layout.add_item(row)
    await request.ask(without_view_store(layout))


def _controls_beside(request: Request) -> set[tuple[str, str]]:
    """Return what the controls of the clicked message do: *More* does not repeat them."""
    message = request.incoming.message
    if message is None:
        return set()
    keys = (getattr(part, "custom_id", None) for part in parts_of(message.components))
    return {effect for effect in map(_effect, keys) if effect is not None}


def _effect(custom_id: str | None) -> tuple[str, str] | None:
    """Return what a control does, without its table and revision."""
    control = parse_control(custom_id or "")
    return None if control is None else (control.verb, control.detail)


async def _groups(request: Request, shown: Shown) -> dict[MoreGroup, list[Key]]:
    """Return the buttons by group; those used most come first."""
    words, table, features = request.words, shown.table, request.session.features
    groups: dict[MoreGroup, list[Key]] = {group: [] for group in MoreGroup}
    groups[MoreGroup.TURN] += buttons_near(features, words, table, Menu())
    groups[MoreGroup.LOOK] += _looks(request, shown)
    groups[MoreGroup.RULES] += rules_of(features, words, shown.entry)
    if shown.entry.drawing.glossary is not None:
        groups[MoreGroup.RULES].append(glossary_key(table, words(f"{table.game}.glossary")))
    groups[MoreGroup.RULES] += buttons_about(features, words, shown)
    for feature in features:
        groups[feature.buttons.group] += await feature.buttons.more(request, shown)
    groups[MoreGroup.TURN].append(_key(table, words("button.type"), Verb.TYPE))
    return groups


def _looks(request: Request, shown: Shown) -> Iterable[Key]:
    """Yield the ways to look at the board: in a browser, as text, turned, and at earlier moves.

    There is no history where players must remember what they saw.
    """
    words, table = request.words, shown.table
    if request.opens_pages:
        yield page_key(words, table)
    if request.opens_inside:
        yield link_key(words, table)
    yield _key(table, words("button.text"), Verb.LOOK, "text")
    if is_duel(shown.entry.game):
        yield _key(table, words("button.turned"), Verb.LOOK, "turned")
    if not shown.entry.rules.from_memory(shown.state):
        yield from buttons_back(request.session.features, words("button.history"), (table.id, table.revision))


def _key(table: Table, label: str, verb: Verb, detail: str = "") -> Key:
    return Key(label=label, custom_id=str(Control(table.id, table.revision, verb, detail)))


CONTROLS: Final = {Verb.MORE: Route(show_more, looks=True)}
