"""`/hint`: what the best of the house's players would do now, and a board that says who asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.discord.command import Code, Command
from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    escape_markdown,
    game_title,
    names_of,
    panel_layout,
    picture_gallery,
    plain_names,
    words_at,
)
from bot.discord.keyboard import Control, Row, Verb
from bot.discord.limits import THINKING
from bot.discord.request import Request
from bot.features.hints.agreement import ask_other_button
from bot.features.hints.service import Hint, HintRequest, Hints
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.opening import hints_at
from bot.kernel.tables.seats import has_bots, player_at
from bot.store import Status, Table, bot_name
from bot.ui.play.board_layout import is_turned, sheet_of
from bot.ui.play.deliver import redraw_in_place
from bot.ui.table.lines import own_option
from bot.words import Words
from bot.words.menu import Menu, way_to
from bot.words.reasons import WordedReason, danger_places, describe_reasons, good_places, weightiest_reasons
from engine.core import Seat
from engine.mind import ActionWorth
from render.kit.canvas import png

SURE: Final = 0.99
"""From here on a game is as good as won; below the rest of it as good as lost."""

OTHERS: Final = 2
"""How many other actions are named."""


async def hint(request: Request, table: Code | None = None) -> None:
    """`/hint`: ask the mind, note the hint, tell who asked, and then everybody."""
    await _give_hint(request, await request.session.search.find_own(request.click, table))


async def hint_by_button(request: Request) -> None:
    """The same by a button, of its table."""
    await _give_hint(request, await request.table())


async def _give_hint(request: Request, found: Table) -> None:
    request.note_table(found)
    click, hints = request.click, request.session.service(Hints)
    try:
        asked = await hints.request_hint(click, found.id)
    except Refused as refused:
        if refused.key == "hint-ask":
            refused.ways = [ask_other_button(request.words, found, str(refused.values["name"]))]
        raise
    await request.defer()
    given = await hints.give_hint(click, asked, request.trace)
    with request.trace.span("picture"):
        message = await hint_message(
            request.words, asked, given, turned=is_turned(given.shown, request.person)
        )
    await request.show(message)
    if not given.free:
        await redraw_in_place(request, given.shown, (_announcement(asked, given),))


def _has_hints(request: Request, table: Table) -> bool:
    """Whether a game goes on for which hints were agreed on."""
    known = has_bots(request.session.catalogue[table.game].game) and table.deal is None
    return (
        table.status is Status.PLAYING and known and request.session.service(Hints).hints_allowed(table) != 0
    )


async def hint_message(
    words: Words, hint_request: HintRequest, advice: Hint, *, turned: bool = False
) -> Message:
    """What one person is told: the action and its worth, the board with it marked, and a button for it.

    `turned` shows the board from its other side.
    """
    shown, best = advice.shown, advice.weighed[0].action
    table, entry = shown.table, shown.entry
    game = game_title(words, entry.game.title, table.deal)
    alt = words("hint.alt", game=game, action=str(best))
    picture, why = await asyncio.to_thread(
        _paint_hint, words, shown, hint_request.acting_seat, best, turned=turned
    )
    way = _button_path(words, shown, best)
    advice = replace(advice, weighed=_distinct_actions(words, shown, advice.weighed))
    panel = Panel(accent_colour=WALNUT)
    lines = words("hint.title", game=game), _advice_text(words, advice, way), describe_reasons(words, why)
    panel.add_item(Text("\n".join(filter(None, lines))))
    panel.add_item(picture_gallery(_filename(table), alt))
    figures = (*_figure_lines(words, advice), _hint_count_text(words, hint_request, advice))
    panel.add_item(Text("\n".join(filter(None, figures))))
    custom_id = str(Control(table.id, table.revision, Verb.PLAY, str(best)))
    label = way[0] if len(way) == 1 else words("button.hint", action=_describe_action(words, shown, best))
    play = discord.ui.Button[Any](label=label[:80], style=discord.ButtonStyle.primary, custom_id=custom_id)
    return Message(panel_layout(panel, [Row(play)]), picture, _filename(table))


def _filename(table: Table) -> str:
    return f"{table.code}-{table.revision}-hint.png"


def _paint_hint(
    words: Words, shown: Shown, seat: Seat, action: object, *, turned: bool
) -> tuple[bytes, tuple[WordedReason, ...]]:
    """The board with an action marked and what speaks for it and against it, as PNG; and those reasons.

    Where an arrow goes far, that takes some tenths of a second.
    """
    entry = shown.entry
    view = entry.game.view(shown.state, None)
    found = () if entry.help.why is None else entry.help.why(words, names_of(shown.table), view, seat, action)
    told = weightiest_reasons(found)
    hinted = () if entry.drawing.action_places is None else entry.drawing.action_places(view, action)
    sheet = sheet_of(words, shown, Menu(), turned=turned)
    marked = replace(sheet, hinted=(*hinted, *good_places(told)), danger=danger_places(told))
    return png(entry.drawing.paint(view, marked)), told


def _button_path(words: Words, shown: Shown, action: object) -> tuple[str, ...]:
    """What the buttons of the board are called that lead to an action; empty where lists or typing do."""
    names = plain_names(shown.table)
    return way_to(lambda path: shown.entry.rules.menu(words, names, shown.state, path), str(action))


def _describe_action(words: Words, shown: Shown, action: Any) -> str:  # noqa: ANN401 - each game has its own
    """An action in words; what says nothing of its own as its game writes it."""
    seat = min(shown.entry.game.to_act(shown.state))
    return shown.entry.speech.describe(words, plain_names(shown.table), shown.state, seat, action)


def _distinct_actions(
    words: Words, shown: Shown, weighed: Sequence[ActionWorth[Any]]
) -> tuple[ActionWorth[Any], ...]:
    """The best action and the next ones; of those that the same buttons lead to, the best alone."""
    ways = dict[object, ActionWorth[Any]]()
    for found in weighed:
        if len(ways) <= OTHERS:
            ways.setdefault(_button_path(words, shown, found.action) or found.action, found)
    return tuple(ways.values())


def _advice_text(words: Words, given: Hint, way: tuple[str, ...]) -> str:
    """What the mind would do."""
    name = bot_name(given.level)
    if way:
        steps = " \N{RIGHTWARDS ARROW} ".join(map(escape_markdown, way))
        return words("hint.says.way", name=name, way=steps)
    return words(
        "hint.says",
        name=name,
        action=escape_markdown(_describe_action(words, given.shown, given.weighed[0].action)),
    )


def _figure_lines(words: Words, given: Hint) -> Iterator[str]:
    """What the mind reckons with, and what it would have done else."""
    best, *others = given.weighed
    yield words("hint.figures", figures=_worth_text(words, best))
    if others:
        yield words("hint.figures", figures=_alternatives_text(words, given.shown, best, others))


def _alternatives_text(
    words: Words, shown: Shown, best: ActionWorth[Any], others: list[ActionWorth[Any]]
) -> str:
    """What comes next, or is as good, as far as its figures tell."""
    moves = words.join_list(tuple(_alternative_text(words, shown, other) for other in others))
    if {words.percent(other.worth) for other in others} == {words.percent(best.worth)}:
        return words("hint.alike", moves=moves)
    return words("hint.next", moves=moves)


def _worth_text(words: Words, best: ActionWorth[Any]) -> str:
    """What the mind gives who plays that; a draw counts as half a win."""
    if best.worth >= SURE:
        return words("hint.worth.sure")
    if best.worth <= 1 - SURE:
        return words("hint.worth.lost")
    return words("hint.worth", share=words.percent(best.worth))


def _alternative_text(words: Words, shown: Shown, other: ActionWorth[Any]) -> str:
    said = escape_markdown(_describe_action(words, shown, other.action))
    return words("hint.move", action=said, share=words.percent(other.worth))


def _hint_count_text(words: Words, asked: HintRequest, given: Hint) -> str:
    """How many hints that makes; empty where there may be any number."""
    most = hints_at(given.shown.entry.game, asked.table)
    if most < 0:
        return ""
    if given.free:
        return words("hint.again")
    return words("hint.taken", taken=given.taken, most=most)


def _announcement(asked: HintRequest, given: Hint) -> str:
    """What the board says of it, in its own language."""
    table, words = given.shown.table, words_at(given.shown.table)
    name, most = escape_markdown(player_at(table, asked.seat).name), hints_at(given.shown.entry.game, table)
    if most < 0:
        return words("hint.told.any", name=name)
    return words("hint.told", name=name, taken=given.taken, most=most)


HINT: Final = Command(
    "hint", "command.hint", hint, {"table": own_option(_has_hints)}, posts=True, limit=THINKING
)

HERE: Final = Endpoint("hint", hint_by_button, posts=True, limit=THINKING)
CONTROLS: Final = routes(HERE)
