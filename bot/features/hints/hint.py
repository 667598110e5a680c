"""`/hint`: the best bot's advice on the current move; where hints are limited, the board says who asked."""

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
from bot.kernel.advice import reasons_to_show
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.opening import hints_at
from bot.kernel.tables.seats import has_bots, player_at
from bot.store import Status, Table, bot_name
from bot.ui.play.board_layout import is_turned_where_clicked, sheet_of
from bot.ui.play.deliver import redraw_in_place
from bot.ui.table.lines import own_option
from bot.words import Words
from bot.words.menu import Menu, way_to
from bot.words.reasons import WordedReason, danger_places, describe_reasons, good_places
from engine.core import Seat
from engine.mind import ActionWorth
from render.kit.canvas import png

SURE: Final = 0.99
"""From this value on a game counts as won; from its complement down as lost."""

OTHERS: Final = 2
"""The most alternatives that are named."""


async def hint(request: Request, table: Code | None = None) -> None:
    """`/hint`: compute the hint, save it, show it to the user, then tell everyone."""
    await _give_hint(request, await request.session.search.find_own(request.click, table))


async def hint_by_button(request: Request) -> None:
    """The hint for the table of a button."""
    await _give_hint(request, await request.table())


async def _give_hint(request: Request, game_table: Table) -> None:
    request.note_table(game_table)
    click, hints = request.click, request.session.service(Hints)
    try:
        hint_request = await hints.request_hint(click, game_table.id)
    except Refused as refused:
        if refused.key == "hint-ask":
            refused.ways = [ask_other_button(request.words, game_table, str(refused.values["name"]))]
        raise
    await request.defer()
    advice = await hints.give_hint(click, hint_request, request.trace)
    with request.trace.span("picture"):
        message = await hint_message(
            request.words, hint_request, advice, turned=is_turned_where_clicked(request, advice.shown)
        )
    await request.show(message)
    if not advice.free:
        await redraw_in_place(request, advice.shown, _announcement(hint_request, advice))


def _has_hints(request: Request, table: Table) -> bool:
    """Whether a table is playing and allows hints."""
    known = has_bots(request.session.catalogue[table.game].game) and table.deal is None
    return (
        table.status is Status.PLAYING and known and request.session.service(Hints).hints_allowed(table) != 0
    )


async def hint_message(
    words: Words, hint_request: HintRequest, advice: Hint, *, turned: bool = False
) -> Message:
    """The private message: the action and its worth, the marked board, and a button to play it.

    `turned` shows the board from its other side.
    """
    shown, best = advice.shown, advice.weighed[0].action
    table, entry = shown.table, shown.entry
    game = game_title(words, entry.game.title, table.deal)
    alt = words("hint.alt", game=game, action=str(best))
    picture, why = await asyncio.to_thread(
        _paint_hint, words, shown, hint_request.acting_seat, best, turned=turned
    )
    path = _button_path(words, shown, best)
    advice = replace(advice, weighed=_distinct_actions(words, shown, advice.weighed))
    panel = Panel(accent_colour=WALNUT)
    lines = words("hint.title", game=game), _advice_text(words, advice, path), describe_reasons(words, why)
    panel.add_item(Text("\n".join(filter(None, lines))))
    panel.add_item(picture_gallery(_filename(table), alt))
    figures = (*_figure_lines(words, advice), _hint_count_text(words, hint_request, advice))
    panel.add_item(Text("\n".join(filter(None, figures))))
    custom_id = str(Control(table.id, table.revision, Verb.PLAY, str(best)))
    label = path[0] if len(path) == 1 else words("button.hint", action=_describe_action(words, shown, best))
    play = discord.ui.Button[Any](label=label[:80], style=discord.ButtonStyle.primary, custom_id=custom_id)
    return Message(panel_layout(panel, [Row(play)]), picture, _filename(table))


def _filename(table: Table) -> str:
    return f"{table.code}-{table.revision}-hint.png"


def _paint_hint(
    words: Words, shown: Shown, seat: Seat, action: object, *, turned: bool
) -> tuple[bytes, tuple[WordedReason, ...]]:
    """The board with the action and its reasons marked, as PNG; and those reasons.

    Where an arrow is long, that takes some tenths of a second.
    """
    entry = shown.entry
    view = entry.game.view(shown.state, None)
    chosen_reasons = reasons_to_show(words, names_of(shown.table), entry, shown.state, seat, action)
    hinted = () if entry.drawing.action_places is None else entry.drawing.action_places(view, action)
    sheet = sheet_of(words, shown, Menu(), turned=turned)
    marked = replace(
        sheet, hinted=(*hinted, *good_places(chosen_reasons)), danger=danger_places(chosen_reasons)
    )
    return png(entry.drawing.paint(view, marked)), chosen_reasons


def _button_path(words: Words, shown: Shown, action: object) -> tuple[str, ...]:
    """The labels of the board's buttons that lead to an action; empty where it takes lists or typing."""
    names = plain_names(shown.table)
    return way_to(lambda path: shown.entry.rules.menu(words, names, shown.state, path), str(action))


def _describe_action(words: Words, shown: Shown, action: Any) -> str:  # noqa: ANN401 - an action of any game
    """An action in words, or in notation where the game has none."""
    seat = min(shown.entry.game.to_act(shown.state))
    return shown.entry.speech.describe(words, plain_names(shown.table), shown.state, seat, action)


def _distinct_actions(
    words: Words, shown: Shown, weighed: Sequence[ActionWorth[Any]]
) -> tuple[ActionWorth[Any], ...]:
    """The best action and the next ones; of several behind the same buttons, the best only."""
    by_path = dict[object, ActionWorth[Any]]()
    for option in weighed:
        if len(by_path) <= OTHERS:
            by_path.setdefault(_button_path(words, shown, option.action) or option.action, option)
    return tuple(by_path.values())


def _advice_text(words: Words, advice: Hint, path: tuple[str, ...]) -> str:
    """The action that the bot advises: the buttons that lead to it, else in words."""
    steps = path or (_describe_action(words, advice.shown, advice.weighed[0].action),)
    action = " \N{RIGHTWARDS ARROW} ".join(map(escape_markdown, steps))
    return words("hint.says", name=bot_name(advice.level), action=action)


def _figure_lines(words: Words, advice: Hint) -> Iterator[str]:
    """The expected result, and the alternatives."""
    best, *others = advice.weighed
    yield words("hint.figures", figures=_worth_text(words, best))
    if others:
        yield words("hint.figures", figures=_alternatives_text(words, advice.shown, best, others))


def _alternatives_text(
    words: Words, shown: Shown, best: ActionWorth[Any], others: list[ActionWorth[Any]]
) -> str:
    """The next best actions, or those that are as good."""
    moves = words.join_list(tuple(_alternative_text(words, shown, other) for other in others))
    if {words.percent(other.worth) for other in others} == {words.percent(best.worth)}:
        return words("hint.alike", moves=moves)
    return words("hint.next", moves=moves)


def _worth_text(words: Words, best: ActionWorth[Any]) -> str:
    """The chances after the best action; a draw counts as half a win."""
    if best.worth >= SURE:
        return words("hint.worth.sure")
    if best.worth <= 1 - SURE:
        return words("hint.worth.lost")
    return words("hint.worth", share=words.percent(best.worth))


def _alternative_text(words: Words, shown: Shown, other: ActionWorth[Any]) -> str:
    action_text = escape_markdown(_describe_action(words, shown, other.action))
    return words("hint.move", action=action_text, share=words.percent(other.worth))


def _hint_count_text(words: Words, hint_request: HintRequest, advice: Hint) -> str:
    """The number of hints taken; empty where there is no limit."""
    most = hints_at(advice.shown.entry.game, hint_request.table)
    if most < 0:
        return ""
    if advice.free:
        return words("hint.again")
    return words("hint.taken", taken=advice.taken, most=most)


def _announcement(hint_request: HintRequest, advice: Hint) -> tuple[str, ...]:
    """The line for the board, in the table's language; none where any number of hints is free."""
    table, words = advice.shown.table, words_at(advice.shown.table)
    most = hints_at(advice.shown.entry.game, table)
    if most < 0:
        return ()
    name = escape_markdown(player_at(table, hint_request.seat).name)
    return (words("hint.told", name=name, taken=advice.taken, most=most),)


HINT: Final = Command(
    "hint", "command.hint", hint, {"table": own_option(_has_hints)}, posts=True, limit=THINKING
)

HERE: Final = Endpoint("hint", hint_by_button, posts=True, limit=THINKING)
CONTROLS: Final = routes(HERE)
