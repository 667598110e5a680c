"""A position without a table, in one player's message: shared by lessons, puzzles and plans.

It has the game's own picture and controls, so that it is used like a board: lists with previews, and
confirmations of what cannot be undone. What is right, stored and said about it belongs to the maker of the
`Task`, and so do the verbs of its controls (`bot.discord.keyboard.PickerVerbs`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    escape_markdown,
    panel_layout,
    picture_gallery,
    picture_names,
    text_panel,
    without_markdown,
)
from bot.discord.keyboard import Key, PickerControls, in_rows
from bot.games.catalogue import AnyEntry
from bot.kernel.advice import reasons_to_show
from bot.kernel.errors import Refused
from bot.kernel.tables.play import GIVING_UP
from bot.store import bot_name
from bot.ui.play.board_layout import HAPPENED
from bot.words import Names, Words
from bot.words.menu import (
    Button,
    ButtonLook,
    Does,
    Menu,
    buttons_of,
    confirming_button,
    only_lines,
    with_path_prefix,
    without_any,
    without_emphasis,
    without_line,
)
from bot.words.reasons import describe_reasons
from engine.core import IllegalAction, Seat
from engine.mind import LEVELS
from render.kit.canvas import png
from render.kit.ghost import ghost_palette
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.post")

LONGEST: Final = 70
"""The most characters of a line."""


OWN: Final = "@"
"""The prefix of paths within a seat's private menu; no game's own path has it."""

NO_ANSWER: Final = (*GIVING_UP, "undo")
"""Lines that are no answer where the best move is asked for."""


def names_with_bots(name: str, seat: Seat, seats: int) -> Names:
    """Return the player names where one person plays: theirs, and bots, the easiest first."""
    bots = iter([*LEVELS] * seats)
    return tuple(name if number == seat else bot_name(next(bots)) for number in range(seats))


@dataclass(frozen=True, slots=True)
class Task:
    """A position as a player sees it.

    `seat` is the player's side, `names` are the players by seat, without markdown. `title` is above the
    picture, `code` within it, and its file's name begins with `file`. `spot` says where the controls belong.
    Buttons whose lines or paths match one that is `left_out` (`* swap`) are hidden; with `offers` only lines
    are offered for which it is true. `even`: no button stands out. `points` are places that are marked before
    anything is picked. `own`: includes the private menu of the seat. `turned` shows the board from its other
    side, `ghost` as one that is not played yet, with the `steps` that lead to it. `taking` is the key of the
    label of the button that plays a previewed action.
    """

    words: Words
    entry: AnyEntry
    state: Any
    seat: Seat
    names: Names
    title: str
    code: str
    file: str
    spot: PickerControls
    left_out: tuple[str, ...] = ()
    offers: Callable[[str], bool] | None = None
    even: bool = False
    points: tuple[str, ...] = ()
    own: bool = False
    turned: bool = False
    ghost: bool = False
    steps: tuple[str, ...] = ()
    taking: str = "button.play"

    @property
    def safe_names(self) -> Names:
        """The player names, safe inside Discord's markdown."""
        return tuple(map(escape_markdown, self.names))

    def menu(self, path: str = "") -> Menu:
        """Return the game's menu at a step of a guided move; the private menu's paths begin with `OWN`."""
        if path.startswith(OWN) and self.own:
            return self._own_menu(path.removeprefix(OWN))
        menu = self._filter_menu(self.entry.rules.menu(self.words, self.safe_names, self.state, path))
        return self._with_own(menu) if self.own else menu

    def _filter_menu(self, menu: Menu) -> Menu:
        """Return the menu without what is hidden here."""
        menu = without_any(menu, self.left_out)
        if self.even:
            menu = without_emphasis(menu)
        return menu if self.offers is None else only_lines(menu, self.offers)

    def _own_menu(self, path: str) -> Menu:
        """Return the seat's private menu, as far as it leads to something here, and the way back."""
        aside = self.entry.rules.aside
        if aside is None:
            return Menu()
        offered = self._filter_menu(aside(self.words, self.safe_names, self.state, self.seat, path))
        menu = with_path_prefix(offered, OWN)
        if any(button.does is Does.GO for button in buttons_of(menu)) and path:
            return menu  # the menu has its own way back
        return replace(menu, buttons=(*menu.buttons, Button(self.words("button.back"), "", Does.GO)))

    def _with_own(self, menu: Menu) -> Menu:
        """Return the menu with its private button redirected; without it if nothing is offered there."""
        aside = self.entry.rules.aside
        offers = aside is not None and self._offers_own()

        def redirect_button(button: Button) -> Button | None:
            if button.does is not Does.ASIDE:
                return button
            return replace(button, value=f"{OWN}{button.value}", does=Does.GO) if offers else None

        rows = (tuple(filter(None, map(redirect_button, row))) for row in menu.rows)
        return replace(
            menu, rows=tuple(rows), buttons=tuple(filter(None, map(redirect_button, menu.buttons)))
        )

    def _offers_own(self) -> bool:
        """Return whether the private menu offers anything here."""
        menu = self._own_menu("")
        return any(button.value for button in buttons_of(menu)) or bool(menu.lists)

    def action(self, line: str) -> Any:  # noqa: ANN401 - an action of any game
        """Return the action of a line; raises `Refused` for an invalid or illegal one."""
        try:
            action = self.entry.game.parse(line[:LONGEST], self.state)
        except IllegalAction as error:
            raise Refused("old-control") from error
        if action not in self.entry.game.legal(self.state, self.seat):
            raise Refused("old-control")
        return action

    def describe_action(self, action: Any) -> str:  # noqa: ANN401 - an action of any game
        """Return an action in a few words, without markdown."""
        return self.entry.speech.describe(self.words, self.names, self.state, self.seat, action)

    def describe_events(self, events: tuple[Any, ...]) -> str:
        """Return the sentences about events, as below a board."""
        return " ".join(self.entry.speech.narrate(self.words, self.safe_names, events))[:HAPPENED]


async def describe_advantages(task: Task, action: Any) -> str:  # noqa: ANN401 - an action of any game
    """Return the reasons for and against an action, by the rules; empty without any."""
    words, names = task.words, task.safe_names
    reasons = await asyncio.to_thread(
        reasons_to_show, words, names, task.entry, task.state, task.seat, action
    )
    return describe_reasons(words, reasons)


async def describe_drawbacks(task: Task, action: Any) -> str:  # noqa: ANN401 - an action of any game
    """Return what an action gives away, by the rules; empty if nothing."""
    loses = task.entry.help.loses
    if loses is None:
        return ""
    view = task.entry.game.view(task.state, task.seat)
    return await asyncio.to_thread(loses, task.words, task.safe_names, view, task.seat, action)


async def question_message(
    task: Task,
    text: str,
    keys: Sequence[Key] = (),
    path: str = "",
    tried: Any = None,  # noqa: ANN401 - an action of any game
) -> Message:
    """Return the position with a `text` and the game's controls at a step; below them are the `keys`.

    `tried` is an action picked from a list: it is previewed, with a button to play it.
    """
    menu = task.menu(path)
    points = () if path else task.points
    step = _Step(menu, path, points) if tried is None else _preview_step(task, menu, path, tried)
    panel, picture, name = _board(task, step)
    panel.add_item(Text(text))
    if question := step.question or menu.question:
        panel.add_item(Text(question))
    if tried is not None:  # a custom_id must be unique on a message
        menu = without_line(menu, str(tried))
    return Message(panel_layout(panel, task.spot.rows(menu, path, step.play, keys)), picture, name)


async def result_message(
    task: Task,
    text: str,
    keys: Sequence[Key],
    marked: Any = None,  # noqa: ANN401 - an action of any game
    traced: tuple[str, ...] = (),
) -> Message:
    """Return a position without anything left to do, and a text about it.

    An action may be `marked` in it; `traced` are the places and arrows of its events.
    """
    hinted = () if marked is None else _action_places(task, marked)
    panel, picture, name = _board(task, _Step(Menu(), "done", hinted, traced=traced))
    panel.add_item(Text(text))
    return Message(panel_layout(panel, in_rows(keys)), picture, name)


def confirmation_message(task: Task, line: str) -> Message:
    """Return the confirmation before a button; raises `Refused` if there is no such button."""
    button, words, spot = confirming_button(task.menu, line), task.words, task.spot
    if button is None:
        raise Refused("old-control")
    yes = words("button.yes", what=button.label)
    keys = [
        spot.key(yes, spot.verbs.play, line, ButtonLook.DANGER),
        spot.key(words("button.back"), spot.verbs.go),
    ]
    return Message(text_panel(button.confirm, in_rows(keys)))


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of a guided move: what the picture marks, and the previewed action, if any.

    `hinted` are its places, `question` asks for a confirmation, and `play` is the button for it. `traced` are
    the places of past events.
    """

    marked: Menu
    path: str
    hinted: tuple[str, ...] = ()
    question: str = ""
    play: Key | None = None
    traced: tuple[str, ...] = ()


def _preview_step(task: Task, menu: Menu, path: str, action: Any) -> _Step:  # noqa: ANN401 - of any game
    """Return the step at which a player previews an action."""
    hinted, words, spot = _action_places(task, action), task.words, task.spot
    play = spot.key(words(task.taking), spot.verbs.play, str(action), ButtonLook.GOOD)
    marked = replace(menu, targets=()) if hinted else menu
    return _Step(
        marked, f"{path}-{action}", hinted, words("choose.sure", move=task.describe_action(action)), play
    )


def _action_places(task: Task, action: Any) -> tuple[str, ...]:  # noqa: ANN401 - an action of any game
    entry = task.entry
    return (
        ()
        if entry.drawing.action_places is None
        else entry.drawing.action_places(entry.game.view(task.state, None), action)
    )


# The picture


def _board(task: Task, step: _Step) -> tuple[Panel, bytes | None, str]:
    """Return the title and board of a message, its picture, and the picture's file name."""
    words, entry = task.words, task.entry
    panel = Panel(Text(task.title), accent_colour=WALNUT)
    view, names = entry.game.view(task.state, None), picture_names(words, task.names)
    sheet = Sheet(
        code=task.code,
        stamp="",
        title=entry.game.title,
        turn=entry.speech.turn(words, names, view),
        turned=task.turned,
        chosen=step.marked.chosen,
        targets=step.marked.targets,
        names=names,
        say=words,
        hinted=step.hinted,
        played=step.traced,
        steps=task.steps,
    )
    letters = "".join(letter for letter in step.path if letter.isalnum())
    name = f"{task.file}{letters and '-' + letters}.png"
    picture = _paint_picture(entry, view, sheet, ghost=task.ghost)
    if picture is None:
        panel.add_item(Text(f"```\n{entry.game.text(view, words)}\n```"[:2000]))
    else:
        marked = entry.speech.describe_marks(words, step.marked.targets) if step.marked.targets else ""
        alt = " ".join(filter(None, (without_markdown(marked), entry.speech.alt(words, task.names, view))))
        panel.add_item(picture_gallery(name, alt))
    return panel, picture, name


def _paint_picture(
    entry: AnyEntry,
    view: Any,  # noqa: ANN401 - a view of any game
    sheet: Sheet,
    *,
    ghost: bool,
) -> bytes | None:
    """Return the picture as PNG; none if its painter fails."""
    try:
        return png(entry.drawing.paint(view, sheet), ghost_palette if ghost else None)
    except Exception:  # the board is shown as text instead
        LOG.exception("game=%s a board for one person was not drawn", entry.game.key)
        return None
