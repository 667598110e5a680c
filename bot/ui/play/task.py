"""A position that no table has, in one player's message: what lessons, puzzles and plans have in common.

It has the game's own picture and its own controls, so that what is clicked is what is clicked at a board:
lists that are shown before they are played, questions before what cannot be taken back. What is right, what
is kept of it and what is said of it belongs to those who make a `Task`, and so do the verbs of its controls
(`bot.discord.keyboard.Verbs`).
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
from bot.words.reasons import describe_reasons, weightiest_reasons
from engine.core import IllegalAction, Seat
from engine.mind import LEVELS
from render.kit.canvas import png
from render.kit.ghost import ghost_palette
from render.kit.sheet import Sheet

LOG = logging.getLogger("taproom.post")

LONGEST: Final = 70
"""The most characters of a line."""


OWN: Final = "@"
"""What the path of a step within a seat's private menu begins with; no game's own path does."""

NO_ANSWER: Final = (*GIVING_UP, "undo")
"""Lines that are no answer where the best move is looked for."""


def names_with_bots(name: str, seat: Seat, seats: int) -> Names:
    """What the players are called where one person plays: themselves, and bots, the easiest first."""
    bots = iter([*LEVELS] * seats)
    return tuple(name if one == seat else bot_name(next(bots)) for one in range(seats))


@dataclass(frozen=True, slots=True)
class Task:
    """A position as somebody sees it.

    `seat` is whose side they take, `names` what the players are called, by seat, without markdown. `title` is
    above the picture, `code` within it, and its file's name begins with `file`. `spot` is where the controls
    belong. Buttons whose lines or paths are like one that is `left_out` (`* swap`) are not there; with
    `offers` only those lines are, in buttons and lists, for which it is true. `even`: no button stands out.
    `points` are places that are marked before anything is picked. `own`: the private menu of the seat belongs
    to it, too, behind the button that leads there at a board. `turned` shows the board from its other side,
    `ghost` as one that is not played yet. `taking` is the key of what the button is called that takes what
    was picked.
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
    taking: str = "button.play"

    @property
    def safe_names(self) -> Names:
        """What the players are called, safe inside Discord's markdown."""
        return tuple(map(escape_markdown, self.names))

    def menu(self, path: str = "") -> Menu:
        """What the game offers at a step of a guided move; the private menu's paths begin with `OWN`."""
        if path.startswith(OWN) and self.own:
            return self._own_menu(path.removeprefix(OWN))
        menu = self._filter_menu(self.entry.rules.menu(self.words, self.safe_names, self.state, path))
        return self._with_own(menu) if self.own else menu

    def _filter_menu(self, menu: Menu) -> Menu:
        """The menu without what is left out here."""
        menu = without_any(menu, self.left_out)
        if self.even:
            menu = without_emphasis(menu)
        return menu if self.offers is None else only_lines(menu, self.offers)

    def _own_menu(self, path: str) -> Menu:
        """The private menu of the seat, as far as it leads to something here, and the way back."""
        aside = self.entry.rules.aside
        if aside is None:
            return Menu()
        offered = self._filter_menu(aside(self.words, self.safe_names, self.state, self.seat, path))
        menu = with_path_prefix(offered, OWN)
        if any(button.does is Does.GO for button in buttons_of(menu)) and path:
            return menu  # its own way back is one of them
        return replace(menu, buttons=(*menu.buttons, Button(self.words("button.back"), "", Does.GO)))

    def _with_own(self, menu: Menu) -> Menu:
        """The menu, its way to the private one leading there; without that way where nothing is offered."""
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
        """Whether anything can be done here by the private menu."""
        menu = self._own_menu("")
        return any(button.value for button in buttons_of(menu)) or bool(menu.lists)

    def action(self, line: str) -> Any:  # noqa: ANN401 - an action of any game
        """The action that a line stands for; raises `Refused` where it is none, or not legal."""
        try:
            action = self.entry.game.parse(line[:LONGEST], self.state)
        except IllegalAction as error:
            raise Refused("old-control") from error
        if action not in self.entry.game.legal(self.state, self.seat):
            raise Refused("old-control")
        return action

    def describe_action(self, action: Any) -> str:  # noqa: ANN401 - an action of any game
        """An action in a few words, without markdown."""
        return self.entry.speech.describe(self.words, self.names, self.state, self.seat, action)

    def describe_events(self, events: tuple[Any, ...]) -> str:
        """What events tell, as it stands under a board."""
        return " ".join(self.entry.speech.narrate(self.words, self.safe_names, events))[:HAPPENED]


async def describe_advantages(task: Task, action: Any) -> str:  # noqa: ANN401 - an action of any game
    """What speaks for an action as the rules count it, and what against it; empty where there is nothing."""
    why, words = task.entry.help.why, task.words
    if why is None:
        return ""
    view = task.entry.game.view(task.state, task.seat)
    told = await asyncio.to_thread(why, words, task.safe_names, view, task.seat, action)
    return describe_reasons(words, weightiest_reasons(told))


async def describe_drawbacks(task: Task, action: Any) -> str:  # noqa: ANN401 - an action of any game
    """What an action gives away as the rules count it; empty where that is nothing."""
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
    """The position with what is `asked` and the game's controls at a step; below them are the `keys`.

    `tried` is an action that was picked from a list: it is shown, and there is a button to play it.
    """
    menu = task.menu(path)
    points = () if path else task.points
    step = _Step(menu, path, points) if tried is None else _preview_step(task, menu, path, tried)
    panel, picture, name = _board(task, step)
    panel.add_item(Text(text))
    if question := step.question or menu.question:
        panel.add_item(Text(question))
    if tried is not None:  # a custom_id may stand on a message once
        menu = without_line(menu, str(tried))
    return Message(panel_layout(panel, task.spot.rows(menu, path, step.play, keys)), picture, name)


async def result_message(
    task: Task,
    text: str,
    keys: Sequence[Key],
    marked: Any = None,  # noqa: ANN401 - an action of any game
    traced: tuple[str, ...] = (),
) -> Message:
    """A position in which nothing is left to do, and what is said of it.

    An action may be `marked` in it; `traced` are the places and the ways of what has happened.
    """
    hinted = () if marked is None else _action_places(task, marked)
    panel, picture, name = _board(task, _Step(Menu(), "done", hinted, traced=traced))
    panel.add_item(Text(text))
    return Message(panel_layout(panel, in_rows(keys)), picture, name)


def confirmation_message(task: Task, line: str) -> Message:
    """The question before what a button does; raises `Refused` if there is none such."""
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
    """A step of a guided move: what the picture marks, and what was picked from a list, if something was.

    `hinted` are its places, `question` asks whether it is meant, and `play` is the button that says so.
    `traced` are the places of what has happened.
    """

    marked: Menu
    path: str
    hinted: tuple[str, ...] = ()
    question: str = ""
    play: Key | None = None
    traced: tuple[str, ...] = ()


def _preview_step(task: Task, menu: Menu, path: str, action: Any) -> _Step:  # noqa: ANN401 - of any game
    """The step at which somebody looks at an action before they play it."""
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
    """The title and the board of a message; the picture that comes with it, and its file's name."""
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
    """The picture as PNG; none where its painter fails."""
    try:
        return png(entry.drawing.paint(view, sheet), ghost_palette if ghost else None)
    except Exception:  # it goes on with the board as text, as a table does
        LOG.exception("game=%s a board for one person was not drawn", entry.game.key)
        return None
