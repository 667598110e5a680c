"""A table as a page shows it: its message in Discord, and where its picture can be clicked.

The page knows no game. Its options come from the game's menu at a path, and their places in the picture from
the painter: for a step that leads on, the place that it marks as chosen; for an action, the place that a hint
would mark. Options without a place are buttons below the picture.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.discord.frame import names_of
from bot.discord.keyboard import Control, Verb, custom_id_of
from bot.kernel.errors import Refused
from bot.kernel.feature import buttons_about, buttons_on, question_at, rules_of
from bot.kernel.session import Session, Shown
from bot.kernel.tables.seats import seat_of, seen_by
from bot.kernel.trace import Trace
from bot.store import Status
from bot.ui.play.board_layout import (
    NO_EXTRAS,
    BoardExtras,
    is_turned,
    menu_of,
    message_of,
    picture_name,
    sheet_of,
)
from bot.web.page_requests import Json, click_of, components_of
from bot.web.rights import Visitor
from bot.words import Words
from bot.words.menu import Button, Does, List, Menu, buttons_of
from engine.core import IllegalAction
from render.kit.hint import WAY, Rect

_NO_PICTURE: Final = b"\0"
"""Stands for the picture, which the page fetches separately."""

_ROW: Final = 1
"""Discord's component type of a row."""

_ALONE: Final = (Does.ASIDE, Does.FILM)
"""Buttons that answer their user in private, at any time."""


@dataclass(frozen=True, slots=True)
class PageOption:
    """An option: its label, look, and place in the picture.

    `path` is where it leads in the menu; none for one that is pressed by its `custom_id`. `row` is its row of
    buttons, none if it is an entry of the list called `title`. One that `asks` shows its label before it is
    played. For `way` see `Button`.
    """

    label: str
    described: str
    look: str
    path: str | None
    custom_id: str
    place: Rect | None
    enabled: bool
    row: int | None
    title: str = ""
    asks: bool = False
    way: str = ""


@dataclass(frozen=True, slots=True)
class PageStep:
    """A table at a step of a guided move, as one user sees it; `menu` is what they may choose.

    `ways` are the features' extras. `film` names what can be watched: what the
    game has just done by itself, or how it ended; empty if there is nothing.
    """

    shown: Shown
    menu: Menu
    turned: bool
    ways: BoardExtras = NO_EXTRAS
    film: str = ""


async def step_of(session: Session, visitor: Visitor, words: Words, path: str) -> PageStep:
    """Return a table as a visitor sees it, at a path of its menu; at the start if they may not choose."""
    person, table = visitor.person, await session.tables.get(visitor.table_id)
    shown = await session.history.with_last_events(session.tables.show(table))
    shown = replace(shown, table=table if person is None else seen_by(table, person.id))
    turned = person is not None and is_turned(shown, person)
    if shown.state is None or table.status is not Status.PLAYING:
        return PageStep(shown, Menu(), turned, _extras_outside_play(session, words, shown), _last_film(shown))
    may_act = person is not None
    if person is not None:
        try:
            click = click_of(visitor, table, 0)
            at_path = await session.play.guide(click, table.id, None, path, Trace("page", person.id))
            shown = replace(shown, path=at_path.path)
        except Refused:
            may_act = False
    menu = menu_of(words, shown)
    ways = BoardExtras(near=session.features, question=question_at(session.features, words, shown))
    has_film = any(button.does is Does.FILM for button in buttons_of(menu))
    film = str(shown.entry.rules.turn_key(shown.state)) if has_film else ""
    return PageStep(shown, menu if may_act else _menu_for_waiting(visitor, shown, menu), turned, ways, film)


def _last_film(shown: Shown) -> str:
    """Return what the film of the end is called; nothing for other tables and for games without films."""
    has_film = shown.table.status is Status.OVER and shown.entry.drawing.film is not None
    return "over" if has_film else ""


def _extras_outside_play(session: Session, words: Words, shown: Shown) -> BoardExtras:
    """Return the extras of a lobby, and of a game that is over or closed."""
    context = session.features, words, shown
    if shown.state is None:
        return BoardExtras(
            rules=rules_of(session.features, words, shown.entry), about=buttons_about(*context)
        )
    more = buttons_on(*context) if shown.table.status is Status.OVER else ()
    return BoardExtras(more=more, about=buttons_about(*context), near=session.features)


def _menu_for_waiting(visitor: Visitor, shown: Shown, menu: Menu) -> Menu:
    """Return the menu of a player who is not to act: private buttons, and actions that are legal now."""
    seat = None if visitor.person is None else seat_of(shown.table, visitor.person)
    if seat is None:
        return Menu()
    lines = {str(action) for action in shown.entry.game.legal(shown.state, seat)}

    def is_open(button: Button) -> bool:
        return button.does in _ALONE or (button.does is Does.PLAY and button.value in lines)

    return Menu(buttons=tuple(filter(is_open, buttons_of(menu))))


def message_components(words: Words, step: PageStep) -> list[Json]:
    """Return the components of the message of a running game, without picture and menu."""
    trace = Trace("page", 0)
    message = message_of(words, step.shown, trace, ways=step.ways, menu=Menu(), picture=_NO_PICTURE)
    return components_of(message.layout)


def menu_options(words: Words, step: PageStep) -> list[PageOption]:
    """Return the options that are chosen one at a time."""
    table, entry = step.shown.table, step.shown.entry
    sheet = sheet_of(words, step.shown, step.menu, turned=step.turned)

    def find_place(button: Button) -> Rect | None:
        name = _place_name(words, step, button)
        if entry.drawing.place_of is None or not name:
            return None
        with suppress(KeyError, ValueError, IndexError):
            return entry.drawing.place_of(step.shown.view, sheet, name)
        return None

    def option_of(button: Button, row: int | None, title: str = "", described: str = "") -> PageOption:
        goes = button.does is Does.GO
        return PageOption(
            label=button.label,
            described=described,
            look=button.look.value,
            path=button.value if goes else None,
            custom_id="" if goes else custom_id_of(table, button),
            place=find_place(button) if button.does in (Does.GO, Does.PLAY) else None,
            enabled=button.enabled,
            row=row,
            title=title,
            asks=button.costly and not button.confirm,
            way=button.way,
        )

    listed = [
        option_of(Button(line.label, part.prefix + line.value, part.does), None, part.title, line.description)
        for part in step.menu.lists
        if part.most == 1 and not part.whole
        for line in part.options
    ]
    rows = enumerate((*step.menu.rows, step.menu.buttons))
    return listed + [option_of(button, row) for row, buttons in rows for button in buttons]


def _place_name(words: Words, step: PageStep, button: Button) -> str:
    """Return the name of an option's place in the picture; empty without one."""
    shown, entry = step.shown, step.shown.entry
    if button.does is Does.GO:
        chosen = entry.rules.menu(words, names_of(shown.table), shown.state, button.value).chosen
        new = [name for name in chosen if name not in step.menu.chosen]
        return (new or [""])[-1]
    if entry.drawing.action_places is None:
        return ""
    try:
        action = entry.game.parse(button.value, shown.state)
    except IllegalAction:
        return ""
    marks = entry.drawing.action_places(shown.view, action)
    ways = [mark for mark in marks if WAY in mark]
    return (ways or list(marks) or [""])[0].rpartition(WAY)[2]


def multi_select_lists(step: PageStep) -> list[Json]:
    """Return the lists that allow several choices at once."""
    table = step.shown.table
    return [
        _list(table.id, table.revision, index, part)
        for index, part in enumerate(step.menu.lists)
        if part.most > 1
    ]


def _list(table_id: int, revision: int, index: int, part: List) -> Json:
    verb = Verb.PICK_GO if part.does is Does.GO else Verb.PICK_PLAY
    return {
        "type": 3,
        "custom_id": str(Control(table_id, revision, verb, f"{index}:{part.prefix}")),
        "placeholder": part.title,
        "max_values": part.most,
        "options": [
            {"label": entry.label, "value": entry.value, "description": entry.description}
            for entry in part.options
        ],
    }


def components_for(visitor: Visitor, parts: list[Json]) -> list[Json]:
    """Return a message's components for a visitor: spectators get no controls."""
    if visitor.person is not None:
        return parts
    kept = [part for part in parts if part["type"] != _ROW]
    return [
        {**part, "components": components_for(visitor, part["components"])} if "components" in part else part
        for part in kept
    ]


def step_json(words: Words, visitor: Visitor, step: PageStep) -> Json:
    """Return the step as JSON."""
    shown, table = step.shown, step.shown.table
    begun = shown.state is not None
    data: Json = {
        "table": table.code,
        "title": shown.entry.game.title,
        "revision": table.revision,
        "status": table.status.value,
        "film": step.film,
        "path": shown.path,
        "picture": picture_name(table) if begun else "",
        "components": components_for(visitor, message_components(words, step)) if begun else [],
        "question": step.menu.question,
        "options": [_option_json(option) for option in menu_options(words, step)] if begun else [],
        "lists": multi_select_lists(step),
    }
    return data


def _option_json(option: PageOption) -> Json:
    place = None if option.place is None else list(map(round, option.place))
    dump: dict[str, Any] = {"label": option.label, "look": option.look, "place": place}
    if option.row is not None:
        dump["row"] = option.row
    extras = {"list": option.title, "described": option.described, "way": option.way}
    dump |= {key: text for key, text in extras.items() if text}
    dump |= {key: True for key, holds in (("off", not option.enabled), ("asks", option.asks)) if holds}
    if option.path is not None:
        dump["path"] = option.path
    else:
        dump["custom_id"] = option.custom_id
    return dump
